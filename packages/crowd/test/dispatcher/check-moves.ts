import type { Grid } from '@pf/grid';

/**
 * The fault in one step of many units, from `before` to `after`: two on a cell, a swap, a crossing, or a step without an arc.
 * Works on coordinates and shares no code with the dispatcher.
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

/** A unit of some size: its map, and the cells that it covers, relative to its own. */
export interface Body {
  readonly grid: Grid;
  readonly dx: readonly number[];
  readonly dy: readonly number[];
}

/**
 * The fault in one step of units of several sizes: two cover a cell, two exchange cells, a step without an arc, or for units of one cell
 * also a crossing. Works on coordinates.
 */
export function faultOfBodies(bodies: readonly Body[], before: readonly number[], after: readonly number[]): string | undefined {
  const cellsAt = ({ grid, dx, dy }: Body, v: number): string[] => dx.map((x, i) => `${grid.x(v) + x},${grid.y(v) + dy[i]}`);
  const ownerOf = (vertices: readonly number[]): Map<string, number> => {
    const owners = new Map<string, number>();
    for (const [i, body] of bodies.entries()) for (const cell of cellsAt(body, vertices[i])) owners.set(cell, owners.has(cell) ? NaN : i);
    return owners;
  };
  const single = [...bodies.keys()].filter((i) => bodies[i].dx.length === 1);
  if (single.length > 0) {
    const fault = faultOfMoves(bodies[single[0]].grid, single.map((i) => before[i]), single.map((i) => after[i]));
    if (fault !== undefined) return `Of the units of one cell: ${fault}`;
  }
  const [old, next] = [ownerOf(before), ownerOf(after)];
  for (const [cell, owner] of next) if (Number.isNaN(owner)) return `Two units cover ${cell}.`;
  for (const [i, body] of bodies.entries()) {
    if (before[i] !== after[i]) {
      const heads = new Uint32Array(body.grid.maxDegree);
      const n = body.grid.successors(before[i], heads, new Float64Array(body.grid.maxDegree));
      if (!heads.subarray(0, n).includes(after[i])) return `Unit ${i} took a step where none leads.`;
    }
    for (const cell of cellsAt(body, after[i])) {
      const other = old.get(cell);
      if (other === undefined || other === i) continue;
      if (cellsAt(body, before[i]).some((left) => next.get(left) === other)) return `Units ${i} and ${other} exchanged cells around ${cell}.`;
    }
  }
  return undefined;
}
