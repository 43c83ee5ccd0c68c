import { Grid } from '@pf/grid';

/** An object of the file, whose values may be anything. */
type Entry = Readonly<Record<string, unknown>>;

interface TileLayer {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly tiles: readonly number[];
}

/** A global tile id without the bits that say how the tile is flipped. */
const FLIPS = 0x0fffffff;
const WALLS = /wall|collision|block|solid/i;

/**
 * A grid of a Tiled map (JSON). Tiles with the custom property `cost` cost that, 0 to block; the topmost one decides. Cells whose tiles have none cost 1, and cells without a tile are blocked.
 * Where no tile has it, the tiles of layers called walls, collision, block or solid are blocked, and all else is free. Where there is no such layer either, cells without a tile are blocked.
 * Costs of a tileset in a file of its own are not read: a map with one throws if it has no other costs, no such layer and no cell without a tile.
 */
export function gridOfTiled(text: string): Grid {
  const map = parsed(text) as Entry | null;
  if (!Array.isArray(map?.['layers'])) throw new Error('A Tiled map has a list of layers, and this JSON has none. Export it as JSON (.tmj).');
  const orientation = map['orientation'];
  if (orientation === 'hexagonal' || orientation === 'staggered') throw new Error(`This Tiled map is ${orientation}, and this page measures maps of squares.`);
  const layers = tileLayers(map['layers']);
  if (layers.length === 0) throw new Error('This Tiled map has no tile layer.');
  const [{ width, height }] = layers;
  const other = layers.find((layer) => layer.width !== width || layer.height !== height);
  if (other !== undefined) throw new Error(`The layer "${other.name}" has ${other.width} × ${other.height} tiles, the first one ${width} × ${height}; all must be as large.`);
  const lists = layers.map(({ tiles }) => tiles);
  const tilesets = entries('The tilesets of the map', map['tilesets']);
  const costs = tileCosts(tilesets);
  const walls = lists.filter((_, i) => WALLS.test(layers[i].name));
  const outside = tilesets.find(({ source, tiles }) => typeof source === 'string' && tiles === undefined)?.['source'];
  const costAt = (i: number): number => {
    if (costs.size > 0) {
      // Of the tiles on a cell, the topmost that has a cost decides: a decoration leaves a wall a wall.
      const own = lists.reduce<number | undefined>((cost, data) => costs.get(data[i] & FLIPS) ?? cost, undefined);
      return own ?? Number(lists.some((data) => data[i] !== 0));
    }
    return walls.length > 0 ? Number(walls.every((data) => data[i] === 0)) : Number(lists.some((data) => data[i] !== 0));
  };
  const cells = lists[0].map((_, i) => costAt(i));
  if (costs.size === 0 && walls.length === 0 && outside !== undefined && !cells.includes(0)) {
    throw new Error(`This map has no blocked cell, and its tileset ${shown(outside)} is in a file of its own. If it has costs, switch on "Embed tilesets" in the export options of Tiled's preferences, and export the map again.`);
  }
  return Grid.fromArray(cells, width, height, { corners: 'never' });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
}

/** The objects of a list; none where the file has no list. */
function entries(what: string, list: unknown = []): readonly Entry[] {
  if (!Array.isArray(list)) throw new Error(`${what} must be a list, got ${shown(list)}. Export the map again with a current Tiled.`);
  const odd = list.findIndex((entry) => typeof entry !== 'object' || entry === null);
  if (odd !== -1) throw new Error(`${what} must be objects, but number ${odd} is ${shown(list[odd])}.`);
  return list as readonly Entry[];
}

/** A value as it stands in the file, or how it begins. */
function shown(value: unknown): string {
  return String(JSON.stringify(value)).slice(0, 40);
}

function isWhole(value: unknown, least: number): value is number {
  return Number.isInteger(value) && (value as number) >= least;
}

/** Tile layers, also those in groups. */
function tileLayers(layers: unknown): readonly TileLayer[] {
  return entries('The layers of the map or of a group', layers).flatMap((layer) => (layer['type'] === 'group' ? tileLayers(layer['layers']) : layer['type'] === 'tilelayer' ? [tileLayer(layer)] : []));
}

function tileLayer({ name: given, width, height, data, chunks }: Entry): TileLayer {
  const name = typeof given === 'string' ? given : '';
  const what = `The layer "${name}"`;
  if (chunks !== undefined) throw new Error(`${what} is infinite. Switch off "Infinite" in the properties of the map, and export it again.`);
  if (!Array.isArray(data)) throw new Error(`${what} is compressed. Set the tile layer format of the map to CSV, and export it again.`);
  if (!isWhole(width, 1) || !isWhole(height, 1)) throw new Error(`${what} must have a width and a height of whole tiles, got ${shown(width)} and ${shown(height)}.`);
  const tiles: readonly unknown[] = data;
  if (tiles.length !== width * height) throw new Error(`${what} of ${width} × ${height} tiles must list ${width * height} of them, got ${tiles.length}.`);
  const odd = tiles.findIndex((tile) => !isWhole(tile, 0));
  if (odd !== -1) throw new Error(`${what} has no tile id at ${odd}, but ${shown(tiles[odd])}.`);
  return { name, width, height, tiles: tiles as readonly number[] };
}

function tileCosts(tilesets: readonly Entry[]): ReadonlyMap<number, number> {
  const costs = new Map<number, number>();
  for (const { firstgid, tiles } of tilesets) {
    for (const { id, properties } of entries('The tiles of a tileset', tiles)) {
      const cost = entries(`The properties of tile ${shown(id)}`, properties).find(({ name }) => name === 'cost')?.['value'];
      if (cost === undefined) continue;
      if (!isWhole(firstgid, 1) || !isWhole(id, 0)) throw new Error(`A tile with a cost needs a whole id, and its tileset a whole firstgid, got ${shown(id)} and ${shown(firstgid)}.`);
      if (!isWhole(cost, 0) || cost > 255) throw new Error(`The cost of tile ${id} must be a whole number from 0 (blocked) to 255, got ${shown(cost)}.`);
      costs.set(firstgid + id, cost);
    }
  }
  return costs;
}
