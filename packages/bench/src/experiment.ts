import type { Effort, Result } from './record/result.ts';
import type { Peers } from './measure/peer.ts';

/** The options of a run. */
export interface Options {
  readonly seed: number;
  readonly effort: Effort;
  /** A folder of `.map` and `.map.scen` files. Default: generated worlds. */
  readonly maps?: string;
  /** A folder of dynamic problem sets: `.scen` files of version 2 and their `.patch` files. Default: a generated one. */
  readonly dynamicSets?: string;
  /** A folder of road networks: `.gr.bin` with `.co.bin`, or DIMACS `.gr`. Default: a generated one. */
  readonly roads?: string;
  /** A folder with worlds and motion primitives of SBPL. Default: generated worlds. */
  readonly robots?: string;
  /** A folder of levels: `.obj` files with y up. Default: their tables stay empty. */
  readonly meshes?: string;
  /** Other libraries to measure. Default: their rows are left out. */
  readonly peers?: Peers;
  /** A script that calls `serveContender`. With it each contender is measured in its own thread, where an experiment supports it. */
  readonly thread?: string;
  /** Sentences for the report, such as which maps are left out. */
  readonly notes?: readonly string[];
  /** The command to reproduce the run, for the report. */
  readonly command?: string;
}

/** Receives the progress of a run. Both calls are cheap. */
export interface Progress {
  step(done: number, total: number, doing: string): void;
  /** The results so far, so that an interrupted run loses nothing. */
  snapshot?(result: Result): void;
}

/** A paper or a question, answered by measurements. */
export interface Experiment {
  readonly name: string;
  readonly title: string;
  readonly reproduces: string;
  run(options: Options, progress: Progress): Promise<Result>;
}

/** Ignores progress. */
export const silent: Progress = { step() {} };
