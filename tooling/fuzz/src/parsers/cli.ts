import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { isMainThread, workerData } from 'node:worker_threads';
import { fuzzParsers, isParserWork, workOnParsers } from './fuzz-parsers.ts';

const help = `pnpm fuzz:parsers [options]: everything that reads files, given damaged and forged ones, led by what of the code they reach.

  --minutes N     how long in all (default 1)
  --seed S        which inputs (default: by the clock)
  --inputs N      how many for each reader at most
  --fixtures DIR  where faults are written (default: tooling/fuzz/fixtures/parsers, which the tests play)`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '1' },
      seed: { type: 'string', default: String(Date.now() % 1e9) },
      inputs: { type: 'string', default: 'Infinity' },
      fixtures: { type: 'string', default: join(dirname(process.argv[1]), '../../fixtures/parsers') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(help);
    return 0;
  }
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const [minutes, seed, inputs] = (['minutes', 'seed', 'inputs'] as const).map((name) => {
    const value = Number(values[name]);
    if (values[name] === '' || !(value >= 0)) throw new RangeError(`--${name} takes a number of 0 or more, got '${values[name]}'.`);
    return value;
  });
  console.log(`Seed ${seed}.`);
  const faults = await fuzzParsers({
    seed,
    minutes,
    inputs,
    fixtures: values.fixtures,
    script: new URL(import.meta.url),
    stop: stop.signal,
    say: (text) => console.log(text),
  });
  console.log(`${faults} ${faults === 1 ? 'fault' : 'faults'}.`);
  return faults === 0 ? 0 : 1;
}

if (isMainThread) {
  try {
    process.exitCode = await main();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
} else if (isParserWork(workerData)) workOnParsers();
