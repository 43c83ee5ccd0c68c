import { CompressedGraph } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { caves, maze, open, randomObstacles, rooms, seededRandom } from '@pf/grid';
import { expect, test } from 'vitest';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, Dijkstra, NBAStar } from '../../src/index.ts';
import type { Search } from '../searches.ts';
import { plain } from '../searches.ts';

const maps: Readonly<Record<string, Grid>> = {
  open: open(48, 48),
  maze: maze(49, 49, seededRandom(1), { opened: 30 }),
  rooms: rooms(48, 48, 7, seededRandom(2)),
  obstacles: randomObstacles(48, 48, 0.3, seededRandom(3)),
  caves: caves(48, 48, seededRandom(4)),
  'four neighbours': randomObstacles(48, 48, 0.2, seededRandom(5), { movement: 'four' }),
};

function questions(grid: Grid): [number, number][] {
  const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
  const random = seededRandom(6);
  const draw = (): number => free[Math.floor(random() * free.length)];
  return Array.from({ length: 30 }, () => [draw(), draw()]);
}

/** Expansions, labels and queue operations of thirty queries. */
function sums(search: Search, grid: Grid): string {
  const sum = { expanded: 0, generated: 0, queueOperations: 0 };
  for (const [start, goal] of questions(grid)) {
    search.search(start, goal);
    sum.expanded += search.counters.expanded;
    sum.generated += search.counters.generated;
    sum.queueOperations += search.counters.queueOperations;
  }
  return `${sum.expanded} ${sum.generated} ${sum.queueOperations}`;
}

/** The counts of each search on a map. */
function account(map: string, each: Readonly<Record<string, (grid: Grid) => Search>>): string[] {
  return [map, ...Object.entries(each).map(([name, make]) => `${name} ${sums(make(maps[map]), maps[map])}`)];
}

const makers = {
  'A*': (grid: Grid) => new AStar(grid),
  'bidirectional A*': (grid: Grid) => new BidirectionalAStar(grid),
  'NBA*': (grid: Grid) => new NBAStar(grid),
  'Dijkstra': (grid: Grid) => new Dijkstra(grid),
  'bidirectional Dijkstra': (grid: Grid) => new BidirectionalDijkstra(grid),
};

test('counts on fixed maps stay the same', () => {
  expect(Object.keys(maps).map((map) => account(map, makers))).toMatchInlineSnapshot(`
    [
      [
        "open",
        "A* 692 1447 2199",
        "bidirectional A* 2140 7487 9687",
        "NBA* 2296 5957 8449",
        "Dijkstra 34991 36827 71878",
        "bidirectional Dijkstra 24340 29793 55308",
      ],
      [
        "maze",
        "A* 12047 12235 24371",
        "bidirectional A* 8960 9403 18468",
        "NBA* 9250 9625 19104",
        "Dijkstra 15584 15769 31413",
        "bidirectional Dijkstra 9796 10295 20210",
      ],
      [
        "rooms",
        "A* 5258 6066 11410",
        "bidirectional A* 5939 11022 17997",
        "NBA* 4688 8309 14505",
        "Dijkstra 29105 30536 59821",
        "bidirectional Dijkstra 18123 21735 40660",
      ],
      [
        "obstacles",
        "A* 5450 6359 12026",
        "bidirectional A* 5522 8279 14256",
        "NBA* 4419 6550 11993",
        "Dijkstra 24740 25976 50914",
        "bidirectional Dijkstra 15192 17600 33351",
      ],
      [
        "caves",
        "A* 3869 4516 8465",
        "bidirectional A* 5572 11755 18075",
        "NBA* 3312 6870 11182",
        "Dijkstra 24531 25777 50409",
        "bidirectional Dijkstra 16195 19735 36789",
      ],
      [
        "four neighbours",
        "A* 3936 5638 9833",
        "bidirectional A* 2777 4924 7777",
        "NBA* 2933 4679 7800",
        "Dijkstra 29146 30206 59411",
        "bidirectional Dijkstra 16531 18315 34906",
      ],
    ]
  `);
});

test('counts on fixed maps that are given as plain graphs stay the same', () => {
  const searches = {
    'A*': (grid: Grid) => new AStar(plain(grid), { heuristic: grid.heuristic() }),
    'bidirectional A*': (grid: Grid) => new BidirectionalAStar(plain(grid), { heuristic: grid.heuristic() }),
    'NBA*': (grid: Grid) => new NBAStar(plain(grid), { heuristic: grid.heuristic() }),
    'Dijkstra': (grid: Grid) => new Dijkstra(plain(grid)),
    'bidirectional Dijkstra': (grid: Grid) => new BidirectionalDijkstra(plain(grid)),
  };
  expect(['rooms', 'four neighbours'].map((map) => account(map, searches))).toMatchInlineSnapshot(`
    [
      [
        "rooms",
        "A* 4869 9203 15756",
        "bidirectional A* 5013 9557 14630",
        "NBA* 4619 8280 14470",
        "Dijkstra 29127 31574 61549",
        "bidirectional Dijkstra 17605 21183 38848",
      ],
      [
        "four neighbours",
        "A* 3630 5285 9195",
        "bidirectional A* 2957 5260 8277",
        "NBA* 2933 4679 7800",
        "Dijkstra 29158 30264 59481",
        "bidirectional Dijkstra 16430 18295 34785",
      ],
    ]
  `);
});

test('slices of any size give the result of a single run', () => {
  for (const grid of Object.values(maps)) {
    for (const make of [makers['bidirectional A*'], makers['NBA*'], makers['bidirectional Dijkstra']]) {
      const whole = make(grid);
      const sliced = make(grid);
      for (const [i, [start, goal]] of questions(grid).slice(0, 8).entries()) {
        whole.search(start, goal);
        sliced.begin(start, goal);
        const budget = [1, 5, 64][i % 3];
        let slices = 1;
        for (; !sliced.run(budget); slices++) expect([sliced.cost, sliced.counters.expanded <= slices * budget]).toEqual([Infinity, true]);
        expect(sliced.counters.expanded).toBeLessThanOrEqual(slices * budget);
        expect(sliced.cost).toBe(whole.cost);
        expect({ ...sliced.counters }).toEqual({ ...whole.counters });
        expect(sliced.run(0, { aborted: true })).toBe(true);
      }
    }
  }
});

test('NBA* expands a vertex at most once, and less than A* run twice', () => {
  for (const grid of Object.values(maps)) {
    const nba = new NBAStar(grid);
    for (const [start, goal] of questions(grid)) {
      nba.search(start, goal);
      expect(nba.counters.expanded).toBeLessThanOrEqual(grid.terrain.free);
      expect(nba.counters.reopened).toBe(0);
    }
  }
});

test('both sides can be observed, and an aborted signal stops them', () => {
  const grid = maps['rooms'];
  const [[start, goal]] = questions(grid);
  const search = new BidirectionalAStar(grid);
  search.begin(start, goal);
  expect(search.run(Infinity, { aborted: true })).toBe(false);
  expect([search.isOpen(start), search.isOpen(goal), search.isClosed(start), search.g(start), search.gBackward(goal)]).toEqual([true, true, false, 0, 0]);
  search.run(10);
  const vertices = Array.from({ length: grid.vertexCount }, (_, v) => v);
  expect(vertices.filter((v) => search.isClosed(v))).toHaveLength(10);
  expect(vertices.filter((v) => search.isOpen(v) || search.isClosed(v))).toEqual(vertices.filter((v) => search.g(v) < Infinity || search.gBackward(v) < Infinity));
  search.run();
  expect(search.g(start) + search.gBackward(start)).toBeGreaterThanOrEqual(search.cost - 1e-9);

  const nba = new NBAStar(grid);
  nba.begin(start, goal);
  expect(nba.run(Infinity, { aborted: true })).toBe(false);
  expect([nba.isOpen(start), nba.isOpen(goal), nba.isClosed(start)]).toEqual([true, true, false]);
  nba.run(10);
  expect([nba.g(start), nba.gBackward(goal), nba.g(goal), nba.gBackward(start)]).toEqual([0, 0, Infinity, Infinity]);
  expect(vertices.filter((v) => nba.isOpen(v) || nba.isClosed(v))).toEqual(vertices.filter((v) => nba.g(v) < Infinity || nba.gBackward(v) < Infinity));
  expect(vertices.filter((v) => nba.isClosed(v))).toHaveLength(10);
  expect(vertices.filter((v) => nba.isOpen(v) && nba.isClosed(v))).toEqual([]);
  expect(vertices.filter((v) => nba.isOpen(v)).length).toBeLessThanOrEqual(nba.counters.generated + 2);
});

test('a one-way street is used in its direction only', () => {
  // Blind alleys make the forward side larger, so that the backward side gets its turns.
  const blind = [4, 5, 6].flatMap((end) => [0, 1, 2, 3].map((v) => [v, end, 1] as const));
  const graph = new CompressedGraph(7, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [3, 0, 9], ...blind]);
  for (const search of [new BidirectionalAStar(graph), new BidirectionalDijkstra(graph), new NBAStar(graph)]) {
    expect(search.search(0, 3)).toBe(3);
    expect(search.search(3, 0)).toBe(9);
    expect(search.search(2, 1)).toBe(11);
    const out = new Uint32Array(7);
    expect([...out.subarray(0, search.path(out))]).toEqual([2, 3, 0, 1]);
    expect(() => search.path(new Uint32Array(2))).toThrow('more than the');
    expect([search.search(4, 0), search.path(out)]).toEqual([Infinity, 0]);
    expect(() => search.search(7, 0)).toThrow('The start must be');
    expect(() => search.search(0, 7)).toThrow('The goal must be');
  }
});

test('when stamps overflow, no label of an earlier search counts as new', () => {
  const grid = maps['caves'];
  const [[start, goal]] = questions(grid);
  const search = new NBAStar(grid);
  const cost = search.search(start, goal);
  const inside = search as unknown as { stamp: number };
  const first = inside.stamp;
  search.search(start, goal);
  const step = inside.stamp - first;
  expect([step > 0, first]).toEqual([true, 2 * step]);
  // 2²⁹ searches take too long: the test sets the stamp to the last before it overflows.
  inside.stamp = -2 * step;
  search.search(goal, start);
  expect(search.search(start, goal)).toBe(cost);
  expect(inside.stamp).toBe(step);
});

test('NBA* rejects a graph too large for its packed words', () => {
  expect(() => new NBAStar({ ...plain(maps['open']), vertexCount: 2 ** 28 })).toThrow('fewer than 268435456 vertices, got 268435456: take BidirectionalAStar');
});
