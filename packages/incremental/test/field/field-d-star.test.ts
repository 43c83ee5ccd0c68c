import { CompressedGraph } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { FieldDStar, FieldGraph } from '../../src/index.ts';

/** The least cost from a corner: x along the edge at the cost of the cheaper side, then straight to the point y of the far edge; by sampling. */
function byTrying(c: number, b: number, near: number, far: number): number {
  let least = near + Math.min(b, c);
  if (c === Infinity || far === Infinity) return least;
  const inner = (x: number): number => {
    const price = (y: number): number => Math.min(b, c) * x + c * Math.hypot(1 - x, y) + (near === Infinity ? (y === 1 ? far : Infinity) : (1 - y) * near + y * far);
    if (near === Infinity) return price(1);
    let [low, high] = [0, 1];
    for (let i = 0; i < 26; i++) {
      const [p, q] = [low + (high - low) / 3, high - (high - low) / 3];
      if (price(p) < price(q)) high = q;
      else low = p;
    }
    return Math.min(price(low), price(0), price(1));
  };
  let [low, high] = [0, 1];
  for (let i = 0; i < 26; i++) {
    const [p, q] = [low + (high - low) / 3, high - (high - low) / 3];
    if (inner(p) < inner(q)) high = q;
    else low = p;
  }
  least = Math.min(least, inner(low), inner(0), inner(1));
  return least;
}

/** Costs to the goal of all corners, from scratch, until no sweep changes any. */
function fixpoint(field: FieldGraph, goal: number): Float64Array {
  const g = new Float64Array(field.vertexCount).fill(Infinity);
  g[goal] = 0;
  const { width, height, stride } = field;
  const value = (x: number, y: number): number => (x < 0 || y < 0 || x > width || y > height ? Infinity : g[y * stride + x]);
  for (let changed = true; changed; ) {
    changed = false;
    for (let v = 0; v < g.length; v++) {
      if (v === goal) continue;
      const [x, y] = [v % stride, Math.floor(v / stride)];
      for (const sx of [-1, 1]) {
        for (const sy of [-1, 1]) {
          const cell = (dx: number, dy: number): number => field.cost(dx > 0 ? x : x - 1, dy > 0 ? y : y - 1);
          const across = cell(sx, sy);
          for (const cost of [byTrying(across, cell(sx, -sy), value(x + sx, y), value(x + sx, y + sy)), byTrying(across, cell(-sx, sy), value(x, y + sy), value(x + sx, y + sy))]) {
            if (!(cost < g[v] - 1e-10)) continue;
            g[v] = cost;
            changed = true;
          }
        }
      }
    }
  }
  return g;
}

test('after each of many changes the cost is that of the interpolation, found by sampling', () => {
  for (let world = 1; world <= runs(20); world++) {
    const random = seededRandom(world);
    const [width, height] = [1 + Math.floor(random() * 4), 1 + Math.floor(random() * 4)];
    const draw = (): number => (random() < 0.2 ? 0 : random() < 0.5 ? 1 : 1 + 8 * random());
    const field = new FieldGraph(width, height, Array.from({ length: width * height }, draw));
    const planner = new FieldDStar(field);
    const place = (): number => field.vertex(Math.floor(random() * (width + 1)), Math.floor(random() * (height + 1)));
    const tails = new Uint32Array(4);
    planner.begin(place(), place());
    for (let step = 0; step < 8; step++) {
      while (!planner.run(step % 2 === 0 ? 3 : Infinity));
      const expected = fixpoint(field, planner.goal)[planner.start];
      if (planner.cost !== expected && !(Math.abs(planner.cost - expected) <= 1e-7 * (1 + expected))) throw new Error(`world ${world}, step ${step}: ${planner.cost}, where the fixpoint is ${expected}`);
      const points = planner.points();
      expect(points.length > 0).toBe(expected < Infinity);
      if (points.length > 0) {
        expect(points[0]).toEqual([field.x(planner.start), field.y(planner.start)]);
        expect(points.at(-1)).toEqual([field.x(planner.goal), field.y(planner.goal)]);
        for (let i = 1; i < points.length; i++) {
          expect(Math.max(Math.abs(points[i][0] - points[i - 1][0]), Math.abs(points[i][1] - points[i - 1][1]))).toBeLessThanOrEqual(1 + 1e-9);
          const [mx, my] = [(points[i][0] + points[i - 1][0]) / 2, (points[i][1] + points[i - 1][1]) / 2];
          const cells = [Math.floor(mx), Math.ceil(mx) - 1].flatMap((x) => [Math.floor(my), Math.ceil(my) - 1].map((y) => field.cost(x, y)));
          expect(Math.min(...cells)).toBeLessThan(Infinity);
        }
      }
      if (random() < 0.4) planner.moveTo(place());
      const [x, y, cost] = [Math.floor(random() * width), Math.floor(random() * height), draw()];
      planner.arcsChanged(tails, field.setCost(x, y, cost, tails));
      expect(field.cost(x, y)).toBe(cost === 0 ? Infinity : cost);
    }
  }
}, 600_000);

test('on uniform ground paths are nearly straight', () => {
  const field = new FieldGraph(40, 17);
  const planner = new FieldDStar(field);
  planner.begin(field.vertex(0, 0), field.vertex(40, 17));
  planner.run();
  const straight = Math.hypot(40, 17);
  expect(planner.cost).toBeGreaterThanOrEqual(straight - 1e-9);
  // With eight directions it is 1.08 times the straight line.
  expect(planner.cost).toBeLessThan(1.03 * straight);
  const points = planner.points();
  let length = 0;
  for (let i = 1; i < points.length; i++) length += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  expect(length).toBeLessThan(1.03 * straight);
});

test('points go along the edge of a cheaper cell before they cross a cell', () => {
  const field = new FieldGraph(1, 2, [2, 1]);
  const planner = new FieldDStar(field);
  planner.begin(field.vertex(0, 1), field.vertex(1, 0));
  planner.run();
  expect(planner.cost).toBeCloseTo(1 + Math.sqrt(3), 12);
  const points = planner.points();
  expect(points.map(([, y]) => y)).toEqual([1, 1, 0]);
  expect(points[1][0]).toBeCloseTo(1 - 1 / Math.sqrt(3), 12);
});

test('there are no points from an unreported edit to the next run', () => {
  const field = new FieldGraph(4, 4);
  const planner = new FieldDStar(field);
  planner.begin(field.vertex(0, 0), field.vertex(4, 4));
  planner.run();
  for (const cost of [0, 9]) {
    // The costs of corners are those of before, which lead to and fro beside the cell.
    for (const [x, y] of [[1, 1], [2, 2], [1, 2], [2, 1]]) field.setCost(x, y, cost);
    expect(planner.points()).toEqual([]);
    planner.run();
    expect(planner.points().at(-1)).toEqual([4, 4]);
  }
});

test('points arrive where the costs of cells differ widely', () => {
  let found = 0;
  for (let world = 1; world <= runs(150); world++) {
    const random = seededRandom(world);
    const most = world % 2 === 0 ? 1e9 - 1 : 1000;
    const field = new FieldGraph(20, 20, Array.from({ length: 400 }, () => (random() < 0.2 ? 0 : 1 + most * random() ** 4)));
    const planner = new FieldDStar(field);
    const place = (): number => field.vertex(Math.floor(random() * 21), Math.floor(random() * 21));
    planner.begin(place(), place());
    planner.run();
    if (planner.cost === Infinity) continue;
    found++;
    expect(planner.points().at(-1), `world ${world}`).toEqual([field.x(planner.goal), field.y(planner.goal)]);
  }
  expect(found).toBeGreaterThan(runs(150) / 2);
});

test('next and path never lead across a blocked cell', () => {
  let steps = 0;
  for (let world = 1; world <= runs(60); world++) {
    const random = seededRandom(world);
    const [width, height] = [2 + Math.floor(random() * 5), 2 + Math.floor(random() * 5)];
    const field = new FieldGraph(width, height, Array.from({ length: width * height }, () => (random() < 0.4 ? 0 : 1)));
    const planner = new FieldDStar(field);
    const place = (): number => field.vertex(Math.floor(random() * (width + 1)), Math.floor(random() * (height + 1)));
    planner.begin(place(), place());
    planner.run();
    const path = new Uint32Array(field.vertexCount);
    const to = new Uint32Array(8);
    const n = planner.path(path);
    for (let i = 1; i < n; i++, steps++) expect([...to.subarray(0, field.successors(path[i - 1], to, new Float64Array(8)))], `world ${world}`).toContain(path[i]);
    if (planner.cost > 0 && planner.cost < Infinity) expect(planner.next()).toBe(path[1]);
  }
  expect(steps).toBeGreaterThan(runs(60));
});

test('rejects invalid arguments', () => {
  expect(() => new FieldGraph(0, 1)).toThrow('width');
  expect(() => new FieldGraph(2, 1, [1])).toThrow('needs 2 costs');
  expect(() => new FieldGraph(1, 1, [-1])).toThrow('got -1');
  expect(() => new FieldGraph(1, 1, [1e13])).toThrow('got 10000000000000');
  const field = new FieldGraph(2, 1);
  expect(() => field.vertex(3, 0)).toThrow('(3, 0)');
  for (const [x, y] of [[2, 0], [-1, 0], [0, -1], [0.5, 0], [0, 0.5]]) expect(() => field.setCost(x, y, 1)).toThrow(`no cell (${x}, ${y})`);
  expect(() => field.setCost(1, 0, 2, new Uint32Array(3))).toThrow('holds 3');
  expect(() => new FieldDStar(field, { queue: 'buckets' })).toThrow("queue: 'larger-g'");
  expect(new FieldDStar(field).points()).toEqual([]);
  for (const other of [new Grid(2, 1), new CompressedGraph(2, [[0, 1, 1]]), undefined, null]) expect(() => new FieldDStar(other as never)).toThrow('FieldDStar takes a FieldGraph, got');
});
