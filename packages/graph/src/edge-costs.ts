import { checkWorld } from './check-world.ts';
import { shown } from './checks.ts';
import type { Graph, Heuristic } from './graph.ts';
import { checkVertex } from './graph.ts';

/** A graph that brings an estimate of its own, as grids do. */
interface Estimated extends Graph {
  heuristic?(options?: object): Heuristic;
}

/** What was set: the tail of the arc, and the version after it. */
interface Edit {
  readonly tail: number;
  readonly version: number;
}

/** So many edits are remembered for planners. */
const REMEMBERED = 1024;

/**
 * A graph with other costs on some of its edges: rivers, roads, one-way cliffs. On hexagons these lie between two cells, where
 * terrain cannot say them. The graph below stays as it is and may be edited as before; edits of both are followed.
 *
 * Its heuristic is that of the graph, lowered by the cheapest of the set edges.
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
export class EdgeCosts implements Graph {
  readonly vertexCount: number;
  readonly maxDegree: number;
  /** By arc, tail · vertexCount + head. */
  private readonly costs = new Map<number, number>();
  private readonly edits: Edit[] = [];
  private count = 0;
  private below: number | undefined;
  /** The version of the graph below, from which version of this on. */
  private readonly belowAt: { readonly version: number; readonly below: number | undefined }[];

  constructor(
    /** The graph below. */
    readonly graph: Graph,
  ) {
    checkWorld(graph, 'EdgeCosts');
    this.vertexCount = graph.vertexCount;
    this.maxDegree = graph.maxDegree;
    this.below = graph.version;
    this.belowAt = [{ version: 0, below: this.below }];
  }

  /** Rises with every edit, of this or of the graph below. */
  get version(): number {
    if (this.graph.version !== this.below) {
      this.below = this.graph.version;
      this.belowAt.push({ version: ++this.count, below: this.below });
      if (this.belowAt.length > REMEMBERED) this.belowAt.shift();
    }
    return this.count;
  }

  /**
   * Sets what the step between two neighbours costs, both ways, or with `'one-way'` from the first to the second only: a number from 0, or Infinity to close it. `undefined`
   * gives it back the cost that it has in the graph below.
   */
  set(from: number, to: number, cost: number | undefined, ways: 'both' | 'one-way' = 'both'): void {
    checkVertex(this, from, 'tail of an edge');
    checkVertex(this, to, 'head of an edge');
    if (cost !== undefined && !(typeof cost === 'number' && cost >= 0)) throw new RangeError(`An edge costs a number, 0 or more, Infinity where it is closed, or undefined for what it did before, got ${shown(cost)}.`);
    if (ways !== 'both' && ways !== 'one-way') throw new RangeError(`An edge is set 'both' ways or 'one-way', got ${shown(ways)}.`);
    this.setArc(from, to, cost);
    if (ways === 'both') this.setArc(to, from, cost);
  }

  /** Writes the tails of the arcs that changed since `version`; −1 if they are not remembered or do not fit. */
  changedSince(version: number, tails: Uint32Array): number {
    const { edits, belowAt, graph } = this;
    if (version === this.version) return 0;
    const then = belowAt.findLast((one) => one.version <= version);
    if (then === undefined || (edits.length === REMEMBERED && edits[0].version > version)) return -1;
    let n = 0;
    if (then.below !== this.below) {
      n = then.below === undefined || graph.changedSince === undefined ? -1 : graph.changedSince(then.below, tails);
      if (n < 0) return -1;
    }
    const known = new Set(tails.subarray(0, n));
    for (const edit of edits) {
      if (edit.version <= version || known.has(edit.tail)) continue;
      if (n === tails.length) return -1;
      known.add(edit.tail);
      tails[n++] = edit.tail;
    }
    return n;
  }

  hasVertex(v: number): boolean {
    return this.graph.hasVertex?.(v) ?? true;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.priced(to, cost, this.graph.successors(v, to, cost), (u) => v * this.vertexCount + u);
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.priced(to, cost, this.graph.predecessors(v, to, cost), (u) => u * this.vertexCount + v);
  }

  /** The estimate of the graph below, as long as no edge is cheaper than it says; else that times the greatest share that no edge is below. */
  heuristic(options?: object): Heuristic {
    const { graph } = this;
    if (!('heuristic' in graph) || typeof graph.heuristic !== 'function') return () => 0;
    const estimate = (graph as Required<Estimated>).heuristic(options);
    let version = -1;
    let share = 1;
    return (v, goal) => {
      if (this.version !== version) {
        version = this.count;
        share = this.shareOf(estimate);
      }
      return share * estimate(v, goal);
    };
  }

  private shareOf(estimate: Heuristic): number {
    let share = 1;
    for (const [arc, cost] of this.costs) {
      const [tail, head] = [Math.floor(arc / this.vertexCount), arc % this.vertexCount];
      const expected = estimate(tail, head);
      if (cost < share * expected) share = cost / expected;
    }
    return share;
  }

  private setArc(tail: number, head: number, cost: number | undefined): void {
    const arc = tail * this.vertexCount + head;
    if (cost === undefined ? !this.costs.delete(arc) : this.costs.get(arc) === cost) return;
    if (cost !== undefined) this.costs.set(arc, cost);
    // Edits of the graph below come first.
    const version = this.version + 1;
    this.count = version;
    this.edits.push({ tail, version });
    if (this.edits.length > REMEMBERED) this.edits.shift();
  }

  private priced(to: Uint32Array, cost: Float64Array, n: number, arcTo: (u: number) => number): number {
    const { costs } = this;
    if (costs.size === 0) return n;
    let kept = 0;
    for (let i = 0; i < n; i++) {
      const own = costs.get(arcTo(to[i])) ?? cost[i];
      if (own === Infinity) continue;
      to[kept] = to[i];
      cost[kept++] = own;
    }
    return kept;
  }
}
