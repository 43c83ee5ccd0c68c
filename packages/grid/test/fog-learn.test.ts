import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { GridOptions } from '../src/index.ts';
import { FogOfWar, Grid, HexMap, radius, seededRandom, UnitFog } from '../src/index.ts';
import { arcsOf, cellOf } from './grid-of.ts';

const tailsOf = (arcs: readonly string[], others: readonly string[]): number[] => arcs.filter((arc) => !others.includes(arc)).map((arc) => Number(arc.split(' ')[0]));

const sorted = (numbers: Iterable<number>): number[] => [...new Set(numbers)].sort((a, b) => a - b);

/** What a fog knows: by cell, whether it was seen, its cost and its open sides. */
function knowledge(fog: FogOfWar): string[] {
  const { known } = fog;
  return Array.from(known.cells, (cost, v) => `${known.hasVertex(v) && fog.isSeen(v)} ${cost} ${known.sides?.enter[v] ?? 255} ${known.sides?.leave[v] ?? 255}`);
}

/** The frontier by its definition. */
function frontierOf(fog: FogOfWar): number[] {
  const { known } = fog;
  const isSeen = (cell: number): boolean => fog.isSeen(known.vertex(cell % known.width, Math.floor(cell / known.width)));
  const arcs = arcsOf(known).map((arc) => arc.split(' ').map(Number));
  return sorted(arcs.filter(([from, to]) => isSeen(from) && !isSeen(to)).map(([, to]) => to));
}

test('takes over what another fog has seen, or some cells as it knows them, and reports the changed arcs', () => {
  let learned = 0;
  for (let seed = 1; seed <= runs(100); seed++) {
    const random = seededRandom(seed);
    const whole = (n: number): number => Math.floor(n * random());
    const options: GridOptions = { movement: (['four', 'eight', 'hex'] as const)[seed % 3] };
    const [width, height] = [2 + whole(8), 2 + whole(7)];
    const truth = Grid.fromArray(Array.from({ length: width * height }, () => (random() < 0.3 ? 0 : 1 + whole(3))), width, height, options);
    const cell = (): number => truth.vertex(whole(width), whole(height));
    const [fog, other] = [new FogOfWar(truth), new FogOfWar(truth)];
    const large = new UnitFog(fog, 2);
    const heard: number[][] = [];
    fog.observe((tails, n, cells, m) => heard.push([...tails.subarray(0, n)], [...cells.subarray(0, m)]));
    const [tails, frontier] = [new Uint32Array(truth.vertexCount), new Uint32Array(truth.vertexCount)];
    for (let round = 0; round < 8; round++) {
      truth.setCost(whole(width), whole(height), whole(4));
      if (seed % 2 === 0) truth.setSides(whole(width), whole(height), { enter: whole(256), leave: whole(256) });
      if (random() < 0.5) fog.reveal(cell(), radius(whole(4)));
      if (random() < 0.5) other.reveal(cell(), radius(whole(4)));
      const cells = random() < 0.5 ? undefined : Array.from({ length: whole(6) }, cell);
      const n = cells === undefined ? 0 : whole(cells.length + 1);
      const [own, others] = [knowledge(fog), knowledge(other)];
      const before = arcsOf(fog.known);
      heard.length = 0;
      const count = random() < 0.5 ? fog.learn(other, cells, n, tails) : fog.learn(other, cells, n);
      const expected = own.map((one, v) => {
        const isTaken = others[v].startsWith('true') && (cells === undefined ? one.startsWith('false') : cells.slice(0, n).includes(v));
        return isTaken ? others[v] : one;
      });
      expect(knowledge(fog)).toEqual(expected);
      expect(knowledge(other)).toEqual(others);
      expect(fog.seenCount).toBe(expected.filter((one) => one.startsWith('true')).length);
      const after = arcsOf(fog.known);
      const changed = sorted([...tailsOf(before, after), ...tailsOf(after, before)]);
      expect(count).toBe(changed.length);
      const [toldTails = [], toldCells = []] = heard;
      const cellsOf = (vertices: Iterable<number>): number[] => sorted(Array.from(vertices, (v) => cellOf(truth, v)));
      expect(cellsOf(toldTails)).toEqual(changed);
      const valueOf = (one: string): string => one.slice(one.indexOf(' '));
      expect(sorted(toldCells)).toEqual(own.flatMap((one, v) => (valueOf(one) === valueOf(expected[v]) ? [] : [v])));
      expect(cellsOf(frontier.subarray(0, fog.frontier(frontier)))).toEqual(frontierOf(fog));
      expect(large.known.toRows()).toEqual(new UnitFog(new FogOfWar(truth, fog.known.clone()), 2).known.toRows());
      if (changed.length > 0) learned++;
    }
  }
  expect(learned).toBeGreaterThan(runs(100));
});

test('what nobody has seen is not learned, whatever is true', () => {
  const truth = new Grid(7, 3);
  const [scout, friend] = [new FogOfWar(truth), new FogOfWar(truth)];
  friend.reveal(truth.vertex(5, 1), radius(1.5));
  truth.setBlocked(5, 1, true);
  truth.setBlocked(0, 0, true);
  expect(scout.learn(friend)).toBe(0);
  expect([scout.seenCount, scout.isSeen(truth.vertex(5, 1)), scout.known.isFree(5, 1)]).toEqual([9, true, true]);
  expect([scout.learn(friend, [truth.vertex(0, 0)]), scout.isSeen(truth.vertex(0, 0))]).toEqual([0, false]);
  // Seen by both, later by the other.
  friend.reveal(truth.vertex(5, 1), radius(0));
  expect([scout.learn(friend), scout.known.isFree(5, 1)]).toEqual([0, true]);
  expect([scout.learn(friend, [truth.vertex(5, 1)], 1, new Uint32Array(9)), scout.known.isFree(5, 1)]).toEqual([9, false]);
  expect(scout.learn(scout)).toBe(0);
});

test('corners of a map of hexagons that are no cells are not learned', () => {
  const [odd, even] = (['odd-r', 'even-r'] as const).map((layout) => HexMap.fromRows(['111', '111', '111'], { layout }).grid);
  expect([odd.width, odd.height]).toEqual([even.width, even.height]);
  const [fog, other] = [new FogOfWar(odd), new FogOfWar(even)];
  expect([fog.learn(other), fog.seenCount]).toEqual([0, 0]);
  const corner = odd.outside!.indexOf(0, odd.stride + 1);
  expect([fog.learn(other, [corner]), fog.seenCount]).toEqual([0, 0]);
  for (let v = 0; v < even.vertexCount; v++) if (even.hasVertex(v) && even.outside![v] === 0) other.reveal(v, radius(0));
  fog.learn(other);
  expect([other.seenCount, fog.seenCount < 9]).toEqual([9, true]);
});

test('wrong arguments are rejected', () => {
  const fog = new FogOfWar(new Grid(4, 3));
  const other = new FogOfWar(fog.truth);
  other.reveal(fog.truth.vertex(1, 1), radius(1));
  expect(() => fog.learn(fog.known as never)).toThrow('learn takes another FogOfWar, got an object');
  expect(() => fog.learn(new FogOfWar(new Grid(3, 4)))).toThrow('learn takes a fog over a map of this size and these rules, 4 × 3, eight, never, got 3 × 4, eight, never.');
  expect(() => fog.learn(other, [0])).toThrow('The cell to learn must be a vertex of the graph, got 0');
  expect(() => fog.learn(other, ['a'] as never)).toThrow('The cells to learn must be a list of numbers');
  expect(() => fog.learn(other, [7], 2)).toThrow('learn: the number of cells must be a whole number from 0 to 1, got 2.');
  expect(() => fog.learn(other, undefined, undefined, new Uint32Array(11))).toThrow('This may change the arcs of 12 cells, but tails holds 11; pass a longer Uint32Array.');
  expect(fog.seenCount).toBe(0);
});
