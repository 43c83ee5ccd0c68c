import { Grid } from '@pf/grid';

interface TileLayer {
  readonly name?: string;
  readonly type?: string;
  readonly width?: number;
  readonly height?: number;
  readonly data?: unknown;
  readonly chunks?: unknown;
  readonly layers?: readonly TileLayer[];
}
interface Tileset {
  readonly firstgid: number;
  readonly source?: string;
  readonly tiles?: readonly { readonly id: number; readonly properties?: readonly { readonly name: string; readonly value: unknown }[] }[];
}

/** A global tile id without the bits that say how the tile is flipped. */
const FLIPS = 0x0fffffff;
const WALLS = /wall|collision|block|solid/i;

/**
 * A grid of a Tiled map (JSON). Tiles with the custom property `cost` cost that, 0 to block; the topmost one decides, and cells without one cost 1. Where no tile has it, the tiles of layers called walls,
 * collision, blocked or solid are blocked, and where there is no such layer, cells without a tile are.
 */
export function gridOfTiled(text: string): Grid {
  const map = parsed(text) as { readonly layers?: unknown; readonly tilesets?: unknown } | null;
  if (!Array.isArray(map?.layers)) throw new Error('A Tiled map has a list of layers, and this JSON has none. Export it as JSON (.tmj).');
  const layers = tileLayers(map.layers as TileLayer[]);
  if (layers.length === 0) throw new Error('This Tiled map has no tile layer.');
  const [{ width = 0, height = 0 }] = layers;
  const lists = layers.map((layer) => tilesOf(layer, width, height));
  const costs = tileCosts(Array.isArray(map.tilesets) ? (map.tilesets as Tileset[]) : []);
  const walls = lists.filter((_, i) => WALLS.test(layers[i].name ?? ''));
  const costAt = (i: number): number => {
    if (costs.size > 0) {
      // Of the tiles on a cell, the topmost that has a cost decides: a decoration leaves a wall a wall.
      const own = lists.reduce<number | undefined>((cost, data) => costs.get(data[i] & FLIPS) ?? cost, undefined);
      return own ?? Number(lists.some((data) => data[i] !== 0));
    }
    return walls.length > 0 ? Number(walls.every((data) => data[i] === 0)) : Number(lists.some((data) => data[i] !== 0));
  };
  return Grid.fromArray(lists[0].map((_, i) => costAt(i)), width, height, { corners: 'never' });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`This is not JSON: ${error instanceof Error ? error.message : String(error)}.`, { cause: error });
  }
}

/** Tile layers, also those in groups. */
function tileLayers(layers: readonly TileLayer[]): readonly TileLayer[] {
  return layers.flatMap((layer) => (layer.type === 'group' ? tileLayers(layer.layers ?? []) : layer.type === 'tilelayer' ? [layer] : []));
}

function tilesOf(layer: TileLayer, width: number, height: number): readonly number[] {
  const name = `The layer "${layer.name ?? ''}"`;
  if (layer.chunks !== undefined) throw new Error(`${name} is infinite. Switch off "Infinite" in the properties of the map, and export it again.`);
  if (!Array.isArray(layer.data)) throw new Error(`${name} is compressed. Set the tile layer format of the map to CSV, and export it again.`);
  if (layer.width !== width || layer.height !== height) throw new Error(`${name} has ${layer.width} × ${layer.height} tiles, the first one ${width} × ${height}; all must be as large.`);
  const data: readonly unknown[] = layer.data;
  if (data.length !== width * height) throw new Error(`${name} of ${width} × ${height} tiles must list ${width * height} of them, got ${data.length}.`);
  const odd = data.findIndex((tile) => !Number.isInteger(tile) || (tile as number) < 0);
  if (odd !== -1) throw new Error(`${name} has no tile id at ${odd}, but ${JSON.stringify(data[odd])}.`);
  return data as readonly number[];
}

function tileCosts(tilesets: readonly Tileset[]): ReadonlyMap<number, number> {
  const costs = new Map<number, number>();
  for (const { firstgid, tiles = [] } of tilesets) {
    for (const { id, properties = [] } of tiles) {
      const cost = properties.find(({ name }) => name === 'cost')?.value;
      if (cost === undefined) continue;
      if (!Number.isInteger(cost) || (cost as number) < 0 || (cost as number) > 255) throw new Error(`The cost of tile ${id} must be a whole number from 0 (blocked) to 255, got ${JSON.stringify(cost)}.`);
      costs.set(firstgid + id, cost as number);
    }
  }
  return costs;
}
