import { runs, worlds } from '@pf/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FogDescription, HexLayout, Sensor } from '../src/index.ts';
import { describeFog, describeGrid, eightNeighbours, fieldOfView, FogOfWar, fourNeighbours, Grid, HexMap, radius, restoreFog, restoreGrid, UnitFog } from '../src/index.ts';
import { arcsOf, gridOf } from './grid-of.ts';

const sensors: readonly Sensor[] = [fourNeighbours, eightNeighbours, radius(2.5), fieldOfView(3)];

/** All that a game can read of a fog. */
function stateOf(fog: FogOfWar): unknown {
  const { known } = fog;
  const out = new Uint32Array(known.vertexCount);
  const frontier = [...out.subarray(0, fog.frontier(out))].sort((a, b) => a - b);
  // Freed cells show the terrain below.
  const freed = known.clone();
  for (let y = 0; y < known.height; y++) for (let x = 0; x < known.width; x++) freed.setBlocked(x, y, false);
  return { costs: known.toArray(), arcs: arcsOf(known), freed: freed.toArray(), least: known.terrain, seen: [...known.cells.keys()].filter((v) => fog.isSeen(v)), count: fog.seenCount, frontier };
}

/** Saves and loads a fog over a copy of its truth, through JSON or through a clone. */
function reload(fog: FogOfWar, json: boolean): FogOfWar {
  if (!json) return restoreFog(fog.truth.clone(), structuredClone(describeFog(fog)));
  const file = JSON.stringify({ map: describeGrid(fog.truth, 'numbers'), fog: describeFog(fog, 'numbers') });
  const { map, fog: known } = JSON.parse(file) as { map: never; fog: FogDescription };
  return restoreFog(restoreGrid(map), known);
}

/** A truth with walls over terrain, and with one-way cells, or a map of hexagons in some layout. */
const truths = fc.oneof(
  worlds({ sides: true, maxSize: 8 }).map((world) => () => gridOf(world)),
  fc.record({ layout: fc.constantFrom<HexLayout>('odd-r', 'even-r', 'odd-q', 'even-q'), rows: fc.array(fc.constantFrom('..#.3', '.....', '2#..#'), { minLength: 1, maxLength: 6 }) }, { noNullPrototype: true }).map(({ layout, rows }) => () => HexMap.fromRows(rows, { layout }).grid),
);
const look = fc.record({ x: fc.nat(7), y: fc.nat(7), cost: fc.constantFrom(0, 1, 4), of: fc.constantFrom('truth', 'known', 'neither'), sensor: fc.constantFrom(...sensors) }, { noNullPrototype: true });

function play(fog: FogOfWar, { x, y, cost, of, sensor }: { x: number; y: number; cost: number; of: string; sensor: Sensor }): unknown {
  const { truth, known } = fog;
  const [column, row] = [x % truth.width, y % truth.height];
  // Blocked over its terrain, if it had some.
  if (of !== 'neither') (of === 'truth' ? truth : known).setCost(column, row, 7);
  if (of !== 'neither') (of === 'truth' ? truth : known).setCost(column, row, cost);
  const tails = new Uint32Array(known.vertexCount);
  const n = fog.reveal(truth.vertex(column, row), sensor, tails);
  return [...tails.subarray(0, n)].sort((a, b) => a - b);
}

test('a fog continues as if it had not been saved', () => {
  let seen = 0;
  const property = fc.property(truths, fc.array(look, { maxLength: 4 }), fc.array(look, { maxLength: 4 }), fc.boolean(), fc.boolean(), (truth, before, after, json, filled) => {
    const map = truth();
    const fog = new FogOfWar(map, filled ? new Grid(map.width, map.height, map, new Uint8Array(map.width * map.height).fill(5)) : undefined);
    for (const step of before) play(fog, step);
    const loaded = reload(fog, json);
    expect(stateOf(loaded)).toEqual(stateOf(fog));
    seen += fog.seenCount;
    for (const step of after) {
      expect(play(loaded, step)).toEqual(play(fog, step));
      expect(stateOf(loaded)).toEqual(stateOf(fog));
    }
  });
  fc.assert(property, { numRuns: runs(200), seed: 1 });
  expect(seen).toBeGreaterThan(0);
});

test('a UnitFog over the restored fog continues as the other', () => {
  const costOf = (terrain: number): number => (terrain === 4 ? 0 : terrain);
  const property = fc.property(truths, fc.array(look, { maxLength: 4 }), fc.array(look, { maxLength: 4 }), fc.integer({ min: 1, max: 2 }), (truth, before, after, size) => {
    const fog = new FogOfWar(truth());
    const units = new UnitFog(fog, size, { costOf });
    // A direct edit of the known map would be reported by the next look, but not by that of a UnitFog made since then.
    for (const step of before) play(fog, { ...step, of: step.of === 'known' ? 'neither' : step.of });
    const loaded = reload(fog, true);
    const others = new UnitFog(loaded, size, { costOf });
    for (const { x, y, sensor } of after) {
      expect(arcsOf(others.known)).toEqual(arcsOf(units.known));
      const v = units.known.vertex(x % units.known.width, y % units.known.height);
      expect(others.reveal(v, sensor)).toBe(units.reveal(v, sensor));
    }
    expect(stateOf(loaded)).toEqual(stateOf(fog));
  });
  fc.assert(property, { numRuns: runs(100), seed: 1 });
});

test('the description lists the seen cells row by row, and shares nothing with the fog', () => {
  const truth = Grid.fromRows(['....', '.#..', '....']);
  const fog = new FogOfWar(truth);
  fog.reveal(truth.vertex(1, 0), fourNeighbours);
  const saved = describeFog(fog, 'numbers');
  const then = JSON.stringify(saved);
  expect(saved.seen).toEqual([1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]);
  fog.reveal(truth.vertex(3, 2), radius(9));
  expect(JSON.stringify(saved)).toBe(then);
  const loaded = restoreFog(truth, saved);
  loaded.reveal(truth.vertex(3, 2), radius(9));
  expect(JSON.stringify(saved)).toBe(then);
  // Edits of the true map since then are news to the fog, also where it has seen.
  truth.setCost(0, 0, 3);
  const later = restoreFog(truth, saved);
  expect(later.known.cost(0, 0)).toBe(1);
  later.reveal(truth.vertex(0, 0), fourNeighbours);
  expect([later.known.cost(0, 0), later.seenCount]).toEqual([3, 5]);
});

test('a fog of another copy of the package is described, and shared with large units', () => {
  const own = new FogOfWar(Grid.fromRows(['.#..', '....']));
  const members = Object.create(null, Object.getOwnPropertyDescriptors(FogOfWar.prototype)) as object;
  const other = Object.create(members, Object.getOwnPropertyDescriptors(own)) as FogOfWar;
  expect(other).not.toBeInstanceOf(FogOfWar);
  const giants = new UnitFog(other, 2);
  expect(giants.reveal(own.known.vertex(0, 0), eightNeighbours)).toBe(3);
  expect(giants.known.toRows()).toEqual(['##.#', '####']);
  expect(describeFog(other)).toEqual(describeFog(own));
  for (const none of [null, undefined, own.known, giants]) {
    expect(() => describeFog(none as never)).toThrow('describeFog takes a FogOfWar, got ');
    expect(() => new UnitFog(none as never, 2)).toThrow('A UnitFog shares a FogOfWar with others');
  }
});

test('a fog may begin with cells that count as seen', () => {
  const fog = new FogOfWar(Grid.fromRows(['..#'], { movement: 'four' }), undefined, [1, 0, 0]);
  const out = new Uint32Array(fog.known.vertexCount);
  expect([fog.seenCount, [...out.subarray(0, fog.frontier(out))]]).toEqual([1, [fog.known.vertex(1, 0)]]);
});

test.each<[string, () => unknown]>([
  ['describeFog takes a FogOfWar, got an object; for a UnitFog, describe its fog.', () => describeFog(new Grid(2, 2) as never)],
  ["in 'bytes' or in 'numbers', got 'json'", () => describeFog(new FogOfWar(new Grid(2, 2)), 'json' as never)],
  ['restoreFog(truth, description) takes the true map and what describeFog gave, { known, seen }.', () => restoreFog(new Grid(2, 2), undefined as never)],
  ["restoreFog has no option 'width'", () => restoreFog(new Grid(2, 2), describeGrid(new Grid(2, 2)) as never)],
  ['The known map must have the size and rules of the true one, 3 × 2, eight, never, got 2 × 2, eight, never.', () => restoreFog(new Grid(3, 2), describeFog(new FogOfWar(new Grid(2, 2))))],
  ['The seen cells of 2 × 1 cells are listed by 2 numbers, 0 or 1, got 3.', () => new FogOfWar(new Grid(2, 1), undefined, [1, 0, 1])],
  ['The seen cells of FogOfWar are listed by 1 for a seen cell and 0 for another, got 2.', () => new FogOfWar(new Grid(2, 1), undefined, [1, 2])],
  // Typed arrays that went through JSON.
  ["JSON turns typed arrays into objects. Describe it with 'numbers'", () => restoreFog(new Grid(2, 1), JSON.parse(JSON.stringify(describeFog(new FogOfWar(new Grid(2, 1))))) as never)],
])('%s', (sentence, call) => {
  expect(call).toThrow(sentence);
});
