import { isCost } from './rows.ts';

/** What the entries of `Grid.fromArray` mean. */
export interface TileOptions<Tile> {
  /** The cost of a tile: a whole number from 1 to 255, 0 to block. Default: the tile itself. Required if tiles are not numbers. */
  readonly costOf?: ((tile: Tile) => number) | undefined;
}

/** The costs of one entry a cell, row by row. */
export function readTiles<Tile>(tiles: ArrayLike<Tile>, width: number, height: number, costOf: ((tile: Tile) => number) | undefined): Uint8Array {
  if (tiles.length !== width * height) throw new RangeError(`${width} × ${height} cells need ${width * height} entries, got ${tiles.length}.`);
  const costs = new Uint8Array(tiles.length);
  for (let i = 0; i < costs.length; i++) {
    const cost = costOf === undefined ? tiles[i] : costOf(tiles[i]);
    if (typeof cost !== 'number' || !isCost(cost)) {
      const hint = costOf === undefined && typeof cost !== 'number' ? ' Say by costOf what a tile costs.' : '';
      const said = typeof cost === 'string' ? `'${cost}'` : String(cost);
      throw new RangeError(`The cell at (${i % width}, ${Math.floor(i / width)}) costs ${said}; it must be a whole number from 0 (blocked) to 255.${hint}`);
    }
    costs[i] = cost;
  }
  return costs;
}

/** Rows of entries as one list. */
export function flatten<Tile>(rows: ArrayLike<ArrayLike<Tile>>): Tile[] {
  const flat: Tile[] = [];
  for (let y = 0; y < rows.length; y++) {
    const row: unknown = rows[y];
    const length = typeof row === 'object' && row !== null ? (row as ArrayLike<Tile>).length : undefined;
    if (length === undefined) throw new TypeError(`Row ${y} is not a list of tiles: pass rows of tiles, or all tiles in one list with the width and the height.`);
    if (length !== rows[0].length) throw new RangeError(`Row ${y} has ${length} tiles, but row 0 has ${rows[0].length}; all rows must be equally long.`);
    for (let x = 0; x < length; x++) flat.push((row as ArrayLike<Tile>)[x]);
  }
  return flat;
}
