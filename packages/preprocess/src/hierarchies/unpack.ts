import { grown } from '@pf/graph/kit';

/**
 * The parts of the arcs of a hierarchy: arc i has entries 2i and 2i + 1, in travel order.
 *
 * - A shortcut has two parts: a descent to its middle vertex, and a climb from it.
 * - An arc of the graph has one part, and NO_PART.
 * - A part is 2a for downward arc a, 2a + 1 for upward arc a, or ~a (negative) for arc a of the graph.
 */
export type ArcParts = Int32Array;

/** The second part of an arc that has only one. */
export const NO_PART = 0x7fffffff;

/** The part for this arc of the graph. */
export function graphArc(arc: number): number {
  return ~arc;
}

/** Unpacks arcs of a hierarchy into arcs of the graph. Uses an explicit stack, because a hierarchy may be as high as it has vertices. */
export class Unpacker {
  private stack: Int32Array = new Int32Array(64);

  constructor(
    private readonly up: ArcParts,
    private readonly down: ArcParts,
  ) {}

  /**
   * Writes the arcs of the graph that an arc stands for, in travel order, from index `at`. Returns the index after the last, which may exceed the
   * length of `out`.
   */
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
        if (n === stack.length) stack = this.stack = grown(stack);
        stack[n++] = second;
      }
      // Writes beyond the end of a typed array have no effect; the caller compares lengths.
      out[at++] = ~part;
      if (n === 0) return at;
      part = stack[--n];
    }
  }
}
