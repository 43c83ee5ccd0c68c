import { brokenAt, fingerprint, pathCost } from '@pf/graph';
import type { GridOptions } from '@pf/grid';
import { caves, Grid, seededRandom, UnitGrid } from '@pf/grid';
import { AStar } from '@pf/search';
import { drawWorld, mostByClusters, oracleDistances, rulesOf, runs, worlds } from '@pf/testkit';
import type { World } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ClusterMap, ClusterSearch, decodeArtifact, encodeArtifact } from '../../src/index.ts';

function gridOf(world: World): Grid {
  const grid = Grid.fromRows(world.rows, rulesOf(world));
  for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
  return grid;
}

/** Checks an answer: a path if one exists, legal, no cheaper than the cheapest and no more expensive than the route. */
function hold(grid: Grid, search: ClusterSearch, start: number, goal: number, truth: number, out: Uint32Array, context: () => string): number {
  const cost = search.search(start, goal);
  const n = search.path(out);
  if (truth === Infinity) {
    if (cost !== Infinity || n !== 0) expect([cost, n], context()).toEqual([Infinity, 0]);
    return Infinity;
  }
  const walked = n === 1 ? 0 : pathCost(grid, out, n);
  const right = n > 0 && out[0] === start && out[n - 1] === goal && brokenAt(grid, out, n) === -1 && walked >= truth - 1e-7 * truth && walked <= cost + 1e-7 * cost;
  if (!right) expect({ cost, walked, truth, path: [...out.subarray(0, n)] }, context()).toBe('a legal path from start to goal, between the truth and the cost of its route');
  return walked;
}

describe('ClusterSearch', () => {
  test('finds a path exactly if one exists, on worlds of every kind, before and after edits', () => {
    let checked = 0;
    const property = fc.property(worlds({ maxSize: 22, sides: true }), fc.nat(), (world, pick) => {
      const grid = gridOf(world);
      const random = seededRandom(pick);
      const below = (n: number): number => Math.floor(random() * n);
      const map = new ClusterMap(grid, { side: 8, entrance: 1 + below(8) });
      const search = new ClusterSearch(map, { lookahead: 1 + below(4) });
      const out = new Uint32Array(grid.vertexCount);
      for (let round = 0; round < 3; round++) {
        const start = grid.vertex(below(grid.width), below(grid.height));
        const truth = oracleDistances(grid, start);
        for (let i = 0; i < 5; i++) {
          const goal = grid.vertex(below(grid.width), below(grid.height));
          const free = grid.cells[start] !== 0 && grid.cells[goal] !== 0;
          hold(grid, search, start, goal, start === goal || free ? truth[goal] : Infinity, out, () => `${start} to ${goal} in\n${drawWorld(world)}\n${grid.toRows().join('\n')}`);
          checked++;
        }
        for (let i = 0; i < 1 + below(4); i++) {
          const [x, y] = [below(grid.width), below(grid.height)];
          if (below(3) === 0) grid.setSides(x, y, { enter: below(256), leave: below(256) });
          else grid.setCost(x, y, below(2) === 0 ? 0 : 1 + below(9));
        }
      }
    });
    fc.assert(property, { numRuns: runs(1200), seed: 2004 });
    expect(checked).toBe(15 * runs(1200));
  });

  test('a route exceeds the cheapest path by no more than detours to entrances, on worlds of several clusters, after edits, also of large units', () => {
    const random = seededRandom(33);
    const below = (n: number): number => Math.floor(random() * n);
    let [longer, checked] = [0, 0];
    const property = fc.property(worlds({ maxSize: 16, sides: true }), (world) => {
      // The same world again and again, so that routes cross many clusters.
      const ground = Grid.fromRows([0, 1, 2].flatMap(() => world.rows.map((row) => row.repeat(3))), rulesOf(world));
      for (const { x, y, ...sides } of world.sides) ground.setSides(x + world.width, y + world.height, sides);
      const grid = below(3) === 0 && ground.sides === undefined ? new UnitGrid(ground, 2).grid : ground;
      const sizes = { side: 8, entrance: 1 + below(8) };
      const search = new ClusterSearch(new ClusterMap(grid, sizes), { lookahead: 1 + below(6) });
      const out = new Uint32Array(grid.vertexCount);
      for (let round = 0; round < 3; round++) {
        const goal = grid.vertex(below(grid.width), below(grid.height));
        const toGoal = oracleDistances(grid, goal, { backward: true });
        for (let i = 0; i < 6 && grid.cells[goal] > 0; i++) {
          const start = grid.vertex(below(grid.width), below(grid.height));
          if (grid.cells[start] === 0) continue;
          const context = (): string => `${start} to ${goal} in\n${grid.toRows().join('\n')}`;
          hold(grid, search, start, goal, toGoal[start], out, context);
          if (toGoal[start] === Infinity) continue;
          const most = mostByClusters(grid, toGoal, start, grid, sizes);
          if (!(search.cost <= most * (1 + 1e-9))) expect(search.cost, context()).toBeLessThanOrEqual(most);
          checked++;
          if (search.cost > toGoal[start] * (1 + 1e-9)) longer++;
        }
        for (let i = below(4); i > 0; i--) ground.setCost(below(ground.width), below(ground.height), below(2) === 0 ? 0 : 1 + below(9));
      }
    });
    fc.assert(property, { numRuns: runs(200), seed: 2005 });
    expect(longer / checked).toBeGreaterThan(0.08);
  });

  test('on larger maps with terrain, edits and units of two cells, paths are nearly the cheapest', () => {
    const random = seededRandom(4);
    const below = (n: number): number => Math.floor(random() * n);
    const ground = caves(190, 150, random, { ratio: 0.42, rounds: 4 });
    for (let i = 0; i < 150; i++) {
      const [x, y] = [below(170), below(130)];
      for (let k = 0; k < 100; k++) if (ground.isFree(x + (k % 10), y + Math.floor(k / 10))) ground.setCost(x + (k % 10), y + Math.floor(k / 10), 1 + (i % 8));
    }
    for (const grid of [ground, new UnitGrid(ground, 2).grid]) {
      const map = new ClusterMap(grid);
      const search = new ClusterSearch(map);
      const astar = new AStar(grid);
      const out = new Uint32Array(grid.vertexCount);
      const over: number[] = [];
      for (let i = 0; i < 60; i++) {
        const [start, goal] = [0, 0].map(() => grid.vertex(below(190), below(150)));
        if (grid.cells[start] === 0 || start === goal) continue;
        const truth = astar.search(start, goal);
        const walked = hold(grid, search, start, goal, truth, out, () => `${start} to ${goal}`);
        if (truth < Infinity) over.push(walked / truth);
        ground.setRectangle(below(180), below(140), 1 + below(9), 1 + below(9), below(9));
      }
      expect(over.length).toBeGreaterThan(15);
      expect(over.reduce((sum, one) => sum + one) / over.length).toBeLessThan(1.03);
    }
  });

  test('the cost is that of the path to goals in the same or a neighbouring cluster, and near it beyond', () => {
    const grid128 = new Grid(128, 128), open = new ClusterSearch(new ClusterMap(grid128));
    expect([open.search(grid128.vertex(31, 10), grid128.vertex(32, 10)), open.search(grid128.vertex(31, 31), grid128.vertex(32, 32))]).toEqual([1, Math.SQRT2]);
    const random = seededRandom(29);
    const below = (n: number): number => Math.floor(random() * n);
    const [near, far] = [[0, 0, 0], [0, 0, 0]];
    for (let world = 0; world < runs(24); world++) {
      const grid = world % 2 === 0 ? new Grid(97, 83) : caves(97, 83, random, { ratio: 0.4, rounds: 4 });
      for (let i = 0; i < 60; i++) {
        const [x, y, cost] = [below(90), below(76), 1 + below(8)];
        for (let k = 0; k < 49; k++) if (grid.isFree(x + (k % 7), y + Math.floor(k / 7))) grid.setCost(x + (k % 7), y + Math.floor(k / 7), cost);
      }
      for (let i = 0; world % 3 === 0 && i < 200; i++) grid.setSides(below(97), below(83), { enter: below(256), leave: below(256) });
      const ground = world % 4 === 1 ? new UnitGrid(grid, 2).grid : grid;
      const side = 8 + below(17), search = new ClusterSearch(new ClusterMap(ground, { side }), { lookahead: 1 + below(4) });
      const out = new Uint32Array(ground.vertexCount);
      for (let i = 0; i < 4; i++) {
        const [x, y] = [below(97), below(83)], start = ground.vertex(x, y), truth = oracleDistances(ground, start);
        for (let k = 0; k < 25; k++) {
          const isNear = k % 3 > 0, [gx, gy] = isNear ? [x + below(2 * side) - side, y + below(2 * side) - side] : [below(97), below(83)];
          if (gx < 0 || gy < 0 || gx >= 97 || gy >= 83 || (gx === x && gy === y)) continue;
          const goal = ground.vertex(gx, gy);
          if (ground.cells[start] === 0 || ground.cells[goal] === 0 || truth[goal] === Infinity) continue;
          const walked = hold(ground, search, start, goal, truth[goal], out, () => `${start} to ${goal} in world ${world}`);
          const isTouching = Math.abs(Math.floor(x / side) - Math.floor(gx / side)) <= 1 && Math.abs(Math.floor(y / side) - Math.floor(gy / side)) <= 1;
          const seen = isTouching ? near : far;
          seen[0]++;
          if (search.cost > walked * (1 + 1e-9)) seen[1]++;
          seen[2] = Math.max(seen[2], search.cost / walked);
        }
      }
    }
    // Beside detours over more than six clusters, near costs are exact.
    expect(near[0]).toBeGreaterThan(runs(24) * 20);
    expect(near[1] / near[0]).toBeLessThan(0.02);
    expect(Math.max(near[2], far[2])).toBeLessThan(3);
  });

  test('a path planned by the search is that of the stretches, in any order of calls', () => {
    const grid = caves(60, 60, seededRandom(5));
    const map = new ClusterMap(grid, { side: 8 }), search = new ClusterSearch(map), other = new ClusterSearch(map);
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] > 0), out = new Uint32Array(grid.vertexCount);
    const stretches = (): number[] => {
      const cells: number[] = [];
      for (let n = search.next(out); n > 0; n = search.next(out)) cells.push(...out.subarray(0, n));
      return cells;
    };
    let found = 0;
    for (const goal of free.filter((_, i) => i % 20 === 0)) {
      if (search.search(free[0], goal) === Infinity) continue;
      found++;
      // Another search over the same map, and a buffer that is too short, lose nothing.
      other.search(goal, free[0]);
      if (goal !== free[0]) expect(() => search.path(new Uint32Array(1))).toThrow('the buffer holds 1');
      const first = stretches();
      expect(Array.from(out.subarray(0, search.path(out)))).toEqual(first);
      expect(stretches()).toEqual(first);
      search.search(free[0], goal);
      expect(Array.from(out.subarray(0, search.path(out)))).toEqual(first);
      expect([first[0], first.at(-1)]).toEqual([free[0], goal]);
    }
    expect(found).toBeGreaterThan(30);
  });

  test('an edit rebuilds the clusters that it touches, on demand', () => {
    const grid = new Grid(128, 128);
    const map = new ClusterMap(grid);
    expect(map.build()).toBe(16);
    grid.setBlocked(16, 16, true);
    expect(map.build()).toBe(1);
    // At a border, also the cluster across it.
    grid.setBlocked(31, 80, true);
    expect(map.build()).toBe(2);
    expect(map.build()).toBe(0);
    expect(map.byteLength / grid.vertexCount).toBeLessThan(3);
  });

  test('a loaded map answers as the saved one, before and after edits, and builds nothing', () => {
    let crossed = 0;
    const property = fc.property(worlds({ maxSize: 16, sides: true }), fc.nat(), (world, pick) => {
      const ground = Grid.fromRows([0, 1, 2].flatMap(() => world.rows.map((row) => row.repeat(3))), rulesOf(world));
      for (const { x, y, ...sides } of world.sides) ground.setSides(x + world.width, y + world.height, sides);
      const random = seededRandom(pick);
      const below = (n: number): number => Math.floor(random() * n);
      const grid = below(3) === 0 ? new UnitGrid(ground, 2).grid : ground;
      const cell = (): number => grid.vertex(below(grid.width), below(grid.height));
      const edit = (): void => void ground.setCost(below(grid.width), below(grid.height), below(2) === 0 ? 0 : 1 + below(9));
      const map = new ClusterMap(grid, { side: 8 + below(5), ...(below(2) === 0 && { entrance: 1 + below(20) }) });
      const search = new ClusterSearch(map);
      // Some clusters are missing, some were rebuilt.
      search.search(cell(), cell());
      edit();
      const saved = map.save();
      expect(map.build()).toBe(0);
      const loaded = ClusterMap.load(grid, saved);
      expect([loaded.build(), loaded.side, loaded.byteLength]).toEqual([0, map.side, map.byteLength]);
      expect(loaded.save()).toEqual(saved);
      const other = new ClusterSearch(loaded);
      const [out, same] = [new Uint32Array(grid.vertexCount), new Uint32Array(grid.vertexCount)];
      for (let i = 0; i < 8; i++, edit()) {
        const [start, goal] = [cell(), cell()];
        const [cost, n] = [search.search(start, goal), search.path(out)];
        expect([other.search(start, goal), other.path(same), other.counters.expanded]).toEqual([cost, n, search.counters.expanded]);
        expect(same).toEqual(out);
        if (search.counters.expanded > 3) crossed++;
      }
      expect(loaded.save()).toEqual(map.save());
    });
    fc.assert(property, { numRuns: runs(200), seed: 2006 });
    expect(crossed).toBeGreaterThan(runs(100));
  });

  test('a saved map is rejected for another grid, and if its sizes or its costs are wrong', () => {
    const grid = Grid.fromRows(['...........#............']);
    const saved = new ClusterMap(grid, { side: 8 }).save();
    const [, costs] = decodeArtifact(saved, 'clusters', fingerprint(grid));
    const forged = (side: number, of = costs): ArrayBuffer => encodeArtifact('clusters', fingerprint(grid), [Uint8Array.of(side, 8), of]);
    expect(() => ClusterMap.load(grid, forged(7))).toThrow('from 8 to 64, got 7');
    expect(() => ClusterMap.load(grid, forged(64))).toThrow('instead of 0');
    expect(() => ClusterMap.load(grid, forged(65))).toThrow('holds 65, which is not from 1 to 64');
    expect(() => ClusterMap.load([] as never, saved)).toThrow('ClusterMap.load takes a Grid of @pf/grid');
    // Through the wall, which no path crosses.
    const search = new ClusterSearch(ClusterMap.load(grid, forged(8, costs.map(() => 1))));
    expect(() => search.search(grid.vertex(0, 0), grid.vertex(20, 0))).toThrow('Clusters were loaded whose costs are not those of the grid: build them anew.');
    grid.setBlocked(11, 0, false);
    expect(() => ClusterMap.load(grid, saved)).toThrow('was built for the world');
  });

  test('parts join to the path, and become invalid with an edit', () => {
    const grid = caves(150, 150, seededRandom(9), { ratio: 0.4, rounds: 3 });
    const search = new ClusterSearch(new ClusterMap(grid));
    const astar = new AStar(grid);
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
    const [start, goal] = [free[0], free.findLast((v) => astar.search(free[0], v) < Infinity)!];
    expect(search.search(start, goal)).toBeLessThan(Infinity);
    const out = new Uint32Array(grid.vertexCount);
    const whole = [...out.subarray(0, search.path(out))];
    const joined: number[] = [];
    for (let n = search.next(out); n > 0; n = search.next(out)) joined.push(...out.subarray(0, n));
    expect(joined).toEqual(whole);
    expect(search.next(out)).toBe(0);
    expect(() => search.path(new Uint32Array(3))).toThrow('but the buffer holds 3');
    grid.setCost(grid.x(start), grid.y(start), 7);
    expect(() => search.next(out)).toThrow('search again');
  });

  test('a buffer that is too short is rejected, and loses nothing', () => {
    const grid = caves(60, 60, seededRandom(5));
    const search = new ClusterSearch(new ClusterMap(grid, { side: 8 }), { lookahead: 2 });
    const out = new Uint32Array(grid.vertexCount);
    const free = [...grid.cells.keys()].filter((v) => grid.cells[v] > 0);
    let parts = 0;
    for (const goal of free.filter((_, i) => i % 90 === 0)) {
      if (search.search(free[0], goal) === Infinity) continue;
      const whole = Array.from(out.subarray(0, search.path(out)));
      expect(() => search.path(out.subarray(0, whole.length - 1))).toThrow('the buffer holds');
      const joined: number[] = [];
      for (let n = 1; n > 0; parts++) {
        expect(() => search.next(new Uint32Array(0)), `${goal} after ${joined.length}`).toThrow(joined.at(-1) === goal ? 'never' : 'the buffer holds');
        n = search.next(out);
        joined.push(...out.subarray(0, n));
        if (joined.at(-1) === goal) break;
      }
      expect(joined).toEqual(whole);
    }
    expect(parts).toBeGreaterThan(100);
  });

  test('slices give the same result, and start over after an edit', () => {
    const grid = new Grid(200, 40);
    const search = new ClusterSearch(new ClusterMap(grid, { side: 8 }));
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(199, 39)];
    const cost = search.search(start, goal);
    search.begin(start, goal);
    while (!search.run(1)) expect(search.cost).toBe(Infinity);
    expect(search.cost).toBe(cost);
    search.begin(start, goal);
    expect(search.run(3)).toBe(false);
    grid.setRectangle(100, 0, 1, 40, 0);
    expect([search.run(), search.cost]).toEqual([true, Infinity]);
    expect(search.path(new Uint32Array(9))).toBe(0);
    // An edit by the signal's getter, where the path is planned at once.
    grid.setRectangle(100, 0, 1, 40, 1);
    search.begin(grid.vertex(99, 0), grid.vertex(101, 0));
    expect([search.run(Infinity, { get aborted() { return grid.setRectangle(100, 0, 1, 40, 0) < 0; } }), search.cost]).toEqual([true, Infinity]);
    // Also if nothing was open: from a blocked start, or at the goal.
    grid.setBlocked(0, 0, true);
    grid.setRectangle(100, 0, 1, 40, 1);
    search.begin(start, goal);
    grid.setBlocked(0, 0, false);
    expect([search.run(), search.cost]).toEqual([true, cost]);
    search.begin(start, start);
    grid.setCost(5, 5, 3);
    expect([search.run(), search.cost, search.path(new Uint32Array(9))]).toEqual([true, 0, 1]);
  });

  test('takes diagonal steps that are much more expensive than straight ones, up to a limit', () => {
    const rules = (diagonal: number): GridOptions => ({ corners: 'always', metric: { straight: 1, diagonal } });
    // The only step through the wall, from cell 3 to 4, is diagonal.
    const grid = Grid.fromRows(['...##...', '...#....', '....#...', '...##...'].map((row) => row.replaceAll('.', 'z')), rules(10_000));
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(7, 0)];
    const search = new ClusterSearch(new ClusterMap(grid, { side: 8 }));
    expect([search.search(start, goal), search.path(new Uint32Array(grid.vertexCount))]).toEqual([new AStar(grid).search(start, goal), 11]);
    expect(() => new ClusterMap(new Grid(9, 9, rules(1e9)))).toThrow("at most 10,000 straight ones, got 1000000000 and 1: take movement 'four'.");
  });

  test('rejects invalid arguments', () => {
    expect(() => new ClusterMap([] as never)).toThrow('ClusterMap takes a Grid of @pf/grid');
    expect(() => new ClusterMap(new Grid(3, 3), { side: 7 })).toThrow('from 8 to 64, got 7');
    expect(() => new ClusterMap(new Grid(3, 3), { entrance: 0 })).toThrow('at least 1, got 0');
    expect(() => new ClusterSearch(new ClusterMap(new Grid(3, 3)), { lookahead: 0 })).toThrow('from 1 to 6, got 0');
    expect(() => new ClusterSearch(new ClusterMap(new Grid(3, 3))).run()).toThrow('call begin(start, goal) first');
    expect(() => new ClusterSearch(new ClusterMap(new Grid(3, 3))).search(6, 99)).toThrow('got 99');
  });
});
