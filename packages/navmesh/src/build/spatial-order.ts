import { boxOf } from './outline.ts';

/** Cells a side of the grid by which polygons are sorted: two coordinates fit one integer of 30 bits. */
const CELLS = 2 ** 15;

interface Polygons {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  readonly loops: readonly (readonly number[])[];
  readonly areas?: readonly number[] | undefined;
}

/** Sorts polygons along a Z-order curve through their first corners: what is near in space is then near in memory. */
export function inSpatialOrder<T extends Polygons>(given: T): T {
  const { xs, ys, loops, areas } = given;
  const firsts = loops.map((loop) => loop[0]);
  const { left, right, low, high } = boxOf(xs, ys, firsts);
  const scale = (CELLS - 1) / (Math.max(right - left, high - low) || 1);
  const keys = firsts.map((v) => spread((xs[v] - left) * scale) | (spread((ys[v] - low) * scale) << 1));
  const order = loops.map((_, i) => i).sort((a, b) => keys[a] - keys[b]);
  return { ...given, loops: order.map((i) => loops[i]), areas: areas && order.map((i) => areas[i]) };
}

/** Puts a zero between the bits of a number below 2 ** 15. */
function spread(value: number): number {
  let bits = Math.floor(value);
  bits = (bits | (bits << 8)) & 0x00ff00ff;
  bits = (bits | (bits << 4)) & 0x0f0f0f0f;
  bits = (bits | (bits << 2)) & 0x33333333;
  return (bits | (bits << 1)) & 0x55555555;
}
