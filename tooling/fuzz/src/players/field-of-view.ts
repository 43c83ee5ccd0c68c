import type { Grid } from '@pf/grid';
import { fieldOfView, lineOfSight } from '@pf/grid';
import { verticesOf } from '@pf/testkit';
import type { Player } from '../player.ts';
import { demand, list } from '../player.ts';
import { isInSight } from '../straight-lines.ts';

const RADII = [0, 1, Math.SQRT2, 2, 2.5, Math.sqrt(13), 4, 7] as const;

/** Whether a cell is within `r` of another: of centres, or in steps on hexagons. */
export function isWithin(grid: Grid, r: number, dx: number, dy: number): boolean {
  if (grid.movement === 'hex') return Math.max(Math.abs(dx), Math.abs(dy), Math.abs(dx + dy)) <= r;
  return dx * dx + dy * dy <= r * r + 1e-9;
}

/** Whether two cells have a side or a corner in common. */
export function touch(grid: Grid, dx: number, dy: number): boolean {
  return grid.movement === 'hex' ? isWithin(grid, 1, dx, dy) : Math.max(Math.abs(dx), Math.abs(dy)) <= 1;
}

/** Fields of view and lines of sight, cell by cell. */
const fields: Player = {
  name: 'field of view',
  join({ grid }, tally) {
    if (grid === undefined) return undefined;
    const all = verticesOf(grid);
    const sensors = RADII.map((r) => ({ r, field: fieldOfView(r), lines: lineOfSight(r) }));
    const sighted = new Uint32Array(grid.vertexCount);
    return {
      query({ start, goal, n }) {
        tally.queries += 3;
        const [cell, x, y] = [(v: number): { x: number; y: number } => ({ x: grid.x(v), y: grid.y(v) }), (v: number): number => grid.x(v), (v: number): number => grid.y(v)];
        const { r, field, lines } = sensors[n % sensors.length];
        const near = all.filter((v) => isWithin(grid, r, x(v) - x(start), y(v) - y(start)));
        const inLine = near.filter((v) => isInSight(grid, cell(start), cell(v), grid.corners === 'always' ? 'always' : 'one'));
        const walls = near.filter((v) => grid.cells[v] === 0 && inLine.some((u) => grid.cells[u] !== 0 && touch(grid, x(u) - x(v), y(u) - y(v))));
        const hold = (what: string, found: number, expected: Iterable<number>): void => {
          const [got, right] = [list(sighted.slice(0, found).sort((a, b) => a - b)), list([...expected].sort((a, b) => a - b))];
          demand(got === right, () => `${what} of ${r} from ${start} sees ${got}, not ${right}.`);
        };
        hold('A line of sight', lines.sense(grid, start, sighted), inLine);
        hold('A field of view', field.sense(grid, start, sighted), new Set([...inLine, ...walls]));
        const isSeen = isInSight(grid, cell(start), cell(goal));
        demand(lineOfSight(grid, start, goal) === isSeen, () => `${goal} is ${isSeen ? '' : 'not '}in sight of ${start}, but lineOfSight says otherwise.`);
      },
    };
  },
};

export const fieldOfViewPlayers: readonly Player[] = [fields];
