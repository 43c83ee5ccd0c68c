/**
 * BIT*: J. D. Gammell, S. S. Srinivasa, T. D. Barfoot, "Batch Informed Trees (BIT*): Sampling-based Optimal Planning via the Heuristically Guided Search of Implicit
 * Random Geometric Graphs", ICRA 2015. Samples come in batches. Edges are tried in the order of the
 * best path that could use them, so few segments are tested.
 *
 * Departures: one queue holds both vertices and edges, a vertex before its edges. Tree vertices that cannot be on a better path stay in the tree but are
 * not expanded.
 */
import { checkOptions, shown } from '@pf/graph/kit';
import { EdgeQueue } from './edge-queue.ts';
import { grow } from './grow.ts';
import { NearestIndex } from './nearest-index.ts';
import { checkedRandom, Sampler, unitBallVolume } from './sampler.ts';
import { checkSpace, distance, type Space } from './space.ts';
import { Tree } from './tree.ts';
import { TreePlanner } from './tree-planner.ts';

/** Options of `BITStar`. There is no `step`: the density of the samples sets the longest edge. */
export interface BITStarOptions {
  /** Source of random numbers in [0, 1). The same numbers give the same tree. Default: `seededRandom(1)` of @pf/graph. */
  readonly random?: (() => number) | undefined;
  /** Samples in a batch. Default 100. Each batch visits the whole tree: for tens of thousands of samples, 1000 is several times as fast. */
  readonly batch?: number | undefined;
}

/** Factor on the smallest radius for which costs converge to the optimum, as in the paper. */
const RADIUS_SHARE = 1.1;
/** Head of a queue entry that expands a vertex. Lower heads are tree vertices; 0 and above are samples. */
const EXPAND = -1;

/**
 * Finds and improves a path with the verbs of `RRT`, testing far fewer segments for the same cost. A batch is searched once all its samples are drawn.
 *
 * @example
 * ```ts
 * import { BITStar, box, obstacles } from '@pf/sampling';
 *
 * let seed = 1;
 * const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
 * const world = obstacles({ min: [0, 0], max: [10, 10] }, [box([4, 0], [6, 8])]);
 * const planner = new BITStar(world, { random });
 * planner.search([1, 1], [9, 1], 1000) < 19; // → true
 * const first = planner.cost;
 * planner.resume(1000) <= first; // → true
 * ```
 */
export class BITStar extends TreePlanner {
  private readonly d: number;
  private readonly batch: number;
  private readonly sampler: Sampler;
  private readonly queue = new EdgeQueue();
  /** By sample, the goal first: its coordinates, and its vertex in the tree or −1. */
  private samples: Float64Array;
  private vertexOf = new Int32Array(256);
  private sampleCount = 0;
  /** Index of the samples outside the tree, and the sample of each indexed point. */
  private readonly loose: NearestIndex;
  private looseIds = new Int32Array(256);
  private drawn = 0;
  /** Samples and vertices from these numbers on are new in this batch. */
  private newSamples = 0;
  private newVertices = 0;
  private radius = Infinity;
  private readonly point: Float64Array;
  private readonly other: Float64Array;

  constructor(space: Space, options: BITStarOptions = {}) {
    const d = checkSpace(space);
    super(space, new Tree(d), d);
    this.d = d;
    checkOptions(options, ['random', 'batch'], 'new BITStar');
    const { random, batch = 100 } = options;
    if (!(Number.isInteger(batch) && batch > 0)) throw new RangeError(`A batch must be a whole number of samples above 0, got ${shown(batch)}.`);
    this.batch = batch;
    this.loose = new NearestIndex(this.d);
    this.sampler = new Sampler(space.bounds, checkedRandom(random));
    this.samples = new Float64Array(256 * this.d);
    this.point = new Float64Array(this.d);
    this.other = new Float64Array(this.d);
  }

  protected beginTree(start: Float64Array): void {
    this.sampler.aim(start, this.goal);
    this.drawn = 0;
    this.sampleCount = 0;
    this.newVertices = 0;
    this.newSamples = 0;
    const root = this.tree.add(start, -1, 0);
    if (distance(start, this.goal) === 0) this.tree.markGoal(root);
    else this.keep(this.goal);
  }

  protected addSample(): void {
    if (this.tree.bestGoal >= 0) this.sampler.informed(this.point, this.tree.bestCost);
    else this.sampler.uniform(this.point);
    if (this.space.pointFree(this.point)) this.keep(this.point);
    if (++this.drawn % this.batch === 0) this.searchBatch();
  }

  private keep(point: Float64Array): void {
    const i = this.sampleCount++;
    if (i === this.vertexOf.length) {
      this.vertexOf = grow(this.vertexOf, Int32Array);
      this.samples = grow(this.samples, Float64Array);
      this.looseIds = grow(this.looseIds, Int32Array);
    }
    this.vertexOf[i] = -1;
    this.samples.set(point, i * this.d);
  }

  private searchBatch(): void {
    const { tree, queue } = this;
    this.prune();
    this.radius = this.connectionRadius();
    queue.clear();
    for (let v = 0; v < tree.size; v++) this.offerVertex(v);
    while (queue.pop() && queue.key < tree.bestCost) {
      if (queue.head === EXPAND) this.expand(queue.tail);
      else this.tryEdge(queue.tail, queue.head);
    }
    this.newVertices = tree.size;
    this.newSamples = this.sampleCount;
  }

  /** Drops samples in the tree and those that cannot be on a better path; indexes the rest. */
  private prune(): void {
    const { d, samples, vertexOf, sampler, tree, loose, point } = this;
    let kept = 0;
    let old = 0;
    loose.clear();
    for (let i = 0; i < this.sampleCount; i++) {
      if (vertexOf[i] >= 0) continue;
      this.readSample(i, point);
      if (sampler.detour(point) >= tree.bestCost) continue;
      samples.set(point, kept * d);
      vertexOf[kept] = -1;
      this.looseIds[loose.add(point, 0)] = kept;
      if (i < this.newSamples) old++;
      kept++;
    }
    this.sampleCount = kept;
    this.newSamples = old;
  }

  /** Radius of the random geometric graph over the region of better paths. */
  private connectionRadius(): number {
    const { d, tree, sampler, point } = this;
    let n = this.sampleCount;
    for (let v = 0; v < tree.size; v++) {
      tree.read(v, point);
      if (sampler.detour(point) <= tree.bestCost) n++;
    }
    if (n < 2) return Infinity;
    const volume = tree.bestGoal < 0 ? 1 : sampler.volume(tree.bestCost);
    return 2 * RADIUS_SHARE * sampler.side * ((1 + 1 / d) * (volume / unitBallVolume(d)) * (Math.log(n) / n)) ** (1 / d);
  }

  private offerVertex(v: number): void {
    this.tree.read(v, this.point);
    const key = this.tree.cost[v] + distance(this.point, this.goal);
    if (key < this.tree.bestCost) this.queue.push(v, EXPAND, key);
  }

  /** Queues the edges of `v`: to samples (from an old vertex only to new ones), and from a new vertex to tree vertices that it may make cheaper. */
  private expand(v: number): void {
    const { tree, loose, looseIds, vertexOf, radius, point, other, queue } = this;
    tree.read(v, point);
    const isNew = v >= this.newVertices;
    const g = tree.cost[v];
    for (let i = loose.within(point, 0, radius) - 1; i >= 0; i--) {
      const sample = looseIds[loose.found[i]];
      if (vertexOf[sample] >= 0 || (!isNew && sample < this.newSamples)) continue;
      this.readSample(sample, other);
      const key = g + Math.sqrt(loose.foundSquared[i]) + distance(other, this.goal);
      if (key < tree.bestCost) queue.push(v, sample, key);
    }
    if (!isNew) return;
    for (let i = tree.index.within(point, 0, radius) - 1; i >= 0; i--) {
      const u = tree.index.found[i];
      const edge = Math.sqrt(tree.index.foundSquared[i]);
      if (u === v || tree.parent[v] === u || g + edge >= tree.cost[u]) continue;
      tree.read(u, other);
      const key = g + edge + distance(other, this.goal);
      if (key < tree.bestCost) queue.push(v, EXPAND - 1 - u, key);
    }
  }

  /** Adds an edge to the tree if it lowers a cost and its segment is free. */
  private tryEdge(v: number, head: number): void {
    const { tree, vertexOf, point, other, counters, space } = this;
    let u = head < EXPAND ? EXPAND - 1 - head : vertexOf[head];
    tree.read(v, point);
    if (u >= 0) tree.read(u, other);
    else this.readSample(head, other);
    const edge = distance(point, other);
    const g = tree.cost[v] + edge;
    if (g + distance(other, this.goal) >= tree.bestCost || (u >= 0 && g >= tree.cost[u])) return;
    counters.segments++;
    if (!space.segmentFree(point, other)) return;
    if (u >= 0) {
      counters.rewired++;
      tree.rewire(u, v, edge);
      return;
    }
    u = tree.add(other, v, edge);
    vertexOf[head] = u;
    if (distance(other, this.goal) === 0) tree.markGoal(u);
    this.offerVertex(u);
  }

  private readSample(i: number, out: Float64Array): void {
    for (let k = 0, at = i * this.d; k < this.d; k++, at++) out[k] = this.samples[at];
  }
}
