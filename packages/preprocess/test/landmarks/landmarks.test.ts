import { CompressedGraph } from '@pf/graph';
import type { Graph } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import { AStar, Dijkstra } from '@pf/search';
import { digraphs, oracleDistances, rulesOf, runs, verticesOf, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Precision } from '../../src/index.ts';
import { AdaptivePlacement, avoidLandmarks, centroidLandmark, coveringLandmarks, farthestLandmarks, Landmarks, randomLandmarks, reportEstimates } from '../../src/index.ts';

const precisions: Precision[] = ['exact', 16, 8];
const slack = 1e-9;

/** The heuristic against all true costs; admissible everywhere, Infinity only if there is no path. */
function expectAdmissible(graph: Graph, landmarks: Landmarks, goals: readonly number[]): void {
  for (const h of [landmarks.heuristic(), landmarks.heuristic({ infinite: true })]) {
    for (const goal of goals) {
      const truth = oracleDistances(graph, goal, { backward: true });
      // Calls `expect` only on failure, because there are many thousands of worlds.
      for (let v = 0; v < graph.vertexCount; v++) {
        if (!(h(v, goal) <= truth[v] + slack)) expect(h(v, goal), `from ${v} to ${goal}`).toBeLessThanOrEqual(truth[v] + slack);
      }
    }
  }
}

function placed(graph: Graph, count: number, seed: number): number[] {
  const random = seededRandom(seed);
  const vertices = verticesOf(graph);
  return Array.from({ length: count }, () => vertices[Math.floor(random() * vertices.length)]);
}

describe('Landmarks', () => {
  test('on directed graphs, at every precision: admissible, exact ones consistent, and A* stays optimal', () => {
    fc.assert(
      fc.property(digraphs(), fc.constantFrom(...precisions), fc.boolean(), fc.nat(), (given, precision, infinite, seed) => {
        const graph = new CompressedGraph(given.vertexCount, given.arcs);
        const landmarks = new Landmarks(graph, placed(graph, 3, seed), { precision });
        expectAdmissible(graph, landmarks, [0, graph.vertexCount - 1]);
        const h = landmarks.heuristic({ infinite });
        const goal = seed % graph.vertexCount;
        if (precision === 'exact') for (const [from, to, cost] of given.arcs) expect(h(from, goal)).toBeLessThanOrEqual(cost + h(to, goal) + slack);
        const astar = new AStar(graph, { heuristic: h });
        expect(astar.search(0, goal)).toBeCloseTo(oracleDistances(graph, 0)[goal], 6);
      }),
      { numRuns: runs(400), seed: 1 },
    );
  });

  test('stay admissible while a grid changes, and A* stays optimal', () => {
    const edit = fc.tuple(fc.nat(), fc.nat(), fc.nat(9));
    fc.assert(
      fc.property(worlds({ maxSize: 7, sides: true }), fc.array(edit, { maxLength: 8 }), fc.constantFrom(...precisions), fc.nat(), (world, edits, precision, seed) => {
        const grid = Grid.fromRows(world.rows, rulesOf(world));
        const landmarks = new Landmarks(grid, placed(grid, 2, seed), { precision });
        const tails = new Uint32Array(grid.vertexCount);
        for (const [a, b, cost] of edits) {
          const [x, y] = [a % grid.width, b % grid.height];
          landmarks.arcsChanged(tails, cost === 0 || grid.isBlocked(x, y) ? grid.setBlocked(x, y, cost === 0, tails) : grid.setCost(x, y, cost, tails));
          const [start, goal] = [grid.vertex(a % grid.width, 0), grid.vertex(0, b % grid.height)];
          expectAdmissible(grid, landmarks, [start, goal]);
          const astar = new AStar(grid, { heuristic: landmarks.heuristic({ base: grid.heuristic() }) });
          expect(astar.search(start, goal)).toBeCloseTo(oracleDistances(grid, start)[goal], 6);
        }
      }),
      { numRuns: runs(300), seed: 2 },
    );
  });

  test('exact tables follow falling costs exactly', () => {
    const grid = Grid.fromRows(['.....', '####.', '.....']);
    const landmarks = new Landmarks(grid, [grid.vertex(0, 0)]);
    const tails = new Uint32Array(grid.vertexCount);
    const to = grid.vertex(0, 2);
    expect(landmarks.bound(to, grid.vertex(0, 0), 0)).toBeCloseTo(10);
    landmarks.arcsChanged(tails, grid.setBlocked(0, 1, false, tails));
    expect(landmarks.bound(to, grid.vertex(0, 0), 0)).toBe(2);
  });

  test('a landmark that only one of two vertices reaches proves that there is no path', () => {
    const grid = Grid.fromRows(['...#.']);
    const landmarks = new Landmarks(grid, [grid.vertex(0, 0)]);
    const [a, b] = [grid.vertex(0, 0), grid.vertex(4, 0)];
    const h = landmarks.heuristic({ infinite: true });
    expect([h(a, b), h(b, a)]).toEqual([Infinity, Infinity]);
    // Without the proof: the greatest known cost, or the base if it is higher.
    const finite = landmarks.heuristic();
    expect([finite(a, b), finite(b, a)]).toEqual([2, 2]);
    expect([landmarks.heuristic({ base: grid.heuristic() })(a, b), landmarks.heuristic({ base: () => 1 })(a, b)]).toEqual([4, 2]);
    // A landmark that is moved, or that adopts a search, brings the longest cost with it.
    const alone = new Landmarks(grid, [b]);
    expect(alone.heuristic()(a, grid.vertex(2, 0))).toBe(0);
    alone.move(0, a);
    expect(alone.heuristic()(a, grid.vertex(2, 0))).toBe(2);
  });

  test('arcsChanged returns whether estimates have fallen', () => {
    for (const precision of precisions) {
      const grid = Grid.fromRows(['.....', '.###.', '.....']);
      const landmarks = new Landmarks(grid, [grid.vertex(0, 0)], { precision });
      const tails = new Uint32Array(grid.vertexCount);
      expect(landmarks.arcsChanged(tails, grid.setBlocked(0, 1, true, tails))).toBe(false);
      expect(landmarks.arcsChanged(tails, grid.setBlocked(2, 1, false, tails))).toBe(true);
    }
    const four = Grid.fromRows(['..', '..'], { movement: 'four' });
    const tails = new Uint32Array(four.vertexCount);
    const counted = new Landmarks(four, [four.vertex(0, 0)], { precision: 8 });
    expect(counted.arcsChanged(tails, four.setCost(1, 1, 2, tails))).toBe(false);
  });

  test('an earlier search can serve as a table: admissible, consistent if exact, and it gives the exact costs of that search', () => {
    fc.assert(
      fc.property(worlds({ maxSize: 8, sides: true }), fc.constantFrom(...precisions), fc.nat(), fc.nat(), (world, precision, from, to) => {
        const grid = Grid.fromRows(world.rows, rulesOf(world));
        const [start, goal] = [from, to].map((pick) => grid.vertex(pick % grid.width, (pick >> 6) % grid.height));
        const landmarks = new Landmarks(grid, placed(grid, 2, from), { precision });
        const astar = new AStar(grid);
        astar.search(start, goal);
        const h = grid.heuristic();
        landmarks.reuse(1, start, astar, (v) => h(v, goal));
        for (const target of [goal, start, grid.vertex(0, 0)]) {
          const truth = oracleDistances(grid, target, { backward: true });
          for (const v of verticesOf(grid)) expect(landmarks.bound(v, target, 1), `from ${v} to ${target}`).toBeLessThanOrEqual(truth[v] + slack);
        }
        if (precision === 'exact') expect(landmarks.bound(start, goal, 1)).toBeCloseTo(astar.cost, 9);
        expectAdmissible(grid, landmarks, [goal]);
      }),
      { numRuns: runs(300), seed: 12 },
    );
  });

  test('a flood with a radius can serve too: vertices outside are at least that far', () => {
    const grid = new Grid(9, 1);
    const dijkstra = new Dijkstra(grid);
    dijkstra.flood(grid.vertex(0, 0), 5);
    const landmarks = new Landmarks(grid, [grid.vertex(4, 0)]);
    landmarks.reuse(0, grid.vertex(0, 0), { cost: 5, g: (v) => dijkstra.distance(v) });
    expect([3, 5, 8].map((x) => landmarks.bound(grid.vertex(x, 0), grid.vertex(1, 0), 0))).toEqual([2, 4, 4]);
  });

  test('an unfinished search, or one older than an edit, gives no costs that are too high', () => {
    let unfinished = 0;
    fc.assert(
      fc.property(digraphs(), fc.constantFrom(...precisions), fc.nat(), (given, precision, seed) => {
        const random = seededRandom(seed);
        const pick = (n: number): number => Math.floor(random() * n);
        const graph = new CompressedGraph(given.vertexCount, given.arcs);
        const [start, goal] = [pick(graph.vertexCount), pick(graph.vertexCount)];
        const landmarks = new Landmarks(graph, placed(graph, 2, seed), { precision });
        const astar = new AStar(graph);
        astar.begin(start, goal);
        if (!astar.run(pick(6))) unfinished++;
        for (let edits = given.arcs.length === 0 ? 0 : pick(3); edits > 0; edits--) {
          const [from, to] = given.arcs[pick(given.arcs.length)];
          graph.setCost(from, to, pick(9));
          landmarks.arcsChanged([from], 1);
        }
        landmarks.reuse(0, start, astar);
        expectAdmissible(graph, landmarks, [goal, start, 0]);
      }),
      { numRuns: runs(1000), seed: 14 },
    );
    expect(unfinished).toBeGreaterThan(100);
    const roads = new CompressedGraph(3, [[0, 1, 5], [1, 2, 5], [0, 2, 20]]);
    const landmarks = new Landmarks(roads, [1]);
    const astar = new AStar(roads);
    astar.begin(0, 2);
    astar.run(1);
    landmarks.reuse(0, 0, astar);
    expect(landmarks.heuristic()(0, 2)).toBe(10);
    astar.search(0, 2);
    roads.setCost(0, 1, 1);
    landmarks.arcsChanged([0], 1);
    landmarks.reuse(0, 0, astar);
    expect(landmarks.heuristic()(0, 2)).toBe(6);
  });

  test('an invalid landmark number is rejected', () => {
    const grid = new Grid(5, 5);
    const landmarks = new Landmarks(grid, [grid.vertex(0, 0), grid.vertex(4, 4)]);
    const [start, goal] = [grid.vertex(1, 1), grid.vertex(3, 3)];
    const before = new Uint8Array(landmarks.save());
    for (const none of [2, -1, 0.5, NaN, start]) {
      const message = `No landmark has the number ${none}`;
      expect(() => landmarks.bound(start, goal, none)).toThrow(message);
      expect(() => landmarks.move(none, start)).toThrow(message);
      expect(() => landmarks.reuse(none, start, { cost: Infinity, g: () => 0 })).toThrow(message);
    }
    expect(new Uint8Array(landmarks.save())).toEqual(before);
    expect(new AdaptivePlacement(new Landmarks(grid, []), { interval: 1 }).searched(goal, 9)).toBe(false);
  });

  test('the report compares estimates with true costs', () => {
    const grid = Grid.fromRows(['..#.', '.##.', '....'], { movement: 'four' });
    const starts = [grid.vertex(0, 0), grid.vertex(1, 0), grid.vertex(2, 0)];
    const report = reportEstimates(grid, grid.heuristic(), starts, [grid.vertex(3, 0), grid.vertex(0, 0)]);
    expect([...report.costs]).toEqual([7, 8, 0, 1]);
    expect([...report.estimates]).toEqual([3, 2, 0, 1]);
    expect(report.share).toBeCloseTo((3 / 7 + 2 / 8 + 1) / 3);
    expect(report.excess).toBe(0);
    expect(reportEstimates(grid, () => 9, starts, [grid.vertex(0, 0)]).excess).toBe(9);
    // Between unconnected vertices no report is possible.
    expect(reportEstimates(grid, () => 9, [grid.vertex(1, 1)], starts)).toEqual({ costs: Float64Array.of(), estimates: Float64Array.of(), share: 1, excess: 0 });
  });

  test('activate keeps the best landmarks, and does not raise bounds', () => {
    const grid = new Grid(20, 20);
    const landmarks = new Landmarks(grid, randomLandmarks(grid, 8, seededRandom(3)));
    const [start, goal] = [grid.vertex(1, 2), grid.vertex(17, 15)];
    const all = landmarks.heuristic()(start, goal);
    landmarks.activate(start, goal, 2);
    expect(landmarks.heuristic()(start, goal)).toBe(all);
  });

  test('are loaded as they were saved, for the same world only', () => {
    const grid = Grid.fromRows(['..#..', '.....', '2....']);
    for (const precision of precisions) {
      const landmarks = new Landmarks(grid, farthestLandmarks(grid, 2), { precision });
      const saved = landmarks.save();
      const loaded = Landmarks.load(grid, saved);
      for (let v = 0; v < grid.vertexCount; v++) expect(loaded.heuristic()(v, grid.vertex(4, 0))).toBe(landmarks.heuristic()(v, grid.vertex(4, 0)));
      expect(new Uint8Array(loaded.save())).toEqual(new Uint8Array(saved));
    }
    const saved = new Landmarks(grid, [grid.vertex(0, 0)]).save();
    grid.setBlocked(1, 1, true);
    expect(() => Landmarks.load(grid, saved)).toThrow(/built for the world/);
  });

  test('loaded ones do not change the buffer, even after edits', () => {
    const grid = Grid.fromRows(['.......', '.#####.', '.......']);
    const tails = new Uint32Array(grid.vertexCount);
    const changes: readonly ((landmarks: Landmarks) => void)[] = [
      (landmarks) => landmarks.move(0, grid.vertex(3, 2)),
      (landmarks) => landmarks.reuse(0, grid.vertex(3, 2), { cost: Infinity, g: () => 1 }),
      (landmarks) => void landmarks.arcsChanged(tails, grid.setBlocked(3, 1, false, tails)),
    ];
    for (const change of changes) {
      for (const precision of precisions) {
        grid.setBlocked(3, 1, true);
        const saved = new Landmarks(grid, [grid.vertex(0, 0)], { precision }).save();
        const before = saved.slice(0);
        change(Landmarks.load(grid, saved));
        expect(new Uint8Array(saved)).toEqual(new Uint8Array(before));
      }
    }
  });

  test('a search that an estimate of Infinity cut short gives no bounds for unseen vertices', () => {
    const grid = Grid.fromRows(['.....#...']);
    const landmarks = new Landmarks(grid, [grid.vertex(0, 0), grid.vertex(8, 0)]);
    const h = landmarks.heuristic({ infinite: true });
    const astar = new AStar(grid, { heuristic: h });
    const [start, goal] = [grid.vertex(2, 0), grid.vertex(7, 0)];
    expect(astar.search(start, goal)).toBe(Infinity);
    landmarks.reuse(0, start, astar, (v) => h(v, goal));
    expectAdmissible(grid, landmarks, [...grid.cells.keys()]);
    expect(new AStar(grid, { heuristic: h }).search(grid.vertex(1, 0), grid.vertex(3, 0))).toBe(2);
  });

  test('compact tables take 2 and 1 bytes a landmark and vertex', () => {
    const grid = new Grid(10, 10);
    const bytes = precisions.map((precision) => new Landmarks(grid, [grid.vertex(0, 0)], { precision }).byteLength / grid.vertexCount);
    expect(bytes).toEqual([8, 2, 1]);
  });

  test('compact tables are scaled to costs far below 1 too, and accept a graph where all costs are 0', () => {
    for (const cost of [1e-4, 1e-9]) {
      const road = new CompressedGraph(40, Array.from({ length: 39 }, (_, i) => [i, i + 1, cost]), { directed: false });
      for (const precision of [8, 16] as const) {
        const landmarks = new Landmarks(road, [0], { precision });
        expectAdmissible(road, landmarks, [0, 9, 39]);
        expect(reportEstimates(road, landmarks.heuristic(), [39, 30], [0, 9]).share).toBeGreaterThan(0.95);
      }
    }
    const free = new CompressedGraph(3, [[0, 1, 0], [1, 2, 0]], { directed: false });
    const landmarks = new Landmarks(free, [0], { precision: 8 });
    free.setCost(1, 2, 7);
    free.setCost(2, 1, 7);
    landmarks.arcsChanged([1, 2], 2);
    landmarks.move(0, 2);
    expectAdmissible(free, landmarks, [0, 1, 2]);
  });
});

describe('placement', () => {
  const grid = Grid.fromRows(['......#...', '......#...', '......#...', '......#...']);

  test('each rule gives distinct vertices that lie in the world', () => {
    for (const chosen of [randomLandmarks(grid, 5, seededRandom(1)), farthestLandmarks(grid, 5), avoidLandmarks(grid, 5, seededRandom(1)), coveringLandmarks(grid, 5, seededRandom(1))]) {
      expect(new Set(chosen).size).toBe(5);
      for (const v of chosen) expect(grid.isFree(grid.x(v), grid.y(v))).toBe(true);
    }
  });

  test('farthest visits every component of a world', () => {
    const xs = farthestLandmarks(grid, 2).map((v) => grid.x(v) > 6);
    expect(xs.sort()).toEqual([false, true]);
  });

  test('no vertex is farther than the farthest landmark, and codes of 16 bits are scaled to its cost', () => {
    const random = seededRandom(13);
    let checked = 0;
    for (let world = 0; world < 150; world++) {
      const any = randomObstacles(3 + Math.floor(random() * 12), 3 + Math.floor(random() * 12), 0.4 * random(), random);
      const start = any.cells.findIndex((cost) => cost > 0);
      const truth = oracleDistances(any, start);
      const most = Math.max(...truth.filter((cost) => cost < Infinity));
      if (most === 0) continue;
      const [farthest] = farthestLandmarks(any, 1, start);
      expect(truth[farthest]).toBeCloseTo(most, 9);
      const bound = new Landmarks(any, [start], { precision: 16 }).bound(start, farthest, 0);
      expect(bound).toBeGreaterThan(0.999 * most);
      expect(bound).toBeLessThanOrEqual(most);
      checked++;
    }
    expect(checked).toBeGreaterThan(140);
  });

  test('farthest leaves pockets for last, and begins in the largest component', () => {
    // A field, and a pocket at each of its corners.
    const rows = Array.from({ length: 20 }, (_, y) => ([1, 18].includes(y) ? `###${'.'.repeat(14)}###` : [0, 19].includes(y) ? `..#${'.'.repeat(14)}#..` : '.'.repeat(20)));
    const field = Grid.fromRows(rows);
    const chosen = farthestLandmarks(field, 4);
    const dijkstra = new Dijkstra(field);
    dijkstra.flood(field.vertex(10, 10));
    expect(chosen.map((v) => dijkstra.distance(v) < Infinity)).toEqual([true, true, true, true]);
  });

  test('farthest gives the requested number on one-way arcs too, and none for 0', () => {
    const ledge = new Grid(40, 20);
    for (let y = 0; y < 20; y++) ledge.setSides(20, y, { leave: 0b00000101 ^ 0xff });
    expect(new Set(farthestLandmarks(ledge, 8)).size).toBe(8);
    const oneWay = new CompressedGraph(6, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [3, 4, 1], [4, 5, 1]]);
    expect(new Set(farthestLandmarks(oneWay, 5)).size).toBe(5);
    for (const chosen of [farthestLandmarks(grid, 0), avoidLandmarks(grid, 0, seededRandom(1)), randomLandmarks(grid, 0, seededRandom(1)), coveringLandmarks(grid, 0, seededRandom(1))]) {
      expect(chosen).toEqual([]);
    }
  });

  test('8 landmarks save expansions where the geometric heuristic is weak', () => {
    const rows = Array.from({ length: 31 }, (_, y) => (y % 2 === 0 ? '.'.repeat(31) : y % 4 === 1 ? `${'#'.repeat(30)}.` : `.${'#'.repeat(30)}`));
    const maze = Grid.fromRows(rows);
    const [start, goal] = [maze.vertex(15, 0), maze.vertex(15, 30)];
    const plain = new AStar(maze);
    const informed = new AStar(maze, { heuristic: new Landmarks(maze, avoidLandmarks(maze, 8, seededRandom(1))).heuristic({ base: maze.heuristic() }) });
    expect(informed.search(start, goal)).toBeCloseTo(plain.search(start, goal));
    expect(informed.counters.expanded * 1.01).toBeLessThan(plain.counters.expanded);
  });

  test('a base that detects missing paths changes nothing in the coverage of the rest', () => {
    const wall = (x: number, y: number): boolean => x === 30 || (x % 6 === 3 && (y + x) % 12 > 1);
    const halves = Grid.fromRows(Array.from({ length: 30 }, (_, y) => Array.from({ length: 60 }, (_, x) => (wall(x, y) ? '#' : '.')).join('')));
    const octile = halves.heuristic();
    const right = (v: number): boolean => halves.x(v) > 30;
    const base = (v: number, goal: number): number => (right(v) === right(goal) ? octile(v, goal) : Infinity);
    expect(coveringLandmarks(halves, 4, seededRandom(2), base)).toEqual(coveringLandmarks(halves, 4, seededRandom(2), octile));
  });

  test('finds the middle of goals, and accepts a world without arcs', () => {
    expect(() => centroidLandmark(new CompressedGraph(2, [[0, 1, 1]]), [0])).toThrow('the middle of the goals, (NaN, NaN): give the graph coordinates');
    expect(centroidLandmark(grid, [grid.vertex(0, 0), grid.vertex(4, 2)])).toBe(grid.vertex(2, 1));
    expect(() => farthestLandmarks(Grid.fromRows(['#']), 1)).toThrow(/this graph has none/);
  });

  test('the adaptive rule moves the least used landmark after much exploration', () => {
    const open = new Grid(12, 12);
    const landmarks = new Landmarks(open, [open.vertex(0, 0), open.vertex(6, 6)]);
    const placement = new AdaptivePlacement(landmarks, { interval: 50 });
    const h = landmarks.heuristic();
    h(open.vertex(11, 11), open.vertex(1, 1));
    expect(placement.searched(open.vertex(11, 0), 49)).toBe(false);
    expect(placement.searched(open.vertex(11, 0), 1)).toBe(true);
    expect([...landmarks.vertices]).toEqual([open.vertex(0, 0), open.vertex(11, 0)]);
    expect(() => new AdaptivePlacement(landmarks, { interval: 0 })).toThrow(/above 0, got 0/);
  });
});
