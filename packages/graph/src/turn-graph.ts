import { checkWorld } from './check-world.ts';
import { CompressedGraph } from './compressed-graph.ts';
import { checkBuffer, checkList, checkReport } from './checks.ts';
import { EditFollower } from './edit-follower.ts';
import { noEstimate, ownHeuristic, revised } from './estimates.ts';
import type { Roads, TurnCost } from './expand-turns.ts';
import { arcBuffers, expand, readCosts, turnAndArc } from './expand-turns.ts';
import { shown } from './shown.ts';
import type { Graph, Heuristic } from './graph.ts';
import { arcsOf, checkFit, checkVertex, NO_VERTEX } from './graph.ts';
import { checkLength } from './path.ts';

/**
 * A graph with costs of turns. It has a vertex for each arc of the original graph, an arc for each turn, and for each original vertex one vertex to start
 * from and one to end at. Works with every search and hierarchy. Created by `withTurns`. An arc has the coordinates of its head, so a heuristic of straight
 * lines that is valid for the original graph is valid here; searches take the original graph's own. An arc that leaves a start costs its road, one into a goal costs 0: of the planners of @pf/incremental,
 * take `DStarExtraLite` or one of the A* kind.
 *
 * A new search from `start(v)` forgets the direction of arrival, as do tables of costs from starts to goals. To drive on after a stop, search from the last arc of
 * the path: from `path[n - 2]`, where `path[n - 1]` is the goal. `arc(from, to)` is the vertex of a vehicle on a road.
 *
 * No arc leads out of a goal. So agents of @pf/realtime need a heuristic that is Infinity at all other goals:
 * `(v, goal) => (v >= turns.vertexCount - original.vertexCount && v !== goal ? Infinity : 0)`. It does not suit a `Dispatcher` of @pf/crowd, where units move aside.
 *
 * Follows edits of the original graph: close a road there. After one, `turnCost` is called again for the turns into the arcs that leave the vertices concerned, and
 * costs that `setCost` gave these turns are replaced. Throws if an arc is new: list arcs that open later at cost Infinity, and open them by the
 * `setCost` of the original graph. Over a grid, make the graph of turns while the cells that may open are free, and block them afterwards.
 *
 * @example
 * ```ts
 * import { CompressedGraph, withTurns } from '@pf/graph';
 *
 * const road = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
 * const turns = withTurns(road, () => 5);
 * turns.vertexCount; // → 8
 * const path = [turns.start(0), 0, 1, turns.goal(2)];
 * const out = new Uint32Array(3);
 * turns.vertices(path, path.length, out); // → 3
 * out; // → [0, 1, 2]
 * ```
 */
export class TurnGraph extends CompressedGraph {
  /** The original graph. */
  readonly original: Graph;
  private readonly turnCost: TurnCost;
  private readonly roads: Roads;
  private readonly follower: EditFollower;
  /** The tails of a report during which `turnCost` threw: it is nowhere else recorded. */
  private pending: ArrayLike<number> = [];
  /** Whether `setCost` has set a turn to less than its road costs: then no estimate is valid. */
  private isLowered = false;

  constructor(original: Graph, turnCost: TurnCost) {
    checkWorld(original, 'A graph of turns');
    if (typeof turnCost !== 'function') throw new TypeError(`The cost of turns is a function (from, via, to) => number, got ${shown(turnCost)}.`);
    const { arcs, roads, coordinates } = expand(original, turnCost);
    super(roads.head.length + 2 * original.vertexCount, arcs, { coordinates });
    this.original = original;
    this.turnCost = turnCost;
    this.roads = roads;
    this.follower = new EditFollower(original);
  }

  /** Rises with every change of a cost, those of the original graph included. */
  override get version(): number {
    this.catchUp();
    return super.version;
  }

  override successors(v: number, to: Uint32Array, cost: Float64Array): number {
    this.catchUp();
    return super.successors(v, to, cost);
  }

  override predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    this.catchUp();
    return super.predecessors(v, to, cost);
  }

  override allSuccessors(v: number, to: Uint32Array, cost: Float64Array): number {
    this.catchUp();
    return super.allSuccessors(v, to, cost);
  }

  override setCost(from: number, to: number, cost: number): number {
    // Earlier edits of the original graph must not replace this cost.
    this.catchUp();
    const { head, tail, first } = this.roads;
    const { first: rows, cost: costs } = this['out'];
    // In the row of its start, a road comes after the goal.
    const lowers = to < head.length && cost < costs[rows[head.length + tail[to]] + 1 + to - first[tail[to]]];
    const arcs = super.setCost(from, to, cost);
    this.isLowered ||= lowers;
    return arcs;
  }

  /**
   * For searches: the heuristic of the original graph, if it has one, as grids do, and is no view. 0 after `setCost` of a turn to less than its road costs, so open a closed road
   * by its start first; 0 with `least`, for planners.
   */
  heuristic(options: { readonly least?: number | undefined } = {}): Heuristic {
    // A view by `withCosts` may cost less than its estimates, and sees that only when its arcs are read during a search.
    const estimate = options.least === undefined && this.original.viewOf === undefined ? ownHeuristic(this.original, options) : noEstimate;
    if (estimate === noEstimate) return noEstimate;
    // Valid, as a turn costs at least the road after it.
    const following = (v: number, goal: number): number => (this.isLowered ? 0 : estimate(this.headOf(v), this.headOf(goal)));
    return revised(Object.assign(following, { follows: true }), () => (this.isLowered ? -1 : estimate.revision));
  }

  /**
   * Reports changed arcs of the original graph, by their tails. Needed only for a graph without a `version`, and for new results of the functions of `avoiding`,
   * `withCosts` or `turnCost`. Throws if an arc is new. If `turnCost` throws, the next use reads these arcs again.
   *
   * @example
   * ```ts
   * import { CompressedGraph, pathCost, withTurns } from '@pf/graph';
   *
   * const roads = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
   * let jam = 0;
   * const turns = withTurns(roads, () => jam);
   * jam = 5;
   * turns.arcsChanged([1], 1);
   * pathCost(turns, [turns.start(0), 0, 1, turns.goal(2)]); // → 7
   * ```
   */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    checkReport(tails, n);
    const all = [...Array.from(this.pending), ...Array.from({ length: n }, (_, i) => tails[i])];
    const found = this.follower.complete(all, all.length);
    this.pending = all;
    this.readEdits(found);
  }

  /** The vertex at which a path from `v` starts. */
  start(v: number): number {
    return this.end(v, 'start', 0);
  }

  /** The vertex at which a path to `v` ends. */
  goal(v: number): number {
    return this.end(v, 'goal', this.roads.first.length - 1);
  }

  /**
   * The vertex of the road from `from` to `to`, the first of parallel ones; NO_VERTEX if there is none. Search from it for a vehicle on that road: it then turns
   * only as allowed. The road itself is already paid for.
   *
   * @example
   * ```ts
   * import { CompressedGraph, withTurns } from '@pf/graph';
   * import { AStar } from '@pf/search';
   *
   * const ring = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1], [2, 0, 1]], { directed: false });
   * const turns = withTurns(ring, (from, via, to) => (from === to ? Infinity : 0)); // no U-turns
   * new AStar(turns).search(turns.arc(0, 1), turns.goal(0)); // → 2
   * ```
   */
  arc(from: number, to: number): number {
    const { original } = this;
    checkVertex(original, from, 'tail of an arc');
    checkVertex(original, to, 'head of an arc');
    this.checkGrowth();
    const { first, head } = this.roads;
    const i = head.subarray(first[from], first[from + 1]).indexOf(to);
    return i < 0 ? NO_VERTEX : first[from] + i;
  }

  /** The vertex of the original graph at which a vertex of this one is: the head of an arc, or that of a start or goal. */
  head(v: number): number {
    checkVertex(this, v, 'vertex of the graph of turns');
    return this.headOf(v);
  }

  private headOf(v: number): number {
    const { first, head } = this.roads;
    return v < head.length ? head[v] : (v - head.length) % (first.length - 1);
  }

  /**
   * Writes the vertices of the original graph along a path; returns their number. A path with turns can visit a vertex twice. One that begins or ends at an arc
   * begins or ends at its head. Throws if the path is none of this graph.
   */
  vertices(path: ArrayLike<number>, length: number, out: Uint32Array): number {
    checkBuffer(out);
    checkList(path, 'path');
    checkLength(path, length);
    if (length === 0) return 0;
    const { first, tail, head } = this.roads;
    const goals = head.length + first.length - 1;
    const isGoal = length > 1 && path[length - 1] >= goals;
    const count = isGoal ? length - 1 : length;
    if (count > out.length) throw new RangeError(`The path has ${count} vertices, but the buffer holds ${out.length}.`);
    for (let i = 0, at = NO_VERTEX; i < length; i++) {
      const v = path[i];
      const isArc = v < head.length;
      const begins = isArc ? tail[v] : isGoal && i === count ? v - goals : NO_VERTEX;
      if (i === 0 ? !(Number.isInteger(v) && v >= 0 && v < goals) : begins === NO_VERTEX || begins !== at) {
        throw new RangeError(`The path must lead from a start or an arc over consecutive arcs to a goal or an arc of this graph of turns, got ${shown(v)} at index ${i}: pass one that a search over it found.`);
      }
      at = isArc ? head[v] : i === 0 ? v - head.length : at;
      if (i < count) out[i] = at;
    }
    return count;
  }

  private end(v: number, role: string, offset: number): number {
    checkVertex(this.original, v, role);
    this.checkGrowth();
    return this.roads.head.length + offset + v;
  }

  /** Throws if the original graph has grown: then numbers of ends and arcs would be those of others. */
  private checkGrowth(): void {
    checkFit(this.original, 'graph of turns', this.roads.first.length - 1);
    this.catchUp();
  }

  private catchUp(): void {
    if (this.pending.length > 0) this.arcsChanged([], 0);
    else if (this.follower.isBehind) this.readEdits(this.follower.find());
  }

  /** Takes the costs of the arcs that leave the first `n` of the follower's tails; of all arcs if `n` is negative. */
  private readEdits(n: number): void {
    const { original, turnCost, follower, roads } = this;
    const [out, into] = [this['out'], this['in']];
    const { first, tail, head, last, before } = roads;
    checkFit(original, 'graph of turns', last.length);
    const changed = n < 0 ? Uint32Array.from(last.keys()) : follower.tails.slice(0, n);
    let size = 0;
    // In the rows of the arcs that leave v: its start, and the arcs that enter v.
    for (const v of changed) size += into.first[first[v + 1]] - into.first[first[v]];
    // Written last, since `turnCost` may throw.
    const costs = new Float64Array(size);
    const present = new Float64Array(this.maxDegree);
    const [to, cost] = arcBuffers(original);
    let k = 0;
    for (const v of changed) {
      const [begin, end] = [first[v], first[v + 1]];
      readCosts(roads, v, to, cost, arcsOf(original, v, to, cost), present);
      for (let next = begin; next < end; next++) costs[k++] = present[next - begin];
      for (let arc = last[v]; arc >= 0; arc = before[arc]) {
        for (let next = begin; next < end; next++) costs[k++] = turnAndArc(turnCost, tail[arc], v, head[next], present[next - begin]);
      }
    }
    k = 0;
    for (const v of changed) {
      const [begin, end] = [first[v], first[v + 1]];
      // Arcs keep their order: in each row that leaves, the goal is first; in each that enters, the start, then arcs in the order of their numbers.
      const place = (from: number, at: number): void => {
        for (let next = begin, o = out.first[from] + 1; next < end; next++, o++, k++) {
          if (out.cost[o] === costs[k]) continue;
          out.cost[o] = into.cost[into.first[next] + at] = costs[k];
          this['record'](from);
        }
      };
      place(head.length + v, 0);
      let at = begin < end ? into.first[begin + 1] - into.first[begin] : 0;
      for (let arc = last[v]; arc >= 0; arc = before[arc]) place(arc, --at);
    }
    follower.catchUp();
    this.pending = [];
  }
}

/**
 * Adds costs of turns to a graph, or forbids turns. Search in the returned graph, from its `start(v)` to its `goal(v)`.
 *
 * The returned graph has a vertex for each arc and two for each vertex. It has an arc for each pair of consecutive arcs, and two for each arc. It follows
 * edits of the graph. Costs that ask a search for the time go on top, `withCosts(withTurns(graph, turnCost), costOf)`: this graph keeps costs. Over a grid, make it while the cells that may open are free, and block them afterwards. Its `setCost` changes a single turn, not a road. Parallel arcs have the same turn costs: give each lane a vertex of its own.
 *
 * @example
 * ```ts
 * import { CompressedGraph, withTurns } from '@pf/graph';
 * import { AStar } from '@pf/search';
 *
 * // The turn from 0 over 1 to 2 is forbidden. The path goes on to 3 and back.
 * const roads = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [1, 3, 1], [3, 1, 1]]);
 * const turns = withTurns(roads, (from, via, to) => (from === 0 && via === 1 && to === 2 ? Infinity : 0));
 * const search = new AStar(turns);
 * const path = new Uint32Array(turns.vertexCount);
 * const out = new Uint32Array(turns.vertexCount);
 * search.search(turns.start(0), turns.goal(2)); // → 4
 * out.subarray(0, turns.vertices(path, search.path(path), out)); // → [0, 1, 3, 1, 2]
 * roads.setCost(3, 1, Infinity); // closes the way back
 * search.search(turns.start(0), turns.goal(2)); // → Infinity
 * ```
 */
export function withTurns(graph: Graph, turnCost: TurnCost): TurnGraph {
  return new TurnGraph(graph, turnCost);
}
