import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { DStarLite } from '@pf/incremental';
import { AStar } from '@pf/search';
import { describe, expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';

describe.each(['A*', 'D* Lite'])('a dispatcher over %s', (name) => {
  const made = (grid: Grid): Dispatcher => {
    const astar = new AStar(grid);
    return new Dispatcher(grid, { planner: name === 'A*' ? () => astar : () => new DStarLite(grid) });
  };

  test('follows edits that are reported, reported without their tails, or not at all', () => {
    const random = seededRandom(3);
    const below = (n: number): number => Math.floor(n * random());
    for (let world = 0; world < 40; world++) {
      const grid = new Grid(12, 12, { movement: 'four' });
      const dispatcher = made(grid);
      const tails = new Uint32Array(grid.vertexCount);
      const units = Array.from({ length: 6 }, () => dispatcher.add(grid.vertex(below(12), below(12))));
      for (const unit of units) dispatcher.order(unit, grid.vertex(below(12), below(12)));
      for (let frame = 0; frame < 60; frame++) {
        const standing = new Set(units.map((unit) => dispatcher.position(unit)));
        const [x, y] = [below(12), below(12)];
        const blocked = random() < 0.6;
        if (!standing.has(grid.vertex(x, y))) {
          const how = below(3);
          if (how === 0) grid.setBlocked(x, y, blocked);
          else dispatcher.arcsChanged(tails, grid.setBlocked(x, y, blocked, how === 1 ? tails : undefined));
        }
        dispatcher.frame({ expansions: 60 });
        for (const unit of units) {
          const v = dispatcher.position(unit);
          expect(grid.isFree(grid.x(v), grid.y(v)), `world ${world}, frame ${frame}`).toBe(true);
        }
      }
    }
  });
});

test('a road that is closed without a report is not taken', () => {
  const roads = new CompressedGraph(4, [[0, 1, 1], [1, 3, 1], [0, 2, 5], [2, 3, 5]]);
  const astar = new AStar(roads);
  const dispatcher = new Dispatcher(roads, { planner: () => astar });
  const unit = dispatcher.add(0);
  dispatcher.order(unit, 3);
  roads.setCost(1, 3, Infinity);
  dispatcher.arcsChanged([], 0);
  const seen = new Set<number>();
  for (let frame = 0; frame < 9; frame++) {
    dispatcher.frame({ expansions: 9 });
    seen.add(dispatcher.position(unit));
  }
  expect([...seen].includes(1)).toBe(false);
  expect(dispatcher.position(unit)).toBe(3);
});

test('an edit that the graph remembers is repaired as one that was reported, not planned anew', () => {
  const spent = [true, false].map((isReported) => {
    const grid = new Grid(60, 9, { movement: 'four' });
    const dispatcher = new Dispatcher(grid, { planner: () => new DStarLite(grid, { heuristic: grid.heuristic({ least: 1 }) }) });
    const unit = dispatcher.add(grid.vertex(0, 4));
    dispatcher.order(unit, grid.vertex(59, 4));
    dispatcher.frame({ expansions: 9000 });
    const tails = new Uint32Array(9);
    const n = grid.setBlocked(8, 4, true, tails);
    if (isReported) dispatcher.arcsChanged(tails, n);
    let expanded = 0;
    for (let frame = 0; frame < 3; frame++) expanded += dispatcher.frame({ expansions: 9000 }).expanded;
    return expanded;
  });
  expect(spent[0]).toBeGreaterThan(0);
  expect(spent[1]).toBe(spent[0]);
});

test('a report does not hide roads that were closed without one', () => {
  for (const edits of [3, 600]) {
    const roads = new CompressedGraph(5, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [0, 4, 9], [4, 3, 9]]);
    const astar = new AStar(roads);
    const dispatcher = new Dispatcher(roads, { planner: () => astar });
    const unit = dispatcher.add(0);
    dispatcher.order(unit, 3);
    dispatcher.plan({ expansions: 99 });
    for (let i = 0; i < edits; i++) roads.setCost(2, 3, i % 2 === 0 ? Infinity : 8);
    roads.setCost(2, 3, Infinity);
    roads.setCost(4, 3, 8);
    dispatcher.arcsChanged([4], 1);
    for (let frame = 0; frame < 9; frame++) dispatcher.frame({ expansions: 9 });
    expect(dispatcher.position(unit)).toBe(3);
  }
});
