import type { Graph } from '@pf/graph';
import type { StateLattice } from './state-lattice.ts';

/**
 * A graph of cells: the motions of a lattice with headings ignored, each at its lowest time, past obstacles for the robot's centre. Costs never
 * exceed those of the lattice.
 */
export class CentreGraph implements Graph {
  readonly vertexCount: number;
  readonly maxDegree: number;
  private readonly dx: Int32Array;
  private readonly dy: Int32Array;
  private readonly time: Float64Array;

  constructor(private readonly lattice: StateLattice) {
    const { compiled, map } = lattice;
    const least = new Map<number, { dx: number; dy: number; time: number }>();
    for (let p = 0; p < compiled.count; p++) {
      const [dx, dy, time] = [compiled.dx[p], compiled.dy[p], compiled.time[p]];
      if (dx === 0 && dy === 0) continue;
      const key = dy * 65536 + dx;
      const known = least.get(key);
      if (known === undefined || time < known.time) least.set(key, { dx, dy, time });
    }
    const moves = [...least.values()];
    this.vertexCount = map.frame.cellCount;
    this.maxDegree = moves.length;
    this.dx = Int32Array.from(moves, ({ dx }) => dx);
    this.dy = Int32Array.from(moves, ({ dy }) => dy);
    this.time = Float64Array.from(moves, ({ time }) => time);
  }

  get version(): number {
    return this.lattice.version;
  }

  successors(cell: number, to: Uint32Array, cost: Float64Array): number {
    return this.moves(cell, 1, to, cost);
  }

  predecessors(cell: number, to: Uint32Array, cost: Float64Array): number {
    return this.moves(cell, -1, to, cost);
  }

  private moves(cell: number, sign: number, to: Uint32Array, cost: Float64Array): number {
    const { dx, dy, time, lattice } = this;
    const { width, height } = lattice.map.frame;
    const { inscribed } = lattice.map;
    const costs = lattice.costs;
    const here = costs[cell];
    if (here >= inscribed) return 0;
    const x = cell % width;
    const y = (cell - x) / width;
    let n = 0;
    for (let i = 0; i < dx.length; i++) {
      const u = x + sign * dx[i];
      const w = y + sign * dy[i];
      if (u < 0 || w < 0 || u >= width || w >= height) continue;
      const there = costs[w * width + u];
      if (there >= inscribed) continue;
      to[n] = w * width + u;
      cost[n++] = time[i] * (1 + (there > here ? there : here));
    }
    return n;
  }
}
