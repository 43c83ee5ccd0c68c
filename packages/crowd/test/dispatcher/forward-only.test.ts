/** A graph of the caller's may be searched forward only: its `predecessors` writes nothing, or throws. */
import type { Graph } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { DispatcherOptions } from '../../src/index.ts';
import { Dispatcher } from '../../src/index.ts';

const forward = (graph: Graph): Graph => ({
  vertexCount: graph.vertexCount,
  maxDegree: graph.maxDegree,
  get version() { return graph.version; },
  successors: (v, to, cost) => graph.successors(v, to, cost),
  predecessors: () => 0,
});

/** Moves until nobody has something to do; returns the messages of all errors. */
function run(dispatcher: Dispatcher, frames: number, frame: (k: number) => void = () => {}): string[] {
  const errors: string[] = [];
  for (let k = 0; k < frames; k++) {
    frame(k);
    try {
      dispatcher.frame({ expansions: 300 });
    } catch (error) {
      errors.push((error as Error).message);
    }
  }
  return errors;
}

function over(graph: Graph, options: Partial<DispatcherOptions> = {}): Dispatcher {
  const astar = new AStar(graph);
  return new Dispatcher(graph, { planner: () => astar, ...options });
}

test('a flow field over a graph that is searched forward only fails with advice, and the units arrive without it', () => {
  const graph = forward(new Grid(30, 20));
  const grid = new Grid(30, 20);
  const dispatcher = over(graph);
  const ids = Array.from({ length: 30 }, (_, x) => dispatcher.add(grid.vertex(x, x % 20)));
  for (const id of ids) dispatcher.order(id, grid.vertex(15, 10));
  expect(run(dispatcher, 400)).toEqual([expect.stringMatching(/^The flow field to vertex \d+ could not be completed: predecessors leaves out the arc from vertex \d+ to \d+, .*shareFrom: Infinity/)]);
  expect(ids.map((id) => dispatcher.status(id))).toEqual(ids.map(() => 'idle'));
});

test('a goal without arcs that leave it: the field fails too', () => {
  const dispatcher = over(forward(new CompressedGraph(400, Array.from({ length: 399 }, (_, v) => [v, v + 1, 1] as const))));
  const ids = [0, 1, 2, 3].map((v) => dispatcher.add(v));
  for (const id of ids) dispatcher.order(id, 399);
  expect(run(dispatcher, 500)).toHaveLength(1);
  expect(ids.map((id) => dispatcher.position(id))).toEqual([399, 399, 399, 399]);
});

test('without flow fields, only units that no path leads to their goal are unreachable, also after long searches in vain and edits', () => {
  let closed = 0;
  for (let world = 0; world < runs(40); world++) {
    const random = seededRandom(world + 1);
    const below = (n: number): number => Math.floor(n * random());
    const grid = new Grid(40, 30);
    // From the upper half, no step leads down, but from the lower one up.
    for (let x = 0; x < 40; x++) grid.setSides(x, 14, { leave: grid.mask('north', 'east', 'west') });
    const dispatcher = over(forward(grid), { shareFrom: Infinity });
    const ids = Array.from({ length: 30 }, () => dispatcher.add(grid.vertex(below(40), below(30))));
    const [up, down] = [grid.vertex(below(40), below(14)), grid.vertex(below(40), 16 + below(14))];
    const goals = ids.map((_, i) => (i % 3 === 0 ? up : down));
    for (const [i, id] of ids.entries()) dispatcher.order(id, goals[i]);
    const errors = run(dispatcher, 200, (k) => {
      if (k % 9 !== 8) return;
      grid.setCost(0, 29, 1 + (k % 2));
      dispatcher.arcsChanged([grid.vertex(0, 28), grid.vertex(1, 28), grid.vertex(1, 29)], 3);
    });
    expect(errors).toEqual([]);
    for (const [i, id] of ids.entries()) {
      const isReachable = oracleDistances(grid, dispatcher.position(id))[goals[i]] < Infinity;
      if (!isReachable) closed++;
      expect(dispatcher.status(id), `world ${world}, unit ${i}`).toBe(isReachable ? 'idle' : 'unreachable');
    }
  }
  expect(closed).toBeGreaterThan(runs(40));
});
