import { nextStamp } from '@pf/graph/kit';
import { longer } from '../grow.ts';
import type { DistanceTables } from './distance-tables.ts';
import type { StepTable } from './step-table.ts';

const NONE = -1;
/** The cost of a step. All costs here are whole numbers. */
const STEP = 8;
/** The extra cost for each path in the opposite direction, up to a number of paths. */
const AGAINST = 12;
const MAX_AGAINST = 4;
/** An extra cost of 1 for this many paths over the vertex. */
const SHARE = 2;
const ROUNDS = 2;

/**
 * A path for each unit that avoids the paths of others (after Chen, Harabor, Li & Stuckey, "Traffic Flow Optimisation for Lifelong Multi-Agent Path Finding", AAAI 2024).
 * Vertices on many paths cost more, and steps against other paths cost still more, so opposite streams form lanes. Units follow their paths if they can,
 * and otherwise the distance tables.
 *
 * Memory: 8 · `maxDegree` + 20 bytes a vertex, about 16 bytes for each step of all paths.
 */
export class GuidePaths {
  /** By arc: the number of paths that use it, and the reverse arc. */
  private readonly flows: Int32Array;
  private readonly backs: Int32Array;
  private readonly uses: Int32Array;
  private readonly paths: Int32Array[] = [];
  private round = 0;
  private unit = 0;
  /** By vertex: the cost of the search so far, and the last arc. */
  private readonly g: Int32Array;
  private readonly arcs: Int32Array;
  private readonly stamps: Int32Array;
  private stamp = 0;
  private buckets = new Int32Array(1024).fill(NONE);
  private entries = new Int32Array(1024);
  private costs = new Int32Array(1024);
  private nexts = new Int32Array(1024);
  /** Open addressing: unit and vertex as one number, and the next vertex. */
  private keys = new Float64Array(0);
  private heads = new Int32Array(0);

  constructor(private readonly steps: StepTable, private readonly distances: DistanceTables, private readonly slots: Int32Array, private readonly starts: Int32Array) {
    const { degrees, width } = steps;
    const n = degrees.length;
    this.flows = new Int32Array(n * width);
    this.backs = new Int32Array(n * width).fill(NONE);
    this.uses = new Int32Array(n);
    this.g = new Int32Array(n);
    this.arcs = new Int32Array(n);
    this.stamps = new Int32Array(n);
    for (let v = 0; v < n; v++) {
      for (let k = v * width; k < v * width + degrees[v]; k++) {
        const u = steps.heads[k];
        for (let back = u * width; back < u * width + degrees[u]; back++) if (steps.heads[back] === v) this.backs[k] = back;
      }
    }
  }

  /** Plans for at most `budget` units; returns their number, 0 when all are done. */
  run(budget: number): number {
    const n = this.starts.length;
    let done = 0;
    while (done < budget && this.round < ROUNDS && n > 0) {
      this.plan(this.unit);
      done++;
      if (++this.unit < n) continue;
      this.unit = 0;
      if (++this.round === ROUNDS) this.index();
    }
    return done;
  }

  /** The vertex after `v` on the path of a unit; −1 if `v` is not on it. */
  next(unit: number, v: number): number {
    const { keys } = this;
    const mask = keys.length - 1;
    const key = unit * this.g.length + v;
    let slot = hashOf(unit, v) & mask;
    while (keys[slot] !== NONE) {
      if (keys[slot] === key) return this.heads[slot];
      slot = (slot + 1) & mask;
    }
    return NONE;
  }

  private plan(unit: number): void {
    const old = this.paths[unit] as Int32Array | undefined;
    if (old !== undefined) this.count(old, -1);
    const path = this.search(this.starts[unit], this.slots[unit]);
    this.paths[unit] = path;
    this.count(path, 1);
  }

  /** Adds a path, a list of arcs, to the counts, or removes it. */
  private count(path: Int32Array, change: number): void {
    for (const arc of path) {
      this.flows[arc] += change;
      this.uses[this.steps.heads[arc]] += change;
    }
  }

  /** The arcs of a cheapest path, by A* with a bucket queue. */
  private search(start: number, slot: number): Int32Array {
    const { steps: { heads, degrees, width }, distances, g, arcs, stamps, flows, backs, uses } = this;
    const stamp = (this.stamp = nextStamp(stamps, this.stamp));
    const base = STEP * distances.distance(slot, start);
    let count = 0;
    let lowest = 0;
    let highest = 0;
    g[start] = 0;
    arcs[start] = NONE;
    stamps[start] = stamp;
    this.buckets[0] = count;
    this.enter(count++, start, 0, NONE);
    let v: number;
    for (;;) {
      while (this.buckets[lowest] === NONE) lowest++;
      const entry = this.buckets[lowest];
      this.buckets[lowest] = this.nexts[entry];
      v = this.entries[entry];
      if (this.costs[entry] !== g[v]) continue;
      if (distances.distance(slot, v) === 0) break;
      for (let arc = v * width; arc < v * width + degrees[v]; arc++) {
        const u = heads[arc];
        const d = distances.distance(slot, u);
        if (d === distances.far) continue;
        const back = backs[arc];
        const against = back === NONE ? 0 : Math.min(MAX_AGAINST, flows[back]);
        const cost = g[v] + STEP + AGAINST * against + Math.floor(uses[u] / SHARE);
        if (stamps[u] === stamp && g[u] <= cost) continue;
        stamps[u] = stamp;
        g[u] = cost;
        arcs[u] = arc;
        const f = Math.max(lowest, cost + STEP * d - base);
        while (f >= this.buckets.length) this.widen();
        highest = Math.max(highest, f);
        this.enter(count, u, cost, this.buckets[f]);
        this.buckets[f] = count++;
      }
    }
    this.buckets.fill(NONE, 0, highest + 1);
    return this.trace(v, start);
  }

  private trace(goal: number, start: number): Int32Array {
    const { steps: { width }, arcs } = this;
    let length = 0;
    for (let v = goal; v !== start; v = Math.floor(arcs[v] / width)) length++;
    const path = new Int32Array(length);
    for (let v = goal; v !== start; v = Math.floor(arcs[v] / width)) path[--length] = arcs[v];
    return path;
  }

  private enter(entry: number, v: number, cost: number, next: number): void {
    if (entry === this.entries.length) {
      this.entries = longer(this.entries);
      this.costs = longer(this.costs);
      this.nexts = longer(this.nexts);
    }
    this.entries[entry] = v;
    this.costs[entry] = cost;
    this.nexts[entry] = next;
  }

  private widen(): void {
    const half = this.buckets.length;
    this.buckets = longer(this.buckets).fill(NONE, half);
  }

  private index(): void {
    const { paths, steps: { heads, width } } = this;
    const count = paths.reduce((sum, path) => sum + path.length, 0);
    const size = 2 ** Math.ceil(Math.log2(2 * count + 2));
    this.keys = new Float64Array(size).fill(NONE);
    this.heads = new Int32Array(size);
    for (const [unit, path] of paths.entries()) {
      for (const arc of path) {
        const v = Math.floor(arc / width);
        let slot = hashOf(unit, v) & (size - 1);
        while (this.keys[slot] !== NONE) slot = (slot + 1) & (size - 1);
        this.keys[slot] = unit * this.g.length + v;
        this.heads[slot] = heads[arc];
      }
    }
  }
}

function hashOf(unit: number, v: number): number {
  const x = Math.imul(unit + 1, 0x9e3779b1) ^ Math.imul(v, 0x85ebca6b);
  return (x ^ (x >>> 15)) >>> 0;
}
