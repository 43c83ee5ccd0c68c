import { checkGrid, checkOptions, shown } from '@pf/graph/kit';
import type { Grid } from '../grid.ts';
import { expectEnd, HeaderLines, legendTable, readMapRows, STANDARD_LEGEND } from './map-rows.ts';
import { checkRecords, checkedText, textError } from './text-error.ts';

/** A rectangle of cells that replaces the cells of a map, free cells included. */
export interface MapPatch {
  readonly width: number;
  readonly height: number;
  /** The costs of the cells, row by row; 0 for blocked ones. */
  readonly costs: Uint8Array;
}

/** What the characters of a `.patch` file mean. */
export interface PatchOptions {
  /** As in `parseMap`. */
  readonly legend?: Readonly<Record<string, number>> | ReadonlyMap<string, number> | undefined;
}

/**
 * The patches of a `.patch` file of the Grid-based Path Planning Competition: `type patch`, `patches N`, and for each of them `patch I` (counted from 0), `height H`, `width W`,
 * `map` and H rows of W characters. Lines may end in LF or CRLF, and empty lines may follow. Throws for anything else; the message states line and column.
 *
 * @example
 * ```ts
 * import { parsePatches } from '@pf/grid';
 *
 * const [patch] = parsePatches('type patch\npatches 1\npatch 0\nheight 1\nwidth 3\nmap\n@.@\n');
 * [...patch.costs]; // → [0, 1, 0]
 * ```
 */
export function parsePatches(text: string, options: PatchOptions = {}): MapPatch[] {
  checkOptions(options, ['legend'], 'parsePatches');
  text = checkedText('A set of patches', text);
  const costOf = legendTable(options.legend ?? STANDARD_LEGEND);
  const lines = new HeaderLines('Patches', text);
  lines.expect('type patch');
  const count = lines.number('patches', 0);
  const patches: MapPatch[] = [];
  for (let i = 0; i < count; i++) {
    if (lines.at >= text.length) throw textError('Patches', lines.line, 1, `the header promises ${count} patches, but only ${i} follow`);
    lines.expect(`patch ${i}`);
    const height = lines.number('height');
    const width = lines.number('width');
    lines.expect('map');
    patches.push({ width, height, costs: readMapRows('Patches', text, lines, width, height, costOf) });
  }
  expectEnd('Patches', text, lines, `${count} patches`);
  return patches;
}

/**
 * The patches as a `.patch` file: `.` for cells of cost 1, `@` for blocked ones.
 *
 * @example
 * ```ts
 * import { formatPatches, parsePatches } from '@pf/grid';
 *
 * const text = 'type patch\npatches 1\npatch 0\nheight 1\nwidth 3\nmap\n@.@\n';
 * formatPatches(parsePatches(text)) === text; // → true
 * ```
 */
export function formatPatches(patches: readonly MapPatch[]): string {
  checkRecords(patches, 'formatPatches', 'patches');
  const lines = ['type patch', `patches ${patches.length}`];
  patches.forEach(({ width, height, costs }, i) => {
    checkPatch({ width, height, costs });
    lines.push(`patch ${i}`, `height ${height}`, `width ${width}`, 'map');
    for (let y = 0; y < height; y++) lines.push(Array.from(costs.slice(y * width, (y + 1) * width), symbolOf).join(''));
  });
  return [...lines, ''].join('\n');
}

/**
 * Puts a patch on a grid, with its top left cell at (x, y): every cell of the rectangle gets the patch's cost. This counts as one edit. Writes the tails of the
 * arcs that changed to `tails`, each once, and returns their number, as `Grid.setCells` does.
 *
 * @example
 * ```ts
 * import { applyPatch, Grid, parsePatches } from '@pf/grid';
 *
 * const grid = Grid.fromRows(['#...', '....']);
 * applyPatch(grid, parsePatches('type patch\npatches 1\npatch 0\nheight 2\nwidth 2\nmap\n.@\n.@\n')[0], 0, 0);
 * grid.toRows(); // → ['.#..', '.#..']
 * ```
 */
export function applyPatch(grid: Grid, patch: MapPatch, x: number, y: number, tails?: Uint32Array): number {
  checkGrid(grid, 'applyPatch');
  checkPatch(patch);
  const { width, height, costs } = patch;
  if (!grid.contains(x, y) || !grid.contains(x + width - 1, y + height - 1)) {
    throw new RangeError(`A patch of ${width} × ${height} cells at (${shown(x)}, ${shown(y)}) does not lie on the map, which has ${grid.width} × ${grid.height} cells.`);
  }
  const vertices = new Uint32Array(costs.length);
  let v = grid.vertex(x, y);
  for (let i = 0; i < vertices.length; v += grid.stride - width) for (const end = i + width; i < end; ) vertices[i++] = v++;
  return grid.setCells(vertices, costs, costs.length, tails);
}

function checkPatch(patch: MapPatch): void {
  const given: Partial<MapPatch> | null | undefined = patch;
  const [width, height, count] = [given?.width, given?.height, given?.costs?.length];
  if (Number.isInteger(width) && Number.isInteger(height) && width! > 0 && height! > 0 && count === width! * height!) return;
  throw new RangeError(`A patch of ${shown(width)} × ${shown(height)} cells needs width × height costs, got ${shown(count)}.`);
}

function symbolOf(cost: number): string {
  if (cost === 0 || cost === 1) return cost === 0 ? '@' : '.';
  throw new RangeError(`A patch file has no character for cost ${shown(cost)}.`);
}
