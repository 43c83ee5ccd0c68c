/**
 * RRT-Connect: J. J. Kuffner & S. M. LaValle, "RRT-Connect: An Efficient Approach to Single-Query Path Planning", ICRA
 * 2000. Two trees grow from start and goal: one takes a step towards a sample, the other extends towards the new
 * vertex as far as it can, then they swap roles. The first path ends the search; it is found fast but is not short.
 */
import type { Signal } from '@pf/graph';
import { checkOptions, shown } from '@pf/graph/kit';
import { checkPathBuffer } from './check-path-buffer.ts';
import { checkedRandom, checkSamples, Sampler } from './sampler.ts';
import { SamplingCounters } from './sampling-counters.ts';
import { checkPoint, checkSpace, distance, type Space } from './space.ts';
import { Tree } from './tree.ts';

/** Options of `RRTConnect`. It needs no goal bias and no goal tolerance, as each tree grows towards the other. */
export interface RRTConnectOptions {
  /** Source of random numbers in [0, 1), such as Math.random. The same numbers give the same trees. Default: `seededRandom(1)`, so every run is the same. */
  readonly random?: (() => number) | undefined;
  /** Longest edge, at least a 10-millionth of the box's diagonal. Default: a 20th of it. */
  readonly step?: number | undefined;
}

/** Steps along the box's diagonal, at most: a single sample can take as many. */
const MOST_STEPS = 1e7;

/**
 * Finds a first path fast, by two trees that grow towards each other. Shorten it with `simplify`.
 *
 * @example
 * ```ts
 * import { box, obstacles, RRTConnect } from '@pf/sampling';
 *
 * let seed = 1;
 * const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
 * const space = obstacles({ min: [0, 0], max: [10, 10] }, [box([4, 0], [6, 8])]);
 * const rrt = new RRTConnect(space, { random });
 * rrt.search([1, 1], [9, 1], 1000) < Infinity; // → true
 * ```
 */
export class RRTConnect {
  readonly counters = new SamplingCounters();
  /** The start's tree and the goal's. */
  readonly trees: readonly [Tree, Tree];

  private readonly step: number;
  private readonly sampler: Sampler;
  private readonly sample: Float64Array;
  private readonly near: Float64Array;
  private readonly fresh: Float64Array;
  private readonly goal: Float64Array;
  /** The tree that takes the next step. */
  private turn = 0;
  /** The new vertex that the other tree extends towards; −1 between two runs. */
  private target = -1;
  /** The vertex of each tree at which they met; −1 before. */
  private readonly met: [number, number] = [-1, -1];

  constructor(private readonly space: Space, options: RRTConnectOptions = {}) {
    const d = checkSpace(space);
    checkOptions(options, ['random', 'step'], 'RRTConnect');
    const diagonal = distance(Float64Array.from(space.bounds.min), Float64Array.from(space.bounds.max)), least = diagonal / MOST_STEPS;
    this.step = options.step ?? diagonal / 20;
    if (!(typeof this.step === 'number' && this.step >= least)) throw new RangeError(`The step must be ${least} or more in this box, got ${shown(this.step)}.`);
    this.trees = [new Tree(d), new Tree(d)];
    this.sampler = new Sampler(space.bounds, checkedRandom(options.random));
    this.sample = new Float64Array(d);
    this.near = new Float64Array(d);
    this.fresh = new Float64Array(d);
    this.goal = new Float64Array(d);
  }

  /** The cost of the path; Infinity before there is one. */
  get cost(): number {
    const [start, goal] = this.met;
    return start < 0 ? Infinity : this.trees[0].cost[start] + this.trees[1].cost[goal];
  }

  /** The number of points of the path; 0 before there is one. */
  get pathLength(): number {
    const [start, goal] = this.met;
    return start < 0 ? 0 : this.trees[0].depth(start) + this.trees[1].depth(goal) - 1;
  }

  /**
   * Starts a new search and draws at most `samples` samples. `signal` is read before each sample and each step. Returns the
   * cost of the path.
   */
  search(from: ArrayLike<number>, to: ArrayLike<number>, samples: number, signal?: Signal): number {
    checkSamples(samples);
    const start = checkPoint(this.space, from, 'start');
    this.goal.set(checkPoint(this.space, to, 'goal'));
    this.counters.samples = this.counters.segments = this.counters.rewired = 0;
    for (const tree of this.trees) tree.clear();
    this.trees[0].add(start, -1, 0);
    this.trees[1].add(this.goal, -1, 0);
    this.turn = 0;
    this.target = -1;
    this.met.fill(distance(start, this.goal) === 0 ? 0 : -1);
    return this.resume(samples, signal);
  }

  /** Continues the search. Once there is a path, no more samples are drawn. After a change of the space call `search`. */
  resume(samples: number, signal?: Signal): number {
    if (this.trees[0].size === 0) throw new Error('There are no trees to go on with: call search(from, to, samples) first.');
    checkSamples(samples);
    // An interrupted run continues first: its sample has been drawn.
    while (this.met[0] < 0 && (samples > 0 || this.target >= 0) && signal?.aborted !== true) {
      if (this.target >= 0) this.run();
      else {
        this.draw();
        samples--;
      }
    }
    return this.cost;
  }

  /** Writes the path's points, start first, and returns their number; 0 if there is no path. */
  path(out: Float64Array): number {
    const [start, goal] = this.met;
    if (start < 0) return 0;
    const [first, second] = this.trees;
    const d = first.dimension;
    const length = this.pathLength;
    checkPathBuffer(out, length, d);
    let n = first.path(start, out);
    for (let v = second.parent[goal]; v >= 0; v = second.parent[v]) out.set(second.points.subarray(v * d, v * d + d), n++ * d);
    return n;
  }

  /** Draws a sample and takes a step towards it. A new vertex becomes the other tree's target. */
  private draw(): void {
    this.counters.samples++;
    this.sampler.uniform(this.sample);
    const tree = this.trees[this.turn];
    const v = this.extend(tree);
    if (v < 0) return this.pass();
    tree.read(v, this.sample);
    this.target = v;
  }

  /** One step of the other tree towards the target, until it is reached or blocked. */
  private run(): void {
    const tree = this.trees[1 - this.turn];
    const u = this.extend(tree);
    if (u < 0) return this.pass();
    tree.read(u, this.near);
    if (distance(this.near, this.sample) > 0) return;
    this.met[this.turn] = this.target;
    this.met[1 - this.turn] = u;
    this.pass();
  }

  /** Swaps the trees' roles. */
  private pass(): void {
    this.turn = 1 - this.turn;
    this.target = -1;
  }

  /** Takes one step of `tree` towards the sample. Returns the new vertex; −1 if the segment is blocked, or the step too short to change the point. */
  private extend(tree: Tree): number {
    const { sample, near, fresh } = this;
    const nearest = tree.nearest(sample);
    tree.read(nearest, near);
    const away = distance(near, sample);
    if (away === 0) return nearest;
    if (away > this.step) for (let k = 0; k < near.length; k++) fresh[k] = near[k] + ((sample[k] - near[k]) * this.step) / away;
    else fresh.set(sample);
    const edge = distance(near, fresh);
    if (edge === 0) return -1;
    this.counters.segments++;
    return this.space.segmentFree(near, fresh) ? tree.add(fresh, nearest, edge) : -1;
  }
}
