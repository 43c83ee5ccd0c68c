import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Grid } from '@pf/grid';
import { rooms, seededRandom } from '@pf/grid';
import { BoundedSearch } from '@pf/search';
import type { FromPathWorker, PathPoolOptions, ToPathWorker } from '@pf/server';
import { pathLoop, PathPool } from '@pf/server';
import type { Experiment, Options } from '../../experiment.ts';
import { quantile } from '../../measure/statistics.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';

const SIZES = { tiny: { side: 40, queries: 50, alone: 5 }, quick: { side: 256, queries: 10_000, alone: 500 }, full: { side: 512, queries: 10_000, alone: 2000 } };
/** Milliseconds between two edits. */
const EDIT_EVERY = 5;

type PathWorker = ReturnType<PathPoolOptions['worker']>;

/** What happens while queries are answered. */
interface Disturbance {
  readonly name: string;
  readonly workers: number;
  readonly edits?: boolean;
  readonly kills?: boolean;
}

export const server: Experiment = experiment({
  name: 'server', title: 'Path queries on worker threads',
  reproduces: 'A game server: 10,000 queries at once, on one worker and on two; with edits, and with workers that are killed meanwhile.',
}, run);

async function run(record: Recorder, options: Options): Promise<void> {
  const { side, queries, alone } = SIZES[options.effort];
  const disturbances: readonly Disturbance[] = [
    { name: 'one worker', workers: 1 },
    { name: 'two workers', workers: 2 },
    { name: `two workers, an edit every ${EDIT_EVERY} ms`, workers: 2, edits: true },
    { name: 'two workers, one killed in the middle', workers: 2, kills: true },
  ];
  record.expect(disturbances.length + 2);
  record.table('load', `${queries.toLocaleString('en')} queries submitted at once, rooms of ${side} × ${side} cells`, {
    setting: column.key('setting'), rate: column.figure('queries a second'), median: column.time('p50', 'ms'), slow: column.time('p99', 'ms'),
    answered: column.gain('answered'), lost: column.count('lost'), wrong: column.count('wrong'),
  });
  record.note('Times count from the submission of all queries to the answer, on the clock. Answers are compared with those of one thread where there are no edits.');
  const grid = rooms(side, side, 12, seededRandom(options.seed));
  const random = seededRandom(options.seed + 1);
  const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] > 0);
  const any = (): number => free[Math.floor(random() * free.length)];
  const pairs = Array.from({ length: queries }, () => [any(), any()] as const);

  record.step('one thread');
  const search = new BoundedSearch(grid, { within: 1 });
  const out = new Uint32Array(grid.vertexCount);
  for (const [start, goal] of pairs.slice(0, queries / 10)) search.search(start, goal);
  const begin = performance.now();
  const costs = pairs.map(([start, goal]) => {
    const cost = search.search(start, goal);
    search.path(out);
    return cost;
  });
  const spent = performance.now() - begin;
  record.row('load', { setting: 'a search on this thread', rate: (1000 * queries) / spent, median: null, slow: null, answered: queries, lost: 0, wrong: 0 });

  const rates = new Map<Disturbance, number>();
  for (const one of disturbances) {
    record.step(one.name);
    const result = await answerAll(grid.clone(), pairs, costs, one, options.thread !== undefined, alone);
    rates.set(one, result.rate);
    record.row('load', { setting: one.name, ...result });
    record.claim({ name: `Queries lost, ${one.name}`, source: 'target', reference: 0, atMost: 0, anySize: true, unit: '', ours: result.lost + result.wrong });
  }
  const [single, double] = [...rates.values()];
  record.claim({ name: 'Queries a second on two workers, of those on one', source: 'reported', unit: '×', ours: double / single });
  record.claim({ name: 'Queries a second on one worker, of those of a search on this thread', source: 'reported', unit: '×', ours: single / ((1000 * queries) / spent) });
  await lonely(record, grid, pairs.slice(0, alone), options.thread !== undefined);
}

/** One query at a time: what the pool adds to a search. */
async function lonely(record: Recorder, grid: Grid, pairs: readonly (readonly [number, number])[], threads: boolean): Promise<void> {
  record.step('one query at a time');
  record.table('alone', 'One query at a time', { setting: column.key('setting'), median: column.time('p50', 'ms'), slow: column.time('p99', 'ms') });
  const pool = new PathPool(grid, { worker: threads ? killableThread([]) : sameThread, workers: 1 });
  const times: number[] = [];
  for (const [start, goal] of [...pairs, ...pairs]) {
    const begin = performance.now();
    await pool.search(start, goal);
    times.push(performance.now() - begin);
  }
  pool.close();
  const warm = times.slice(pairs.length);
  record.row('alone', { setting: 'one worker', median: quantile(warm, 0.5), slow: quantile(warm, 0.99) });
}

async function answerAll(grid: Grid, pairs: readonly (readonly [number, number])[], costs: readonly number[], { workers, edits, kills }: Disturbance, threads: boolean, warmUp: number) {
  const threadsMade: Worker[] = [];
  const pool = new PathPool(grid, { worker: threads ? killableThread(threadsMade) : sameThread, workers, maxQueries: pairs.length });
  await Promise.all(pairs.slice(0, warmUp).map(([start, goal]) => pool.search(start, goal)));
  const random = seededRandom(5);
  const cell = (): number => 1 + Math.floor(random() * (grid.width - 3));
  const editing = edits === true ? setInterval(() => grid.setRectangle(cell(), cell(), 2, 2, random() < 0.5 ? 0 : 1), EDIT_EVERY) : undefined;
  const times: number[] = [];
  let wrong = 0;
  const begin = performance.now();
  const ends = await Promise.allSettled(
    pairs.map(async ([start, goal], i) => {
      const { cost } = await pool.search(start, goal);
      times.push(performance.now() - begin);
      if (kills === true && times.length === Math.floor(pairs.length / 2)) void threadsMade.at(-1)?.terminate();
      if (edits !== true && cost !== costs[i] && !(Math.abs(cost - costs[i]) < 1e-6)) wrong++;
    }),
  );
  const spent = performance.now() - begin;
  clearInterval(editing);
  pool.close();
  const answered = ends.filter(({ status }) => status === 'fulfilled').length;
  return { rate: (1000 * answered) / spent, median: quantile(times, 0.5), slow: quantile(times, 0.99), answered, lost: pairs.length - answered, wrong };
}

/** Starts threads that get no query before they are killed. The script lies beside that of the command. */
function killableThread(made: Worker[]): () => PathWorker {
  return () => {
    const thread = new Worker(fileURLToPath(new URL('./path-worker.js', import.meta.url)));
    made.push(thread);
    return {
      post: (message) => thread.postMessage(message),
      listen: (answer, died) => {
        thread.on('message', answer);
        thread.on('error', ({ message }) => died(message));
        thread.on('exit', (code) => died(`it exited with code ${code}`));
      },
      end: () => void thread.terminate(),
    };
  };
}

/** Without threads: a worker on this one. */
function sameThread(): PathWorker {
  let handle: (message: ToPathWorker) => void = () => undefined;
  return { post: (message) => void setTimeout(() => handle(message)), listen: (answer: (message: FromPathWorker) => void) => void (handle = pathLoop(answer)), end: () => undefined };
}
