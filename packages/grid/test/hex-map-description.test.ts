import { runs } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HexLayout, HexMapDescription } from '../src/index.ts';
import { describeFog, describeGrid, describeHexMap, FogOfWar, Grid, HexMap, radius, restoreFog, restoreHexMap, seededRandom } from '../src/index.ts';
import { arcsOf } from './grid-of.ts';

/** All that a game can read of a map: its rectangle, arcs, costs, and the terrain that shows once all is freed. */
function stateOf(map: HexMap): unknown {
  const { width, height, layout, grid } = map;
  const freed = grid.clone();
  for (let y = 0; y < grid.height; y++) for (let x = 0; x < grid.width; x++) freed.setBlocked(x, y, false);
  const vertices = Array.from({ length: width * height }, (_, i) => map.vertex(i % width, Math.floor(i / width)));
  return { width, height, layout, vertices, arcs: arcsOf(grid), costs: grid.toArray(), freed: freed.toArray(), terrain: grid.terrain, pixels: vertices.map((v) => map.toPixel(v, 10)) };
}

test('a restored map is the same, and stays so under the same edits', () => {
  const property = fc.property(fc.constantFrom<HexLayout>('odd-r', 'even-r', 'odd-q', 'even-q'), fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 7 }), fc.nat(), fc.boolean(), (layout, width, height, seed, json) => {
    const random = seededRandom(seed);
    const below = (n: number): number => Math.floor(random() * n);
    const edit = (maps: readonly HexMap[]): void => {
      const [column, row, cost, kind] = [below(width), below(height), below(4), below(3)];
      const masks = { enter: below(256), leave: below(256) };
      for (const map of maps) {
        const v = map.vertex(column, row);
        if (kind === 0) map.setCost(column, row, cost);
        if (kind === 1) map.setBlocked(column, row, cost > 1);
        if (kind === 2) map.grid.setSides(map.grid.x(v), map.grid.y(v), masks);
      }
    };
    const map = new HexMap(width, height, layout);
    for (let i = 0; i < 12; i++) edit([map]);
    const copy = restoreHexMap(json ? (JSON.parse(JSON.stringify(describeHexMap(map, 'numbers'))) as HexMapDescription) : structuredClone(describeHexMap(map)));
    expect(stateOf(copy)).toEqual(stateOf(map));
    expect(describeHexMap(copy)).toEqual(describeHexMap(map));
    copy.grid.setRectangle(0, 0, 1, 1, 2);
    map.grid.setRectangle(0, 0, 1, 1, 2);
    for (let i = 0; i < 6; i++) edit([map, copy]);
    expect(stateOf(copy)).toEqual(stateOf(map));
  });
  fc.assert(property, { numRuns: runs(200), seed: 1 });
});

test('lists hexagons by column and row', () => {
  const map = HexMap.fromRows(['..2', '3..', '..4'], { layout: 'even-r' });
  map.setBlocked(2, 0, true);
  expect(describeHexMap(map, 'numbers')).toEqual({ width: 3, height: 3, layout: 'even-r', costs: [1, 1, 0, 3, 1, 1, 1, 1, 4], below: [0, 0, 2, 0, 0, 0, 0, 0, 0] });
});

test('a game on hexagons in fog is saved and loaded', () => {
  const map = HexMap.fromRows(['..#.', '....', '.#..'], { layout: 'odd-q' });
  const fog = new FogOfWar(map.grid);
  fog.reveal(map.vertex(1, 0), radius(1));
  const file = JSON.stringify({ map: describeHexMap(map, 'numbers'), fog: describeFog(fog, 'numbers') });
  const saved = JSON.parse(file) as { map: HexMapDescription; fog: never };
  const loaded = restoreHexMap(saved.map);
  const again = restoreFog(loaded.grid, saved.fog);
  expect([again.seenCount, again.known.toRows()]).toEqual([fog.seenCount, fog.known.toRows()]);
  expect(again.isSeen(loaded.vertex(2, 0))).toBe(true);
});

const plain = describeHexMap(new HexMap(2, 1), 'numbers');
test.each<[string, () => unknown]>([
  ['describeHexMap takes a HexMap, got an object; for a Grid, take describeGrid.', () => describeHexMap(new Grid(2, 2) as never)],
  ["in 'bytes' or in 'numbers', got 'json'", () => describeHexMap(new HexMap(2, 2), 'json' as never)],
  ['restoreHexMap takes what describeHexMap gave, got undefined.', () => restoreHexMap(undefined as never)],
  ["restoreHexMap has no option 'movement'", () => restoreHexMap(describeGrid(new HexMap(2, 2).grid) as never)],
  ['The costs of 3 × 1 cells are 3 bytes, got 2.', () => restoreHexMap({ ...plain, width: 3 })],
  ['layout', () => restoreHexMap({ ...plain, layout: 'odd' as never })],
  ['The masks of sides of 2 × 1 cells are 2 bytes, got 1.', () => restoreHexMap({ ...plain, enter: [1] })],
  ['The costs of a described grid are whole numbers from 0 to 255, got 256', () => restoreHexMap({ ...plain, costs: [1, 256] })],
  ["Describe it with 'numbers'", () => restoreHexMap(JSON.parse(JSON.stringify(describeHexMap(new HexMap(2, 1)))) as never)],
])('%s', (sentence, call) => {
  expect(call).toThrow(sentence);
});

test('describes a map of another copy of the package', () => {
  const own = HexMap.fromRows(['.#', '3.'], { layout: 'odd-q' });
  const members = Object.create(null, Object.getOwnPropertyDescriptors(HexMap.prototype)) as object;
  const other = Object.create(members, Object.getOwnPropertyDescriptors(own)) as HexMap;
  expect(other).not.toBeInstanceOf(HexMap);
  expect(describeHexMap(other)).toEqual(describeHexMap(own));
});
