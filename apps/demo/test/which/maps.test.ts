import { Grid } from '@pf/grid';
import { describe, expect, test } from 'vitest';
import { generated, gridOfText, kinds, mapOfFile, suited } from '../../src/which/maps.ts';
import type { Kind } from '../../src/which/maps.ts';
import { gridOfTiled } from '../../src/which/tiled.ts';

const tiled = (layers: object, more: object = {}): string => JSON.stringify({ width: 2, height: 2, layers, ...more });
const layer = (name: string, data: unknown, more: object = {}): object => ({ name, type: 'tilelayer', width: 2, height: 2, data, ...more });

describe('a Tiled map', () => {
  test('takes costs by property, flipped tiles included, layer over layer', () => {
    const tilesets = [{ firstgid: 1, tiles: [{ id: 1, properties: [{ name: 'cost', type: 'int', value: 5 }] }, { id: 2, properties: [{ name: 'cost', type: 'int', value: 0 }] }] }];
    expect(gridOfTiled(tiled([layer('ground', [1, 2, 0, 0x80000002]), { type: 'group', layers: [layer('top', [0, 3, 0, 0])] }], { tilesets })).toRows()).toEqual(['.#', '#5']);
  });

  test('a tile without a cost keeps that of the tile below, blocked or not', () => {
    const tilesets = [{ firstgid: 1, tiles: [{ id: 1, properties: [{ name: 'cost', value: 0 }] }, { id: 2, properties: [{ name: 'cost', value: 4 }] }] }];
    expect(gridOfTiled(tiled([layer('ground', [2, 3, 1, 0]), layer('flowers', [1, 1, 1, 1])], { tilesets })).toRows()).toEqual(['#4', '..']);
  });

  test('an invalid cost is rejected, with the tile', () => {
    for (const value of ['mud', -1, 1.5, 256]) {
      const tilesets = [{ firstgid: 1, tiles: [{ id: 7, properties: [{ name: 'cost', value }] }] }];
      expect(() => gridOfTiled(tiled([layer('ground', [1, 1, 1, 1])], { tilesets }))).toThrow(`The cost of tile 7 must be a whole number from 0 (blocked) to 255, got ${JSON.stringify(value)}.`);
    }
  });

  test('without costs, layers of walls block; without those, empty cells do', () => {
    expect(gridOfTiled(tiled([layer('ground', [1, 1, 1, 1]), layer('Walls', [0, 7, 0, 0])])).toRows()).toEqual(['.#', '..']);
    expect(gridOfTiled(tiled([layer('ground', [1, 0, 1, 1])])).toRows()).toEqual(['.#', '..']);
  });

  test('costs in a file of their own are missed where nothing else says what is blocked', () => {
    const tilesets = [{ firstgid: 1, source: 'terrain.tsx' }];
    const ground = layer('ground', [1, 2, 1, 1]);
    const decorated = [ground, layer('trees', [0, 7, 0, 0])];
    for (const layers of [[ground], decorated]) {
      expect(() => gridOfTiled(tiled(layers, { tilesets, orientation: 'isometric' }))).toThrow('This map has no blocked cell, and its tileset "terrain.tsx" is in a file of its own. If it has costs,');
    }
    expect(gridOfTiled(tiled([layer('rooms', [1, 0, 1, 1])], { tilesets })).toRows()).toEqual(['.#', '..']);
    expect(gridOfTiled(tiled([ground, layer('walls', [0, 0, 0, 0])], { tilesets })).toRows()).toEqual(['..', '..']);
    expect(gridOfTiled(tiled([ground, layer('walls', [0, 7, 0, 0])], { tilesets })).toRows()).toEqual(['.#', '..']);
    const embedded = { firstgid: 9, tiles: [{ id: 0, properties: [{ name: 'cost', value: 5 }] }] };
    expect(gridOfTiled(tiled([ground, layer('mud', [9, 0, 0, 0])], { tilesets: [...tilesets, embedded] })).toRows()).toEqual(['5.', '..']);
  });

  test.each([
    ['{', 'This is not JSON'], ['[]', 'has a list of layers'], ['null', 'has a list of layers'], [tiled([]), 'no tile layer'],
    [tiled([layer('a', [1, 1, 1, 1])], { orientation: 'hexagonal' }), 'is hexagonal'], [tiled([layer('a', [1, 1, 1, 1])], { orientation: 'staggered' }), 'is staggered'],
    [tiled([layer('a', 'eJxjY', {})]), 'is compressed'], [tiled([layer('a', undefined, { chunks: [] })]), 'is infinite'],
    [tiled([layer('a', [1, 2, 3])]), 'must list 4 of them, got 3'], [tiled([layer('a', [1, 2, 3, 'x'])]), 'no tile id at 3'],
    ['{"layers":[null]}', 'number 0 is null'], [tiled([{ type: 'group', layers: 5 }]), 'must be a list, got 5'], [tiled([layer('a', [1], { width: '1', height: 1 })]), 'got "1" and 1'],
    [tiled([layer('a', [1, 1, 1, 1])], { tilesets: [null] }), 'The tilesets of the map must be objects, but number 0 is null'],
    [tiled([layer('a', [1, 1, 1, 1])], { tilesets: [{ firstgid: 1, tiles: {} }] }), 'The tiles of a tileset must be a list, got {}'],
    [tiled([layer('a', [1, 1, 1, 1]), layer('b', [1], { width: 1, height: 1 })]), 'all must be as large'],
  ])('%s is rejected: %s', (text, sentence) => expect(() => gridOfTiled(text)).toThrow(sentence));
});

test('whatever a Tiled file has in place of a value, the error is a sentence about it', () => {
  const tileset = { firstgid: 1, tiles: [{ id: 1, properties: [{ name: 'cost', value: 5 }] }] };
  const text = tiled([layer('ground', [1, 2, 0, 1]), { type: 'group', layers: [layer('top', [0, 3, 0, 0])] }], { tilesets: [tileset] });
  let rejected = 0;
  for (const odd of [null, 5, -1, 1.5, '', 'x', true, [], {}, [null], [[]], { name: 1 }, { toString: 5 }]) {
    // Each value of the file in turn, which JSON visits in a fixed order, is replaced.
    let count = 0;
    JSON.stringify(JSON.parse(text), (_, value: unknown) => { count++; return value; });
    for (let replaced = 0; replaced < count; replaced++) {
      let i = 0;
      const changed = JSON.stringify(JSON.parse(text), (_, value: unknown) => (i++ === replaced ? odd : value));
      try {
        gridOfTiled(changed);
      } catch (error) {
        expect([changed, (error as Error).message]).toEqual([changed, expect.stringMatching(/^(A|The|This) .*\.$/)]);
        rejected++;
      }
    }
  }
  expect(rejected).toBeGreaterThan(200);
});

test('an error about rows is a sentence for visitors, without hints for programmers', () => {
  expect(() => gridOfText('a.txt', '..\n.<')).toThrow("Row 1, column 1: a cell is . (free), # (blocked), or a cost, 1 to 9 or a to z for 10 to 35, but this is '<'.");
  for (const empty of ['', '\n\n', ' ']) expect(() => gridOfText('a.txt', empty)).toThrow('it is empty.');
});

test('a map is rejected if no two of its cells are connected', async () => {
  const read = (text: string): Promise<object> => mapOfFile(new File([text], 'a.txt'));
  for (const apart of ['.#.\n###\n.#.', '.#\n#.']) await expect(read(apart)).rejects.toThrow('No two free cells of this map are connected');
  await expect(read('.#.\n##.\n.#.')).resolves.toMatchObject({ name: 'a.txt, 3 × 3' });
});

test('files are recognised by content, and a bad one gets the error of its reader', () => {
  expect(gridOfText('a.map', 'type octile\nheight 1\nwidth 2\nmap\n.@\n').toRows()).toEqual(['.#']);
  expect(gridOfText('a.txt', '.#\n3.\n').toRows()).toEqual(['.#', '3.']);
  expect(gridOfText('a.tmj', tiled([layer('a', [1, 1, 0, 1])])).toRows()).toEqual(['..', '#.']);
  expect(() => gridOfText('a.map', 'type octile\nheight 2\nwidth 2\nmap\n.@\n')).toThrow(/row/i);
  expect(() => gridOfText('a.txt', '.#\n.')).toThrow('Row 1 has 1 characters');
});

test('a map gets the terrain of the answers, and keeps its walls', () => {
  const map = { name: '', detours: 'long', grid: Grid.fromRows(['.3#', '...'], { corners: 'never' }) } as const;
  expect(suited(map, 'terrain')).toMatchObject({ changed: '' });
  expect(suited(map, 'uniform').grid.toRows()).toEqual(['..#', '...']);
  for (const kind of Object.keys(kinds) as Kind[]) {
    const made = generated(kind, 64, 1);
    const swampy = suited(made, 'terrain').grid;
    expect([kind, swampy.terrain.weighted, swampy.terrain.free]).toEqual([kind, true, made.grid.terrain.free]);
  }
});
