import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompressedGraph } from '@pf/graph';
import { fourNeighbours, Grid } from '@pf/grid';
import { AStar, cellsOfLine, Dijkstra, findPath, smooth } from '@pf/search';
import { repository } from '@pf/workspace';
import { afterAll, describe, expect, test } from 'vitest';
import { find, floorsOf, gridOf, joined, searchOf } from '../adapters/python-pathfinding.js';
import { compute, looksOfAStar } from '../adapters/rot-js.js';
import { withShould } from '../collect-tests.js';
import * as python from '../scenarios/python-pathfinding.js';
import * as rot from '../scenarios/rot-js.js';
import { counts, easystarTests, ngraphTests, pathfindingTests, sentence } from '../suites.js';

const ran = Object.fromEntries(Object.keys(counts).map((peer) => [peer, 0]));

function scenario(peer, name, run) {
  test(name, async () => {
    await run();
    ran[peer]++;
  });
}

function fail(message) {
  throw new Error(message);
}

describe('the suite of PathFinding.js', () => {
  for (const { name, run } of pathfindingTests()) scenario('pathfinding-js', name, () => withShould(expect, run));
});

describe('the suite of easystarjs', () => {
  for (const { name, run } of easystarTests({ expect, fail })) scenario('easystarjs', name, run);
});

describe('the suite of ngraph.path', () => {
  for (const { name, run } of ngraphTests({ expect })) scenario('ngraph', name, run);
});

describe('the suite of rot.js', () => {
  for (const each of rot.scenarios) scenario('rot-js', each.name, () => expect(compute(each)).toEqual(each.path ?? []));
  scenario('rot-js', 'A* looks at no cell beside an open row', () => expect(looksOfAStar(rot.openRow.from, rot.openRow.to)).toBeLessThanOrEqual(rot.openRow.looks + 8));
});

describe('the suite of python-pathfinding', () => {
  const peer = 'python-pathfinding';
  for (const each of python.paths) scenario(peer, each.name, () => expect(find(each)).toHaveLength(each.length));

  for (const { finder, map } of python.limits) {
    const begin = () => {
      const grid = gridOf(map, true);
      const search = searchOf(finder, grid);
      const goal = grid.vertex(...map.to);
      search.begin(grid.vertex(...map.from), search instanceof Dijkstra ? { targets: goal } : goal);
      return search;
    };
    scenario(peer, `${finder} gives up after three iterations`, () => {
      const search = begin();
      expect(search.run(3)).toBe(false);
      expect(search.counters.expanded).toBeLessThanOrEqual(3);
    });
    scenario(peer, `${finder} gives up when its time is over`, () => {
      const search = begin();
      expect(search.run(Infinity, AbortSignal.abort())).toBe(false);
      expect(search.counters.expanded).toBeLessThanOrEqual(1);
    });
  }

  for (const [name, read] of [['text', String], ['numbers', Number]]) {
    scenario(peer, `a map from a CSV file, as ${name}`, () => {
      const grid = Grid.fromArray(python.csv.text.trim().split('\n').map((row) => row.split(',').map(read)), { movement: 'four', costOf: Number });
      expect(findPath(grid, { from: python.csv.from, to: python.csv.to }).cells.map(({ x, y }) => [x, y])).toEqual(python.csv.path);
    });
  }

  scenario(peer, 'a map from typed arrays', () => {
    const grid = Grid.fromArray(python.corner.matrix.map((row) => Uint8Array.from(row)), { corners: 'always' });
    const path = findPath(grid, { from: python.corner.from, to: python.corner.to });
    expect(path.cells).toHaveLength(python.corner.length);
  });

  scenario(peer, 'neighbours, blocked ones included', () => {
    const grid = Grid.fromArray([[0, 0, 1], [1, 1, 1], [1, 1, 1]]);
    const seen = new Uint32Array(fourNeighbours.most);
    const n = fourNeighbours.sense(grid, grid.vertex(0, 0), seen);
    expect(seen.subarray(0, n).filter((v) => grid.contains(grid.x(v), grid.y(v)) && v !== grid.vertex(0, 0))).toHaveLength(2);
  });

  scenario(peer, 'two floors joined by a lift', () => {
    const { graph, vertex, cell } = floorsOf(python.lift);
    const search = new AStar(graph);
    search.search(vertex(...python.lift.from), vertex(...python.lift.to));
    const out = new Uint32Array(graph.vertexCount);
    expect(Array.from(out.subarray(0, search.path(out)), cell)).toEqual(python.lift.path);
  });

  scenario(peer, 'the neighbours of a cell where left and right edge are joined', () => {
    const grid = gridOf({ matrix: Array.from({ length: 5 }, () => Array(5).fill(1)) }, true);
    const graph = joined(grid);
    const to = new Uint32Array(graph.maxDegree);
    const n = graph.successors(grid.vertex(4, 2), to, new Float64Array(graph.maxDegree));
    const cells = Array.from(to.subarray(0, n), (v) => `${grid.x(v)},${grid.y(v)}`);
    expect(cells.sort()).toEqual(['0,1', '0,2', '0,3', '3,1', '3,2', '3,3', '4,1', '4,3']);
  });

  for (const { name, directed, from, to, path, arcs } of python.graphs) {
    scenario(peer, `a graph: ${name}`, () => {
      const graph = new CompressedGraph(7, arcs, { directed });
      const search = new Dijkstra(graph);
      search.search(from, to);
      const out = new Uint32Array(graph.vertexCount);
      expect([...out.subarray(0, search.path(out))]).toEqual(path);
    });
  }

  scenario(peer, 'the cells of a line', () => {
    for (const { from, to, cells } of python.lines) {
      const [a, b] = [from, to].map(([x, y]) => ({ x, y }));
      expect(cellsOfLine(a, b).map(({ x, y }) => [x, y])).toEqual(cells);
    }
  });

  // Tests without counterpart: the behaviour here.
  test('features without counterpart', () => {
    expect(new Grid(3, 2).toRows()).toEqual(['...', '...']);
    expect(() => new Grid(0, 0)).toThrow(RangeError);
    expect(findPath(new Grid(5, 5), { from: [0, 0], to: [4, 4], shape: smooth }).cells).toHaveLength(2);
  });
});

describe('statements of the guides', () => {
  for (const peer of Object.keys(counts)) {
    test(peer, () => {
      expect(readFileSync(join(repository, `docs/from-${peer}.md`), 'utf8')).toContain(sentence(peer));
    });
  }
});

afterAll(() => {
  for (const [peer, { scenarios, without }] of Object.entries(counts)) {
    if (ran[peer] !== scenarios - without) throw new Error(`${ran[peer]} scenarios of ${peer} passed, not ${scenarios - without}.`);
  }
});
