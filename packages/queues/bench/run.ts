import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { CAPACITY, contenders, sorts, workloads } from './queues.bench.ts';

/**
 * Prints the README's table: ns for each pop, with the pushes and decreases that go with it. Each contender runs in a thread of
 * its own, since engines compile a loop for all the kinds of queue that it has met, and the slowest would set the pace.
 * They take turns, forwards and backwards; the figure is the median. Arguments pick workloads by parts of their names.
 */
const ROUNDS = 5;

if (isMainThread) await main();
else serve();

function serve(): void {
  const contender = contenders[workerData as number];
  const queue = contender.make(CAPACITY);
  const correct = sorts(queue);
  let current = -1;
  let workload = workloads[0];
  let run = (): number => 0;
  parentPort!.on('message', (index: number) => {
    if (index !== current) {
      current = index;
      workload = workloads[index];
      const made = workload();
      run = () => {
        // The time of the processor, as only one thread works at a time: other programs disturb it less than the clock's.
        const start = process.cpuUsage();
        made.run(queue);
        const { user, system } = process.cpuUsage(start);
        return ((user + system) * 1000) / made.pops;
      };
      // Twice, as what was compiled for the workload before may be thrown away in the first run.
      run();
      run();
    }
    parentPort!.postMessage({ correct, time: run() });
  });
}

interface Answer {
  readonly correct: boolean;
  readonly time: number;
}

async function main(): Promise<void> {
  const workers = contenders.map((_, index) => new Worker(new URL(import.meta.url), { workerData: index }));
  const ask = (contender: number, workload: number): Promise<Answer> =>
    new Promise((resolve) => {
      workers[contender].once('message', resolve).postMessage(workload);
    });
  const rows = contenders.map(({ name }) => [name]);
  const heading = ['ns a pop'];
  for (const [index, make] of workloads.entries()) {
    const { name, whole } = make();
    if (!picked(name)) continue;
    heading.push(name);
    const taking = [...contenders.keys()].filter((contender) => whole || !contenders[contender].whole);
    const times = contenders.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const contender of round % 2 === 0 ? taking : taking.toReversed()) {
        const { correct, time } = await ask(contender, index);
        times[contender].push(correct ? time : NaN);
      }
    }
    times.forEach((all, contender) => rows[contender].push(all.length === 0 ? '–' : describe(median(all))));
  }
  print([heading, ...rows]);
  await Promise.all(workers.map((worker) => worker.terminate()));
}

function picked(name: string): boolean {
  const parts = process.argv.slice(2);
  return parts.length === 0 || parts.some((part) => name.includes(part));
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[values.length >> 1];
}

function describe(time: number): string {
  return Number.isNaN(time) ? 'wrong' : time.toFixed(0);
}

function print(table: string[][]): void {
  const widths = table[0].map((_, column) => Math.max(...table.map((row) => row[column].length)));
  const lines = table.map((row) => `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]))).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : '-'.repeat(width - 1) + ':')).join(' | ')} |`);
  console.log(lines.join('\n'));
}
