import { checkGrid } from '@pf/graph/kit';
import { checkGridOptions } from '../cell-lattice.ts';
import type { GridOptions } from '../grid-options.ts';
import { rulesOf } from '../grid-options.ts';
import { Grid } from '../grid.ts';
import { expectEnd, HeaderLines, legendTable, readMapRows, STANDARD_LEGEND } from './map-rows.ts';
import { checkedText, quoted } from './text-error.ts';

/** Options of `parseMap`: the rules of the grid, and the meaning of characters. */
export interface MapOptions extends GridOptions {
  /**
   * The cost of each character; 0 for blocked. Default: `.`, `G` and `S` are free at cost 1; `@`, `O`, `T` and `W` are blocked. Your legend
   * replaces the whole default.
   */
  readonly legend?: Readonly<Record<string, number>> | ReadonlyMap<string, number> | undefined;
}

/**
 * The grid of a `.map` file of the Moving AI benchmarks: four header lines (`type octile`, `height H`, `width W`, `map`), then H rows of W
 * characters. Lines may end in LF or CRLF, and empty lines may follow. Throws for anything else; the message states line and column.
 *
 * The default rules are those of the benchmarks: eight neighbours, corners never cut, exact costs.
 *
 * N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012.
 *
 * @example
 * ```ts
 * import { parseMap } from '@pf/grid';
 *
 * parseMap('type octile\nheight 2\nwidth 3\nmap\n..T\n.@.\n').toRows(); // → ['..#', '.#.']
 * ```
 */
export function parseMap(text: string, options: MapOptions = {}): Grid {
  checkGridOptions(options, 'parseMap', 'legend');
  text = checkedText('A map', text);
  const costOf = legendTable(options.legend ?? STANDARD_LEGEND);
  const header = new HeaderLines('Map', text);
  header.expect('type octile');
  const height = header.number('height');
  const width = header.number('width');
  header.expect('map');
  const costs = readMapRows('Map', text, header, width, height, costOf);
  expectEnd('Map', text, header, `${height} rows`);
  return new Grid(width, height, rulesOf(options), costs);
}

/**
 * The grid as a `.map` file: `.` for cells of cost 1, `@` for blocked ones. The format has no terrain. To write terrain anyway, pass a `symbol` with
 * one character for each cost, and read the file back with a legend. It has no rules either: pass them to `parseMap`.
 *
 * @example
 * ```ts
 * import { formatMap, Grid, parseMap } from '@pf/grid';
 *
 * const text = formatMap(Grid.fromRows(['.#', '..']));
 * text.split('\n'); // → ['type octile', 'height 2', 'width 2', 'map', '.@', '..', '']
 * parseMap(text).toRows(); // → ['.#', '..']
 * ```
 */
export function formatMap(grid: Grid, symbol: (cost: number) => string = standardSymbol): string {
  checkGrid(grid, 'formatMap');
  if (grid.outside !== undefined) throw new TypeError('A map file has no columns and rows of hexagons, which the grid of a HexMap has: save describeHexMap(map).');
  const rows = grid.toRows(symbol);
  const odd = rows.findIndex((row) => !/^[ -~]*$/.test(row));
  if (odd !== -1) throw new RangeError(`symbol(cost) must give one printable ASCII character a cell, but row ${odd} became ${quoted(rows[odd])}.`);
  return ['type octile', `height ${grid.height}`, `width ${grid.width}`, 'map', ...rows, ''].join('\n');
}

function standardSymbol(cost: number): string {
  if (cost <= 1) return cost === 0 ? '@' : '.';
  throw new RangeError(`A map file has no character for cost ${cost}; pass your own symbol(cost), and a legend to read it.`);
}
