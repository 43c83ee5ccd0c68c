import { checkOptions, shown } from '@pf/graph/kit';
import type { GridDescription } from './grid-description.ts';
import { describeCells, readCells } from './grid-description.ts';
import type { HexLayout } from './hex-map.ts';
import { HexMap } from './hex-map.ts';

/** A map of hexagons as plain data, by columns and rows: lists are row by row, hexagons beside the rectangle are not in them. */
export interface HexMapDescription extends Pick<GridDescription, 'width' | 'height' | 'costs' | 'below' | 'enter' | 'leave'> {
  readonly layout: HexLayout;
}

/**
 * A map of hexagons as plain data: columns, rows and layout, costs, terrain under blocked hexagons, one-way hexagons. `as` is that of `describeGrid`: pass `'numbers'` for JSON.
 *
 * @example
 * ```ts
 * import { describeHexMap, HexMap, restoreHexMap } from '@pf/grid';
 *
 * const map = HexMap.fromRows(['..#.', '.3..'], { layout: 'odd-q' });
 * const copy = restoreHexMap(JSON.parse(JSON.stringify(describeHexMap(map, 'numbers'))));
 * [copy.width, copy.height, copy.layout]; // → [4, 2, 'odd-q']
 * copy.grid.cells[copy.vertex(1, 1)]; // → 3
 * ```
 */
export function describeHexMap(map: HexMap, as: 'bytes' | 'numbers' = 'bytes'): HexMapDescription {
  // `instanceof` would reject a map of another copy of the package.
  if (typeof (map as Partial<HexMap> | null | undefined)?.column !== 'function') throw new TypeError(`describeHexMap takes a HexMap, got ${shown(map)}; for a Grid, take describeGrid.`);
  const { width, height, layout, grid } = map;
  return { width, height, layout, ...describeCells(grid, hexagonsOf(map), as) };
}

/**
 * Creates the map that `describeHexMap` described, in this thread or another. Its vertices are those of the other map.
 *
 * @example
 * ```ts
 * import { describeHexMap, HexMap, restoreHexMap } from '@pf/grid';
 *
 * const map = HexMap.fromRows(['.#', '..'], { layout: 'even-r' });
 * restoreHexMap(structuredClone(describeHexMap(map))).grid.toRows(); // → ['#.#', '..#']
 * ```
 */
export function restoreHexMap(description: HexMapDescription): HexMap {
  if ((description as HexMapDescription | undefined) === undefined) throw new TypeError('restoreHexMap takes what describeHexMap gave, got undefined.');
  if ((description as Partial<HexMap> | null)?.grid !== undefined) throw new TypeError('restoreHexMap takes what describeHexMap gave, got a map, whose methods are lost on the way: send or save describeHexMap(map).');
  checkOptions(description, ['width', 'height', 'layout', 'costs', 'below', 'enter', 'leave'], 'restoreHexMap');
  const map = new HexMap(description.width, description.height, description.layout);
  const { costs, terrain, sides } = readCells(description);
  const cells = hexagonsOf(map);
  // Blocks what was blocked, over its terrain.
  map.grid.setCells(cells, terrain, cells.length);
  map.grid.setCells(cells, costs, cells.length, undefined, sides);
  return map;
}

/** The vertices of the hexagons, row by row. */
function hexagonsOf(map: HexMap): Uint32Array {
  return Uint32Array.from({ length: map.width * map.height }, (_, i) => map.vertex(i % map.width, Math.floor(i / map.width)));
}
