import { Grid, seededRandom } from '@pf/grid';
import { describe, expect, test } from 'vitest';
import { advise } from '../../src/which/advice.ts';
import type { ContenderName, DrawnName } from '../../src/which/advice.ts';
import { contenders } from '../../src/which/contenders.ts';
import { measure, queriesOn } from '../../src/which/measuring.ts';
import { recorded } from '../../src/which/pictures.ts';
import { allAnswers } from './all-answers.ts';

/** The cheapest cost on a grid of rows, by relaxing every cell until nothing changes: it shares no code with the packages. */
function cheapest(costs: readonly (readonly number[])[], [sx, sy]: readonly [number, number], [gx, gy]: readonly [number, number]): number {
  const best = costs.map((row) => row.map(() => Infinity));
  best[sy][sx] = 0;
  const at = (x: number, y: number): number => costs[y]?.[x] ?? 0;
  for (let changed = true; changed;) {
    changed = false;
    for (let y = 0; y < costs.length; y++) for (let x = 0; x < costs[0].length; x++) {
      if (at(x, y) === 0) continue;
      for (let dy = -1; dy <= 1; dy++) for (let dx = -1; dx <= 1; dx++) {
        if ((dx === 0 && dy === 0) || at(x + dx, y + dy) === 0 || at(x + dx, y) === 0 || at(x, y + dy) === 0) continue;
        const cost = best[y + dy][x + dx] + Math.hypot(dx, dy) * at(x, y);
        if (cost < best[y][x] - 1e-9) {
          best[y][x] = cost;
          changed = true;
        }
      }
    }
  }
  return best[gy][gx];
}

const WORLDS = 12;
const worlds = Array.from({ length: WORLDS }, (_, seed) => {
  const random = seededRandom(seed + 1);
  const terrain = seed % 2 === 1;
  const costs = Array.from({ length: 14 }, () => Array.from({ length: 18 }, () => (random() < 0.25 ? 0 : terrain && random() < 0.3 ? 4 : 1)));
  const grid = Grid.fromArray(costs, { corners: 'never' });
  const queries = queriesOn(grid, 6, false);
  const optimal = queries.map(({ start, goal }) => cheapest(costs, [grid.x(start), grid.y(start)], [grid.x(goal), grid.y(goal)]));
  return { grid, terrain, queries, optimal };
});

/** The worlds that a contender can search, and the allowed range of its costs, relative to the cheapest on the grid. */
const bounds: Readonly<Record<ContenderName, { readonly uniform?: boolean; readonly least?: number; readonly most: number }>> = {
  'a-star': { most: 1 }, 'jps': { uniform: true, most: 1 }, 'jps-plus': { uniform: true, most: 1 }, 'jps-bounds': { uniform: true, most: 1 }, 'terrain-jumps': { most: 1 },
  'landmarks': { most: 1 }, 'corners': { uniform: true, most: 1 }, 'within': { most: 1.1 }, 'mesh': { uniform: true, least: 0.7, most: 1 },
  'theta': { uniform: true, least: 0.7, most: 1.0001 }, 'smooth': { least: 0.7, most: 1 }, 'field': { most: 1 }, 'dispatcher': { most: 1 }, 'tba': { most: 40 }, 'subgoals': { uniform: true, most: 1 },
  'lss-lrta': { most: 40 }, 'repeated': { most: 10 }, 'd-star-extra-lite': { most: 10 }, 'mpaa': { most: 10 }, 'd-star-lite': { most: 10 }, 'ad-star': { most: 15 }, 'lss-lrta-fog': { most: 40 },
};

/** Those that an answer advises or compares with. */
const drawn: ReadonlySet<ContenderName> = new Set(allAnswers().flatMap((answers) => [2000, 60_000, 2e6].flatMap((free) => (['short', 'long'] as const).flatMap((detours): readonly DrawnName[] => {
  const { baseline, contender } = advise(answers, { free, detours });
  return [baseline, contender];
}))));
const isDrawn = (name: ContenderName): name is DrawnName => drawn.has(name);

describe.each(Object.keys(contenders) as ContenderName[])('%s', (name) => {
  const { uniform = false, least = 1, most } = bounds[name];

  test(`costs between ${least} and ${most} times the cheapest on ${WORLDS} random worlds${isDrawn(name) ? ', and the picture shows the same' : ''}`, () => {
    let solved = 0;
    for (const { grid, terrain, queries, optimal } of worlds) {
      if (terrain && uniform) continue;
      const run = contenders[name](grid);
      queries.forEach((query, i) => {
        const { cost } = run([query]);
        if (optimal[i] === 0) return expect(cost).toBe(0);
        expect(cost / optimal[i]).toBeGreaterThan(least - 1e-6);
        expect(cost / optimal[i]).toBeLessThan(most + 1e-6);
        expect(cost).toBeGreaterThan(Math.hypot(grid.x(query.start) - grid.x(query.goal), grid.y(query.start) - grid.y(query.goal)) - 1e-6);
        // Lines are drawn at their length, and a dispatcher among others.
        if (isDrawn(name)) {
          const picture = recorded(name, grid, query.start, query.goal);
          expect(picture.cost / cost).toBeCloseTo(1, 3);
          structuredClone(picture);
        }
        solved++;
      });
    }
    expect(solved).toBeGreaterThan(30);
  });
});

test('all contenders of an answer are measured on the same queries', () => {
  const { grid } = worlds[0];
  const advice = advise({ changes: 'fixed', ground: 'uniform', asks: 'many', matters: 'shortest' }, { free: grid.terrain.free, detours: 'long' });
  const names = [advice.baseline, advice.contender, ...advice.beside];
  const seen: number[] = [];
  const measured = measure(grid, names, queriesOn(grid, 20, false), (parts) => seen.push(parts.length));
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(measured.map(({ contender }) => contender)).toEqual(names);
  for (const { cost, expanded, microseconds } of measured) expect([cost.toFixed(6), expanded > 0, microseconds > 0 && microseconds < 1e6]).toEqual([measured[0].cost.toFixed(6), true, true]);
  expect(measured[1].expanded).toBeLessThan(measured[0].expanded);
});

test('every contender of every answer runs on the ground of that answer', () => {
  const grids = { uniform: worlds[0], terrain: worlds[1] };
  const ran = new Set<string>();
  for (const answers of allAnswers()) for (const free of [2000, 60_000]) {
    const { baseline, contender, beside } = advise(answers, { free, detours: 'long' });
    const { grid, queries } = grids[answers.ground];
    for (const name of [baseline, contender, ...beside]) {
      if (ran.has(`${name} ${answers.ground}`)) continue;
      ran.add(`${name} ${answers.ground}`);
      expect(contenders[name](grid)(queries).cost, `${name}, ${JSON.stringify(answers)}`).toBeLessThan(Infinity);
    }
  }
  expect(ran.size).toBeGreaterThan(30);
});

test('queries are between connected cells, also on a map of two halves', () => {
  const grid = Grid.fromRows(['..#..', '..#..'], { corners: 'never' });
  for (const crowd of [false, true]) for (const query of queriesOn(grid, 40, crowd)) expect(contenders['a-star'](grid)([query]).cost).toBeLessThan(Infinity);
});

test('a crowd has one goal', () => {
  const { grid } = worlds[0];
  expect(new Set(queriesOn(grid, 20, true).map(({ goal }) => goal)).size).toBe(1);
  expect(new Set(queriesOn(grid, 20, false).map(({ goal }) => goal)).size).toBeGreaterThan(5);
});
