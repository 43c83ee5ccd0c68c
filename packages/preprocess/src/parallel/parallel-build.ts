/**
 * Distributes a build over workers. A worker gets a world and ranges of vertices, and returns the bytes that the main thread
 * would have built. A worker that dies or hangs is replaced and its part redone; finished parts are
 * read from a store; a signal stops the build.
 */
import type { Graph, Located, Signal } from '@pf/graph';
import { decodeArtifact, encodeArtifact } from '../artifact/artifact.ts';
import type { BuildKind } from './build-kinds.ts';
import { assembleParts, buildFingerprint, isBuiltWhole, PART_FORMAT, partBuilder, partStarts } from './build-kinds.ts';
import { checkParallelBuild, checkWorker } from './parallel-options.ts';
import { abortError } from '../progress-callbacks.ts';
import { editedMeanwhile } from '../artifact/world-fingerprint.ts';
import type { WorldData } from '../artifact/world-data.ts';
import { describeWorld } from '../artifact/world-data.ts';

/** Message to a worker: first the world, then parts to build. */
export type ToWorker = { readonly world: WorldData; readonly kind: BuildKind } | { readonly from: number; readonly to: number };

/** Message from a worker: the bytes of a part, or an error. */
export type FromWorker = { readonly part: ArrayBuffer } | { readonly error: string };

/** The interface of a worker: a Node thread or a web worker. Its messages are those of a build, or of another protocol such as that of @pf/server. */
export interface BuildWorker<To = ToWorker, From = FromWorker> {
  /** Sends a message to it. */
  post(message: To): void;
  /** Called once, before any message is posted. `died` may be called when the worker has ended without a request. */
  listen(answer: (message: From) => void, died: (reason: string) => void): void;
  /** Stops the worker, busy or not. */
  end(): void;
}

/** Stores finished parts, so that a build that was killed can resume: a folder, IndexedDB, a Map. */
export interface PartStore {
  /** The part with this name; undefined if there is none. */
  read(name: string): Promise<ArrayBuffer | undefined>;
  /** Stores a part; resolves when it is safe. */
  write(name: string, part: ArrayBuffer): Promise<void>;
}

/** Progress of a parallel build, in vertices. */
export interface BuildProgress {
  /** Vertices finished, in this build or in the one that it resumes. */
  readonly done: number;
  /** All vertices of the world. */
  readonly total: number;
  /** Vertices a second since the build began, without those from a store. */
  readonly rate: number;
  /** Seconds left at that rate. */
  readonly secondsLeft: number;
}

/** Options of a parallel build: its workers, progress, cancellation and storage. */
export interface ParallelBuildOptions {
  /** Starts a worker: `nodeWorker` of @pf/preprocess/node, `webWorker` of @pf/preprocess/web, or your own function. */
  readonly worker: () => BuildWorker;
  /** Number of workers. */
  readonly workers: number;
  /**
   * Stops the build soon after it is aborted, such as an AbortSignal. The build then rejects with an error whose name is AbortError, without waiting for the
   * store. Finished parts stay in the store; parts in progress are lost. Default: none.
   */
  readonly signal?: Signal | undefined;
  /** Called after each part. Default: none. */
  readonly onProgress?: ((progress: BuildProgress) => void) | undefined;
  /** Stores finished parts, so that a stopped or killed build can resume. Default: none. */
  readonly store?: PartStore | undefined;
  /**
   * Milliseconds without an answer after which a worker counts as dead, and is replaced. Allow some seconds: the first answer includes the start of the thread.
   * Default: twenty times the slowest part so far, at least one minute, and ten minutes until the first part is done; no limit if the kind is built whole. Time in
   * which this thread is busy, or the machine asleep, does not count.
   */
  readonly deadAfter?: number | undefined;
  /** Milliseconds by any clock, for the rate and the slowest part. Default: Date.now. */
  readonly now?: (() => number) | undefined;
}

/** The kind of artifact of a stored part. */
const PART = 'part';
/** The build fails when this many workers have died or hung on the same part. */
const DEATHS = 3;
/** Default of `deadAfter`, in milliseconds: until the first part is done, and the minimum for later ones. */
const FIRST_PATIENCE = 600_000;
const LEAST_PATIENCE = 60_000;
const SLOWER = 20;
/** Milliseconds between two reads of the signal. */
const LOOK = 50;
/** Patience is counted in this many slices. A slice in which this thread was busy, or the machine asleep, counts once, however long it took. */
const SLICES = 10;
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Builds an artifact on several workers. The result is byte for byte what the main thread would build and save. A killed build loses two parts per
 * worker, the one being built and the one being written: about a second of work each. A kind that is built whole has a single part.
 *
 * Memory: at most three times the artifact in this thread, while it is assembled. Each worker has a part and a copy of the world, on a grid 10 bytes
 * a cell and 14 more for a free one.
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
  checkParallelBuild(graph, options);
  const { workers, store, signal } = options;
  // Throws here, and not in every worker, if the artifact cannot be built.
  partBuilder(graph, kind);
  const starts = partStarts(graph, kind);
  const build = new Build(graph, kind, starts, options);
  const looking = setInterval(() => {
    if (signal?.aborted === true) build.giveUp();
  }, LOOK);
  try {
    if (store !== undefined) await build.readStored(store);
    // If one worker cannot build its part, the others stop. All are awaited, so that none is left running.
    const ends = await Promise.allSettled(Array.from({ length: Math.min(workers, build.todo.length) }, () => build.work()));
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  } finally {
    clearInterval(looking);
  }
  if (build.done < graph.vertexCount) {
    const kept = store === undefined ? '' : '; finished parts are stored, and a new build resumes from them';
    throw abortError(`The build was stopped after ${build.done} of ${graph.vertexCount} vertices${kept}.`);
  }
  if (buildFingerprint(graph, kind) !== build.fingerprint) throw editedMeanwhile();
  return assembleParts(graph, kind, starts, build.parts as ArrayBuffer[]);
}

class Build {
  readonly parts: (ArrayBuffer | undefined)[];
  /** The parts to build, the first of them last. */
  todo: number[];
  done = 0;
  private stored = 0;
  private over = false;
  /** Milliseconds that the slowest part took; undefined before the first is done. */
  private slowest: number | undefined;
  private readonly world: WorldData;
  readonly fingerprint: string;
  /** Functions that stop the running workers and the waits for the store. */
  private readonly stops = new Set<() => void>();
  private readonly stopped = new Promise<undefined>((resolve) => this.stops.add(() => resolve(undefined)));
  private readonly deaths = new Map<number, number>();
  private readonly began: number;
  private readonly now: () => number;

  constructor(
    private readonly graph: Graph & Located,
    private readonly kind: BuildKind,
    private readonly starts: readonly number[],
    private readonly options: ParallelBuildOptions,
  ) {
    this.parts = starts.map(() => undefined);
    this.todo = starts.map((_, i) => i).reverse();
    this.world = describeWorld(graph);
    this.fingerprint = buildFingerprint(graph, kind);
    this.now = options.now ?? Date.now;
    this.began = this.now();
  }

  /** Reads the parts of a store. A truncated or corrupted part is built anew. */
  async readStored(store: PartStore): Promise<void> {
    for (const i of [...this.todo]) {
      if (this.options.signal?.aborted === true) return;
      const saved = await this.unlessStopped(store.read(this.nameOf(i)));
      if (saved === undefined) continue;
      try {
        const [bytes] = decodeArtifact(saved, PART, this.fingerprint);
        this.parts[i] = (bytes as Uint8Array<ArrayBuffer>).slice().buffer;
        this.done += this.lengthOf(i);
      } catch {
        // It stays to do.
      }
    }
    this.todo = this.todo.filter((i) => this.parts[i] === undefined);
    this.stored = this.done;
  }

  /** Stops the build: starts no more parts and ends the running workers. */
  giveUp(): void {
    this.over = true;
    this.todo.length = 0;
    for (const stop of this.stops) stop();
  }

  /** Waits for the store, but no longer than until the build is stopped. */
  private unlessStopped<T>(done: Promise<T>): Promise<T | undefined> {
    return Promise.race([done, this.stopped]);
  }

  /** Starts workers one after another, until nothing is left to do. */
  async work(): Promise<void> {
    try {
      while (this.todo.length > 0 && this.options.signal?.aborted !== true) await this.employ(checkWorker(this.options.worker()));
    } catch (error) {
      this.giveUp();
      throw error;
    }
  }

  /** Gives parts to one worker until nothing is left, or it dies or hangs. While it builds a part, the one before is written. */
  private async employ(worker: BuildWorker): Promise<void> {
    let dead: string | undefined;
    let begun = 0;
    let unwatch = (): number => 0;
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
        // The clock may have counted while the machine was asleep.
        this.slowest = Math.max(this.slowest ?? 0, Math.min(this.now() - begun, unwatch()));
        settle(message);
      }, die);
      worker.post({ world: this.world, kind: this.kind });
      for (let i = this.todo.pop(); i !== undefined; i = this.todo.pop()) {
        const from = this.starts[i];
        const built = new Promise<FromWorker | undefined>((resolve) => {
          settle = resolve;
          begun = this.now();
          if (dead === undefined) worker.post({ from, to: this.endOf(i) });
          else resolve(undefined);
        });
        const deadAfter = this.deadAfter();
        unwatch = watch(deadAfter, () => die(`it gave no answer for ${deadAfter / 1000} s`));
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

  private deadAfter(): number {
    const first = isBuiltWhole(this.kind) ? Infinity : FIRST_PATIENCE;
    const usual = this.slowest === undefined ? first : Math.max(LEAST_PATIENCE, SLOWER * this.slowest);
    return this.options.deadAfter ?? usual;
  }

  private redo(i: number, reason: string): void {
    const deaths = (this.deaths.get(i) ?? 0) + 1;
    if (deaths === DEATHS) throw new Error(`${DEATHS} workers died or hung while building the vertices from ${this.starts[i]}; last reason: ${reason}`);
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
    return `${this.fingerprint}-${this.kind}-${PART_FORMAT}-${this.starts[i]}-${this.endOf(i)}`;
  }

  private endOf(i: number): number {
    return this.starts[i + 1] ?? this.graph.vertexCount;
  }

  private lengthOf(i: number): number {
    return this.endOf(i) - this.starts[i];
  }
}

/** Calls `hung` after `deadAfter` milliseconds, unless the returned function is called before. That returns the longest time that can have counted so far. */
function watch(deadAfter: number, hung: () => void): () => number {
  const slice = Math.min(deadAfter / SLICES, LONGEST_TIMER);
  let left = SLICES;
  const tick = (): void => {
    if (--left === 0) hung();
    else timer = setTimeout(tick, slice);
  };
  let timer = setTimeout(tick, slice);
  return () => {
    clearTimeout(timer);
    return (SLICES - left + 1) * slice;
  };
}
