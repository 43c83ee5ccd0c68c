import type { Signal } from '@pf/graph';
import { checkSamples } from './sampler.ts';
import { SamplingCounters } from './sampling-counters.ts';
import { checkPoint, type Space } from './space.ts';
import type { Tree } from './tree.ts';

/** What all planners that grow one tree share: start and goal, the best path so far, and what it took. */
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

  /** How many points the best path has; 0 before the first. */
  get pathLength(): number {
    return this.tree.depth(this.tree.bestGoal);
  }

  /**
   * Begins a new tree and draws `samples`, fewer if `signal` is aborted before one of them: an
   * `AbortSignal`, or an object with a getter, such as `{ get aborted() { return planner.cost < Infinity; } }` for the first path. Returns the cost of the best path.
   */
  search(from: ArrayLike<number>, to: ArrayLike<number>, samples: number, signal?: Signal): number {
    checkSamples(samples);
    const start = checkPoint(this.space, from, 'start');
    this.goal.set(checkPoint(this.space, to, 'goal'));
    this.counters.samples = this.counters.segments = this.counters.rewired = 0;
    this.tree.clear();
    this.beginTree(start);
    return this.resume(samples, signal);
  }

  /** Draws `samples` more: the tree is the one that a single run of all samples would have grown. */
  resume(samples: number, signal?: Signal): number {
    if (this.tree.size === 0) throw new Error('There is no tree to go on with: call search(from, to, samples) first.');
    checkSamples(samples);
    for (; samples > 0 && signal?.aborted !== true; samples--) {
      this.counters.samples++;
      this.addSample();
    }
    return this.tree.bestCost;
  }

  /** Writes the best path's points, start first, one after the other; returns how many, 0 if there is none. */
  path(out: Float64Array): number {
    return this.tree.path(this.tree.bestGoal, out);
  }

  /** Puts the start into the empty tree. */
  protected abstract beginTree(start: Float64Array): void;

  /** Draws a sample and extends the tree by it. */
  protected abstract addSample(): void;
}
