import type { Graph } from '@pf/graph';
import { ArcBuffer, isLive } from '@pf/graph/kit';
import { checkPredecessors } from './check-predecessors.ts';
import { Floods } from './floods.ts';

/** The number of parts that are remembered: one bit of a mark each. */
const MOST_PARTS = 6;
const PARTS = 2 ** MOST_PARTS - 1;
/** After an edit that may add or remove more vertices of a part than this, the part is forgotten. */
const MOST_REPAIRED = 256;

/**
 * Remembers closed parts of the graph: sets of vertices that no arc leaves. A goal outside such a part is unreachable from within, without a search. Follows reported edits.
 *
 * `Floods` look for them after a search that found no path. Memory: 1 byte per vertex from the first floods on, and 5 more while floods run.
 */
export class ClosedParts {
  /** By vertex: bit i is set if it is in part i. */
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
        if (n === 0 && v === goal) checkPredecessors(this.graph, start);
        for (let i = 0; i < n; i++) part.add(to[i]);
      } catch {
        // The planner may not need these arcs.
        return { isClosed: false, read };
      }
      read++;
    }
    return { isClosed: true, read };
  }

  /** Begins to look for a part with `start`, but without `goal`, with at most `credit` expansions. If it looks for another part and has not paused, that goes on with so many more. `isOutdated`: the search ignored edits. */
  begin(start: number, goal: number, credit: number, isOutdated = false): void {
    if (this.isOff || start === goal || this.separates(start, goal)) return;
    // Floods that have paused may take long yet: another part may be small.
    if (this.credit <= 0 && this.floods?.concerns(start, goal) === false) this.floods = undefined;
    this.credit = this.floods === undefined ? credit : this.credit + credit;
    this.floods ??= new Floods(this.graph).begin(start, goal);
    this.floods.isEdited ||= isOutdated;
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
        const result = this.floods.step();
        if (result === undefined) continue;
        if (result === 'met') this.isOff ||= !this.floods.isEdited;
        else this.add(this.floods);
        this.floods = undefined;
      }
    } catch {
      this.floods = undefined;
      this.isOff = true;
    }
    return read;
  }

  /** Remembers the part that these floods have found. */
  add(floods: Floods): void {
    if (this.isOff) return;
    if (this.marks.length === 0) this.marks = new Uint8Array(this.graph.vertexCount);
    const { marks } = this;
    const bit = this.take();
    for (let v = 0; v < marks.length; v++) marks[v] = (marks[v] & ~bit) | (floods.isInPart(v) ? bit : 0);
    if (this.floods !== undefined && this.separates(this.floods.start, this.floods.goal)) this.floods = undefined;
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
          if (this.floods?.addArc(tail, arcs.to[k]) === true) this.floods = undefined;
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
    this.floods = undefined;
  }

  /** A bit for another part: a free one, or that of the oldest part. */
  private take(): number {
    const free = ~this.used & PARTS;
    const bit = free !== 0 ? free & -free : 1 << this.oldest++ % MOST_PARTS;
    this.used |= bit;
    return bit;
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
