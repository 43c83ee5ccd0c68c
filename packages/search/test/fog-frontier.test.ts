import { FogOfWar, Grid, radius } from '@pf/grid';
import { expect, test } from 'vitest';
import { Dijkstra } from '../src/index.ts';

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
