import { pathCost } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { AStar, JumpPointSearch, TerrainJumps } from '@pf/search';
import { oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { farthestLandmarks, Landmarks, randomLandmarks } from '../../src/index.ts';

for (const precision of ['exact', 16, 8] as const) {
  test(`A* and jump point search with landmarks, ${precision}: optimal with any active landmarks, while the map changes`, { timeout: 30_000 + runs(1500) * 20 }, () => {
    let queries = 0;
    const edit = fc.tuple(fc.nat(), fc.nat(), fc.nat(9));
    const property = fc.property(worlds({ maxSize: 12, movements: ['four', 'eight'], metrics: ['exact', '5/7', { straight: 2, diagonal: 3 }], sides: true }), fc.array(edit, { maxLength: 4 }), fc.nat(3), (world, edits, count) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      for (const { x, y, enter, leave } of world.sides) grid.setSides(x, y, { enter, leave });
      const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
      const random = seededRandom(world.seed);
      if (free.length < 2) return;
      const pick = (): number => free[Math.floor(random() * free.length)];
      const landmarks = new Landmarks(grid, [pick(), pick(), pick()], { precision });
      const heuristic = landmarks.heuristic({ base: grid.heuristic({ least: 1 }), infinite: world.seed % 2 === 0 });
      const searches = [new AStar(grid, { heuristic }), new JumpPointSearch(grid, { locator: new TerrainJumps(grid), heuristic })];
      const tails = new Uint32Array(grid.vertexCount);
      const out = new Uint32Array(grid.vertexCount);
      for (const [a, b, cost] of [[0, 0, -1], ...edits]) {
        const [x, y] = [a % grid.width, b % grid.height];
        if (cost >= 0) landmarks.arcsChanged(tails, cost === 0 || grid.isBlocked(x, y) ? grid.setBlocked(x, y, cost === 0, tails) : grid.setCost(x, y, cost, tails));
        const [start, goal] = [pick(), pick()];
        const expected = oracleDistances(grid, start, { until: goal })[goal];
        landmarks.activate(start, goal, count);
        for (const search of searches) {
          const found = search.search(start, goal);
          const walked = pathCost(grid, out, search.path(out));
          queries++;
          if (close(found, expected) && close(walked, expected)) continue;
          expect([found, walked], `${search.constructor.name}, ${grid.x(start)} ${grid.y(start)} to ${grid.x(goal)} ${grid.y(goal)}\n${grid.toRows().join('\n')}`).toEqual([expected, expected]);
        }
      }
    });
    fc.assert(property, { numRuns: runs(1500), seed: 2026 });
    expect(queries).toBeGreaterThan(2 * runs(1500));
  });
}

function close(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= 1e-9 * b;
}

test('jump point search with landmarks needs a fraction of the expansions in a maze', () => {
  const random = seededRandom(3);
  const grid = Grid.fromRows(Array.from({ length: 80 }, (_, y) => Array.from({ length: 80 }, (_, x) => ((y % 4 === 2 && random() < 0.93) || (x % 9 === 5 && random() < 0.4) ? '#' : '.')).join('')));
  const landmarks = new Landmarks(grid, farthestLandmarks(grid, 8));
  const [plain, informed] = [new JumpPointSearch(grid), new JumpPointSearch(grid, { heuristic: landmarks.heuristic({ base: grid.heuristic() }) })];
  let [many, few] = [0, 0];
  for (const [i, start] of randomLandmarks(grid, 40, random).entries()) {
    const goal = landmarks.vertices[i % 4] + (i % 2);
    landmarks.activate(start, goal, 4);
    expect(informed.search(start, goal)).toBeCloseTo(plain.search(start, goal), 9);
    many += plain.counters.expanded;
    few += informed.counters.expanded;
  }
  expect(3 * few).toBeLessThan(many);
});

test('the costs at the goal are read again after each change of the tables', () => {
  const grid = Grid.fromRows(['.....', '####.', '.....']);
  const [a, b, far] = [grid.vertex(0, 0), grid.vertex(0, 2), grid.vertex(4, 1)];
  const landmarks = new Landmarks(grid, [a, far]);
  const h = landmarks.heuristic();
  const truth = (): number => oracleDistances(grid, b)[a];
  expect(h(b, a)).toBeCloseTo(truth(), 9);
  landmarks.activate(b, a, 1);
  expect(h(b, a)).toBeCloseTo(truth(), 9);
  landmarks.move(0, far);
  expect(h(b, a)).toBe(0);
  landmarks.move(0, b);
  expect(h(b, a)).toBeCloseTo(truth(), 9);
  const tails = new Uint32Array(grid.vertexCount);
  landmarks.arcsChanged(tails, grid.setBlocked(0, 1, false, tails));
  expect(h(b, a)).toBe(2);
  const search = new AStar(grid);
  search.search(a, b);
  landmarks.reuse(0, a, search, (v) => grid.heuristic()(v, b));
  expect(h(b, a)).toBe(2);
});

test('the tables of a grid and those of a plain graph agree despite different layouts, saved and loaded too', () => {
  const grid = Grid.fromRows(['..#.', '....', '.#..']);
  const plain = {
    vertexCount: grid.vertexCount,
    maxDegree: grid.maxDegree,
    successors: (v: number, to: Uint32Array, cost: Float64Array) => grid.successors(v, to, cost),
    predecessors: (v: number, to: Uint32Array, cost: Float64Array) => grid.predecessors(v, to, cost),
  };
  for (const precision of ['exact', 16] as const) {
    const at = [grid.vertex(0, 0), grid.vertex(3, 2), grid.vertex(1, 1)];
    const built = [grid, plain].map((graph) => new Landmarks(graph, at, { precision }));
    for (const [i, graph] of [grid, plain].entries()) {
      const loaded = Landmarks.load(graph, built[i].save());
      for (let v = 0; v < grid.vertexCount; v++) {
        for (let u = 0; u < grid.vertexCount; u++) {
          const h = loaded.heuristic()(v, u);
          expect(h).toBe(built[i].heuristic()(v, u));
          expect(h).toBeCloseTo(built[0].heuristic()(v, u), 9);
        }
      }
    }
  }
});
