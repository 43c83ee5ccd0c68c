import type { Sensor } from '@pf/grid';
import { eightNeighbours, FogOfWar, fourNeighbours, Grid, hexNeighbours, lineOfSight, radius } from '@pf/grid';
import type { World } from '@pf/testkit';
import { rulesOf, runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Dijkstra } from '../src/index.ts';

function gridOf(world: World): Grid {
  const grid = Grid.fromRows(world.rows, rulesOf(world));
  for (const { x, y, ...sides } of world.sides) grid.setSides(x, y, sides);
  return grid;
}

/** The frontier by its definition: cells not seen that a legal step enters from a seen one, on the known map. */
function frontierOf(fog: FogOfWar): number[] {
  const { known } = fog;
  const found = new Set<number>();
  const to = new Uint32Array(8);
  const cost = new Float64Array(8);
  for (let v = 0; v < known.vertexCount; v++) {
    if (!fog.isSeen(v)) continue;
    for (let i = known.successors(v, to, cost) - 1; i >= 0; i--) if (!fog.isSeen(to[i])) found.add(to[i]);
  }
  return [...found].sort((a, b) => a - b);
}

test('after every look and every edit the frontier is that of the definition', () => {
  const sensors: readonly Sensor[] = [fourNeighbours, eightNeighbours, hexNeighbours, radius(2.5), lineOfSight(3)];
  const walks = worlds({ sides: true, maxSize: 8 }).chain((world) => {
    const look = fc.record({ x: fc.nat(world.width - 1), y: fc.nat(world.height - 1), cost: fc.constantFrom(0, 1), of: fc.constantFrom('truth', 'known', 'neither'), sensor: fc.constantFrom(...sensors), checked: fc.boolean() }, { noNullPrototype: true });
    return fc.tuple(fc.constant(world), fc.array(look, { maxLength: 10 }));
  });
  fc.assert(
    fc.property(walks, ([world, looks]) => {
      const fog = new FogOfWar(gridOf(world));
      const out = new Uint32Array(fog.known.vertexCount);
      const now = (): number[] => [...out.subarray(0, fog.frontier(out))].sort((a, b) => a - b);
      for (const { x, y, cost, of, sensor, checked } of looks) {
        if (of === 'truth') fog.truth.setCost(x, y, cost);
        if (of === 'known') fog.known.setCost(x, y, cost);
        fog.reveal(fog.truth.vertex(x, y), sensor);
        if (checked) expect(now()).toEqual(frontierOf(fog));
      }
      expect(now()).toEqual(frontierOf(fog));
    }),
    { numRuns: runs(150) },
  );
});

test('always going to its nearest cell explores everything reachable before it is empty', () => {
  const rows = ['...#....', '.#.#.##.', '.#...#..', '.####.#.', '......#.', '##.###..'];
  for (const movement of ['four', 'eight', 'hex'] as const) {
    const truth = Grid.fromRows(rows, { movement });
    const fog = new FogOfWar(truth);
    const dijkstra = new Dijkstra(fog.known);
    const out = new Uint32Array(truth.vertexCount);
    const path = new Uint32Array(truth.vertexCount);
    let at = truth.vertex(0, 0);
    let moves = 0;
    fog.reveal(at, radius(1.5));
    for (let n = fog.frontier(out); n > 0; n = fog.frontier(out)) {
      if (dijkstra.searchMany(at, out.subarray(0, n)) === 0) break;
      const nearest = out.subarray(0, n).reduce((best, v) => (dijkstra.distance(v) < dijkstra.distance(best) ? v : best));
      dijkstra.path(path, nearest);
      at = path[1];
      fog.reveal(at, radius(1.5));
      expect(++moves).toBeLessThan(300);
    }
    const all = new Dijkstra(truth);
    all.flood(truth.vertex(0, 0));
    for (let v = 0; v < truth.vertexCount; v++) if (all.distance(v) < Infinity) expect(fog.isSeen(v)).toBe(true);
    // With eight neighbours some cells would stay for ever: those behind the corner of two walls.
    if (movement === 'eight') expect(fog.frontier(out)).toBe(0);
  }
});

test('follows edits of the known map where all was seen before', () => {
  const fog = new FogOfWar(Grid.fromRows(['......', '......', '......']));
  const out = new Uint32Array(fog.known.vertexCount);
  const now = (): number[] => [...out.subarray(0, fog.frontier(out))].sort((a, b) => a - b);
  fog.reveal(fog.known.vertex(1, 1), radius(1.5));
  expect(now()).toEqual(frontierOf(fog));
  for (const [x, y, blocked] of [[2, 1, true], [2, 0, true], [3, 2, true], [2, 1, false], [2, 0, false]] as const) {
    fog.known.setBlocked(x, y, blocked);
    expect(now()).toEqual(frontierOf(fog));
  }
});

test('throws if the buffer is too short', () => {
  const fog = new FogOfWar(new Grid(9, 9));
  fog.reveal(fog.known.vertex(4, 4), radius(1));
  expect(() => fog.frontier(new Uint32Array(2))).toThrow('The frontier has 16 cells, but the buffer holds 2');
  expect(fog.frontier(new Uint32Array(16))).toBe(16);
});
