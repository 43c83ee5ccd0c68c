/**
 * Moves all units of a dispatcher, and of those that joined it, by one step at once, by `PriorityInheritance` with its own order of units and neighbours:
 * - A unit ranks neighbours by the path or field that it follows, and by the heuristic off that path. So no distance table for each goal is needed.
 * - A unit without an order decides last, and stays where it is unless it is pushed.
 * - In dead ends, priorities alone do not suffice: see `Detours`. Units that cannot move are passed: see `Bypasses`.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import type { CrossingRule } from '../plans/crossings.ts';
import { crossingsOf, hasOwnCrossings } from '../plans/crossings.ts';
import { Bypasses } from './bypasses.ts';
import { Detours } from './detours.ts';
import { FootprintMoves } from './footprint-moves.ts';
import { FreePathSearch } from './free-path-search.ts';
import { Returns } from './returns.ts';
import { cheapestOf, surchargeOf } from './step-surcharge.ts';
import type { Unit } from './unit.ts';
import type { UnitKind } from './unit-kind.ts';
import { ONE_VERTEX } from './unit-kind.ts';

const NONE = -1;
const SMALLEST: Pick<UnitKind, 'cellsAt'> = { cellsAt: () => ONE_VERTEX };
/** The extra cost of a neighbour with a unit on it, as a fraction of the shortest arc: in general, and for a unit that returns to its post. */
const TAKEN = 0.25;
const TAKEN_ON_RETURN = 64;
/** Bonus for staying, for a unit that returns: above the random part of every key. */
const STAY_ON_RETURN = 0.125;
/** Bonus for the same step as the unit that pushes, as a fraction of the shortest arc. So units that a large one pushes side by side do not block each other. */
const ALONG = 0.5;
/** A unit without an order that was pushed farther than so many shortest arcs steps on expensive ground too. */
const FAR = 3;
/** A vertex that a field does not know yet costs this many shortest arcs more than the current one. */
const UNKNOWN = 64;

export class JointMoves extends FootprintMoves {
  /** By slot. */
  private readonly roster: Unit[] = [];
  private readonly detours = new Detours();
  private readonly search: FreePathSearch;
  private readonly returns: Returns;
  private readonly bypasses: Bypasses;
  private readonly order: Unit[] = [];
  /** Whether all units cover one vertex, and may push all others. */
  private isPlain = true;
  /** What the graph threw in this frame, for units that should move. */
  private readonly errors = new Map<Unit, unknown>();

  /** Those of all dispatchers that move together. */
  private readonly graphs: Graph[];

  constructor(graph: Graph) {
    super(graph.vertexCount, graph.maxDegree, 0, crossingsOf(graph), 0x6a09e667);
    this.graphs = [graph];
    this.search = new FreePathSearch(graph.vertexCount);
    this.returns = new Returns(this.search);
    this.bypasses = new Bypasses(this.search, (unit, v) => this.isOccupied(unit.slot, v));
  }

  /** Makes room for units on another graph. */
  join(graph: Graph): void {
    this.graphs.push(graph);
    this.chooseRule();
    if (graph.maxDegree < this.width) return;
    this.width = graph.maxDegree + 1;
    this.keys = new Float64Array(this.width);
    this.resize(this.from.length);
  }

  /** Forgets the graph of a dispatcher that leaves. */
  leave(graph: Graph): void {
    this.graphs.splice(this.graphs.lastIndexOf(graph), 1);
    this.chooseRule();
  }

  /** Which steps cross: the graph with the most neighbours decides, of those with `crossings` of their own first; then of lattices, which do not know joined edges. */
  private chooseRule(): void {
    const graphs = [...this.graphs].sort((a, b) => b.maxDegree - a.maxDegree);
    const ruleOf = (isOwn: boolean): CrossingRule | undefined => graphs.filter((graph) => hasOwnCrossings(graph) === isOwn).map(crossingsOf).find((rule) => rule !== undefined);
    const [own, other] = [ruleOf(true), ruleOf(false)];
    this.crossings = own ?? other;
    if (own === undefined || other === undefined) return;
    this.crossings = (from, to, out) => {
      const n = own(from, to, out);
      return n === 0 ? other(from, to, out) : n;
    };
  }

  /** The units except `self` that cover `v`, or a vertex that a unit of this kind at `v` would cover. */
  unitsAt(v: number, kind = SMALLEST, self?: Unit): Unit[] {
    const units: Unit[] = [];
    const cells = kind.cellsAt(v);
    for (let c = 0; c < cells.length; c++) {
      const slot = this.now[v + cells[c]];
      if (slot === NONE || this.roster[slot] === self || units.includes(this.roster[slot])) continue;
      units.push(this.roster[slot]);
    }
    return units;
  }

  add(unit: Unit): void {
    unit.slot = this.roster.push(unit) - 1;
    if (unit.slot >= this.from.length) this.resize(2 * unit.slot + 16);
    if (unit.kind.cells.length > 1 || unit.kind.side !== undefined) this.isPlain = false;
    this.write(this.now, unit, unit.at, unit.slot);
  }

  remove(unit: Unit): void {
    this.write(this.now, unit, unit.at, NONE);
    this.endDetours(unit);
    const last = this.roster.pop()!;
    if (last === unit) return;
    // The last unit takes its slot.
    last.slot = unit.slot;
    this.roster[last.slot] = last;
    this.write(this.now, last, last.at, last.slot);
  }

  /** Moves a unit from its vertex to `at`. */
  place(unit: Unit, at: number): void {
    this.write(this.now, unit, unit.at, NONE);
    this.write(this.now, unit, at, unit.slot);
    this.endDetours(unit);
  }

  /** Decides where each unit goes in this frame; `next` returns that. */
  decide(roster: readonly Unit[], frame: number): void {
    const { from, to, now, following, isStuck, detours, returns, order } = this;
    this.errors.clear();
    order.length = roster.length;
    for (let i = 0; i < roster.length; i++) order[i] = roster[i];
    // In turns: the first to ask gets the next search.
    const updateReturns = (): void => returns.update(roster, frame, (unit, v) => this.isOccupied(unit.slot, v));
    if (frame % 2 === 0) updateReturns();
    detours.update(roster, frame, (unit, v) => this.unitsAt(v, unit.kind, unit), this.bypasses);
    if (frame % 2 === 1) updateReturns();
    this.search.run(frame);
    // Posts first: should the heuristic throw here, nothing is written yet.
    for (const unit of order) if (unit.at !== unit.post && unit.status === 'idle' && unit.group > 0) this.exchangePosts(unit);
    for (const unit of order) {
      const { at, slot } = unit;
      unit.rank = rankOf(unit);
      from[slot] = at;
      to[slot] = NONE;
      isStuck[slot] = false;
      if (frame > unit.heldUntil) continue;
      to[slot] = at;
      this.write(following, unit, at, slot);
    }
    order.sort(byRank);
    try {
      for (const { slot } of order) {
        if (!this.isPlain) this.assignFootprint(slot);
        else if (to[slot] === NONE) this.assign(slot);
      }
    } catch (error) {
      // The heuristic threw: no unit moves.
      following.fill(NONE);
      throw error;
    }
    for (const unit of order) {
      this.write(following, unit, to[unit.slot], NONE);
      this.write(now, unit, from[unit.slot], NONE);
    }
    for (const unit of order) this.write(now, unit, to[unit.slot], unit.slot);
  }

  /** The vertex where a unit goes. Throws what the graph threw for its arcs, if it should move: it stays. */
  next(unit: Unit): number {
    if (this.errors.has(unit)) throw this.errors.get(unit);
    return this.to[unit.slot];
  }

  private endDetours(unit: Unit): void {
    this.returns.end(unit);
    this.bypasses.end(unit);
  }

  protected override mayPush(slot: number, other: number): boolean {
    return this.roster[slot].kind.side === this.roster[other].kind.side;
  }

  /** Off its path and its way back, a unit only takes steps that it can take back: it could not reach its goal or post from everywhere. */
  protected override mayStep(slot: number, v: number): boolean {
    const { at, detour, goal, kind, path, post } = this.roster[slot];
    if (v === path.ahead(at) || v === (goal === NO_VERTEX ? post : goal) || kind.back.has(at, v)) return true;
    return detour?.yieldsTo === undefined && v === detour?.route.at(-1);
  }

  protected override cellsAt(slot: number, v: number): Int32Array {
    const { kind } = this.roster[slot];
    // Asked for each neighbour of each unit: without a call it is faster.
    return kind.overEdges === undefined ? kind.cells : kind.cellsAt(v);
  }

  /** Writes `slot` for all vertices that a unit at `v` covers. */
  private write(slots: Int32Array, { kind }: Unit, v: number, slot: number): void {
    const cells = kind.cellsAt(v);
    for (let c = 0; c < cells.length; c++) slots[v + cells[c]] = slot;
  }

  /** Exchanges the post of a unit with that of a resting neighbour of its group that is nearer to it. So the group closes up, and paths stay free. */
  private exchangePosts(unit: Unit): void {
    const { post, kind } = unit;
    const { heuristic } = kind;
    if (this.isOccupied(unit.slot, post)) return;
    const { to } = kind.arcs;
    const n = kind.successors(unit.at);
    let least = heuristic(unit.at, post);
    let nearest = NO_VERTEX;
    for (let k = 0; k < n; k++) {
      const h = heuristic(to[k], post);
      if (h >= least || !kind.back.has(unit.at, to[k])) continue;
      least = h;
      nearest = to[k];
    }
    const other = nearest === NO_VERTEX ? undefined : this.unitsAt(nearest, kind, unit)[0];
    if (other?.status !== 'idle' || other.post !== other.at || other.group !== unit.group) return;
    unit.post = other.post;
    other.post = post;
  }

  protected override rankNeighbours(depth: number, slot: number): number {
    const unit = this.roster[slot];
    const { path, detour, kind } = unit;
    const { graph, heuristic } = kind;
    const { to, cost } = kind.arcs;
    const v = unit.at;
    let n = 0;
    try {
      n = graph.successors(v, to, cost);
      // It may decide again, after a push in vain.
      if (this.errors.size > 0) this.errors.delete(unit);
    } catch (error) {
      // It stays, also if others push it.
      if (unit.wantsToMove) this.errors.set(unit, error);
    }
    const first = depth * this.width;
    const shortest = cheapestOf(cost, n);
    const onDetour = detour?.route.at(-1);
    const preferred = onDetour ?? path.after(v);
    // The step that `path` shows to the caller.
    const planned = path.ahead(v);
    // The target of a unit, by heuristic. Off its route: a vertex a little ahead on it. Without a path: its goal. Pushed off its post: the post, once that is free.
    const returns = unit.status === 'idle' && v !== unit.post && depth === 0 && !this.isOccupied(slot, unit.post);
    let target = detour !== undefined || !(unit.wantsToMove || returns) ? NO_VERTEX : returns ? unit.post : path.target(unit.goal);
    // An estimate of 0 says nothing: a unit without a path then stays, as it would otherwise wander.
    if (unit.status !== 'walking' && target !== NO_VERTEX && heuristic(v, target) === 0) target = NO_VERTEX;
    const isFar = unit.status === 'idle' && v !== unit.post && n > 0 && heuristic(v, unit.post) > FAR * kind.lengthOf(v, to[0]);
    const { field } = path;
    const unknown = field === undefined ? 0 : field.cost(v) + UNKNOWN * shortest;
    let { state } = this;
    let count = 0;
    for (let k = 0; k <= n; k++) {
      const u = k === n ? v : to[k];
      const surcharge = k === n || u === planned || u === onDetour || (returns && u === unit.post) ? 0 : surchargeOf(cost[k], shortest, kind.lengthOf, v, u);
      if (surcharge === Infinity) continue;
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      const isOccupied = this.isOccupied(slot, u);
      let key = (isOccupied ? (returns ? TAKEN_ON_RETURN : TAKEN) * shortest : 0) + ((state & 127) / 1024) * shortest;
      // A unit that returns would else stay beside expensive ground around its post; one that was pushed far would be pushed along a whole road.
      if (!returns && !isFar) key += surcharge;
      if (u - v === this.pushStep) key -= ALONG * shortest;
      // Without this it could go between two vertices of the same estimate for ever.
      if (returns && u === v) key -= STAY_ON_RETURN * shortest;
      if (u === preferred && !(isOccupied && returns && detour?.yieldsTo === undefined)) key = -Infinity;
      else if (target === NO_VERTEX) key += u === v ? -shortest : 0; // a unit without a target prefers to stay
      else key += field === undefined ? heuristic(u, target) : Math.min(field.cost(u), unknown);
      this.insert(first, count++, u, key);
    }
    this.state = state;
    this.counts[depth] = count;
    return NONE;
  }
}

/** A unit on a detour comes just before the one for which it makes room; then the oldest orders; units without an order come last. */
function rankOf(unit: Unit): number {
  if (unit.detour?.yieldsTo !== undefined) return rankOf(unit.detour.yieldsTo) - 0.5;
  return unit.status === 'walking' || unit.status === 'waiting' ? unit.orderedAt : Infinity;
}

/** Units without an order stay in the order in which they were added: the difference is NaN, which counts as 0. */
function byRank(a: Unit, b: Unit): number {
  return a.rank - b.rank;
}
