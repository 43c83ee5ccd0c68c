/** Throws unless a path of so many points has room in the buffer. */
export function checkPathBuffer(out: Float64Array, points: number, dimension: number): void {
  const room = (out as Float64Array | undefined)?.length;
  const numbers = points * dimension;
  if (room! >= numbers) return;
  if (room === undefined) {
    throw new TypeError(`The path is written into a buffer of yours: pass new Float64Array(${dimension} * pathLength), got ${String(out)}.`);
  }
  throw new RangeError(`The path has ${points} points of ${dimension} coordinates, ${numbers} numbers; the buffer holds ${room}.`);
}
