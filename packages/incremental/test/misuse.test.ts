import type { Graph, Heuristic } from '@pf/graph';
import { avoiding, CompressedGraph, EdgeCosts, RoadMap } from '@pf/graph';
import { Grid } from '@pf/grid';
import { oracleCost } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { AdaptiveAStar, createPlanner, DStarExtraLite, DStarLite, FocussedDStar, LPAStar, MultipathAdaptiveAStar, RepeatedAStar } from '../src/index.ts';
import { planners } from './planners.ts';

const names = Object.keys(planners);
const zero: Heuristic = () => 0;

describe.each(names)('%s', (name) => {
  const make = planners[name];

  test('rejects a move before the first query, like run', () => {
    const grid = new Grid(5, 5, { metric: '5/7' });
    const planner = make(grid, grid.heuristic());
    const sentence = 'The planner has no start and goal yet: call begin(start, goal) first.';
    const middle = grid.vertex(2, 2);
    for (const act of [() => planner.moveTo(middle), () => planner.goalMovedTo(middle), () => planner.run(1)]) expect(act).toThrow(sentence);
    expect([planner.start, planner.goal, planner.next(), planner.cost]).toEqual([-1, -1, -1, Infinity]);
    // Changes reported before that are seen by the next query.
    const tails = new Uint32Array(grid.vertexCount);
    planner.arcsChanged(tails, grid.setRectangle(2, 0, 1, 5, 0, tails));
    planner.begin(grid.vertex(0, 2), grid.vertex(4, 2));
    expect([planner.run(), planner.cost]).toEqual([true, Infinity]);
  });

  test('rejects what is not a heuristic, and a path call without a buffer', () => {
    const grid = new Grid(5, 5, { metric: '5/7' });
    expect(() => make(grid, 'octile' as never)).toThrow("A heuristic is a function of a vertex and the goal, such as grid.heuristic() or () => 0: got 'octile'.");
    const planner = make(grid, grid.heuristic());
    planner.begin(grid.vertex(0, 2), grid.vertex(4, 2));
    planner.run();
    expect(() => planner.path(undefined as never)).toThrow('got undefined for a buffer');
  });

  test.each([NaN, -1])('rejects a budget of %d, with which run would never end', (budget) => {
    const grid = new Grid(5, 5, { metric: '5/7' });
    const planner = make(grid, grid.heuristic());
    planner.begin(grid.vertex(0, 2), grid.vertex(4, 2));
    expect(() => planner.run(budget)).toThrow(`The budget must be a number of expansions, 0 or more, got ${budget}.`);
    expect([planner.run(), planner.cost]).toEqual([true, 20]);
  });

  test('stops at an aborted signal within a few hundred expansions, and can resume', () => {
    const grid = new Grid(64, 64, { metric: '5/7' });
    const planner = make(grid, zero);
    planner.begin(grid.vertex(0, 0), grid.vertex(63, 63));
    let looks = 0;
    expect(planner.run(Infinity, { get aborted() { return ++looks === 3; } })).toBe(false);
    expect([planner.counters.expanded, planner.cost]).toEqual([512, Infinity]);
    expect([planner.run(9, { aborted: true }), planner.counters.expanded]).toEqual([false, 512]);
    expect([planner.run(Infinity, { aborted: false }), planner.cost]).toEqual([true, 63 * 7]);
    expect(planner.run(Infinity, { aborted: true })).toBe(true);
  });

  test.each([NaN, -1, 2.5, undefined])('rejects %s tails', (n) => {
    const grid = new Grid(5, 5, { metric: '5/7' });
    const planner = make(grid, grid.heuristic());
    planner.begin(grid.vertex(0, 2), grid.vertex(4, 2));
    planner.run();
    const tails = new Uint32Array(grid.vertexCount);
    const changed = grid.setRectangle(2, 0, 1, 5, 0, tails);
    expect(() => planner.arcsChanged(tails, n as number)).toThrow(`The number of changed tails must be a whole number from 0 on, got ${n}.`);
    planner.arcsChanged(tails, changed);
    expect([planner.run(), planner.cost]).toEqual([true, Infinity]);
  });

  test('rejects a graph that has outgrown it', () => {
    const line = (n: number): Graph => new CompressedGraph(n, Array.from({ length: n - 1 }, (_, i) => [i, i + 1, 1] as const));
    let now = line(3);
    const graph: Graph = {
      get vertexCount() {
        return now.vertexCount;
      },
      maxDegree: 1,
      successors: (v, to, cost) => now.successors(v, to, cost),
      predecessors: (v, to, cost) => now.predecessors(v, to, cost),
    };
    const planner = make(graph, zero);
    planner.begin(0, 2);
    planner.run();
    now = line(5);
    const sentence = 'The graph has 5 vertices, but had 3 when this planner was made: make a new planner.';
    const moves = [() => planner.moveTo(4), () => planner.moveTo(1), () => planner.goalMovedTo(4)];
    for (const act of [...moves, () => planner.arcsChanged([2], 1), () => planner.begin(0, 2)]) expect(act).toThrow(sentence);
    expect([planner.start, planner.goal, planner.cost]).toEqual([0, 2, 2]);
    now = line(3);
    planner.begin(0, 1);
    now = line(5);
    expect(() => planner.run()).toThrow(sentence);
    now = line(3);
    expect([planner.run(), planner.cost]).toEqual([true, 1]);
  });

  test.each([['plain', (roads: Graph) => roads], ['avoiding', (roads: Graph) => avoiding(roads, () => false)], ['EdgeCosts', (roads: Graph) => new EdgeCosts(roads)]])('rejects a %s road map that has grown since', (_view, viewOf) => {
    const grow: Record<string, (roads: RoadMap) => void> = {
      '5 vertices, but had 3': (roads) => ['D', 'E'].forEach((name) => roads.addPlace(name)),
      'up to 2 arcs at a vertex, but had up to 1': (roads) => roads.addRoad('A', 'C', 1),
    };
    for (const [said, edit] of Object.entries(grow)) {
      const roads = new RoadMap();
      roads.addRoad('A', 'B', 1);
      roads.addRoad('B', 'C', 10);
      const planner = make(viewOf(roads), zero);
      planner.begin(0, 2);
      planner.run();
      edit(roads);
      for (const act of [() => planner.run(), () => planner.begin(0, 2), () => planner.moveTo(1)]) expect(act).toThrow(`The graph has ${said} when this planner was made: make a new planner.`);
    }
  });

  test('rejects tails that are not vertices, and keeps its answer', () => {
    const grid = new Grid(4, 4, { metric: '5/7' });
    const planner = make(grid, grid.heuristic());
    planner.begin(grid.vertex(0, 0), grid.vertex(3, 0));
    planner.run();
    for (const tail of [1e6, -1, NaN, 0.5, grid.vertexCount]) {
      const sentence = `The tail of a changed arc must be a whole number from 0 to 35 (a vertex of the graph), got ${tail}`;
      expect(() => planner.arcsChanged([grid.vertex(1, 0), tail], 2)).toThrow(sentence);
    }
    // More than the buffer holds.
    expect(() => planner.arcsChanged([grid.vertex(1, 0)], 2)).toThrow('got undefined');
    expect([planner.run(), planner.cost]).toEqual([true, 15]);
  });

  test.each(['estimates', 'arcs'] as const)('starts over after an exception from %s at any point: its next answer is right', (which) => {
    let thrown = 0;
    for (let fuse = 1, blown = true; blown; fuse += fuse < 60 ? 1 : 13) {
      const world = Grid.fromRows(['......', '.####.', '......', '.####.', '......'], { metric: '5/7' });
      // Call number `fuse` throws, counted after the planner is made.
      let calls = -Infinity;
      const burn = (what: typeof which): void => {
        if (what === which && ++calls === fuse) throw new Error('blown');
      };
      const octile = world.heuristic();
      const heuristic: Heuristic = (v, goal) => (burn('estimates'), octile(v, goal));
      const graph: Graph = {
        vertexCount: world.vertexCount,
        maxDegree: world.maxDegree,
        successors: (v, to, cost) => (burn('arcs'), world.successors(v, to, cost)),
        predecessors: (v, to, cost) => (burn('arcs'), world.predecessors(v, to, cost)),
      };
      const planner = make(graph, heuristic);
      calls = 0;
      blown = false;
      const attempt = (act: () => void): void => {
        try {
          act();
        } catch (error) {
          if ((error as Error).message !== 'blown') throw error;
          blown = true;
        }
      };
      const expectRight = (): void => {
        attempt(() => planner.run());
        expect([planner.run(), planner.cost]).toEqual([true, oracleCost(world, planner.start, planner.goal)]);
      };
      const tails = new Uint32Array(world.vertexCount);
      attempt(() => planner.begin(world.vertex(0, 2), world.vertex(5, 2)));
      expectRight();
      for (const [x, y, cost] of [[3, 2, 0], [5, 1, 0], [3, 2, 1], [0, 1, 0]]) {
        const n = world.setCost(x, y, cost, tails);
        // Mostly the next report comes before the next plan.
        attempt(() => planner.arcsChanged(tails, n));
        attempt(() => planner.moveTo(cost === 1 ? world.vertex(0, 4) : world.vertex(x === 3 ? 1 : 0, 2)));
        expectRight();
      }
      attempt(() => planner.goalMovedTo(world.vertex(0, 0)));
      attempt(() => planner.moveTo(world.vertex(5, 4)));
      expectRight();
      if (blown) thrown++;
    }
    expect(thrown).toBeGreaterThan(20);
  });
});

describe('rejects unknown values of options', () => {
  const grid = new Grid(3, 3, { metric: '5/7' });
  const never = (value: string): never => value as never;

  test('queues', () => {
    for (const Made of [RepeatedAStar, AdaptiveAStar, MultipathAdaptiveAStar, DStarExtraLite, DStarLite, LPAStar]) {
      expect(() => new Made(grid, { queue: never('heap') })).toThrow("The queue must be 'buckets', 'larger-g' or 'smaller-g', got 'heap'.");
      expect(() => new Made(grid, { heuristic: undefined, queue: undefined })).not.toThrow();
    }
    expect(() => createPlanner(grid, { queue: never('heap') })).toThrow("got 'heap'");
  });

  test('directions, versions, worlds, and the handling of estimates that are too high', () => {
    expect(() => new RepeatedAStar(grid, { direction: never('backwards') })).toThrow("The direction must be 'forward' or 'backward', got 'backwards'.");
    expect(() => new DStarLite(grid, { variant: never('optimised') })).toThrow("The variant must be 'basic', 'km' or 'optimized', got 'optimised'.");
    expect(() => createPlanner(grid, { world: never('mazes') })).toThrow("The world must be 'game', 'maze', 'rooms' or 'random', got 'mazes'.");
    for (const Made of [AdaptiveAStar, MultipathAdaptiveAStar]) {
      expect(() => new Made(grid, { falling: never('repaired') })).toThrow("The option falling must be 'repair' or 'forget', got 'repaired'.");
    }
  });

  test('names the planner that has no such option', () => {
    const all = { RepeatedAStar, AdaptiveAStar, MultipathAdaptiveAStar, DStarExtraLite, DStarLite, LPAStar, FocussedDStar };
    for (const [name, Made] of Object.entries(all)) expect(() => new Made(grid, { fallen: 1 } as object), name).toThrow(new RegExp(`^${name} has no option 'fallen'`));
  });

  test('accepts undefined as an absent option', () => {
    for (const make of [
      () => new RepeatedAStar(grid, { direction: undefined }),
      () => new DStarLite(grid, { variant: undefined }),
      () => new AdaptiveAStar(grid, { falling: undefined }),
      () => new LPAStar(grid, { weight: undefined }),
      () => new FocussedDStar(grid, { heuristic: undefined }),
      () => createPlanner(grid, { world: undefined, heuristic: undefined, queue: undefined }),
    ]) expect(make).not.toThrow();
  });
});

test.each([
  ['Repeated A*', (grid: Grid) => new RepeatedAStar(grid)],
  ['D* Extra Lite', (grid: Grid) => new DStarExtraLite(grid)],
  ['D* Lite', (grid: Grid) => new DStarLite(grid)],
  ['LPA*', (grid: Grid) => new LPAStar(grid)],
  ['Focussed D*', (grid: Grid) => new FocussedDStar(grid)],
])('%s knows no cost before a query', (_, make) => {
  const grid = new Grid(3, 3);
  const planner = make(grid);
  for (let v = 0; v < grid.vertexCount; v++) expect(planner.g(v)).toBe(Infinity);
});
