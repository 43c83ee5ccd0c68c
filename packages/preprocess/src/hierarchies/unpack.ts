/**
 * What the arcs of a hierarchy stand for: two entries each, the parts of arc i at 2i and 2i + 1, in the order of walking. An arc that leads over a vertex below both
 * its ends has two parts, a descent to that vertex and a climb from it; an arc of the graph has one, and NO_PART. A part is twice the index of an arc that leads down,
 * twice that of one that leads up and 1 more, or the complement of the number of an arc of the graph, which is below 0.
 */
export type ArcParts = Int32Array;

/** The second part of an arc that has only one. */
export const NO_PART = 0x7fffffff;

/** The part that is the arc with this number in the graph. */
export function graphArc(arc: number): number {
  return ~arc;
}

/** Unpacks the arcs of a hierarchy into those of the graph. The recursion has a stack of its own: a hierarchy may be as high as it has vertices. */
export class Unpacker {
  private stack: Int32Array = new Int32Array(64);

  constructor(
    private readonly up: ArcParts,
    private readonly down: ArcParts,
  ) {}

  /** Writes the arcs of the graph that an arc stands for, in the order of walking, from `at` on; returns where they end, which may lie behind the end of `out`. */
  unpack(arc: number, isUp: boolean, out: Uint32Array, at: number): number {
    const { up, down } = this;
    let { stack } = this;
    let n = 0;
    let part = 2 * arc + (isUp ? 1 : 0);
    for (;;) {
      while (part >= 0) {
        const parts = (part & 1) === 1 ? up : down;
        const second = parts[part | 1];
        part = parts[part & ~1];
        if (second === NO_PART) continue;
        if (n === stack.length) stack = this.grow();
        stack[n++] = second;
      }
      // Beyond the end of a typed array nothing is written: the caller sees by the length.
      out[at++] = ~part;
      if (n === 0) return at;
      part = stack[--n];
    }
  }

  private grow(): Int32Array {
    const { stack } = this;
    this.stack = new Int32Array(2 * stack.length);
    this.stack.set(stack);
    return this.stack;
  }
}
