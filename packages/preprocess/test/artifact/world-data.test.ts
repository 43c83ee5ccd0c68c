import type { Lattice, Located } from '@pf/graph';
import { CompressedGraph, EdgeCosts, fingerprint, RoadMap } from '@pf/graph';
import { Grid } from '@pf/grid';
import { digraphs, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FromWorker } from '../../src/parallel/parallel-build.ts';
import { buildInParallel, describeWorld, restoreWorld } from '../../src/index.ts';
import { workerLoop } from '../../src/parallel/worker-loop.ts';

test('a world that was sent as data is the same: its cells, its rules and its one-way sides', () => {
  fc.assert(
    fc.property(worlds({ maxSize: 6, sides: true }), (world) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
      const there = restoreWorld(structuredClone(describeWorld(grid)));
      expect(fingerprint(there)).toBe(fingerprint(grid));
      expect(there.toArray()).toEqual(grid.toArray());
      expect([there.movement, there.corners, there.metric]).toEqual([grid.movement, grid.corners, grid.metric]);
      expect(there.sides).toEqual(grid.sides);
    }),
    { numRuns: runs(60), seed: 17 },
  );
  fc.assert(
    fc.property(digraphs(), fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 40, maxLength: 40 }), ({ vertexCount, arcs }, coordinates) => {
      const graph = new CompressedGraph(vertexCount, arcs, { coordinates: coordinates.slice(0, 2 * vertexCount) });
      const there = restoreWorld(structuredClone(describeWorld(graph)));
      expect(fingerprint(there, there)).toBe(fingerprint(graph, graph));
    }),
    { numRuns: runs(60), seed: 18 },
  );
});

test('sides of any cell arrive, in whichever direction they are open', () => {
  for (const sides of [{ enter: 1 }, { leave: 6 }, { enter: 5, leave: 10 }]) {
    const grid = new Grid(5, 4, { movement: 'four' });
    grid.setSides(3, 2, sides);
    expect(restoreWorld(structuredClone(describeWorld(grid))).sides).toEqual(grid.sides);
  }
});

test('rejects a world without coordinates', async () => {
  const worker = (): never => {
    throw new Error('no worker is needed');
  };
  for (const graph of [new RoadMap(), new EdgeCosts(new RoadMap())] as never[]) {
    expect(() => describeWorld(graph)).toThrow('describeWorld takes a graph with coordinates');
    await expect(buildInParallel(graph, 'hierarchy', { worker, workers: 1 })).rejects.toThrow('describeWorld takes a graph with coordinates');
  }
});

test('rejects a lattice that is not a grid, whose fingerprint a copy of its arcs would not have', async () => {
  const lattice: Lattice & Located = {
    vertexCount: 2, maxDegree: 1, offsets: Int32Array.of(1), lengths: Float64Array.of(1), moves: Uint8Array.of(1, 0), weights: Uint8Array.of(1, 1), weighted: false,
    successors: (v, to, cost) => {
      if (v === 1) return 0;
      to[0] = 1;
      cost[0] = 1;
      return 1;
    },
    predecessors: () => 0, x: (v) => v, y: () => 0,
  };
  const worker = (): never => {
    throw new Error('no worker is needed');
  };
  expect(() => describeWorld(lattice)).toThrow('describeWorld takes a grid or a graph that is not a lattice');
  await expect(buildInParallel(lattice, 'hierarchy', { worker, workers: 1 })).rejects.toThrow('copy the arcs to a CompressedGraph, and build for that');
});

test('a worker without a world, or with one that it cannot build for, reports it when it gets a part', () => {
  const answers: FromWorker[] = [];
  const handle = workerLoop((answer) => answers.push(answer));
  handle({ from: 0, to: 1 });
  handle({ kind: 'subgoal-trees', world: describeWorld(Grid.fromRows(['.2'])) });
  handle({ from: 0, to: 1 });
  handle({ kind: 'paths', world: describeWorld(new Grid(2, 1)) });
  handle({ from: 0, to: 1 });
  handle({ from: 0, to: -1 });
  expect(answers.map((answer) => ('error' in answer ? answer.error : answer.part.byteLength > 0))).toEqual([
    'it was given no world',
    'The subgoal trees of all goals are built for grids without terrain costs, and this world has some: SubgoalTreeBuilder builds single trees of other graphs.',
    true,
    'A part has the vertices from one number up to another, from 0 to 12, got 0 to -1.',
  ]);
});
