import { checkGraph } from '@pf/graph';
import type { GridOptions } from '@pf/grid';
import { Grid, seededRandom, TorusGrid } from '@pf/grid';
import { DStarExtraLite, DStarLite, FocussedDStar } from '@pf/incremental';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { AStar, Dijkstra } from '../src/index.ts';

type Joins = 'both' | 'columns' | 'rows';

/** Costs from one cell by Bellman and Ford's algorithm over coordinates; uses only the map's cells from the package. */
function costsFrom(grid: Grid, joins: Joins, startX: number, startY: number): Map<string, number> {
  const { width, height, movement, corners } = grid;
  const wrap = (value: number, size: number, joined: boolean): number => (joined ? ((value % size) + size) % size : value);
  const at = (x: number, y: number): [number, number] => [wrap(x, width, joins !== 'rows'), wrap(y, height, joins !== 'columns')];
  const free = (x: number, y: number): boolean => grid.isFree(...at(x, y));
  const steps = movement === 'hex' ? [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]] : [[1, 0], [0, 1], [-1, 0], [0, -1], ...(movement === 'eight' ? [[1, 1], [-1, 1], [-1, -1], [1, -1]] : [])];
  const cost = new Map<string, number>([[`${startX},${startY}`, 0]]);
  if (!free(startX, startY)) return new Map();
  for (let changed = true; changed; ) {
    changed = false;
    for (const [place, so] of [...cost]) {
      const [x, y] = place.split(',').map(Number);
      for (const [dx, dy] of steps) {
        if (!free(x + dx, y + dy)) continue;
        const diagonal = movement === 'eight' && dx !== 0 && dy !== 0;
        const beside = Number(free(x + dx, y)) + Number(free(x, y + dy));
        if (diagonal && corners !== 'always' && beside < (corners === 'never' ? 2 : 1)) continue;
        const [u, w] = at(x + dx, y + dy);
        const now = so + (diagonal ? grid.steps.diagonal : grid.steps.straight) * grid.cost(u, w);
        if (now >= (cost.get(`${u},${w}`) ?? Infinity) - 1e-9) continue;
        cost.set(`${u},${w}`, now);
        changed = true;
      }
    }
  }
  return cost;
}

const rules: readonly GridOptions[] = [{ movement: 'four' }, { movement: 'hex' }, ...(['never', 'one', 'always'] as const).flatMap((corners) => [{ corners }, { corners, metric: '5/7' as const }])];

test('costs over joined edges are those of the oracle, estimates never exceed them, and planners follow edits at the edges', () => {
  const random = seededRandom(11);
  const whole = (most: number): number => Math.floor(random() * most);
  for (let i = 0; i < runs(60); i++) {
    const options = rules[i % rules.length];
    const joins = (['both', 'columns', 'rows'] as const)[whole(3)];
    const [width, height] = i % 2 === 0 ? [1 + whole(12), 1 + whole(9)] : [1 + whole(4), 1 + whole(4)];
    const grid = Grid.fromArray(Array.from({ length: width * height }, () => (random() < 0.25 ? 0 : 1 + whole(3) * whole(2))), width, height, options);
    const torus = new TorusGrid(grid, { joins });
    const [x, y] = [whole(width), whole(height)];
    const start = grid.vertex(x, y);
    const goal = grid.vertex(whole(width), whole(height));
    const planner = new DStarLite(torus);
    planner.begin(start, goal);
    const search = new AStar(torus);
    const dijkstra = new Dijkstra(torus);
    for (let edit = 0; edit < 5; edit++) {
      checkGraph(torus);
      const costs = costsFrom(grid, joins, x, y);
      const truth = (v: number): number => costs.get(`${grid.x(v)},${grid.y(v)}`) ?? Infinity;
      dijkstra.flood(start);
      const h = torus.heuristic();
      for (const v of Array.from({ length: width * height }, (_, k) => grid.vertex(k % width, Math.floor(k / width)))) {
        const cost = v === start ? 0 : truth(v);
        expect(dijkstra.distance(v)).toBeCloseTo(cost, 9);
        if (cost < Infinity) expect(h(start, v)).toBeLessThanOrEqual(cost + 1e-9);
      }
      expect(search.search(start, goal)).toBeCloseTo(start === goal ? 0 : truth(goal), 9);
      planner.run();
      expect(planner.cost).toBeCloseTo(start === goal ? 0 : truth(goal), 9);
      // Unreported.
      const [ex, ey] = [random() < 0.5 ? 0 : whole(width), random() < 0.5 ? height - 1 : whole(height)];
      if (grid.vertex(ex, ey) !== start) grid.setCost(ex, ey, whole(3));
    }
  }
});

test('planners read no arcs to learn what they cost: the range of a torus is known', () => {
  for (const options of [{ metric: '5/7' }, { metric: 'exact' }, { movement: 'hex' }] as const) {
    const grid = new Grid(64, 64, options);
    const torus = new TorusGrid(grid);
    let calls = 0;
    const counted = Object.assign(Object.create(torus) as TorusGrid, {
      successors: (v: number, to: Uint32Array, cost: Float64Array) => (calls++, torus.successors(v, to, cost)),
      predecessors: (v: number, to: Uint32Array, cost: Float64Array) => (calls++, torus.predecessors(v, to, cost)),
    });
    const [start, goal] = [grid.vertex(1, 1), grid.vertex(60, 58)];
    const isWhole = 'movement' in options || options.metric !== 'exact';
    const makers = [() => new DStarLite(counted), () => new FocussedDStar(counted), ...(isWhole ? [() => new DStarLite(counted, { queue: 'buckets' }), () => new DStarExtraLite(counted, { queue: 'buckets' })] : [])];
    for (const make of makers) {
      calls = 0;
      const planner = make();
      planner.begin(start, goal);
      expect(calls).toBeLessThan(10);
      // After an edit that cannot be followed, as well.
      grid.setRectangle(0, 0, 64, 64, 1 + (grid.cost(0, 0) % 2));
      planner.begin(start, goal);
      expect(calls).toBeLessThan(10);
      planner.run();
      expect(planner.cost).toBeCloseTo(new Dijkstra(torus).search(start, goal), 9);
    }
  }
});

test('one-way cells hold across the edge, and steps are counted across it', () => {
  const grid = new Grid(5, 1, { movement: 'four' });
  const torus = new TorusGrid(grid);
  const [west, east] = [grid.vertex(0, 0), grid.vertex(4, 0)];
  const search = new AStar(torus);
  expect(search.search(west, east)).toBe(1);
  grid.setSides(4, 0, { enter: grid.mask('west') });
  expect(search.search(west, east)).toBe(4);
  expect(search.search(east, west)).toBe(1);
  expect(torus.distance(west, east)).toBe(1);
  expect(new TorusGrid(grid, { joins: 'rows' }).distance(west, east)).toBe(4);
  const hexagons = new Grid(7, 7, { movement: 'hex' });
  expect(new TorusGrid(hexagons).distance(hexagons.vertex(0, 0), hexagons.vertex(0, 0))).toBe(0);
});
