import { checkBoolean, checkGrid } from '@pf/graph/kit';
import type { Grid } from './grid.ts';
import { OPEN } from './legal-moves.ts';
import { maskTowards } from './mask-towards.ts';

/**
 * Builds a thin wall between two cells that share a side, or takes it away: walls of rooms, doors, fences. No step crosses it. Diagonal steps past its ends obey the
 * grid's corner rule, with walls in place of cells: by default they are closed too; with the rule `'one'` or `'always'`, one path around the end must be open.
 *
 * This is one edit of the sides of up to six cells (`grid.setSides`). It writes the tails of changed arcs to `tails`, of up to 54 entries, and returns their number.
 * Taking a wall away opens its side and the diagonal steps that it closed, also those that were closed by `setSides` before: set one-way sides again.
 *
 * Walls do not stop `lineOfSight`, nor units of a `UnitGrid` that are larger than a cell, nor steps over the joined edges of a `TorusGrid`.
 *
 * @example
 * ```ts
 * import { Grid, setWall } from '@pf/grid';
 * import { AStar } from '@pf/search';
 *
 * const grid = new Grid(2, 3, { movement: 'four' });
 * const [above, below] = [grid.vertex(0, 0), grid.vertex(0, 1)];
 * setWall(grid, above, below, true);
 * new AStar(grid).search(above, below); // → 3
 * setWall(grid, above, below, false); // a door opens
 * new AStar(grid).search(above, below); // → 1
 * ```
 */
export function setWall(grid: Grid, a: number, b: number, isClosed: boolean, tails?: Uint32Array): number {
  checkGrid(grid, 'setWall');
  checkBoolean(isClosed, 'isClosed');
  maskTowards(grid, a, b); // throws unless they are neighbours
  const { stride } = grid, across = b - a;
  const isSquare = grid.movement !== 'hex', isStraight = Math.abs(across) === 1 || Math.abs(across) === stride;
  if (isSquare && !isStraight) throw new RangeError('A wall lies between two cells that share a side, but these share a corner.');
  const enter = new Map<number, number>(), leave = new Map<number, number>();
  const sideOf = (masks: Map<number, number>, v: number): number => masks.get(v) ?? grid.sides?.[masks === enter ? 'enter' : 'leave'][v] ?? OPEN;
  const set = (v: number, u: number, closes: boolean): void => {
    for (const [from, to] of [[v, u], [u, v]]) {
      const bit = maskTowards(grid, from, to);
      for (const masks of [enter, leave]) masks.set(from, closes ? sideOf(masks, from) & ~bit : sideOf(masks, from) | bit);
    }
  };
  set(a, b, isClosed);
  if (isSquare && grid.maxDegree === 8) {
    const along = Math.abs(across) === 1 ? stride : 1, least = grid.corners === 'never' ? 2 : 1;
    const isWall = (v: number, u: number): boolean => [[v, u], [u, v]].every(([from, to]) => (sideOf(leave, from) & maskTowards(grid, from, to)) === 0 || (sideOf(enter, to) & maskTowards(grid, to, from)) === 0);
    for (const end of [-along, along]) {
      if (!grid.hasVertex(a + end)) continue;
      // Past this end, a diagonal step leads from a cell on one side to `u` on the other: through `by` and the wall, or around it.
      for (const [v, u, by] of [[a, b + end, b], [b, a + end, a]]) {
        const other = a + b + 2 * end - u;
        const around = isWall(v, other) || isWall(other, u) ? 0 : 1, through = isWall(by, u) ? 0 : 1;
        if (around < least && (isClosed || around + through >= least)) set(v, u, isClosed);
      }
    }
  }
  const vertices = Uint32Array.from(new Set([...enter.keys(), ...leave.keys()]));
  return grid.setCells(vertices, Uint8Array.from(vertices, (v) => grid.cells[v]), vertices.length, tails, {
    enter: Uint8Array.from(vertices, (v) => sideOf(enter, v)), leave: Uint8Array.from(vertices, (v) => sideOf(leave, v)),
  });
}
