import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { World } from '../src/index.ts';
import { drawWorld, wholeMetrics, worldArcs, worlds } from '../src/index.ts';

const plain: World = { width: 3, height: 2, rows: ['.#2', '...'], movement: 'eight', corners: 'never', metric: '5/7', sides: [], seed: 11 };

describe('worlds', () => {
  test('are of every kind', () => {
    const sample = fc.sample(worlds({ sides: true }), { numRuns: 1000, seed: 1 });
    const some = (what: (world: World) => boolean): boolean => sample.filter(what).length >= 10;
    for (const movement of ['four', 'eight', 'hex']) expect(some((world) => world.movement === movement)).toBe(true);
    for (const corners of ['never', 'one', 'always']) expect(some((world) => world.movement === 'eight' && world.corners === corners)).toBe(true);
    for (const metric of ['exact', ...wholeMetrics]) expect(some((world) => JSON.stringify(world.metric) === JSON.stringify(metric))).toBe(true);
    expect(some(({ width, height }) => width === 1 && height === 1)).toBe(true);
    expect(some(({ width, height }) => width === 1 && height > 3)).toBe(true);
    expect(some(({ width, height }) => width > 3 && height === 1)).toBe(true);
    expect(some(({ width, height }) => width > 9 && height > 9)).toBe(true);
    expect(some(({ rows }) => rows.every((row) => !row.includes('#')))).toBe(true);
    expect(some(({ rows }) => rows.every((row) => /^#*$/.test(row)))).toBe(true);
    expect(some(({ rows }) => rows.some((row) => /[2-9]/.test(row)))).toBe(true);
    expect(some(({ rows }) => rows.every((row) => !/[1-9]/.test(row)))).toBe(true);
    expect(some(({ sides }) => sides.length > 1)).toBe(true);
    expect(some((world) => isDisconnected(world))).toBe(true);
    for (const { width, height, rows } of sample) expect([rows.length, ...rows.map((row) => row.length)]).toEqual([height, ...Array<number>(height).fill(width)]);
  });

  test('can be limited to some kinds', () => {
    for (const world of fc.sample(worlds({ maxSize: 5, movements: ['hex'], metrics: ['5/7'], terrain: false }), { numRuns: 200, seed: 2 })) {
      expect(world).toMatchObject({ movement: 'hex', metric: '5/7', sides: [] });
      expect(world.width <= 5 && world.height <= 5 && world.rows.every((row) => /^[.#]*$/.test(row))).toBe(true);
    }
  });

  test('that fail a property are printed as a picture, with the seed', () => {
    const details = fc.check(fc.property(worlds(), (world) => world.width < 3), { seed: 3 });
    const report = fc.defaultReportMessage(details);
    expect(report).toContain('seed: 3');
    expect(report).toMatch(/\n3×1, (four|eight|hex).*, seed \d+\n[.#1-9 ]+\n/);
  });
});

function isDisconnected(world: World): boolean {
  const reached = new Set<number>();
  const arcs = worldArcs(world);
  const queue = arcs.length > 0 ? [arcs[0][0]] : [];
  for (let cell = queue.pop(); cell !== undefined; cell = queue.pop()) {
    reached.add(cell);
    for (const [from, to] of arcs) if (from === cell && !reached.has(to)) queue.push(to);
  }
  return arcs.some(([from]) => !reached.has(from));
}

describe('the arcs of a world', () => {
  const stepsOf = (world: World, from: number): string[] => worldArcs(world).filter((arc) => arc[0] === from).map(([, to, cost]) => `${to} ${cost}`).sort();

  // Cells 0 1 2 over 3 4 5; cell 1 is blocked, entering cell 2 costs twice as much.
  test.each([
    [{ movement: 'four' }, ['2 10', '4 5']],
    [{ movement: 'eight', corners: 'never' }, ['2 10', '4 5']],
    [{ movement: 'eight', corners: 'one' }, ['2 10', '4 5']],
    [{ movement: 'hex' }, ['2 10', '4 5']],
  ] as const)('from a corner: %j', (rules, expected) => {
    expect(stepsOf({ ...plain, ...rules }, 5)).toEqual(expected);
  });

  test.each([
    [{ movement: 'four' }, ['3 5', '5 5']],
    [{ movement: 'eight', corners: 'never' }, ['3 5', '5 5']],
    [{ movement: 'eight', corners: 'one' }, ['0 7', '2 14', '3 5', '5 5']],
    [{ movement: 'eight', corners: 'always' }, ['0 7', '2 14', '3 5', '5 5']],
    [{ movement: 'hex' }, ['2 10', '3 5', '5 5']],
  ] as const)('from below the wall: %j', (rules, expected) => {
    expect(stepsOf({ ...plain, ...rules }, 4)).toEqual(expected);
  });

  test('with both cells beside a diagonal blocked', () => {
    const world: World = { ...plain, width: 2, rows: ['.#', '#.'] };
    expect(stepsOf({ ...world, corners: 'one' }, 0)).toEqual([]);
    expect(stepsOf({ ...world, corners: 'always' }, 0)).toEqual(['3 7']);
  });

  test('with one-way cells', () => {
    // Cell 4 may be entered from the west (bit 2) and left to the east (bit 0) only.
    const world: World = { ...plain, movement: 'four', sides: [{ x: 1, y: 1, enter: 0b100, leave: 0b001 }] };
    expect([stepsOf(world, 3), stepsOf(world, 4), stepsOf(world, 5)]).toEqual([['0 5', '4 5'], ['5 5'], ['2 10']]);
  });
});

describe('a picture', () => {
  test('shows rules, cells, marks and one-way cells', () => {
    const world = { ...plain, sides: [{ x: 1, y: 1, enter: 4, leave: 1 }] };
    expect(drawWorld(world, [{ x: 0, y: 0, mark: 'S' }, { x: 2, y: 1, mark: 'T' }, { x: 9, y: 9, mark: '!' }])).toBe(
      ['3×2, eight, corners never, metric 5/7, seed 11', 'S#2', '..T', '(1, 1) enter 00000100 leave 00000001'].join('\n'),
    );
    expect(drawWorld({ ...plain, movement: 'hex', metric: { straight: 1, diagonal: 3 } })).toBe(['3×2, hex, metric 1/3, seed 11', '. # 2', ' . . .'].join('\n'));
  });
});
