import { Grid, maze, seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';
import { drawWorld, oracleCost, rulesOf, runs, worlds as smallWorlds } from '@pf/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareSearches, optimalCosts, ours, theirs } from '../../src/measure/comparison.ts';
import type { PathSearch } from '../../src/measure/comparison.ts';
import { TextbookAStar, worlds } from '../../src/index.ts';
import type { GridPeer } from '../../src/index.ts';

describe('the textbook A*', () => {
  it('agrees with the oracle on small worlds of every rule', () => {
    fc.assert(fc.property(smallWorlds(), fc.nat(), fc.nat(), (world, a, b) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] !== 0);
      if (free.length === 0) return;
      const [from, to] = [free[a % free.length], free[b % free.length]];
      const search = new TextbookAStar(grid, grid.heuristic());
      const cost = search.search(from, to);
      const right = oracleCost(grid, from, to);
      if (right === Infinity) expect(cost, drawWorld(world)).toBe(Infinity);
      else expect(cost, drawWorld(world)).toBeCloseTo(right, 9);
      expect(search.path(to).length > 0).toBe(right < Infinity);
    }), { seed: 11, numRuns: runs(300) });
  });

  it('has no path before its first search', () => {
    const grid = Grid.fromRows(['...']);
    expect(new TextbookAStar(grid, grid.heuristic()).path(grid.vertex(2, 0))).toEqual([]);
  });
});

const [source] = worlds({ seed: 3, effort: 'tiny' }, { side: 48, problems: 12, generated: ['rooms of 8'] });
const world = source.load();
const optimal = optimalCosts(world);

/** A* whose answers or behaviour are corrupted. */
function spoiled(name: string, spoil: Partial<PathSearch> & { cost?: (cost: number) => number }) {
  return ours(name, ({ grid }) => {
    const search = new AStar(grid);
    return { counters: search.counters, search: (from, to) => (spoil.cost ?? ((cost) => cost))(search.search(from, to)), path: spoil.path ?? ((out) => search.path(out)) };
  });
}

describe('a comparison', () => {
  it('finds no fault in right answers, and counts them', () => {
    const [ranking] = compareSearches(world, [ours('A*', ({ grid }) => new AStar(grid))], optimal, { seconds: 0.01 });
    expect(ranking.wrong).toBe(0);
    expect(ranking.expanded).toBeGreaterThan(1);
    expect(ranking.timing.time.value).toBeGreaterThan(0);
    expect(ranking.timing.queries).toHaveLength(12);
  });

  it('measures memory left to the collector on request, within its time limit', () => {
    const left = (patience?: number): number => compareSearches(world, [ours('A*', ({ grid }) => new AStar(grid))], optimal, { seconds: 0.01, patience })[0].garbage;
    expect(left()).toBeNaN();
    expect(left(60_000)).toBeLessThan(500);
  });

  it.each([
    ['a cost too high', spoiled('x', { cost: (cost) => cost * 1.001 })],
    ['no path', spoiled('x', { cost: () => Infinity })],
    ['a cost too low', spoiled('x', { cost: (cost) => cost * 0.999 })],
    ['no path', spoiled('x', { path: () => 0 })],
    ['a path that jumps', spoiled('x', { path: (out) => { out[0] = 100; out[1] = 200; return 2; } })],
  ])('labels %s as wrong', (_, contender) => {
    expect(compareSearches(world, [contender], optimal, { seconds: 0.001 })[0].wrong).toBe(12);
  });

  it('labels a detour and a reversed path of an external library as wrong', () => {
    const peer = (change: (cells: (readonly [number, number])[]) => (readonly [number, number])[]): GridPeer => ({
      name: 'peer', version: '1', setting: '', neighbours: 8,
      load: () => {
        const search = new AStar(world.grid);
        const out = new Uint32Array(world.grid.vertexCount);
        return {
          search: (x1, y1, x2, y2) => search.search(world.grid.vertex(x1, y1), world.grid.vertex(x2, y2)),
          cells: () => change(Array.from(out.subarray(0, search.path(out)), (v) => [world.grid.x(v), world.grid.y(v)] as const)),
        };
      },
    });
    const wrong = (change: Parameters<typeof peer>[0]): number => compareSearches(world, [theirs(peer(change))], optimal, { seconds: 0.001 })[0].wrong;
    expect(wrong((cells) => cells)).toBe(0);
    expect(wrong((cells) => [...cells].reverse())).toBe(12);
    expect(wrong(([first, second, ...rest]) => [first, second, first, second, ...rest])).toBe(12);
    // Corner points are enough: the cells between them follow.
    const isCorner = (cells: (readonly [number, number])[], i: number): boolean => {
      const [[ax, ay], [bx, by], [cx, cy]] = [cells[i - 1] ?? cells[i], cells[i], cells[i + 1] ?? cells[i]];
      return i === 0 || i === cells.length - 1 || bx - ax !== cx - bx || by - ay !== cy - by;
    };
    expect(wrong((cells) => cells.filter((_, i) => isCorner(cells, i)))).toBe(0);
  });

  it('rejects worlds in which no path can be found', () => {
    const grid = Grid.fromRows(['.#.']);
    const closed = { ...world, grid, graph: grid, heuristic: grid.heuristic(), problems: [{ from: grid.vertex(0, 0), to: grid.vertex(2, 0) }] };
    expect(() => compareSearches(closed, [], optimalCosts(closed), { seconds: 1 })).toThrow('nothing to measure');
  });
});

describe('worlds', () => {
  it('are the same for the same seed, and differ for another', () => {
    const make = (seed: number) => worlds({ seed, effort: 'tiny' }, { side: 40, problems: 5 }).map((one) => one.load());
    const [a, b, c] = [make(5), make(5), make(6)];
    for (const [i, one] of a.entries()) {
      expect(one.grid.toRows(), one.name).toEqual(b[i].grid.toRows());
      expect(one.problems).toEqual(b[i].problems);
      if (one.kind !== 'open') expect(one.grid.toRows(), one.name).not.toEqual(c[i].grid.toRows());
    }
  });

  it('have solvable problems, in every kind of world', () => {
    for (const source of worlds({ seed: 1, effort: 'tiny' }, { side: 64, problems: 8 })) {
      const made = source.load();
      expect(made.problems).toHaveLength(8);
      for (const cost of optimalCosts(made)) expect(cost, made.name).toBeLessThan(Infinity);
    }
  });

  it('without a problem, or too small for one, are rejected', () => {
    const make = (side: number, problems: number) => worlds({ seed: 1, effort: 'tiny' }, { side, problems, generated: ['open'] })[0].load();
    expect(() => make(1, 3)).toThrow('No two connected cells were found in open 1²: take a larger side.');
    expect(() => make(8, 0)).toThrow('A world needs at least one problem, got 0.');
  });

  it('have corridors of the given width', () => {
    const [wide] = worlds({ seed: 1, effort: 'tiny' }, { side: 100, problems: 1, generated: ['maze, corridors of 8'] });
    const rows = wide.load().grid.toRows();
    expect(rows[4].replaceAll('#', ' ').trim().split(/ +/).every((piece) => piece.length % 9 === 8)).toBe(true);
    expect(maze(7, 7, seededRandom(1)).toRows()[0]).toBe('#######');
  });
});
