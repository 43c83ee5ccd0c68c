import { fingerprint, pathCost } from '@pf/graph';
import { caves, Grid, maze, randomObstacles, rooms, seededRandom } from '@pf/grid';
import { JumpScanner } from '@pf/search/kit';
import { oracleDistances, rulesOf, runs, verticesOf, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { CanonicalFlood, TURNS } from '../../src/canonical-flood.ts';
import { decodeArtifact, encodeArtifact } from '../../src/artifact/artifact.ts';
import { jumpPoints, PathDatabase, PathRowBuilder } from '../../src/index.ts';
import { symbolBits } from '../../src/path-database/turn-rows.ts';

const atJumpPoints = { rows: 'jump-points' } as const;
const CORNERS = ['never', 'one', 'always'] as const;

function expectOptimal(grid: Grid, paths: PathDatabase, start: number, goals: Iterable<number>): number {
  const truth = oracleDistances(grid, start);
  const out = new Uint32Array(grid.vertexCount);
  let pairs = 0;
  for (const goal of goals) {
    const length = paths.path(start, goal, out);
    if (truth[goal] === Infinity) expect(paths.cost).toBe(Infinity);
    else expect(Math.abs(paths.cost - truth[goal]), `from ${start} to ${goal}: ${paths.cost}, not ${truth[goal]}`).toBeLessThan(1e-6);
    expect(length > 0 ? pathCost(grid, out, length) : Infinity).toBeCloseTo(truth[goal], 6);
    expect(paths.firstMove(start, goal)).toBe(length > 1 ? out[1] : -1);
    pairs++;
  }
  return pairs;
}

test('all pairs of thousands of small worlds are right, under every corner rule', () => {
  let pairs = 0;
  fc.assert(
    fc.property(worlds({ maxSize: 8, movements: ['eight'], metrics: ['exact'], terrain: false }), (world) => {
      const grid = Grid.fromRows(world.rows, rulesOf(world));
      const paths = PathDatabase.build(grid, atJumpPoints);
      for (const start of verticesOf(grid)) pairs += expectOptimal(grid, paths, start, verticesOf(grid));
    }),
    { numRuns: runs(400), seed: 21 },
  );
  expect(pairs).toBeGreaterThan(runs(400) * 100);
});

test.each([{ rows: 'all' }, atJumpPoints] as const)('caves, rooms, mazes and random obstacles, from jump points and from others, loaded as saved, $rows', (options) => {
  const random = seededRandom(5);
  const kinds = [caves, (w: number, h: number, r: typeof random, o: object) => rooms(w, h, 9, r, o), (w: number, h: number, r: typeof random, o: object) => maze(w, h, r, o), (w: number, h: number, r: typeof random, o: object) => randomObstacles(w, h, 0.02, r, o), (w: number, h: number, r: typeof random, o: object) => randomObstacles(w, h, 0.3, r, o)];
  for (const make of kinds) {
    for (const corners of CORNERS) {
      const grid = make(61, 47, random, { corners });
      const paths = PathDatabase.load(grid, PathDatabase.build(grid, options).save());
      const marks = jumpPoints(grid);
      const free = [...verticesOf(grid)].filter((v) => grid.moves[v] !== 0);
      const points = free.filter((v) => marks[v] === 1);
      for (let i = 0; i < 4; i++) {
        for (const from of [free, points]) expectOptimal(grid, paths, from[Math.floor(random() * from.length)], [...free.filter((_, k) => k % 7 === i), ...points.filter((_, k) => k % 5 === i)]);
      }
    }
  }
});

test('rows may have more turns than one flood labels', () => {
  // A hall with a pillar in the middle and teeth along its walls: a jump point beside the pillar sees one behind each tooth.
  const side = 191;
  const tooth = (near: number, along: number): boolean => (near === 3 || near === side - 4) && along % 2 === 1 && along > 3 && along < side - 4;
  const grid = Grid.fromRows(Array.from({ length: side }, (_, y) => Array.from({ length: side }, (_, x) => (tooth(x, y) || tooth(y, x) || (x === 95 && y === 95) ? '#' : '.')).join('')));
  const source = grid.vertex(96, 94);
  const flood = new CanonicalFlood(grid);
  flood.runToTurns(source);
  expect(flood.turns.length).toBeGreaterThan(TURNS);
  const row = new PathRowBuilder(grid, atJumpPoints).build(source, source + 1);
  expect(row.runs[0]).toBe(flood.turns.length);
  expectOptimal(grid, PathDatabase.build(grid, atJumpPoints), source, verticesOf(grid));
});

test('no search: a path from a jump point is only read, and another cell finds the visible jump points once', () => {
  const grid = caves(80, 60, seededRandom(4));
  const paths = PathDatabase.build(grid, atJumpPoints);
  const marks = jumpPoints(grid);
  const found = vi.spyOn(JumpScanner.prototype, 'jumps');
  const arcs = vi.spyOn(grid, 'successors');
  const out = new Uint32Array(grid.vertexCount);
  let [read, compared] = [0, 0];
  for (const start of verticesOf(grid)) {
    if (grid.moves[start] === 0 || start % 11 > 0) continue;
    for (const goal of verticesOf(grid)) {
      if (goal % 97 > 0 || goal === start || grid.moves[goal] === 0) continue;
      found.mockClear();
      paths.path(start, goal, out);
      expect(found).toHaveBeenCalledTimes(marks[start] === 1 ? 0 : 1);
      if (marks[start] === 1) read++;
      else compared++;
    }
  }
  expect(arcs).not.toHaveBeenCalled();
  expect(read).toBeGreaterThan(100);
  expect(compared).toBeGreaterThan(1000);
  vi.restoreAllMocks();
});

test('parts give the same database as the whole, at a fraction of the size of all cells', () => {
  const grid = rooms(60, 60, 11, seededRandom(3));
  const builder = new PathRowBuilder(grid, atJumpPoints);
  const whole = PathDatabase.build(grid, atJumpPoints);
  const parts = [builder.build(0, 77), builder.build(77, 1500), builder.build(1500, grid.vertexCount)];
  expect(new Uint8Array(PathDatabase.assemble(grid, parts, atJumpPoints).save())).toEqual(new Uint8Array(whole.save()));
  expect(whole.save().byteLength).toBeLessThan(PathDatabase.build(grid).save().byteLength / 4);
  // One row for each jump point, and none for other cells.
  const marks = jumpPoints(grid);
  expect([...builder.build(0, grid.vertexCount).lengths].map((length) => Math.min(length, 1))).toEqual([...marks]);
});

test('rows at jump points need a grid that has them', () => {
  for (const rules of [{ movement: 'four' }, { metric: '5/7' }] as const) {
    expect(() => PathDatabase.build(Grid.fromRows(['..', '..'], rules), atJumpPoints)).toThrow(/need an 8-connected grid with exact costs, without terrain costs and one-way cells: build rows 'all'/);
  }
  expect(() => PathDatabase.build(new Grid(3, 3), { rows: 'some' } as never)).toThrow("rows must be 'all' or 'jump-points', got 'some'.");
  expect(() => PathDatabase.build(new Grid(3, 3), { row: 'all' } as never)).toThrow("A path database has no option 'row': did you mean 'rows'?");
});

test('an edited grid is rejected', () => {
  const grid = Grid.fromRows(['.....', '..#..', '.....']);
  const saved = PathDatabase.build(grid, atJumpPoints).save();
  const paths = PathDatabase.load(grid, saved);
  const [start, goal] = [grid.vertex(0, 1), grid.vertex(4, 1)];
  grid.setBlocked(1, 0, true, new Uint32Array(16));
  expect(() => paths.firstMove(start, goal)).toThrow(/The world has changed since its first moves were built/);
  expect(() => PathDatabase.load(grid, saved)).toThrow(/another world|was built for|fingerprint/);
});

test('forged rows are rejected or give no path, and never loop', () => {
  const grid = Grid.fromRows(['.....', '..#..', '.....']);
  const saved = PathDatabase.build(grid, atJumpPoints).save();
  const [places, first, words, rows] = decodeArtifact(saved, 'paths', fingerprint(grid)) as Uint32Array[];
  const forge = (change: (words: Uint32Array, at: number) => void): ArrayBuffer => {
    const forged = words.slice();
    change(forged, first[places[grid.vertex(1, 0)]]);
    return encodeArtifact('paths', fingerprint(grid), [places, first, forged, rows]);
  };
  expect(() => PathDatabase.load(grid, forge((list, at) => (list[at] = 99)))).toThrow(/words, which cannot hold 99 turns and a run: build it anew/);
  expect(() => PathDatabase.load(grid, forge((list, at) => (list[at + 1] = grid.vertex(0, 1))))).toThrow(/turns at vertex \d+, which has no row: build it anew/);
  // A turn at itself would never end.
  expect(() => PathDatabase.load(grid, forge((list, at) => (list[at + 1] = grid.vertex(1, 0))))).toThrow(/turns at vertex \d+, its own: build it anew/);
  // Two that turn at each other, one unit apart: the path ends with the buffer, and the comparison ends too.
  const endless = PathDatabase.load(grid, forge((list) => {
    for (const [x, y] of [[1, 0], [3, 0], [1, 2], [3, 2]]) {
      const at = first[places[grid.vertex(x, y)]];
      list.fill(grid.vertex(4 - x, y), at + 1, at + 1 + list[at]);
      for (let i = at + 1 + list[at]; i < first[places[grid.vertex(x, y)] + 1]; i++) list[i] = ((list[i] >>> symbolBits(14)) << symbolBits(14)) | 1;
    }
  }));
  const out = new Uint32Array(grid.vertexCount);
  expect(() => endless.path(grid.vertex(1, 0), grid.vertex(4, 2), out)).toThrow('The path has more than the');
  expect(endless.path(grid.vertex(0, 1), grid.vertex(4, 1), out)).toBe(0);
});
