import type { Graph, Lattice } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { ArcBuffer, checkBuffer, checkFit, checkFunction, checkList, checkOption, checkOptions, checkVertex, checkWorld, isLattice, shown } from '@pf/graph/kit';
import { GraphSettling, LatticeSettling } from './field-settling.ts';
import { checkVertices } from './frontier/frontier.ts';
import { SlicedSearch } from './sliced-search.ts';

/** Options of `DistanceField`. */
export interface DistanceFieldOptions {
  /** 'backward': costs from each vertex to the nearest source, which units follow downhill. 'forward': costs from the nearest source. Default 'backward'. */
  readonly direction?: 'forward' | 'backward' | undefined;
}

/** Relative tolerance of distances, for rounding; as that of Dijkstra's radius. */
const ROUNDING = 1e-12;

/**
 * A distance field (Dijkstra map): the cost from every vertex to the nearest source. `next` makes it a flow field that any
 * number of units can follow.
 *
 * Sources may have start costs: give less attractive goals a higher one. For a flee map, see `relax`.
 * On a `Grid` a source may be blocked; its free neighbours are then one step away, as in a distance transform. On a `TorusGrid`, an `EdgeCosts` or a view of
 * a grid it cannot: there, give its free neighbours as sources.
 *
 * Read, add or draw `values` as you like. Call `update` after edits of the graph. Memory: 12 bytes per vertex, on a grid 13, and the open list.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { DistanceField } from '@pf/search';
 *
 * const grid = Grid.fromRows(['.....', '.###.', '.....'], { movement: 'four' });
 * const field = new DistanceField(grid);
 * field.update([grid.vertex(0, 0), grid.vertex(4, 2)], [0, 3]);
 * field.values[grid.vertex(4, 0)]; // → 4
 * grid.x(field.next(grid.vertex(2, 2))); // → 1
 * ```
 */
export class DistanceField extends SlicedSearch {
  /** Distance by vertex; Infinity if there is no path. */
  readonly values: Float64Array;
  /** By vertex: the vertex that gave it its value; NO_VERTEX if it began with it. */
  private readonly parents: Int32Array;
  private readonly settling: GraphSettling;
  private readonly lattice: Lattice | undefined;
  /** The query: opens what has a start cost; the highest cost to settle, Infinity for `relax`. */
  private enter: () => void = () => undefined;
  private limit = Infinity;
  private readonly arcs: ArcBuffer;
  private readonly towards: boolean;

  constructor(graph: Graph, options: DistanceFieldOptions = {}) {
    checkWorld(graph, 'A distance field');
    super(graph);
    checkOptions(options, ['direction'], 'DistanceField');
    const { direction = 'backward' } = options;
    checkOption('direction', direction, ['forward', 'backward']);
    this.towards = direction === 'backward';
    this.values = new Float64Array(graph.vertexCount).fill(Infinity);
    this.parents = new Int32Array(graph.vertexCount);
    this.arcs = new ArcBuffer(graph);
    this.lattice = isLattice(graph) ? graph : graph.nearLattice?.lattice;
    this.settling = this.lattice !== undefined ? new LatticeSettling(this.lattice, graph, this.values, this.parents, this.towards, this.counters) : new GraphSettling(graph, this.values, this.parents, this.towards, this.counters);
  }

  /**
   * Recomputes the field from these sources, with start costs `costs` or 0. Beyond `radius` (within rounding) distances are Infinity. If the graph throws, the
   * field is incomplete: call it again.
   */
  update(sources: number | ArrayLike<number>, costs?: ArrayLike<number>, radius?: number): void {
    this.begin(sources, costs, radius);
    this.run();
  }

  /**
   * As `update`, in slices: `run(budget)` continues until it returns true. Before, `values` are not final: let units follow another field meanwhile. An edit where the field
   * has been starts it over. On a map that is edited all the time, set `followsEdits = false` after each `begin`: `next` still reads arcs as they are, so no unit steps into a wall.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   * import { DistanceField } from '@pf/search';
   *
   * const grid = new Grid(100, 100);
   * const field = new DistanceField(grid);
   * field.begin(grid.vertex(3, 3));
   * let frames = 1;
   * while (!field.run(2000)) frames++;
   * frames; // → 6
   * ```
   */
  begin(sources: number | ArrayLike<number>, costs?: ArrayLike<number>, radius = Infinity): void {
    this.checkFit();
    checkVertices(this.graph, sources, 'source');
    const list = typeof sources === 'number' ? [sources] : Array.from(sources);
    if (costs !== undefined) checkList(costs, 'costs of sources');
    if (costs !== undefined && costs.length < list.length) throw new RangeError(`${list.length} sources need as many costs to begin at, got ${costs.length}.`);
    if (typeof radius !== 'number' || !(radius >= 0)) throw new RangeError(`The radius must be 0 or more, got ${shown(radius)}.`);
    const starts = list.map((v, i) => {
      const cost = Number(costs?.[i] ?? 0);
      if (!(cost > -Infinity)) throw new RangeError(`Source ${v} begins at ${costs![i]}: it must be a number, or Infinity to leave the source out.`);
      return cost;
    });
    this.start(() => this.enterSources(list, starts), Math.min(radius + ROUNDING * radius, Number.MAX_VALUE));
  }

  /**
   * Sets the field of all vertices as sources with these start costs: no value exceeds a neighbour's by more than the arc. Infinity means no source. −Infinity means
   * the best source, 1 below twice the least finite cost (or below 0, if that is less); for a vertex without arcs, such as a blocked cell, it means no source.
   *
   * A flee map is `relax(fear.values.map((d) => -1.2 * d))`: units that go downhill flee, also around corners, and to where no hunter can come. What counts is the
   * hunters' path to the unit, so `fear` is a field on the hunters' map with direction 'forward'. Of a large world, take the cells near hunters alone: after
   * `fear.update(hunters, undefined, r)`, `flee.update(near, Array.from(near, (v) => 1.2 * (r - fear.values[v])), 1.2 * r)`, where `near` is what `fear.within(r, out)` writes.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   * import { DistanceField } from '@pf/search';
   *
   * const grid = Grid.fromRows(['.....', '.....']);
   * for (let x = 0; x < 5; x++) grid.setSides(x, 0, { enter: grid.mask('east', 'west') }); // a ledge: nobody climbs it
   * const fear = new DistanceField(grid, { direction: 'forward' });
   * const flee = new DistanceField(grid);
   * fear.update(grid.vertex(4, 1)); // the wolf, below
   * flee.relax(fear.values.map((d) => -1.2 * d));
   * flee.next(grid.vertex(2, 0)) === grid.vertex(2, 0); // → true
   * grid.x(flee.next(grid.vertex(2, 1))); // → 1
   * ```
   */
  relax(values: ArrayLike<number>): void {
    this.beginRelax(values);
    this.run();
  }

  /** As `relax`, in slices: see `begin`. It reads all values at once. */
  beginRelax(values: ArrayLike<number>): void {
    this.checkFit();
    checkList(values, 'values of a field');
    if (values.length < this.values.length) throw new RangeError(`A field has ${this.values.length} values, one a vertex, got ${values.length}.`);
    const starts = new Float64Array(values);
    let least = 0;
    let most = 0;
    for (let v = 0; v < this.values.length; v++) {
      const value = starts[v];
      if (Number.isNaN(value)) throw new RangeError(`The value of vertex ${v} is NaN: it must be a number, or Infinity for no value.`);
      if (value < least && value > -Infinity) least = value;
      if (value > most && value < Infinity) most = value;
    }
    const best = Math.max(2 * least - 1, -Number.MAX_VALUE);
    this.start(() => this.enterAll(starts, best, most), Infinity);
  }

  /**
   * The best next step from `v`, without neighbours that `taken` returns true for. Returns `v` itself if no step is better than staying: at a
   * source that is not cheaper to leave, at the border of the field, or behind waiting units. NO_VERTEX if no source can be reached from `v`.
   */
  next(v: number, taken?: (u: number) => boolean): number {
    const { graph, values, parents, arcs } = this;
    const { to, cost } = arcs;
    this.checkFit();
    checkVertex(graph, v, 'vertex');
    if (taken !== undefined) checkFunction(taken, 'taken');
    if (!this.towards) throw new Error("A field of distances from its sources does not lead to them: make it with direction: 'backward'.");
    let n = arcs.leaving(v);
    if (values[v] === Infinity) return NO_VERTEX;
    let best = v;
    let least = parents[v] === NO_VERTEX ? values[v] : Infinity;
    for (let i = 0; i < n; i++) {
      const u = to[i];
      // Only downhill, as units that circle others would never arrive. Between equal values, along arcs of cost 0, only towards the parent.
      const isCloser = values[u] < values[v] || (values[u] === values[v] && u === parents[v]);
      const through = cost[i] + values[u];
      if (!isCloser || through >= least) continue;
      if (taken !== undefined) {
        const isTaken = taken(u);
        // It may have called the field, which overwrites the arcs.
        n = arcs.leaving(v);
        if (isTaken) continue;
      }
      least = through;
      best = u;
    }
    return best;
  }

  /** Writes the vertices at `distance` or less (within rounding), in ascending order, and returns their number: a movement range. */
  within(distance: number, out: Uint32Array): number {
    checkBuffer(out);
    if (typeof distance !== 'number' || Number.isNaN(distance)) throw new RangeError(`A movement range needs a number for its distance, got ${shown(distance)}.`);
    // Infinity is the value of what cannot be reached.
    const most = Math.min(distance + ROUNDING * Math.abs(distance), Number.MAX_VALUE);
    let n = 0;
    for (let v = 0; v < this.values.length; v++) {
      if (!(this.values[v] <= most)) continue;
      if (n === out.length) throw new RangeError(`More than the ${n} vertices that the buffer holds are within ${distance}: pass one of up to vertexCount entries.`);
      out[n++] = v;
    }
    return n;
  }

  /** Lowers `v` to what it costs over a neighbour of value `best`. */
  private enterHaven(v: number, best: number): void {
    const { values, parents, arcs, towards } = this;
    const { to, cost } = arcs;
    const n = towards ? arcs.leaving(v) : arcs.entering(v);
    for (let i = 0; i < n; i++) {
      const through = best + cost[i];
      if (values[to[i]] !== best || !(through < values[v])) continue;
      values[v] = through;
      parents[v] = to[i];
    }
  }

  private checkFit(): void {
    checkFit(this.graph, 'field', this.values.length, this.arcs.to.length);
  }

  private start(enter: () => void, limit: number): void {
    this.check();
    this.enter = enter;
    this.limit = limit;
    this.beginQuery();
  }

  protected restart(): void {
    this.enter();
  }

  protected override isUntouched(tails: Uint32Array, n: number): boolean {
    // `relax` has read all arcs.
    return this.limit < Infinity && this.settling.isUntouched(tails, n);
  }

  protected slice(budget: number): boolean {
    return this.settling.settle(this.limit, budget);
  }

  private enterSources(sources: readonly number[], costs: readonly number[]): void {
    this.values.fill(Infinity);
    let least = Infinity;
    let most = -Infinity;
    for (const cost of costs) {
      if (cost < least) least = cost;
      if (cost > most && cost < Infinity) most = cost;
    }
    this.settling.begin(least, most);
    for (let i = 0; i < sources.length; i++) this.lower(sources[i], costs[i]);
    for (const v of sources) this.leaveBlocked(v);
  }

  private enterAll(starts: Float64Array, best: number, most: number): void {
    const { values, parents, settling } = this;
    settling.begin(best, most);
    let havens = 0;
    for (let v = 0; v < values.length; v++) {
      let value = starts[v];
      if (value === -Infinity) {
        value = this.isIsolated(v) ? Infinity : best;
        if (value === best) havens++;
      }
      values[v] = value;
      parents[v] = NO_VERTEX;
    }
    // Where few hunters are near, most vertices are best sources. They are final, and only those next to others matter.
    const fromOthers = havens > values.length / 2;
    for (let v = 0; v < values.length; v++) {
      if (values[v] === best) {
        if (!fromOthers) settling.open(v);
      } else {
        if (fromOthers) this.enterHaven(v, best);
        if (values[v] < Infinity) settling.open(v);
      }
    }
  }

  /** Whether `v` has no arcs. */
  private isIsolated(v: number): boolean {
    const { lattice, arcs } = this;
    if (lattice !== undefined && lattice.moves[v] !== 0) return false;
    return arcs.entering(v) === 0 && arcs.leaving(v) === 0;
  }

  /** Labels the free neighbours of a blocked source, which has no arcs: they are one step away. */
  private leaveBlocked(v: number): void {
    const { graph, lattice, values } = this;
    if (lattice === undefined || lattice !== graph || lattice.weights[v] !== 0) return;
    for (let d = 0; d < lattice.maxDegree; d++) {
      const u = v + lattice.offsets[d];
      if (u >= 0 && u < lattice.vertexCount && lattice.weights[u] !== 0) this.lower(u, values[v] + lattice.lengths[d]);
    }
  }

  private lower(v: number, value: number): void {
    if (!(value < this.values[v])) return;
    this.values[v] = value;
    this.parents[v] = NO_VERTEX;
    this.settling.open(v);
  }
}
