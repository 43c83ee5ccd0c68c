/** Throws unless both coordinates are finite. */
export function checkPoint(x: number, y: number): void {
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError(`A point needs finite coordinates, got (${x}, ${y}).`);
}

/** Throws unless all coordinates of the two ends of a way are finite. */
export function checkEnds(fromX: number, fromY: number, toX: number, toY: number): void {
  for (const value of [fromX, fromY, toX, toY]) {
    if (!Number.isFinite(value)) throw new RangeError(`Start and goal need finite coordinates, got (${fromX}, ${fromY}) and (${toX}, ${toY}).`);
  }
}
