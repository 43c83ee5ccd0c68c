import { checkHolds, shown } from '@pf/graph/kit';

/** Throws unless the buffer has room for `points` points, or for the items that `what` names. */
export function checkPathBuffer(out: Float64Array, points: number, dimension: number, what = 'points'): void {
  const room = ArrayBuffer.isView(out) ? out.length : undefined;
  const numbers = points * dimension;
  if (room! >= numbers) return checkHolds(out, 1.5, 'Float64Array');
  if (room === undefined) {
    throw new TypeError(`The path is written into a buffer of yours: pass new Float64Array(${dimension} * pathLength), got ${shown(out)}.`);
  }
  throw new RangeError(`The path has ${points} ${what} of ${dimension} ${what === 'points' ? 'coordinates' : 'numbers'}, ${numbers} numbers; the buffer holds ${room}.`);
}
