import { CompressedGraph, pathCost } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import { oracleCost, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { AdaptiveAStar, MultipathAdaptiveAStar } from '../../src/index.ts';

/** A world of scattered obstacles, its free cells at random, and a planner for it. */
function scene(Planner: typeof AdaptiveAStar, side: number, share: number, seed: number) {
  const random = seededRandom(seed);
  const grid = randomObstacles(side, side, share, random, { metric: '70/99' });
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const anywhere = (): number => free[Math.floor(random() * free.length)];
  return { random, grid, anywhere, planner: new Planner(grid, { heuristic: grid.heuristic() }), tails: new Uint32Array(grid.vertexCount) };
}

describe.each([['Adaptive A*', AdaptiveAStar], ['MPAA*', MultipathAdaptiveAStar]] as const)('%s interrupted while it learns', (_name, Planner) => {
  test.each(['jump', 'goal', 'change'] as const)('handles a %s correctly', (event) => {
    const { random, grid, anywhere, planner, tails } = scene(Planner, 24, 0.25, 3);
    let caught = 0;
    for (let round = 0; round < 400; round++) {
      planner.begin(anywhere(), anywhere());
      let done = false;
      while (!done && planner['unlearned'] === 0) done = planner.run(1);
      for (let i = 0; i < 4; i++) {
        if (planner['unlearned'] > 0) {
          caught++;
          expect(done).toBe(false);
        }
        const [start, goal] = [planner.start, planner.goal];
        if (event === 'jump') planner.moveTo(anywhere());
        else if (event === 'goal') planner.goalMovedTo(anywhere());
        else {
          // Mostly on the path that was found.
          const v = done ? planner.next() : planner['nextVertex'][start];
          const [x, y] = i % 2 === 0 && v >= 0 ? [grid.x(v), grid.y(v)] : [Math.floor(24 * random()), Math.floor(24 * random())];
          if (grid.vertex(x, y) !== start && grid.vertex(x, y) !== goal) planner.arcsChanged(tails, grid.setBlocked(x, y, grid.isFree(x, y), tails));
        }
        done = false;
        while (!done && (i === 3 || planner['unlearned'] === 0)) done = planner.run(i === 3 ? Infinity : 1);
      }
      expect(planner.cost).toBe(oracleCost(grid, planner.start, planner.goal));
    }
    expect(caught).toBeGreaterThan(50);
  });
});

describe.each([['Adaptive A*', AdaptiveAStar], ['MPAA*', MultipathAdaptiveAStar]] as const)('%s interrupted while it checks an earlier path', (_name, Planner) => {
  test.each(['nothing', 'jump', 'goal', 'change', 'begin'] as const)('handles a %s correctly', (event) => {
    const { random, grid, anywhere, planner, tails } = scene(Planner, 60, 0.2, 4);
    const out = new Uint32Array(grid.vertexCount);
    let caught = 0;
    for (let round = 0; round < 100; round++) {
      planner.begin(anywhere(), anywhere());
      planner.run();
      const length = planner.path(out);
      if (length < 40) continue;
      // Not along the path one vertex at a time: from here it must be checked before it is known to hold.
      planner.moveTo(out[2]);
      expect(planner.run(1)).toBe(false);
      if (planner['walker'] >= 0) caught++;
      // On the part that is checked already, or on the rest.
      const v = round % 2 === 0 ? out[4 + Math.floor(8 * random())] : out[length - 1 - Math.floor(10 * random())];
      if (event === 'jump') planner.moveTo(anywhere());
      else if (event === 'goal') planner.goalMovedTo(anywhere());
      else if (event === 'begin') planner.begin(anywhere(), planner.goal);
      else if (event === 'change' && v !== planner.goal) planner.arcsChanged(tails, grid.setBlocked(grid.x(v), grid.y(v), true, tails));
      while (!planner.run(event === 'nothing' ? 1 : 100));
      expect(planner.cost).toBe(oracleCost(grid, planner.start, planner.goal));
      if (grid.cells[v] === 0) planner.arcsChanged(tails, grid.setBlocked(grid.x(v), grid.y(v), false, tails));
    }
    expect(caught).toBeGreaterThan(20);
  });
});

test('MPAA* interrupted while it checks the vertex to expand next resumes there, and not at the vertex after that', () => {
  const { random, grid, anywhere, planner, tails } = scene(MultipathAdaptiveAStar, 60, 0.1, 5);
  const out = new Uint32Array(grid.vertexCount);
  let caught = 0;
  for (let round = 0; round < 40; round++) {
    planner.begin(anywhere(), anywhere());
    planner.run();
    // Around each wall near the start the search comes back to a path whose rest takes more than one call to check.
    for (let length = planner.path(out); length > 20; length = planner.path(out)) {
      const v = out[1 + Math.floor(6 * random())];
      planner.moveTo(out[1]);
      if (v !== planner.start) planner.arcsChanged(tails, grid.setBlocked(grid.x(v), grid.y(v), true, tails));
      const before = planner.counters.expanded;
      while (!planner.run(1)) if (planner['walker'] >= 0 && planner.counters.expanded > before) caught++;
      expect(planner.cost).toBe(oracleCost(grid, planner.start, planner.goal));
      if (planner.cost < Infinity) expect(pathCost(grid, out.subarray(0, planner.path(out)))).toBe(planner.cost);
    }
  }
  expect(caught).toBeGreaterThan(100);
});

describe.each([['Adaptive A*', AdaptiveAStar], ['MPAA*', MultipathAdaptiveAStar]] as const)('the learned estimates of %s', (_name, Planner) => {
  test.each([
    ['repair', '5/7'],
    ['forget', '5/7'],
    ['repair', 'exact'],
    ['forget', 'exact'],
  ] as const)('are consistent after every plan, and never below the heuristic: %s, %s', (falling, metric) => {
    const random = seededRandom(11);
    const below = (n: number): number => Math.floor(n * random());
    const side = 9;
    const grid = new Grid(side, side, { metric });
    const place = (): number => grid.vertex(below(side), below(side));
    const heuristic = grid.heuristic({ least: 1 });
    const planner = new Planner(grid, { heuristic, falling });
    const tails = new Uint32Array(grid.vertexCount);
    const to = new Uint32Array(grid.maxDegree);
    const cost = new Float64Array(grid.maxDegree);
    let learned = 0;
    planner.begin(place(), place());
    for (let event = 0; event < 400; event++) {
      const kind = random();
      if (kind < 0.5) planner.arcsChanged(tails, grid.setCost(below(side), below(side), random() < 0.4 ? 0 : 1 + below(3), tails));
      else if (kind < 0.65) planner.goalMovedTo(place());
      else if (kind < 0.8) planner.moveTo(place());
      else if (kind < 0.82) planner.begin(place(), place());
      if (!planner.run(random() < 0.3 ? below(30) : Infinity)) continue;
      expect(planner.learned(planner.goal)).toBe(0);
      for (let y = 0; y < side; y++) {
        for (let x = 0; x < side; x++) {
          const v = grid.vertex(x, y);
          const estimate = planner.learned(v);
          const fresh = heuristic(v, planner.goal);
          if (estimate > fresh) learned++;
          let wrong = estimate < fresh - 1e-9;
          for (let i = grid.successors(v, to, cost) - 1; i >= 0; i--) wrong ||= estimate > cost[i] + planner.learned(to[i]) + 1e-9;
          if (wrong) throw new Error(`after ${event} events the estimate of (${x}, ${y}) is ${estimate}, the heuristic ${fresh}`);
        }
      }
    }
    expect(learned).toBeGreaterThan(1000);
  });
});

describe.each([['Adaptive A*', AdaptiveAStar], ['MPAA*', MultipathAdaptiveAStar]] as const)('%s beside very expensive paths', (_name, Planner) => {
  test('notices that roads reopen that were closed by a cost', () => {
    const roads = new CompressedGraph(4, [[0, 1, 1.5], [1, 3, 1.5], [0, 2, 1.9], [2, 3, 1.9]]);
    const planner = new Planner(roads);
    planner.begin(0, 3);
    const costs = ([[1, 1.5], [1, 1e12], [2, 1e12], [2, 1.9], [1, 1.5]] as const).map(([head, cost]) => {
      roads.setCost(0, head, cost);
      planner.arcsChanged([0], 1);
      planner.run();
      return planner.cost;
    });
    expect(costs).toEqual([3, 3.8, 1e12 + 1.5, 3.8, 3]);
  });

  test('notices each of many small falls of cost on a closed road', () => {
    const road = new CompressedGraph(12, Array.from({ length: 11 }, (_, i) => [i, i + 1, 100.5] as const));
    const planner = new Planner(road);
    planner.begin(0, 11);
    for (const [tail, cost] of [[5, 100.5], [5, 1e10], [5, 100.5], ...Array.from({ length: 11 }, (_, i) => [i, 100.491])]) {
      road.setCost(tail, tail + 1, cost);
      planner.arcsChanged([tail], 1);
      planner.run();
      expect(planner.cost / oracleCost(road, 0, 11)).toBeCloseTo(1, 9);
    }
  });

  test('finds paths whose costs are right to nine digits, whatever other paths cost before or after', () => {
    const random = seededRandom(1012);
    const below = (n: number): number => Math.floor(n * random());
    const cost = (): number => (random() < 0.2 ? 10 ** below(13) : 0.1 + 3 * random());
    let maxCost = 0;
    for (let round = 0; round < Math.max(20, runs(60)); round++) {
      const arcs = Array.from({ length: 24 }, () => [below(8), below(8), cost()] as const);
      const graph = new CompressedGraph(8, arcs);
      const planner = new Planner(graph);
      planner.begin(0, 7);
      for (let event = 0; event < 60; event++) {
        expect(planner.run()).toBe(true);
        const least = planner.start === planner.goal ? 0 : oracleCost(graph, planner.start, planner.goal);
        if (least < Infinity) maxCost = Math.max(maxCost, least);
        const right = planner.cost === least || Math.abs(planner.cost - least) <= 1e-9 * least;
        if (!right) throw new Error(`round ${round}, event ${event}: ${planner.cost} instead of ${least}`);
        if (random() < 0.15) planner.goalMovedTo(below(8));
        // Off its path: a sum minus most of its terms has fewer exact digits.
        const place = below(8);
        if (random() < 0.15 && place !== planner.next()) planner.moveTo(place);
        const [tail, head] = arcs[below(arcs.length)];
        graph.setCost(tail, head, cost());
        planner.arcsChanged([tail], 1);
      }
    }
    expect(maxCost).toBeGreaterThan(1e11);
  });
});

test.each([AdaptiveAStar, MultipathAdaptiveAStar])('%o keeps a moving goal until the budget suffices for the repair', (Planner) => {
  const side = 60;
  const grid = new Grid(side, side, { metric: '5/7' });
  grid.setRectangle(side / 2, 1, 1, side - 1, 0);
  const planner = new Planner(grid);
  const tails = new Uint32Array(grid.vertexCount);
  planner.begin(grid.vertex(4, side - 4), grid.vertex(side - 4, side - 4));
  planner.run();
  planner.arcsChanged(tails, grid.setBlocked(side / 2, side - 4, false, tails));
  const { counters } = planner;
  let most = 0;
  let calls = 0;
  for (let done = false, x = side - 5; !done; calls++) {
    const before = counters.expanded;
    // The goal moves on while the planner computes.
    if (calls % 8 === 0 && calls < 40) planner.goalMovedTo(grid.vertex(x--, side - 4));
    expect(counters.expanded).toBe(before);
    done = planner.run(20);
    most = Math.max(most, counters.expanded - before);
  }
  expect(planner.cost).toBe(oracleCost(grid, planner.start, planner.goal));
  expect(most).toBeLessThanOrEqual(20);
  expect(calls).toBeGreaterThan(40);
  expect(planner.learned(planner.goal)).toBe(0);
});

test('Adaptive A* that forgets also forgets its path, because no report says whether it is still passable', () => {
  const grid = Grid.fromRows(['.5.'], { movement: 'four' });
  const planner = new AdaptiveAStar(grid, { heuristic: grid.heuristic({ least: 1 }), falling: 'forget' });
  const tails = new Uint32Array(grid.vertexCount);
  planner.begin(grid.vertex(0, 0), grid.vertex(2, 0));
  planner.run();
  planner.moveTo(grid.vertex(1, 0));
  planner.arcsChanged(tails, grid.setCost(1, 0, 1, tails));
  planner.arcsChanged(tails, grid.setBlocked(2, 0, true, tails));
  planner.run();
  expect(planner.cost).toBe(Infinity);
});

test('a goal that moves without end does not raise estimates beyond 32 bits', () => {
  const grid = new Grid(3, 3, { metric: { straight: 80_000, diagonal: 84_000 } });
  const planner = new MultipathAdaptiveAStar(grid, { heuristic: grid.heuristic(), queue: 'buckets' });
  expect(planner['h']).toBeInstanceOf(Int32Array);
  const tails = new Uint32Array(grid.vertexCount);
  planner.begin(grid.vertex(1, 2), grid.vertex(0, 0));
  let greatest = 0;
  let wrong = 0;
  for (let i = 1; i <= 10_000; i++) {
    planner.goalMovedTo(grid.vertex(i % 2 === 0 ? 0 : 2, 0));
    if (i % 3 > 0) planner.arcsChanged(tails, grid.setBlocked(i % 3 - 1, 1, i % 2 === 0, tails));
    planner.run();
    if (i % 101 === 0 && planner.cost !== oracleCost(grid, planner.start, planner.goal)) wrong++;
    greatest = Math.max(greatest, planner['shift']);
  }
  expect(wrong).toBe(0);
  expect(greatest).toBeGreaterThan(2 ** 29 - 2 ** 22);
  expect(greatest).toBeLessThan(2 ** 29 + 2 ** 20);
});

test('if sums of costs may exceed 32 bits, no value is stored in 32 bits', () => {
  const kept = (diagonal: number): unknown[] => {
    const planner = new AdaptiveAStar(new Grid(3, 3, { metric: { straight: 1, diagonal } }), { queue: 'buckets' });
    return [planner['gValues'], planner['h'], planner['nextCost']].map((array) => array.constructor);
  };
  // 25 vertices with the border, at 255 times the diagonal: four such sums must stay below 2³¹.
  expect(kept(84_215)).toEqual([Int32Array, Int32Array, Int32Array]);
  expect(kept(84_216)).toEqual([Float64Array, Float64Array, Float64Array]);
});

test.each(['5/7', 'exact'] as const)('an unreached vertex costs Infinity, even the goal, and is not open: %s', (metric) => {
  const grid = Grid.fromRows(['..#..'], { metric });
  const planner = new AdaptiveAStar(grid);
  planner.begin(grid.vertex(0, 0), grid.vertex(4, 0));
  planner.run();
  expect([0, 1, 3, 4].map((x) => planner.g(grid.vertex(x, 0)))).toEqual([0, metric === 'exact' ? 1 : 5, Infinity, Infinity]);
  expect(planner.isOpen(grid.vertex(4, 0))).toBe(false);
});
