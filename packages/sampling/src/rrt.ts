/**
 * RRT: S. M. LaValle & J. J. Kuffner, "Randomized Kinodynamic Planning", IJRR 20(5), 2001 (here without dynamics; see
 * kinodynamic-rrt.ts). RRT*: S. Karaman & E. Frazzoli, "Sampling-based Algorithms for Optimal Motion Planning", IJRR 30(7),
 * 2011. Informed RRT*: see sampler.ts. One loop for all three: RRT* adds the choice of parent and the rewiring, Informed
 * RRT* the region to sample.
 *
 * Departures
 * - Goal bias: a share of the samples is the goal itself, until the goal is a vertex of the tree.
 * - Neighbours are tried as parents from the cheapest up, and the first free segment is taken (the paper tests
 *   all of them). Segments to neighbours whose cost would not fall are not tested.
 * - The radius is min(step, γ (ln n / n)^exponent): the paper's γ > 2 (1+1/d)^(1/d) (μ/ζ_d)^(1/d) and exponent 1/d, or the
 *   amendment of Solovey, Janson, Schmerling, Frazzoli & Pavone, "Revisiting the Asymptotic Optimality of RRT*", ICRA
 *   2020, exponent 1/(d+1), γ = (2+θ) (c / ((d+1) θ) · μ/ζ_d)^(1/(d+1)), θ = ¼. The box's volume
 * is used for μ, the free volume, and the best known cost for c, the optimal cost: neither is smaller than the true
 *   value. Before the first path, c is the box's diagonal.
 * - Informed RRT* samples only an ellipsoid: μ is its volume and n its number of vertices, as in Gammell, Barfoot & Srinivasa
 *   ("Informed Sampling for Asymptotically Optimal Path Planning", T-RO 34(4), 2018). The radius is doubled, but is at most that of the box and
 *   all vertices. A thin ellipsoid fills less of the ball than the proof assumes: at the single radius, equally good paths took up to ten
 *   times as long. Once the best path is as short as the straight line, sampling stops.
 */
import { checkBoolean, checkOption, checkOptions, shown } from '@pf/graph/kit';
import { checkedRandom, Sampler, unitBallVolume } from './sampler.ts';
import { checkSpace, distance, type Space } from './space.ts';
import { Tree } from './tree.ts';
import { TreePlanner } from './tree-planner.ts';

/** The default step of RRT* is at least the radius for this many vertices, the number that `findPath` draws. */
const USUAL_SIZE = 5000;

/** Options of `RRT`. Lengths are in units of the space. */
export interface RRTOptions {
  /** Source of random numbers in [0, 1), such as Math.random. The same numbers give the same tree. Default: `seededRandom(1)`, so every run is the same. */
  readonly random?: (() => number) | undefined;
  /**
   * Longest edge, and largest radius in which RRT* looks for neighbours. Default: a 20th of the box's diagonal. With `star` or
   * `informed` it is at least the `'2011'` radius for 5000 vertices, which is longer from three dimensions up. With a shorter step there are
   * hardly any neighbours, and RRT* does no better than RRT.
   */
  readonly step?: number | undefined;
  /** Share of samples that are the goal itself. Default 0.05. */
  readonly goalBias?: number | undefined;
  /** A path may end this far from the goal. Default 0: exactly at the goal. */
  readonly goalTolerance?: number | undefined;
  /** RRT*: choose the cheapest parent and rewire the neighbours. Default false. */
  readonly star?: boolean | undefined;
  /** Informed RRT*: once there is a path, sample only where a cheaper one can pass. Implies `star`. Default false. */
  readonly informed?: boolean | undefined;
  /** The proof that sets the radius of RRT*: `'2011'`, (ln n / n)^(1/d), or `'2020'`, (ln n / n)^(1/(d+1)). Default '2011'. */
  readonly radius?: '2011' | '2020' | undefined;
}

/** The names of `RRTOptions`. */
export const RRT_OPTIONS = ['random', 'step', 'goalBias', 'goalTolerance', 'star', 'informed', 'radius'];

/**
 * Finds a path by growing a tree of random samples. With `star` or `informed`, further samples keep improving it.
 *
 * @example
 * ```ts
 * import { box, obstacles, RRT } from '@pf/sampling';
 *
 * let seed = 1;
 * const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
 * const space = obstacles({ min: [0, 0], max: [10, 10] }, [box([4, 0], [6, 8])]);
 * const rrt = new RRT(space, { random, star: true, step: 1 });
 * rrt.search([1, 1], [9, 1], 1000) < 25; // → true
 * const before = rrt.cost;
 * rrt.resume(1000) <= before; // → true
 * const points = new Float64Array(2 * rrt.pathLength);
 * rrt.path(points) === rrt.pathLength; // → true
 * ```
 */
export class RRT extends TreePlanner {
  private readonly d: number;
  private readonly sampler: Sampler;
  private readonly step: number;
  private readonly goalBias: number;
  private readonly goalTolerance: number;
  private readonly star: boolean;
  private readonly informed: boolean;
  private readonly amended: boolean;
  private readonly random: () => number;
  private readonly diagonal: number;
  private readonly sample: Float64Array;
  private readonly near: Float64Array;
  private readonly fresh: Float64Array;
  /** Cost of the new vertex through each neighbour. */
  private through = new Float64Array(256);
  private goalInTree = false;
  /** Lower bound on the length of any path, with a margin for rounding. */
  private shortest = 0;
  /** At the last count: the region of paths up to length `reach` had this `volume` and this number of vertices `inside`. */
  private reach = Infinity;
  private volume = 0;
  private inside = 0;

  constructor(space: Space, options: RRTOptions = {}) {
    const d = checkSpace(space);
    super(space, new Tree(d), d);
    this.d = d;
    checkOptions(options, RRT_OPTIONS, 'RRT');
    this.random = checkedRandom(options.random);
    this.sampler = new Sampler(space.bounds, this.random);
    this.diagonal = distance(Float64Array.from(space.bounds.min), Float64Array.from(space.bounds.max));
    this.goalBias = options.goalBias ?? 0.05;
    this.goalTolerance = options.goalTolerance ?? 0;
    const { radius = '2011', informed = false, star = false } = options;
    checkBoolean(informed, 'informed');
    checkBoolean(star, 'star');
    this.informed = informed;
    this.star = informed || star;
    this.amended = radius === '2020';
    const least = this.star ? this.sampler.side * radius2011(d, Math.log(USUAL_SIZE) / USUAL_SIZE) : 0;
    this.step = options.step ?? Math.max(this.diagonal / 20, least);
    checkOption('radius', radius, ['2011', '2020']);
    if (!(typeof this.step === 'number' && this.step > 0)) throw new RangeError(`The step must be above 0, got ${shown(this.step)}.`);
    if (!(typeof this.goalBias === 'number' && this.goalBias >= 0 && this.goalBias < 1)) throw new RangeError(`The goal bias must be from 0 to below 1, got ${shown(this.goalBias)}.`);
    if (!(typeof this.goalTolerance === 'number' && this.goalTolerance >= 0)) throw new RangeError(`goalTolerance must be 0 or more, got ${shown(this.goalTolerance)}.`);
    if (this.goalBias === 0 && this.goalTolerance === 0) {
      throw new RangeError('With a goal bias of 0 no sample ever is the goal itself: give a goalTolerance above 0.');
    }
    this.sample = new Float64Array(d);
    this.near = new Float64Array(d);
    this.fresh = new Float64Array(d);
  }

  protected beginTree(start: Float64Array): void {
    this.goalInTree = false;
    this.sampler.aim(start, this.goal);
    this.shortest = Math.max(0, distance(start, this.goal) - this.goalTolerance) * (1 + 1e-12);
    this.reach = Infinity;
    this.volume = 1;
    this.inside = 0;
    this.register(this.tree.add(start, -1, 0), start);
  }

  protected addSample(): void {
    if (this.informed && this.tree.bestCost <= this.shortest) return;
    this.draw();
    this.extend();
  }

  private draw(): void {
    if (!this.goalInTree && this.random() < this.goalBias) this.sample.set(this.goal);
    else if (this.informed && this.tree.bestGoal >= 0) this.sampler.informed(this.sample, this.tree.bestCost + this.goalTolerance);
    else this.sampler.uniform(this.sample);
  }

  private extend(): void {
    const { tree, sample, near, fresh, space } = this;
    const nearest = tree.nearest(sample);
    tree.read(nearest, near);
    const away = distance(near, sample);
    if (away === 0) return;
    let edge = away;
    if (away > this.step) {
      for (let k = 0; k < this.d; k++) fresh[k] = near[k] + ((sample[k] - near[k]) * this.step) / away;
      edge = distance(near, fresh);
      if (edge === 0) return;
    } else fresh.set(sample);
    this.counters.segments++;
    if (!space.segmentFree(near, fresh)) return;

    if (!this.star) {
      this.register(tree.add(fresh, nearest, edge), fresh);
      return;
    }
    const n = tree.index.within(fresh, 0, this.radius());
    const parent = this.cheapestParent(n, nearest, edge);
    const v = parent < 0 ? tree.add(fresh, nearest, edge) : tree.add(fresh, tree.index.found[parent], Math.sqrt(tree.index.foundSquared[parent]));
    // Before rewiring, which calls the space: if that throws, the vertex is already marked as a goal.
    this.register(v, fresh);
    this.rewire(v, n);
  }

  private radius(): number {
    if (this.informed) this.narrow();
    const { tree, d } = this;
    const { side } = this.sampler;
    const n = tree.size;
    if (n < 2) return this.step;
    const share = Math.log(n) * Math.min(1 / n, (2 ** d * this.volume) / this.inside);
    return Math.min(this.step, side * (this.amended ? radius2020(d, share, (tree.bestGoal < 0 ? this.diagonal : tree.bestCost) / side) : radius2011(d, share)));
  }

  /** Recounts the region of better paths whenever it has shrunk by half. */
  private narrow(): void {
    const { tree, sampler, near } = this;
    const reach = tree.bestCost + this.goalTolerance;
    const volume = sampler.volume(reach);
    if (volume >= this.volume / 2) return;
    this.reach = reach;
    this.volume = volume;
    this.inside = 0;
    for (let v = 0; v < tree.size; v++) {
      tree.read(v, near);
      if (sampler.detour(near) <= reach) this.inside++;
    }
  }

  /** The neighbour, of `n`, that gives the new vertex the lowest cost over a free segment; −1 to keep the nearest. */
  private cheapestParent(n: number, nearest: number, edge: number): number {
    const { tree, near, fresh } = this;
    const { found, foundSquared } = tree.index;
    const limit = tree.cost[nearest] + edge;
    if (this.through.length < n) this.through = new Float64Array(found.length);
    const through = this.through;
    for (let i = 0; i < n; i++) through[i] = tree.cost[found[i]] + Math.sqrt(foundSquared[i]);
    for (;;) {
      let best = -1, least = limit;
      for (let i = 0; i < n; i++) if (through[i] < least) { least = through[i]; best = i; }
      if (best < 0) return -1;
      tree.read(found[best], near);
      this.counters.segments++;
      if (this.space.segmentFree(near, fresh)) return best;
      through[best] = Infinity;
    }
  }

  private rewire(v: number, n: number): void {
    const { tree, near, fresh } = this;
    const { found, foundSquared } = tree.index;
    const g = tree.cost[v];
    for (let i = 0; i < n; i++) {
      const u = found[i];
      const edge = Math.sqrt(foundSquared[i]);
      if (!(g + edge < tree.cost[u])) continue;
      tree.read(u, near);
      this.counters.segments++;
      if (!this.space.segmentFree(fresh, near)) continue;
      this.counters.rewired++;
      tree.rewire(u, v, edge);
    }
  }

  /** Counts a new vertex, and marks it if it is a goal. */
  private register(v: number, point: Float64Array): void {
    if (this.reach === Infinity || this.sampler.detour(point) <= this.reach) this.inside++;
    const away = distance(point, this.goal);
    if (away > this.goalTolerance) return;
    this.tree.markGoal(v);
    if (away === 0) this.goalInTree = true;
  }
}

/** The radius of Karaman & Frazzoli, 10% above their bound, in sides of the box; `share` is μ ln n / n, with μ as a share of the box. */
function radius2011(d: number, share: number): number {
  return 2.2 * (((1 + 1 / d) * share) / unitBallVolume(d)) ** (1 / d);
}

/** The radius of Solovey and others, likewise; `c` in sides too. */
function radius2020(d: number, share: number, c: number): number {
  return 2.25 * (((4 * c) / (d + 1)) * (share / unitBallVolume(d))) ** (1 / (d + 1));
}
