/** A corner in cells: the centre of the first cell is at 0.5, 0.5. */
interface CellCorner {
  readonly x: number;
  readonly y: number;
}

/** In cells: an outline this close to a cell's edge does not cross it. Allows for rounding where it ends exactly on the edge. */
const SLACK = 1e-9;

/**
 * Whether `test` returns true for a cell that a simple polygon overlaps, within columns and rows from `least` to the last ones. Calls it with column and
 * row until it returns true, possibly more than once for a cell.
 */
export function somePolygonCell(corners: readonly CellCorner[], least: number, lastColumn: number, lastRow: number, test: (column: number, row: number) => boolean): boolean {
  let bottom = Infinity;
  let top = -Infinity;
  for (const corner of corners) {
    bottom = Math.min(bottom, corner.y);
    top = Math.max(top, corner.y);
  }
  const crossings: number[] = [];
  for (let row = Math.max(least, Math.floor(bottom + SLACK)); row <= Math.min(lastRow, Math.floor(top - SLACK)); row++) {
    crossings.length = 0;
    for (const [i, a] of corners.entries()) {
      const b = corners[(i + 1) % corners.length];
      const [low, high] = a.y <= b.y ? [a, b] : [b, a];
      // The part of this edge within the row.
      if (high.y >= row + SLACK && low.y <= row + 1 - SLACK) {
        const isLevel = high.y === low.y;
        const one = isLevel ? low.x : xAt(low, high, Math.max(low.y, row));
        const other = isLevel ? high.x : xAt(low, high, Math.min(high.y, row + 1));
        // An edge along the border of two cells is in neither: the test of the inside decides which is covered.
        const end = Math.min(lastColumn, Math.floor(Math.max(one, other) - SLACK));
        for (let column = Math.max(least, Math.floor(Math.min(one, other) + SLACK)); column <= end; column++) if (test(column, row)) return true;
      }
      // The inside begins or ends at the points where edges cross the middle of the row.
      const middle = row + 0.5;
      if (low.y <= middle && high.y > middle) crossings.push(xAt(low, high, middle));
    }
    // Two in a row of a convex outline: the general sort took a third of the time.
    if (crossings.length > 2) crossings.sort((p, q) => p - q);
    else if (crossings[0] > crossings[1]) crossings.reverse();
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const end = Math.min(lastColumn + 0.5, crossings[k + 1]);
      for (let column = Math.max(least, Math.ceil(crossings[k] - 0.5)); column + 0.5 <= end; column++) if (test(column, row)) return true;
    }
  }
  return false;
}

/** Where an edge that is not level passes a height. */
function xAt(low: CellCorner, high: CellCorner, y: number): number {
  return low.x + ((high.x - low.x) * (y - low.y)) / (high.y - low.y);
}
