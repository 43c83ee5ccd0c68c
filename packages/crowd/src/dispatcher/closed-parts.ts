import type { Graph } from '@pf/graph';
import { ArcBuffer, isLive } from '@pf/graph/kit';

/** The number of parts that are remembered: one bit of a mark each. */
const MOST_PARTS = 6;
const PARTS = 2 ** MOST_PARTS - 1;
/** After an edit that may add or remove more vertices of a part than this, the part is forgotten. */
const MOST_REPAIRED = 256;

/** The vertices that a flood has reached: a list from the front or the back of the queue. No vertex is in both. */
interface Flood {
  /** The bit of the marks of its vertices. */
  readonly bit: number;
  readonly first: number;
  readonly direction: 1 | -1;
  count: number;
  /** The number of vertices whose arcs were read. */
  read: number;
}

/** A flood of what a start reaches, and one of what reaches a goal. They take turns. */
interface Floods {
  readonly queue: Uint32Array;
  readonly ahead: Flood;
  readonly behind: Flood;
  isEdited: boolean;
}

/**
 * Remembers closed parts of the graph: sets of vertices that no arc leaves. A goal outside such a part is unreachable from within, without a search. Follows reported edits.
 *
 * After a search that found no path, one flood runs forward from the start, one backward from the goal. The first to end gives the part.
 * Memory: 1 byte per vertex from the first floods on, and 4 more while floods run.
 */
export class ClosedParts {
  /** By vertex: bit i is set if it is in part i; two more for the floods. */
  private marks = new Uint8Array(0);
  /** The bits of the parts that are in use, and the one that is forgotten first if all are. */
  private used = 0;
  private oldest = 0;
  private floods: Floods | undefined;
  /** The number of expansions that the floods may still make. They pause until another search in vain adds some. */
  private credit = 0;
  /** Set if the floods met although the planner found no path. The planner then has rules that the graph does not show. */
  private isOff: boolean;
  private readonly arcs: ArcBuffer;
  private readonly inner: ArcBuffer;

  constructor(private readonly graph: Graph, private readonly mostRepaired = MOST_REPAIRED) {
    this.arcs = new ArcBuffer(graph);
    this.inner = new ArcBuffer(graph);
    // Its arcs change without a report.
    this.isOff = isLive(graph);
  }

  /** Whether it is known that no path leads from `start` to `goal`. */
  separates(start: number, goal: number): boolean {
    return (this.used & this.marks[start] & ~this.marks[goal]) !== 0;
  }

  /** Reads the vertices from which a path leads to `goal`, at most `most`. It is closed in if these are all, and `start` is none of them. */
  readAround(goal: number, start: number, most: number): { readonly isClosed: boolean; readonly read: number } {
    const { to, cost } = this.arcs;
    const part = new Set([goal]);
    let read = 0;
    for (const v of part) {
      if (v === start || part.size > most) return { isClosed: false, read };
      try {
        const n = this.graph.predecessors(v, to, cost);
        for (let i = 0; i < n; i++) part.add(to[i]);
      } catch {
        // The planner may not need these arcs.
        return { isClosed: false, read };
      }
      read++;
    }
    return { isClosed: true, read };
  }

  /** Begins to look for a part with `start`, but without `goal`, with at most `credit` expansions. If it looks for another part and has not paused, that goes on with so many more. */
  begin(start: number, goal: number, credit: number): void {
    if (this.isOff || start === goal || this.separates(start, goal)) return;
    // Floods that have paused may take long yet: another part may be small.
    if (this.floods !== undefined && this.credit <= 0 && (this.marks[start] & this.floods.ahead.bit) === 0 && (this.marks[goal] & this.floods.behind.bit) === 0) this.stop(false);
    this.credit = this.floods === undefined ? credit : this.credit + credit;
    if (this.floods !== undefined) return;
    if (this.marks.length === 0) this.marks = new Uint8Array(this.graph.vertexCount);
    const { length } = this.marks;
    const ahead: Flood = { bit: 64, first: 0, direction: 1, count: 0, read: 0 };
    const behind: Flood = { bit: 128, first: length - 1, direction: -1, count: 0, read: 0 };
    const queue = new Uint32Array(length);
    this.floods = { queue, ahead, behind, isEdited: false };
    this.reach(queue, ahead, start);
    this.reach(queue, behind, goal);
  }

  /** Remembers a closed part that was found elsewhere: the first `n` of these vertices. */
  remember(part: ArrayLike<number>, n: number): void {
    if (this.isOff) return;
    if (this.marks.length === 0) this.marks = new Uint8Array(this.graph.vertexCount);
    const { marks } = this;
    let same = this.used;
    for (let i = 0; i < n; i++) same &= marks[part[i]];
    for (let known = same; known !== 0; known &= known - 1) {
      let size = 0;
      for (let v = 0; v < marks.length; v++) if ((marks[v] & known & -known) !== 0) size++;
      if (size === n) return;
    }
    const bit = this.take();
    for (let v = 0; v < marks.length; v++) marks[v] &= ~bit;
    for (let i = 0; i < n; i++) marks[part[i]] |= bit;
  }

  get canGrow(): boolean {
    return this.floods !== undefined && this.credit > 0;
  }

  /** Whether a part is known. */
  get hasParts(): boolean {
    return this.used !== 0;
  }

  /** Continues, with at most `budget` expansions; returns how many it made. */
  grow(budget: number): number {
    let read = 0;
    try {
      while (this.floods !== undefined && this.credit > 0 && read < budget) {
        read++;
        this.credit--;
        this.step(this.floods);
      }
    } catch {
      this.stop(true);
    }
    return read;
  }

  /** Follows an edit of the arcs that leave these vertices. */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    const { arcs, marks, graph, floods } = this;
    if (floods === undefined && this.used === 0) return;
    try {
      for (let i = 0; i < n; i++) {
        const tail = tails[i];
        const count = graph.successors(tail, arcs.to, arcs.cost);
        for (let k = 0; k < count; k++) {
          if (this.floods !== undefined) this.addArc(this.floods, tail, arcs.to[k]);
          const leaks = this.used & marks[tail] & ~marks[arcs.to[k]];
          for (let bit = 1; bit <= leaks; bit <<= 1) if ((leaks & bit) !== 0) this.repair(bit, tail, arcs.to[k]);
        }
      }
    } catch {
      this.clear();
    }
  }

  /** Forgets all parts, after an edit that may have changed any arc. */
  clear(): void {
    this.used = 0;
    this.stop(false);
  }

  private stop(isOff: boolean): void {
    const { marks } = this;
    if (this.floods !== undefined) for (let v = 0; v < marks.length; v++) marks[v] &= PARTS;
    this.floods = undefined;
    this.isOff ||= isOff;
  }

  private step(floods: Floods): void {
    const { marks } = this;
    const { to, cost } = this.arcs;
    const { queue, ahead, behind } = floods;
    const isAhead = ahead.read < behind.read;
    const [own, other] = isAhead ? [ahead, behind] : [behind, ahead];
    if (own.read === own.count) return this.add(own.bit, isAhead);
    const v = queue[own.first + own.direction * own.read++];
    const n = isAhead ? this.graph.successors(v, to, cost) : this.graph.predecessors(v, to, cost);
    for (let k = 0; k < n; k++) {
      if ((marks[to[k]] & other.bit) !== 0) return this.stop(!floods.isEdited);
      this.reach(queue, own, to[k]);
    }
  }

  /** Adds a vertex to a flood, if it is new. */
  private reach(queue: Uint32Array, flood: Flood, v: number): void {
    if ((this.marks[v] & flood.bit) !== 0) return;
    this.marks[v] |= flood.bit;
    queue[flood.first + flood.direction * flood.count++] = v;
  }

  /** Adds the part that a complete flood has found: what it reached, or what is outside of that. */
  private add(reached: number, isAhead: boolean): void {
    const { marks } = this;
    const bit = this.take();
    for (let v = 0; v < marks.length; v++) marks[v] = (marks[v] & PARTS & ~bit) | (((marks[v] & reached) !== 0) === isAhead ? bit : 0);
    this.floods = undefined;
  }

  /** A bit for another part: a free one, or that of the oldest part. */
  private take(): number {
    const free = ~this.used & PARTS;
    const bit = free !== 0 ? free & -free : 1 << this.oldest++ % MOST_PARTS;
    this.used |= bit;
    return bit;
  }

  /** Follows an arc that may be new while the floods grow. */
  private addArc(floods: Floods, tail: number, head: number): void {
    const { marks } = this;
    const { queue, ahead, behind } = floods;
    floods.isEdited = true;
    const isReached = (marks[tail] & ahead.bit) !== 0;
    const reachesGoal = (marks[head] & behind.bit) !== 0;
    if (isReached && reachesGoal) this.stop(false);
    else if (isReached) this.reach(queue, ahead, head);
    else if (reachesGoal) this.reach(queue, behind, tail);
  }

  /** An arc leads out of a part: adds the vertices behind it, or removes those before it, whichever are fewer, such as a tree that was felled. */
  private repair(bit: number, tail: number, head: number): void {
    const { graph, marks, mostRepaired } = this;
    const { to, cost } = this.inner;
    const entered = new Set([head]);
    const left = new Set([tail]);
    const nextEntered = entered.values();
    const nextLeft = left.values();
    for (let read = 0; read < 2 * mostRepaired; read++) {
      const isAhead = read % 2 === 0;
      const reached = isAhead ? entered : left;
      const v = (isAhead ? nextEntered : nextLeft).next().value;
      if (v === undefined) {
        for (const u of reached) marks[u] ^= bit;
        return;
      }
      const n = isAhead ? graph.successors(v, to, cost) : graph.predecessors(v, to, cost);
      for (let k = 0; k < n; k++) if (((marks[to[k]] & bit) === 0) === isAhead) reached.add(to[k]);
    }
    this.used &= ~bit;
  }
}
