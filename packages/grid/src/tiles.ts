import { checkFunction, shown } from '@pf/graph/kit';
import type { TerrainUnit } from './terrain-unit.ts';
import { inUnits } from './terrain-unit.ts';

/** Options of `Grid.fromArray`. */
export interface TileOptions<Tile> extends TerrainUnit {
  /** The cost of a tile: a whole number from 1 to 255, 0 to block. Default: the tile itself. Required if tiles are not numbers. */
  readonly costOf?: ((tile: Tile) => number) | undefined;
}

/** Options of `Grid.fromArray` if tiles are not numbers. */
export interface TileCostOptions<Tile> extends TileOptions<Tile> {
  /** The cost of a tile: a whole number from 1 to 255, 0 to block. */
  readonly costOf: (tile: Tile) => number;
}

/** The costs of the cells, from one entry a cell, row by row. */
export function readTiles<Tile>(tiles: ArrayLike<Tile>, width: number, height: number, costOf: ((tile: Tile) => number) | undefined, unit = 1): Uint8Array {
  checkEntries(tiles);
  if (costOf !== undefined) checkFunction(costOf, 'costOf');
  if (tiles.length !== width * height) throw new RangeError(`${width} × ${height} cells need ${width * height} entries, got ${tiles.length}${typeof tiles[0] === 'object' ? ': rows need no width and height' : ''}.`);
  const costs = new Uint8Array(tiles.length);
  for (let i = 0; i < costs.length; i++) {
    const cost = costOf === undefined ? tiles[i] : costOf(tiles[i]);
    costs[i] = inUnits(cost, unit, i, width, () => `tile ${shown(tiles[i])}`, costOf === undefined ? ' Say by costOf what a tile costs.' : '');
  }
  return costs;
}

function checkEntries(tiles: unknown): void {
  if (typeof tiles === 'object' && tiles !== null && 'length' in tiles) return;
  throw new TypeError(`Grid.fromArray takes (rows, options) or (tiles, width, height, options), got ${shown(tiles)}.`);
}

/** Joins rows of entries to one list. */
export function flatten<Tile>(rows: ArrayLike<ArrayLike<Tile>>): Tile[] {
  checkEntries(rows);
  const flat: Tile[] = [];
  for (let y = 0; y < rows.length; y++) {
    const row: unknown = rows[y];
    const length = typeof row === 'object' && row !== null ? (row as ArrayLike<Tile>).length : undefined;
    if (length === undefined) throw new TypeError(`Row ${y} is ${shown(row)}, not a list; for rows of text call Grid.fromRows, for one list pass (tiles, width, height).`);
    if (length !== rows[0].length) throw new RangeError(`Row ${y} has ${length} tiles, but row 0 has ${rows[0].length}; all rows must be equally long.`);
    for (let x = 0; x < length; x++) flat.push((row as ArrayLike<Tile>)[x]);
  }
  return flat;
}
