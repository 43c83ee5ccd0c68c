/** An edited rectangle of cells. */
export type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** The cells of all rectangles, each grown by `around`, the extent of a unit. */
export function cellsOf(rectangles: readonly Rectangle[], around: number): number {
  return rectangles.reduce((sum, [, , width, height]) => sum + (width + around) * (height + around), 0);
}

/** The rectangles; or a single one around them, if that has, once grown by `around`, no more than `cells`. */
export function joined(rectangles: readonly Rectangle[], cells: number, around: number): readonly Rectangle[] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y, width, height] of rectangles) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  if ((right - left + around) * (bottom - top + around) > cells) return rectangles;
  return [[left, top, right - left, bottom - top]];
}
