import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkFunction, checkList, checkOption, checkOptions, checkVertex, checkWorld, isLattice, shown } from '@pf/graph/kit';
import { checkVertices } from './frontier/frontier.ts';
import { TieHeap } from './tie-heap.ts';

/** What a `DistanceField` measures, and where from. */
export interface DistanceFieldOptions {
  /** 'to': what it costs from each vertex to the nearest source, which walkers follow downhill. 'from': what it costs from the nearest source. Default 'to'. */
  readonly distances?: 'to' | 'from' | undefined;
}

/**
 * A distance field, which roguelikes call a Dijkstra map: what it costs from every vertex to the nearest of some sources. With `next` it is a flow field that any
 * number of walkers follow.
 *
 * Sources may begin at costs of their own: goals that are worth less begin at more, and a flee map is a field of its own values times −1.2, lowered anew
 * (`relax`). On a grid a source may be blocked: its distance is then one straight or diagonal step to a free neighbour, as in a distance transform.
 *
 * The values are a plain array that you may read, add to others of its kind, or draw. `update` after edits of the graph. Memory: 8 bytes a vertex, and what is open.
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
export class DistanceField {
  /** By vertex: the distance, Infinity where there is none. */
  readonly values: Float64Array;
  private readonly heap = new TieHeap('fifo');
  private readonly to: Uint32Array;
  private readonly cost: Float64Array;
  private readonly towards: boolean;

  constructor(
    private readonly graph: Graph,
    options: DistanceFieldOptions = {},
  ) {
    checkWorld(graph, 'A distance field');
    checkOptions(options, ['distances'], 'DistanceField');
    const { distances = 'to' } = options;
    checkOption('option distances', distances, ['to', 'from']);
    this.towards = distances === 'to';
    this.values = new Float64Array(graph.vertexCount).fill(Infinity);
    this.to = new Uint32Array(graph.maxDegree);
    this.cost = new Float64Array(graph.maxDegree);
  }

  /** Measures anew from these sources, which begin at `costs`, or at 0. Stops at `radius`: what lies farther is Infinity. */
  update(sources: number | ArrayLike<number>, costs?: ArrayLike<number>, radius = Infinity): void {
    const { graph, values } = this;
    checkVertices(graph, sources, 'source');
    const list = typeof sources === 'number' ? [sources] : sources;
    if (costs !== undefined) checkList(costs, 'costs of sources');
    if (costs !== undefined && costs.length < list.length) throw new RangeError(`${list.length} sources need as many costs to begin at, got ${costs.length}.`);
    if (typeof radius !== 'number' || !(radius >= 0)) throw new RangeError(`The radius must be 0 or more, got ${radius}.`);
    for (let i = 0; i < list.length; i++) {
      if (Number.isNaN(Number(costs?.[i] ?? 0))) throw new RangeError(`Source ${list[i]} begins at ${costs![i]}: it must be a number.`);
    }
    values.fill(Infinity);
    this.heap.clear();
    for (let i = 0; i < list.length; i++) this.lower(list[i], costs?.[i] ?? 0);
    for (let i = 0; i < list.length; i++) this.leaveBlocked(list[i]);
    this.settle(radius);
  }

  /**
   * Lowers values, given for every vertex, until none is more than an arc above a neighbour: the field of all vertices as sources at these costs. Infinity is no source.
   * A flee map is `relax(field.values.map((d) => -1.2 * d))`, where walkers that go downhill get away, round corners too.
   */
  relax(values: ArrayLike<number>): void {
    checkList(values, 'values of a field');
    if (values.length < this.values.length) throw new RangeError(`A field has ${this.values.length} values, one a vertex, got ${values.length}.`);
    this.heap.clear();
    for (let v = 0; v < this.values.length; v++) {
      const value = values[v];
      if (Number.isNaN(value)) throw new RangeError(`The value of vertex ${v} is NaN: it must be a number, Infinity where there is none.`);
      this.values[v] = Math.abs(value) === Infinity ? Infinity : value;
      if (this.values[v] < Infinity) this.heap.push(v, value, 0);
    }
    this.settle(Infinity);
  }

  /**
   * The neighbour through which it costs least to go on from `v`, among those that `taken` does not say, or `v` itself where none is better than to stay: at a
   * source, at the end of the field, and behind others who wait. NO_VERTEX where no source can be reached from `v`.
   */
  next(v: number, taken?: (u: number) => boolean): number {
    const { graph, values, to, cost } = this;
    checkVertex(graph, v, 'vertex');
    if (taken !== undefined) checkFunction(taken, 'taken');
    if (!this.towards) throw new Error("A field of distances from its sources does not lead to them: make it with distances: 'to'.");
    const n = graph.successors(v, to, cost);
    if (values[v] === Infinity) return NO_VERTEX;
    let best = v;
    let least = Infinity;
    for (let i = 0; i < n; i++) {
      const u = to[i];
      // Only downhill: who goes round others for ever would never arrive.
      if (!(values[u] < values[v]) || cost[i] + values[u] >= least || (taken !== undefined && taken(u))) continue;
      least = cost[i] + values[u];
      best = u;
    }
    return best;
  }

  /** Writes the vertices at `distance` or less, in the order of their numbers, and returns how many: a movement range. */
  within(distance: number, out: Uint32Array): number {
    checkBuffer(out);
    if (typeof distance !== 'number' || Number.isNaN(distance)) throw new RangeError(`A movement range needs a number for its distance, got ${shown(distance)}.`);
    let n = 0;
    for (let v = 0; v < this.values.length; v++) {
      if (!(this.values[v] <= distance)) continue;
      if (n === out.length) throw new RangeError(`More than the ${n} vertices that the buffer holds are within ${distance}: pass one of up to vertexCount entries.`);
      out[n++] = v;
    }
    return n;
  }

  /** From a blocked cell of a lattice no arc leads on: its free neighbours are one step away. */
  private leaveBlocked(v: number): void {
    const { graph, values } = this;
    if (!isLattice(graph) || graph.weights[v] !== 0) return;
    for (let d = 0; d < graph.maxDegree; d++) {
      const u = v + graph.offsets[d];
      if (u >= 0 && u < graph.vertexCount && graph.weights[u] !== 0) this.lower(u, values[v] + graph.lengths[d]);
    }
  }

  private lower(v: number, value: number): void {
    if (!(value < this.values[v])) return;
    this.values[v] = value;
    this.heap.push(v, value, 0);
  }

  /** Dijkstra's algorithm with labels that may begin anywhere. What stands in the heap twice is skipped by its value. */
  private settle(radius: number): void {
    const { graph, values, heap, to, cost, towards } = this;
    while (heap.size > 0) {
      const value = heap.floor();
      const v = heap.pop();
      if (value > values[v]) continue;
      if (value > radius) {
        values[v] = Infinity;
        continue;
      }
      const n = towards ? graph.predecessors(v, to, cost) : graph.successors(v, to, cost);
      for (let i = 0; i < n; i++) {
        const u = to[i];
        const through = value + cost[i];
        if (!(through < values[u])) continue;
        values[u] = through;
        heap.push(u, through, 0);
      }
    }
  }
}
