/**
 * RRT under dynamics: S. M. LaValle & J. J. Kuffner, "Randomized Kinodynamic Planning", IJRR 20(5), 2001. The user's
 * steering function makes a motion from one state towards another; the tree holds the states on it.
 *
 * Departures: the states before a collision are kept, as they are reachable (the paper drops the whole motion). If many states
 * coincide, a state that the tree already holds at no higher cost is not added again.
 */
import { checkOptions, shown } from '@pf/graph/kit';
import { checkPathBuffer } from './check-path-buffer.ts';
import { grow } from './grow.ts';
import { Periods } from './periods.ts';
import { checkedRandom, Sampler } from './sampler.ts';
import { checkSpace, distance, type Space } from './space.ts';
import { Tree } from './tree.ts';
import { TreePlanner } from './tree-planner.ts';

/**
 * How a robot or vehicle moves, for `KinodynamicRRT`.
 *
 * @example
 * ```ts
 * import type { Dynamics } from '@pf/sampling';
 *
 * // A boat on a line that drifts by 0.1 and can row 1: state is [position].
 * const boat: Dynamics = {
 *   states: 1,
 *   steer(from, toward, out) {
 *     out[0] = from[0] + 0.1 + Math.sign(toward[0] - from[0]);
 *     return 1;
 *   },
 * };
 * const out = new Float64Array(1);
 * boat.steer(Float64Array.of(0), Float64Array.of(5), out, new Float64Array(0), Math.random); // → 1
 * out[0]; // → 1.1
 * ```
 */
export interface Dynamics {
  /** The maximum number of states that one motion writes. */
  readonly states: number;
  /** Coordinates of a state. `KinodynamicRRT` rejects a space of another dimension. Default: any. */
  readonly dimension?: number | undefined;
  /**
   * Period of each coordinate: 2π for an angle, 0 for none. A periodic coordinate outside the bounds is moved back inside by whole periods.
   * Between two states it takes the shorter direction, across the ends of the bounds if they span a whole period. Default: no periods.
   */
  readonly period?: ArrayLike<number> | undefined;
  /** Numbers in a control, such as 2 for a curvature and a length. Default 0. */
  readonly controls?: number | undefined;
  /**
   * Writes the states of a motion from `from` (not included) towards `toward` to `out` and returns their number, up to `states`. Writes the motion's control, which is
   * the same between all its states, to `controls`. Take random numbers from `random`, the planner's: then equal planners give equal trees.
   */
  steer(from: Float64Array, toward: Float64Array, out: Float64Array, controls: Float64Array, random: () => number): number;
  /** Cost between two successive states, 0 or more. Default: their distance. */
  cost?(from: Float64Array, to: Float64Array): number;
  /** Coordinates in which to measure distance, if not those of the state: an angle as a point on a circle, for example. */
  readonly embedding?: { readonly dimension: number; readonly write: (state: Float64Array, out: Float64Array) => void } | undefined;
}

/** Options of `KinodynamicRRT`. */
export interface KinodynamicRRTOptions {
  /** Source of random numbers in [0, 1), such as Math.random. The same numbers give the same tree. Default: `seededRandom(1)`, so every run is the same. */
  readonly random?: (() => number) | undefined;
  /** How the vehicle moves: `car(…)` or your own. */
  readonly dynamics: Dynamics;
  /** A path may end this far from the goal, in the coordinates of `embedding`. */
  readonly goalTolerance: number;
  /** Share of samples that are the goal itself. Default 0.05. */
  readonly goalBias?: number | undefined;
}

/**
 * Finds a path for a vehicle with limited motions, such as a car. The space's points are states; the segment between two successive states must be free.
 *
 * @example
 * ```ts
 * import { box, car, KinodynamicRRT, obstacles } from '@pf/sampling';
 *
 * let seed = 1;
 * const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
 * const walls = box([4, 0, -Infinity], [6, 7, Infinity]); // whatever the heading
 * const space = obstacles({ min: [0, 0, -Math.PI], max: [10, 10, Math.PI] }, [walls]);
 * const rrt = new KinodynamicRRT(space, { random, dynamics: car({ turningRadius: 1 }), goalTolerance: 0.5 });
 * rrt.search([1, 1, 0], [9, 1, 0], 20000, { get aborted() { return rrt.cost < Infinity; } }) < 60; // → true
 * ```
 */
export class KinodynamicRRT extends TreePlanner {
  private readonly d: number;
  private readonly random: () => number;
  private readonly sampler: Sampler;
  private readonly goalBias: number;
  private readonly sample: Float64Array;
  private readonly near: Float64Array;
  private readonly next: Float64Array;
  private readonly motion: Float64Array;
  private readonly periods: Periods;
  /** Controls of the current motion, and of the motion that leads to each vertex. */
  private readonly control: Float64Array;
  private controlsOf: Float64Array;
  /** The goal in the coordinates of `embedding`. */
  private readonly placeOfGoal: Float64Array;

  constructor(space: Space, private readonly options: KinodynamicRRTOptions) {
    const d = checkSpace(space);
    if ((options as KinodynamicRRTOptions | undefined) === undefined) throw new TypeError('A KinodynamicRRT needs to know how the thing moves: { dynamics: car({ turningRadius: 5 }), goalTolerance: 1 }.');
    checkOptions(options, ['random', 'dynamics', 'goalTolerance', 'goalBias'], 'KinodynamicRRT');
    const { dynamics } = options;
    if (typeof (dynamics as Partial<Dynamics> | null | undefined)?.steer !== 'function') throw new TypeError(`The dynamics say how the thing moves, such as car({ turningRadius: 2 }): got ${shown(dynamics)}.`);
    const { dimension = d } = dynamics;
    const { goalBias = 0.05 } = options;
    if (!(typeof options.goalTolerance === 'number' && options.goalTolerance > 0)) throw new RangeError(`goalTolerance must be above 0: a motion does not end in the very goal, got ${shown(options.goalTolerance)}.`);
    if (!(typeof goalBias === 'number' && goalBias >= 0 && goalBias < 1)) throw new RangeError(`The goal bias must be from 0 to below 1, got ${shown(goalBias)}.`);
    if (!(Number.isInteger(dynamics.states) && dynamics.states > 0)) throw new RangeError(`The dynamics need a whole number of states a motion, at least 1, got ${shown(dynamics.states)}.`);
    if (dimension !== d) throw new RangeError(`The states of the dynamics have ${dimension} coordinates and the space ${d}: give both the same number.`);
    super(space, new Tree(d, dynamics.embedding), d);
    this.d = d;
    this.goalBias = goalBias;
    this.random = checkedRandom(options.random);
    this.sampler = new Sampler(space.bounds, this.random);
    this.sample = new Float64Array(d);
    this.near = new Float64Array(d);
    this.next = new Float64Array(d);
    this.motion = new Float64Array(dynamics.states * d);
    const { controls = 0 } = dynamics;
    if (!(Number.isInteger(controls) && controls >= 0)) throw new RangeError(`The controls of the dynamics are a whole number of numbers, got ${shown(controls)}.`);
    this.control = new Float64Array(controls);
    this.controlsOf = new Float64Array(controls * 1024);
    this.periods = new Periods(space, dynamics.period, this.counters);
    this.placeOfGoal = new Float64Array(this.tree.index.dimension);
  }

  protected beginTree(start: Float64Array): void {
    this.placeOfGoal.set(this.tree.place(this.goal));
    this.grow(start, -1, 0);
  }

  protected addSample(): void {
    const { tree, sample, near } = this;
    if (this.random() < this.goalBias) sample.set(this.goal);
    else this.sampler.uniform(sample);
    const v = tree.nearest(sample);
    tree.read(v, near);
    const { dynamics } = this.options;
    const n = dynamics.steer(near, sample, this.motion, this.control, this.random);
    if (!(Number.isInteger(n) && n >= 0 && n <= dynamics.states)) throw new RangeError(`steer must return how many states it wrote, from 0 to ${dynamics.states}, got ${shown(n)}.`);
    this.follow(v, n);
  }

  /**
   * Writes the controls between successive states of the best path and returns their number: one less than the states, 0 if
   * there is no path. The control of a `car` is a curvature and a length, negative in reverse.
   */
  controls(out: Float64Array): number {
    const { length } = this.control;
    if (length === 0) throw new Error('These dynamics have no controls: say how many numbers steer writes by controls.');
    const n = Math.max(0, this.pathLength - 1);
    checkPathBuffer(out, n, length, 'controls');
    for (let v = this.tree.bestGoal, i = n - 1; i >= 0; v = this.tree.parent[v], i--) out.set(this.controlsOf.subarray(v * length, (v + 1) * length), i * length);
    return n;
  }

  /** Adds the motion's `n` states below `v` as a chain, up to the first that cannot be reached. */
  private follow(v: number, n: number): void {
    const { d, near, next, motion, periods, tree } = this;
    const { dynamics } = this.options;
    for (let i = 0; i < n; i++) {
      if (!periods.step(near, motion, i * d, next) || !periods.isFree(near, next)) return;
      const cost = dynamics.cost?.(near, next) ?? distance(near, periods.reached);
      if (!(typeof cost === 'number' && cost >= 0)) throw new RangeError(`cost must return 0 or more, got ${shown(cost)} from [${near.join(', ')}] to [${next.join(', ')}].`);
      // With few distinct states, or motions that do not move, the tree would fill with copies. Only then is a lookup worth its time.
      const known = tree.index.isCrowded ? tree.find(next, tree.cost[v] + cost) : -1;
      v = known >= 0 ? known : this.grow(next, v, cost);
      near.set(next);
    }
  }

  private grow(state: Float64Array, parent: number, cost: number): number {
    const v = this.tree.add(state, parent, cost);
    const { length } = this.control;
    if (length > 0) {
      if (this.controlsOf.length < (v + 1) * length) this.controlsOf = grow(this.controlsOf, Float64Array);
      this.controlsOf.set(this.control, v * length);
    }
    if (distance(this.tree.place(state), this.placeOfGoal) <= this.options.goalTolerance) this.tree.markGoal(v);
    return v;
  }
}
