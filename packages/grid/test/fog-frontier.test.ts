import { runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Sensor } from '../src/index.ts';
import { eightNeighbours, FogOfWar, fourNeighbours, Grid, hexNeighbours, lineOfSight, radius } from '../src/index.ts';
import { gridOf } from './grid-of.ts';

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
    { numRuns: runs(150), seed: 1 },
  );
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
