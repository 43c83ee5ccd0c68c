import { checkWorld } from './check-world.ts';
import { checkBuffer } from './checks.ts';
import { noEstimate, ownHeuristic, revised } from './estimates.ts';
import { shown } from './shown.ts';
import type { Graph, Heuristic, Located } from './graph.ts';
import { arcsOf, checkVertex, isLattice, isLocated } from './graph.ts';
import { TailLog } from './tail-log.ts';

/** A heuristic that planners keep: the estimate of the underlying graph times `share`, which never rises. */
interface Lasting {
  readonly estimate: Heuristic;
  share: number;
}

/** Number of versions of the underlying graph kept for `changedSince`. */
const REMEMBERED = 1024;

/**
 * A graph with other costs on some of its edges: rivers, roads, one-way cliffs. On hexagons these lie between two cells, where
 * terrain costs cannot express them. The underlying graph does not change and can still be edited; searches see the edits of both.
 *
 * Costs may be above 10¹², the limit of `CompressedGraph`, but sums lose small costs beside them. LPA*, D* Lite, Moving Target D* Lite, AD* and Focussed D*
 * reject costs of which one is more than 10¹⁵ times another: to close an edge, set Infinity instead.
 *
 * Its heuristic is that of the underlying graph, scaled down if an edge is set to less than its estimate. Planners then start over.
 *
 * Costs belong to pairs of ids. Set them again after a cut of a `NavMesh`, which replaces faces and may use their ids for others.
 *
 * @example
 * ```ts
 * import { EdgeCosts } from '@pf/graph';
 * import { HexMap } from '@pf/grid';
 * import { AStar } from '@pf/search';
 *
 * const map = HexMap.fromRows(['222', '222']);
 * const [west, middle, east] = [0, 1, 2].map((column) => map.vertex(column, 0));
 * const land = new EdgeCosts(map.grid);
 * const search = new AStar(land);
 * search.search(west, east); // → 4
 * land.set(west, middle, 9); // a river
 * search.search(west, east); // → 6
 * land.set(middle, east, 0.5); // a road
 * search.search(west, east); // → 4.5
 * ```
 */
export class EdgeCosts implements Graph, Partial<Located> {
  /** The coordinates of the underlying graph; undefined if it has none. */
  readonly x?: (v: number) => number;
  readonly y?: (v: number) => number;
  /** By tail: the costs of its set arcs, by head. */
  private readonly costs = new Map<number, Map<number, number>>();
  private readonly log = new TailLog();
  /** By the option `least`. */
  private readonly lasting = new Map<number, Lasting>();
  private count = 0;
  private below: number | undefined;
  /** Pairs of versions: since `version` of this graph, the underlying graph has had version `below`. */
  private readonly belowAt: { readonly version: number; readonly below: number | undefined }[];

  constructor(
    /** The underlying graph. */
    readonly viewOf: Graph,
  ) {
    checkWorld(viewOf, 'EdgeCosts');
    if (isLocated(viewOf)) {
      this.x = (v) => viewOf.x(v);
      this.y = (v) => viewOf.y(v);
    }
    this.belowAt = [{ version: 0, below: (this.below = viewOf.version) }];
  }

  get vertexCount(): number {
    return this.viewOf.vertexCount;
  }

  get maxDegree(): number {
    return this.viewOf.maxDegree;
  }

  /** Rises with every edit of this graph or of the underlying one. */
  get version(): number {
    this.followBelow();
    return this.count;
  }

  /**
   * Sets the cost of the edge between two neighbours, in both directions, or with `'one-way'` only from the first to the second. Infinity closes the edge;
   * `undefined` restores its cost in the underlying graph. An edge that is closed there stays closed, whatever its cost here. Over a grid or a `TorusGrid`, throws for cells that are
   * not neighbours. Over other graphs, the arc may come later.
   */
  set(from: number, to: number, cost: number | undefined, direction: 'both' | 'one-way' = 'both'): void {
    checkVertex(this, from, 'tail of an edge');
    checkVertex(this, to, 'head of an edge');
    if (cost !== undefined && !mayJoin(this, from, to)) throw new RangeError(`Vertices ${from} and ${to} are not neighbours: set the cost of each edge along a path.`);
    if (cost !== undefined && !(typeof cost === 'number' && cost >= 0)) throw new RangeError(`The cost of an edge must be 0 or more, Infinity to close it, or undefined for the cost of the underlying graph, got ${shown(cost)}.`);
    if (direction !== 'both' && direction !== 'one-way') throw new RangeError(`The direction of an edge must be 'both' or 'one-way', got ${shown(direction)}.`);
    const arcs = direction === 'both' ? [[from, to], [to, from]] : [[from, to]];
    const changed = arcs.filter(([tail, head]) => this.costs.get(tail)?.get(head) !== cost);
    // First, as the heuristic of the underlying graph may throw.
    this.followBelow();
    const fallen = cost === undefined ? [] : changed.flatMap(([tail, head]) => this.exceeding(tail, head, cost));
    for (const [tail, head] of changed) this.setArc(tail, head, cost);
    this.lower(fallen);
  }

  /**
   * All costs that are set, as pairs of vertices in one direction, to save them. JSON has no Infinity: write `null` for it.
   *
   * @example
   * ```ts
   * import { EdgeCosts } from '@pf/graph';
   * import { Grid } from '@pf/grid';
   *
   * const grid = Grid.fromRows(['...']);
   * const land = new EdgeCosts(grid);
   * land.set(grid.vertex(0, 0), grid.vertex(1, 0), Infinity); // a river
   * const saved = [...land.entries()];
   * saved.length; // → 2
   * const loaded = new EdgeCosts(grid);
   * for (const [from, to, cost] of saved) loaded.set(from, to, cost, 'one-way');
   * ```
   */
  * entries(): IterableIterator<[from: number, to: number, cost: number]> {
    for (const [tail, own] of this.costs) for (const [head, cost] of own) yield [tail, head, cost];
  }

  /**
   * Writes the tails of the arcs that changed since `version` and returns their number; −1 if that version is too old or still to come, if they do not fit, or if
   * the estimates of `heuristic({ least })` have fallen since.
   */
  changedSince(version: number, tails: Uint32Array): number {
    checkBuffer(tails);
    const { belowAt, viewOf: graph, log } = this;
    if (version === this.version) return 0;
    if (!(version < this.version)) return -1;
    const then = belowAt.findLast((one) => one.version <= version);
    if (then === undefined) return -1;
    let n = 0;
    if (then.below !== this.below) {
      n = then.below === undefined || graph.changedSince === undefined ? -1 : graph.changedSince(then.below, tails);
      if (n < 0) return -1;
    }
    return log.since(version, tails, n);
  }

  hasVertex(v: number): boolean {
    return this.viewOf.hasVertex?.(v) ?? true;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    const n = this.viewOf.successors(v, to, cost);
    const own = this.costs.get(v);
    return own === undefined ? n : priced(to, cost, n, (u) => own.get(u));
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    const { costs } = this;
    const n = this.viewOf.predecessors(v, to, cost);
    return costs.size === 0 ? n : priced(to, cost, n, (u) => costs.get(u)?.get(v));
  }

  /**
   * Like `successors`, but includes closed arcs, at cost Infinity. For structures that are built for all later costs, such as `CustomizableHierarchy`.
   *
   * @example
   * ```ts
   * import { CompressedGraph, EdgeCosts } from '@pf/graph';
   *
   * const roads = new EdgeCosts(new CompressedGraph(2, [[0, 1, 4]]));
   * roads.set(0, 1, Infinity);
   * const to = new Uint32Array(roads.maxDegree);
   * const cost = new Float64Array(roads.maxDegree);
   * [roads.successors(0, to, cost), roads.allSuccessors(0, to, cost)]; // → [0, 1]
   * ```
   */
  allSuccessors(v: number, to: Uint32Array, cost: Float64Array): number {
    const n = arcsOf(this.viewOf, v, to, cost);
    const own = this.costs.get(v);
    for (let i = 0; i < n; i++) if (cost[i] < Infinity) cost[i] = own?.get(to[i]) ?? cost[i];
    return n;
  }

  /**
   * The heuristic of the underlying graph. If a set edge costs less than its estimate, all estimates are multiplied by the smallest ratio of the two. One
   * edge set to 0 makes all estimates 0, and `nearest` of `AStar` then ends at the start: set a small cost instead.
   *
   * By default it follows the edits, so planners reject it. With `least`, estimates only fall: they stay low after the edge is restored. Agents of @pf/realtime
   * need `forget` after such a fall.
   */
  heuristic(options: { readonly least?: number | undefined } = {}): Heuristic {
    const estimate = ownHeuristic(this.viewOf, options);
    if (estimate === noEstimate) return noEstimate;
    const { least } = options;
    if (least !== undefined) {
      this.followBelow();
      const lasting = this.lasting.get(least) ?? { estimate, share: 1 };
      this.lasting.set(least, lasting);
      lasting.share = Math.min(lasting.share, this.shareOf(estimate));
      return (v, goal) => {
        this.followBelow();
        return lasting.share * estimate(v, goal);
      };
    }
    let version = -1;
    let share = 1;
    let revision = 0;
    let below: number | undefined;
    const follow = (): void => {
      if (this.version === version) return;
      version = this.count;
      const before = share;
      share = this.shareOf(estimate, true);
      if (share !== before || estimate.revision !== below) revision++;
      below = estimate.revision;
    };
    const following: Heuristic = (v, goal) => {
      follow();
      return share * estimate(v, goal);
    };
    return revised(Object.assign(following, { follows: true }), () => {
      follow();
      return below === undefined ? undefined : revision;
    });
  }

  /** Counts an edit of the underlying graph, after which estimates may be above set costs: those of a mesh may rise, those of a lattice stay. */
  private followBelow(): void {
    const { viewOf: graph } = this;
    if (graph.version === this.below) return;
    // First, as the heuristic of the underlying graph may throw.
    const shares = isLattice(graph) ? [] : [...this.lasting.values()].map((one) => ({ one, share: this.shareOf(one.estimate) }));
    this.below = graph.version;
    this.belowAt.push({ version: ++this.count, below: this.below });
    if (this.belowAt.length > REMEMBERED) this.belowAt.shift();
    this.lower(shares.filter(({ one, share }) => share < one.share));
  }

  /** `isFresh`: no estimate is above a present cost of the graph, so that only lower costs matter. */
  private shareOf(estimate: Heuristic, isFresh = false): number {
    const { viewOf: graph } = this;
    // After a cut of a mesh, two ids may be far apart. If such a pair becomes an arc, `followBelow` looks again, but not for lattices.
    const mayPart = !isLattice(graph) && graph.version !== undefined;
    const to = new Uint32Array(graph.maxDegree);
    const arcCost = new Float64Array(graph.maxDegree);
    let share = 1;
    for (const [tail, own] of this.costs) {
      const heads = to.subarray(0, arcsOf(graph, tail, to, arcCost));
      for (const [head, cost] of own) {
        const arc = heads.indexOf(head);
        // Estimates over links take long from end to end.
        if (arc < 0 ? mayPart : isFresh && cost >= arcCost[arc]) continue;
        const expected = estimate(tail, head);
        if (cost < share * expected) share = cost / expected;
      }
    }
    return share;
  }

  private setArc(tail: number, head: number, cost: number | undefined): void {
    const own = this.costs.get(tail) ?? new Map<number, number>();
    if (cost === undefined) own.delete(head);
    else own.set(head, cost);
    if (own.size > 0) this.costs.set(tail, own);
    else this.costs.delete(tail);
    this.log.add(tail, ++this.count);
  }

  /** Lowers lasting estimates. Planners then start over. */
  private lower(fallen: { one: Lasting; share: number }[]): void {
    for (const { one, share } of fallen) one.share = Math.min(one.share, share);
    if (fallen.length > 0) this.log.forget(this.count);
  }

  /** The lasting estimates above the cost of an arc, with their shares for it. */
  private exceeding(tail: number, head: number, cost: number): { one: Lasting; share: number }[] {
    return [...this.lasting.values()].flatMap((one) => {
      const expected = one.estimate(tail, head);
      return cost >= one.share * expected ? [] : [{ one, share: cost / expected }];
    });
  }
}

/** Whether there may be an arc between two vertices, after edits too. */
function mayJoin(graph: Graph, from: number, to: number): boolean {
  if (graph.viewOf !== undefined) return mayJoin(graph.viewOf, from, to);
  const { lattice = graph, differs } = graph.nearLattice ?? {};
  return 'addLink' in graph || !isLattice(lattice) || lattice.offsets.subarray(0, lattice.maxDegree).includes(to - from) || (differs?.[from] === 1 && differs[to] === 1);
}

/** Replaces the costs that are set, without the closed arcs; returns the number of those left. */
function priced(to: Uint32Array, cost: Float64Array, n: number, costTo: (u: number) => number | undefined): number {
  let kept = 0;
  for (let i = 0; i < n; i++) {
    const own = costTo(to[i]) ?? cost[i];
    if (own === Infinity) continue;
    to[kept] = to[i];
    cost[kept++] = own;
  }
  return kept;
}
