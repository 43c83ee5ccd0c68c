import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Grid, seededRandom, TorusGrid } from '../src/index.ts';
import { EditLog } from '../src/edit-log.ts';
import { EditListeners } from '../src/edit-listeners.ts';
import { arcsOf } from './grid-of.ts';

test('a log gives the last 512 rectangles, and up to 8192 tails', () => {
  let known = 0;
  for (let seed = 1; seed <= 6; seed++) {
    const random = seededRandom(seed);
    const log = new EditLog();
    expect([log.since(0, 0, () => expect.fail()), log.since(-1, Infinity, () => expect.fail()), log.since(1, Infinity, () => expect.fail()), log.countAt(0)]).toEqual([true, false, false, 0]);
    const all: { readonly rectangle: number[]; readonly version: number; tails?: number[]; from: number }[] = [];
    let [version, logged] = [0, 0];
    for (let edit = 0; edit < 450; edit++) {
      version += Math.floor(random() * 2.5);
      const first = log.count;
      const parts = seed === 6 && edit === 200 ? 600 : 1 + Math.floor(random() * 3);
      for (let k = 0; k < parts; k++) {
        const rectangle = [0, 0, 0, 0].map(() => Math.floor(random() * 100));
        log.add(rectangle[0], rectangle[1], rectangle[2], rectangle[3], version);
        all.push({ rectangle, version, from: 0 });
      }
      if (random() < 0.3) continue;
      const n = random() < 0.02 ? 4096 + Math.floor(random() * 2) : Math.floor(random() * (seed < 4 ? 12 : 120));
      const tails = Uint32Array.from({ length: n }, () => Math.floor(random() * 1e6));
      log.addTails(first, tails, n);
      if (n > 4096 || parts > 512) continue;
      logged += n;
      for (let i = first; i < all.length; i++) Object.assign(all[i], { tails: i === first ? [...tails] : [], from: logged - n });
    }
    expect(log.count).toBe(all.length);
    const oldest = all.length - 512;
    for (let i = oldest - 2; i <= all.length; i++) {
      const seen: number[][] = [];
      expect(log.since(i, Infinity, (...rectangle) => seen.push(rectangle))).toBe(i >= oldest);
      expect(seen).toEqual(i >= oldest ? all.slice(i).map(({ rectangle }) => rectangle) : []);
    }
    for (let v = 0; v <= version; v++) {
      const count = all.filter((one) => one.version <= v).length;
      expect(log.countAt(v)).toBe(count >= oldest ? count : -1);
    }
    for (let i = oldest; i < all.length; i++) {
      const { tails, from } = all[i];
      const out = new Uint32Array(60).fill(7);
      const n = log.tailsOf(i, out, 10);
      if (n < 0) {
        if (tails !== undefined) expect(from).toBeLessThan(logged - 8192);
        continue;
      }
      known++;
      // If the tails of an edit are overwritten, they are known for none of its rectangles.
      expect(from).toBeGreaterThanOrEqual(logged - 8192);
      expect([tails?.length, out[9]]).toEqual([n, 7]);
      expect([...out.subarray(10)]).toEqual(Array.from({ length: 50 }, (_, k) => tails![k] ?? 7));
    }
  }
  expect(known).toBeGreaterThan(1000);
});

test('a map remembers where it was edited, and whose arcs changed', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 12 }), fc.boolean(), (seed, edits, isReported) => {
      const random = seededRandom(seed);
      const below = (n: number): number => Math.floor(random() * n);
      const grid = new Grid(9, 8);
      const since = below(edits);
      let [version, logged, before, cells] = [grid.version, grid.edits, arcsOf(grid), grid.cells.slice()];
      const reported = new Set<number>();
      const buffer = new Uint32Array(grid.vertexCount);
      for (let edit = 0; edit < edits; edit++) {
        if (edit === since) [version, logged, before, cells] = [grid.version, grid.edits, arcsOf(grid), grid.cells.slice()];
        const tails = isReported ? buffer : undefined;
        let n: number;
        if (random() < 0.4) {
          const [x, y] = [below(9), below(8)];
          n = grid.setRectangle(x, y, below(10 - x), below(9 - y), below(4), tails);
        } else {
          const chosen = Uint32Array.from({ length: below(random() < 0.5 ? 3 : 20) }, () => grid.vertex(below(9), below(8)));
          if (random() < 0.5) chosen.sort();
          const costs = Uint8Array.from(chosen, () => below(3));
          // The tails may overwrite the list.
          const isShared = isReported && random() < 0.5;
          if (isShared) buffer.set(chosen);
          n = grid.setCells(isShared ? buffer : chosen, costs, chosen.length, tails);
        }
        if (edit >= since) for (const v of buffer.subarray(0, n)) reported.add(v);
      }
      const [old, now] = [new Set(before), new Set(arcsOf(grid))];
      const changed = [...[...old].filter((arc) => !now.has(arc)), ...[...now].filter((arc) => !old.has(arc))].map((arc) => Number(arc.split(' ')[0]));
      if (changed.length > 0) expect(grid.version).toBeGreaterThan(version);
      const found = new Uint32Array(12 * grid.vertexCount);
      const tails = [...found.subarray(0, grid.changedSince(version, found))];
      expect(new Set(tails).size).toBe(tails.length);
      if (isReported) expect(new Set(tails)).toEqual(reported);
      const numbers = new Set(tails.map((v) => grid.y(v) * 9 + grid.x(v)));
      expect(changed.filter((v) => !numbers.has(v))).toEqual([]);
      const inside = new Set<number>();
      const isVisited = grid.editedSince(logged, (x, y, width, height) => {
        expect(x >= 0 && y >= 0 && x + width <= 9 && y + height <= 8).toBe(true);
        for (let row = y; row < y + height; row++) for (let column = x; column < x + width; column++) inside.add(grid.vertex(column, row));
      });
      if (isVisited) expect([...grid.cells.keys()].filter((v) => grid.cells[v] !== cells[v] && !inside.has(v))).toEqual([]);
      else expect(inside.size).toBe(0);
    }),
    { numRuns: runs(300), seed: 208 },
  );
});

test('a map may be edited while its edits are visited; those edits come next time', () => {
  const grid = new Grid(700, 1);
  for (const [edits, each] of [[1, 1], [3, 1], [512, 1], [5, 100]]) {
    const from = grid.edits;
    let x = 0;
    const edit = (): void => void grid.setCost(x, 0, (grid.cost(x++, 0) % 2) + 1);
    for (let i = 0; i < edits; i++) edit();
    const until = grid.edits;
    const seen: number[][] = [];
    x = 0;
    const visit = (...rectangle: number[]): void => {
      expect(seen.push(rectangle)).toBeLessThanOrEqual(edits);
      for (let k = 0; k < each; k++) edit();
    };
    expect(grid.editedSince(from, visit)).toBe(true);
    expect(seen).toEqual(Array.from({ length: edits }, (_, i) => [i, 0, 1, 1]));
    seen.length = 0;
    expect(grid.editedSince(until, (...rectangle) => seen.push(rectangle))).toBe(true);
    expect(seen).toEqual(Array.from({ length: edits * each }, (_, i) => [i, 0, 1, 1]));
  }
  // Rectangles that the visitor overwrites are not visited.
  const { edits } = grid;
  for (let x = 0; x < 400; x++) grid.setBlocked(x, 0, true);
  let visits = 0;
  expect(grid.editedSince(edits, (x) => {
    expect(x).toBe(visits++);
    for (let k = 0; k < 3; k++) grid.setBlocked(x, 0, !grid.isBlocked(x, 0));
  })).toBe(false);
  expect(visits).toBe(57);
});

test('cells far apart are remembered one by one, many near ones as a rectangle', () => {
  const grid = new Grid(60, 60);
  const rectanglesOf = (...cells: [number, number][]): number[][] => {
    const { edits } = grid;
    const seen: number[][] = [];
    grid.setCells(Uint32Array.from(cells, ([x, y]) => grid.vertex(x, y)), new Uint8Array(cells.length).fill(grid.cost(...cells[0]) === 0 ? 1 : 0), cells.length);
    grid.editedSince(edits, (...rectangle) => seen.push(rectangle));
    return seen;
  };
  expect(rectanglesOf([2, 3], [3, 3], [50, 40])).toEqual([[2, 3, 2, 1], [50, 40, 1, 1]]);
  expect(rectanglesOf([5, 5], [6, 5], [5, 6], [6, 7])).toEqual([[5, 5, 2, 3]]);
  const spots = Array.from({ length: 17 }, (_, i): [number, number] => [3 * i, (7 * i) % 59]);
  expect(rectanglesOf(...spots.slice(0, 16))).toHaveLength(16);
  expect(rectanglesOf(...spots.map(([x, y]): [number, number] => [x + 1, y]))).toHaveLength(1);
});

test('units all over a large map are remembered one by one, up to 256', () => {
  const grid = new Grid(400, 400);
  const [copy, tails] = [grid.clone(), new Uint32Array(9 * 257)];
  const units = Uint32Array.from({ length: 257 }, (_, i) => grid.vertex((7 * i) % 400, (131 * i) % 400));
  for (const [n, rectangles] of [[17, 17], [256, 256], [257, 1]]) {
    const { edits, version } = grid;
    const costs = new Uint8Array(n).fill(grid.isFree(0, 0) ? 0 : 1);
    grid.setCells(units, costs, n);
    expect(grid.edits - edits).toBe(rectangles);
    expect(grid.changedSince(version, new Uint32Array(9 * 257))).toBe(copy.setCells(units, costs, n, tails));
  }
});

test('of rectangles with more cells than the map, none is visited', () => {
  const grid = new Grid(10, 10);
  const { edits } = grid;
  const areas: number[] = [];
  const visit = (_x: number, _y: number, width: number, height: number): unknown => areas.push(width * height);
  for (const cost of [2, 3]) grid.setRectangle(0, 0, 10, 5, cost);
  expect([grid.editedSince(edits, visit), areas]).toEqual([true, [50, 50]]);
  grid.setBlocked(9, 9, true);
  expect([grid.editedSince(edits, () => expect.fail()), grid.editedSince(edits + 1, visit), areas]).toEqual([false, true, [50, 50, 50, 1]]);
});

test('tails that do not fit are not written beyond the end of the list', () => {
  const grid = new Grid(50, 50);
  for (let edit = 0; edit < 20; edit++) grid.setRectangle(0, 0, 50, 50, 2 - (edit % 2));
  let writes = 0;
  const list = new Proxy(new Uint32Array(2500), {
    get: (target, key) => Reflect.get(target, key) as unknown,
    set: (target, key, value) => Reflect.set(target, key, value) && ++writes > 0,
  });
  expect(grid.changedSince(0, list)).toBe(-1);
  expect(writes).toBeLessThanOrEqual(2500);
});

test('an edit of isolated cells changes no arc, however many there are', () => {
  const grid = Grid.fromRows(['.#.#', '#.#.', '.#.#'], { movement: 'four' });
  const free = Uint32Array.from([...grid.cells.keys()].filter((v) => grid.cells[v] !== 0));
  const { version } = grid;
  grid.setCells(free, new Uint8Array(free.length).fill(2), free.length);
  expect([grid.version > version, grid.changedSince(version, new Uint32Array(99))]).toEqual([true, 0]);
});

test('a list that would cut off the numbers of tails is rejected', () => {
  const grid = new Grid(300, 300);
  const torus = new TorusGrid(grid);
  grid.setBlocked(250, 250, true);
  for (const graph of [grid, torus]) {
    for (const Type of [Uint8Array, Uint16Array]) expect(() => graph.changedSince(0, new Type(99) as never)).toThrow(`${Type.name} would cut off the numbers of vertices`);
    expect(graph.changedSince(0, new Uint32Array(99))).toBe(9);
  }
});

test('numbers still to come, such as those from before a saved game was loaded, give nothing', () => {
  const before = new Grid(5, 5);
  for (let x = 0; x < 4; x++) before.setBlocked(x, 0, true);
  const loaded = Grid.fromRows(['.....', '.....']);
  const tails = new Uint32Array(99);
  expect([loaded.editedSince(before.edits, () => expect.fail()), loaded.changedSince(before.version, tails), loaded.changedSince(NaN, tails)]).toEqual([false, -1, -1]);
  expect([before.editedSince(before.edits, () => expect.fail()), before.changedSince(before.version, tails)]).toEqual([true, 0]);
});

test('each listener is notified once, even if others throw, come or go', () => {
  const listeners = new EditListeners<[number]>();
  const heard: string[] = [];
  const note = (n: number): void => { heard.push(`twice ${n}`); };
  const removers = [listeners.add(note), listeners.add(note)];
  let remove: () => void = () => undefined;
  const added: (() => void)[] = [];
  removers.push(listeners.add((n) => {
    heard.push(`first ${n}`);
    remove();
    added.push(listeners.add(() => heard.push('late')));
    throw new Error(`first ${n}`);
  }));
  remove = listeners.add(() => heard.push('removed'));
  removers.push(listeners.add(() => { throw new Error('second'); }), listeners.add((n) => heard.push(`last ${n}`)));
  expect(() => { listeners.notify(5); }).toThrow('first 5');
  expect(heard).toEqual(['twice 5', 'twice 5', 'first 5', 'last 5']);
  expect(listeners.count).toBe(6);
  removers[0]();
  removers[2]();
  removers[3]();
  heard.length = 0;
  listeners.notify(6);
  expect(heard).toEqual(['twice 6', 'last 6', 'late']);
  expect(() => listeners.add(3 as never)).toThrow('An observer');
});

function arcsByTail(grid: Grid): string[] {
  const [to, cost] = [new Uint32Array(8), new Float64Array(8)];
  return Array.from({ length: grid.vertexCount }, (_, v) => {
    const n = grid.successors(v, to, cost);
    return `${to.subarray(0, n).join()} ${cost.subarray(0, n).join()}`;
  });
}

test('edits without a buffer that change no arc have no tails; all others list every changed tail', () => {
  for (let seed = 1; seed <= runs(150); seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(n * random());
    const grid = new Grid(4, 4, { movement: seed % 2 === 0 ? 'eight' : 'four', corners: 'one' });
    const tails = new Uint32Array(grid.vertexCount);
    for (let i = 0; i < 9; i++) grid.setBlocked(below(4), below(4), true);
    for (let edit = 0; edit < 20; edit++) {
      const before = arcsByTail(grid);
      const { version } = grid;
      const [x, y] = [below(4), below(4)];
      if (edit % 3 === 0) grid.setRectangle(x, y, 1 + below(4 - x), 1 + below(4 - y), below(4));
      else grid.setCost(x, y, below(4));
      const n = grid.changedSince(version, tails);
      const after = arcsByTail(grid);
      const changed = before.flatMap((arcs, v) => (arcs === after[v] ? [] : [v]));
      expect([...tails.subarray(0, n)], `seed ${seed}`).toEqual(expect.arrayContaining(changed));
      if (changed.length === 0) expect(n, `seed ${seed}, edit ${edit}`).toBe(0);
    }
  }
});

test('setCells logs the same tails with a buffer and without one', () => {
  for (let seed = 1; seed <= runs(60); seed++) {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(random() * n);
    const side = 20 + below(100);
    const grid = new Grid(side, side, { movement: seed % 2 === 0 ? 'eight' : 'four' });
    for (let i = 0; i < side; i++) grid.setBlocked(below(side), below(side), true);
    const copy = grid.clone();
    const buffer = new Uint32Array(grid.vertexCount);
    for (let edit = 0; edit < 6; edit++) {
      const cells = Uint32Array.from({ length: 1 + below(seed % 3 === 0 ? 1500 : 60) }, () => grid.vertex(below(side), below(side)));
      // Some edits only change costs.
      const costs = Uint8Array.from(cells, (v) => (edit % 3 === 0 ? below(3) : grid.cells[v] * (1 + below(3))));
      const found = [grid, copy].map((one) => {
        const { version } = one;
        expect(one.setCells(cells, costs, cells.length, one === grid ? buffer : undefined) === 0 || one === grid).toBe(true);
        const tails = new Uint32Array(one.vertexCount);
        const n = one.changedSince(version, tails);
        return [n, ...tails.subarray(0, Math.max(n, 0)).sort()];
      });
      expect(found[1], `seed ${seed}, edit ${edit}`).toEqual(found[0]);
    }
  }
});
