/**
 * The map files of ROS: a YAML file with scale and thresholds, and an image. Formats: the documentation of `map_server` (ROS 1) and `nav2_map_server`
 * (ROS 2).
 */
import { checkOption, shown } from '@pf/graph/kit';
import { formatGraymap, parseGraymap } from './graymap.ts';
import type { Pose } from './map-frame.ts';
import { MapFrame } from './map-frame.ts';
import { OccupancyGrid, UNKNOWN } from './occupancy-grid.ts';
import { checkGiven, checkOccupancy, checkText } from '../checks.ts';

/** The content of a map's YAML file. */
export interface MapDescription {
  /** The file name of the image, relative to the YAML file. */
  readonly image: string;
  /** Metres a pixel. */
  readonly resolution: number;
  /** The pose of the lower left corner. */
  readonly origin: Pose;
  /** Whether white is occupied. */
  readonly negate: boolean;
  /** Above this, from 0 to 1, a pixel is occupied. */
  readonly occupiedThreshold: number;
  /** Below this, from 0 to 1, a pixel is free. */
  readonly freeThreshold: number;
  /** Between the thresholds: `trinary` unknown, `scale` in proportion; `raw` uses grey values, as bytes, as occupancy, above 100 unknown. */
  readonly mode: 'trinary' | 'scale' | 'raw';
}

/**
 * Reads the YAML file of a ROS map: the subset that map servers write, not YAML in general.
 *
 * @example
 * ```ts
 * import { parseMapDescription } from '@pf/robots';
 *
 * const text = 'image: hall.pgm\nresolution: 0.05\norigin: [-10.0, -4.5, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n';
 * const { image, origin, mode } = parseMapDescription(text);
 * [image, origin.y, mode]; // → ['hall.pgm', -4.5, 'trinary']
 * ```
 */
export function parseMapDescription(yaml: string): MapDescription {
  checkText(yaml, 'A map description');
  const fields = yamlFields(yaml);
  const one = (name: string): string => {
    const value = fields.get(name);
    if (value === undefined) throw new Error(`The map description has no '${name}'. It needs image, resolution, origin, negate, occupied_thresh and free_thresh.`);
    if (value.length !== 1) throw new Error(`The '${name}' of a map description is one value, got ${value.length}.`);
    return value[0];
  };
  const number = (name: string, text = one(name)): number => {
    const value = Number(text);
    if (text === '' || !Number.isFinite(value)) throw new Error(`The '${name}' of a map description must be a number, got ${shown(text)}.`);
    return value;
  };
  const share = (name: string): number => {
    const value = number(name);
    if (!(value >= 0 && value <= 1)) throw new Error(`The '${name}' of a map description is from 0 to 1, got ${value}.`);
    return value;
  };
  const origin = fields.get('origin');
  if (origin === undefined || origin.length !== 3) throw new Error(`The 'origin' of a map description is [x, y, yaw], got ${origin === undefined ? 'none' : `[${origin.join(', ')}]`}.`);
  const [x, y, heading] = origin.map((text) => number('origin', text));
  const resolution = number('resolution');
  if (!(resolution > 0)) throw new Error(`The 'resolution' of a map description is above 0, got ${resolution}.`);
  const negate = one('negate').toLowerCase();
  if (!['0', '1', 'true', 'false'].includes(negate)) throw new Error(`The 'negate' of a map description is 0 or 1, got ${shown(negate)}.`);
  const mode = fields.has('mode') ? one('mode').toLowerCase() : 'trinary';
  if (mode !== 'trinary' && mode !== 'scale' && mode !== 'raw') throw new Error(`The 'mode' of a map description is trinary, scale or raw, got ${shown(mode)}.`);
  const occupiedThreshold = share('occupied_thresh');
  const freeThreshold = share('free_thresh');
  if (freeThreshold > occupiedThreshold) throw new Error(`free_thresh must not be above occupied_thresh, got ${freeThreshold} and ${occupiedThreshold}.`);
  return { image: one('image'), resolution, origin: { x, y, heading }, negate: negate === '1' || negate === 'true', occupiedThreshold, freeThreshold, mode };
}

/**
 * Reads a ROS map from its two files: the text of the YAML file, and the bytes of its image (PGM).
 *
 * @example
 * ```ts
 * import { parseMap } from '@pf/robots';
 *
 * const yaml = 'image: a.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n';
 * const picture = new TextEncoder().encode('P2\n2 2\n255\n0 205\n254 254\n');
 * [...parseMap(yaml, picture).values]; // → [0, 0, 100, -1]
 * ```
 */
export function parseMap(yaml: string, picture: Uint8Array): OccupancyGrid {
  const { resolution, origin, negate, occupiedThreshold, freeThreshold, mode } = parseMapDescription(yaml);
  const { width, height, white, shades } = parseGraymap(picture);
  const frame = new MapFrame(width, height, resolution, origin);
  const grid = new OccupancyGrid(frame);
  for (let cell = 0; cell < frame.cellCount; cell++) {
    // Images begin with the top row.
    const column = cell % width;
    const shade = shades[(height - 1 - (cell - column) / width) * width + column];
    const occupied = negate ? shade / white : 1 - shade / white;
    let value: number;
    if (mode === 'raw') {
      const byte = Math.round((255 * shade) / white);
      value = byte <= 100 ? byte : UNKNOWN;
    }
    else if (occupied > occupiedThreshold) value = 100;
    else if (occupied < freeThreshold) value = 0;
    else if (mode === 'trinary') value = UNKNOWN;
    else value = occupiedThreshold > freeThreshold ? Math.round((100 * (occupied - freeThreshold)) / (occupiedThreshold - freeThreshold)) : 100;
    grid.values[cell] = value;
  }
  return grid;
}

/**
 * Writes a ROS map as its two files. Values between free and occupied are kept only with `mode: 'raw'`.
 *
 * @example
 * ```ts
 * import { formatMap, MapFrame, OccupancyGrid, parseMap } from '@pf/robots';
 *
 * const grid = new OccupancyGrid(new MapFrame(2, 1, 0.05), [100, -1]);
 * const { yaml, picture } = formatMap(grid, { image: 'hall.pgm' });
 * [...parseMap(yaml, picture).values]; // → [100, -1]
 * ```
 */
export function formatMap(grid: OccupancyGrid, options: { readonly image: string; readonly mode?: 'trinary' | 'raw' | undefined }): { readonly yaml: string; readonly picture: Uint8Array<ArrayBuffer> } {
  checkOccupancy(grid, 'formatMap');
  checkGiven(options, ['image', 'mode'], 'formatMap');
  const { image, mode = 'trinary' } = options;
  checkText(image, 'The image of a map');
  checkOption('mode', mode, ['trinary', 'raw']);
  const { frame, values } = grid;
  const { width, height, resolution, origin } = frame;
  const shades = new Uint8Array(values.length);
  for (let cell = 0; cell < values.length; cell++) {
    const value = values[cell];
    const column = cell % width;
    const shade = value === UNKNOWN ? (mode === 'raw' ? 255 : 205) : mode === 'raw' ? value : value >= 65 ? 0 : value < 20 ? 254 : 205;
    shades[(height - 1 - (cell - column) / width) * width + column] = shade;
  }
  const yaml = [
    `image: ${PLAIN.test(image) ? image : JSON.stringify(image)}`,
    `mode: ${mode}`,
    `resolution: ${resolution}`,
    `origin: [${origin.x}, ${origin.y}, ${origin.heading}]`,
    'negate: 0',
    'occupied_thresh: 0.65',
    'free_thresh: 0.196',
    '',
  ].join('\n');
  return { yaml, picture: formatGraymap(width, height, shades) };
}

/** Text that YAML needs no quotes for. */
const PLAIN = /^[\w./](?:[\w./ -]*[\w./-])?$/;
/** A quoted value, or a comment, which has no group. */
const QUOTED_OR_COMMENT = /((?:^|[\s[,])(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'))|(?:^|\s)#.*$/g;

/** `name: value`, `name: [a, b]`, and lists of `- value` below a name; comments and quotes. */
function yamlFields(yaml: string): Map<string, string[]> {
  const fields = new Map<string, string[]>();
  let last: string[] | undefined;
  for (const [i, raw] of yaml.split(/\r?\n/).entries()) {
    const line = raw.replace(QUOTED_OR_COMMENT, '$1').trim();
    if (line === '' || line === '---' || line === '...' || line.startsWith('%')) continue;
    const item = /^-\s+(.*)$/.exec(line);
    if (item !== null) {
      if (last === undefined) throw new Error(`Line ${i + 1} of the map description is a list item without a list: ${JSON.stringify(line)}.`);
      last.push(unquoted(item[1]));
      continue;
    }
    const pair = /^([A-Za-z_]\w*)\s*:\s*(.*)$/.exec(line);
    if (pair === null) throw new Error(`Line ${i + 1} of the map description should be 'name: value', got ${JSON.stringify(line)}.`);
    const [, name, text] = pair;
    const list = /^\[(.*)\]$/.exec(text);
    last = text === '' ? [] : list === null ? [unquoted(text)] : list[1].split(',').map((part) => unquoted(part.trim()));
    fields.set(name, last);
  }
  return fields;
}

function unquoted(text: string): string {
  const [, quote, inside] = /^(["'])(.*)\1$/.exec(text) ?? [];
  if (quote === "'") return inside.replaceAll("''", "'");
  if (quote === undefined) return text;
  try {
    return JSON.parse(text) as string;
  } catch {
    // Backslashes that escape nothing, as in paths of Windows.
    return inside;
  }
}
