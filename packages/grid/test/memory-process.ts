// Prints the bytes that a call takes, for memory.test.ts. It is a separate process, because earlier work in a process decides which numbers the
// engine keeps on the heap.
import { Grid, lineOfSight } from '../src/index.ts';

const MOVEMENTS = ['four', 'eight', 'hex'] as const;

/** By movement and cost, per vertex: the least of some sweeps, because the engine allocates while it warms up. */
function takenByArcs(): readonly (readonly [string, number])[] {
  return MOVEMENTS.flatMap((movement) => [1, 3].map((cost) => {
    const grid = new Grid(300, 300, { movement });
    grid.setRectangle(0, 0, 300, 300, cost);
    const to = new Uint32Array(grid.maxDegree);
    const costs = new Float64Array(grid.maxDegree);
    const sweep = (): number => {
      let taken = 0;
      let before = process.memoryUsage().heapUsed;
      for (let v = 0; v < grid.vertexCount; v++) {
        grid.successors(v, to, costs);
        grid.predecessors(v, to, costs);
        // Read often, so that the collector can hide little of it.
        if ((v & 0x1fff) !== 0) continue;
        taken += Math.max(0, process.memoryUsage().heapUsed - before);
        before = process.memoryUsage().heapUsed;
      }
      return taken / grid.vertexCount;
    };
    return [`${movement}, cost ${cost}`, Math.min(...Array.from({ length: 20 }, sweep))] as const;
  }));
}

/** By movement, per line: the median of some rounds, because the collector sometimes interferes. */
function takenByLines(): readonly (readonly [string, number])[] {
  return MOVEMENTS.map((movement) => {
    const grid = new Grid(40, 40, { movement });
    const look = (): number => {
      const before = process.memoryUsage().heapUsed;
      for (let i = 0; i < 4000; i++) lineOfSight(grid, grid.vertex(i % 40, (i * 7) % 40), grid.vertex((i * 11) % 40, (i * 3) % 40));
      return Math.max(0, process.memoryUsage().heapUsed - before) / 4000;
    };
    return [movement, Array.from({ length: 41 }, look).slice(20).sort((a, b) => a - b)[10]] as const;
  });
}

console.log(JSON.stringify(process.argv[2] === 'arcs' ? takenByArcs() : takenByLines()));
