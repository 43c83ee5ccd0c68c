import type { Grid } from '@pf/grid';
import { randomObstacles, seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';
import { runs } from '@pf/testkit';
import { describe, expect, test } from 'vitest';
import { Dispatcher, PIBT } from '../src/index.ts';

interface World {
  readonly grid: Grid;
  readonly cells: readonly number[];
  /** The largest distance between two cells. */
  readonly diameter: number;
}

function neighbours(grid: Grid, v: number): number[] {
  const to = new Uint32Array(grid.maxDegree);
  return [...to.subarray(0, grid.successors(v, to, new Float64Array(grid.maxDegree)))];
}

/** The steps from a cell to all that it reaches, without the step between two cells. */
function distances(grid: Grid, from: number, without: readonly number[] = []): Map<number, number> {
  const found = new Map([[from, 0]]);
  for (const v of found.keys()) {
    for (const u of neighbours(grid, v)) if (!found.has(u) && !(without.includes(u) && without.includes(v))) found.set(u, found.get(v)! + 1);
  }
  return found;
}

/** Rubble in which every step lies on a cycle: the largest component without bridges. */
function bridgeless(seed: number): World {
  const random = seededRandom(seed);
  const side = 4 + Math.floor(6 * random());
  const grid = randomObstacles(side, side, 0.05 + 0.3 * random(), random, { movement: 'four' });
  const free = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0);
  const bridges = new Set(free.flatMap((v) => neighbours(grid, v).filter((u) => !distances(grid, v, [u, v]).has(u)).map((u) => `${v} ${u}`)));
  const partOf = (start: number): Set<number> => {
    const part = new Set([start]);
    for (const v of part) for (const u of neighbours(grid, v)) if (!bridges.has(`${v} ${u}`)) part.add(u);
    return part;
  };
  const largest = free.map(partOf).reduce((a, b) => (b.size > a.size ? b : a));
  for (const v of free) if (!largest.has(v)) grid.setBlocked(grid.x(v), grid.y(v), true);
  const cells = [...largest];
  return cells.length < 8 ? bridgeless(seed + 7919) : { grid, cells, diameter: Math.max(...cells.map((v) => Math.max(...distances(grid, v).values()))) };
}

function shuffled(cells: readonly number[], random: () => number): number[] {
  const out = [...cells];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
}

/** Gives every unit a new goal whenever it arrives; returns the longest time to an arrival. */
function longestWait(units: number, steps: number, step: () => void, arrived: (unit: number) => boolean, send: (unit: number) => void): number {
  const since = new Int32Array(units);
  let longest = 0;
  for (let unit = 0; unit < units; unit++) send(unit);
  for (let t = 1; t <= steps; t++) {
    step();
    for (let unit = 0; unit < units; unit++) {
      longest = Math.max(longest, t - since[unit]);
      if (!arrived(unit)) continue;
      since[unit] = t;
      send(unit);
    }
  }
  return longest;
}

// The theorem of Okumura et al. (2022): if each step lies on a cycle, the first in the order comes nearer to its goal in every step. Then the next is the first.
describe('if every step lies on a cycle, each unit arrives', () => {
  test('with PIBT, within the diameter times the number of units', () => {
    for (let world = 0; world < runs(50); world++) {
      const { grid, cells, diameter } = bridgeless(world + 1);
      const random = seededRandom(world);
      const n = 1 + Math.floor(random() * (cells.length - 1));
      const starts = shuffled(cells, random).slice(0, n);
      const anywhere = (unit: number): number => {
        const other = cells.filter((v) => v !== pibt.position(unit));
        return other[Math.floor(random() * other.length)];
      };
      const pibt = new PIBT(grid, { seed: world });
      pibt.begin(starts, starts);
      const longest = longestWait(n, 3 * diameter * n, () => pibt.step(), (unit) => pibt.position(unit) === pibt.goal(unit), (unit) => pibt.setGoal(unit, anywhere(unit)));
      expect(longest, `world ${world}, ${n} units on ${cells.length} cells, diameter ${diameter}`).toBeLessThanOrEqual(diameter * n);
    }
  });

  // A unit that was pushed off its path goes back to it first.
  test('with a dispatcher, within twice that', () => {
    for (let world = 0; world < runs(15); world++) {
      const { grid, cells, diameter } = bridgeless(world + 1);
      const random = seededRandom(world);
      const n = 1 + Math.floor(random() * (cells.length - 1));
      const astar = new AStar(grid);
      const dispatcher = new Dispatcher(grid, { planner: () => astar, collisions: 'avoid', shareFrom: random() < 0.5 ? 2 : Infinity });
      const ids = shuffled(cells, random).slice(0, n).map((v) => dispatcher.add(v));
      const longest = longestWait(
        n, 3 * diameter * n, () => dispatcher.frame({ expansions: 1e6 }), (unit) => dispatcher.status(ids[unit]) === 'idle',
        (unit) => dispatcher.order(ids[unit], cells[Math.floor(random() * cells.length)]),
      );
      expect(longest, `world ${world}, ${n} units on ${cells.length} cells, diameter ${diameter}`).toBeLessThanOrEqual(2 * diameter * n);
    }
  });
});
