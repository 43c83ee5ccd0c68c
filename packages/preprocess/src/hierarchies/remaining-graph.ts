import { grown } from '@pf/graph/kit';
import type { ArcList } from './arc-list.ts';
import { tailsOf } from './arc-list.ts';

/** The minimum capacity of a row. Capacities are powers of two. */
const LEAST_ROOM = 4;
const CLASSES = 31;

/**
 * The graph among vertices that are not contracted yet. A row has one entry for each neighbour, with the costs of both directions; Infinity where
 * there is no arc. All rows lie in one pool of typed arrays. A row that outgrows its block moves, and the block is reused.
 *
 * A contracted vertex keeps its last row: its entries lead to vertices that are contracted later.
 */
export class RemainingGraph {
  readonly first: Uint32Array;
  readonly degree: Uint32Array;
  private readonly room: Uint32Array;
  /** By entry: the neighbour, the cost to it (`forth`) and from it (`back`). */
  head: Uint32Array;
  forth: Float64Array;
  back: Float64Array;
  /** By entry and direction: the middle vertex of a shortcut, or ~a for arc a of the graph. */
  forthVia: Int32Array;
  backVia: Int32Array;
  /** By entry and direction: how many arcs of the graph it stands for. */
  forthHops: Uint32Array;
  backHops: Uint32Array;
  /** By entry: that of the same arcs in the row of the neighbour, so that long rows need not be searched. */
  private twin: Uint32Array;
  /** Whether every arc has a reverse arc of the same cost: then each pair of neighbours is examined once. */
  readonly symmetric: boolean;
  private end: number;
  /** By size class: the first free block, or −1. `head` of a free block is the next. */
  private readonly free = new Int32Array(CLASSES).fill(-1);

  constructor(arcs: ArcList) {
    const vertexCount = arcs.firstArc.length - 1;
    const tails = tailsOf(arcs);
    const size = new Uint32Array(vertexCount);
    for (let a = 0; a < tails.length; a++) {
      size[tails[a]]++;
      size[arcs.head[a]]++;
    }
    this.first = new Uint32Array(vertexCount);
    this.degree = new Uint32Array(vertexCount);
    this.room = new Uint32Array(vertexCount);
    let end = 0;
    for (let v = 0; v < vertexCount; v++) {
      // Most roads are listed in both directions, so half of the entries suffice.
      this.room[v] = roomFor(size[v] / 2);
      this.first[v] = end;
      end += this.room[v];
    }
    this.end = end;
    const capacity = end + (end >> 1) + 64;
    this.head = new Uint32Array(capacity);
    this.forth = new Float64Array(capacity);
    this.back = new Float64Array(capacity);
    this.forthVia = new Int32Array(capacity);
    this.backVia = new Int32Array(capacity);
    this.forthHops = new Uint32Array(capacity);
    this.backHops = new Uint32Array(capacity);
    this.twin = new Uint32Array(capacity);
    for (let a = 0; a < tails.length; a++) {
      if (tails[a] !== arcs.head[a] && arcs.cost[a] < Infinity) this.add(tails[a], arcs.head[a], arcs.cost[a], ~a, 1);
    }
    this.symmetric = this.isSymmetric();
  }

  /** Adds an arc, unless one exists that costs no more. */
  add(tail: number, head: number, cost: number, via: number, hops: number): void {
    const i = this.entry(tail, head);
    const j = this.twin[i];
    if (cost < this.forth[i]) {
      this.forth[i] = cost;
      this.forthVia[i] = via;
      this.forthHops[i] = hops;
    }
    if (cost < this.back[j]) {
      this.back[j] = cost;
      this.backVia[j] = via;
      this.backHops[j] = hops;
    }
  }

  /** Removes `v` from the rows of its neighbours. */
  detach(v: number): void {
    const { first, degree, head, twin } = this;
    for (let i = first[v], end = i + degree[v]; i < end; i++) {
      const u = head[i];
      const last = first[u] + --degree[u];
      if (last !== twin[i]) this.move(last, twin[i]);
    }
  }

  /** The entry of `neighbour` in the row of `v`, added with its twin if missing. Looks in the shorter of both rows. */
  private entry(v: number, neighbour: number): number {
    const { head, first, degree } = this;
    const [short, other] = degree[v] <= degree[neighbour] ? [v, neighbour] : [neighbour, v];
    for (let i = first[short], end = i + degree[short]; i < end; i++) if (head[i] === other) return short === v ? i : this.twin[i];
    const i = this.append(v, neighbour);
    const j = this.append(neighbour, v);
    this.twin[i] = j;
    this.twin[j] = i;
    return i;
  }

  private append(v: number, neighbour: number): number {
    if (this.degree[v] === this.room[v]) this.enlarge(v);
    const at = this.first[v] + this.degree[v]++;
    this.head[at] = neighbour;
    this.forth[at] = Infinity;
    this.back[at] = Infinity;
    return at;
  }

  private enlarge(v: number): void {
    const { first, degree, room } = this;
    const old = first[v];
    const size = 2 * room[v];
    const at = this.allocate(size);
    for (let i = 0; i < degree[v]; i++) this.move(old + i, at + i);
    const kind = classOf(room[v]);
    this.head[old] = this.free[kind] + 1;
    this.free[kind] = old;
    first[v] = at;
    room[v] = size;
  }

  private allocate(size: number): number {
    const kind = classOf(size);
    const block = this.free[kind];
    if (block >= 0) {
      this.free[kind] = this.head[block] - 1;
      return block;
    }
    const at = this.end;
    this.end += size;
    if (this.end > this.head.length) this.grow(Math.ceil(1.5 * this.end));
    return at;
  }

  private move(from: number, to: number): void {
    this.head[to] = this.head[from];
    this.forth[to] = this.forth[from];
    this.back[to] = this.back[from];
    this.forthVia[to] = this.forthVia[from];
    this.backVia[to] = this.backVia[from];
    this.forthHops[to] = this.forthHops[from];
    this.backHops[to] = this.backHops[from];
    this.twin[to] = this.twin[from];
    this.twin[this.twin[to]] = to;
  }

  private grow(capacity: number): void {
    this.head = grown(this.head, capacity);
    this.forth = grown(this.forth, capacity);
    this.back = grown(this.back, capacity);
    this.forthVia = grown(this.forthVia, capacity);
    this.backVia = grown(this.backVia, capacity);
    this.forthHops = grown(this.forthHops, capacity);
    this.backHops = grown(this.backHops, capacity);
    this.twin = grown(this.twin, capacity);
  }

  private isSymmetric(): boolean {
    const { first, degree, forth, back } = this;
    for (let v = 0; v < first.length; v++) {
      for (let i = first[v], end = i + degree[v]; i < end; i++) if (forth[i] !== back[i]) return false;
    }
    return true;
  }
}

function roomFor(entries: number): number {
  let room = LEAST_ROOM;
  while (room < entries) room *= 2;
  return room;
}

function classOf(room: number): number {
  return 31 - Math.clz32(room);
}
