import { avoiding, CompressedGraph, NO_VERTEX, RoadMap } from '@pf/graph';
import { Grid, seededRandom } from '@pf/grid';
import { oracleDistances, runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { Dijkstra, DistanceField } from '../src/index.ts';

const random = seededRandom(12);
const below = (n: number): number => Math.floor(n * random());

function anyGrid(world: number): Grid {
  const rows = Array.from({ length: 4 + below(6) }, () => Array.from({ length: 9 }, () => '......3#'[below(8)]).join(''));
  const grid = Grid.fromRows(rows, { movement: (['four', 'eight', 'hex'] as const)[world % 3], corners: (['never', 'one', 'always'] as const)[below(3)] });
  if (world % 5 === 0) grid.setCost(below(9), below(grid.height), 255);
  if (world % 4 === 0) for (let i = 0; i < 6; i++) grid.setSides(below(9), below(grid.height), { enter: below(256) });
  return grid;
}

/** Relaxes all arcs until nothing gets cheaper. */
function relaxed(grid: Grid, values: number[], towards: boolean): number[] {
  const to = new Uint32Array(8);
  const cost = new Float64Array(8);
  for (let changed = true; changed; ) {
    changed = false;
    for (let v = 0; v < grid.vertexCount; v++) {
      const n = grid.successors(v, to, cost);
      for (let i = 0; i < n; i++) {
        const [a, b] = towards ? [to[i], v] : [v, to[i]];
        if (values[a] + cost[i] >= values[b] - 1e-12) continue;
        values[b] = values[a] + cost[i];
        changed = true;
      }
    }
  }
  return values;
}

/** The values that `relax` begins with: where no hunter can come, a cost below all others. */
function withHavens(grid: Grid, values: readonly number[]): number[] {
  const to = new Uint32Array(8);
  const hasArc = new Set<number>();
  for (let v = 0; v < grid.vertexCount; v++) for (const u of to.subarray(0, grid.successors(v, to, new Float64Array(8)))) hasArc.add(v).add(u);
  const haven = 2 * Math.min(0, ...values.filter((value) => value > -Infinity)) - 1;
  return values.map((value, v) => (value > -Infinity ? value : hasArc.has(v) ? haven : Infinity));
}

const close = (a: number, b: number): boolean => a === b || Math.abs(a - b) < 1e-9;

test('distances to and from several sources with initial costs are those of plain relaxation', () => {
  for (let world = 0; world < runs(80); world++) {
    const grid = anyGrid(world);
    const towards = world % 2 === 0;
    const field = new DistanceField(grid, { direction: towards ? 'backward' : 'forward' });
    for (let question = 0; question < 3; question++) {
      const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] > 0);
      if (free.length === 0) continue;
      const sources = Array.from({ length: 1 + below(4) }, () => free[below(free.length)]);
      // The last ones lie too far apart for buckets.
      const costs = question === 0 ? undefined : sources.map((_, i) => below(9) - 3 + (question === 2 ? i * 2 ** 20 : 0));
      const values: number[] = Array.from({ length: grid.vertexCount }, () => Infinity);
      sources.forEach((v, i) => (values[v] = Math.min(values[v], costs?.[i] ?? 0)));
      const expected = relaxed(grid, values, towards);
      field.update(sources, costs);
      expected.forEach((value, v) => expect(close(field.values[v], value), `world ${world}: ${field.values[v]} for ${value}`).toBe(true));
      const radius = 1 + below(6);
      field.update(sources, costs, radius);
      const out = new Uint32Array(grid.vertexCount);
      const within = expected.flatMap((value, v) => (value <= radius ? [v] : []));
      expect([...out.subarray(0, field.within(radius, out))]).toEqual(within);
      const flee = expected.map((value) => -1.2 * value);
      const fled = relaxed(grid, withHavens(grid, flee), towards);
      field.relax(flee);
      fled.forEach((value, v) => expect(close(field.values[v], value)).toBe(true));
    }
  }
});

test('following next arrives at the cost of the field, and avoids other units', () => {
  for (let world = 0; world < runs(60); world++) {
    const grid = anyGrid(world);
    const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] > 0);
    const goal = free[below(free.length)];
    const field = new DistanceField(grid);
    field.update(goal);
    const distances = free.map((v) => [v, oracleDistances(grid, v)[goal]] as const);
    for (const [start, distance] of distances) {
      if (distance === Infinity) {
        expect(field.next(start)).toBe(NO_VERTEX);
        continue;
      }
      let walked = 0;
      for (let v = start; v !== goal; ) {
        const u = field.next(v);
        const taken = field.next(v, (w) => w === u);
        expect(taken).not.toBe(u);
        expect(taken === v || field.values[taken] < field.values[v]).toBe(true);
        walked += field.values[v] - field.values[u];
        v = u;
      }
      expect(walked).toBeCloseTo(distance, 9);
      expect(field.next(goal)).toBe(goal);
    }
  }
});

test('who flees goes where no hunter can come, if it is nearer than the hunters, and stays', () => {
  let [safe, isolated] = [0, 0];
  for (let world = 0; world < runs(150); world++) {
    const grid = anyGrid(world);
    // Ledges, which may be left but not climbed, and swamps that hunters cannot enter.
    for (let i = 0; i < 4; i++) grid.setSides(below(9), below(grid.height), { enter: below(256) });
    const hunted = grid.clone();
    for (let v = 0; v < grid.vertexCount; v++) if (grid.cells[v] === 3) hunted.setBlocked(grid.x(v), grid.y(v), true);
    const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => hunted.cells[v] > 0);
    const hunters = Array.from({ length: 1 + below(2) }, () => free[below(free.length)]);
    const fear = new DistanceField(hunted, { direction: 'forward' });
    const flee = new DistanceField(grid);
    fear.update(hunters);
    const values = Array.from(fear.values, (distance) => -1.2 * distance);
    const starts = withHavens(grid, values);
    flee.relax(fear.values.map((distance) => -1.2 * distance));
    relaxed(grid, [...starts], true).forEach((value, v) => expect(close(flee.values[v], value), `world ${world}: ${flee.values[v]} for ${value}`).toBe(true));
    const isHaven = (v: number): boolean => values[v] === -Infinity && starts[v] < Infinity;
    for (let v = 0; v < grid.vertexCount; v++) {
      if (!grid.hasVertex(v)) continue;
      if (starts[v] === Infinity) {
        expect([flee.values[v], flee.next(v)]).toEqual([Infinity, NO_VERTEX]);
        isolated++;
        continue;
      }
      const nearest = Math.min(...[...oracleDistances(grid, v)].filter((_, u) => isHaven(u)));
      if (!(nearest < fear.values[v])) continue;
      let at = v;
      for (let u = flee.next(v); u !== at; u = flee.next(u)) at = u;
      expect(isHaven(at), `world ${world}`).toBe(true);
      if (isHaven(v)) expect(at).toBe(v);
      else safe++;
    }
  }
  expect(Math.min(safe, isolated)).toBeGreaterThan(5 * runs(150));
});

test('who flees stays on a cliff for one, and with no hunter anywhere', () => {
  const grid = Grid.fromRows(['...', '...'], { movement: 'four' });
  grid.setSides(1, 0, { enter: 0 });
  const fear = new DistanceField(grid, { direction: 'forward' });
  const flee = new DistanceField(grid);
  const cliff = grid.vertex(1, 0);
  fear.update(grid.vertex(1, 1));
  flee.relax(fear.values.map((distance) => -1.2 * distance));
  expect(flee.next(cliff)).toBe(cliff);
  fear.update([]);
  flee.relax(fear.values.map((distance) => -1.2 * distance));
  expect([flee.next(cliff), flee.values[cliff], flee.values[0]]).toEqual([cliff, -1, Infinity]);
  flee.relax(fear.values.fill(-Number.MAX_VALUE, 0, 9).fill(-Infinity, 9));
  expect(flee.values[cliff]).toBe(-Number.MAX_VALUE);
});

test('a flee map is that of plain relaxation where hunters are near few cells only', () => {
  for (let world = 0; world < runs(40); world++) {
    const grid = new Grid(24, 24, { movement: (['four', 'eight', 'hex'] as const)[world % 3] });
    for (let i = 0; i < 150; i++) grid.setCost(below(24), below(24), below(3));
    if (world % 4 === 0) for (let i = 0; i < 20; i++) grid.setSides(below(24), below(24), { enter: below(256) });
    const towards = world % 2 === 0;
    const fear = new DistanceField(grid, { direction: 'forward' });
    fear.update(grid.vertex(12, 12), undefined, 4);
    const flee = [...fear.values].map((value) => -1.2 * value);
    const field = new DistanceField(grid, { direction: towards ? 'backward' : 'forward' });
    // In slices, which do not end before all is settled.
    field.beginRelax(flee);
    while (!field.run(7));
    relaxed(grid, withHavens(grid, flee), towards).forEach((value, v) => expect(close(field.values[v], value), `world ${world}: ${field.values[v]} for ${value}`).toBe(true));
  }
});

test('in slices, a field is that of one run, also after an edit between two slices', () => {
  for (let world = 0; world < runs(30); world++) {
    const grid = anyGrid(world);
    const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] > 0);
    if (free.length < 3) continue;
    for (const graph of [grid, avoiding(grid, () => false)]) {
      const field = new DistanceField(graph);
      const whole = new DistanceField(graph);
      const sources = [free[0], free[1 + below(free.length - 1)]];
      field.begin(sources, [0, below(3)], 9);
      const costs = [0, 0];
      field.begin(sources, costs);
      costs[0] = 99; // The field has its own.
      let slices = 0;
      while (!field.run(5)) if (++slices === 2) grid.setCost(below(9), below(grid.height), below(4));
      whole.update(sources);
      expect(field.values).toEqual(whole.values);
      expect(field.run()).toBe(true);
    }
  }
});

test('over a grid, each cell is expanded once', () => {
  for (let world = 0; world < runs(30); world++) {
    const grid = anyGrid(world);
    const free = Array.from({ length: grid.vertexCount }, (_, v) => v).filter((v) => grid.cells[v] > 0);
    if (free.length === 0) continue;
    const field = new DistanceField(grid);
    field.update(free[below(free.length)]);
    expect(field.counters.expanded).toBe([...field.values].filter((value) => value < Infinity).length);
  }
});

test('from blocked cells gives a distance transform', () => {
  const grid = Grid.fromRows(['.....', '..#..', '.....', '.....'], { movement: 'four' });
  const field = new DistanceField(grid);
  field.update(grid.vertex(2, 1));
  expect([0, 1, 2, 3].map((y) => [0, 1, 2, 3, 4].map((x) => field.values[grid.vertex(x, y)]))).toEqual([[3, 2, 1, 2, 3], [2, 1, 0, 1, 2], [3, 2, 1, 2, 3], [4, 3, 2, 3, 4]]);
});

test('finds the cheapest vertex that satisfies a predicate, with the path to it', () => {
  for (let world = 0; world < runs(80); world++) {
    const grid = anyGrid(world);
    const graph = world % 2 === 0 ? grid : new CompressedGraph(30, Array.from({ length: 90 }, () => [below(30), below(30), below(50) / 10]));
    const start = world % 2 === 0 ? grid.vertex(below(9), below(grid.height)) : below(30);
    const wanted = new Set(Array.from({ length: below(5) }, () => below(graph.vertexCount)));
    const distances = oracleDistances(graph, start);
    const least = Math.min(Infinity, ...[...wanted].map((v) => distances[v]));
    const dijkstra = new Dijkstra(graph);
    const found = dijkstra.nearest(start, (v) => wanted.has(v));
    if (least === Infinity) {
      expect([found, dijkstra.cost, dijkstra.path(new Uint32Array(1))]).toEqual([NO_VERTEX, Infinity, 0]);
      continue;
    }
    expect(wanted.has(found)).toBe(true);
    expect([distances[found], dijkstra.cost].map((cost) => close(cost, least))).toEqual([true, true]);
    const out = new Uint32Array(graph.vertexCount);
    expect(out[dijkstra.path(out) - 1]).toBe(found);
    expect(dijkstra.search(start, found)).toBeCloseTo(least, 9);
  }
});

test('rejects invalid arguments', () => {
  const grid = new Grid(4, 4);
  const field = new DistanceField(grid);
  const v = grid.vertex(0, 0);
  expect(() => new DistanceField(grid, { direction: 'both' as 'forward' })).toThrow("The direction must be 'forward' or 'backward', got 'both'.");
  expect(() => field.update(99)).toThrow('The source must be a whole number from 0 to 35');
  expect(() => field.update([v, v], [1])).toThrow('2 sources need as many costs to begin at, got 1.');
  for (const cost of [NaN, -Infinity]) expect(() => field.update(v, [cost])).toThrow(`begins at ${cost}: it must be a number, or Infinity to leave the source out.`);
  expect(() => field.update(v, undefined, -1)).toThrow('The radius must be 0 or more, got -1.');
  expect(() => field.relax([1])).toThrow('A field has 36 values, one a vertex, got 1.');
  expect(() => new DistanceField(grid, { direction: 'forward' }).next(v)).toThrow("make it with direction: 'backward'");
  expect(() => new Dijkstra(grid).nearest(v, 3 as never)).toThrow('accept is a function that says whether a vertex is a goal, got 3.');
  expect(() => new Dijkstra(grid).begin(v, { target: 3 } as never)).toThrow("Dijkstra.begin has no option 'target': did you mean 'targets'?");
});

test('a field rejects a road map that has grown since, and is right as long as it fits', () => {
  let rejected = 0;
  for (let world = 0; world < runs(300); world++) {
    const roads = new RoadMap<number>();
    for (let v = 0; v < 5; v++) roads.addPlace(v);
    for (let i = 0; i < 8; i++) roads.addRoad(below(5), below(5), 1 + below(9));
    const field = new DistanceField(roads);
    const { vertexCount, maxDegree } = roads;
    roads.addRoad(below(world % 3 === 0 ? 6 : 5), below(5), 1);
    const calls = [() => field.update(0), () => field.relax(new Float64Array(9).fill(Infinity)), () => void field.next(0)];
    if (roads.vertexCount === vertexCount && roads.maxDegree === maxDegree) {
      for (const call of calls) call();
      field.update(0);
      expect([...field.values]).toEqual([...oracleDistances(roads, 0, { backward: true })]);
      continue;
    }
    rejected++;
    const said = roads.vertexCount > vertexCount ? '6 vertices, but had 5' : `up to ${roads.maxDegree} arcs at a vertex, but had up to ${maxDegree}`;
    for (const call of calls) expect(call).toThrow(`The graph has ${said} when this field was made: make a new field.`);
  }
  expect(rejected).toBeGreaterThan(runs(300) / 6);
});

test('following next costs what the field says, also along arcs that cost nothing, and stays at sources that are not cheaper to leave', () => {
  let idle = 0;
  for (let world = 0; world < runs(300); world++) {
    const vertexCount = 2 + below(12);
    const arcs = Array.from({ length: 3 * vertexCount }, () => [below(vertexCount), below(vertexCount), below(2) * below(4)] as const);
    const graph = new CompressedGraph(vertexCount, arcs);
    const cheapest = (v: number, u: number): number => Math.min(...arcs.filter(([a, b]) => a === v && b === u).map(([, , cost]) => cost));
    const sources = Array.from({ length: 1 + below(3) }, () => below(vertexCount));
    const costs = sources.map(() => below(6));
    const field = new DistanceField(graph);
    field.update(sources, costs);
    const starting = (v: number): number => Math.min(Infinity, ...sources.flatMap((source, i) => (source === v ? [costs[i]] : [])));
    for (let start = 0; start < vertexCount; start++) {
      const distances = oracleDistances(graph, start);
      const expected = Math.min(...sources.map((source, i) => distances[source] + costs[i]));
      expect(field.values[start]).toBe(expected);
      if (expected === Infinity) continue;
      let walked = 0;
      let v = start;
      for (let steps = 0; ; steps++) {
        const u = field.next(v);
        if (u === v) break;
        walked += cheapest(v, u);
        if (cheapest(v, u) === 0) idle++;
        v = u;
        expect(steps).toBeLessThan(vertexCount);
      }
      expect(walked + starting(v)).toBe(expected);
      // Units that others stand in the path of come to rest.
      const taken = new Set([below(vertexCount), below(vertexCount)]);
      v = start;
      for (let steps = 0; ; steps++) {
        const u = field.next(v, (w) => taken.has(w));
        if (u === v) break;
        expect(taken.has(u)).toBe(false);
        v = u;
        expect(steps).toBeLessThan(vertexCount);
      }
    }
  }
  expect(idle).toBeGreaterThan(runs(300));
  const grid = Grid.fromRows(['.9..']);
  const field = new DistanceField(grid);
  const [a, b] = [grid.vertex(0, 0), grid.vertex(1, 0)];
  field.update([a, b], [3, 0]);
  expect([field.next(a), field.next(b)]).toEqual([a, b]);
});

test('movement ranges contain what lies at their radius exactly, however sums are rounded', () => {
  const fine = Grid.fromArray([Array.from({ length: 12 }, () => 0.1)], { terrainUnit: 0.1 });
  const wide = new Grid(24, 24, { metric: 'exact' });
  const worlds = [
    ...Array.from({ length: 11 }, (_, i) => ({ grid: fine, radius: 0.1 * i, expected: i + 1 })),
    ...Array.from({ length: 10 }, (_, i) => {
      const radius = i * Math.SQRT2;
      const expected = Array.from({ length: 24 * 24 }, (_, cell) => [cell % 24, Math.floor(cell / 24)].sort((x, y) => x - y)).filter(([low, high]) => low * Math.SQRT2 + high - low < radius + 1e-9).length;
      return { grid: wide, radius, expected };
    }),
  ];
  for (const { grid, radius, expected } of worlds) {
    const out = new Uint32Array(grid.vertexCount);
    const start = grid.vertex(0, 0);
    const field = new DistanceField(grid);
    field.update(start);
    expect([field.within(radius, out), new Dijkstra(grid).flood(start, radius)], `radius ${radius}`).toEqual([expected, expected]);
    field.update(start, undefined, radius);
    expect([...field.values].filter((value) => value < Infinity).length).toBe(expected);
  }
});

test('a range without a limit contains what can be reached', () => {
  const grid = Grid.fromRows(['..#.', '..#.']);
  const field = new DistanceField(grid);
  field.update(grid.vertex(0, 0));
  const out = new Uint32Array(grid.vertexCount);
  for (const distance of [Infinity, Number.MAX_VALUE]) expect(Array.from(out.subarray(0, field.within(distance, out)), (v) => grid.x(v))).toEqual([0, 1, 0, 1]);
  expect(field.within(-Infinity, out)).toBe(0);
});

test('a range that the buffer cannot hold is an error', () => {
  const grid = new Grid(5, 1);
  const field = new DistanceField(grid);
  field.update(grid.vertex(2, 0));
  expect(field.within(1, new Uint32Array(3))).toBe(3);
  expect(() => field.within(1, new Uint32Array(2))).toThrow('More than the 2 vertices that the buffer holds are within 1');
});

test('taken may call the same field for other units', () => {
  const grid = new Grid(5, 5, { movement: 'four' });
  const field = new DistanceField(grid);
  const goal = grid.vertex(4, 4);
  field.update(goal);
  const nextOf = (v: number, taken: (u: number) => boolean): [number, number] => {
    const u = field.next(v, taken);
    return [grid.x(u), grid.y(u)];
  };
  const other = grid.vertex(3, 3);
  expect(nextOf(grid.vertex(0, 0), (u) => field.next(other) === u)).toEqual([1, 0]);
  // The first neighbour is taken.
  expect(nextOf(grid.vertex(0, 0), (u) => field.next(other) === u || grid.x(u) === 1)).toEqual([0, 1]);
  expect(nextOf(grid.vertex(0, 0), (u) => (field.update(goal), grid.x(u) === 1))).toEqual([0, 1]);
});
