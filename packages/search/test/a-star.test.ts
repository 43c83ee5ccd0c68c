import type { Graph, Lattice } from '@pf/graph';
import { avoiding, CompressedGraph, EdgeCosts, NO_VERTEX, pathCost } from '@pf/graph';
import { ownHeuristic } from '@pf/graph/kit';
import type { GridOptions } from '@pf/grid';
import { Grid, maze, open, randomObstacles, rooms, seededRandom, zero } from '@pf/grid';
import { digraphs, oracleDistances, rulesOf, runs, verticesOf, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AStarOptions } from '../src/index.ts';
import { vertexList } from '../src/frontier/frontier.ts';
import { ARAStar, AStar, BidirectionalAStar, BoundedSearch, Dijkstra, KShortestPaths, NBAStar } from '../src/index.ts';
import { inconsistent, plain } from './searches.ts';

const maps = {
  open: open(64, 64),
  maze: maze(65, 65, seededRandom(1), { opened: 40 }),
  rooms: rooms(64, 64, 7, seededRandom(2)),
  obstacles: randomObstacles(64, 64, 0.25, seededRandom(3)),
  terrain: withTerrain(randomObstacles(64, 64, 0.1, seededRandom(4))),
  'four neighbours': randomObstacles(64, 64, 0.25, seededRandom(5), { movement: 'four' }),
  hexagons: randomObstacles(64, 64, 0.25, seededRandom(6), { movement: 'hex' }),
};

function withTerrain(grid: Grid): Grid {
  const random = seededRandom(8);
  for (let y = 0; y < grid.height; y++) for (let x = 0; x < grid.width; x++) if (grid.isFree(x, y) && random() < 0.5) grid.setCost(x, y, 1 + Math.floor(random() * 9));
  return grid;
}

/** The same forty queries on a map for all searches. */
function questions(grid: Grid): [start: number, goal: number][] {
  const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
  const random = seededRandom(9);
  const draw = (): number => free[Math.floor(random() * free.length)];
  return Array.from({ length: 40 }, () => [draw(), draw()]);
}

function counts(grid: Grid, options: AStarOptions): number[] {
  const astar = new AStar(grid, options);
  const sum = { expanded: 0, generated: 0, reopened: 0, queueOperations: 0 };
  for (const [start, goal] of questions(grid)) {
    astar.search(start, goal);
    sum.expanded += astar.counters.expanded;
    sum.generated += astar.counters.generated;
    sum.reopened += astar.counters.reopened;
    sum.queueOperations += astar.counters.queueOperations;
  }
  return [sum.expanded, sum.generated, sum.reopened, sum.queueOperations];
}

test('expansions, labels, re-expansions and queue operations on fixed maps stay the same', () => {
  const table = Object.entries(maps).map(([name, grid]) => [name, ...[{}, { direction: 'backward' }, { queue: 'heap' }, { ties: 'smaller-g' }, { weight: 2 }].map((options) => counts(grid, options as AStarOptions).join(' '))]);
  expect(table).toMatchInlineSnapshot(`
    [
      [
        "open",
        "1211 2514 0 3805",
        "1211 2517 0 3808",
        "1181 2514 0 3775",
        "8576 9909 0 18565",
        "1181 3095 0 4356",
      ],
      [
        "maze",
        "31186 31529 0 62817",
        "29172 29476 0 58763",
        "31071 31659 0 62959",
        "31105 31549 0 62747",
        "22823 23501 0 46577",
      ],
      [
        "rooms",
        "12413 13907 28 26561",
        "12864 14477 18 27576",
        "11698 13831 0 25805",
        "12352 14347 0 26886",
        "2566 4891 0 7590",
      ],
      [
        "obstacles",
        "12773 14919 33 28393",
        "14981 17066 16 32786",
        "12156 14930 0 27933",
        "12760 15098 0 28366",
        "2503 4307 0 6917",
      ],
      [
        "terrain",
        "21958 37443 164 65379",
        "21164 37789 289 67315",
        "21305 37224 0 64524",
        "21450 35735 0 61970",
        "3335 8994 0 12764",
      ],
      [
        "four neighbours",
        "13181 17036 0 31423",
        "9308 13078 0 23764",
        "12170 15980 0 29421",
        "17871 19971 0 37920",
        "8890 11518 0 21221",
      ],
      [
        "hexagons",
        "5696 9698 0 16057",
        "7731 12547 0 21490",
        "4867 8728 0 14027",
        "9225 11751 0 21086",
        "2174 4632 0 6915",
      ],
    ]
  `);
});

test('counts under other corner rules and metrics, on which pruning of moves depends', () => {
  const rules: Record<string, GridOptions> = {
    'corners cut': { corners: 'always' },
    'one corner cut': { corners: 'one' },
    '5/7': { metric: '5/7' },
    'diagonals as long': { metric: { straight: 1, diagonal: 1 } },
    'diagonals twice as long': { metric: { straight: 1, diagonal: 2 } },
  };
  const table = Object.entries(rules).map(([name, options]) => `${name}: ${counts(randomObstacles(40, 40, 0.25, seededRandom(10), options), {}).join(' ')}`);
  expect(table).toMatchInlineSnapshot(`
    [
      "corners cut: 2163 3316 13 5629",
      "one corner cut: 2925 3967 0 7050",
      "5/7: 5050 6218 9 11489",
      "diagonals as long: 5750 7876 0 13995",
      "diagonals twice as long: 3071 5257 0 8589",
    ]
  `);
});

test('a given heuristic counts as much as that of the grid', () => {
  for (const direction of ['forward', 'backward'] as const) {
    const own = counts(maps.terrain, { direction })[0];
    const given = counts(maps.terrain, { direction, heuristic: maps.terrain.heuristic() })[0];
    expect(Math.abs(given - own)).toBeLessThan(own / 50);
  }
});

describe('tie-breaking', () => {
  // On an open map every cell between start and goal has the same f, so tie-breaking alone decides what is expanded.
  const grid = new Grid(20, 20, { movement: 'four' });
  const expanded = (options: AStarOptions): number => {
    const astar = new AStar(grid, options);
    expect(astar.search(grid.vertex(0, 0), grid.vertex(19, 19))).toBe(38);
    return astar.counters.expanded;
  };
  test('larger g and lifo go straight to the goal, smaller g and fifo expand everything', () => {
    expect(expanded({ ties: 'larger-g' })).toBe(38);
    expect(expanded({ ties: 'lifo' })).toBe(38);
    expect(expanded({ ties: 'smaller-g' })).toBe(399);
    expect(expanded({ ties: 'fifo' })).toBe(399);
    expect(expanded({ queue: 'buckets' })).toBe(38);
    expect(expanded({ queue: 'buckets', ties: 'fifo' })).toBe(399);
  });
  test('the same holds with buckets on any graph', () => {
    for (const [ties, expanded, generated] of [['lifo', 38, 74], ['fifo', 399, 399]] as const) {
      const astar = new AStar(plain(grid), { heuristic: grid.heuristic(), queue: 'buckets', ties });
      expect(astar.search(grid.vertex(0, 0), grid.vertex(19, 19))).toBe(38);
      expect({ ...astar.counters }).toEqual({ expanded, generated, reopened: 0, queueOperations: 2 + expanded + generated });
    }
  });
});

describe('the weight of the heuristic', () => {
  test('bounds the cost, reopens nothing, and saves expansions', () => {
    const expanded = { weighted: 0, plain: 0 };
    const property = fc.property(
      worlds({ sides: true }),
      fc.constantFrom(1, 1.001, 1.03, 1.1, 1.25, 1.5, 2, 5, 1000),
      fc.constantFrom<AStarOptions>({}, { queue: 'heap' }, { ties: 'fifo' }, { direction: 'backward' }, { direction: 'backward', queue: 'heap' }),
      (world, weight, options) => {
        const grid = Grid.fromRows(world.rows, rulesOf(world));
        for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
        const reopen = weight === 1 ? false : undefined;
        const weighted = new AStar(grid, { ...options, weight, reopen });
        const onGraph = new AStar(plain(grid), { heuristic: grid.heuristic(), weight, reopen, direction: options.direction });
        const exact = new AStar(grid, { ...options, queue: 'heap' });
        const out = new Uint32Array(grid.vertexCount);
        for (const [start, goal] of questions(grid).slice(0, 5)) {
          if (start === undefined) return;
          const least = oracleDistances(grid, start)[goal];
          const cost = weighted.search(start, goal);
          expect(weighted.counters.reopened).toBe(0);
          if (least === Infinity) {
            expect(cost).toBe(Infinity);
            continue;
          }
          expect(cost).toBeGreaterThanOrEqual(least - 1e-9);
          expect(cost).toBeLessThanOrEqual(weight * least + 1e-9);
          expect(pathCost(grid, out, weighted.path(out))).toBeCloseTo(cost, 9);
          expect(onGraph.search(start, goal)).toBeLessThanOrEqual(weight * least + 1e-9);
          expect(onGraph.counters.reopened).toBe(0);
          exact.search(start, goal);
          expanded.weighted += weighted.counters.expanded;
          expanded.plain += exact.counters.expanded;
        }
      },
    );
    fc.assert(property, { numRuns: runs(1500), seed: 1970 });
    expect(expanded.weighted).toBeLessThan(0.9 * expanded.plain);
  });

  test('with reopen bounds the cost under an inconsistent heuristic too', () => {
    let reopened = 0;
    const property = fc.property(worlds({}), fc.constantFrom(1.001, 1.1, 1.5, 3), fc.constantFrom('heap', 'buckets'), (world, weight, queue) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const astar = new AStar(grid, { weight, queue, reopen: true, heuristic: inconsistent(grid.heuristic()) });
      for (const [start, goal] of questions(grid).slice(0, 5)) {
        if (start === undefined) return;
        const least = oracleDistances(grid, start)[goal];
        const cost = astar.search(start, goal);
        reopened += astar.counters.reopened;
        if (least === Infinity) expect(cost).toBe(Infinity);
        else expect(cost / (least || 1)).toBeLessThanOrEqual(weight + 1e-9);
      }
    });
    fc.assert(property, { numRuns: Math.max(300, runs(300)), seed: 1971 });
    expect(reopened).toBeGreaterThan(0);
  });

  test('bounds the cost if a diagonal is a hundred times as long as a straight step', () => {
    // The ends of a long corridor around the map touch at a corner.
    const grid = new Grid(16, 16, { corners: 'always', metric: { straight: 1, diagonal: 100 } }, 255);
    grid.setRectangle(1, 1, 14, 14, 0);
    grid.setBlocked(0, 0, true);
    const [start, goal] = [grid.vertex(0, 1), grid.vertex(1, 0)];
    const given = [{}, { direction: 'backward' }, { heuristic: grid.heuristic() }] as const;
    for (const options of given) expect(new AStar(grid, { ...options, weight: 1.02 }).search(start, goal)).toBe(58 * 255);
    expect(new BoundedSearch(grid, { within: 1.02 }).search(start, goal)).toBe(58 * 255);
  });

  test('takes a heap if it is large and reopens, since a step lowers keys by many buckets', () => {
    for (const grid of Object.values(maps)) {
      for (const weight of [11, 1e5, 1e100]) expect(counts(grid, { weight, reopen: true })).toEqual(counts(grid, { weight, reopen: true, queue: 'heap' }));
    }
    const large = new Grid(512, 512);
    const astar = new AStar(large, { weight: 1e5, reopen: true });
    astar.search(large.vertex(0, 0), large.vertex(511, 300));
    expect(astar.counters.expanded).toBe(511);
  });

  test('bounds the cost to the nearest of several goals', () => {
    const property = fc.property(worlds({}), fc.constantFrom(1.2, 2), (world, weight) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const astar = new AStar(grid, { weight });
      const pairs = questions(grid).slice(0, 4);
      if (pairs.some(([start]) => start === undefined)) return;
      const goals = pairs.map(([, goal]) => goal);
      const distances = oracleDistances(grid, pairs[0][0]);
      const least = Math.min(...goals.map((goal) => distances[goal]));
      const cost = astar.searchNearest(pairs[0][0], goals);
      if (least === Infinity) expect(cost).toBe(Infinity);
      else expect(cost).toBeLessThanOrEqual(weight * least + 1e-9);
      if (cost < Infinity) expect(goals).toContain(astar.end);
    });
    fc.assert(property, { numRuns: runs(300), seed: 1972 });
  });

  test('gives the cost of the path, with no stale label on it', () => {
    const out = new Uint32Array(maps['four neighbours'].vertexCount);
    for (const direction of ['forward', 'backward'] as const) {
      const astar = new AStar(maps['four neighbours'], { weight: 2, direction });
      for (const [start, goal] of questions(maps['four neighbours'])) expect(astar.search(start, goal)).toBe((astar.path(out) || Infinity) - 1);
    }
  });

  test('of 2 saves half of the expansions among obstacles', () => {
    const [exactly] = counts(maps.obstacles, { queue: 'heap' });
    const [weighted] = counts(maps.obstacles, { weight: 2 });
    expect(weighted).toBeLessThan(exactly / 2);
  });
});

describe('heuristics that are only admissible', () => {
  test('reopen closed vertices, and raise no cost', () => {
    let reopened = 0;
    for (const grid of Object.values(maps)) {
      const exact = new AStar(grid);
      for (const options of [{}, { queue: 'heap' }, { direction: 'backward' }] as AStarOptions[]) {
        const rough = new AStar(grid, { ...options, heuristic: inconsistent(grid.heuristic()) });
        for (const [start, goal] of questions(grid).slice(0, 10)) {
          expect(rough.search(start, goal)).toBeCloseTo(exact.search(start, goal), 9);
          reopened += rough.counters.reopened;
        }
      }
    }
    expect(reopened).toBeGreaterThan(1000);
  });

  test('may return Infinity at dead ends', () => {
    const graph = new CompressedGraph(4, [[0, 1, 1], [1, 2, 5], [0, 3, 1], [3, 2, 2]]);
    const astar = new AStar(graph, { heuristic: (v) => (v === 3 ? Infinity : 0) });
    expect(astar.search(0, 2)).toBe(6);
  });
});

describe('any graph', () => {
  test('buckets accept real costs, and the width does not change the answer', () => {
    const property = fc.property(digraphs(), fc.constantFrom(0.01, 0.5, 3, 1000), (digraph, bucketWidth) => {
      const graph = new CompressedGraph(digraph.vertexCount, digraph.arcs);
      const astar = new AStar(graph, { queue: 'buckets', bucketWidth });
      const expected = oracleDistances(graph, 0);
      for (let v = 0; v < graph.vertexCount; v++) {
        const cost = astar.search(0, v);
        if (cost !== expected[v]) expect(cost).toBeCloseTo(expected[v], 9);
      }
    });
    fc.assert(property, { numRuns: runs(300), seed: 1969 });
  });

  test('the heuristic of the graph is used if it has one', () => {
    const bare = new CompressedGraph(2, [[0, 1, 3]]);
    expect(new AStar(plain(bare)).search(0, 1)).toBe(3);
    expect(() => new AStar({ ...plain(bare), heuristic: ((v: number, goal: number) => Math.abs(v - goal)) as never })).toThrow('The result of heuristic() is a function');
    const line = { ...plain(new CompressedGraph(9, Array.from({ length: 8 }, (_, v) => [v, v + 1, 1] as const), { directed: false })), heuristic: () => (v: number, goal: number) => Math.abs(goal - v) };
    const astar = new AStar(line);
    astar.search(4, 8);
    expect(astar.counters.expanded).toBe(4);
  });
});

describe('several starts', () => {
  test('the path begins at the one from which it is cheapest, forwards and backwards, to one goal or several', () => {
    const property = fc.property(worlds({ sides: true }), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 3 }), (world, count, goalCount) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const pairs = questions(grid);
      const [starts, goals] = [pairs.slice(0, count).map(([start]) => start), pairs.slice(0, goalCount).map(([, goal]) => goal)];
      if ([...starts, ...goals].includes(undefined as never)) return;
      const least = Math.min(...starts.flatMap((start) => goals.map((goal) => oracleDistances(grid, start)[goal])));
      const out = new Uint32Array(grid.vertexCount);
      const view = avoiding(grid, () => false);
      for (const graph of [grid, view]) for (const options of [{}, { direction: 'backward' }, { queue: 'heap' }, { heuristic: grid.heuristic() }, { weight: 1.5 }, { nearest: true }] as AStarOptions[]) {
        const astar = new AStar(graph, options);
        for (const list of [starts, Uint32Array.from(starts).reverse()]) {
          astar.begin(list, goals);
          while (!astar.run(3));
          const { cost } = astar;
          const length = astar.path(out);
          if (least === Infinity) {
            if (options.nearest !== true) expect([cost, astar.end, length]).toEqual([Infinity, NO_VERTEX, 0]);
            else expect(starts.some((start) => out[0] === start)).toBe(true);
            continue;
          }
          expect(cost).toBeGreaterThanOrEqual(least - 1e-9);
          expect(cost).toBeLessThanOrEqual((options.weight ?? 1) * least + 1e-9);
          expect([starts.includes(out[0]), goals.includes(out[length - 1]), out[length - 1]]).toEqual([true, true, astar.end]);
          expect(pathCost(grid, out, length)).toBeCloseTo(cost, 9);
        }
        // An earlier start is no start any more.
        if (options.weight === undefined && options.nearest !== true) expect(astar.search(starts[0], goals[0])).toBeCloseTo(oracleDistances(grid, starts[0])[goals[0]], 9);
        expect([astar.searchNearest([], goals), astar.end, astar.path(out)]).toEqual([Infinity, NO_VERTEX, 0]);
      }
    });
    fc.assert(property, { numRuns: runs(150), seed: 1989 });
  });

  test('those of the last query do not count', () => {
    const grid = new Grid(9, 1);
    const at = (x: number): number => grid.vertex(x, 0);
    for (const direction of ['forward', 'backward'] as const) {
      const astar = new AStar(grid, { direction });
      expect([astar.search([at(6), at(5)], at(8)), astar.search([at(1), at(0)], at(8)), astar.search(at(2), at(8))]).toEqual([2, 7, 6]);
    }
  });

  test('keeps its estimates, however many starts', () => {
    const grid = new Grid(200, 150, { movement: 'four' });
    const tree = Array.from({ length: 100 }, (_, i) => grid.vertex(20 + i, 10));
    const astar = new AStar(avoiding(grid, () => false));
    expect([astar.search(tree, grid.vertex(150, 140)), astar.counters.expanded]).toEqual([161, 161]);
    const out = new Uint32Array(grid.vertexCount);
    astar.path(out);
    expect(out[0]).toBe(grid.vertex(119, 10));
  });

  test('with nearest, ends at the reachable cell nearest to the goal, from the cheapest start', () => {
    const grid = Grid.fromRows(['....#..', '....#..', '....#..']);
    const astar = new AStar(grid, { nearest: true });
    const out = new Uint32Array(grid.vertexCount);
    expect([astar.search([grid.vertex(0, 0), grid.vertex(1, 2)], grid.vertex(6, 2)), astar.end]).toEqual([2, grid.vertex(3, 2)]);
    expect([astar.path(out), out[0]]).toEqual([3, grid.vertex(1, 2)]);
    expect(() => astar.search([grid.vertex(0, 0), 0], grid.vertex(6, 2))).toThrow('The start must be a vertex of the graph, got 0');
    expect([astar.cost, astar.end]).toEqual([2, grid.vertex(3, 2)]);
  });
});

describe('several goals', () => {
  test('finds the cheapest to reach, forwards and backwards', () => {
    const property = fc.property(worlds({ sides: true }), fc.integer({ min: 0, max: 4 }), (world, count) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const [[start] = [], ...others] = questions(grid);
      if (start === undefined) return;
      const goals = others.slice(0, count).map(([goal]) => goal);
      const distances = oracleDistances(grid, start);
      const least = Math.min(Infinity, ...goals.map((goal) => distances[goal]));
      const out = new Uint32Array(grid.vertexCount);
      for (const options of [{}, { direction: 'backward' }, { queue: 'heap' }, { heuristic: grid.heuristic() }] as AStarOptions[]) {
        const astar = new AStar(grid, options);
        astar.searchNearest(start, [...goals, start]);
        const cost = astar.searchNearest(start, goals);
        if (least === Infinity) {
          expect([cost, astar.end, astar.path(out)]).toEqual([Infinity, NO_VERTEX, 0]);
          continue;
        }
        expect(cost).toBeCloseTo(least, 9);
        const length = astar.path(out);
        expect([out[0], out[length - 1]]).toEqual([start, astar.end]);
        expect(goals).toContain(astar.end);
        expect(pathCost(grid, out, length)).toBeCloseTo(least, 9);
        // An earlier goal is no goal any more.
        expect(astar.search(start, goals[0])).toBeCloseTo(distances[goals[0]], 9);
      }
    });
    fc.assert(property, { numRuns: runs(300), seed: 1971 });
  });

  test('finds the cheapest even if a more expensive one leaves the same bucket first', () => {
    const grid = maps.open;
    for (const ties of ['lifo', 'fifo'] as const) {
      const astar = new AStar(grid, { queue: 'buckets', ties, heuristic: () => 0 });
      const goals = [grid.vertex(3, 3), grid.vertex(4, 0)];
      for (const order of [goals, goals.toReversed()]) expect([astar.searchNearest(grid.vertex(0, 0), order), astar.end]).toEqual([4, goals[1]]);
    }
  });

  test('backwards, leaves farther goals unexpanded', () => {
    const grid = maps.open;
    for (const options of [{}, { queue: 'heap' }] as AStarOptions[]) {
      const astar = new AStar(grid, { ...options, direction: 'backward' });
      expect([astar.searchNearest(grid.vertex(0, 0), [grid.vertex(10, 0), grid.vertex(60, 60)]), astar.counters.expanded]).toEqual([10, 10]);
    }
  });

  test('if none is reachable there is no path; with an empty list nothing is expanded', () => {
    const grid = Grid.fromRows(['..#.', '..#.']);
    const astar = new AStar(grid);
    expect([astar.searchNearest(grid.vertex(0, 0), [grid.vertex(3, 0), grid.vertex(3, 1)]), astar.end, astar.counters.expanded]).toEqual([Infinity, NO_VERTEX, 4]);
    expect([astar.searchNearest(grid.vertex(0, 0), []), astar.end, astar.counters.expanded]).toEqual([Infinity, NO_VERTEX, 0]);
  });
});

describe('nearest', () => {
  test('leads to the reachable vertex with the least estimate, then with the least cost', () => {
    let elsewhere = 0;
    const property = fc.property(worlds({ sides: true }), fc.nat(), fc.nat(), (world, x, y) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const [[start] = []] = questions(grid);
      if (start === undefined) return;
      const goal = grid.vertex(x % grid.width, y % grid.height);
      const distances = oracleDistances(grid, start);
      const estimate = grid.heuristic();
      for (const options of [{}, { queue: 'heap' }, { heuristic: estimate }] as AStarOptions[]) {
        const astar = new AStar(grid, { ...options, nearest: true });
        const cost = astar.search(start, goal);
        let best = start;
        distances.forEach((distance, v) => {
          if (distance === Infinity) return;
          const closer = estimate(v, goal) - estimate(best, goal);
          if (closer < -1e-9 || (closer < 1e-9 && distance < distances[best])) best = v;
        });
        if (distances[goal] < Infinity) best = goal;
        else elsewhere++;
        expect(estimate(astar.end, goal)).toBeCloseTo(estimate(best, goal), 9);
        expect(cost).toBeCloseTo(distances[best], 9);
        const out = new Uint32Array(grid.vertexCount);
        const length = astar.path(out);
        expect([out[0], out[length - 1]]).toEqual([start, astar.end]);
        expect(pathCost(grid, out, length)).toBeCloseTo(cost, 9);
      }
    });
    fc.assert(property, { numRuns: runs(300), seed: 1972 });
    expect(elsewhere).toBeGreaterThan(runs(300) / 3);
  });

  test('with several goals leads to the vertex nearest to any of them', () => {
    let elsewhere = 0;
    const property = fc.property(worlds({ sides: true }), fc.integer({ min: 2, max: 4 }), (world, count) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const [[start] = []] = questions(grid);
      if (start === undefined) return;
      const random = seededRandom(world.seed);
      const goals = Array.from({ length: count }, () => grid.vertex(Math.floor(random() * grid.width), Math.floor(random() * grid.height)));
      const distances = oracleDistances(grid, start);
      if (goals.some((goal) => distances[goal] < Infinity)) return;
      elsewhere++;
      const own = grid.heuristic();
      const estimate = (v: number): number => Math.min(...goals.map((goal) => own(v, goal)));
      const reached = Array.from(distances.keys()).filter((v) => distances[v] < Infinity);
      const near = Math.min(...reached.map(estimate));
      const cheapest = Math.min(...reached.filter((v) => estimate(v) < near + 1e-9).map((v) => distances[v]));
      for (const options of [{}, { queue: 'heap' }, { heuristic: own }] as AStarOptions[]) {
        const astar = new AStar(grid, { ...options, nearest: true });
        expect(astar.searchNearest(start, goals)).toBeCloseTo(cheapest, 9);
        expect(estimate(astar.end)).toBeCloseTo(near, 9);
      }
    });
    fc.assert(property, { numRuns: runs(1500), seed: 1974 });
    expect(elsewhere).toBeGreaterThan(runs(1500) / 20);
    // Between two enclosed corners the start lies in the box around both goals, yet beside neither.
    const grid = Grid.fromRows(['#.......#', '.........', '.........', '.........', '#.......#']);
    const astar = new AStar(grid, { nearest: true });
    expect(astar.searchNearest(grid.vertex(4, 2), [grid.vertex(0, 0), grid.vertex(8, 4)])).toBeCloseTo(1 + 2 * Math.SQRT2, 9);
  });

  test('is the start itself if nothing is nearer, and is not searched for if the goal is reached', () => {
    const grid = Grid.fromRows(['.###..', '####..']);
    const astar = new AStar(grid, { nearest: true });
    expect([astar.search(grid.vertex(4, 0), grid.vertex(0, 0)), astar.end]).toEqual([0, grid.vertex(4, 0)]);
    for (const options of [{}, { queue: 'heap' }] as AStarOptions[]) expect(counts(maps.open, { ...options, nearest: true })).toEqual(counts(maps.open, options));
  });

  test('takes estimates as equal that differ by rounding', () => {
    let stays = 0;
    const property = fc.property(worlds({ movements: ['four', 'eight'] }), fc.nat(), fc.nat(), fc.constantFrom(0.7, 0.3, 1), (world, x, y, terrainUnit) => {
      const units = Grid.fromRows(world.rows, rulesOf(world));
      const grid = Grid.fromArray(Array.from(units.toArray(), (cost) => cost * terrainUnit), units.width, units.height, { ...rulesOf(world), terrainUnit });
      const [[start] = []] = questions(grid);
      if (start === undefined) return;
      const goal = grid.vertex(x % grid.width, y % grid.height);
      const distances = oracleDistances(grid, start);
      if (distances[goal] < Infinity) return;
      const estimate = grid.heuristic();
      const near = Math.min(...Array.from(distances, (distance, v) => (distance < Infinity ? estimate(v, goal) : Infinity)));
      const cheapest = Math.min(...distances.filter((_, v) => estimate(v, goal) < near + 1e-9));
      if (cheapest === 0) stays++;
      for (const weight of [1, 1.1, 1.7]) {
        for (const queue of ['heap', 'buckets'] as const) {
          const astar = new AStar(grid, { nearest: true, reopen: true, weight, queue });
          expect(astar.search(start, goal)).toBeCloseTo(cheapest, 9);
          expect(estimate(astar.end, goal)).toBeCloseTo(near, 9);
        }
      }
    });
    fc.assert(property, { numRuns: runs(500), seed: 1975 });
    expect(stays).toBeGreaterThan(runs(500) / 20);
    const grid = Grid.fromArray([[0.1, 0.1, 0, 0, 0, 0, 0], [0.1, 0, 0, 0, 0, 0, 0]], { movement: 'four', terrainUnit: 0.1 });
    for (const weight of [1, 1.1]) expect(new AStar(grid, { nearest: true, weight }).search(grid.vertex(0, 1), grid.vertex(6, 1))).toBe(0);
  });

  test('is the start if its estimate is Infinity, with each queue', () => {
    const graph = new CompressedGraph(3, [[0, 1, 1], [1, 0, 1]]);
    const grid = Grid.fromRows(['..#.']);
    for (const queue of ['heap', 'buckets'] as const) {
      for (const world of [graph, grid]) {
        const [start, beside, goal] = verticesOf(world);
        for (const near of [0, 5, Infinity]) {
          const heuristic = (v: number, to: number): number => (v === to ? 0 : v === start ? Infinity : near);
          const astar = new AStar(world, { queue, nearest: true, heuristic });
          expect([astar.search(start, goal), astar.end, astar.path(new Uint32Array(9))]).toEqual([0, start, 1]);
          expect([astar.searchNearest(start, []), astar.end]).toEqual([Infinity, NO_VERTEX]);
          expect(new AStar(world, { queue, heuristic }).search(start, beside)).toBe(Infinity);
        }
      }
    }
  });

  test('is rejected over edges with other costs if the graph below has no heuristic', () => {
    const roads = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1]]);
    for (const world of [new EdgeCosts(roads), new EdgeCosts(new EdgeCosts(roads)), avoiding(new EdgeCosts(roads), () => false)]) {
      for (const options of [{}, { heuristic: ownHeuristic(world) }, { heuristic: zero }]) expect(() => new AStar(world, { nearest: true, ...options })).toThrow('needs a heuristic');
    }
    const grid = Grid.fromRows(['...#.'], { movement: 'four' });
    const astar = new AStar(new EdgeCosts(grid), { nearest: true });
    expect([astar.search(grid.vertex(0, 0), grid.vertex(4, 0)), astar.end]).toEqual([2, grid.vertex(2, 0)]);
  });

  test('takes the cheapest of several vertices with the same estimate, in any order of expansion', () => {
    const estimates = [50, 1, 100, 1, 0];
    const astar = new AStar(new CompressedGraph(5, [[0, 1, 5], [0, 2, 1], [2, 3, 1]]), { nearest: true, heuristic: (v) => estimates[v] });
    expect([astar.search(0, 4), astar.end]).toEqual([2, 3]);
  });
});

describe('budget and signal', () => {
  test('slices of any size give the result of a single run', () => {
    for (const grid of Object.values(maps)) {
      for (const options of [{}, { queue: 'heap' }, { direction: 'backward' }, { nearest: true }] as AStarOptions[]) {
        const whole = new AStar(grid, options);
        const sliced = new AStar(grid, options);
        for (const [i, [start, goal]] of questions(grid).slice(0, 6).entries()) {
          whole.search(start, goal);
          sliced.begin(start, goal);
          const budget = [1, 2, 7, 100][i % 4];
          let slices = 1;
          for (; !sliced.run(budget); slices++) {
            expect(sliced.cost).toBe(Infinity);
            expect(sliced.counters.expanded).toBeLessThanOrEqual(slices * budget);
          }
          expect(sliced.counters.expanded).toBeLessThanOrEqual(slices * budget);
          expect(sliced.cost).toBe(whole.cost);
          expect({ ...sliced.counters }).toEqual({ ...whole.counters });
          // A finished search stays finished, whatever the budget.
          expect(sliced.run(0, { aborted: true })).toBe(true);
        }
      }
    }
  });

  test('an aborted signal stops the search within a few hundred expansions, and it can resume', () => {
    const grid = maps.open;
    const astar = new AStar(grid, { heuristic: () => 0 });
    let checks = 0;
    astar.begin(grid.vertex(0, 0), grid.vertex(63, 63));
    expect(astar.run(Infinity, { get aborted() { return ++checks === 3; } })).toBe(false);
    expect(astar.counters.expanded).toBe(512);
    expect(astar.run(Infinity, new AbortController().signal)).toBe(true);
    expect(astar.cost).toBeCloseTo(63 * Math.SQRT2, 9);
  });
});

test('open and closed vertices, and labels, can be read during the search', () => {
  const grid = maps.rooms;
  const [start, goal] = questions(grid)[0];
  const astar = new AStar(grid);
  const distances = oracleDistances(grid, start);
  astar.begin(start, goal);
  expect([astar.isOpen(start), astar.isClosed(start), astar.g(start)]).toEqual([true, false, 0]);
  astar.run(50);
  const states = Array.from({ length: grid.vertexCount }, (_, v) => v);
  expect(states.filter((v) => astar.isClosed(v))).toHaveLength(50);
  for (const v of states) {
    expect(astar.isOpen(v) && astar.isClosed(v)).toBe(false);
    expect(astar.g(v) < Infinity).toBe(astar.isOpen(v) || astar.isClosed(v));
    if (astar.isClosed(v)) expect(astar.g(v)).toBeCloseTo(distances[v], 9);
    else if (astar.isOpen(v)) expect(astar.g(v)).toBeGreaterThanOrEqual(distances[v] - 1e-9);
  }
  astar.begin(goal, start);
  expect(states.filter((v) => astar.isClosed(v) || astar.isOpen(v))).toEqual([goal]);
});

test('a path from a vertex to itself exists, even for vertex 0', () => {
  for (const options of [{}, { nearest: true }, { queue: 'heap' }] as AStarOptions[]) {
    const astar = new AStar(plain(maps.rooms), { heuristic: () => 0, ...options });
    expect([astar.search(0, 0), astar.end, astar.counters.expanded]).toEqual([0, 0, 0]);
  }
});

test('reuses the list of goals if their number stays the same', () => {
  const list = new Uint32Array(2);
  expect(vertexList([70, 71], list)).toBe(list);
  expect([...vertexList(72, list)]).toEqual([72]);
});

test('when stamps overflow, no label of an earlier search counts as new', () => {
  for (const [of, options, step] of [[maps.rooms, {}, 32], [maps.rooms, { queue: 'heap' }, 32], [plain(maps.rooms), {}, 2]] as [Graph, AStarOptions, number][]) {
    const [[start, goal]] = questions(maps.rooms);
    const astar = new AStar(of, options);
    const first = astar.search(start, goal);
    // 2²⁶ searches take too long: the test sets the stamp to the last before it overflows.
    const { frontier } = astar as unknown as { frontier: { stamp: number } };
    frontier.stamp = 2 ** 31 - 2 * step;
    astar.search(goal, start);
    expect(frontier.stamp).toBe(2 ** 31 - step);
    expect(astar.search(start, goal)).toBe(first);
    expect(frontier.stamp).toBe(step);
    const fresh = new AStar(of, options);
    fresh.search(start, goal);
    expect({ ...astar.counters }).toEqual({ ...fresh.counters });
  }
});

test('a heuristic that returns no number is rejected, at the start or later, on grids and on graphs', () => {
  const grid = new Grid(5, 5);
  const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
  const nowhere = (): number => NaN;
  const atGoalOnly = (v: number, goal: number): number => (v === goal ? NaN : 0);
  for (const heuristic of [nowhere, atGoalOnly]) {
    expect(() => new AStar(grid, { heuristic }).search(grid.vertex(0, 0), grid.vertex(4, 4))).toThrow(`and the target ${grid.vertex(4, 4)}: it must give a number`);
    expect(() => new AStar(graph, { heuristic }).search(0, 2)).toThrow('The heuristic estimates NaN between vertex');
  }
});

describe('an arc with an invalid cost', () => {
  /** Passes costs on unchecked: a graph built from arcs would reject them. */
  const odd = (arcs: readonly (readonly [number, number, number])[], maxDegree: number): Graph => {
    const write = (found: readonly (readonly [number, number])[], to: Uint32Array, cost: Float64Array): number => {
      found.forEach(([u, c], i) => ([to[i], cost[i]] = [u, c]));
      return found.length;
    };
    return {
      vertexCount: 4, maxDegree,
      successors: (v, to, cost) => write(arcs.filter(([from]) => from === v).map(([, u, c]) => [u, c]), to, cost),
      predecessors: (v, to, cost) => write(arcs.filter(([, u]) => u === v).map(([from, , c]) => [from, c]), to, cost),
    };
  };
  const makes: ((graph: Graph) => { search(start: number, goal: number): number })[] = [
    (graph) => new AStar(graph), (graph) => new AStar(graph, { queue: 'buckets' }), (graph) => new Dijkstra(graph),
  ];
  const all = [...makes, (graph: Graph) => new BidirectionalAStar(graph), (graph: Graph) => new NBAStar(graph)];

  test('is named in the error, not the heuristic', () => {
    for (const make of all) expect(() => make(odd([[0, 1, NaN], [1, 3, 1]], 1)).search(0, 3)).toThrow('The arc between the vertices 0 and 1 costs NaN: an arc must cost a number, 0 or more.');
    expect(() => new AStar(odd([[0, 1, 1], [1, 3, NaN]], 1), { direction: 'backward' }).search(0, 3)).toThrow('The arc between the vertices 3 and 1 costs NaN');
    for (const make of all) expect(() => make(odd([[1, 0, 1], [1, 2, 1], [0, 3, 1]], 1)).search(1, 3)).toThrow("Vertex 1 has 2 arcs, more than the graph's maxDegree of 1: ");
  });

  test('is named where it is read if it is below 0', () => {
    const ara = (graph: Graph): ARAStar => new ARAStar(graph);
    for (const make of [...all, ara]) {
      expect(() => make(odd([[0, 1, 5], [1, 3, -2]], 1)).search(0, 3)).toThrow(/The arc between the vertices (1 and 3|3 and 1) costs -2: an arc must cost a number, 0 or more\./);
      expect(() => make(odd([[0, 1, 1], [1, 2, 3], [0, 3, 9], [2, 1, 1], [2, 3, -4]], 2)).search(0, 3)).toThrow(/The arc between the vertices (2 and 3|3 and 2) costs -4/);
      expect(make(odd([[0, 1, -0], [1, 3, 2]], 1)).search(0, 3)).toBe(2);
    }
    for (const make of [...makes, ara]) expect(() => make(odd([[0, 1, 1], [1, 0, -5]], 1)).search(0, 3)).toThrow('The arc between the vertices 1 and 0 costs -5: an arc must cost a number, 0 or more.');
    const paths = new KShortestPaths(odd([[0, 1, 5], [1, 3, -2]], 1));
    expect(() => paths.begin(0, 3)).toThrow('The arc between the vertices 3 and 1 costs -2');
  });

  test('is rejected where a search would circle it without end', () => {
    const cycles = [[[0, 1, 1], [1, 0, -2]], [[0, 2, 5], [0, 1, 1], [1, 2, -10], [2, 0, 1]], [[0, 1, 1], [1, 2, 1], [2, 1, -3]]] as const;
    for (const arcs of cycles) for (const make of makes) expect(() => make(odd([...arcs, [3, 3, 1]], 3)).search(0, 3)).toThrow(/costs -\d+: an arc must cost a number, 0 or more\.$/);
  });
});

test('rejects invalid arguments', () => {
  const grid = maps.open;
  const make = (options: unknown) => () => new AStar(grid, options as AStarOptions);
  expect(make({ weight: 0.5 })).toThrow('The weight of the heuristic must be from 1 to 1e+100, got 0.5.');
  expect(make({ weight: Infinity })).toThrow('got Infinity');
  expect(make({ weight: 1.1e100 })).toThrow('must be from 1 to 1e+100, got 1.1e+100.');
  expect(new AStar(grid, { weight: 1e100 }).search(grid.vertex(0, 0), grid.vertex(63, 63))).toBeCloseTo(63 * Math.SQRT2, 9);
  expect(make({ direction: 'up' })).toThrow("The direction must be 'forward' or 'backward', got 'up'.");
  expect(make({ queue: 'list' })).toThrow("The queue must be 'heap' or 'buckets', got 'list'.");
  expect(make({ ties: 'any' })).toThrow("got 'any'");
  expect(make({ queue: 'buckets', ties: 'larger-g' })).toThrow("with queue: 'buckets' ties is 'lifo' or 'fifo', got 'larger-g'");
  expect(make({ queue: 'buckets', weight: 1.001 })).toThrow("With a weight of 1.001 and reopen: false, buckets do not suit this graph: leave out queue: 'buckets'.");
  expect(make({ queue: 'buckets', weight: 10.5, reopen: true })).toThrow('With a weight of 10.5 and reopen: true, buckets do not suit');
  const { moves, offsets, lengths, weights, weighted } = grid;
  const lattice: Lattice = { ...plain(grid), moves, offsets, lengths, weights, weighted };
  for (const graph of [lattice, new Grid(2, 2, { metric: { straight: 1, diagonal: 21 } })]) {
    expect(() => new AStar(graph, { queue: 'buckets', weight: 1.02 })).toThrow('With a weight of 1.02 and reopen: false, buckets do not suit');
    expect(() => new AStar(graph, { queue: 'buckets', weight: 1.02, reopen: true })).not.toThrow();
  }
  for (const graph of [grid, plain(grid)]) expect(() => new AStar(graph, { queue: 'buckets', reopen: false })).toThrow('With a weight of 1 and reopen: false, buckets do not suit');
  expect(() => new AStar(plain(grid), { queue: 'buckets', weight: 2 })).toThrow("leave out queue: 'buckets'");
  expect(make({ queue: 'buckets', ties: 'smaller-g' })).toThrow("got 'smaller-g'");
  expect(make({ bucketWidth: Infinity })).toThrow('positive and finite, got Infinity');
  expect(make({ bucketWidth: 0 })).toThrow('The width of a bucket must be positive and finite, got 0.');
  expect(make({ nearest: true, direction: 'backward' })).toThrow("nearest needs direction 'forward'");
  expect(() => new AStar(plain(grid), { nearest: true })).toThrow('a heuristic');
  const astar = new AStar(grid);
  expect(() => astar.search(-1, 5)).toThrow('The start must be a whole number from 0');
  expect(() => astar.searchNearest(70, [71, grid.vertexCount])).toThrow(`The goal must be a whole number from 0 to ${grid.vertexCount - 1}`);
  astar.search(grid.vertex(0, 0), grid.vertex(5, 5));
  expect(() => astar.path(new Uint32Array(5))).toThrow('more than the 5 vertices');
});
