import { Grid } from '@pf/grid';
import { describe, expect, test } from 'vitest';
import { generated, gridOfText, kinds, suited } from '../../src/which/maps.ts';
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

  test.each([
    ['{', 'This is not JSON'], ['[]', 'has a list of layers'], ['null', 'has a list of layers'], [tiled([]), 'no tile layer'],
    [tiled([layer('a', 'eJxjY', {})]), 'is compressed'], [tiled([layer('a', undefined, { chunks: [] })]), 'is infinite'],
    [tiled([layer('a', [1, 2, 3])]), 'must list 4 of them, got 3'], [tiled([layer('a', [1, 2, 3, 'x'])]), 'no tile id at 3'],
    [tiled([layer('a', [1, 1, 1, 1]), layer('b', [1], { width: 1, height: 1 })]), 'all must be as large'],
  ])('%s is rejected: %s', (text, sentence) => expect(() => gridOfTiled(text)).toThrow(sentence));
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
