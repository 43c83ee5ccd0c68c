import type { Signal } from '@pf/graph';
import { checkSamples } from './sampler.ts';
import { SamplingCounters } from './sampling-counters.ts';
import { checkPoint, type Space } from './space.ts';
import type { Tree } from './tree.ts';

/** Base of the planners that grow one tree: start, goal, best path and counters. */
export abstract class TreePlanner {
  readonly counters = new SamplingCounters();
  protected readonly goal: Float64Array;

  constructor(
    protected readonly space: Space,
    readonly tree: Tree,
    d: number,
  ) {
    this.goal = new Float64Array(d);
  }

  /** The cost of the best path so far; Infinity before the first. */
  get cost(): number {
    return this.tree.bestCost;
  }

  /** The number of points of the best path; 0 before the first. */
  get pathLength(): number {
    return this.tree.depth(this.tree.bestGoal);
  }

  /**
   * Starts a new tree and draws `samples` samples. Returns the cost of the best path. `signal` is read before each sample: an
   * `AbortSignal`, or an object with a getter. `{ get aborted() { return planner.cost < Infinity; } }` stops at the first path.
   * Infinitely many samples need a signal.
   */
  search(from: ArrayLike<number>, to: ArrayLike<number>, samples: number, signal?: Signal): number {
    checkEnds(samples, signal);
    const start = checkPoint(this.space, from, 'start');
    this.goal.set(checkPoint(this.space, to, 'goal'));
    this.counters.samples = this.counters.segments = this.counters.rewired = 0;
    this.tree.clear();
    this.beginTree(start);
    return this.resume(samples, signal);
  }

  /** Draws `samples` more. The tree equals that of a single run of all samples. Keeps its tree: after a change of the space call `search`. */
  resume(samples: number, signal?: Signal): number {
    if (this.tree.size === 0) throw new Error('There is no tree to resume: call search(from, to, samples) first.');
    checkEnds(samples, signal);
    for (; samples > 0 && signal?.aborted !== true; samples--) {
      this.counters.samples++;
      this.addSample();
    }
    return this.tree.bestCost;
  }

  /** Writes the best path's points, start first, and returns their number; 0 if there is no path. */
  path(out: Float64Array): number {
    return this.tree.path(this.tree.bestGoal, out);
  }

  /** Puts the start into the empty tree. */
  protected abstract beginTree(start: Float64Array): void;

  /** Draws a sample and extends the tree towards it. */
  protected abstract addSample(): void;
}

/** These planners improve their path for ever. */
function checkEnds(samples: number, signal: Signal | undefined): void {
  checkSamples(samples);
  if (samples === Infinity && signal === undefined) throw new RangeError('A search of Infinity samples never ends by itself: pass a signal, or a finite number.');
}
