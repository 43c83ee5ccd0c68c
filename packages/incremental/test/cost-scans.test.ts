import type { Graph } from '@pf/graph';
import { avoiding, CompressedGraph } from '@pf/graph';
import { describe, expect, test } from 'vitest';
import type { Planner, QueueOrder } from '../src/index.ts';
import { ADStar, AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, FringeRetrievingAStar, LPAStar, MovingTargetDStarLite } from '../src/index.ts';

/** A row of cells that forgets its edits. */
class Row {
  readonly vertexCount = 100;
  readonly maxDegree = 2;
  calls = 0;
  version: number | undefined = 0;
  constructor(readonly costs: number[]) {}

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    this.calls++;
    let n = 0;
    for (const u of [v - 1, v + 1]) {
      if (u < 0 || u >= this.vertexCount) continue;
      to[n] = u;
      cost[n++] = this.costs[Math.min(v, u) % this.costs.length];
    }
    return n;
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    const { calls } = this;
    const n = this.successors(v, to, cost);
    this.calls = calls;
    return n;
  }

  /** How often `act` reads the arcs of a vertex. */
  during(act: () => void): number {
    this.calls = 0;
    act();
    return this.calls;
  }
}

type Make = (graph: Graph, queue?: QueueOrder) => Planner;
/** They check that costs are above 0. */
const checking: Record<string, Make> = {
  'LPA*': (graph, queue) => new LPAStar(graph, { queue }),
  'D* Lite': (graph, queue) => new DStarLite(graph, { queue }),
  'MT-D* Lite': (graph, queue) => new MovingTargetDStarLite(graph, { queue }),
  'AD*': (graph, queue) => new ADStar(graph, { queue }),
  'Focussed D*': (graph) => new FocussedDStar(graph),
};
const others: Record<string, Make> = {
  'D* Extra Lite': (graph, queue) => new DStarExtraLite(graph, { queue }),
  'Adaptive A*': (graph, queue) => new AdaptiveAStar(graph, { queue }),
  'FRA*': (graph, queue) => new FringeRetrievingAStar(graph, { queue }),
};
/** Calls apart from the scan: `checkWorld` reads a vertex. */
const FEW = 10;

test('a generous range of costs is no error: the costs are read as without it', () => {
  for (const costRange of [{ least: 1e-6, most: 1e10, whole: false }, { least: 1, most: Infinity, whole: true }, { least: 0, most: 5, whole: true }]) {
    const planner = new DStarLite(Object.assign(new Row([1, 2]), { costRange }));
    planner.begin(40, 44);
    planner.run();
    expect(planner.cost).toBe(6);
  }
});

describe.each(Object.entries({ ...checking, ...others }))('%s', (_name, make) => {
  test('reads no costs if the graph says what they can be', () => {
    for (const whole of [true, false]) {
      const row = Object.assign(new Row([whole ? 2 : 1.5]), { costRange: { least: 1, most: 2, whole } });
      let planner!: Planner;
      expect(row.during(() => (planner = make(row)))).toBeLessThan(FEW);
      expect(row.during(() => { planner.begin(40, 45); })).toBeLessThan(FEW);
      planner.run();
      row.version = 9;
      row.costs[0] = whole ? 1 : 1.25;
      expect(row.during(() => planner.run(1))).toBeLessThan(FEW);
      planner.run();
      expect(planner.cost).toBe(5 * row.costs[0]);
    }
  });
});

describe.each(Object.entries(checking))('%s', (_name, make) => {
  test('reads all costs once for each version of the graph', () => {
    for (const costs of [[1, 2], [1, 1.5]]) {
      const row = new Row(costs);
      const first = row.during(() => make(row));
      expect([first >= 100, first < 100 + FEW]).toEqual([true, true]);
      expect(row.during(() => make(row))).toBeLessThan(FEW);
      row.version!++;
      expect(row.during(() => make(row))).toBe(first);
    }
  });

  test('restarts after an edit by one scan, which serves all planners', () => {
    const row = new Row([1, 2]);
    const [a, b] = [make(row), make(row)];
    for (const planner of [a, b]) {
      planner.begin(0, 5);
      planner.run();
    }
    row.version!++;
    expect(row.during(() => a.run(0))).toBeLessThan(200);
    expect(row.during(() => b.run(0))).toBeLessThan(FEW);
    row.costs[1] = 0;
    row.version!++;
    for (const planner of [a, b]) expect(() => planner.run()).toThrow('needs costs above 0, and an arc costs 0');
    expect(() => make(row)).toThrow('needs costs above 0, and an arc costs 0');
    row.costs[1] = 3;
    row.version!++;
    for (const planner of [a, b]) expect([planner.run(), planner.cost]).toEqual([true, 9]);
  });

  test('reads all costs for each planner without a version, but once', () => {
    const row = new Row([1, 2]);
    row.version = undefined;
    for (let i = 0; i < 2; i++) {
      const calls = row.during(() => make(row));
      expect([calls >= 100, calls < 100 + FEW]).toEqual([true, true]);
    }
    row.costs[1] = 0;
    expect(() => make(row)).toThrow('needs costs above 0, and an arc costs 0');
  });

  test('reads all costs of a live view for each planner', () => {
    const row = new Row([1, 2]);
    const view = avoiding(row, () => false);
    for (let i = 0; i < 2; i++) expect(row.during(() => make(view))).toBeGreaterThanOrEqual(100);
    row.costs[1] = 0;
    expect(() => make(view)).toThrow('needs costs above 0, and an arc costs 0');
  });
});

describe.each(Object.entries(others))('%s', (_name, make) => {
  test('stops at the first fractional cost', () => {
    const row = new Row(Array.from({ length: 100 }, (_, i) => 1 + 0.5 * (i % 2)));
    for (let i = 0; i < 2; i++) expect(row.during(() => make(row))).toBeLessThan(FEW);
    // What it has read does not serve planners that check all costs.
    row.costs[90] = 0;
    expect(() => new DStarLite(row)).toThrow('needs costs above 0, and an arc costs 0');
  });

  test('reads whole costs once, and none with a heap', () => {
    const row = new Row([1, 2]);
    expect(row.during(() => make(row, 'larger-g'))).toBeLessThan(FEW);
    expect(row.during(() => make(row))).toBeGreaterThanOrEqual(100);
    expect(row.during(() => make(row))).toBeLessThan(FEW);
    expect(row.during(() => make(row, 'buckets'))).toBeLessThan(FEW);
  });
});

test('costs too far apart are rejected at a second planner too', () => {
  const roads = new CompressedGraph(3, [[0, 1, 1e-9], [1, 2, 1e12]]);
  for (let i = 0; i < 2; i++) expect(() => new DStarLite(roads)).toThrow('arcs cost from 1e-9 to 1000000000000');
});
