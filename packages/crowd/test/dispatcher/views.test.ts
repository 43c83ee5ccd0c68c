import { avoiding, withCosts } from '@pf/graph';
import { Grid } from '@pf/grid';
import { AStar } from '@pf/search';
import { expect, test } from 'vitest';
import { Dispatcher } from '../../src/index.ts';

const grid = new Grid(9, 3);
const gate = grid.vertex(4, 1);
const views = {
  avoiding: (isClosed: () => boolean) => avoiding(grid, (v) => v === gate && isClosed()),
  withCosts: (isClosed: () => boolean) => withCosts(grid, (_tail, head, cost) => (head === gate && isClosed() ? Infinity : cost)),
};

/** Whether a unit whose path leads through a cell enters it, once the function of the view has closed it. */
function enters(view: keyof typeof views, collisions: 'pass' | 'avoid', reports: boolean): boolean {
  let closed = false;
  const graph = views[view](() => closed);
  const dispatcher = new Dispatcher(graph, { planner: () => new AStar(graph), collisions });
  const unit = dispatcher.add(grid.vertex(0, 1));
  dispatcher.order(unit, grid.vertex(8, 1));
  dispatcher.frame({ expansions: 1000 });
  closed = true;
  const tails = [...grid.cells.keys()].filter((v) => grid.offsets.some((offset) => v + offset === gate));
  if (reports) dispatcher.arcsChanged(tails, tails.length);
  let entered = false;
  for (let frame = 0; frame < 20; frame++) {
    dispatcher.frame({ expansions: 1000 });
    entered ||= dispatcher.position(unit) === gate;
  }
  if (reports || collisions === 'pass') expect(dispatcher.position(unit)).toBe(grid.vertex(8, 1));
  return entered;
}

test.each(['avoiding', 'withCosts'] as const)('a cell that the function of %s closes is entered only without a report, and by units that pass each other', (view) => {
  expect(enters(view, 'pass', false)).toBe(true);
  expect(enters(view, 'pass', true)).toBe(false);
  expect(enters(view, 'avoid', false)).toBe(false);
  expect(enters(view, 'avoid', true)).toBe(false);
});

test.each(['pass', 'avoid'] as const)('units take roads that cost less than the estimates of the grid, collisions: %s', (collisions) => {
  const roads = withCosts(grid, (tail, head, cost) => (grid.y(tail) === 2 && grid.y(head) === 2 ? 0.1 : cost));
  const astar = new AStar(roads, { heuristic: () => 0 });
  const dispatcher = new Dispatcher(roads, { planner: () => astar, collisions });
  const unit = dispatcher.add(grid.vertex(0, 1));
  dispatcher.order(unit, grid.vertex(8, 1));
  const rows: number[] = [];
  for (let frame = 0; frame < 12; frame++) {
    dispatcher.frame({ expansions: 1000 });
    rows.push(grid.y(dispatcher.position(unit)));
  }
  expect(rows).toContain(2);
  expect(dispatcher.status(unit)).toBe('idle');
});
