import { oracleDistances, runs } from '@pf/testkit';
import { expect, test, vi } from 'vitest';
import type { GridLink, GridOptions } from '../src/index.ts';
import { LinkEstimates } from '../src/link-estimates.ts';
import { FogOfWar, Grid, LinkedGrid, seededRandom, UnitGrid } from '../src/index.ts';

/** The arcs of a world, each as text, by their tails. */
function arcsBy(world: LinkedGrid): Map<number, string> {
  const to = new Uint32Array(world.maxDegree);
  const cost = new Float64Array(world.maxDegree);
  return new Map(Array.from({ length: world.vertexCount }, (_, v) => {
    const n = world.hasVertex(v) ? world.successors(v, to, cost) : 0;
    return [v, Array.from({ length: n }, (_, i) => `${to[i]} ${cost[i]}`).sort().join()];
  }));
}

/** All arcs by their definition: those of the grid, and the links whose cells are free. */
function expectedArcs(grid: Grid, links: Iterable<GridLink>): string[] {
  const to = new Uint32Array(8);
  const cost = new Float64Array(8);
  const arcs: string[] = [];
  for (let v = 0; v < grid.vertexCount; v++) for (let i = grid.successors(v, to, cost) - 1; i >= 0; i--) arcs.push(`${v} ${to[i]} ${cost[i]}`);
  for (const link of links) {
    if (grid.cells[link.from] === 0 || grid.cells[link.to] === 0) continue;
    arcs.push(`${link.from} ${link.to} ${link.cost}`);
    if (link.oneWay !== true) arcs.push(`${link.to} ${link.from} ${link.cost}`);
  }
  return arcs.sort();
}

function arcsOf(world: LinkedGrid, way: 'successors' | 'predecessors'): string[] {
  const to = new Uint32Array(world.maxDegree);
  const cost = new Float64Array(world.maxDegree);
  const arcs: string[] = [];
  for (let v = 0; v < world.vertexCount; v++) for (let i = world[way](v, to, cost) - 1; i >= 0; i--) arcs.push(`${way === 'successors' ? `${v} ${to[i]}` : `${to[i]} ${v}`} ${cost[i]}`);
  return arcs.sort();
}

/** The cells connected to `start`, whatever the direction of arcs. */
function weaklyConnected(arcs: readonly string[], start: number): Set<number> {
  const near = new Set([start]);
  const pairs = arcs.map((arc) => arc.split(' ').map(Number));
  for (let size = 0; size < near.size;) {
    size = near.size;
    for (const [v, u] of pairs) {
      if (near.has(v)) near.add(u);
      else if (near.has(u)) near.add(v);
    }
  }
  return near;
}

test('has the arcs of its grid and of its links, reports edits, connects cells and estimates never too high, on random maps', () => {
  // Those that lower estimates, and others.
  const additions = [0, 0];
  for (let seed = 1; seed <= runs(200); seed++) {
    const random = seededRandom(seed);
    const whole = (n: number): number => Math.floor(n * random());
    const options: GridOptions = { movement: (['four', 'eight', 'hex'] as const)[seed % 3], corners: (['never', 'one', 'always'] as const)[whole(3)], metric: (['exact', '5/7', { straight: 1, diagonal: 3 }, { straight: 2, diagonal: 2 }] as const)[whole(4)] };
    const [width, height] = [2 + whole(7), 2 + whole(6)];
    const grid = Grid.fromArray(Array.from({ length: width * height }, () => (random() < 0.25 ? 0 : 1 + whole(3))), width, height, options);
    const world = new LinkedGrid(grid, { linksPerCell: 3 });
    const cell = (): number => grid.vertex(whole(width), whole(height));
    const tails = new Uint32Array(world.vertexCount);
    const lasting = world.heuristic({ least: 1 });
    const estimates = [world.heuristic(), lasting];
    const inside = Array.from({ length: world.vertexCount }, (_, v) => v).filter((v) => world.hasVertex(v));
    const listed = (): number[] => inside.flatMap((v, i) => (i % 5 === 0 ? inside.map((goal) => lasting(v, goal)) : []));
    for (let round = 0; round < 12; round++) {
      const { version } = world;
      const before = arcsBy(world);
      const kind = whole(5);
      const kept = listed();
      let isAdded = false;
      if (kind < 2) {
        const [from, to] = [cell(), cell()];
        const room = [...world.links.values()].filter((link) => [link.from, link.to].some((v) => v === from || v === to)).length < 3;
        if (from === to || !room) continue;
        world.addLink({ from, to, cost: whole(8) / 2, oneWay: random() < 0.4 });
        isAdded = true;
      } else if (kind === 2 && world.links.size > 0) {
        world.removeLink([...world.links.keys()][whole(world.links.size)]);
      } else if (kind === 3) grid.setRectangle(whole(width), whole(height), 1, 1, whole(4));
      else grid.setSides(whole(width), whole(height), { enter: whole(256), leave: whole(256) });
      expect(arcsOf(world, 'successors')).toEqual(expectedArcs(grid, world.links.values()));
      expect(arcsOf(world, 'predecessors')).toEqual(arcsOf(world, 'successors'));
      const after = arcsBy(world);
      const changed = [...after.keys()].filter((v) => after.get(v) !== before.get(v));
      if (changed.length > 0) expect(world.version).toBeGreaterThan(version);
      const n = world.changedSince(version, tails);
      if (isAdded) additions[Number(n >= 0)]++;
      if (!isAdded || n >= 0) {
        expect(listed()).toEqual(kept);
        const told = new Set(tails.subarray(0, n));
        expect([n, changed.filter((v) => !told.has(v))]).toEqual([told.size, []]);
        if (n > 0) expect(world.changedSince(version, new Uint32Array(n - 1))).toBe(-1);
      }
      const goal = cell();
      const near = weaklyConnected(arcsOf(world, 'successors'), goal);
      for (const v of [cell(), cell(), goal]) expect(world.same(v, goal)).toBe(grid.cells[goal] !== 0 && grid.cells[v] !== 0 && near.has(v));
      const distances = oracleDistances(world, goal, { backward: true });
      for (const estimate of estimates) {
        expect(estimate(goal, goal)).toBe(0);
        for (const arc of arcsOf(world, 'successors')) {
          const [v, u, cost] = arc.split(' ').map(Number);
          expect(estimate(v, goal)).toBeLessThanOrEqual(cost + estimate(u, goal) + 1e-9);
        }
        for (let v = 0; v < world.vertexCount; v++) if (world.hasVertex(v)) expect(estimate(v, goal)).toBeLessThanOrEqual(distances[v] + 1e-9);
      }
    }
  }
  expect(Math.min(...additions)).toBeGreaterThan(runs(50));
});

test('while the revision of its heuristic stays, no estimate changes, and estimates are those of a new graph', () => {
  // Edits after which it stayed, and others.
  const counts = [0, 0];
  for (let seed = 1; seed <= runs(300); seed++) {
    const random = seededRandom(seed);
    const whole = (n: number): number => Math.floor(n * random());
    const grid = Grid.fromArray(Array.from({ length: 70 }, () => (random() < 0.5 ? 0 : 1 + whole(2))), 10, 7, { movement: (['four', 'eight', 'hex'] as const)[whole(3)] });
    const world = new LinkedGrid(grid, { linksPerCell: 400 });
    const cell = (): number => grid.vertex(whole(10), whole(7));
    const add = (): void => {
      const [from, to] = [cell(), cell()];
      if (from !== to) world.addLink({ from, to, cost: [0.5, 3, 20][whole(3)], oneWay: random() < 0.3 });
    };
    for (let i = whole(4); i > 0; i--) add();
    // So many that estimates come from a plane, or from the nearest links.
    const [from, to] = [cell(), cell()];
    if (seed % 3 === 0 && from !== to) for (let i = 0; i < 300; i++) world.addLink({ from, to, cost: seed % 2 === 0 ? 100 : 0.5, oneWay: true });
    const estimate = world.heuristic();
    const goals = [cell(), cell(), cell()];
    const arcs = new Uint32Array(world.maxDegree);
    for (let round = 0; round < 8; round++) {
      // A single cell that joins a part may have other estimates.
      const near = Array.from(grid.cells.keys()).filter((v) => world.hasVertex(v) && world.successors(v, arcs, new Float64Array(arcs.length)) > 0);
      const listed = (): number[][] => near.map((v) => goals.map((goal) => estimate(v, goal)));
      const [before, revision] = [listed(), estimate.revision];
      const kind = whole(8);
      if (kind === 0) add();
      else if (kind === 1 && world.links.size > 0) world.removeLink([...world.links.keys()][whole(world.links.size)]);
      else if (kind === 2) grid.setCost(whole(10), whole(7), 1 + whole(3));
      else {
        const v = whole(3) === 0 ? goals[whole(3)] : cell();
        grid.setRectangle(grid.x(v), grid.y(v), 1, 1, whole(2) * (1 + whole(3)));
      }
      // Another goal between.
      if (whole(2) === 0) estimate(cell(), cell());
      const isSame = estimate.revision === revision;
      counts[Number(isSame)]++;
      const after = listed();
      if (seed % 3 !== 0) {
        const fresh = new LinkedGrid(grid, { linksPerCell: 400 });
        for (const link of world.links.values()) fresh.addLink(link);
        const anew = fresh.heuristic();
        goals.forEach((goal, i) => {
          const distances = oracleDistances(world, goal, { backward: true });
          near.forEach((v, k) => distances[v] === Infinity || expect(after[k][i]).toBe(anew(v, goal)));
        });
      }
      if (!isSame) continue;
      near.forEach((v, i) => grid.cells[v] === 0 || expect(after[i], `${seed}, ${round}`).toEqual(before[i]));
    }
  }
  expect(Math.min(...counts)).toBeGreaterThan(runs(300));
});

test('on an empty map, the estimate is exact for one link', () => {
  for (const movement of ['four', 'eight', 'hex'] as const) {
    const grid = new Grid(12, 9, { movement });
    const world = new LinkedGrid(grid);
    world.addLink({ from: grid.vertex(2, 7), to: grid.vertex(10, 1), cost: 0.5, oneWay: true });
    const goal = grid.vertex(11, 0);
    const distances = oracleDistances(world, goal, { backward: true });
    const estimate = world.heuristic();
    for (let v = 0; v < world.vertexCount; v++) if (world.hasVertex(v)) expect(estimate(v, goal)).toBeCloseTo(distances[v], 9);
  }
});

/** What the cheapest path costs if nothing is in the way in each part of the map: by relaxing over links until nothing changes. */
function relaxed(links: Iterable<GridLink>, length: (v: number, u: number) => number, partOf: (v: number) => number, v: number, goal: number): number {
  const ways = Array.from(links, ({ from, to, cost, oneWay }) => (oneWay === true ? [[from, to, cost]] : [[from, to, cost], [to, from, cost]])).flat();
  const costs = ways.map(() => Infinity);
  const least = (u: number): number => Math.min(partOf(u) === partOf(goal) ? length(u, goal) : Infinity, ...ways.map(([tail], i) => (partOf(tail) === partOf(u) ? length(u, tail) + costs[i] : Infinity)));
  for (let before = ''; before !== costs.join();) {
    before = costs.join();
    ways.forEach(([, head, cost], i) => (costs[i] = Math.min(costs[i], cost + least(head))));
  }
  return least(v);
}

test.each([3, 12, 40])('the estimate is what the cheapest path over %d links costs if nothing is in the way', (links) => {
  for (const [movement, diagonal] of [['four', 1.4], ['eight', 1.4], ['eight', 5], ['hex', 1.4]] as const) {
    const random = seededRandom(links);
    const grid = new Grid(23, 17, { movement, ...(movement === 'eight' && { metric: { straight: 1, diagonal } }) });
    const world = new LinkedGrid(grid, { linksPerCell: 40 });
    const cell = (): number => grid.vertex(Math.floor(23 * random()), Math.floor(17 * random()));
    const estimate = world.heuristic();
    const length = grid.heuristic();
    for (let i = 0; i < links; i++) {
      const [from, to] = [cell(), cell()];
      if (from !== to) world.addLink({ from, to, cost: 0.5 + i / 8, oneWay: i % 2 === 0 });
      const goal = cell();
      for (const v of [cell(), cell(), cell()]) expect(estimate(v, goal)).toBeCloseTo(relaxed(world.links.values(), length, () => 0, v, goal), 9);
    }
  }
});

test('over floors and rooms, the estimate is what the cheapest path costs if nothing is in the way in each, to up to 64 goals and more', () => {
  for (let seed = 1; seed <= runs(40); seed++) {
    const random = seededRandom(seed);
    const whole = (n: number): number => Math.floor(n * random());
    const { grid, at } = floorsOf(5, 9, 7, { movement: (['four', 'eight', 'hex'] as const)[seed % 3] });
    const world = new LinkedGrid(grid, { linksPerCell: 9 });
    const cell = (): number => at(whole(5), whole(9), whole(7));
    for (let i = 3 + whole(9); i > 0; i--) {
      const [from, to] = [cell(), cell()];
      if (from !== to) world.addLink({ from, to, cost: whole(20) / 2, oneWay: random() < 0.4 });
    }
    const [estimate, length] = [world.heuristic(), grid.heuristic()];
    for (let round = 0; round < 3; round++) {
      for (let floor = 0; floor < 5; floor++) grid.setRectangle(0, 8 * floor, 9, 7, 1 + whole(3));
      grid.setRectangle(whole(7), 8 * whole(5) + whole(5), 2, 1, 0);
      const links = [...world.links.values()].filter(({ from, to }) => grid.cells[from] * grid.cells[to] > 0);
      for (let i = 0; i < (seed % 8 === 0 ? 150 : 30); i++) {
        const [v, goal] = [cell(), cell()];
        const expected = relaxed(links, length, (u) => Math.floor(grid.y(u) / 8), v, goal);
        if (grid.cells[v] * grid.cells[goal] > 0 && expected < Infinity) expect(estimate(v, goal)).toBeCloseTo(expected, 9);
      }
    }
  }
});

test('over many links, some of them shortcuts, the estimate is the least of the steps alone and of those to the nearest and from the nearest one', () => {
  const grid = new Grid(40, 10);
  const world = new LinkedGrid(grid, { linksPerCell: 300 });
  const length = grid.heuristic();
  const [from, to] = [grid.vertex(9, 2), grid.vertex(30, 7)];
  for (let i = 0; i < 257; i++) world.addLink({ from, to, cost: 5, oneWay: true });
  world.addLink({ from: grid.vertex(20, 0), to: grid.vertex(21, 9), cost: 7 });
  const estimate = world.heuristic();
  for (let v = 0; v < grid.vertexCount; v++) {
    if (!grid.hasVertex(v)) continue;
    const goal = grid.vertex(v % 40, v % 10);
    const nearest = (u: number, ...ends: readonly number[]): number => Math.min(...ends.map((end) => length(u, end)));
    const ends = [grid.vertex(20, 0), grid.vertex(21, 9)];
    expect(estimate(v, goal)).toBeCloseTo(Math.min(length(v, goal), nearest(v, from, ...ends) + 5 + nearest(goal, to, ...ends)), 9);
  }
});

test('estimates by the nearest links follow added ones at once, and removed ones later', () => {
  // How often estimates were exact after a removal, and how often too low.
  const removals = [0, 0];
  for (let seed = 1; seed <= runs(12); seed++) {
    const random = seededRandom(seed);
    const whole = (n: number): number => Math.floor(n * random());
    const grid = new Grid(23, 17, { movement: (['four', 'eight', 'hex'] as const)[seed % 3] });
    const world = new LinkedGrid(grid, { linksPerCell: 99 });
    const nearest = new LinkEstimates(grid, world.links, {});
    const [estimate, lasting] = [nearest.heuristic, world.heuristic({ least: 1 })];
    const add = (link: GridLink): number => {
      const number = world.addLink(link);
      nearest.add(link);
      return number;
    };
    const remove = (number: number): void => {
      const link = world.links.get(number)!;
      world.removeLink(number);
      nearest.remove(link);
    };
    const length = grid.heuristic();
    const cell = (): number => grid.vertex(whole(23), whole(17));
    const formula = (links: readonly GridLink[], v: number, goal: number): number => {
      const ways = links.flatMap(({ from, to, oneWay }) => (oneWay === true ? [[from, to]] : [[from, to], [to, from]]));
      const nearest = (cells: readonly number[], at: number): number => Math.min(...cells.map((u) => length(at, u)));
      return Math.min(length(v, goal), nearest(ways.map(([tail]) => tail), v) + Math.min(...links.map(({ cost }) => cost)) + nearest(ways.map(([, head]) => head), goal));
    };
    const ever: GridLink[] = [];
    const tails = new Uint32Array(world.vertexCount);
    const pairs = Array.from({ length: 6 }, () => [cell(), cell()] as const);
    for (let round = 0; round < 150; round++) {
      const { version } = world;
      const kept = pairs.map(([v, goal]) => lasting(v, goal));
      const isAdded = world.links.size < 4 || (random() < 0.6) === (round < 75);
      if (isAdded) {
        const [from, to] = [cell(), cell()];
        if (from === to) continue;
        ever.push({ from, to, cost: 3 - round / 100 + whole(3), oneWay: seed % 2 === 0 && round > 40 && random() < 0.3 });
        add(ever.at(-1)!);
      } else remove([...world.links.keys()][whole(world.links.size)]);
      const links = [...world.links.values()];
      if (world.changedSince(version, tails) >= 0) expect(pairs.map(([v, goal]) => lasting(v, goal))).toEqual(kept);
      for (const [v, goal] of pairs) {
        const [most, least] = [formula(links, v, goal), formula(ever, v, goal)];
        expect(estimate(v, goal)).toBeLessThanOrEqual(most + 1e-9);
        for (const one of [estimate, lasting]) expect(one(v, goal)).toBeGreaterThanOrEqual(least - 1e-9);
        if (ever.length === links.length) expect(estimate(v, goal)).toBeCloseTo(most, 9);
        else removals[Number(estimate(v, goal) < most - 1e-9)]++;
      }
      if (round % 5 > 0) continue;
      const goal = pairs[0][1];
      const distances = oracleDistances(world, goal, { backward: true });
      for (const [v] of pairs) expect(lasting(v, goal)).toBeLessThanOrEqual(distances[v] + 1e-9);
    }
    // A cheap one that is soon gone.
    for (let k = 0; k < 20; k++) add({ from: grid.vertex(k, 0), to: grid.vertex(k, 16), cost: 5 });
    const kept = pairs.map(([v, goal]) => estimate(v, goal));
    remove(add({ from: grid.vertex(0, 0), to: grid.vertex(0, 16), cost: 0 }));
    expect(pairs.map(([v, goal]) => estimate(v, goal))).toEqual(kept);
    for (const number of [...world.links.keys()]) remove(number);
    for (const [v, goal] of pairs) expect(estimate(v, goal)).toBe(length(v, goal));
    // With more removed ones than links, one that lowers the estimates of planners counts all anew.
    const only = { from: grid.vertex(0, 0), to: grid.vertex(22, 16), cost: 0.5 };
    add(only);
    for (const [v, goal] of pairs) expect(lasting(v, goal)).toBeCloseTo(formula([only], v, goal), 9);
  }
  expect(Math.min(...removals)).toBeGreaterThan(runs(12));
});

test('estimates place floors one above the other and rooms at their doors: they are consistent, also after edits and over shortcuts', () => {
  for (let seed = 1; seed <= runs(120); seed++) {
    const random = seededRandom(seed);
    const whole = (n: number): number => Math.floor(n * random());
    const movement = (['four', 'eight', 'hex'] as const)[seed % 3];
    const grid = new Grid(16, 25, { movement });
    // A village, and below it rooms in a row that is closed.
    grid.setRectangle(0, 9, 16, 16, 0);
    const world = new LinkedGrid(grid, { linksPerCell: 9 });
    const rooms = [[0, 10, 4, 4], [6, 10, 5, 6], [12, 11, 1, 1], [1, 17, 6, 7], [9, 18, 7, 5]];
    for (const [x, y, width, height] of rooms) grid.setRectangle(x, y, width, height, 2 + whole(2));
    grid.setRectangle(0, 0, 16, 9, 2);
    const inRoom = (i: number): number => grid.vertex(rooms[i][0] + whole(rooms[i][2]), rooms[i][1] + whole(rooms[i][3]));
    const inVillage = (): number => grid.vertex(whole(16), whole(9));
    // In some worlds, no link is shorter than the walk.
    const walk = seed % 4 === 0 ? grid.heuristic() : () => 0;
    rooms.forEach((_, i) => {
      const [door, inside] = [inVillage(), inRoom(i)];
      world.addLink({ from: door, to: inside, cost: walk(door, inside) + 1 + whole(3), oneWay: random() < 0.2 });
      const [dx, dy] = [whole(5) - 2, whole(5) - 2];
      const beside = [door, inside].map((v) => [grid.x(v) + dx, grid.y(v) + dy]);
      if (random() < 0.5 && beside.every(([x, y]) => grid.contains(x, y))) {
        const [from, to] = beside.map(([x, y]) => grid.vertex(x, y));
        world.addLink({ from, to, cost: walk(from, to) + 1 });
      }
      const [from, to] = [inRoom(i), random() < 0.5 ? inRoom((i + 1) % 5) : inVillage()];
      if (random() < 0.2) world.addLink({ from, to, cost: walk(from, to) + whole(4) });
    });
    const estimate = world.heuristic();
    let goal = inVillage();
    for (let round = 0; round < 6; round++) {
      const kind = whole(4);
      if (kind === 0) grid.setRectangle(whole(15), whole(23), 1 + whole(2), 1 + whole(3), whole(2));
      else if (kind === 1) grid.setRectangle(0, whole(9), 16, 1, 0);
      else if (kind === 2 && world.links.size > 3) world.removeLink([...world.links.keys()][whole(world.links.size)]);
      else grid.setRectangle(0, 0, 16, 9, 1 + whole(3));
      const arcs = arcsOf(world, 'successors').map((arc) => arc.split(' ').map(Number));
      for (const next of [goal, inVillage(), grid.vertex(whole(16), whole(25)), inRoom(whole(5))]) {
        goal = next;
        expect(estimate(goal, goal)).toBe(0);
        const distances = oracleDistances(world, goal, { backward: true });
        for (const [v, u, cost] of arcs) expect(estimate(v, goal)).toBeLessThanOrEqual(cost + estimate(u, goal) + 1e-9);
        if (grid.cells[goal] !== 0) for (let v = 0; v < world.vertexCount; v++) if (world.hasVertex(v) && grid.cells[v] !== 0) expect(estimate(v, goal)).toBeLessThanOrEqual(distances[v] + 1e-9);
      }
    }
  }
});

/** Floors of one width and height, one below the other. */
function floorsOf(count: number, width: number, height: number, options: GridOptions): { grid: Grid; at: (floor: number, x: number, y: number) => number } {
  const grid = new Grid(width, count * (height + 1) - 1, options);
  for (let floor = 1; floor < count; floor++) grid.setRectangle(0, floor * (height + 1) - 1, width, 1, 0);
  return { grid, at: (floor, x, y) => grid.vertex(x, floor * (height + 1) + y) };
}

test('over many links, an estimate to another floor is the distance on the plane, and the least that the stairs on the way cost', () => {
  for (let seed = 1; seed <= runs(60); seed++) {
    const random = seededRandom(seed);
    const whole = (n: number): number => Math.floor(n * random());
    const { grid, at } = floorsOf(5, 9, 7, { movement: (['four', 'eight', 'hex'] as const)[seed % 3] });
    const world = new LinkedGrid(grid, { linksPerCell: 300 });
    for (let i = 0; i < 257; i++) world.addLink({ from: at(0, 0, 0), to: at(0, 1, 0), cost: 90, oneWay: true });
    const [estimate, straight] = [world.heuristic(), grid.heuristic()];
    const stairs = new Map<number, readonly [from: number, to: number, cost: number, oneWay: boolean, x: number, y: number]>();
    const add = (from: number, to: number, oneWay: boolean): void => {
      const [x, y, cost] = [whole(9), whole(7), whole(20) / 2];
      if (from !== to) stairs.set(world.addLink({ from: at(from, x, y), to: at(to, x, y), cost, oneWay }), [from, to, cost, oneWay, x, y]);
    };
    for (let floor = 0; floor < 4; floor++) add(floor, floor + 1, false);
    for (let round = 0; round < 12; round++) {
      const kind = whole(4);
      if (kind === 0) add(whole(5), whole(5), random() < 0.5);
      else if (kind === 1) grid.setRectangle(0, 0, 9, 39, 1 + whole(3));
      else if (kind === 2 && stairs.size > 4) {
        const number = [...stairs.keys()][4 + whole(stairs.size - 4)];
        world.removeLink(number);
        stairs.delete(number);
      }
      for (let floor = 1; floor < 5; floor++) grid.setRectangle(0, floor * 8 - 1, 9, 1, 0);
      const closed = [whole(5), 2 + whole(7), whole(7)] as const;
      grid.setBlocked(closed[1], closed[0] * 8 + closed[2], true);
      const sums = Array.from({ length: 5 }, (_, a) => Array.from({ length: 5 }, (_, b) => (a === b ? 0 : Infinity)));
      for (const [from, to, cost, oneWay, x, y] of stairs.values()) {
        if ([from, to].includes(closed[0]) && x === closed[1] && y === closed[2]) continue;
        sums[from][to] = Math.min(sums[from][to], cost);
        if (!oneWay) sums[to][from] = Math.min(sums[to][from], cost);
      }
      for (let k = 0; k < 5; k++) for (let a = 0; a < 5; a++) for (let b = 0; b < 5; b++) sums[a][b] = Math.min(sums[a][b], sums[a][k] + sums[k][b]);
      for (let i = 0; i < 20; i++) {
        const [a, b] = [whole(5), whole(5)];
        const [x, y, toX, toY] = [whole(9), whole(7), whole(9), whole(7)];
        if (sums[a][b] < Infinity && grid.cells[at(a, x, y)] > 0 && grid.cells[at(b, toX, toY)] > 0) expect(estimate(at(a, x, y), at(b, toX, toY))).toBeCloseTo(straight(at(a, x, y), at(a, toX, toY)) + sums[a][b], 9);
      }
      grid.setBlocked(closed[1], closed[0] * 8 + closed[2], false);
    }
  }
});

test.each([[1024, 1023], [1025, 0]])('over %d rooms, the estimate counts what doors cost if they are no more than 1024', (rooms, cost) => {
  const grid = new Grid(2 * rooms, 1);
  const world = new LinkedGrid(grid);
  for (let i = 0; i < rooms; i++) grid.setBlocked(2 * i + 1, 0, true);
  for (let i = 1; i < rooms; i++) world.addLink({ from: grid.vertex(2 * i - 2, 0), to: grid.vertex(2 * i, 0), cost: 1 });
  expect(world.heuristic()(grid.vertex(0, 0), grid.vertex(2 * rooms - 2, 0))).toBe(cost);
});

test('over stairs that cost more than their length, estimates are consistent and never too high, also after edits', () => {
  // The rounds with cheap stairs, and those without.
  const rounds = [0, 0];
  for (let seed = 1; seed <= runs(240); seed++) {
    const random = seededRandom(seed);
    const whole = (n: number): number => Math.floor(n * random());
    const { grid, at } = floorsOf(3, 8, 5, { movement: (['four', 'eight', 'hex'] as const)[seed % 3], metric: (['exact', '5/7'] as const)[whole(2)] });
    const world = new LinkedGrid(grid, { linksPerCell: 9 });
    const links: number[] = [];
    const add = (least: number): void => {
      const [from, to] = [whole(3), whole(3)];
      const [x, y] = [whole(8), whole(5)];
      const [a, b] = [at(from, x, y), at(to, Math.min(7, x + whole(2)), Math.min(4, y + whole(2)))];
      if (a !== b) links.push(world.addLink({ from: a, to: b, cost: least + 9 * random(), oneWay: random() < 0.3 }));
    };
    for (let i = whole(4); i < 6; i++) add(3 * grid.steps.diagonal);
    const estimate = world.heuristic();
    for (let round = 0; round < 5; round++) {
      const kind = whole(5);
      if (kind === 0) add(0);
      else if (kind === 1) add(3 * grid.steps.diagonal);
      else if (kind === 2 && links.length > 2) world.removeLink(links.splice(whole(links.length), 1)[0]);
      else if (kind === 3) grid.setRectangle(whole(8), 6 * whole(3), 1, 1 + whole(5), whole(4));
      else for (let floor = 0; floor < 3; floor++) grid.setRectangle(0, 6 * floor, 8, 5, 1 + whole(3));
      rounds[Number([...world.links.values()].every(({ cost }) => cost >= 3 * grid.steps.diagonal))]++;
      const arcs = arcsOf(world, 'successors').map((arc) => arc.split(' ').map(Number));
      for (const goal of [at(whole(3), whole(8), whole(5)), at(0, 0, 0)]) {
        if (grid.cells[goal] === 0) continue;
        expect(estimate(goal, goal)).toBe(0);
        const distances = oracleDistances(world, goal, { backward: true });
        for (const [v, u, cost] of arcs) expect(estimate(v, goal)).toBeLessThanOrEqual(cost + estimate(u, goal) + 1e-9);
        for (let v = 0; v < world.vertexCount; v++) if (grid.cells[v] !== 0) expect(estimate(v, goal)).toBeLessThanOrEqual(distances[v] + 1e-9);
      }
    }
  }
  expect(Math.min(...rounds)).toBeGreaterThan(runs(240));
});

test('estimates over links that moved, and over links as long as the walk', () => {
  const grid = new Grid(40, 41);
  grid.setRectangle(0, 20, 40, 1, 0);
  const world = new LinkedGrid(grid);
  const at = (floor: number, x: number, y: number): number => grid.vertex(x, 21 * floor + y);
  for (const x of [3, 20, 37]) world.addLink({ from: at(0, x, 4), to: at(1, x, 4), cost: 2 });
  const estimate = world.heuristic();
  const straight = grid.heuristic();
  expect(estimate(at(0, 30, 10), at(1, 5, 19))).toBeCloseTo(straight(at(0, 30, 10), at(0, 20, 4)) + 2 + straight(at(1, 20, 4), at(1, 5, 19)), 9);
  // A link that moved.
  const moved = new LinkedGrid(grid);
  const fresh = new LinkedGrid(grid);
  const link = moved.addLink({ from: at(0, 3, 4), to: at(1, 3, 4), cost: 2 });
  moved.heuristic()(at(0, 0, 0), at(1, 0, 0));
  moved.removeLink(link);
  for (const one of [moved, fresh]) one.addLink({ from: at(0, 3, 4), to: at(1, 37, 15), cost: 2 });
  expect(moved.heuristic()(at(0, 30, 10), at(1, 37, 19))).toBe(fresh.heuristic()(at(0, 30, 10), at(1, 37, 19)));
  // Of links that are as long as the walk, plain estimates are valid too.
  const shores = new Grid(100, 11);
  shores.setRectangle(40, 0, 20, 11, 0);
  const ferries = new LinkedGrid(shores);
  ferries.addLink({ from: shores.vertex(39, 5), to: shores.vertex(60, 5), cost: 21 });
  expect(ferries.heuristic()(shores.vertex(0, 5), shores.vertex(99, 5))).toBe(99);
});

test('estimates to where no path leads are those of the map, so that searches for the nearest vertex end on the floor of the goal, or at the stairs to it', () => {
  const grid = new Grid(40, 83);
  for (const y of [20, 41, 62]) grid.setRectangle(0, y, 40, 1, 0);
  const world = new LinkedGrid(grid);
  const at = (floor: number, x: number, y: number): number => grid.vertex(x, 21 * floor + y);
  const stairs = [3, 20, 37].map((x) => world.addLink({ from: at(0, x, 4), to: at(1, x, 4), cost: 2 }));
  grid.setRectangle(30, 25, 5, 5, 0);
  grid.setRectangle(32, 27, 1, 1, 1);
  const nearest = (start: number, goal: number, on = world): number => {
    const distances = oracleDistances(on, start);
    const estimate = on.heuristic();
    const reached = Array.from(distances, (_, v) => v).filter((v) => distances[v] < Infinity);
    return reached.reduce((best, v) => (estimate(v, goal) < estimate(best, goal) ? v : best));
  };
  for (const goal of [at(1, 33, 5), at(1, 32, 6)]) {
    expect(grid.y(nearest(at(1, 0, 0), goal))).toBeGreaterThan(20);
    expect(grid.y(nearest(at(0, 0, 0), goal))).toBeGreaterThan(20);
  }
  for (const number of stairs.slice(1)) world.removeLink(number);
  grid.setBlocked(3, 25, true);
  expect(nearest(at(0, 30, 10), at(1, 5, 19))).toBe(at(0, 3, 4));
  // Floors 0 and 3 are one group, 1 and 2 another: floor 3 is below floor 2.
  const groups = new LinkedGrid(grid);
  for (const [one, other] of [[0, 3], [1, 2]]) groups.addLink({ from: at(one, 9, 4), to: at(other, 9, 4), cost: 2 });
  expect(nearest(at(0, 5, 5), at(2, 5, 18), groups)).toBe(at(3, 5, 0));
});

test('an estimate follows added links, and that of searches removed ones', () => {
  const grid = new Grid(30, 1);
  const world = new LinkedGrid(grid);
  const [estimate, lasting] = [world.heuristic(), world.heuristic({ least: 1 })];
  const [start, goal] = [grid.vertex(0, 0), grid.vertex(29, 0)];
  expect([estimate(start, goal), lasting(start, goal)]).toEqual([29, 29]);
  const link = world.addLink({ from: grid.vertex(1, 0), to: grid.vertex(28, 0), cost: 4 });
  expect([estimate(start, goal), lasting(start, goal)]).toEqual([6, 6]);
  world.removeLink(link);
  expect([estimate(start, goal), lasting(start, goal), world.links.size]).toEqual([29, 6, 0]);
  // One that lowers the estimates of planners counts all links anew.
  world.addLink({ from: grid.vertex(1, 0), to: grid.vertex(20, 0), cost: 4 });
  expect([estimate(start, goal), lasting(start, goal)]).toEqual([14, 14]);
});

test('links that leave the estimates of planners as they are do not end the record of edits', () => {
  const grid = new Grid(30, 1);
  const world = new LinkedGrid(grid);
  const out = new Uint32Array(world.vertexCount);
  const tails = (version: number): number[] | undefined => {
    const n = world.changedSince(version, out);
    return n < 0 ? undefined : [...out.subarray(0, n)].map((v) => grid.x(v)).sort((a, b) => a - b);
  };
  const [a, b, c] = [1, 28, 14].map((x) => grid.vertex(x, 0));
  // Before the first estimate of a planner.
  const lasting = world.heuristic({ least: 1 });
  let { version } = world;
  const door = world.addLink({ from: a, to: b, cost: 4 });
  expect(tails(version)).toEqual([1, 28]);
  lasting(a, b);
  // Taken away and put back, with an edit of the grid in between.
  version = world.version;
  world.removeLink(door);
  const { version: between } = world;
  grid.setBlocked(14, 0, true);
  world.addLink({ from: a, to: b, cost: 4 });
  expect(tails(version)).toEqual([1, 13, 14, 15, 28]);
  expect(tails(between)).toEqual([1, 13, 14, 15, 28]);
  // As long as the walk.
  version = world.version;
  world.removeLink(world.addLink({ from: a, to: c, cost: 13, oneWay: true }));
  expect(tails(version)).toEqual([1]);
  // Cheaper, or to another cell.
  for (const link of [{ from: a, to: b, cost: 3 }, { from: c, to: b, cost: 4 }, { from: grid.vertex(5, 0), to: grid.vertex(20, 0), cost: 12 }]) {
    version = world.version;
    const number = world.addLink(link);
    expect(tails(version)).toBeUndefined();
    lasting(a, b);
    world.removeLink(number);
  }
  // More changes than are remembered.
  version = world.version;
  for (let i = 0; i < 512; i++) world.removeLink(world.addLink({ from: a, to: c, cost: 13 }));
  expect(tails(version)).toEqual([1, 14]);
  world.addLink({ from: a, to: c, cost: 13 });
  expect(tails(version)).toBeUndefined();
  expect(tails(version + 1)).toEqual([1, 14]);
});

test('reports the exact tails of scattered edits, and the ends of links there', () => {
  const grid = new Grid(80, 60);
  const world = new LinkedGrid(grid);
  const ends = [[2, 1], [70, 50], [40, 30], [75, 58], [79, 0], [0, 59]].map(([x, y]) => grid.vertex(x, y));
  world.addLink({ from: ends[0], to: ends[1], cost: 3 });
  world.addLink({ from: ends[3], to: ends[2], cost: 3, oneWay: true });
  world.addLink({ from: ends[4], to: ends[5], cost: 3 });
  const { version } = world;
  // Scattered walls, logged as one rectangle. Two of them are at ends of links.
  const walls = Uint32Array.from({ length: 20 }, (_, i) => grid.vertex(2 + 2 * i, 1 + 2 * i));
  walls[19] = ends[2];
  const scattered = (cost: number): number[] => {
    const tails = new Uint32Array(180);
    const { edits } = grid;
    const n = grid.setCells(walls, new Uint8Array(20).fill(cost), 20, tails);
    expect(grid.edits).toBe(edits + 1);
    return [...tails.subarray(0, n)];
  };
  const first = scattered(0);
  const since = (from: number): number[] => {
    const found = new Uint32Array(1000);
    return [...found.subarray(0, world.changedSince(from, found))].sort((a, b) => a - b);
  };
  const sorted = (cells: number[]): number[] => [...new Set(cells)].sort((a, b) => a - b);
  const expected = sorted([...first, ...ends.slice(0, 4)]);
  expect(since(version)).toEqual(expected);
  expect(world.changedSince(version, new Uint32Array(expected.length - 1))).toBe(-1);
  // Together, four such rectangles have more cells than the map: any link may have changed.
  const later = [1, 0, 1].flatMap(scattered);
  expect(since(version)).toEqual(sorted([...first, ...later, ...ends]));
  expect(() => world.changedSince(version + 0.5, new Uint32Array(200))).toThrow('what grid.edits was');
});

test('an edit of a cell reports the other end of its link, also where walls enclose both', () => {
  const grid = Grid.fromRows(['.#.', '###', '...']);
  const world = new LinkedGrid(grid);
  const [a, b] = [grid.vertex(0, 0), grid.vertex(2, 0)];
  world.addLink({ from: a, to: b, cost: 3 });
  const { version } = world;
  grid.setBlocked(2, 0, true);
  const tails = new Uint32Array(world.vertexCount);
  const n = world.changedSince(version, tails);
  expect([...tails.subarray(0, n)]).toEqual(expect.arrayContaining([a, b]));
  expect(world.successors(a, new Uint32Array(10), new Float64Array(10))).toBe(0);
  grid.setBlocked(2, 0, false);
  expect(world.successors(a, new Uint32Array(10), new Float64Array(10))).toBe(1);
  expect([world.changedSince(world.version, tails), world.changedSince(world.version + 1, tails), world.changedSince(-1, tails)]).toEqual([0, -1, -1]);
});

test('maps that share links have the arcs of those that are for them, on random maps', () => {
  for (let seed = 1; seed <= runs(60); seed++) {
    const random = seededRandom(seed);
    const whole = (n: number): number => Math.floor(n * random());
    const ground = new Grid(9, 8);
    const first = new LinkedGrid(ground, { linksPerCell: 3 });
    const ladders = ({ kind, cost }: GridLink): number => (kind === 'ladder' ? Infinity : 2 * cost);
    const worlds = [first];
    const expected = (world: LinkedGrid): GridLink[] => {
      const links = [...first.links.values()];
      return world === worlds[2] ? links.map((link) => ({ ...link, cost: ladders(link) })).filter(({ cost }) => cost < Infinity) : links;
    };
    for (let round = 0; round < 40; round++) {
      const some = worlds[whole(worlds.length)];
      if (round === 10) worlds.push(new LinkedGrid(new UnitGrid(ground, 2).grid, { links: some }));
      if (round === 20) worlds.push(new LinkedGrid(ground, { links: some, costOf: ladders }));
      const before = worlds.map((world) => [world.version, arcsBy(world)] as const);
      if (random() < 0.6) {
        const [from, to] = [ground.vertex(whole(9), whole(8)), ground.vertex(whole(9), whole(8))];
        const room = [...first.links.values()].filter((link) => [link.from, link.to].some((v) => v === from || v === to)).length < 3;
        if (from !== to && room) some.addLink({ from, to, cost: 1 + whole(3), oneWay: random() < 0.4, ...(random() < 0.3 && { kind: 'ladder' }) });
      } else if (first.links.size > 0) some.removeLink([...first.links.keys()][whole(first.links.size)]);
      ground.setRectangle(whole(9), whole(8), 1, 1, whole(3));
      const tails = new Uint32Array(ground.vertexCount);
      worlds.forEach((world, i) => {
        expect(world.links).toBe(first.links);
        expect(arcsOf(world, 'successors')).toEqual(expectedArcs(world.grid, expected(world)));
        expect(arcsOf(world, 'predecessors')).toEqual(arcsOf(world, 'successors'));
        const [version, arcs] = before[i];
        const told = new Set(tails.subarray(0, Math.max(0, world.changedSince(version, tails))));
        const changed = [...arcsBy(world)].filter(([v, text]) => text !== arcs.get(v)).map(([v]) => v);
        expect(changed.filter((v) => !told.has(v))).toEqual([]);
      });
    }
  }
});

test('an error of one of the maps that share links changes none of them', () => {
  const ground = new Grid(4, 4);
  const [a, b, c] = [[0, 0], [3, 3], [2, 2]].map(([x, y]) => ground.vertex(x, y));
  const world = new LinkedGrid(ground);
  world.addLink({ from: a, to: b, cost: 1 });
  let isBroken = false;
  const units = new UnitGrid(ground, 1, { costOf: (terrain) => (isBroken && terrain === 7 ? NaN : terrain) });
  const guards = new LinkedGrid(units.grid, { links: world });
  const fog = new LinkedGrid(new FogOfWar(ground).known, { links: world });
  const failing = new LinkedGrid(ground, { links: world, costOf: ({ kind }) => (kind === 'broken' ? NaN : 5) });
  const versions = (): number[] => [world, fog, failing].map(({ version }) => version);
  const before = versions();
  expect(() => world.addLink({ from: c, to: ground.vertex(1, 1), cost: 1, oneWay: true, kind: 'broken' })).toThrow('costOf must return the cost of a link, a number from 0 to 10¹², or Infinity for none, got NaN.');
  expect(() => world.addLink({ from: c, to: a, cost: 1, kind: 7 as never })).toThrow('The kind of a link is a string, got 7.');
  expect(() => fog.removeLink(1)).toThrow('There is no link 1');
  expect(() => new LinkedGrid(ground, { links: world, linksPerCell: 3 })).toThrow('linksPerCell is that of the links that are shared: leave it out.');
  expect(() => new LinkedGrid(ground, { links: world, costOf: () => undefined as never })).toThrow('got undefined.');
  expect([versions(), world.links.size]).toEqual([before, 1]);
  // An error of a map.
  isBroken = true;
  for (const change of [() => world.addLink({ from: a, to: c, cost: 1 }), () => { world.removeLink(0); }]) {
    ground.setRectangle(1, 1, 1, 1, 7);
    const { version } = world;
    expect(change).toThrow('costOf');
    expect([world.version, world.links.size, arcsOf(fog, 'successors'), arcsOf(guards, 'successors').filter((arc) => arc.startsWith(`${a} ${b} `))]).toEqual([version, 1, expectedArcs(fog.grid, world.links.values()), [`${a} ${b} 1`]]);
    ground.setRectangle(1, 1, 1, 1, 1);
    expect(guards.version).toBeGreaterThan(0);
  }
  fog.removeLink(0);
  expect([world, fog, failing].map(({ links }) => links.size)).toEqual([0, 0, 0]);
  expect(() => new LinkedGrid(ground, { links: {} as never })).toThrow('links takes another LinkedGrid, whose links are shared, got');
  expect(() => new LinkedGrid(ground, { costOf: 3 as never })).toThrow('costOf');
  expect(() => new LinkedGrid(new Grid(4, 5), { links: world })).toThrow('LinkedGrids that share links must have maps of one size, got 4 × 5 and 4 × 4.');
});

test('says what is wrong with a link', () => {
  const grid = new Grid(4, 4);
  const world = new LinkedGrid(grid);
  const [a, b] = [grid.vertex(0, 0), grid.vertex(3, 3)];
  const add = (link: object) => () => world.addLink(link as never);
  expect(() => world.addLink(undefined as never)).toThrow('A link is { from, to, cost }, got undefined.');
  expect(add({ from: 0, to: b, cost: 1 })).toThrow('The start of a link must be a vertex of the graph, got 0');
  expect(add({ from: a, to: { x: 1, y: 1 }, cost: 1 })).toThrow('The end of a link must be');
  expect(add({ from: a, to: a, cost: 1 })).toThrow(`A link must lead to another cell, got ${a} twice.`);
  for (const cost of [-1, NaN, Infinity, '2', undefined]) expect(add({ from: a, to: b, cost })).toThrow('A link costs a number from 0 to 10¹², got');
  expect(add({ from: a, to: b, cost: 1, oneWay: 1 })).toThrow('oneWay must be true or false, got 1.');
  expect(add({ from: a, to: b, price: 1 })).toThrow("A link has no option 'price'");
  expect(world.version).toBe(grid.edits);
  for (let i = 0; i < 2; i++) world.addLink({ from: a, to: b, cost: 1, oneWay: true });
  expect(add({ from: a, to: grid.vertex(1, 2), cost: 1 })).toThrow('Cell (0, 0) has 2 links already: make the LinkedGrid with linksPerCell: 3.');
  expect(add({ from: grid.vertex(1, 2), to: b, cost: 1, oneWay: true })).toThrow('Cell (3, 3) has 2 links already');
  expect([world.addLink({ from: b, to: a, cost: 1, oneWay: true }), world.links.size]).toEqual([2, 3]);
  expect(() => world.removeLink(7)).toThrow('There is no link 7: pass a number that addLink has returned.');
  for (const linksPerCell of [0, 0.5, NaN, '2']) expect(() => new LinkedGrid(grid, { linksPerCell } as never)).toThrow('linksPerCell must be a whole number from 1, got');
  expect(() => new LinkedGrid(world as never)).toThrow('LinkedGrid takes a Grid of @pf/grid');
});

test('only maps that share links are referenced weakly, which keeps them until the end of the task', () => {
  const referenced: LinkedGrid[] = [];
  const Original = WeakRef;
  vi.stubGlobal('WeakRef', class extends Original<LinkedGrid> {
    constructor(world: LinkedGrid) {
      super(world);
      referenced.push(world);
    }
  });
  const grid = new Grid(4, 4);
  const world = new LinkedGrid(grid);
  const link = { from: grid.vertex(0, 0), to: grid.vertex(3, 3), cost: 1 };
  world.removeLink(world.addLink(link));
  expect(referenced).toEqual([]);
  const [second, third] = [1, 2].map(() => new LinkedGrid(grid, { links: world }));
  const fourth = new LinkedGrid(grid, { links: third });
  vi.unstubAllGlobals();
  expect(referenced).toEqual([world, second, third, fourth]);
  for (const one of referenced) {
    const number = one.addLink(link);
    expect(referenced.map((each) => each.links.has(number) && each.successors(link.from, new Uint32Array(each.maxDegree), new Float64Array(each.maxDegree)))).toEqual([4, 4, 4, 4]);
    one.removeLink(number);
  }
});
