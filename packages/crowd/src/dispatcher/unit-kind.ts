import type { Graph, Heuristic } from '@pf/graph';
import { ArcBuffer, noEstimate, ownHeuristic, shown } from '@pf/graph/kit';
import { ArcsBack } from './arcs-back.ts';
import type { Torus } from '../grid-below.ts';
import { gridBelow, torusBelow } from '../grid-below.ts';
import { cheapestOf, isWall } from './step-surcharge.ts';

/** The vertices that a unit covers: those of `dy` rows of `stride` vertices, and `dx` more. A `UnitGrid` of @pf/grid is one; on a graph of your own, make one as in `docs/dispatcher.md`. */
export interface Footprint {
  /** The map of the ground: a grid. If units walk on a `TorusGrid`, they also cover cells beyond its joined edges. */
  readonly ground: { readonly stride: number; contains(x: number, y: number): boolean; x(v: number): number; y(v: number): number };
  /** The cells that a unit covers, relative to its own. */
  readonly dx: readonly number[];
  readonly dy: readonly number[];
  /** The graph that units with this footprint walk on. */
  readonly grid?: Graph | undefined;
}

export const ONE_VERTEX = Int32Array.of(0);

/** The graph and the footprint that all units of a dispatcher share. */
export class UnitKind {
  readonly arcs: ArcBuffer;
  readonly back: ArcsBack;
  /** The vertices that a unit covers, as differences to its own, unless it lies over a joined edge: see `cellsAt`. */
  readonly cells: Int32Array;
  /** The length of an arc as the graph estimates it, if it does: the heuristic of the caller may know the costs. */
  readonly lengthOf: Heuristic;
  private readonly inner: ArcBuffer;
  private readonly torus: Torus | undefined;
  /** By vertex: what a unit there covers, if it lies over a joined edge. */
  readonly overEdges: ReadonlyMap<number, Int32Array> | undefined;

  constructor(
    readonly graph: Graph,
    readonly heuristic: Heuristic,
    private readonly footprint: Footprint | undefined,
    /** Units push aside only units of their own side. */
    readonly side?: string | number,
  ) {
    this.arcs = new ArcBuffer(graph);
    this.inner = new ArcBuffer(graph);
    this.back = new ArcsBack(graph);
    const own = guidingHeuristic(graph, { least: 1 });
    this.lengthOf = own === noEstimate ? heuristic : own;
    if (footprint === undefined) {
      this.cells = ONE_VERTEX;
      return;
    }
    const { ground, dx, dy } = checkFootprint(footprint, graph);
    this.cells = Int32Array.from(dx, (x, i) => dy[i] * ground.stride + x);
    this.torus = torusBelow(graph);
    if (this.torus !== undefined) this.overEdges = cellsOverEdges(this.torus, footprint);
  }

  /** The vertices that a unit at `v` covers, as differences to `v`. */
  cellsAt(v: number): Int32Array {
    return this.overEdges === undefined ? this.cells : this.overEdges.get(v) ?? this.cells;
  }

  /** Writes the arcs that leave `v` to `arcs`; returns how many. None if the graph throws: no unit can use them. */
  successors(v: number): number {
    try {
      return this.graph.successors(v, this.arcs.to, this.arcs.cost);
    } catch {
      return 0;
    }
  }

  /** The same for the arcs that lead to `v`. */
  predecessors(v: number): number {
    try {
      return this.graph.predecessors(v, this.arcs.to, this.arcs.cost);
    } catch {
      return 0;
    }
  }

  /** Whether a unit at `v` can make room: whether it can come back from a neighbour. */
  canMakeRoom(v: number): boolean {
    const n = this.successors(v);
    for (let k = 0; k < n; k++) if (this.back.has(v, this.arcs.to[k])) return true;
    return false;
  }

  /** Whether an arc leads into a wall with a price, compared with its length and the other arcs that leave `from`. Leaves `arcs` as they are. */
  isWall(from: number, to: number, cost: number): boolean {
    if (!isWall(cost, this.lengthOf(from, to))) return false;
    const { inner } = this;
    try {
      return isWall(cost, cheapestOf(inner.cost, this.graph.successors(from, inner.to, inner.cost)));
    } catch {
      return true;
    }
  }

  /** Throws if a unit at `v` would reach beyond the map. */
  checkOnMap(v: number): void {
    if (this.footprint === undefined) return;
    const { ground, dx, dy } = this.footprint;
    const map = this.torus ?? ground;
    if (dx.some((x, i) => !map.contains(ground.x(v) + x, ground.y(v) + dy[i]))) throw new RangeError(`A unit of this footprint at vertex ${v} reaches beyond the map: choose a vertex that its grid has free.`);
  }
}

function checkFootprint(given: Footprint, graph: Graph): Footprint {
  const { ground, dx, dy, grid }: Partial<Footprint> = typeof given === 'object' && (given as Footprint | null) !== null ? given : {};
  if (typeof ground?.stride === 'number' && typeof ground.contains === 'function' && Array.isArray(dx) && Array.isArray(dy) && dx.length === dy.length && dx.length > 0) {
    const below = gridBelow(graph);
    if (grid === undefined || below === undefined || below === gridBelow(grid)) return given;
    throw new RangeError('The footprint is of another graph: pass a UnitGrid as footprint, and its grid as graph.');
  }
  if (typeof ground === 'object' && (ground as unknown) !== null && 'grid' in ground) throw new TypeError('The ground of a footprint is a grid: pass its .grid. With a TorusGrid as graph, units also cover cells beyond joined edges.');
  throw new TypeError(`footprint must be a UnitGrid of @pf/grid, or { ground, dx, dy } as the type Footprint has them, got ${shown(given)}; omit it for units that cover one vertex.`);
}

/** By vertex of a torus: the vertices that a unit there covers, as differences to its own, if it lies over a joined edge. */
function cellsOverEdges(torus: Torus, { ground, dx, dy }: Footprint): Map<number, Int32Array> {
  const found = new Map<number, Int32Array>();
  for (let v = 0; v < torus.vertexCount; v++) {
    const [x, y] = [ground.x(v), ground.y(v)];
    // A vertex in the border is no position, and a unit beyond an edge that is not joined is rejected.
    if (!ground.contains(x, y) || dx.every((step, i) => ground.contains(x + step, y + dy[i])) || dx.some((step, i) => !torus.contains(x + step, y + dy[i]))) continue;
    found.set(v, Int32Array.from(dx, (step, i) => torus.vertex(x + step, y + dy[i]) - v));
  }
  return found;
}

/**
 * The heuristic of the graph below views, also of `EdgeCosts`. It only guides steps; taken from a view, its estimates would have to be lower bounds of the costs there:
 * all 0 beside a free edge. With `least`, steps do not wait for it to follow edits.
 */
export function guidingHeuristic(graph: Graph, options?: { readonly least: number }): Heuristic {
  return graph.viewOf === undefined ? ownHeuristic(graph, options) : guidingHeuristic(graph.viewOf, options);
}
