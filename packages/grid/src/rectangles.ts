/** An edited rectangle of cells. */
export type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** The rectangles; or a single one around them, if it has few more cells. `around` is the extent of a unit. */
export function joined(rectangles: readonly Rectangle[], cells: number, around: number): readonly Rectangle[] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y, width, height] of rectangles) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  if ((right - left + around) * (bottom - top + around) > cells * (1 + around) ** 2) return rectangles;
  return [[left, top, right - left, bottom - top]];
}
