import { doubled } from './grow.ts';

/** An open list: a binary heap of nodes ordered by f, equal ones by larger g. A node can have several entries. */
export class OpenHeap {
  private nodes = new Int32Array(256);
  /** By entry: its f and g, so that comparisons read no nodes. */
  private keys = new Float64Array(512);
  private size = 0;

  clear(): void {
    this.size = 0;
  }

  // Short, so that V8 inlines it. Otherwise, it would box fractional arguments.
  push(node: number, f: number, g: number): void {
    const last = this.size++;
    if (last === this.nodes.length) this.grow();
    this.nodes[last] = node;
    this.keys[2 * last] = f;
    this.keys[2 * last + 1] = g;
    this.rise(last);
  }

  /** Moves an entry towards the root until it fits. */
  private rise(at: number): void {
    const { nodes, keys } = this;
    const node = nodes[at], f = keys[2 * at], g = keys[2 * at + 1];
    while (at > 0) {
      const above = (at - 1) >> 1, aboveF = keys[2 * above];
      if (aboveF < f || (aboveF === f && keys[2 * above + 1] >= g)) break;
      nodes[at] = nodes[above];
      keys[2 * at] = aboveF;
      keys[2 * at + 1] = keys[2 * above + 1];
      at = above;
    }
    nodes[at] = node;
    keys[2 * at] = f;
    keys[2 * at + 1] = g;
  }

  /** Removes the node of lowest f; −1 if there is none. */
  pop(): number {
    if (this.size === 0) return -1;
    const { nodes, keys } = this;
    const top = nodes[0];
    const last = --this.size;
    const f = keys[2 * last], g = keys[2 * last + 1];
    let at = 0;
    for (let below = 1; below < last; below = 2 * at + 1) {
      const right = below + 1;
      let least = keys[2 * below];
      if (right < last) {
        const other = keys[2 * right];
        if (other < least || (other === least && keys[2 * right + 1] > keys[2 * below + 1])) {
          below = right;
          least = other;
        }
      }
      if (f < least || (f === least && g >= keys[2 * below + 1])) break;
      nodes[at] = nodes[below];
      keys[2 * at] = least;
      keys[2 * at + 1] = keys[2 * below + 1];
      at = below;
    }
    nodes[at] = nodes[last];
    keys[2 * at] = f;
    keys[2 * at + 1] = g;
    return top;
  }

  private grow(): void {
    this.nodes = doubled(this.nodes);
    this.keys = doubled(this.keys);
  }
}
