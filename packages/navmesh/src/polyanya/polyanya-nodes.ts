import { doubled } from '../grow.ts';
import { OpenHeap } from '../open-heap.ts';

/** In place of a vertex: the start of the search. */
export const START = -1;
/** Stands for the goal in place of a link's arc. */
export const GOAL = -1;

/** Encodes the number of a link's arc as the face of a node whose path has just taken that link; its own inverse. */
export function linkFace(arc: number): number {
  return -2 - arc;
}

/** The numbers of a node in `fields`, in their order below; and in `costs`, g and f. */
const FIELDS = 8;
const COSTS = 2;

/**
 * The search nodes of Polyanya: flat arrays that only grow, an open list, and a hash table of duplicates. All nodes are
 * freed at the start of the next search. The numbers of a node lie side by side, since nodes are read in random order.
 */
export class Nodes {
  count = 0;
  private fields = new Int32Array(256 * FIELDS);
  private costs = new Float64Array(256 * COSTS);
  private readonly open = new OpenHeap();
  /**
   * A hash table of nodes with at least two slots a node. An entry is valid only if its node points back to the slot, so the table is never cleared.
   */
  private table = new Int32Array(512);
  private slot = new Int32Array(256);

  /** The last turn of the path so far: a vertex, the end of a link, or START. */
  root(node: number): number { return this.fields[FIELDS * node]; }
  /** The rays that bound the root's view: left from leftA through leftB, right from rightA through rightB. */
  leftA(node: number): number { return this.fields[FIELDS * node + 1]; }
  leftB(node: number): number { return this.fields[FIELDS * node + 2]; }
  rightA(node: number): number { return this.fields[FIELDS * node + 3]; }
  rightB(node: number): number { return this.fields[FIELDS * node + 4]; }
  /** The face to enter next and the side crossed. For the goal −1, for a link its `linkFace`, and the face that they lie in. */
  face(node: number): number { return this.fields[FIELDS * node + 5]; }
  side(node: number): number { return this.fields[FIELDS * node + 6]; }
  parent(node: number): number { return this.fields[FIELDS * node + 7]; }
  g(node: number): number { return this.costs[COSTS * node]; }
  f(node: number): number { return this.costs[COSTS * node + 1]; }

  clear(): void {
    this.count = 0;
    this.open.clear();
  }

  add(root: number, leftA: number, leftB: number, rightA: number, rightB: number, face: number, side: number, parent: number, g: number, f: number): number {
    if (this.count === this.slot.length) this.grow();
    const n = this.count++;
    const { fields, costs } = this;
    const at = FIELDS * n;
    fields[at] = root;
    fields[at + 1] = leftA;
    fields[at + 2] = leftB;
    fields[at + 3] = rightA;
    fields[at + 4] = rightB;
    fields[at + 5] = face;
    fields[at + 6] = side;
    fields[at + 7] = parent;
    costs[COSTS * n] = g;
    costs[COSTS * n + 1] = f;
    this.slot[n] = -1;
    return n;
  }

  /**
   * Whether an equal node of at most this cost exists; adds it otherwise. On street grids a corner is reached by many paths of equal length, whose
   * number would double from corner to corner.
   */
  isKnown(node: number): boolean {
    const { table, slot, fields, costs } = this;
    const mask = table.length - 1, own = FIELDS * node;
    const hash = Math.imul(fields[own] + Math.imul(fields[own + 2], 31) + Math.imul(fields[own + 4], 1009), 0x9e3779b1) + Math.imul(fields[own + 5], 0x85ebca6b) + fields[own + 6];
    let at = (hash ^ (hash >>> 15)) & mask;
    for (; ; at = (at + 1) & mask) {
      const other = table[at];
      if (other >= this.count || slot[other] !== at) break;
      if (!this.isEqual(own, FIELDS * other)) continue;
      if (costs[COSTS * other] <= costs[COSTS * node]) return true;
      slot[other] = -1;
      break;
    }
    table[at] = node;
    slot[node] = at;
    return false;
  }

  /** Whether the fields of two nodes are the same but for the parents. */
  private isEqual(a: number, b: number): boolean {
    const { fields } = this;
    for (let i = 0; i + 1 < FIELDS; i++) if (fields[a + i] !== fields[b + i]) return false;
    return true;
  }

  push(node: number): void {
    this.open.push(node, this.costs[COSTS * node + 1], this.costs[COSTS * node]);
  }

  /** Removes the node of lowest f; −1 if there is none. */
  pop(): number {
    return this.open.pop();
  }

  private grow(): void {
    this.fields = doubled(this.fields);
    this.costs = doubled(this.costs);
    this.slot = doubled(this.slot);
    this.table = new Int32Array(2 * this.slot.length);
    for (let node = 0; node < this.count; node++) if (this.slot[node] >= 0) this.isKnown(node);
  }
}
