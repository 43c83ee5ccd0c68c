import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { FogOfWar, Grid, HexMap, seededRandom, TorusGrid } from '../src/index.ts';

/** The arcs of a torus, each as text, by their tails. */
function arcsBy(torus: TorusGrid): Map<number, string> {
  const to = new Uint32Array(torus.maxDegree);
  const cost = new Float64Array(torus.maxDegree);
  return new Map(Array.from({ length: torus.vertexCount }, (_, v) => {
    const n = torus.hasVertex(v) ? torus.successors(v, to, cost) : 0;
    return [v, Array.from({ length: n }, (_, i) => `${to[i]} ${cost[i]}`).sort().join()];
  }));
}

test.each(['both', 'columns', 'rows'] as const)('distances are the steps on an empty map, over the joined edges too: %s', (joins) => {
  for (const movement of ['four', 'eight', 'hex'] as const) {
    const torus = new TorusGrid(new Grid(6, 5, { movement }), { joins });
    const to = new Uint32Array(torus.maxDegree);
    for (const [x, y] of [[0, 0], [3, 2], [5, 4], [1, 4]]) {
      const start = torus.grid.vertex(x, y);
      const steps = new Map([[start, 0]]);
      for (const [v, far] of steps) {
        const n = torus.successors(v, to, new Float64Array(torus.maxDegree));
        for (let i = 0; i < n; i++) if (!steps.has(to[i])) steps.set(to[i], far + 1);
      }
      expect(steps.size).toBe(30);
      for (const [v, far] of steps) expect(torus.distance(start, v)).toBe(far);
    }
  }
});

test.each(['both', 'columns', 'rows'] as const)('an edit changes the version, and reports the cells whose arcs change: %s', (joins) => {
  for (const movement of ['four', 'eight', 'hex'] as const) {
    const grid = new Grid(6, 5, { movement });
    const torus = new TorusGrid(grid, { joins });
    const tails = new Uint32Array(torus.vertexCount);
    for (const [x, y, width, height] of [[0, 0, 1, 1], [5, 4, 1, 1], [2, 2, 1, 1], [1, 0, 3, 1], [5, 1, 1, 2], [0, 4, 2, 1]]) {
      const { version } = torus;
      const before = arcsBy(torus);
      grid.setRectangle(x, y, width, height, 0);
      expect(torus.version).toBeGreaterThan(version);
      const after = arcsBy(torus);
      const n = torus.changedSince(version, tails);
      const found = new Set(tails.subarray(0, n));
      expect(found.size).toBe(n);
      expect([...after.keys()].filter((v) => after.get(v) !== before.get(v) && !found.has(v))).toEqual([]);
      // Only the edited cells and those around.
      expect(n).toBeLessThanOrEqual((width + 2) * (height + 2));
      for (const v of found) expect(torus.hasVertex(v)).toBe(true);
      expect(torus.changedSince(version, new Uint32Array(n - 1))).toBe(-1);
    }
    expect(torus.changedSince(torus.version, tails)).toBe(0);
    expect(torus.changedSince(-1, tails)).toBe(-1);
  }
});

test('estimates follow the metric, and on a map of one column no cell is its own neighbour', () => {
  const costly = new TorusGrid(new Grid(6, 6, { metric: { straight: 1, diagonal: 3 } }));
  const [a, b] = [costly.grid.vertex(0, 0), costly.grid.vertex(4, 5)];
  expect([costly.heuristic()(a, b), new TorusGrid(new Grid(6, 6, { metric: '5/7' })).heuristic()(a, b)]).toEqual([3, 12]);
  const column = new TorusGrid(new Grid(1, 4));
  const to = new Uint32Array(8);
  const n = column.successors(column.grid.vertex(0, 1), to, new Float64Array(8));
  expect(n).toBeGreaterThan(0);
  expect([...to.subarray(0, n)]).not.toContain(column.grid.vertex(0, 1));
});

test.each([['never', 0, 0], ['one', 0, 1], ['always', 1, 1]] as const)('across the seam too, diagonals cut corners as the rule %s allows', (corners, atTwo, atOne) => {
  const torus = new TorusGrid(new Grid(4, 4, { corners }));
  const { grid } = torus;
  const to = new Uint32Array(8);
  const reaches = (): number => Number(to.subarray(0, torus.successors(grid.vertex(3, 3), to, new Float64Array(8))).includes(grid.vertex(0, 0)));
  expect(reaches()).toBe(1);
  grid.setBlocked(0, 3, true);
  expect(reaches()).toBe(atOne);
  grid.setBlocked(3, 0, true);
  expect(reaches()).toBe(atTwo);
});

test('a distance is between two cells', () => {
  const grid = new Grid(3, 3);
  const torus = new TorusGrid(grid);
  const v = grid.vertex(1, 1);
  for (const wrong of [-1, 0, 0.5, NaN, 99, undefined, { x: 1, y: 1 }] as never[]) {
    expect(() => torus.distance(wrong, v)).toThrow('The start of a distance must be');
    expect(() => torus.distance(v, wrong)).toThrow('The end of a distance must be');
  }
});

test('rejects the grid of a HexMap whose edges are outside of the rectangle', () => {
  for (const layout of ['odd-r', 'even-q'] as const) expect(() => new TorusGrid(new HexMap(5, 4, layout).grid)).toThrow('got that of a HexMap');
  const { grid } = new HexMap(5, 1);
  expect(new TorusGrid(grid, { joins: 'columns' }).distance(grid.vertex(0, 0), grid.vertex(4, 0))).toBe(1);
});

test.each(['both', 'columns', 'rows'] as const)('arcs in are the arcs out, and no estimate exceeds the cost of a step less, one-way cells included: %s', (joins) => {
  const random = seededRandom(83);
  const whole = (most: number): number => Math.floor(random() * most);
  for (let round = 0; round < runs(60); round++) {
    const movement = (['four', 'eight', 'hex'] as const)[round % 3];
    const corners = (['never', 'one', 'always'] as const)[whole(3)];
    const costs = Array.from({ length: 30 }, () => (random() < 0.2 ? 0 : 1 + whole(3)));
    const torus = new TorusGrid(Grid.fromArray(costs, 6, 5, { movement, corners }), { joins });
    if (round % 2 === 0) for (let i = 0; i < 12; i++) torus.grid.setSides(whole(6), whole(5), { enter: whole(256), leave: whole(256) });
    const arcs = (way: 'successors' | 'predecessors'): string[] => {
      const to = new Uint32Array(torus.maxDegree);
      const cost = new Float64Array(torus.maxDegree);
      const found: string[] = [];
      for (let v = 0; v < torus.vertexCount; v++) {
        for (let i = (torus.hasVertex(v) ? torus[way](v, to, cost) : 0) - 1; i >= 0; i--) found.push(`${way === 'successors' ? [v, to[i]].join() : [to[i], v].join()} ${cost[i]}`);
      }
      return found.sort();
    };
    const out = arcs('successors');
    expect(arcs('predecessors')).toEqual(out);
    const h = torus.heuristic();
    const goal = torus.grid.vertex(whole(6), whole(5));
    for (const arc of out) {
      const [v, u, cost] = arc.split(/[ ,]/).map(Number);
      expect(h(v, goal)).toBeLessThanOrEqual(cost + h(u, goal) + 1e-9);
    }
  }
});

test.each(['both', 'columns', 'rows'] as const)('in fog, its neighbours show exactly the cells that a step could enter, over joined edges too: %s', (joins) => {
  const random = seededRandom(89);
  const whole = (most: number): number => Math.floor(random() * most);
  let hidden = 0;
  for (let round = 0; round < runs(150); round++) {
    const movement = (['four', 'eight', 'hex'] as const)[round % 3];
    const corners = (['never', 'one', 'always'] as const)[whole(3)];
    const [width, height] = [1 + whole(6), 1 + whole(5)];
    const truth = Grid.fromArray(Array.from({ length: width * height }, () => (random() < 0.3 ? 0 : 1 + whole(3))), width, height, { movement, corners });
    if (round % 2 === 0) for (let i = 0; i < 6; i++) truth.setSides(whole(width), whole(height), { enter: whole(256), leave: whole(256) });
    const fog = new FogOfWar(truth);
    const known = new TorusGrid(fog.known, { joins });
    const real = new TorusGrid(truth, { joins });
    const open = new TorusGrid(new Grid(width, height, { movement, corners: 'always' }), { joins });
    for (let look = 0; look < 4; look++) {
      const v = truth.vertex(whole(width), whole(height));
      const before = arcsBy(known).get(v);
      fog.reveal(v, known.neighbours, new Uint32Array(truth.vertexCount));
      expect(arcsBy(known).get(v)).toBe(arcsBy(real).get(v));
      if (before !== arcsBy(known).get(v)) hidden++;
      const steps = new Map([[v, 0]]);
      const to = new Uint32Array(8);
      for (let i = open.successors(v, to, new Float64Array(8)) - 1; i >= 0; i--) steps.set(to[i], 1);
      const seen = new Uint32Array(9);
      expect(new Set(seen.subarray(0, known.neighbours.sense(truth, v, seen)))).toEqual(new Set(steps.keys()));
      for (const u of steps.keys()) expect(fog.isSeen(u)).toBe(true);
    }
  }
  expect(hidden).toBeGreaterThan(runs(150) / 2);
});

test('of more changes than its list holds, no more are collected: a set has room for 16 million', () => {
  const torus = new TorusGrid(new Grid(4200, 4200));
  torus.grid.setRectangle(0, 0, 4200, 4200, 2);
  expect(torus.changedSince(0, new Uint32Array(4096))).toBe(-1);
});
