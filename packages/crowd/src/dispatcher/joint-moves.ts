/**
 * One step of all characters at once, so that no two stand on one vertex, change places or cross: priority inheritance with backtracking (K. Okumura, M. Machida,
 * X. Défago, Y. Tamura, "Priority inheritance with backtracking for iterative multi-agent path finding", Artificial Intelligence 310, 2022).
 *
 * Departures: characters rank neighbours by the path or field that they follow, and by the heuristic beside it, so that no distance table of each goal is needed;
 * those without an order come last and stay where they are unless pushed; the recursion has a stack of its own. Where the graph has dead ends, priorities alone
 * do not suffice: see `Detours`.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { ArcBuffer } from '@pf/graph/kit';
import type { CrossingRule } from '../plans/crossings.ts';
import { crossingsOf, MOST_CROSSED } from '../plans/crossings.ts';
import type { Character } from './character.ts';
import { Detours } from './detours.ts';

const NONE = -1;

/** Where each character stands, and where it goes next. */
export class JointMoves {
  private readonly units: Character[] = [];
  private readonly freeSlots: number[] = [];
  /** By vertex: the slot of the character that stands there, and of the one that will. */
  private readonly now: Int32Array;
  private readonly next: Int32Array;
  private readonly arcs: ArcBuffer;
  private readonly crossings: CrossingRule | undefined;
  private readonly crossed = new Int32Array(2 * MOST_CROSSED);
  private readonly detours: Detours;
  private readonly width: number;
  /** By depth of the stack: the character, its candidates in order, how many, and the next to try. */
  private readonly stack: Character[] = [];
  private candidates = new Int32Array(0);
  private counts = new Int32Array(0);
  private tried = new Int32Array(0);
  private readonly keys: Float64Array;
  private readonly order: Character[] = [];
  private state = 0x6a09e667;

  constructor(
    private readonly graph: Graph,
    private readonly heuristic: Heuristic,
  ) {
    this.now = new Int32Array(graph.vertexCount).fill(NONE);
    this.next = new Int32Array(graph.vertexCount).fill(NONE);
    this.arcs = new ArcBuffer(graph);
    this.crossings = crossingsOf(graph);
    this.detours = new Detours(graph);
    this.width = graph.maxDegree + 1;
    this.keys = new Float64Array(this.width);
  }

  /** Whether somebody stands there. */
  isTaken(v: number): boolean {
    return this.now[v] !== NONE;
  }

  add(c: Character): void {
    c.slot = this.freeSlots.pop() ?? this.units.length;
    this.units[c.slot] = c;
    this.now[c.at] = c.slot;
    if (c.slot < this.counts.length) return;
    const room = 2 * c.slot + 16;
    this.candidates = new Int32Array(room * this.width);
    this.counts = new Int32Array(room);
    this.tried = new Int32Array(room);
  }

  remove(c: Character): void {
    this.now[c.at] = NONE;
    this.freeSlots.push(c.slot);
    this.detours.forget(c);
  }

  /** The character is somewhere else now. */
  relocate(c: Character, at: number): void {
    this.now[c.at] = NONE;
    this.now[at] = c.slot;
    this.detours.forget(c);
  }

  /** Decides where each character goes in this frame: `to` of each says so. */
  decide(roster: readonly Character[], frame: number): void {
    const { now, next, detours, order } = this;
    order.length = roster.length;
    for (let i = 0; i < roster.length; i++) order[i] = roster[i];
    detours.update(roster, frame, (v) => (now[v] === NONE ? undefined : this.units[now[v]]));
    for (const c of order) {
      if (c.at !== c.post && c.status === 'idle' && c.group > 0) this.exchangePosts(c);
      c.rank = rankOf(c);
      c.to = NO_VERTEX;
      if (frame > c.heldUntil) continue;
      c.to = c.at;
      next[c.at] = c.slot;
    }
    order.sort(byRank);
    for (const c of order) if (c.to === NO_VERTEX) this.assign(c);
    for (const c of order) next[c.to] = NONE;
  }

  /** One of the same group that rests between a character and its free post takes that over, and leaves its own: so the group closes its ranks. */
  private exchangePosts(c: Character): void {
    const { now, heuristic } = this;
    const { post } = c;
    if (now[post] !== NONE) return;
    const { to, cost } = this.arcs;
    const n = this.graph.successors(c.at, to, cost);
    let least = heuristic(c.at, post);
    let nearest = NO_VERTEX;
    for (let k = 0; k < n; k++) {
      const h = heuristic(to[k], post);
      if (h >= least) continue;
      least = h;
      nearest = to[k];
    }
    const other = nearest === NO_VERTEX || now[nearest] === NONE ? undefined : this.units[now[nearest]];
    if (other?.status !== 'idle' || other.post !== other.at || other.group !== c.group) return;
    c.post = other.post;
    other.post = post;
  }

  /** Moves everybody where `decide` said; the caller then takes note of it in each character. */
  commit(roster: readonly Character[]): void {
    const { now } = this;
    for (const c of roster) now[c.at] = NONE;
    for (const c of roster) now[c.to] = c.slot;
  }

  /** Decides for a character, and for all that it pushes. */
  private assign(root: Character): void {
    const { now, next, stack, candidates, counts, tried, width, crossings, units } = this;
    let depth = 0;
    this.enter(0, root);
    let failed = false;
    for (;;) {
      const c = stack[depth];
      const v = c.at;
      const first = depth * width;
      const last = counts[depth];
      let k = tried[depth];
      // The candidate before `k` was taken by pushing; that failed, or is done.
      let done: boolean = k > 0 && !failed;
      let pushed: Character | undefined;
      while (!done && k < last) {
        const u = candidates[first + k++];
        if (next[u] !== NONE) continue;
        const other = u === v || now[u] === NONE ? undefined : units[now[u]];
        if (other !== undefined && other.to === v) continue;
        if (crossings !== undefined && u !== v && this.crosses(crossings, c, v, u)) continue;
        next[u] = c.slot;
        c.to = u;
        if (other !== undefined && other.to === NO_VERTEX) {
          pushed = other;
          break;
        }
        done = true;
      }
      tried[depth] = k;
      if (pushed !== undefined) {
        this.enter(++depth, pushed);
        failed = false;
        continue;
      }
      failed = !done;
      if (failed) {
        next[v] = c.slot;
        c.to = v;
      }
      if (depth === 0) return;
      depth--;
    }
  }

  /** Lays a character on the stack, with its candidates in the order in which it likes them. */
  private enter(depth: number, c: Character): void {
    const { candidates, keys, now, width, heuristic } = this;
    const { to, cost } = this.arcs;
    const v = c.at;
    const n = this.graph.successors(v, to, cost);
    const first = depth * width;
    let unit = Infinity;
    for (let k = 0; k < n; k++) if (cost[k] < unit) unit = cost[k];
    const preferred = c.detour.length > 0 ? c.detour[c.detour.length - 1] : c.way.ahead(v);
    // Who is off its path heads for a vertex a little ahead on it; who has none yet, for its goal; who has been pushed from its post, back there once that is free.
    const returns = c.status === 'idle' && v !== c.post && depth === 0 && now[c.post] === NONE;
    const target = c.detour.length > 0 || !(c.heads || returns) ? NO_VERTEX : returns ? c.post : c.way.target(c.goal);
    const { field } = c.way;
    // Only who wants to go somewhere may leave a place for one that seems better.
    const here = target === NO_VERTEX ? 0 : field === undefined ? heuristic(v, target) : field.costFrom(v);
    let { state } = this;
    for (let k = 0; k <= n; k++) {
      const u = k === n ? v : to[k];
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      let key = (now[u] === NONE || u === v ? 0 : (returns ? 64 : 0.25) * unit) + ((state & 127) / 1024) * unit;
      if (u === preferred) key = -Infinity;
      else if (target === NO_VERTEX) key += u === v ? -unit : 0;
      else key += (field === undefined ? heuristic(u, target) : Math.min(field.costFrom(u), here + 64 * unit)) - here;
      let at = k;
      for (; at > 0 && keys[at - 1] > key; at--) {
        keys[at] = keys[at - 1];
        candidates[first + at] = candidates[first + at - 1];
      }
      keys[at] = key;
      candidates[first + at] = u;
    }
    this.state = state;
    this.stack[depth] = c;
    this.counts[depth] = n + 1;
    this.tried[depth] = 0;
  }

  /** Whether a step crosses one that is decided. */
  private crosses(crossings: CrossingRule, c: Character, v: number, u: number): boolean {
    const { crossed, now, units } = this;
    const n = crossings(v, u, crossed);
    for (let k = 0; k < n; k += 2) {
      const [a, b] = [crossed[k], crossed[k + 1]];
      const atA = now[a];
      if (atA !== NONE && atA !== c.slot && units[atA].to === b) return true;
      const atB = now[b];
      if (atB !== NONE && atB !== c.slot && units[atB].to === a) return true;
    }
    return false;
  }
}

/** Those who make room for another come before it; then who has had an order for longest; then those without. */
function rankOf(c: Character): number {
  if (c.makesRoomFor !== undefined) return rankOf(c.makesRoomFor) - 0.5;
  return c.status === 'walking' || c.status === 'waiting' ? c.orderedAt : Infinity;
}

function byRank(a: Character, b: Character): number {
  return a.rank === b.rank ? a.slot - b.slot : a.rank < b.rank ? -1 : 1;
}
