import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { draw } from './case.ts';
import { readFixture } from './fixture.ts';
import { fuzz, tallied } from './fuzz.ts';
import { play } from './play.ts';
import { playersWith, work } from './work.ts';

const help = `pnpm fuzz [options]: every algorithm of every package in random worlds, against the oracle and each other.

  --minutes N     how long (default 1)
  --seed S        which cases (default: by the clock)
  --cases N       how many at most (default: as many as there is time for)
  --workers N     threads (default: one a core, ${availableParallelism()})
  --patience S    seconds after which a case that does not end is a fault (default 60)
  --fixtures DIR  where faults are written (default: tooling/fuzz/fixtures, which the tests play)
  --planted lie|hang  puts a fault in on purpose, to see it found
  --replay FILE   plays one fixture and says whether it still fails`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(Date.now() % 1e9) },
      cases: { type: 'string', default: 'Infinity' },
      workers: { type: 'string', default: String(availableParallelism()) },
      patience: { type: 'string', default: '60' },
      fixtures: { type: 'string', default: join(dirname(process.argv[1]), '../fixtures') },
      planted: { type: 'string' },
      replay: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const { planted } = values;
  if (planted !== undefined && planted !== 'lie' && planted !== 'hang') throw new RangeError(`--planted is 'lie' or 'hang', got '${planted}'.`);
  if (values.replay !== undefined) {
    const { case: given, player, found } = readFixture(values.replay);
    console.log(`${player}, found by ${found}\n${draw(given)}`);
    const fault = play(given, { worlds: 0, queries: 0, edits: 0 }, playersWith(planted));
    console.log(fault === undefined ? 'It does not fail any more.' : `${fault.player}: ${fault.message}`);
    return fault === undefined ? 0 : 1;
  }
  const stop = new AbortController();
  // The first Ctrl-C ends the run and prints the counts; the second ends the process.
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const seed = numberOf('seed', values.seed);
  console.log(`Seed ${seed}.`);
  let lines = 0;
  const report = await fuzz({
    seed,
    minutes: numberOf('minutes', values.minutes),
    count: numberOf('cases', values.cases, 1),
    workers: Math.floor(numberOf('workers', values.workers, 1)),
    patience: numberOf('patience', values.patience),
    fixtures: values.fixtures,
    planted,
    script: new URL(import.meta.url),
    stop: stop.signal,
    say: (text) => console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${text}\n`),
    progress(text) {
      if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}`);
      else if (++lines % 60 === 0) console.log(text);
    },
  });
  console.log(`${process.stdout.isTTY ? '\r\x1b[K' : ''}${tallied(report)}.`);
  return report.faults === 0 ? 0 : 1;
}

function numberOf(name: string, text: string, least = 0): number {
  const value = Number(text);
  if (text === '' || !(value >= least)) throw new RangeError(`--${name} takes a number of ${least} or more, got '${text}'.`);
  return value;
}

if (isMainThread) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} else await work();
