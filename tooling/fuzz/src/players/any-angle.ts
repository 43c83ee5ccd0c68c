import type { Grid } from '@pf/grid';
import { GridMesh, NavMesh, Polyanya, raycast } from '@pf/navmesh';
import type { Ring } from '@pf/testkit';
import { VisibilityGraph } from '@pf/testkit';
import type { Player, Query } from '../player.ts';
import { demand } from '../player.ts';

/** Larger worlds are compared only with a newly built mesh, because the visibility graph is slow. */
const MOST_CELLS = 150;

/**
 * A mesh that follows a grid: after every edit its paths are as long as those of the visibility graph of the free cells, and never longer than a path
 * of steps.
 */
const gridMesh: Player = {
  name: 'a mesh that follows its grid',
  join({ grid }, tally) {
    if (grid === undefined || grid.movement === 'hex') return undefined;
    const mesh = new GridMesh(grid, { room: 2 * grid.width * grid.height + 64 });
    let visibility: VisibilityGraph | undefined;
    let fresh: Polyanya | undefined;
    return {
      changed() {
        visibility = fresh = undefined;
      },
      query(query) {
        tally.queries++;
        const { start, goal } = query;
        const from = [grid.x(start), grid.y(start)] as const, to = [grid.x(goal), grid.y(goal)] as const;
        const { cost, points } = mesh.findPath({ from, to });
        const rebuilt = (fresh ??= new Polyanya(NavMesh.fromGrid(grid)));
        const ends = [from[0] + 0.5, from[1] + 0.5, to[0] + 0.5, to[1] + 0.5] as const;
        if (grid.width * grid.height <= MOST_CELLS) visibility ??= new VisibilityGraph(cellsOf(grid));
        const least = (visibility ?? { distance: (...e: typeof ends) => rebuilt.search(...e) }).distance(...ends);
        const what = `From (${from.join(', ')}) to (${to.join(', ')})`;
        demand(near(cost, least), () => `${what} the visibility graph finds ${least}, the mesh ${cost}.`);
        demand(near(rebuilt.search(...ends), least), () => `${what} the visibility graph finds ${least}, a mesh built afresh another length.`);
        const length = points.reduce((sum, { x, y }, i) => (i === 0 ? 0 : sum + Math.hypot(x - points[i - 1].x, y - points[i - 1].y)), 0);
        demand(cost === Infinity ? points.length === 0 : near(length, cost), () => `${what} the path costs ${cost}, but is ${length} long.`);
        // Between middles and between corners of cells, a ray arrives if the shortest path is straight.
        for (const [x, y, toX, toY] of visibility === undefined ? [] : [ends, [...from, ...to]]) {
          const arrived = raycast(mesh.mesh, { x, y }, { x: toX, y: toY })?.arrived ?? false;
          const isStraight = visibility!.distance(x, y, toX, toY) < Math.hypot(toX - x, toY - y) + 1e-9;
          demand(arrived === isStraight, () => `From (${x}, ${y}) to (${toX}, ${toY}) the visibility graph finds ${isStraight ? 'a' : 'no'} straight path; the ray ${arrived ? 'arrives' : 'stops'}.`);
        }
        const steps = lengthInSteps(grid, query);
        // Searches over cells stay in place at cost 0, blocked or not.
        demand(cost <= steps + 1e-7 || (start === goal && cost === Infinity), () => `${what} a path of steps is ${steps} long, the mesh finds ${cost}.`);
      },
    };
  },
};

/** A lower bound by the length of the path of steps, in cells; Infinity where steps may pass between diagonal blocked cells. */
function lengthInSteps({ movement, corners, steps: { straight, diagonal } }: Grid, { cost }: Query): number {
  if (movement === 'eight' && corners === 'always') return Infinity;
  return cost / (movement === 'four' ? straight : Math.min(straight, diagonal / Math.SQRT2));
}

/** The free cells as polygons: the whole map less each blocked run of a row. */
export function cellsOf(grid: Grid): { outlines: Ring[]; holes: Ring[] } {
  const { width, height } = grid;
  const holes: Ring[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const begin = x;
      while (x < width && grid.isBlocked(x, y)) x++;
      if (x > begin) holes.push([[begin, y], [x, y], [x, y + 1], [begin, y + 1]]);
    }
  }
  return { outlines: [[[0, 0], [width, 0], [width, height], [0, height]]], holes };
}

function near(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) < 1e-7;
}

export const anyAnglePlayers: readonly Player[] = [gridMesh];
