import type { Graph } from '@pf/graph';
import { CompressedGraph, withTurns } from '@pf/graph';
import { Grid } from '@pf/grid';
import { oracleCost, rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Arcs, MAX_COST_FOR_BUCKETS } from '../src/arcs.ts';
import type { Planner } from '../src/index.ts';
import { AdaptiveAStar, DStarExtraLite, DStarLite, FocussedDStar, LPAStar, MultipathAdaptiveAStar, RepeatedAStar } from '../src/index.ts';

/** Whether every cost is a whole number, `most` or less. */
const areWhole = (arcs: Arcs, most = arcs.greatestWhole): boolean => arcs.check({ planner: 'A*', whole: false, positive: false }, most);

describe('the arcs of a lattice, from its bytes', () => {
  const rounded = (cost: number): number => Number(cost.toPrecision(14));
  const read = (arcs: Arcs, n: number): [number, number][] => Array.from({ length: n }, (_, i) => [arcs.to[i], rounded(arcs.cost[i] / arcs.unit)]);
  const arcsOf = (grid: Grid, what: 'successors' | 'predecessors', v: number): [number, number][] => {
    const to = new Uint32Array(grid.maxDegree);
    const cost = new Float64Array(grid.maxDegree);
    return Array.from({ length: grid[what](v, to, cost) }, (_, i) => [to[i], rounded(cost[i])]);
  };

  test('are those of successors and predecessors', () => {
    const property = fc.property(worlds({ maxSize: 6, sides: true }), (world) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
      const arcs = new Arcs(grid);
      const cells = world.rows.flatMap((row, y) => [...row].map((_, x) => grid.vertex(x, y)));
      expect(cells.map((v) => read(arcs, arcs.leaving(v)))).toEqual(cells.map((v) => arcsOf(grid, 'successors', v)));
      expect(cells.map((v) => read(arcs, arcs.entering(v)).sort())).toEqual(cells.map((v) => arcsOf(grid, 'predecessors', v).sort()));
      const tail = cells[world.seed % cells.length];
      const costs = new Map(arcsOf(grid, 'successors', tail));
      expect(cells.map((head) => rounded(arcs.between(tail, head) / arcs.unit))).toEqual(cells.map((head) => costs.get(head) ?? Infinity));
      expect(cells.map((head) => arcs.joins(tail, head))).toEqual(cells.map((head) => costs.has(head)));
    });
    fc.assert(property, { numRuns: Math.max(40, runs(60)), seed: 1859 });
  });
});

test('between two vertices the cheapest arc counts', () => {
  const arcs = new Arcs(new CompressedGraph(3, [[0, 1, 5], [0, 1, 2], [0, 1, 4], [0, 2, 1]]));
  expect([arcs.between(0, 1), arcs.between(1, 0), arcs.joins(0, 1), arcs.joins(1, 0)]).toEqual([2, Infinity, true, false]);
});

test('whole lengths give whole costs for ever; lengths of unused directions do not matter', () => {
  const wholes = (arcs: Arcs): boolean[] => [areWhole(arcs), arcs.alwaysWhole()];
  expect(wholes(new Arcs(new Grid(3, 3, { metric: '5/7' })))).toEqual([true, true]);
  expect(wholes(new Arcs(new Grid(3, 3, { metric: 'exact' })))).toEqual([true, true]);
  expect(wholes(new Arcs(new Grid(3, 3, { metric: { straight: 1, diagonal: 1.5 } })))).toEqual([false, false]);
  expect(areWhole(new Arcs(new Grid(3, 3, { metric: 'exact' })), MAX_COST_FOR_BUCKETS)).toBe(false);
  expect(wholes(new Arcs(new Grid(3, 3, { movement: 'four', metric: 'exact' })))).toEqual([true, true]);
  // Whether or not any step is legal now.
  expect(wholes(new Arcs(new Grid(1, 1, { metric: { straight: 1, diagonal: 1.5 } })))).toEqual([false, false]);
  // Costs of other graphs may become any number.
  expect(wholes(new Arcs(new CompressedGraph(2, [[0, 1, 1], [1, 0, 3]])))).toEqual([true, false]);
  for (const cost of [[0.5, 1], [1, 0.5]]) expect(wholes(new Arcs(new CompressedGraph(2, [[0, 1, cost[0]], [1, 0, cost[1]]])))).toEqual([false, false]);
});

test('the greatest sum of costs on a lattice follows from its most expensive step under the most expensive terrain', () => {
  const sum = (diagonal: number, movement: 'four' | 'eight' = 'eight'): number => new Arcs(new Grid(3, 3, { movement, metric: { straight: 1, diagonal } })).greatestSum();
  // 25 vertices with the border.
  expect([sum(1_000), sum(1_000, 'four')]).toEqual([25 * 255 * 1_000, 25 * 255]);
  expect(sum(1.5)).toBe(Infinity);
  expect(new Arcs(new CompressedGraph(2, [[0, 1, 1]])).greatestSum()).toBe(Infinity);
});

test('lengths of steps are stored exactly, in 32 bits if they fit', () => {
  const lengths = (straight: number, diagonal: number, movement: 'four' | 'eight' = 'eight'): Float64Array | Int32Array => {
    const { lengths: all, degree } = new Arcs(new Grid(2, 2, { movement, metric: { straight, diagonal } }));
    return all.subarray(0, degree);
  };
  expect(lengths(5, 7)).toEqual(Int32Array.of(5, 5, 5, 5, 7, 7, 7, 7));
  expect(lengths(1, Math.SQRT2, 'four')).toEqual(Int32Array.of(1, 1, 1, 1));
  expect(lengths(1, 1.5)).toEqual(Float64Array.of(1, 1, 1, 1, 1.5, 1.5, 1.5, 1.5));
  expect(lengths(2 ** 31, 2 ** 31, 'four')).toEqual(new Float64Array(4).fill(2 ** 31));
});

describe('costs that a planner cannot handle are rejected', () => {
  const graph = (...costs: number[]): CompressedGraph => new CompressedGraph(costs.length + 1, costs.map((cost, i) => [i, i + 1, cost] as const));
  const lines = [5, 1.25, 6];

  test('by buckets, if they are not whole numbers', () => {
    const make = [RepeatedAStar, AdaptiveAStar, DStarLite, LPAStar, DStarExtraLite];
    for (const Made of make) {
      expect(() => new Made(graph(...lines), { queue: 'buckets' })).toThrow('1.25');
      expect(() => new Made(new Grid(3, 3, { metric: 'exact' }), { queue: 'buckets' })).toThrow(String(Math.SQRT2));
      expect(() => new Made(new Grid(3, 3, { movement: 'four', metric: 'exact' }), { queue: 'buckets' })).not.toThrow();
      // A fully blocked grid counts too, because its cells may be freed.
      expect(() => new Made(new Grid(1, 1, { metric: 'exact' }), { queue: 'buckets' })).toThrow(String(Math.SQRT2));
      expect(() => new Made(graph(...lines), { queue: 'larger-g' })).not.toThrow();
      expect(() => new Made(graph(5, 1, 6), { queue: 'buckets' })).not.toThrow();
    }
  });

  test('at 0, by planners that fail on cycles of cost 0', () => {
    for (const Made of [DStarLite, LPAStar, FocussedDStar]) expect(() => new Made(graph(5, 0, 6))).toThrow('costs above 0, and an arc costs 0');
    for (const Made of [RepeatedAStar, AdaptiveAStar, DStarExtraLite]) expect(() => new Made(graph(5, 0, 6))).not.toThrow();
  });

  test('at 0 in a graph of turns, by an error that names a planner for it', () => {
    const roads = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1], [0, 2, 9]]);
    const turns = withTurns(roads, () => 2);
    expect(() => new DStarLite(turns)).toThrow('give it a small cost, or take DStarExtraLite, which accepts costs of 0.');
    const planner = new DStarExtraLite(turns);
    planner.begin(turns.start(0), turns.goal(2));
    planner.run();
    expect(planner.cost).toBe(4);
    roads.setCost(1, 2, Infinity);
    planner.run();
    expect(planner.cost).toBe(9);
  });

  /** A cycle of arcs; an unknown vertex gives nonsense. */
  const circle = (costs: readonly number[]): Graph => ({
    vertexCount: costs.length,
    maxDegree: 1,
    successors: (v, to, cost) => ((to[0] = (v + 1) % costs.length), (cost[0] = costs[v]), 1),
    predecessors: (v, to, cost) => ((to[0] = (v + costs.length - 1) % costs.length), (cost[0] = costs[to[0]]), 1),
  });

  test('arcs of unknown vertices are not read', () => {
    const arcs = new Arcs(circle(lines));
    expect(() => arcs.check({ planner: 'A*', whole: false, positive: true })).not.toThrow();
    expect(areWhole(new Arcs(circle([1, 2])))).toBe(true);
  });

  test('also if an edit makes them so', () => {
    /** The cost of the path after its second arc changes to another cost. */
    const after = (cost: number, make: (graph: Graph) => Planner): number => {
      const costs = [5, 1, 6, 1];
      const planner = make(circle(costs));
      planner.begin(0, 3);
      planner.run();
      costs[1] = cost;
      planner.arcsChanged([0, 1], 2);
      planner.run();
      return planner.cost;
    };
    for (const Made of [RepeatedAStar, AdaptiveAStar, DStarLite, LPAStar, DStarExtraLite]) {
      expect(() => after(2.5, (graph) => new Made(graph, { queue: 'buckets' }))).toThrow('an arc costs 2.5');
      expect(after(2, (graph) => new Made(graph, { queue: 'buckets' }))).toBe(13);
      expect(after(2.5, (graph) => new Made(graph, { queue: 'larger-g' }))).toBe(13.5);
    }
    for (const Made of [DStarLite, LPAStar, FocussedDStar]) expect(() => after(0, (graph) => new Made(graph, {}))).toThrow('costs above 0, and an arc costs 0');
  });

  test('and while they stay, there is no answer', () => {
    const costs = [5, 1, 6, 1];
    for (const Made of [RepeatedAStar, AdaptiveAStar, DStarLite, LPAStar, DStarExtraLite]) {
      const planner = new Made(circle(costs), { queue: 'buckets' });
      planner.begin(0, 3);
      planner.run();
      costs[1] = 2.5;
      expect(() => planner.arcsChanged([1], 1)).toThrow('an arc costs 2.5');
      for (const act of [() => planner.run(), () => planner.begin(0, 3), () => planner.run()]) expect(act).toThrow('an arc costs 2.5');
      costs[0] = 7;
      expect(() => planner.arcsChanged([0, 1], 2)).toThrow('an arc costs 2.5');
      costs[1] = 2;
      expect([planner.run(), planner.cost]).toEqual([true, 15]);
      costs.splice(0, 2, 5, 1);
      planner.arcsChanged([0, 1], 2);
      expect([planner.run(), planner.cost]).toEqual([true, 12]);
    }
  });

  describe.each([
    ['A*', RepeatedAStar],
    ['Adaptive A*', AdaptiveAStar],
    ['MPAA*', MultipathAdaptiveAStar],
    ['D* Lite', DStarLite],
    ['LPA*', LPAStar],
    ['D* Extra Lite', DStarExtraLite],
  ] as const)('%s with buckets by default changes to a heap', (_name, Made) => {
    const made = () => {
      const roads = new CompressedGraph(4, [[0, 1, 10], [1, 3, 20], [0, 2, 15], [2, 3, 25], [1, 2, 1], [3, 0, 5]]);
      const planner = new Made(roads, { heuristic: (v, goal) => (v === goal ? 0 : 4) });
      return { roads, planner, set: (tail: number, head: number, cost: number) => roads.setCost(tail, head, cost) };
    };
    const expectRight = (planner: Planner): void => {
      expect(planner.run()).toBe(true);
      expect(planner.cost).toBe(oracleCost(planner.graph, planner.start, planner.goal));
    };

    test('at the first report of a cost that is not a whole number, and the answers stay right', () => {
      const { planner, set } = made();
      planner.begin(0, 3);
      expect(planner['buckets']).toBe(true);
      expectRight(planner);
      set(0, 2, 16);
      planner.arcsChanged([0], 1);
      expect(planner['buckets']).toBe(true);
      expectRight(planner);
      for (const [tail, head, cost] of [[0, 1, 30.5], [2, 3, 44.25], [1, 3, 19.125], [0, 1, 10]]) {
        set(tail, head, cost);
        planner.arcsChanged([tail], 1);
        expectRight(planner);
        expect(planner['buckets']).toBe(false);
      }
      planner.goalMovedTo(0);
      planner.moveTo(2);
      expectRight(planner);
    });

    test('in the middle of a plan, and before the first query', () => {
      for (const begun of [true, false]) {
        const { planner, set } = made();
        if (begun) {
          planner.begin(0, 3);
          planner.run(1);
        }
        set(0, 1, 29.5);
        planner.arcsChanged([0], 1);
        if (!begun) planner.begin(0, 3);
        expectRight(planner);
        expect(planner['buckets']).toBe(false);
      }
    });

    test('when a query begins after an unreported edit', () => {
      const { planner, set } = made();
      set(0, 1, 29.5);
      set(2, 3, 25.25);
      planner.begin(0, 3);
      expectRight(planner);
      set(0, 2, 9.5);
      planner.begin(0, 3);
      expectRight(planner);
    });
  });

  test('when a query begins, even after an unreported edit, and there is no answer until they are gone', () => {
    const errorOf = (act: () => void): string => {
      try {
        act();
        return '';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const bucketed = [RepeatedAStar, AdaptiveAStar, DStarLite, LPAStar, DStarExtraLite];
    const makes = [
      ...bucketed.map((Made) => [2.5, (graph: Graph) => new Made(graph, { queue: 'buckets' })] as const),
      ...[DStarLite, LPAStar, FocussedDStar].map((Made) => [0, (graph: Graph) => new Made(graph)] as const),
    ];
    for (const [badCost, make] of makes) {
      const costs = [5, 1, 6, 1];
      // One graph that counts its edits, and one that does not.
      const counted = new CompressedGraph(4, costs.map((cost, v) => [v, (v + 1) % 4, cost]));
      const set = (cost: number): void => {
        costs[1] = cost;
        counted.setCost(1, 2, cost);
      };
      const planners = [make(counted), make(circle(costs))];
      for (const planner of planners) {
        planner.begin(0, 2);
        planner.run();
      }
      set(badCost);
      for (const planner of planners) {
        const expectNone = (): void => expect([planner.cost, planner.next(), planner.path(new Uint32Array(3))]).toEqual([Infinity, -1, 0]);
        expect(errorOf(() => planner.begin(2, 0))).toContain(`an arc costs ${badCost}`);
        expectNone();
        for (const act of [() => planner.run(), () => planner.arcsChanged([1], 1), () => planner.begin(1, 0)]) {
          expect(errorOf(act)).toContain(`an arc costs ${badCost}`);
          expectNone();
        }
      }
      set(3);
      for (const planner of planners) expect([planner.run(), planner.cost]).toEqual([true, 10]);
    }
  });

  test('after a rejected change and a rejected query, the previous answer is not returned', () => {
    const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1], [2, 1, 1], [1, 0, 1]]);
    for (const Made of [RepeatedAStar, AdaptiveAStar, DStarLite, LPAStar, DStarExtraLite]) {
      graph.setCost(1, 0, 1);
      const planner = new Made(graph, { queue: 'buckets' });
      planner.begin(0, 2);
      planner.run();
      graph.setCost(1, 0, 0.5);
      expect(() => planner.arcsChanged([1], 1)).toThrow('an arc costs 0.5');
      expect(() => planner.begin(2, 0)).toThrow('an arc costs 0.5');
      expect([planner.start, planner.goal, planner.cost, planner.next(), planner.path(new Uint32Array(3))]).toEqual([2, 0, Infinity, -1, 0]);
    }
  });

  test('a new query reads the vertices that changed since the last report, and no others', () => {
    const graph = new CompressedGraph(4, [[0, 1, 5], [1, 2, 1], [2, 3, 6], [3, 0, 1]]);
    const planner = new DStarLite(graph, { queue: 'buckets' });
    const leaving = vi.spyOn(planner['arcs'], 'leaving');
    const askedBy = (act: () => void): number => {
      leaving.mockClear();
      act();
      return leaving.mock.calls.length;
    };
    const begin = (): void => planner.begin(0, 3);
    expect([askedBy(begin), askedBy(begin)]).toEqual([0, 0]);
    graph.setCost(1, 2, 2);
    planner.arcsChanged([1], 1);
    expect(askedBy(begin)).toBe(0);
    graph.setCost(1, 2, 3);
    expect([askedBy(begin), askedBy(begin)]).toEqual([1, 0]);
  });

  test('only arcs reported as changed are read', () => {
    const arcs = new Arcs(graph(...lines));
    const demands = { planner: 'A*', whole: true, positive: false };
    expect(() => arcs.check(demands, undefined, [0, 2, 1], 2)).not.toThrow();
    expect(() => arcs.check(demands, undefined, [0, 2, 1], 3)).toThrow('1.25');
  });
});
