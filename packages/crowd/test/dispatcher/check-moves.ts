import type { Grid } from '@pf/grid';

/**
 * The fault of one step of many units, from `before` to `after`: two on a cell, a swap, a crossing, or a step without an arc. Works on coordinates and shares no code with
 * the dispatcher.
 */
export function faultOfMoves(grid: Grid, before: readonly number[], after: readonly number[]): string | undefined {
  const at = new Map<string, number>();
  const name = (v: number): string => `(${grid.x(v)}, ${grid.y(v)})`;
  for (const [i, v] of after.entries()) {
    const other = at.get(name(v));
    if (other !== undefined) return `Units ${other} and ${i} are both on ${name(v)}.`;
    at.set(name(v), i);
  }
  const moves = new Map<string, number>();
  for (const [i, from] of before.entries()) {
    const to = after[i];
    if (from === to) continue;
    const to8 = new Uint32Array(grid.maxDegree);
    const n = grid.successors(from, to8, new Float64Array(grid.maxDegree));
    if (!to8.subarray(0, n).includes(to)) return `Unit ${i} went from ${name(from)} to ${name(to)}, where no step leads.`;
    const back = moves.get(`${name(to)}${name(from)}`);
    if (back !== undefined) return `Units ${back} and ${i} changed places between ${name(from)} and ${name(to)}.`;
    moves.set(`${name(from)}${name(to)}`, i);
    const [x0, y0, x1, y1] = [grid.x(from), grid.y(from), grid.x(to), grid.y(to)];
    if (grid.movement !== 'eight' || x0 === x1 || y0 === y1) continue;
    for (const crossing of [`(${x0}, ${y1})(${x1}, ${y0})`, `(${x1}, ${y0})(${x0}, ${y1})`]) {
      if (moves.has(crossing)) return `Units ${moves.get(crossing)} and ${i} crossed between ${name(from)} and ${name(to)}.`;
    }
  }
  return undefined;
}
