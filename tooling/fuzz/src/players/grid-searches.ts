import { AStar, BidirectionalAStar, BidirectionalDijkstra, Dijkstra, findPath, JumpPointSearch, LazyThetaStar, NBAStar, smooth, straighten, TerrainJumps, turns } from '@pf/search';
import type { Player, Query, Seat, Tally } from '../player.ts';
import { checkPath, demand, list } from '../player.ts';
import type { Stage } from '../stage.ts';
import { isInSight } from '../straight-lines.ts';
import { sliced } from './search.ts';

/** A player for grids only. */
function onGrids(name: string, join: (stage: Stage & { readonly grid: NonNullable<Stage['grid']> }, tally: Tally) => Seat | undefined): Player {
  return { name, join: (stage, tally) => (stage.grid === undefined ? undefined : join(stage as Stage & { readonly grid: NonNullable<Stage['grid']> }, tally)) };
}

const jumping = onGrids('jump point search', (stage, tally) => {
  const { grid } = stage;
  const { straight, diagonal } = grid.steps;
  if (grid.movement === 'hex' || (grid.movement === 'eight' && diagonal > 2 * straight)) return undefined;
  const whole = new JumpPointSearch(grid);
  const pieces = sliced(new JumpPointSearch(grid));
  const called = new JumpPointSearch(grid, { heuristic: grid.heuristic({ least: 1 }) });
  const out = new Uint32Array(grid.vertexCount);
  return {
    query(query) {
      for (const search of [whole, pieces, called]) {
        tally.queries++;
        if (isUniform(grid)) {
          const cost = search.search(query.start, query.goal);
          checkPath(stage, query, cost, out.subarray(0, search.path(out)));
        } else
          demand(
            rejects(() => search.search(query.start, query.goal)),
            () => 'Jump point search took a grid with terrain or one-way cells.',
          );
      }
    },
  };
});

const terrainJumps = onGrids('jump points on terrain', (stage, tally) => {
  const { grid } = stage;
  const { straight, diagonal } = grid.steps;
  if (grid.movement === 'hex' || (grid.movement === 'eight' && diagonal > 2 * straight)) return undefined;
  const locator = new TerrainJumps(grid);
  const whole = new JumpPointSearch(grid, { locator });
  const pieces = sliced(new JumpPointSearch(grid, { locator }));
  const out = new Uint32Array(grid.vertexCount);
  return {
    query(query) {
      for (const search of [whole, pieces]) {
        tally.queries++;
        const cost = search.search(query.start, query.goal);
        checkPath(stage, query, cost, out.subarray(0, search.path(out)));
      }
    },
  };
});

export function isUniform(grid: NonNullable<Stage['grid']>): boolean {
  return !grid.weighted && grid.sides === undefined;
}

export function rejects(act: () => unknown): boolean {
  try {
    act();
  } catch (error) {
    return error instanceof RangeError;
  }
  return false;
}

const anyPath = onGrids('findPath', (stage, tally) => {
  const { grid } = stage;
  const cell = (v: number): { x: number; y: number } => ({ x: grid.x(v), y: grid.y(v) });
  return {
    query(query) {
      const { start, goal, n } = query;
      const algorithm = [undefined, undefined, AStar, Dijkstra, BidirectionalAStar, BidirectionalDijkstra, NBAStar] as const;
      tally.queries++;
      const { cost, cells, arrived } = findPath(grid, {
        from: cell(start),
        to: cell(goal),
        algorithm: algorithm[n % algorithm.length],
        shape: n % 3 === 0 ? straighten : 'steps',
      });
      demand(arrived === cost < Infinity, () => `A path of cost ${cost} is reported ${arrived ? '' : 'not '}to arrive.`);
      checkPath(
        stage,
        query,
        cost,
        cells.map(({ x, y }) => grid.vertex(x, y)),
      );
    },
  };
});

const straightened = onGrids('straighten', (stage, tally) => {
  const { grid } = stage;
  const astar = new AStar(grid);
  const path = new Uint32Array(grid.vertexCount);
  const out = new Uint32Array(grid.vertexCount);
  return {
    query(query) {
      tally.queries++;
      const cost = astar.search(query.start, query.goal);
      const length = astar.path(path);
      const kept = straighten(grid, path, length, out);
      checkPath(stage, query, cost, out.subarray(0, kept));
      demand(
        turns(grid, out, kept) <= turns(grid, path, length),
        () => `Straightened, ${list(path.subarray(0, length))} turns more often: ${list(out.subarray(0, kept))}.`,
      );
    },
  };
});

/**
 * Any-angle paths have no oracle here. Checked: straight lines between visible points, never shorter than the straight distance, never longer after
 * smoothing.
 */
const anyAngle = onGrids('any angle', (stage, tally) => {
  const { grid } = stage;
  const theta = new LazyThetaStar(grid);
  const astar = new AStar(grid);
  const out = new Uint32Array(grid.vertexCount);
  const path = new Uint32Array(grid.vertexCount);
  const length = (points: Uint32Array): number => points.reduce((sum, v, i) => (i === 0 ? 0 : sum + lineLength(grid, points[i - 1], v)), 0);
  const hold = ({ start, goal, cost }: Query, points: Uint32Array, what: string): void => {
    demand((points.length === 0) === (cost === Infinity), () => `${what} gave ${points.length} points where the path costs ${cost}.`);
    if (points.length === 0) return;
    demand(points[0] === start && points[points.length - 1] === goal, () => `${what} has wrong ends: ${list(points)}.`);
    points.forEach((v, i) => demand(i === 0 || isSeen(grid, points[i - 1], v), () => `${what} leads through a wall from ${points[i - 1]} to ${v}.`));
    demand(length(points) >= lineLength(grid, start, goal) - 1e-9, () => `${what} is shorter than the air line.`);
  };
  return {
    query(query) {
      const { start, goal } = query;
      if (grid.sides !== undefined) return;
      tally.queries++;
      astar.search(start, goal);
      const stepwise = path.slice(0, astar.path(path));
      const smoothed = path.slice(0, smooth(grid, stepwise, stepwise.length, path));
      hold(query, smoothed, 'smooth');
      demand(length(smoothed) <= length(stepwise) + 1e-9, () => `smooth made ${list(stepwise)} longer: ${list(smoothed)}.`);
      if (grid.weighted)
        return demand(
          rejects(() => theta.search(start, goal)),
          () => 'Lazy Theta* took a grid with terrain.',
        );
      const cost = theta.search(start, goal);
      const points = out.subarray(0, theta.path(out));
      hold(query, points, 'Lazy Theta*');
      if (points.length > 0)
        demand(
          Math.abs(cost - length(points) * grid.steps.straight) <= 1e-9 * (1 + cost),
          () => `Lazy Theta* says ${cost}, but its points are ${length(points)} cells apart, at ${grid.steps.straight} a straight step.`,
        );
    },
  };
});

function isSeen(grid: NonNullable<Stage['grid']>, a: number, b: number): boolean {
  return isInSight(grid, { x: grid.x(a), y: grid.y(a) }, { x: grid.x(b), y: grid.y(b) });
}

function lineLength(grid: NonNullable<Stage['grid']>, a: number, b: number): number {
  const dx = grid.x(a) - grid.x(b);
  const dy = grid.y(a) - grid.y(b);
  return grid.movement === 'hex' ? Math.sqrt(dx * dx + dy * dy + dx * dy) : Math.hypot(dx, dy);
}

export const gridSearchPlayers: readonly Player[] = [jumping, terrainJumps, anyPath, straightened, anyAngle];
