import { isLattice } from '@pf/graph/kit';
import { LazyHeap } from '@pf/queues';
import { longer } from '../grow.ts';
import type { ClosedParts } from './closed-parts.ts';
import type { UnitKind } from './unit-kind.ts';

/** Flags of a vertex. */
const SEEN = 1;
const HAS_UNIT = 2;
/** A path leads from it to the goal. */
const BEHIND = 4;
/** Beyond this number of vertices around a goal, and so many more for each unit, units are ranked by their estimates. */
const MOST_RANKED = 256;
const RANKED_EACH = 8;
/** The number of vertices that are read from a goal backwards, to see whether it is closed in. */
const MOST_CLOSED = 1024;
/** The number of cells around a goal that are read for one that units may reach. */
const MOST_AROUND = 16_384;

/** By vertex: the indices of the units of a group there. */
type UnitsAt = ReadonlyMap<number, readonly number[]>;

/**
 * Finds goals for groups. Memory: a byte a vertex from the first group on, and 4 for each vertex between the group and its goal while they are searched.
 */
export class SpreadGoals {
  /** By vertex: flags, all 0 between two calls. */
  private marks = new Uint8Array(0);
  private queue = new Int32Array(0);
  private count = 0;

  /** `closed` must know of all edits. It gets the parts that were flooded, which spares later floods. */
  constructor(
    private readonly kind: UnitKind,
    private readonly closed: ClosedParts,
    /** May take long for the first estimate to a goal. */
    private readonly heuristic = kind.heuristic,
  ) {}

  /**
   * Returns a goal for each unit of a group: `goal` and the vertices around it, in breadth-first order, except where a unit would cover a vertex of `taken`. The
   * nearest units get the innermost goals: by arcs, far ones by their estimates. Units for which no vertex is left get `goal`. If no unit can reach `goal`, the vertex
   * nearest to it that most of the group can reach takes its place, unless a unit there can leave it. Adds the vertices that the units cover to `taken`.
   */
  find(group: readonly number[], goal: number, taken: Set<number>): number[] {
    const { graph, arcs } = this.kind;
    if (group.length === 0) return [];
    if (this.marks.length < graph.vertexCount) this.marks = new Uint8Array(graph.vertexCount);
    this.queue = new Int32Array(1024);
    const unitsAt = new Map<number, number[]>();
    try {
      group.forEach((v, i) => {
        this.marks[v] |= HAS_UNIT;
        const here = unitsAt.get(v);
        if (here === undefined) unitsAt.set(v, [i]);
        else here.push(i);
      });
      const isReachable = this.isCutOff(goal) ? unitsAt.has(goal) && graph.successors(goal, arcs.to, arcs.cost) > 0 : this.canReach(unitsAt, goal);
      return this.around(group, unitsAt, isReachable ? goal : this.nearest(group, unitsAt, goal), taken);
    } finally {
      this.clear();
      for (const v of group) this.marks[v] = 0;
      this.queue = new Int32Array(0);
    }
  }

  private around(group: readonly number[], unitsAt: UnitsAt, goal: number, taken: Set<number>): number[] {
    const { marks, heuristic, kind } = this;
    const free: number[] = [];
    const nearest: number[] = [];
    const estimates = group.map((v) => heuristic(v, goal));
    const mostRanked = group.length === 1 ? 0 : estimates.every((estimate) => estimate === 0) ? Infinity : MOST_RANKED + RANKED_EACH * group.length;
    this.clear();
    this.push(goal);
    for (let k = 0; k < this.count && (free.length < group.length || (nearest.length < group.length && k < mostRanked)); k++) {
      const v = this.queue[k];
      if (free.length < group.length && kind.cellsAt(v).every((cell) => !taken.has(v + cell))) {
        free.push(v);
        for (const cell of kind.cellsAt(v)) taken.add(v + cell);
      }
      if ((marks[v] & HAS_UNIT) !== 0) for (const i of unitsAt.get(v)!) nearest.push(i);
      this.expand(v);
    }
    const found = new Set(nearest);
    const far = [...group.keys()].filter((i) => !found.has(i)).sort((a, b) => estimates[a] - estimates[b]);
    const goals = group.map(() => goal);
    const order = [...nearest, ...far];
    free.forEach((v, k) => (goals[order[k]] = v));
    return goals;
  }

  /**
   * Whether an arc path leads from a unit to `goal`. Searches from the units, over the vertices with the lowest estimates: on open ground straight to the goal. In turn, reads backwards from
   * the goal: where no path leads to it, mostly a small part of the map around it is closed.
   */
  private canReach(unitsAt: UnitsAt, goal: number): boolean {
    const { marks, heuristic, kind: { graph, arcs: { to, cost } } } = this;
    if (this.areClosed(unitsAt, goal)) return false;
    this.clear();
    const open = new LazyHeap();
    for (const start of unitsAt.keys()) {
      this.push(start);
      open.push(start, heuristic(start, goal));
    }
    const behind = [goal];
    marks[goal] |= BEHIND;
    try {
      for (let k = 0; open.size > 0; k++) {
        const v = open.pop();
        if ((marks[v] & BEHIND) !== 0) return true;
        const first = this.count;
        this.expand(v);
        for (let i = first; i < this.count; i++) open.push(this.queue[i], heuristic(this.queue[i], goal));
        if (k >= MOST_CLOSED) continue;
        if (k === behind.length) return false;
        if ((marks[behind[k]] & SEEN) !== 0) return true;
        const n = graph.predecessors(behind[k], to, cost);
        for (let i = 0; i < n; i++) {
          if ((marks[to[i]] & BEHIND) !== 0) continue;
          marks[to[i]] |= BEHIND;
          behind.push(to[i]);
        }
      }
    } finally {
      for (const v of behind) marks[v] &= ~BEHIND;
    }
    this.closed.remember(this.queue, this.count);
    return false;
  }

  /** Whether it is known that no unit can reach `v`. */
  private areClosed(unitsAt: UnitsAt, v: number): boolean {
    for (const start of unitsAt.keys()) if (!this.closed.separates(start, v)) return false;
    return true;
  }

  /** Whether no arc leads to a vertex, as for a blocked cell. */
  private isCutOff(v: number): boolean {
    const { graph, arcs: { to, cost } } = this.kind;
    return graph.predecessors(v, to, cost) === 0;
  }

  /**
   * The vertex with the lowest estimate to `goal` in the part of the map with most units of the group; of equal ones, in the largest. So units that are walled in
   * draw no others to them. An estimate of 0 says nothing: `goal` itself if all are.
   */
  private nearest(group: readonly number[], unitsAt: UnitsAt, goal: number): number {
    const { marks, heuristic } = this;
    const near = this.isCutOff(goal) ? this.nearestFree(goal) : goal;
    // One part, as far as is known.
    if (this.areClosed(unitsAt, near) && ![...unitsAt.keys()].some((v) => this.closed.separates(group[0], v))) {
      // V8 keeps positions of units as doubles, for which it would not compile the loop.
      const at = this.nearestInPart(group[0] | 0, goal | 0);
      if (at !== goal && this.isReachedByMost(group, unitsAt, at)) return at;
    }
    const floor = near === goal ? 0 : heuristic(near, goal);
    this.clear();
    let best = { at: goal, units: 0, size: 0 };
    let left = group.length;
    for (const start of unitsAt.keys()) {
      if ((marks[start] & SEEN) !== 0) continue;
      const first = this.count;
      let at = goal;
      let least = Infinity;
      let units = 0;
      this.push(start);
      // No other part can have as many units, and no vertex is nearer.
      let k = first;
      for (; k < this.count && !(least <= floor && units > Math.max(best.units, left)); k++) {
        const v = this.queue[k];
        if ((marks[v] & HAS_UNIT) !== 0) {
          units += unitsAt.get(v)!.length;
          left -= unitsAt.get(v)!.length;
        }
        const estimate = heuristic(v, goal);
        if (estimate > 0 && estimate < least) {
          least = estimate;
          at = v;
        }
        this.expand(v);
      }
      if (first === 0 && k === this.count) this.closed.remember(this.queue, this.count);
      const size = this.count - first;
      if (least < Infinity && (units > best.units || (units === best.units && size > best.size))) best = { at, units, size };
      if (best.units > left) break;
    }
    return best.at;
  }

  /** On a lattice: the vertex nearest to a blocked one that is not blocked itself, so that a search can end there. `goal` if unknown. */
  private nearestFree(goal: number): number {
    const { heuristic, kind: { graph } } = this;
    if (!isLattice(graph)) return goal;
    this.clear();
    this.push(goal);
    const open = new LazyHeap();
    open.push(goal, 0);
    for (let k = 0; open.size > 0 && k < MOST_AROUND; k++) {
      const v = open.pop();
      if (!this.isCutOff(v)) return v;
      const first = this.count;
      for (const offset of graph.offsets) if (v + offset >= 0 && v + offset < graph.vertexCount && graph.hasVertex?.(v + offset) !== false) this.push(v + offset);
      for (let i = first; i < this.count; i++) {
        const estimate = heuristic(this.queue[i], goal);
        if (estimate < Infinity) open.push(this.queue[i], estimate);
      }
    }
    return goal;
  }

  /** The vertex with the lowest estimate to `goal` that is not known to be out of reach from `start`; of equal ones, that nearest to `start`. `goal` if all estimates are 0. */
  private nearestInPart(start: number, goal: number): number {
    const { closed, heuristic, kind } = this;
    let best = goal;
    let least = Infinity;
    for (let v = 0; v < kind.graph.vertexCount; v++) {
      if (closed.separates(start, v)) continue;
      const estimate = heuristic(v, goal);
      if (!(estimate > 0) || estimate > least || (estimate === least && kind.heuristic(start, v) >= kind.heuristic(start, best)) || this.isCutOff(v)) continue;
      best = v;
      least = estimate;
    }
    return best;
  }

  /** Whether arc paths lead to `goal` from most units. Searches from there, straight to the units on open ground. */
  private isReachedByMost(group: readonly number[], unitsAt: UnitsAt, goal: number): boolean {
    const { marks, kind: { graph, heuristic, arcs: { to, cost } } } = this;
    this.clear();
    this.push(goal);
    const open = new LazyHeap();
    open.push(goal, 0);
    let left = group.length / 2;
    while (open.size > 0) {
      const v = open.pop();
      if ((marks[v] & HAS_UNIT) !== 0 && (left -= unitsAt.get(v)!.length) < 0) return true;
      const first = this.count;
      const n = graph.predecessors(v, to, cost);
      for (let i = 0; i < n; i++) this.push(to[i]);
      for (let i = first; i < this.count; i++) open.push(this.queue[i], heuristic(group[0], this.queue[i]));
    }
    return false;
  }

  private expand(v: number): void {
    const { graph, arcs: { to, cost } } = this.kind;
    const n = graph.successors(v, to, cost);
    for (let i = 0; i < n; i++) this.push(to[i]);
  }

  private push(v: number): void {
    const { marks } = this;
    if ((marks[v] & SEEN) !== 0) return;
    marks[v] |= SEEN;
    if (this.count === this.queue.length) this.queue = longer(this.queue);
    this.queue[this.count++] = v;
  }

  /** Forgets which vertices were reached. */
  private clear(): void {
    for (const v of this.queue.subarray(0, this.count)) this.marks[v] &= ~SEEN;
    this.count = 0;
  }
}
