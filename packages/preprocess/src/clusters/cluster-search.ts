import type { Heuristic, Signal } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { checkBegun, checkBudget, checkBuffer, checkOptions, checkVertex, grown, nextStamp, shown, sliceOf } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { BucketRing } from '@pf/search/kit';
import { lowerBound } from '../lower-bound.ts';
import type { Cluster, ClusterMap } from './cluster-map.ts';
import { ClusterRoute } from './cluster-route.ts';

/** Options of `ClusterSearch`. */
export interface ClusterSearchOptions {
  /**
   * Number of clusters over which one stretch of the path is planned, 1 to 6. Default 3. With 1 the path to a far goal passes every entrance of its route.
   * A higher number makes it shorter, never longer, with more work for each stretch.
   */
  readonly lookahead?: number | undefined;
}

const CLOSED = 1;
const STATES = 2;

/**
 * Near-optimal paths on large maps with frequent edits, by a `ClusterMap` (HPA*): A* over the entrances of clusters, then a path planned one stretch
 * at a time, so that a unit can start at once. Several searches may share a map.
 *
 * To a goal in the same or a neighbouring cluster, `cost` is that of the path, unless its route passes more than six clusters. To others, it is that of
 * the route through the entrances. The path of `path` or `next` never costs more. If a path exists, one is found.
 *
 * A cheapest path is shorter than a route by at most 2 × `entrance` straight steps, on the most expensive terrain, for each border of clusters that it
 * crosses.
 *
 * Departures: start and goal are not inserted into the graph; two floods of their clusters connect them. Instead of straightening the path, each
 * stretch is replanned over the next clusters, which is valid on terrain too.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { ClusterMap, ClusterSearch } from '@pf/preprocess';
 *
 * const grid = new Grid(300, 200);
 * const search = new ClusterSearch(new ClusterMap(grid));
 * search.search(grid.vertex(0, 0), grid.vertex(299, 0)) < Infinity; // → true
 * // The first steps at once, and more of them each time.
 * const out = new Uint32Array(grid.vertexCount);
 * search.next(out) > 30; // → true
 * grid.x(out[0]); // → 0
 * ```
 */
export class ClusterSearch {
  readonly counters = new Counters();
  /**
   * An upper bound of the path's cost; Infinity if there is none or if `run` has not finished.
   *
   * It is the cost of the path itself if the route passes up to `lookahead` clusters; up to 6, if the clusters of start and goal touch. Otherwise it is the
   * cost of the route through the entrances: to compare such goals, use `pathCost` of @pf/graph on their paths.
   */
  cost = Infinity;
  private readonly grid: Grid;
  private readonly open: BucketRing;
  private readonly route: ClusterRoute;
  private estimate: Heuristic;
  private version: number | undefined;
  private finished = true;
  private start = NO_VERTEX;
  private goal = 0;
  private goalCluster = 0;
  /** By port of the goal's cluster: its cost to the goal within the cluster. */
  private goalCosts = new Float64Array(16);
  /** By node, the entry of a cluster by a port: g, a stamp, its parent, and its cell and cluster. */
  private g = new Float64Array(0);
  private stamps = new Int32Array(0);
  private parents = new Int32Array(0);
  private entries = new Uint32Array(0);
  private clusters = new Int32Array(0);
  private stamp = STATES;
  private best = Infinity;
  private last = NO_VERTEX;

  constructor(
    private readonly map: ClusterMap,
    options: ClusterSearchOptions = {},
  ) {
    if ((map as Partial<ClusterMap> | null | undefined)?.grid === undefined) throw new TypeError(`A ClusterSearch takes a map of clusters, new ClusterMap(grid), got ${shown(map)}.`);
    checkOptions(options, ['lookahead'], 'ClusterSearch');
    const { lookahead = 3 } = options;
    if (!Number.isInteger(lookahead) || lookahead < 1 || lookahead > 6) throw new RangeError(`The lookahead is a whole number of clusters from 1 to 6, got ${shown(lookahead)}.`);
    this.grid = map.grid;
    this.open = new BucketRing(this.grid.steps.straight, 'lifo');
    this.route = new ClusterRoute(map, lookahead);
    this.estimate = this.grid.heuristic();
  }

  /** The `cost` of a path; Infinity if there is none. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /** Starts a query, and connects its ends to the entrances of their clusters. `run` answers it. */
  begin(start: number, goal: number): void {
    checkVertex(this.grid, start, 'start');
    checkVertex(this.grid, goal, 'goal');
    this.counters.reset();
    this.start = start;
    this.goal = goal;
    this.restart();
  }

  /**
   * Continues for at most `budget` expansions of entrances, or until `signal` is aborted. Returns whether it is finished. After an edit it starts
   * over.
   */
  run(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    checkBegun(this.start !== NO_VERTEX, 'search');
    for (let left = budget; !this.finished && left > 0; ) {
      if (signal?.aborted === true) break;
      // The signal's getter, too, may have edited the grid.
      if (this.grid.version !== this.version) this.restart();
      const piece = sliceOf(left, signal);
      this.advance(piece);
      left -= piece;
    }
    return this.finished;
  }

  /** Writes all cells of the path, start first; returns their number, 0 if there is none. `next` then begins at the start again. */
  path(out: Uint32Array): number {
    this.route.restart();
    let length = 0;
    try {
      for (let n = this.next(out); n > 0; n = this.next(out.subarray(length))) length += n;
    } finally {
      this.route.restart();
    }
    return length;
  }

  /**
   * Plans the next stretch of the path and writes its cells; the first stretch includes the start. Returns their number, 0 at the goal and if there
   * is no path. Throws after an edit of the grid: search again from the unit's position.
   */
  next(out: Uint32Array): number {
    checkBuffer(out);
    if (this.cost === Infinity) return 0;
    if (this.grid.version !== this.version) throw new Error('The grid has changed since this route was found: search again, from where the unit is.');
    return this.route.next(out, this.estimate);
  }

  private restart(): void {
    const { map, grid, start, goal, open } = this;
    map.update();
    this.version = grid.version;
    this.estimate = grid.heuristic();
    this.cost = this.best = Infinity;
    this.last = NO_VERTEX;
    this.finished = false;
    open.clear(0);
    // Without anything open, `run` concludes at once, unless an edit comes first.
    if (start === goal) this.best = 0;
    if (start === goal || grid.cells[start] === 0 || grid.cells[goal] === 0) return;
    this.stamp = nextStamp(this.stamps, this.stamp, STATES);
    this.goalCluster = map.clusterOf(goal);
    const atGoal = map.cluster(this.goalCluster);
    if (this.goalCosts.length < atGoal.ports.length) this.goalCosts = new Float64Array(2 * atGoal.ports.length);
    const { floods } = map;
    floods.load(atGoal);
    floods.flood(goal, true, atGoal.ports);
    for (let p = 0; p < atGoal.ports.length; p++) this.goalCosts[p] = floods.cost(atGoal.ports[p]);
    const from = map.clusterOf(start);
    const atStart = map.cluster(from);
    floods.load(atStart);
    floods.flood(start, false, from === this.goalCluster ? undefined : atStart.ports);
    const costs = Float64Array.from(atStart.ports, (v) => floods.cost(v));
    if (from === this.goalCluster) this.best = floods.cost(goal);
    open.clear(this.estimate(start, goal));
    this.follow(NO_VERTEX, atStart, 0, costs, 0);
  }

  private advance(budget: number): void {
    const { open, map, stamp } = this;
    let spent = 0;
    while (spent < budget) {
      const node = open.pop(this.best);
      if (node < 0) {
        this.conclude(this.best);
        break;
      }
      this.counters.queueOperations++;
      if (this.stamps[node] === stamp + CLOSED) continue;
      this.stamps[node] = stamp + CLOSED;
      spent++;
      const cluster = map.cluster(this.clusters[node]);
      const n = cluster.ports.length;
      this.follow(node, cluster, this.g[node], cluster.costs, (node - cluster.firstNode) * n);
    }
    this.counters.expanded += spent;
  }

  /** Labels the entries of other clusters that a node reaches by the ports of its cluster. The ports' costs are in `costs` from index `first`. */
  private follow(node: number, cluster: Cluster, g: number, costs: Float64Array, first: number): void {
    const { map, goal, stamp, open, counters } = this;
    const { firstGate, gateTo, gateCluster, gateCost } = cluster;
    const n = cluster.ports.length;
    for (let p = 0; p < n; p++) {
      const toPort = g + costs[first + p];
      if (toPort >= this.best) continue;
      for (let gate = firstGate[p]; gate < firstGate[p + 1]; gate++) {
        const cost = toPort + gateCost[gate];
        const cell = gateTo[gate];
        const entered = map.cluster(gateCluster[gate]);
        const port = lowerBound(entered.ports, cell);
        const entry = entered.firstNode + port;
        if (entry >= this.g.length) this.grow();
        const state = this.stamps[entry];
        if (state >= stamp && this.g[entry] <= cost) continue;
        if (gateCluster[gate] === this.goalCluster && cost + this.goalCosts[port] < this.best) {
          this.best = cost + this.goalCosts[port];
          this.last = entry;
        }
        const f = cost + this.estimate(cell, goal);
        if (state === stamp + CLOSED) counters.reopened++;
        this.g[entry] = cost;
        this.stamps[entry] = stamp;
        this.parents[entry] = node;
        this.entries[entry] = cell;
        this.clusters[entry] = gateCluster[gate];
        if (f >= this.best) continue;
        counters.generated++;
        counters.queueOperations++;
        open.push(entry, f);
      }
    }
  }

  /** Publishes the result and its route. */
  private conclude(cost: number): void {
    this.finished = true;
    if (cost === Infinity) return;
    const stops: number[] = [this.goal];
    for (let node = this.last; node !== NO_VERTEX; node = this.parents[node]) stops.push(this.entries[node]);
    this.cost = Math.min(cost, this.route.begin(this.start, stops.reverse(), this.estimate));
  }

  private grow(): void {
    const size = Math.max(1024, 2 * this.map.nodes);
    this.g = grown(this.g, size);
    this.stamps = grown(this.stamps, size);
    this.parents = grown(this.parents, size);
    this.entries = grown(this.entries, size);
    this.clusters = grown(this.clusters, size);
  }
}
