/**
 * Distributes a build over workers. A worker gets a world and ranges of vertices, and returns the bytes that the main thread
 * would have built. A worker that dies or hangs is replaced and its part redone; finished parts are
 * read from a store; a signal stops the build.
 */
import type { Graph, Located, Signal } from '@pf/graph';
import { decodeArtifact, encodeArtifact } from '../artifact/artifact.ts';
import type { BuildKind } from './build-kinds.ts';
import { assembleParts, isBuiltWhole, partBuilder } from './build-kinds.ts';
import { abortError } from '../progress-callbacks.ts';
import { locatedFingerprint } from '../artifact/world-fingerprint.ts';
import type { WorldData } from '../artifact/world-data.ts';
import { describeWorld } from '../artifact/world-data.ts';

/** Message to a worker: first the world, then parts to build. */
export type ToWorker = { readonly world: WorldData; readonly kind: BuildKind } | { readonly from: number; readonly to: number };

/** Message from a worker: the bytes of a part, or an error. */
export type FromWorker = { readonly part: ArrayBuffer } | { readonly error: string };

/** Interface of a worker: a Node thread or a web worker. Its messages are those of a build, or of another protocol such as that of @pf/server. */
export interface BuildWorker<To = ToWorker, From = FromWorker> {
  /** Sends a message to it. */
  post(message: To): void;
  /** Called once, before anything is posted. `died` may be called when the worker has come to an end without being asked to. */
  listen(answer: (message: From) => void, died: (reason: string) => void): void;
  /** Stops it, at work or not. */
  end(): void;
}

/** Keeps the parts that are done, so that a build that was killed goes on where it was: a folder, IndexedDB, a Map. */
export interface PartStore {
  /** What was written under this name; undefined where nothing was. */
  read(name: string): Promise<ArrayBuffer | undefined>;
  /** Keeps a part; resolves when it is safe. */
  write(name: string, part: ArrayBuffer): Promise<void>;
}

/** How far a parallel build has come; vertices are what is counted. */
export interface BuildProgress {
  /** Vertices that are done, in this build or in the one that it goes on from. */
  readonly done: number;
  /** All vertices of the world. */
  readonly total: number;
  /** Vertices a second since the build began, not counting what a store had. */
  readonly rate: number;
  /** At that rate. */
  readonly secondsLeft: number;
}

/** Who builds in parallel, and what may watch it, stop it and let it go on. */
export interface ParallelBuildOptions {
  /** Makes a worker: `nodeWorker` of @pf/preprocess/node, `webWorker` of @pf/preprocess/web, or one's own. */
  readonly worker: () => BuildWorker;
  /** How many at once. */
  readonly workers: number;
  /**
   * Stops the build within a moment, and rejects with an error whose name is AbortError; parts under way are lost, those that are done are kept in the
   * store, which is not waited for. An AbortSignal is one. Default: nothing stops it.
   */
  readonly signal?: Signal | undefined;
  /** Called after each part. Default: none. */
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined;
  /** Where finished parts are kept, so that a stopped or killed build goes on. Default: nowhere. */
  readonly store?: PartStore | undefined;
  /**
   * Milliseconds that a worker may be at one part before it is taken for hung, ended and replaced. Default: twenty times what the slowest part so far
   * has taken, a minute at least, and ten minutes until the first has come back. Time in which this thread is busy, or the machine asleep, does not count.
   */
  readonly patience?: number | undefined;
  /** Milliseconds by any clock, for the rate and the slowest part. Default: Date.now. */
  readonly now?: (() => number) | undefined;
}

/** A world is built in at least so many parts, so that workers end together; */
const PARTS = 256;
/** and none is so large that more than so many vertices are settled for it, by a flood from each of its own: a second of work or so. */
const SETTLED = 5e7;
/** What a store keeps is an artifact of this kind. */
const PART = 'part';
/** A part at which so many workers have died or hung is not tried again. */
const DEATHS = 3;
/** The patience that nobody has set: for the first part, of which nothing is known, and for the others. */
const FIRST_PATIENCE = 600_000;
const LEAST_PATIENCE = 60_000;
const SLOWER = 20;
/** Milliseconds after which a signal is looked at again. */
const LOOK = 50;
/** Patience is counted in so many slices, and one in which this thread was busy or the machine asleep is one like any other. */
const SLICES = 10;
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Builds an artifact on several workers; byte for byte what the main thread would build and save. What a killed build loses are two parts a
 * worker: the one being built and the one being written, a second of work each or so.
 *
 * Memory: at most three times the artifact here, while it is put together; in each worker one copy of the world, 10 bytes a cell and 14 a free one
 * on a grid, and a part.
 *
 * @example
 * ```ts no-run
 * import { Grid } from '@pf/grid';
 * import { buildInParallel, GoalBounds } from '@pf/preprocess';
 * import { nodeWorker } from '@pf/preprocess/node';
 *
 * const grid = new Grid(100, 100);
 * const artifact = await buildInParallel(grid, 'goal-bounds', { worker: nodeWorker, workers: 4 });
 * const bounds = GoalBounds.load(grid, artifact);
 * ```
 */
export async function buildInParallel(graph: Graph & Located, kind: BuildKind, options: ParallelBuildOptions): Promise<ArrayBuffer> {
  const { worker, workers, store, signal, patience = 1 } = options;
  if (typeof worker !== 'function') throw new TypeError(`worker must be a function that starts one, such as nodeWorker itself or () => webWorker(…), got ${typeof worker}.`);
  if (!Number.isInteger(workers) || workers < 1) throw new RangeError(`workers must be a whole number of at least 1, got ${workers}.`);
  if (!(patience > 0)) throw new RangeError(`patience must be a number of milliseconds above 0, got ${patience}.`);
  // What cannot be built says so here and not in every worker.
  partBuilder(graph, kind);
  const size = isBuiltWhole(kind) ? Math.max(1, graph.vertexCount) : Math.max(1, Math.min(Math.ceil(graph.vertexCount / PARTS), Math.floor(SETTLED / graph.vertexCount)));
  const starts = Array.from({ length: Math.ceil(graph.vertexCount / size) }, (_, i) => i * size);
  const build = new Build(graph, kind, starts, size, options);
  const looking = setInterval(() => {
    if (signal?.aborted === true) build.giveUp();
  }, LOOK);
  try {
    if (store !== undefined) await build.readStored(store);
    // Where one worker's part cannot be built, the others need not go on; but none is left behind at work.
    const ends = await Promise.allSettled(Array.from({ length: Math.min(workers, build.todo.length) }, () => build.work()));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } finally {
    clearInterval(looking);
  }
  if (build.done < graph.vertexCount) {
    const kept = store === undefined ? '' : '; what is done is kept, and a new build goes on from there';
    throw abortError(`The build was stopped after ${build.done} of ${graph.vertexCount} vertices${kept}.`);
  }
  if (locatedFingerprint(graph) !== build.fingerprint) throw new Error('The world was changed while this was built for it: build it anew.');
  return assembleParts(graph, kind, starts, build.parts as ArrayBuffer[]);
}

class Build {
  readonly parts: (ArrayBuffer | undefined)[];
  readonly todo: number[];
  done = 0;
  private stored = 0;
  private over = false;
  /** Milliseconds that the slowest part took; none has come back yet where there are none. */
  private slowest: number | undefined;
  private readonly world: WorldData;
  readonly fingerprint: string;
  /** What stops the workers that are employed, and whoever waits for the store. */
  private readonly stops = new Set<() => void>();
  private readonly stopped = new Promise<undefined>((resolve) => this.stops.add(() => resolve(undefined)));
  private readonly deaths = new Map<number, number>();
  private readonly began: number;
  private readonly now: () => number;

  constructor(
    private readonly graph: Graph & Located,
    private readonly kind: BuildKind,
    private readonly starts: readonly number[],
    private readonly size: number,
    private readonly options: ParallelBuildOptions,
  ) {
    this.parts = starts.map(() => undefined);
    this.todo = starts.map((_, i) => i).reverse();
    this.world = describeWorld(graph);
    this.fingerprint = locatedFingerprint(graph);
    this.now = options.now ?? Date.now;
    this.began = this.now();
  }

  /** Takes what a store has. A part that was cut off or corrupted there is built anew. */
  async readStored(store: PartStore): Promise<void> {
    for (const i of [...this.todo]) {
      if (this.options.signal?.aborted === true) return;
      const saved = await this.unlessStopped(store.read(this.nameOf(i)));
      if (saved === undefined) continue;
      try {
        const [bytes] = decodeArtifact(saved, PART, this.fingerprint);
        this.parts[i] = (bytes as Uint8Array<ArrayBuffer>).slice().buffer;
      } catch {
        continue;
      }
      this.todo.splice(this.todo.indexOf(i), 1);
      this.done += this.lengthOf(i);
    }
    this.stored = this.done;
  }

  /** Nothing more is begun, and what is under way is left. */
  giveUp(): void {
    this.over = true;
    this.todo.length = 0;
    for (const stop of this.stops) stop();
  }

  /** What a store may take long for, or for ever, and nobody waits for once the build is given up. */
  private unlessStopped<T>(done: Promise<T>): Promise<T | undefined> {
    return Promise.race([done, this.stopped]);
  }

  /** One worker after the other, until nothing is left to do. */
  async work(): Promise<void> {
    try {
      while (this.todo.length > 0 && this.options.signal?.aborted !== true) await this.employ(this.options.worker());
    } catch (error) {
      this.giveUp();
      throw error;
    }
  }

  /** Gives one worker part after part until nothing is left or it dies or hangs; while it builds one, the one before is written. */
  private async employ(worker: BuildWorker): Promise<void> {
    let dead: string | undefined;
    let begun = 0;
    let unwatch = (): void => undefined;
    let settle: (outcome: FromWorker | undefined) => void = () => undefined;
    const die = (reason: string): void => {
      dead ??= reason;
      settle(undefined);
    };
    const stop = (): void => die('it was stopped');
    this.stops.add(stop);
    let writing: Promise<void> | undefined;
    try {
      worker.listen((message) => {
        this.slowest = Math.max(this.slowest ?? 0, this.now() - begun);
        settle(message);
      }, die);
      worker.post({ world: this.world, kind: this.kind });
      for (let i = this.todo.pop(); i !== undefined; i = this.todo.pop()) {
        const from = this.starts[i];
        const built = new Promise<FromWorker | undefined>((resolve) => {
          settle = resolve;
          begun = this.now();
          if (dead === undefined) worker.post({ from, to: from + this.lengthOf(i) });
          else resolve(undefined);
        });
        const patience = this.patience();
        unwatch = watch(patience, () => die(`it gave no answer for ${patience / 1000} s`));
        const [outcome] = await Promise.all([built.finally(unwatch), writing]);
        if (outcome === undefined) return this.over ? undefined : this.redo(i, dead!);
        if ('error' in outcome) throw new Error(`A worker could not build the vertices from ${from}: ${outcome.error}`);
        writing = this.unlessStopped(this.take(i, outcome.part));
        if (this.options.signal?.aborted === true) break;
      }
      await writing;
    } finally {
      unwatch();
      this.stops.delete(stop);
      worker.end();
    }
  }

  private patience(): number {
    const usual = this.slowest === undefined ? FIRST_PATIENCE : Math.max(LEAST_PATIENCE, SLOWER * this.slowest);
    return this.options.patience ?? usual;
  }

  private redo(i: number, reason: string): void {
    const deaths = (this.deaths.get(i) ?? 0) + 1;
    if (deaths === DEATHS) throw new Error(`${DEATHS} workers died or hung while building the vertices from ${this.starts[i]}, the last of them so: ${reason}`);
    this.deaths.set(i, deaths);
    this.todo.push(i);
  }

  private async take(i: number, part: ArrayBuffer): Promise<void> {
    this.parts[i] = part;
    this.done += this.lengthOf(i);
    const total = this.graph.vertexCount;
    const rate = (this.done - this.stored) / Math.max(1e-3, (this.now() - this.began) / 1000);
    this.options.onProgress?.({ done: this.done, total, rate, secondsLeft: (total - this.done) / rate });
    await this.options.store?.write(this.nameOf(i), encodeArtifact(PART, this.fingerprint, [new Uint8Array(part)]));
  }

  private nameOf(i: number): string {
    return `${this.fingerprint}-${this.kind}-${this.size}-${i}`;
  }

  private lengthOf(i: number): number {
    return Math.min(this.size, this.graph.vertexCount - this.starts[i]);
  }
}

/** Calls `hung` when patience is at its end, unless what it returns is called before. */
function watch(patience: number, hung: () => void): () => void {
  const slice = Math.min(patience / SLICES, LONGEST_TIMER);
  let left = SLICES;
  const tick = (): void => {
    if (--left === 0) hung();
    else timer = setTimeout(tick, slice);
  };
  let timer = setTimeout(tick, slice);
  return () => clearTimeout(timer);
}
