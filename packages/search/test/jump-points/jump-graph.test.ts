import { applyPatch, Grid, seededRandom } from '@pf/grid';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { JumpPointSearch } from '../../src/index.ts';
import type { GraphJumps } from '../../src/jump-points/graph-jumps.ts';
import type { JumpGraph } from '../../src/jump-points/jump-graph.ts';
import { JumpFinder } from '../../src/jump-points/jump-finder.ts';
import { ENTRIES } from '../../src/jump-points/jump-graph.ts';

const rules = [{}, { corners: 'one' }, { corners: 'always' }, { movement: 'four' }] as const;

/** The graph of a search. */
function graphOf(search: JumpPointSearch): JumpGraph {
  return (search['locator'] as GraphJumps)['graph'];
}

/** Holds all kept lists against scans of the map as it is. Returns the numbers of those that still count, and of those that do not. */
function compareLists(grid: Grid, graph: JumpGraph, context: string): { kept: number; dropped: number } {
  const finder = new JumpFinder(grid);
  const { tiles } = graph['finder'].map;
  let [kept, dropped] = [0, 0];
  for (let node = 3; node < graph.nodes; node++) {
    for (let arrival = 0; arrival < graph['cellAt']; arrival++) {
      const list = graph['records'][(node << graph['recordShift']) + arrival];
      if (list === 0) continue;
      if (graph.lists[list + 2] !== tiles.sum(graph.lists[list + 1])) {
        dropped++;
        continue;
      }
      kept++;
      const v = graph.cell(node);
      const n = finder.jumps(v, graph.position(node) >>> 16, graph.position(node) & 0xffff, arrival);
      const is = Array.from({ length: graph.length(list) }, (_, i) => {
        const [entry, offset] = graph.lists.subarray(list + ENTRIES + 2 * i);
        const u = graph.cell(entry >> 4);
        expect(u - v, context).toBe((offset >> 16) * grid.stride + ((offset << 16) >> 16));
        return (u << 4) | (entry & 7);
      });
      expect(is, `${context}, node ${node}, arrival ${arrival}`).toEqual(Array.from(finder.found.subarray(0, n)));
      expect([graph.lists[list + 5], graph.lists[list + 6]], context).toEqual([finder.steps[0] | (finder.steps[1] << 16), finder.steps[2] | (finder.steps[3] << 16)]);
      expect(graph.lists[list + 3] & 0xff).toBe(finder.map.rules.courses(grid.moves, v, arrival));
    }
  }
  return { kept, dropped };
}

test('lists kept over random histories of edits equal those scanned anew, and costs are those of the oracle', () => {
  const random = seededRandom(2014);
  const below = (n: number): number => Math.floor(random() * n);
  let [kept, dropped, checked] = [0, 0, 0];
  for (let history = 0; history < runs(200); history++) {
    const grid = new Grid(20 + below(110), 20 + below(70), rules[history % rules.length]);
    const search = new JumpPointSearch(grid);
    for (let round = 0; round < 10; round++) {
      // In some histories single cells only: they may move the end of a ray, and change no sight.
      for (let patches = below(4); patches > 0; patches--) {
        if (history % 8 > 3) {
          grid.setBlocked(below(grid.width), below(grid.height), random() < 0.8);
          continue;
        }
        const [width, height] = [1 + below(9), 1 + below(9)];
        const crowding = random();
        const costs = Uint8Array.from({ length: width * height }, () => +(random() < crowding));
        applyPatch(grid, { width, height, costs }, below(grid.width - width), below(grid.height - height));
      }
      const start = grid.vertex(below(grid.width), below(grid.height));
      if (grid.cells[start] === 0) continue;
      const truth = oracleDistances(grid, start);
      for (let i = 0; i < 6; i++) {
        const goal = grid.vertex(below(grid.width), below(grid.height));
        if (grid.cells[goal] === 0) continue;
        // In slices, some of which an edit ends that changes nothing.
        search.begin(start, goal);
        while (!search.run(1 + below(20)));
        checked++;
        if (truth[goal] === Infinity) expect(search.cost, `history ${history}, round ${round}`).toBe(Infinity);
        else expect(search.cost, `history ${history}, round ${round}`).toBeCloseTo(truth[goal], 8);
      }
      const compared = compareLists(grid, graphOf(search), `history ${history}, round ${round}`);
      kept += compared.kept;
      dropped += compared.dropped;
    }
  }
  expect(checked).toBeGreaterThan(runs(200) * 5);
  expect(kept).toBeGreaterThan(runs(200) * 30);
  expect(dropped).toBeGreaterThan(runs(200) * 5);
});

test('a graph that has grown too large is cleared', () => {
  const random = seededRandom(5);
  const below = (n: number): number => Math.floor(random() * n);
  const grid = new Grid(60, 60);
  const search = new JumpPointSearch(grid);
  const graph = graphOf(search);
  let cleared = 0;
  for (let i = 0; i < 400; i++) {
    const before = graph['used'];
    for (let k = 0; k < 60; k++) grid.setBlocked(below(60), below(60), random() < 0.2);
    const [start, goal] = [0, 1].map(() => grid.vertex(below(60), below(60)));
    const truth = grid.cells[start] === 0 ? Infinity : oracleDistances(grid, start)[goal];
    const cost = search.search(start, goal);
    if (truth === Infinity) expect(cost).toBe(Infinity);
    else expect(cost).toBeCloseTo(truth, 8);
    if (graph['used'] < before) cleared++;
    expect(graph.lists.length).toBeLessThan(2 ** 18);
  }
  expect(cleared).toBeGreaterThan(1);
});

test('a repeated query scans only from its start, and an edit only what it may have changed', () => {
  const grid = new Grid(120, 60);
  for (let i = 0; i < 900; i++) grid.setBlocked((i * 37) % 119, (i * i * 13 + i) % 59, true);
  const search = new JumpPointSearch(grid);
  const finder = graphOf(search)['finder'];
  const jumps = finder.jumps.bind(finder);
  let scans = 0;
  finder.jumps = (...position) => {
    scans++;
    return jumps(...position);
  };
  const scansOf = (): number => {
    scans = 0;
    search.search(grid.vertex(2, 57), grid.vertex(118, 3));
    return scans;
  };
  expect([scansOf(), search.counters.expanded, scansOf()]).toEqual([399, 399, 1]);
  const path = new Uint32Array(grid.vertexCount);
  const middle = path[search.path(path) >> 1];
  grid.setBlocked(grid.x(middle), grid.y(middle), true);
  expect([scansOf(), search.counters.expanded, scansOf()]).toEqual([61, 403, 1]);
});
