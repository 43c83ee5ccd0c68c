/** In place of a vertex: the start of the search. */
export const START = -1;
/** Stands for the goal in place of a link's arc. */
export const GOAL = -1;

/** Encodes the number of a link's arc as the face of a node whose path has just taken that link; its own inverse. */
export function linkFace(arc: number): number {
  return -2 - arc;
}

/**
 * The search nodes of Polyanya: flat arrays that only grow, a heap ordered by f (ties by larger g), and a hash table of duplicates. All nodes are
 * freed at the start of the next search.
 */
export class Nodes {
  /** The last turn of the path so far: a vertex, the end of a link, or START. */
  root = new Int32Array(256);
  /** The rays that bound the root's view: left from leftA through leftB, right from rightA through rightB. */
  leftA = new Int32Array(256);
  leftB = new Int32Array(256);
  rightA = new Int32Array(256);
  rightB = new Int32Array(256);
  /** The face to enter next and the side crossed. For the goal −1, for a link its `linkFace`, and the face that they lie in. */
  face = new Int32Array(256);
  side = new Int32Array(256);
  parent = new Int32Array(256);
  g = new Float64Array(256);
  f = new Float64Array(256);
  count = 0;

  private heap = new Int32Array(256);
  private size = 0;
  /**
   * A hash table of nodes with at least two slots a node. An entry is valid only if its node points back to the slot, so the table is never cleared.
   */
  private table = new Int32Array(512);
  private slot = new Int32Array(256);

  clear(): void {
    this.count = 0;
    this.size = 0;
  }

  add(root: number, leftA: number, leftB: number, rightA: number, rightB: number, face: number, side: number, parent: number, g: number, f: number): number {
    if (this.count === this.root.length) this.grow();
    const n = this.count++;
    this.root[n] = root;
    this.leftA[n] = leftA;
    this.leftB[n] = leftB;
    this.rightA[n] = rightA;
    this.rightB[n] = rightB;
    this.face[n] = face;
    this.side[n] = side;
    this.parent[n] = parent;
    this.g[n] = g;
    this.f[n] = f;
    this.slot[n] = -1;
    return n;
  }

  /**
   * Whether an equal node of at most this cost exists; adds it otherwise. On street grids a corner is reached by many paths of equal length, whose
   * number would double from corner to corner.
   */
  isKnown(node: number): boolean {
    const { table, slot, root, leftA, leftB, rightA, rightB, face, side, g } = this;
    const mask = table.length - 1;
    let at = Math.imul(root[node] + Math.imul(leftB[node], 31) + Math.imul(rightB[node], 1009), 0x9e3779b1) + Math.imul(face[node], 0x85ebca6b) + side[node];
    for (at = (at ^ (at >>> 15)) & mask; ; at = (at + 1) & mask) {
      const other = table[at];
      if (other >= this.count || slot[other] !== at) break;
      if (face[other] !== face[node] || side[other] !== side[node] || root[other] !== root[node]) continue;
      if (leftA[other] !== leftA[node] || leftB[other] !== leftB[node] || rightA[other] !== rightA[node] || rightB[other] !== rightB[node]) continue;
      if (g[other] <= g[node]) return true;
      slot[other] = -1;
      break;
    }
    table[at] = node;
    slot[node] = at;
    return false;
  }

  push(node: number): void {
    if (this.size === this.heap.length) this.heap = wider(this.heap, Int32Array);
    const { heap } = this;
    let at = this.size++;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!this.isBefore(node, heap[above])) break;
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = node;
  }

  /** Removes the node of lowest f; −1 if there is none. */
  pop(): number {
    if (this.size === 0) return -1;
    const { heap } = this;
    const top = heap[0];
    const last = heap[--this.size];
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= this.size) break;
      if (below + 1 < this.size && this.isBefore(heap[below + 1], heap[below])) below++;
      if (!this.isBefore(heap[below], last)) break;
      heap[at] = heap[below];
      at = below;
    }
    if (this.size > 0) heap[at] = last;
    return top;
  }

  private isBefore(a: number, b: number): boolean {
    return this.f[a] < this.f[b] || (this.f[a] === this.f[b] && this.g[a] > this.g[b]);
  }

  private grow(): void {
    this.root = wider(this.root, Int32Array);
    this.leftA = wider(this.leftA, Int32Array);
    this.leftB = wider(this.leftB, Int32Array);
    this.rightA = wider(this.rightA, Int32Array);
    this.rightB = wider(this.rightB, Int32Array);
    this.face = wider(this.face, Int32Array);
    this.side = wider(this.side, Int32Array);
    this.parent = wider(this.parent, Int32Array);
    this.g = wider(this.g, Float64Array);
    this.f = wider(this.f, Float64Array);
    this.slot = wider(this.slot, Int32Array);
    this.table = new Int32Array(2 * this.root.length);
    for (let node = 0; node < this.count; node++) if (this.slot[node] >= 0) this.isKnown(node);
  }
}

function wider<T extends Int32Array | Float64Array>(array: T, Type: new (length: number) => T): T {
  const grown = new Type(array.length * 2);
  grown.set(array);
  return grown;
}
