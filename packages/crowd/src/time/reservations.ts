import type { Graph } from '@pf/graph';
import { checkBoolean, checkFit, checkList, checkOptions, checkVertex, checkWorld, shown } from '@pf/graph/kit';
import { longer } from '../grow.ts';
import type { Occupancy } from './occupancy.ts';
import { FOREVER } from './occupancy.ts';

const NONE = -1;

/**
 * Vertices that are taken for some steps: by units with known paths, patrols, trains, or doors that close on a schedule. `SafeIntervalSearch` plans around them.
 *
 * Steps are whole numbers. Each reservation has a number, by which it is released. Memory: 4 bytes a vertex, 20 for each stay of a unit on a vertex.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { Reservations } from '@pf/crowd';
 *
 * const grid = new Grid(3, 1);
 * const at = (x: number) => grid.vertex(x, 0);
 * const reservations = new Reservations(grid);
 * const patrol = reservations.add([at(0), at(1), at(1), at(2)], 10);
 * [reservations.isFree(at(1), 10), reservations.isFree(at(1), 12), reservations.isFree(at(2), 99)]; // → [true, false, false]
 * reservations.release(patrol);
 * reservations.isFree(at(2), 99); // → true
 * ```
 */
export class Reservations implements Occupancy {
  /** Rises with every change. */
  version = 0;
  /** The number of vertices of the graph when the reservations were made. */
  readonly vertexCount: number;
  /** By vertex: its first stay. By stay: the next one on the same vertex, in order of time. */
  private readonly heads: Int32Array;
  private nexts = new Int32Array(256);
  private vertices = new Int32Array(256);
  private begins = new Int32Array(256);
  private ends = new Int32Array(256);
  private owners = new Int32Array(256);
  private count = 0;
  /** The last change; NONE once its stay has been deleted, until it is counted again. */
  private last = 0;
  /** Removed stays, for reuse. */
  private readonly unused: number[] = [];
  /** The number of reservations so far, and the stays of those that still have some. */
  private issued = 0;
  private readonly stays = new Map<number, number[]>();

  constructor(
    /** @internal */
    readonly graph: Graph,
  ) {
    checkWorld(graph, 'Reservations');
    this.vertexCount = graph.vertexCount;
    this.heads = new Int32Array(this.vertexCount).fill(NONE);
  }

  /**
   * Reserves a path: a unit is at `path[k]` at step `time + k`, and stays at the end unless `stays` is false. Returns the number of the reservation. Does not check for
   * conflicts with other reservations.
   */
  add(path: ArrayLike<number>, time = 0, options: { readonly length?: number | undefined; readonly stays?: boolean | undefined } = {}): number {
    checkFit(this.graph, 'list of reservations', this.vertexCount);
    checkList(path, 'path of a reservation');
    checkOptions(options, ['length', 'stays'], 'Reservations.add');
    const { length = path.length, stays = true } = options;
    checkBoolean(stays, 'stays');
    if (!(Number.isInteger(length) && length >= 0 && length <= path.length)) throw new RangeError(`The length must be a whole number from 0 to ${path.length}, the entries of the path, got ${shown(length)}.`);
    checkTime(time, 'time of a path');
    for (let k = 0; k < length; k++) checkVertex(this.graph, path[k], `vertex ${k} of the path`);
    const id = this.issued++;
    for (let k = 0; k < length; ) {
      let end = k + 1;
      while (end < length && path[end] === path[k]) end++;
      this.insert(id, path[k], time + k, end === length && stays ? FOREVER : time + end - 1);
      k = end;
    }
    return id;
  }

  /** Reserves a vertex from one step to another, both included: for a closed door, for example. A `to` of 2²⁹ or more is for ever. Returns the number of the reservation. */
  block(v: number, from: number, to = Infinity): number {
    checkFit(this.graph, 'list of reservations', this.vertexCount);
    checkVertex(this.graph, v, 'vertex to block');
    checkTime(from, 'first step');
    if (typeof to !== 'number' || !(to >= from)) throw new RangeError(`The last step must be ${from} or later, got ${shown(to)}.`);
    const id = this.issued++;
    this.insert(id, v, from, to < FOREVER / 2 ? to : FOREVER);
    return id;
  }

  /** Releases a reservation. Does nothing if it was released before. */
  release(id: number): void {
    if (!(Number.isInteger(id) && id >= 0 && id < this.issued)) throw new RangeError(`There is no reservation ${shown(id)}: pass a number that add or block has returned.`);
    for (const stay of this.stays.get(id) ?? []) this.delete(stay);
    this.stays.delete(id);
    this.version++;
  }

  /** Removes all stays that end before this step. */
  forgetBefore(time: number): void {
    if (typeof time !== 'number' || Number.isNaN(time)) throw new RangeError(`The first step to keep must be a number, got ${shown(time)}.`);
    const least = Math.min(time, FOREVER);
    for (const [id, stays] of this.stays) {
      const kept = stays.filter((stay) => this.ends[stay] >= least);
      for (const stay of stays) if (this.ends[stay] < least) this.delete(stay);
      if (kept.length > 0) this.stays.set(id, kept);
      else this.stays.delete(id);
    }
    this.version++;
  }

  /** Whether `v` is free at this step. */
  isFree(v: number, time: number): boolean {
    checkVertex(this.graph, v, 'vertex');
    checkTime(time, 'step');
    return this.nextFree(v, time) === time;
  }

  /** The last step at which a stay begins or has ended. */
  get lastChange(): number {
    if (this.last === NONE) {
      let last = 0;
      for (const stays of this.stays.values()) for (const stay of stays) last = Math.max(last, this.changeOf(stay));
      this.last = last;
    }
    return this.last;
  }

  nextFree(v: number, t: number): number {
    let free = t;
    for (let stay = this.heads[v]; stay !== NONE && this.begins[stay] <= free; stay = this.nexts[stay]) free = Math.max(free, this.ends[stay] + 1);
    return free;
  }

  freeUntil(v: number, t: number, latest: number): number {
    let stay = this.heads[v];
    while (stay !== NONE && this.begins[stay] <= t) stay = this.nexts[stay];
    return stay === NONE ? latest : Math.min(latest, this.begins[stay] - 1);
  }

  freeFrom(v: number): number {
    let free = 0;
    for (let stay = this.heads[v]; stay !== NONE; stay = this.nexts[stay]) free = Math.max(free, this.ends[stay] + 1);
    return free;
  }

  isStep(u: number, v: number, t: number): boolean {
    for (let from = this.heads[u]; from !== NONE && this.begins[from] < t; from = this.nexts[from]) {
      if (this.ends[from] !== t - 1) continue;
      for (let to = this.heads[v]; to !== NONE && this.begins[to] <= t; to = this.nexts[to]) if (this.begins[to] === t && this.owners[to] === this.owners[from]) return true;
    }
    return false;
  }

  private insert(id: number, v: number, begin: number, end: number): void {
    const stay = this.unused.pop() ?? this.count++;
    if (stay === this.nexts.length) {
      this.nexts = longer(this.nexts);
      this.vertices = longer(this.vertices);
      this.begins = longer(this.begins);
      this.ends = longer(this.ends);
      this.owners = longer(this.owners);
    }
    this.vertices[stay] = v;
    this.begins[stay] = begin;
    this.ends[stay] = end;
    this.owners[stay] = id;
    if (this.last !== NONE) this.last = Math.max(this.last, this.changeOf(stay));
    let before = NONE;
    let after = this.heads[v];
    for (; after !== NONE && this.begins[after] < begin; after = this.nexts[after]) before = after;
    this.nexts[stay] = after;
    if (before === NONE) this.heads[v] = stay;
    else this.nexts[before] = stay;
    const stays = this.stays.get(id);
    if (stays === undefined) this.stays.set(id, [stay]);
    else stays.push(stay);
    this.version++;
  }

  private delete(stay: number): void {
    const v = this.vertices[stay];
    if (this.changeOf(stay) === this.last) this.last = NONE;
    if (this.heads[v] === stay) this.heads[v] = this.nexts[stay];
    else {
      let before = this.heads[v];
      while (this.nexts[before] !== stay) before = this.nexts[before];
      this.nexts[before] = this.nexts[stay];
    }
    this.unused.push(stay);
  }

  /** The last step at which a stay changes something: it begins for ever, or has ended. */
  private changeOf(stay: number): number {
    return this.ends[stay] === FOREVER ? this.begins[stay] : this.ends[stay] + 1;
  }
}

/** Throws unless `time` is a step. */
export function checkTime(time: number, role: string): void {
  if (Number.isInteger(time) && time >= 0 && time < FOREVER / 2) return;
  throw new RangeError(`The ${role} must be a whole number of steps from 0 to ${FOREVER / 2 - 1}, got ${shown(time)}.`);
}
