import type { Effort, Result } from './record/result.ts';
import type { Peers } from './measure/peer.ts';

/** The options of a run. */
export interface Options {
  readonly seed: number;
  readonly effort: Effort;
  /** A folder of `.map` and `.map.scen` files to measure on; without it worlds are generated. */
  readonly maps?: string;
  /** A folder of dynamic problem sets, `.scen` files of version 2 and their `.patch` files; without it one is generated. */
  readonly dynamicSets?: string;
  /** A folder of road networks to measure on: `.gr.bin` with `.co.bin`, or DIMACS `.gr`. Without it one is generated. */
  readonly roads?: string;
  /** A folder with the worlds and motion primitives of SBPL; without it worlds are generated. */
  readonly robots?: string;
  /** A folder of levels, `.obj` files with y up, whose navmeshes are measured; without it those tables stay empty. */
  readonly meshes?: string;
  /** Libraries of others to measure beside; without them those rows are left out. */
  readonly peers?: Peers;
  /** A script that calls `serveContender`: then each contender is measured in a thread of its own, where an experiment supports it. */
  readonly thread?: string;
  /** The command that the report names as the one to run again. */
  readonly command?: string;
}

/** Receives the progress of a run. Both calls are cheap. */
export interface Progress {
  step(done: number, total: number, doing: string): void;
  /** What is known so far, so that nothing is lost when the run is stopped. */
  snapshot?(result: Result): void;
}

/** One paper, or one question, answered by measuring. */
export interface Experiment {
  readonly name: string;
  readonly title: string;
  readonly reproduces: string;
  run(options: Options, progress: Progress): Promise<Result>;
}

/** Progress that is not shown. */
export const silent: Progress = { step() {} };
