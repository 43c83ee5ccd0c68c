import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkGrid, checkVertex, nextStamp } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { lineOfSight } from '@pf/grid';
import { squaredLength } from './squared-length.ts';
import { SlicedSearch } from '../sliced-search.ts';
import { TieHeap } from '../tie-heap.ts';

const CLOSED = 1;
const STAMP_STEP = 2;

/**
 * Any-angle search: Nash, Koenig & Tovey, "Lazy Theta*: Any-Angle Path Planning and Path Length Analysis in 3D", AAAI 2010.
 *
 * Every vertex in line of sight can be the parent of a vertex, so paths turn only at walls. Theta* tests a line of
 * sight for each neighbour of each expanded vertex; Lazy Theta* once for each expanded vertex, with paths of equal length. Anya
 * (Harabor & Grastien, ICAPS 2013) is optimal, but for points that touch walls and pass between the corners of
 * cells, not for units that move between centres under a corner rule. The path is not always the shortest of any angle.
 * None of its lines crosses a blocked cell, and no waypoint could be omitted.
 *
 * Departures: a visible goal ends the search at once, and waypoints whose neighbours see each other are removed at the end. Costs are lengths in cells between
 * centres, times the cost of a straight step; terrain and one-way cells are rejected. Memory: 16 bytes a vertex and 20 for each open entry.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { LazyThetaStar } from '@pf/search';
 *
 * const grid = new Grid(9, 9);
 * const search = new LazyThetaStar(grid);
 * search.search(grid.vertex(0, 0), grid.vertex(4, 3)); // → 5
 * search.path(new Uint32Array(grid.vertexCount)); // → 2
 * ```
 */
export class LazyThetaStar extends SlicedSearch {
  /** The length of the path in cells, times the cost of a straight step; Infinity before the first search, and if there is no path. */
  cost = Infinity;
  private readonly labels: Float64Array;
  private readonly parents: Int32Array;
  private readonly stamps: Int32Array;
  /** No vertex has this stamp before the first search. */
  private stamp = STAMP_STEP;
  private readonly open = new TieHeap('larger-g');
  private readonly to: Uint32Array;
  private readonly arcCost: Float64Array;
  private start = NO_VERTEX;
  private goal = NO_VERTEX;

  constructor(private readonly grid: Grid) {
    super(grid);
    checkGrid(grid, 'Lazy Theta*');
    const { vertexCount, maxDegree } = grid;
    this.labels = new Float64Array(vertexCount);
    this.parents = new Int32Array(vertexCount);
    this.stamps = new Int32Array(vertexCount);
    this.to = new Uint32Array(maxDegree);
    this.arcCost = new Float64Array(maxDegree);
  }

  /** The length of the path; Infinity if there is none. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /** Begins a search from `start` to `goal`; `run` continues it. */
  begin(start: number, goal: number): void {
    const { grid } = this;
    checkVertex(grid, start, 'start');
    checkVertex(grid, goal, 'goal');
    this.checkIdle();
    this.checkMap();
    this.start = start;
    this.goal = goal;
    this.beginQuery();
  }

  /** Starts over on the current map. */
  protected restart(): void {
    const { start } = this;
    this.checkMap();
    this.stamp = nextStamp(this.stamps, this.stamp, STAMP_STEP);
    this.open.clear();
    this.cost = Infinity;
    this.label(start, 0, start);
  }

  protected slice(budget: number): boolean {
    if (this.goesStraight()) return true;
    const { grid, stamps, stamp, counters, to, arcCost } = this;
    for (let spent = 0; spent < budget; spent++) {
      const v = this.next();
      if (v === NO_VERTEX) return true;
      const n = grid.successors(v, to, arcCost);
      this.setVertex(v, n);
      if (v === this.goal) {
        this.finish();
        return true;
      }
      counters.expanded++;
      const parent = this.parents[v];
      for (let i = 0; i < n; i++) {
        const u = to[i];
        if (stamps[u] === (stamp | CLOSED)) continue;
        // Assumes that the parent of v sees u. This is tested when u is expanded.
        const g = this.labels[parent] + Math.sqrt(squaredLength(grid, parent, u));
        if (stamps[u] === stamp && g >= this.labels[u]) continue;
        counters.generated++;
        this.label(u, g, parent);
      }
    }
    return false;
  }

  /** Writes the waypoints, start and goal included, start first; returns their number, 0 if there is no path. */
  path(out: Uint32Array): number {
    const { parents, start, goal } = this;
    if (this.cost === Infinity) return 0;
    checkBuffer(out);
    let count = 1;
    for (let v = goal; v !== start; v = parents[v]) count++;
    if (out.length < count) throw new RangeError(`The path has ${count} waypoints, but the buffer holds ${out.length}.`);
    for (let v = goal, i = count - 1; i >= 0; v = parents[v], i--) out[i] = v;
    return count;
  }

  /** The length of the shortest path to `v` found so far; Infinity if there is none. For an open vertex, a wall may still be in between. */
  g(v: number): number {
    return (this.stamps[v] & ~CLOSED) === this.stamp ? this.labels[v] * this.grid.steps.straight : Infinity;
  }

  /** The same as `g`. */
  distance(v: number): number {
    return this.g(v);
  }

  /** The last waypoint before `v`: a straight line leads from it to `v`. NO_VERTEX if no path is known. */
  parent(v: number): number {
    return (this.stamps[v] & ~CLOSED) === this.stamp && v !== this.start ? this.parents[v] : NO_VERTEX;
  }

  /** Whether `v` is open. */
  isOpen(v: number): boolean {
    return this.stamps[v] === this.stamp;
  }

  /** Whether `v` has been expanded, or is the goal and was reached. */
  isClosed(v: number): boolean {
    return this.stamps[v] === (this.stamp | CLOSED);
  }

  private checkMap(): void {
    const { grid } = this;
    if (grid.weighted) throw new RangeError('An any-angle path crosses cells at every angle, for which terrain has no cost: take AStar on a map with terrain.');
    if (grid.sides !== undefined) throw new RangeError('An any-angle path enters cells at every angle, for which one-way cells have no rule: take AStar on a map with them.');
  }

  /** Closes the open vertex of lowest key; NO_VERTEX if there is none. */
  private next(): number {
    const { open, stamps, counters } = this;
    for (let v = open.pop(); v >= 0; v = open.pop()) {
      counters.queueOperations++;
      if ((stamps[v] & CLOSED) !== 0) continue;
      stamps[v] |= CLOSED;
      return v;
    }
    return NO_VERTEX;
  }

  private label(v: number, g: number, parent: number): void {
    this.stamps[v] = this.stamp;
    this.labels[v] = g;
    this.parents[v] = parent;
    this.counters.queueOperations++;
    this.open.push(v, g + Math.sqrt(squaredLength(this.grid, v, this.goal)), g);
  }

  /** If a wall is between `v` and its parent, makes the best of its closed neighbours its parent. */
  private setVertex(v: number, neighbours: number): void {
    const { grid, labels, parents, stamps, stamp, to } = this;
    if (lineOfSight(grid, parents[v], v)) return;
    labels[v] = Infinity;
    for (let i = 0; i < neighbours; i++) {
      const u = to[i];
      if (stamps[u] !== (stamp | CLOSED)) continue;
      const through = labels[u] + Math.sqrt(squaredLength(grid, u, v));
      if (through >= labels[v]) continue;
      labels[v] = through;
      parents[v] = u;
    }
  }

  /** Moves to a visible goal at once, before any expansion: labels from around a corner might miss the straight line. */
  private goesStraight(): boolean {
    const { grid, start, goal, stamps, stamp } = this;
    if (stamps[start] !== stamp || grid.cells[start] === 0 || grid.cells[goal] === 0 || !lineOfSight(grid, start, goal)) return false;
    this.parents[goal] = start;
    this.finish();
    return true;
  }

  private finish(): void {
    const { grid, parents, start, goal } = this;
    for (let changed = true; changed; ) {
      changed = false;
      for (let v = goal; v !== start; v = parents[v]) {
        while (parents[v] !== start && lineOfSight(grid, parents[parents[v]], v)) {
          parents[v] = parents[parents[v]];
          changed = true;
        }
      }
    }
    let length = 0;
    for (let v = goal; v !== start; v = parents[v]) length += Math.sqrt(squaredLength(grid, parents[v], v));
    this.labels[goal] = length;
    this.stamps[goal] = this.stamp | CLOSED;
    this.cost = length * grid.steps.straight;
  }
}
