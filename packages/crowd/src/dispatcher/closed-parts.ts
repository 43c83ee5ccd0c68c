import type { Graph } from '@pf/graph';
import { ArcBuffer, isLive } from '@pf/graph/kit';

/** The number of parts that are remembered: one bit each. */
const MOST_PARTS = 8;
/** An edit may add or remove this many vertices of a part. After a larger change, the part is forgotten. */
const MOST_REPAIRED = 256;

/** Two floods that take turns: of what a start reaches, and of what reaches a goal. */
interface Floods {
  readonly ahead: Set<number>;
  readonly behind: Set<number>;
  readonly nextAhead: Iterator<number, undefined>;
  readonly nextBehind: Iterator<number, undefined>;
  isTurnAhead: boolean;
  isEdited: boolean;
}

/**
 * Remembers which parts of a graph no arc leaves, so that goals outside are known to be unreachable without a search. Follows edits, if they are reported.
 *
 * A part is found by floods from the start and from the goal of a search in vain: the one that ends first decides. Memory: a byte a vertex from the first part on.
 */
export class ClosedParts {
  /** By vertex: bit i is set if it is in part i. */
  private marks = new Uint8Array(0);
  /** The bits of the parts that are in use, and the number of parts found so far. */
  private used = 0;
  private found = 0;
  private floods: Floods | undefined;
  /** Set when a start and a goal were connected though the search found no path: its planner knows more than the graph, and other floods would be in vain too. */
  private isOff: boolean;
  private readonly arcs: ArcBuffer;
  private readonly inner: ArcBuffer;

  constructor(private readonly graph: Graph) {
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

  /** Begins to look for a part with `start`, but without `goal`. */
  begin(start: number, goal: number): void {
    if (this.isOff || this.isGrowing || this.separates(start, goal)) return;
    const ahead = new Set([start]);
    const behind = new Set([goal]);
    this.floods = { ahead, behind, nextAhead: ahead.values(), nextBehind: behind.values(), isTurnAhead: true, isEdited: false };
  }

  get isGrowing(): boolean {
    return this.floods !== undefined;
  }

  /** Whether a part is known. */
  get isInUse(): boolean {
    return this.used !== 0;
  }

  /** Continues, with at most `budget` expansions; returns how many it made. */
  grow(budget: number): number {
    let read = 0;
    try {
      while (this.floods !== undefined && read < budget) {
        read++;
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
          if (floods !== undefined) this.addArc(floods, tail, arcs.to[k]);
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

  private stop(isOff: boolean): void {
    this.floods = undefined;
    this.isOff ||= isOff;
  }

  private step(floods: Floods): void {
    const { ahead, behind } = floods;
    const { to, cost } = this.arcs;
    floods.isTurnAhead = !floods.isTurnAhead;
    const isAhead = floods.isTurnAhead;
    const v = (isAhead ? floods.nextAhead : floods.nextBehind).next().value;
    if (v === undefined) return this.add(floods, isAhead);
    const [own, other] = isAhead ? [ahead, behind] : [behind, ahead];
    const n = isAhead ? this.graph.successors(v, to, cost) : this.graph.predecessors(v, to, cost);
    for (let k = 0; k < n; k++) {
      if (other.has(to[k])) return this.stop(!floods.isEdited);
      own.add(to[k]);
    }
  }

  /** Adds the part that a complete flood has found: what it reached, or what is outside of that. */
  private add({ ahead, behind }: Floods, isAhead: boolean): void {
    if (this.marks.length === 0) this.marks = new Uint8Array(this.graph.vertexCount);
    const { marks } = this;
    const bit = 1 << this.found++ % MOST_PARTS;
    for (let v = 0; v < marks.length; v++) marks[v] = isAhead ? marks[v] & ~bit : marks[v] | bit;
    for (const v of isAhead ? ahead : behind) marks[v] ^= bit;
    this.used |= bit;
    this.floods = undefined;
  }

  /** Follows an arc that may be new while the floods grow. */
  private addArc(floods: Floods, tail: number, head: number): void {
    const { ahead, behind } = floods;
    floods.isEdited = true;
    if (ahead.has(tail)) ahead.add(head);
    if (behind.has(head)) behind.add(tail);
    if ((ahead.has(tail) && behind.has(tail)) || (ahead.has(head) && behind.has(head))) this.floods = undefined;
  }

  /** An arc leads out of a part: adds the vertices behind it, or removes those before it, if they are few, such as a tree that was felled. */
  private repair(bit: number, tail: number, head: number): void {
    const { marks } = this;
    const entered = this.reach(head, true, (v) => (marks[v] & bit) === 0);
    const left = entered ?? this.reach(tail, false, (v) => (marks[v] & bit) !== 0);
    if (left === undefined) this.used &= ~bit;
    else for (const v of left) marks[v] ^= bit;
  }

  /** The vertices that are reached from `v` over some others; undefined if these are many. */
  private reach(v: number, isAhead: boolean, isWanted: (v: number) => boolean): ReadonlySet<number> | undefined {
    const { graph } = this;
    const { to, cost } = this.inner;
    const reached = new Set([v]);
    for (const u of reached) {
      const n = isAhead ? graph.successors(u, to, cost) : graph.predecessors(u, to, cost);
      for (let k = 0; k < n; k++) if (isWanted(to[k])) reached.add(to[k]);
      if (reached.size > MOST_REPAIRED) return undefined;
    }
    return reached;
  }
}
