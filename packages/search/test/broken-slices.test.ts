import { brokenAt, CompressedGraph } from '@pf/graph';
import type { Graph, Heuristic } from '@pf/graph';
import { Grid } from '@pf/grid';
import { oracleCost } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { AStar, BidirectionalAStar, BidirectionalDijkstra, BreadthFirst, Dijkstra, DistanceField, JumpPointSearch, LazyThetaStar, NBAStar } from '../src/index.ts';
import { JumpScanner } from '../src/kit.ts';
import { plain } from './searches.ts';

/** The methods that all of these searches share. */
interface Query {
  readonly cost: number;
  run(budget?: number): boolean;
  path(out: Uint32Array): number;
  isClosed(v: number): boolean;
}

/** Throws once, at a given number of calls. */
class Fuse {
  calls = 0;
  at = Infinity;

  call(): void {
    if (++this.calls === this.at) throw new Error('not loaded yet');
  }
}

const watched = (graph: Graph, fuse: Fuse): Graph => ({
  ...plain(graph),
  successors: (v, to, cost) => (fuse.call(), graph.successors(v, to, cost)),
  predecessors: (v, to, cost) => (fuse.call(), graph.predecessors(v, to, cost)),
});

/** A grid whose `successors` are called, but which still counts as a grid. */
const watchedGrid = (grid: Grid, fuse: Fuse): Grid => {
  grid.successors = (v, to, cost) => (fuse.call(), Grid.prototype.successors.call(grid, v, to, cost));
  return grid;
};

type Begin = (grid: Grid, fuse: Fuse, start: number, goal: number) => Query;
const toOne = <Search extends Query & { begin(start: number, goal: number): void }>(make: (grid: Grid, fuse: Fuse) => Search): Begin => (grid, fuse, start, goal) => {
  const search = make(grid, fuse);
  search.begin(start, goal);
  return search;
};

const begins: Readonly<Record<string, Begin>> = {
  'A*': toOne((grid, fuse) => new AStar(watched(grid, fuse))),
  'A*, backward': toOne((grid, fuse) => new AStar(watched(grid, fuse), { direction: 'backward' })),
  'A*, by its heuristic': toOne((grid, fuse) => {
    const own = grid.heuristic();
    return new AStar(grid, { heuristic: (v, goal) => (fuse.call(), own(v, goal)) });
  }),
  'A*, several goals': (grid, fuse, start, goal) => {
    const search = new AStar(watched(grid, fuse));
    search.begin(start, [goal, goal]);
    return search;
  },
  'Dijkstra': (grid, fuse, start, goal) => {
    const search = new Dijkstra(watched(grid, fuse));
    search.begin(start, { targets: goal });
    return search;
  },
  'bidirectional A*': toOne((grid, fuse) => new BidirectionalAStar(watched(grid, fuse))),
  'bidirectional Dijkstra': toOne((grid, fuse) => new BidirectionalDijkstra(watched(grid, fuse))),
  'NBA*': toOne((grid, fuse) => new NBAStar(watched(grid, fuse))),
  'NBA*, by its heuristic': toOne((grid, fuse) => {
    const own = grid.heuristic();
    return new NBAStar(grid, { heuristic: (v, goal) => (fuse.call(), own(v, goal)) });
  }),
  'breadth first': toOne((grid, fuse) => new BreadthFirst(watched(grid, fuse))),
  'Lazy Theta*': toOne((grid, fuse) => new LazyThetaStar(watchedGrid(grid, fuse))),
  'jump point search': toOne((grid, fuse) => {
    const scanner = new JumpScanner(grid);
    return new JumpPointSearch(grid, {
      locator: {
        grid,
        found: scanner.found,
        get goal() { return scanner.goal; },
        begin: (...question) => scanner.begin(...question),
        jumps: (v, arrival) => (fuse.call(), scanner.jumps(v, arrival)),
      },
    });
  }),
};

describe('a slice that ended by an exception', () => {
  test.each(Object.entries(begins))('keeps the query: %s', (_, begin) => {
    const make = (): Grid => Grid.fromRows(['.........', '.#####.#.', '...#...#.', '.#.#.###.', '.#...#...'], { movement: 'four' });
    const begunWith = (fuse: Fuse): Query => {
      const grid = make();
      return begin(grid, fuse, grid.vertex(2, 2), grid.vertex(6, 4));
    };
    const fuse = new Fuse();
    const whole = begunWith(fuse);
    const begun = fuse.calls;
    whole.run();
    const { cost } = whole;
    const out = new Uint32Array(99);
    const path = Array.from(out.subarray(0, whole.path(out)));
    expect(path.length).toBeGreaterThan(2);
    expect(fuse.calls).toBeGreaterThan(begun + 3);
    for (const budget of [1, 3, Infinity]) {
      for (let at = begun + 1; at <= fuse.calls; at++) {
        const broken = new Fuse();
        const search = begunWith(broken);
        broken.at = at;
        expect(() => { while (!search.run(budget)); }).toThrow('not loaded yet');
        // Values read in between are those before the end.
        expect([search.cost, search.path(out)].every((value, i) => value === [Infinity, 0][i] || value === [cost, path.length][i]), `at ${at}`).toBe(true);
        while (!search.run(budget));
        expect([search.cost, ...out.subarray(0, search.path(out))], `at ${at}`).toEqual([cost, ...path]);
      }
    }
  });

  test('finds a newly opened path whatever was closed before, and throws again while the cause lasts', () => {
    const roads = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 3, 1]], { directed: false });
    for (const make of [AStar, BidirectionalAStar, NBAStar, BreadthFirst, BidirectionalDijkstra]) {
      let loaded = false;
      const need = (v: number): void => {
        if (!loaded && v === 1) throw new Error('not loaded yet');
      };
      const world: Graph = {
        ...plain(roads),
        successors: (v, to, cost) => (need(v), roads.successors(v, to, cost)),
        predecessors: (v, to, cost) => (need(v), roads.predecessors(v, to, cost)),
      };
      const search = new make(world);
      search.begin(0, 3);
      for (let i = 0; i < 3; i++) expect(() => search.run(), make.name).toThrow('not loaded yet');
      loaded = true;
      expect([search.run(), search.cost], make.name).toEqual([true, 3]);
    }
  });

  test('starts over in the present world, with an edit or without', () => {
    const grid = new Grid(9, 9);
    const [start, goal] = [grid.vertex(0, 4), grid.vertex(8, 4)];
    const own = grid.heuristic();
    let shut = false;
    const search = new AStar(grid, {
      heuristic: (v, to) => {
        if (!shut && grid.x(v) === 5) {
          shut = grid.setRectangle(5, 1, 1, 8, 0) === 0;
          throw new Error('a door shuts');
        }
        return own(v, to);
      },
    });
    search.begin(start, goal);
    expect(() => search.run()).toThrow('a door shuts');
    shut = true;
    expect([search.run(), search.cost]).toEqual([true, expect.closeTo(oracleCost(grid, start, goal), 9)]);
    const out = new Uint32Array(grid.vertexCount);
    expect(brokenAt(grid, out, search.path(out))).toBe(-1);
  });
});

describe('the begin of a query', () => {
  test.each([
    ['A*', 9, (grid: Grid, heuristic: Heuristic) => new AStar(grid, { heuristic })],
    ['jump point search', 0, (grid: Grid, heuristic: Heuristic) => new JumpPointSearch(grid, { heuristic })],
  ])('notices an edit by the heuristic: %s', (_, terrain, make) => {
    const grid = Grid.fromRows(['.....', '.###.', '.....'], { movement: 'four' });
    const [start, goal] = [grid.vertex(0, 0), grid.vertex(4, 0)];
    const own = grid.heuristic();
    let edited = false;
    const search = make(grid, (v, to) => {
      if (!edited && v === start) edited = grid.setCost(2, 0, terrain) >= 0;
      return own(v, to);
    });
    expect(search.search(start, goal)).toBe(8);
    expect(edited).toBe(true);
  });

  test('starts over if it threw: a distance field', () => {
    const roads = new CompressedGraph(5, [[0, 1, 1], [1, 2, 1], [2, 3, 1], [3, 4, 1]], { directed: false });
    const starts = [-Infinity, 5, 5, 0, -Infinity];
    const whole = new DistanceField(plain(roads));
    whole.relax(starts);
    for (let at = 1; at < 20; at++) {
      const fuse = new Fuse();
      const field = new DistanceField(watched(roads, fuse));
      fuse.calls = 0;
      fuse.at = at;
      try {
        field.relax(starts);
      } catch (error) {
        expect((error as Error).message).toBe('not loaded yet');
        expect(field.run()).toBe(true);
      }
      expect(field.values, `at ${at}`).toEqual(whole.values);
    }
  });
});
