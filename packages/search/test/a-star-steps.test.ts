import { checkEstimates, CompressedGraph, NO_VERTEX, seededRandom } from '@pf/graph';
import { Grid, LinkedGrid } from '@pf/grid';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { AStar, type AStarOptions } from '../src/index.ts';

function randomGrid(random: () => number): Grid {
  const grid = new Grid(4 + Math.floor(9 * random()), 4 + Math.floor(9 * random()), { movement: random() < 0.3 ? 'four' : 'eight' });
  for (let y = 0; y < grid.height; y++) for (let x = 0; x < grid.width; x++) if (random() < 0.25) grid.setBlocked(x, y, true);
  return grid;
}

function cellsOf(grid: Grid): number[] {
  return Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.hasVertex(v) && grid.isFree(grid.x(v), grid.y(v)));
}

test('steps of one expansion show what was expanded, the tree, and the path to each vertex', () => {
  const random = seededRandom(7);
  let steps = 0;
  for (let round = 0; round < runs(60); round++) {
    const grid = randomGrid(random), free = cellsOf(grid);
    if (free.length < 2) continue;
    const [start, goal] = [free[Math.floor(free.length * random())], free[Math.floor(free.length * random())]];
    const world = [grid, new LinkedGrid(grid), copyOf(grid)][round % 3];
    const options: AStarOptions = { direction: random() < 0.5 ? 'forward' : 'backward', everyArc: random() < 0.5, queue: random() < 0.5 || world instanceof CompressedGraph ? 'heap' : 'buckets' };
    const search = new AStar(world, options), [root, target] = options.direction === 'forward' ? [start, goal] : [goal, start];
    const to = new Uint32Array(16), cost = new Float64Array(16), out = new Uint32Array(world.vertexCount);
    search.begin(start, goal);
    expect([search.lastExpanded, search.parent(root), search.parent(target === root ? 0 : target)]).toEqual([NO_VERTEX, NO_VERTEX, NO_VERTEX]);
    for (let expanded = 0; !search.run(1); steps++) {
      if (search.counters.expanded === expanded) continue;
      expanded = search.counters.expanded;
      expect(search.isClosed(search.lastExpanded)).toBe(true);
      for (const v of free) {
        if (search.g(v) === Infinity) {
          expect([search.parent(v), search.path(out, v)]).toEqual([NO_VERTEX, 0]);
          continue;
        }
        const parent = search.parent(v), n = search.path(out, v);
        if (v === root) expect([parent, n]).toEqual([NO_VERTEX, 1]);
        else {
          const arcs = options.direction === 'forward' ? world.successors(parent, to, cost) : world.predecessors(parent, to, cost);
          const arc = to.subarray(0, arcs).indexOf(v);
          expect(search.g(parent) + cost[arc]).toBeLessThanOrEqual(search.g(v) + 1e-9);
          expect(options.direction === 'forward' ? [out[0], out[n - 2], out[n - 1]] : [out[n - 1], out[1], out[0]]).toEqual([root, parent, v]);
        }
      }
    }
  }
  expect(steps).toBeGreaterThan(runs(300));
});

function copyOf(grid: Grid): CompressedGraph {
  const to = new Uint32Array(8), cost = new Float64Array(8);
  const arcs = cellsOf(grid).flatMap((v) => Array.from({ length: grid.successors(v, to, cost) }, (_, i) => [v, to[i], cost[i]] as const));
  return new CompressedGraph(grid.vertexCount, arcs);
}

test('everyArc opens all neighbours of what it expands; without it fewer are opened, at the same cost', () => {
  const random = seededRandom(8), to = new Uint32Array(8), cost = new Float64Array(8);
  let fewer = 0;
  for (let round = 0; round < runs(80); round++) {
    const grid = randomGrid(random), free = cellsOf(grid);
    if (free.length < 2) continue;
    const [start, goal] = [free[Math.floor(free.length * random())], free[Math.floor(free.length * random())]];
    const [all, some] = [true, false].map((everyArc) => new AStar(grid, { everyArc, queue: 'heap' }));
    expect(all.search(start, goal)).toBeCloseTo(some.search(start, goal), 9);
    const h = grid.heuristic(), touched = (search: AStar): number => free.filter((v) => search.g(v) < Infinity).length;
    // What costs more than the path need not be opened.
    const missing = free.filter((v) => v !== goal && all.isClosed(v))
      .filter((v) => to.subarray(0, grid.successors(v, to, cost)).some((u, i) => all.g(u) === Infinity && all.g(v) + cost[i] + h(u, goal) < all.cost)).length;
    expect(missing).toBe(0);
    if (touched(all) > touched(some)) fewer++;
  }
  expect(fewer).toBeGreaterThan(runs(10));
});

test('the default rule for ties can be named without a change', () => {
  const random = seededRandom(9);
  for (let round = 0; round < runs(40); round++) {
    const grid = randomGrid(random), free = cellsOf(grid);
    const [one, other] = [new AStar(grid), new AStar(grid, { ties: 'lifo' })];
    for (const goal of free.slice(0, 5)) expect([other.search(free[0], goal), other.counters]).toEqual([one.search(free[0], goal), one.counters]);
  }
});

test('the estimates of a grid pass, those for other movement do not', () => {
  const grid = Grid.fromRows(['....', '.##.', '....']);
  const goals = [grid.vertex(0, 0), grid.vertex(3, 2)];
  expect(() => checkEstimates(grid, grid.heuristic(), goals)).not.toThrow();
  const manhattan = (v: number, goal: number): number => Math.abs(grid.x(v) - grid.x(goal)) + Math.abs(grid.y(v) - grid.y(goal));
  expect(() => checkEstimates(Grid.fromRows(['....', '....'], { movement: 'four' }), manhattan, [goals[0]])).not.toThrow();
  expect(() => checkEstimates(new Grid(4, 3), manhattan, goals)).toThrow('but the arc costs 1.414');
});

test('a weight keeps its bound between several starts and goals, with buckets too', () => {
  const random = seededRandom(10);
  let apart = 0;
  for (let round = 0; round < runs(1500); round++) {
    const grid = randomGrid(random), free = cellsOf(grid);
    if (free.length < 4) continue;
    const pick = (): number[] => Array.from({ length: 1 + Math.floor(3 * random()) }, () => free[Math.floor(free.length * random())]);
    const [starts, goals, weight] = [pick(), pick(), 1 + 7 * random()];
    const exact = new AStar(grid, { heuristic: () => 0 }), search = new AStar(grid, { weight, direction: random() < 0.5 ? 'forward' : 'backward', everyArc: random() < 0.5 });
    const cost = search.searchNearest(starts, goals), least = exact.searchNearest(starts, goals);
    if (least < Infinity) expect(cost, `${grid.toRows().join('\n')} ${starts.join()} ${goals.join()} ${weight}`).toBeLessThanOrEqual(weight * least + 1e-9);
    else expect(cost).toBe(Infinity);
    if (cost > least) apart++;
  }
  expect(apart).toBeGreaterThan(runs(20));
});

test('while a search runs, there is no path to the goal yet', () => {
  const grid = new Grid(5, 1), [a, b, c] = [0, 1, 2].map((x) => grid.vertex(x, 0)), out = new Uint32Array(grid.vertexCount);
  for (const direction of ['forward', 'backward'] as const) {
    const search = new AStar(grid, { direction });
    search.begin([a, b], [c]);
    for (let slice = 0; slice < 9; slice++) {
      const isOver = search.run(1);
      expect([search.path(out), search.cost]).toEqual(isOver ? [2, 1] : [0, Infinity]);
    }
  }
});
