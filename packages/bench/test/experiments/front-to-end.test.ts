import { CompressedGraph, pathCost } from '@pf/graph';
import type { Graph, Heuristic } from '@pf/graph';
import { Grid, randomObstacles, seededRandom } from '@pf/grid';
import { optimalSearchContract, oracleDistances, rulesOf, runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { FrontToEndSearch } from '../../src/experiments/search/front-to-end.ts';
import type { PairRule } from '../../src/experiments/search/front-to-end.ts';
import { minimumExpansions } from '../../src/experiments/search/minimum-expansions.ts';

const RULES: readonly PairRule[] = ['nbs', 'dvcbs', 'mm', 'mme'];

for (const rule of RULES) {
  optimalSearchContract(rule, (graph, heuristic) => new FrontToEndSearch(graph, rule, heuristic), {
    grid: (world) => Grid.fromRows(world.rows, rulesOf(world)),
    graph: ({ vertexCount, arcs }) => new CompressedGraph(vertexCount, arcs),
  });
}

interface Case {
  readonly graph: Graph;
  readonly heuristic: Heuristic;
  readonly start: number;
  readonly goal: number;
}

/** A directed graph with unit or real costs, and no estimates or those of a landmark, which are consistent. */
function directed(random: () => number): Case {
  const n = 2 + Math.floor(18 * random());
  const unit = random() < 0.5;
  const arcs = Array.from({ length: Math.floor(3 * n * random()) }, () => [Math.floor(n * random()), Math.floor(n * random()), unit ? 1 : 0.1 + 5 * random()] as const);
  const graph = new CompressedGraph(n, arcs);
  const toLandmark = oracleDistances(graph, Math.floor(n * random()), { backward: true });
  const known = random() < 0.5;
  const heuristic = (u: number, v: number): number => (known && toLandmark[u] < Infinity && toLandmark[v] < Infinity ? Math.max(0, toLandmark[u] - toLandmark[v]) : 0);
  return { graph, heuristic, start: Math.floor(n * random()), goal: Math.floor(n * random()) };
}

function onGrid(random: () => number, side: number): Case {
  const grid = randomObstacles(side, side, 0.1 + 0.3 * random(), random, { movement: random() < 0.5 ? 'four' : 'eight', metric: '70/99' });
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const pick = (): number => free[Math.floor(free.length * random())];
  return { graph: grid, heuristic: random() < 0.3 ? () => 0 : grid.heuristic(), start: pick(), goal: pick() };
}

function cheapestArc(graph: Graph): number {
  const { vertexCount, maxDegree } = graph;
  const to = new Uint32Array(maxDegree);
  const cost = new Float64Array(maxDegree);
  let least = Infinity;
  for (let v = 0; v < vertexCount; v++) for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) least = Math.min(least, cost[i]);
  return least < Infinity ? least : 0;
}

/** A maximum matching of the pairs that must be expanded, which is as large as a minimum cover (König). */
function matching({ graph, heuristic, start, goal }: Case): number {
  const [from, to] = [oracleDistances(graph, start), oracleDistances(graph, goal, { backward: true })];
  const cost = from[goal] * (1 - 1e-12);
  const epsilon = cheapestArc(graph);
  const all = [...from.keys()];
  const forward = all.filter((u) => from[u] + heuristic(u, goal) < cost);
  const backward = all.filter((v) => to[v] + heuristic(start, v) < cost);
  const partner = new Map<number, number>();
  const augment = (u: number, seen: Set<number>): boolean => backward.some((v) => {
    if (seen.has(v) || from[u] + to[v] + epsilon >= cost) return false;
    seen.add(v);
    if (partner.has(v) && !augment(partner.get(v)!, seen)) return false;
    partner.set(v, u);
    return true;
  });
  return forward.filter((u) => augment(u, new Set())).length;
}

describe('on random worlds', () => {
  const count = runs(4000);
  test(`costs and paths are the oracle's, and the claims of the papers hold: ${count} directed graphs and grids`, { timeout: 600_000 }, () => {
    const random = seededRandom(2017);
    let reached = 0;
    const totals = { nbs: 0, dvcbs: 0, mm: 0, mme: 0, least: 0 };
    for (let i = 0; i < count; i++) {
      const each = i % 2 === 0 ? directed(random) : onGrid(random, 3 + Math.floor(6 * random()));
      const { graph, heuristic, start, goal } = each;
      if (start === undefined || goal === undefined) continue;
      const optimum = oracleDistances(graph, start)[goal];
      const least = optimum < Infinity ? matching(each) : 0;
      if (optimum < Infinity) expect(minimumExpansions(graph, heuristic, start, goal)).toBe(least);
      totals.least += least;
      if (optimum < Infinity) reached++;
      for (const rule of RULES) {
        const search = new FrontToEndSearch(graph, rule, heuristic);
        const cost = search.search(start, goal);
        const out = new Uint32Array(graph.vertexCount);
        const n = search.path(out);
        const right = cost === optimum || Math.abs(cost - optimum) <= 1e-9 * optimum;
        expect([rule, i, right, n === 0 || Math.abs(pathCost(graph, out, n) - cost) <= 1e-9 * cost, search.counters.reopened]).toEqual([rule, i, true, true, 0]);
        if (optimum === Infinity) continue;
        expect(search.necessary).toBeGreaterThanOrEqual(least);
        if (rule === 'nbs') expect(search.necessary).toBeLessThanOrEqual(2 * least);
        if (rule === 'mm' || rule === 'mme') expect(Math.max(search.deepest(0), search.deepest(1))).toBeLessThanOrEqual((cost / 2) * (1 + 1e-12));
        totals[rule] += search.necessary;
      }
    }
    expect(reached).toBeGreaterThan(count / 3);
    expect(totals.dvcbs).toBeLessThan(totals.nbs);
  });

  test('expansions of fixed grids: a change of one is a change of the algorithm', () => {
    const random = seededRandom(2019);
    const cases = Array.from({ length: 30 }, () => onGrid(random, 40));
    const sums = RULES.map((rule) => {
      let [expanded, necessary] = [0, 0];
      for (const { graph, heuristic, start, goal } of cases) {
        const search = new FrontToEndSearch(graph, rule, heuristic);
        if (search.search(start, goal) === Infinity) continue;
        expanded += search.counters.expanded;
        necessary += search.necessary;
      }
      return `${rule} ${expanded} ${necessary}`;
    });
    expect(sums).toMatchInlineSnapshot(`
      [
        "nbs 7246 6372",
        "dvcbs 6434 5457",
        "mm 7531 6736",
        "mme 7456 6691",
      ]
    `);
  });
});
