import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { SeededRandom } from '../seeded-random.ts';
import { Coverage, reachingNew } from './coverage.ts';
import { judge } from './judge.ts';
import { mutate } from './mutate.ts';
import { targets } from './targets.ts';

/** An input that a reader once handled wrongly. */
export interface ParserFixture {
  readonly target: string;
  readonly message: string;
  readonly base64: string;
}

export interface ParserOptions {
  readonly seed: number;
  readonly minutes: number;
  /** Maximum number of inputs for each reader. */
  readonly inputs: number;
  readonly fixtures: string;
  readonly script: URL;
  readonly stop: AbortSignal;
  readonly say: (text: string) => void;
}

interface ReaderReport {
  readonly target: string;
  readonly inputs: number;
  readonly blocks: number;
  readonly corpus: number;
}

/** The message to a worker; `shared` is [heartbeat, whether to stop, the length of the current input], followed by that input. */
interface ParserWork {
  readonly reader: number;
  readonly seed: number;
  readonly inputs: number;
  readonly shared: SharedArrayBuffer;
}

export function isParserWork(data: unknown): data is ParserWork {
  return typeof data === 'object' && data !== null && 'reader' in data;
}

const HEADER = 12;
const ROOM = 8192;
/** Inputs between two readings of the coverage, which take longer than most inputs. */
const BATCH = 32;
/** Seconds for an input: thousands of times what any should take. */
const PATIENCE = 10;
/** After this many faults a reader is skipped. */
const ENOUGH = 5;

/** Fuzzes each reader for its share of the time, in a worker that can be terminated if it hangs; returns the number of faults. */
export async function fuzzParsers(options: ParserOptions): Promise<number> {
  const { seed, minutes, inputs, fixtures, script, stop, say } = options;
  let faults = 0;
  for (let reader = 0; reader < targets.length && !stop.aborted; reader++) {
    const shared = new SharedArrayBuffer(HEADER + ROOM);
    const state = new Int32Array(shared, 0, 3);
    const halt = (): void => void Atomics.store(state, 1, 1);
    const worker = new Worker(script, { workerData: { reader, seed, inputs, shared } satisfies ParserWork, resourceLimits: { maxOldGenerationSizeMb: 512 } });
    // A longer timer would end at once.
    const clock = setTimeout(halt, Math.min((minutes * 60_000) / targets.length, 2 ** 31 - 1));
    stop.addEventListener('abort', halt);
    const found: ParserFixture[] = [];
    const report = await new Promise<ReaderReport>((resolve) => {
      let beat = -1;
      let since = performance.now();
      const lost = (message: string): void => {
        const input = new Uint8Array(shared, HEADER, state[2]).slice();
        const target = targets[reader].name;
        found.push({ target, message, base64: Buffer.from(input).toString('base64') });
        resolve({ target, inputs: state[0], blocks: 0, corpus: 0 });
        void worker.terminate();
      };
      const guard = setInterval(() => {
        if (state[0] !== beat) [beat, since] = [state[0], performance.now()];
        else if (performance.now() - since > 1000 * PATIENCE) lost(`It did not end within ${PATIENCE} s.`);
      }, 500);
      worker.on('message', (message: ParserFixture | ReaderReport) => {
        if ('base64' in message) found.push(message);
        else resolve(message);
      });
      worker.once('error', (error) => lost(String(error)));
      worker.once('exit', () => clearInterval(guard));
    });
    clearTimeout(clock);
    stop.removeEventListener('abort', halt);
    faults += found.length;
    say(`${report.target}: ${report.inputs} inputs, ${report.corpus} of them new paths through ${report.blocks} blocks, ${found.length} faults`);
    for (const fault of found) {
      mkdirSync(fixtures, { recursive: true });
      const path = join(fixtures, `${fault.target.replace(/[^a-z0-9]+/g, '-')}-${createHash('sha256').update(fault.base64).digest('hex').slice(0, 8)}.json`);
      writeFileSync(path, `${JSON.stringify(fault, null, 1)}\n`);
      say(`  ${fault.message} ${path}`);
    }
  }
  return faults;
}

/** The worker: mutates inputs that reached new code, and keeps those that reach more. */
export function workOnParsers(): void {
  const { reader, seed, inputs, shared } = workerData as ParserWork;
  const target = targets[reader];
  const state = new Int32Array(shared, 0, 3);
  const hand = new Uint8Array(shared, HEADER);
  const seeded = new SeededRandom(seed * 31 + reader);
  const coverage = new Coverage(import.meta.url);
  const corpus: Uint8Array[] = [];
  const faults: ParserFixture[] = [];
  // At once, because a later input may end this worker.
  const add = (message: string, input: Uint8Array): void => {
    faults.push({ target: target.name, message, base64: Buffer.from(input).toString('base64') });
    parentPort?.postMessage(faults.at(-1));
  };
  const attempt = (input: Uint8Array): string | undefined => {
    hand.set(input.subarray(0, ROOM));
    state[2] = input.length;
    Atomics.add(state, 0, 1);
    return judge(target, input);
  };
  for (const given of target.seeds) {
    const fault = attempt(given);
    if (fault !== undefined) add(fault, given);
    corpus.push(given);
  }
  coverage.add(coverage.fresh());
  while (state[0] < inputs && faults.length < ENOUGH && Atomics.load(state, 1) === 0) {
    const batch = Array.from({ length: BATCH }, () => mutate(target, corpus, seeded));
    for (const input of batch) {
      const message = attempt(input);
      if (message === undefined || faults.some((other) => kindOf(other.message) === kindOf(message))) continue;
      const least = shorter(input, (candidate) => kindOf(attempt(candidate) ?? '') === kindOf(message));
      add(attempt(least) ?? message, least);
    }
    corpus.push(...reachingNew(batch, coverage, attempt));
  }
  coverage.close();
  parentPort?.postMessage({ target: target.name, inputs: state[0], blocks: coverage.size, corpus: corpus.length } satisfies ReaderReport);
}

/** Faults whose messages differ only in numbers are the same. */
function kindOf(message: string): string {
  return message.replace(/[0-9.]+/g, '0');
}

/** Removes as much of the input as possible while it still fails. */
function shorter(input: Uint8Array, fails: (candidate: Uint8Array) => boolean): Uint8Array {
  let least = input;
  for (let size = least.length >> 1; size >= 1; size >>= 1) {
    for (let at = 0; at + size <= least.length;) {
      const candidate = new Uint8Array(least.length - size);
      candidate.set(least.subarray(0, at));
      candidate.set(least.subarray(at + size), at);
      if (fails(candidate)) least = candidate;
      else at += size;
    }
  }
  return least;
}
