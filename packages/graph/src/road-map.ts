import { checkOptions, nearestName } from './check-options.ts';
import { checkBoolean, checkBuffer, GREATEST_COST, isCost } from './checks.ts';
import { shown } from './shown.ts';
import type { Graph } from './graph.ts';
import { checkVertex } from './graph.ts';
import { TailLog } from './tail-log.ts';

/** Options of `RoadMap`. */
export interface RoadMapOptions {
  /** False: every road leads both ways, at the same cost. Default true. */
  readonly directed?: boolean | undefined;
  /** Room for this many places: up to it, `vertexCount` stays. Default 0. */
  readonly places?: number | undefined;
  /** Room for this many roads from or to a place: up to it, `maxDegree` stays. Default 0. */
  readonly degree?: number | undefined;
}

/** The number of keys that a `Map` can hold. */
const MOST = 2 ** 24;

/**
 * A graph of named vertices that can grow: vertices ("places") are added, roads added and removed, at any time. Places cannot be removed.
 * Names are strings, numbers or objects, as keys of a `Map`.
 *
 * After `vertexCount` or `maxDegree` has grown, create searches, planners and dispatchers anew (`findRoute` of @pf/search does). Reserve room by the options `places`
 * and `degree`: within it they stay valid. A graph of `withTurns` is made anew for each new road. For a fixed network, `CompressedGraph` takes a fraction of the memory.
 *
 * @example
 * ```ts
 * import { RoadMap } from '@pf/graph';
 * import { findRoute } from '@pf/search';
 *
 * const roads = new RoadMap({ directed: false });
 * roads.addRoad('Oslo', 'Hamar', 126);
 * roads.addRoad('Hamar', 'Dombås', 211);
 * findRoute(roads, { from: 'Dombås', to: 'Oslo' }).places; // → ['Dombås', 'Hamar', 'Oslo']
 * roads.addRoad('Oslo', 'Dombås', 300);
 * findRoute(roads, { from: 'Dombås', to: 'Oslo' }).cost; // → 300
 * ```
 */
export class RoadMap<Name = string> implements Graph {
  /** Increases with every place or road that is added, and every road that is removed. */
  version = 0;
  private readonly vertices = new Map<Name, number>();
  private readonly nameOf: Name[] = [];
  /** By vertex: the cost of the road to each neighbour. */
  private readonly out: Map<number, number>[] = [];
  private readonly into: Map<number, number>[] = [];
  private readonly directed: boolean;
  private most = 0;
  private readonly log = new TailLog();

  constructor(options: RoadMapOptions = {}) {
    checkOptions(options, ['directed', 'places', 'degree'], 'RoadMap');
    const { directed = true, places = 0, degree = 0 } = options;
    checkBoolean(directed, 'directed');
    for (const [name, room] of Object.entries({ places, degree })) {
      if (!Number.isInteger(room) || room < 0 || room > MOST) throw new RangeError(`The option ${name} of RoadMap must be a whole number from 0 to ${MOST}, got ${shown(room)}.`);
    }
    this.directed = directed;
    this.most = degree;
    while (this.out.length < places) this.addRow();
  }

  /** The number of places, or the reserved number if that is more: the rest has no roads. */
  get vertexCount(): number {
    return this.out.length;
  }

  /** The highest number of roads that a place has had, or the reserved number if that is more. */
  get maxDegree(): number {
    return this.most;
  }

  /** Adds a place, unless it exists, and returns its vertex. Adding a road also adds its ends. */
  addPlace(name: Name): number {
    checkName(name);
    const known = this.vertices.get(name);
    if (known !== undefined) return known;
    const v = this.nameOf.push(name) - 1;
    this.vertices.set(name, v);
    if (v === this.out.length) this.addRow();
    this.version++;
    return v;
  }

  /** Adds a road and its ends, one-way unless `directed: false`. Replaces an earlier road between the same ends. */
  addRoad(from: Name, to: Name, cost: number): void {
    if (!isCost(cost) || cost === Infinity) throw new RangeError(`A road costs a number from 0 to ${GREATEST_COST}, got ${shown(cost)} from ${shown(from)} to ${shown(to)}.`);
    checkName(from);
    checkName(to);
    const [u, v] = [this.addPlace(from), this.addPlace(to)];
    this.set(u, v, cost);
    if (!this.directed) this.set(v, u, cost);
    this.record(u, v);
  }

  /** Removes a road; returns whether there was one. Throws for an unknown place. */
  removeRoad(from: Name, to: Name): boolean {
    const [u, v] = [this.vertex(from), this.vertex(to)];
    const was = this.delete(u, v);
    const back = !this.directed && this.delete(v, u);
    if (was || back) this.record(u, v);
    return was || back;
  }

  /** Whether the place exists. */
  has(name: Name): boolean {
    return this.vertices.has(name);
  }

  /** The vertex of a place; throws for an unknown name. */
  vertex(name: Name): number {
    const v = this.vertices.get(name);
    if (v === undefined) {
      const likely = nearestName(String(name), this.nameOf.map(String));
      throw new RangeError(`There is no place ${shown(name)} on the map: ${likely === undefined ? 'addPlace or addRoad makes it' : `the nearest name is ${shown(likely)}`}.`);
    }
    return v;
  }

  /** The name of the place at a vertex. */
  name(v: number): Name {
    checkVertex(this, v, 'place');
    if (v >= this.nameOf.length) throw new RangeError(`No place has vertex ${v} yet: addPlace or addRoad gives it to one.`);
    return this.nameOf[v];
  }

  /** All roads; with `directed: false`, each in both directions. */
  *roads(): Generator<[from: Name, to: Name, cost: number]> {
    for (const [u, heads] of this.out.entries()) for (const [v, cost] of heads) yield [this.nameOf[u], this.nameOf[v], cost];
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    return write(this.out[v], to, cost);
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return write(this.into[v], to, cost);
  }

  /** Writes the places whose roads changed since `version`, each once. Returns their number; −1 if the version is too old or still to come, or they do not fit. */
  changedSince(version: number, tails: Uint32Array): number {
    checkBuffer(tails);
    return version <= this.version ? this.log.since(version, tails) : -1;
  }

  /** Counts an edit of the road between two places. */
  private record(u: number, v: number): void {
    this.version++;
    this.log.add(u, this.version);
    if (!this.directed) this.log.add(v, this.version);
  }

  private addRow(): void {
    this.out.push(new Map());
    this.into.push(new Map());
  }

  private set(u: number, v: number, cost: number): void {
    this.out[u].set(v, cost);
    this.into[v].set(u, cost);
    this.most = Math.max(this.most, this.out[u].size, this.into[v].size);
  }

  private delete(u: number, v: number): boolean {
    this.into[v].delete(u);
    return this.out[u].delete(v);
  }
}

function checkName(name: unknown): void {
  if (name === undefined || name === null) throw new TypeError(`A place needs a name, got ${shown(name)}.`);
}

function write(roads: ReadonlyMap<number, number>, to: Uint32Array, cost: Float64Array): number {
  let n = 0;
  for (const [v, price] of roads) {
    to[n] = v;
    cost[n++] = price;
  }
  return n;
}
