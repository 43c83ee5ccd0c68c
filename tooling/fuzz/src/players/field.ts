import type { Grid } from '@pf/grid';
import { FieldDStar, FieldGraph } from '@pf/incremental';
import type { Player } from '../player.ts';
import { demand } from '../player.ts';

const MOST_CELLS = 12;

type CostAt = (x: number, y: number) => number;

/** The cost of each cell, Infinity where it is blocked or outside. */
function costsOf(grid: Grid): CostAt {
  return (x, y) => (x < 0 || y < 0 || x >= grid.width || y >= grid.height || grid.isBlocked(x, y) ? Infinity : grid.cost(x, y));
}

/**
 * From a corner over a triangle of a cell: first along the edge for a while, at the cost of the cheaper side, then straight to the far edge, whose costs are
 * interpolated. The least by golden sections, because the cost is convex in both lengths.
 */
function least(across: number, beside: number, near: number, far: number): number {
  const edge = Math.min(across, beside);
  const along = near + edge;
  if (across === Infinity || far === Infinity) return along;
  if (near === Infinity) return Math.min(along, minimum((x) => (x === 0 ? 0 : edge * x) + across * Math.hypot(1 - x, 1) + far));
  const to = (y: number): number => minimum((x) => (x === 0 ? 0 : edge * x) + across * Math.hypot(1 - x, y) + (1 - y) * near + y * far);
  return Math.min(along, minimum(to));
}

function minimum(price: (x: number) => number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [0, 1];
  let [a, b] = [high - ratio, low + ratio];
  let [costA, costB] = [price(a), price(b)];
  for (let i = 0; i < 28; i++) {
    if (costA < costB) {
      [high, b, costB] = [b, a, costA];
      a = high - ratio * (high - low);
      costA = price(a);
    } else {
      [low, a, costA] = [a, b, costB];
      b = low + ratio * (high - low);
      costB = price(b);
    }
  }
  return Math.min(costA, costB, price(0), price(1));
}

/** The interpolated cost from each corner to the goal, by sweeps until none changes. */
function fixpoint(width: number, height: number, cost: CostAt, goal: number): Float64Array {
  const stride = width + 1;
  const values = new Float64Array(stride * (height + 1)).fill(Infinity);
  values[goal] = 0;
  const at = (x: number, y: number): number => (x < 0 || y < 0 || x > width || y > height ? Infinity : values[y * stride + x]);
  for (let changed = true; changed; ) {
    changed = false;
    for (let v = 0; v < values.length; v++) {
      if (v === goal) continue;
      const [x, y] = [v % stride, Math.floor(v / stride)];
      const cell = (dx: number, dy: number): number => cost(dx > 0 ? x : x - 1, dy > 0 ? y : y - 1);
      for (const sx of [-1, 1]) {
        for (const sy of [-1, 1]) {
          const corner = at(x + sx, y + sy);
          const now = Math.min(least(cell(sx, sy), cell(sx, -sy), at(x + sx, y), corner), least(cell(sx, sy), cell(-sx, sy), at(x, y + sy), corner));
          if (!(now < values[v] - 1e-10)) continue;
          values[v] = now;
          changed = true;
        }
      }
    }
  }
  return values;
}

/** A field over the cells of a grid that follows its edits. */
const fieldDStar: Player = {
  name: 'Field D*',
  join({ grid }, tally) {
    if (grid === undefined || grid.movement === 'hex' || grid.width * grid.height > MOST_CELLS) return undefined;
    const { width, height } = grid;
    const cost = costsOf(grid);
    const known = Array.from({ length: width * height }, (_, cell) => cost(cell % width, Math.floor(cell / width)));
    const field = new FieldGraph(width, height, known.map((each) => (each === Infinity ? 0 : each)));
    const planner = new FieldDStar(field);
    const tails = new Uint32Array(field.vertexCount);
    let begun = false;
    return {
      changed() {
        for (let cell = 0; cell < known.length; cell++) {
          const [x, y] = [cell % width, Math.floor(cell / width)];
          if (known[cell] === cost(x, y)) continue;
          known[cell] = cost(x, y);
          planner.arcsChanged(tails, field.setCost(x, y, known[cell] === Infinity ? 0 : known[cell], tails));
        }
      },
      think: (budget) => void (begun && planner.run(budget)),
      query({ start, goal, anew, n }) {
        if (n % 8 !== 0) return;
        tally.queries++;
        const [from, to] = [field.vertex(grid.x(start) + ((n >> 3) & 1), grid.y(start) + ((n >> 4) & 1)), field.vertex(grid.x(goal), grid.y(goal))];
        if (anew || !begun) planner.begin(from, to);
        else {
          planner.moveTo(from);
          planner.goalMovedTo(to);
        }
        begun = true;
        while (!planner.run(n % 3 === 0 ? 2 : Infinity));
        const truth = fixpoint(width, height, cost, to)[from];
        demand(planner.cost === truth || Math.abs(planner.cost - truth) <= 1e-6 * (1 + truth), () => `From corner ${from} to ${to} the interpolated cost is ${truth}, but ${planner.cost} was reported.`);
        holdPoints(planner.points(), truth, cost, [field.x(from), field.y(from)], [field.x(to), field.y(to)]);
      },
    };
  },
};

function holdPoints(points: readonly (readonly [number, number])[], truth: number, cost: CostAt, from: readonly number[], to: readonly number[]): void {
  demand(points.length > 0 === truth < Infinity, () => `${points.length} points are given where the cost is ${truth}.`);
  if (points.length === 0) return;
  demand(points[0].join() === from.join() && points[points.length - 1].join() === to.join(), () => `The points ${points.join(' ')} have wrong ends.`);
  for (let i = 1; i < points.length; i++) {
    const [mx, my] = [(points[i][0] + points[i - 1][0]) / 2, (points[i][1] + points[i - 1][1]) / 2];
    const beside = [Math.floor(mx), Math.ceil(mx) - 1].flatMap((x) => [Math.floor(my), Math.ceil(my) - 1].map((y) => cost(x, y)));
    demand(Math.min(...beside) < Infinity, () => `The points ${points.join(' ')} lead through a blocked cell at (${mx}, ${my}).`);
  }
}

export const fieldPlayers: readonly Player[] = [fieldDStar];
