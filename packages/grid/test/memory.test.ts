import { expect, test } from 'vitest';
import { Grid, lineOfSight } from '../src/index.ts';

test('the arcs of a grid are given without taking memory', () => {
  for (const movement of ['four', 'eight', 'hex'] as const) {
    for (const cost of [1, 3]) {
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
          // Looked at now and then, so that the collector can hide little of it.
          if ((v & 0x1fff) !== 0) continue;
          taken += Math.max(0, process.memoryUsage().heapUsed - before);
          before = process.memoryUsage().heapUsed;
        }
        return taken / grid.vertexCount;
      };
      // A number on the heap is 12 bytes or more. Until the machine has warmed up, some are.
      expect(Math.min(...Array.from({ length: 20 }, sweep)), `${movement}, cost ${cost}`).toBeLessThan(2);
    }
  }
});

test('a line of sight takes no memory', () => {
  for (const movement of ['four', 'eight', 'hex'] as const) {
    const grid = new Grid(40, 40, { movement });
    const look = (): number => {
      const before = process.memoryUsage().heapUsed;
      for (let i = 0; i < 4000; i++) lineOfSight(grid, grid.vertex(i % 40, (i * 7) % 40), grid.vertex((i * 11) % 40, (i * 3) % 40));
      return Math.max(0, process.memoryUsage().heapUsed - before) / 4000;
    };
    // Until the engine has warmed up, some is taken; and now and then the collector comes.
    const taken = Array.from({ length: 41 }, look).slice(20).sort((a, b) => a - b);
    expect(taken[10], movement).toBeLessThan(4);
  }
});
