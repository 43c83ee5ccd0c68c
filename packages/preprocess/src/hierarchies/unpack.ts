import { ORIGINAL } from './shortcut-arcs.ts';
import type { ShortcutArcs } from './shortcut-arcs.ts';

/**
 * Unpacks shortcuts into the arcs of the graph. A shortcut stands for a descent and a climb, which may be shortcuts themselves; what is still to be done
 * lies on a stack of its own, so that the depth of a hierarchy is no matter.
 */
export class Unpacker {
  private stack: Uint32Array = new Uint32Array(64);

  constructor(
    private readonly up: ShortcutArcs,
    private readonly down: ShortcutArcs,
  ) {}

  /** Writes the arcs of the graph that an arc stands for, in the order of walking, from `at` on; returns where they end, which may lie behind the end of `out`. */
  unpack(arc: number, isUp: boolean, out: Uint32Array, at: number): number {
    const { up, down } = this;
    let stack: Uint32Array = this.stack;
    let n = 0;
    // Twice its index, and 1 more of an arc that leads up.
    stack[n++] = 2 * arc + (isUp ? 1 : 0);
    while (n > 0) {
      const code = stack[--n];
      const i = code >>> 1;
      const arcs = (code & 1) === 1 ? up : down;
      const descent = arcs.descent[i];
      if (descent === ORIGINAL) {
        // Beyond the end of a typed array nothing is written: the caller sees by the length.
        out[at++] = arcs.climb[i];
        continue;
      }
      if (n + 2 > stack.length) stack = this.grow();
      stack[n++] = 2 * arcs.climb[i] + 1;
      stack[n++] = 2 * descent;
    }
    return at;
  }

  private grow(): Uint32Array {
    const { stack } = this;
    this.stack = new Uint32Array(2 * stack.length);
    this.stack.set(stack);
    return this.stack;
  }
}
