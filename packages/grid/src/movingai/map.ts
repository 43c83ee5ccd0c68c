import { checkGridOptions, rulesOf } from '../cell-lattice.ts';
import type { GridOptions } from '../cell-lattice.ts';
import { Grid } from '../grid.ts';
import { isCost } from '../rows.ts';
import { checkText, quoted, textError } from './text-error.ts';

/** The rules of the grid, and what the characters of the file mean. */
export interface MapOptions extends GridOptions {
  /**
   * What each character stands for: a cost, 0 for blocked. Default: `.`, `G` and `S` are free at cost 1; `@`, `O`, `T` and `W` are blocked. It
   * replaces the default altogether.
   */
  readonly legend?: Readonly<Record<string, number>> | undefined;
}

const standard: Readonly<Record<string, number>> = { '.': 1, G: 1, S: 1, '@': 0, O: 0, T: 0, W: 0 };
const UNKNOWN = 256;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/**
 * The grid of a `.map` file of the Moving AI benchmarks: four header lines (`type octile`, `height H`, `width W`, `map`), then H rows of W
 * characters. Lines may end in LF or CRLF, empty lines may follow; anything else is an error that names line and column.
 *
 * The default rules of a grid are those of the benchmarks: eight neighbours, corners never cut, exact costs.
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
  checkText('A map', text);
  const costOf = legendTable(options.legend ?? standard);
  const header = new Header(text);
  header.expect('type octile');
  const height = header.number('height');
  const width = header.number('width');
  header.expect('map');
  let at = header.at;
  // Before any memory is taken: a row is W characters and, but for the last, a line feed.
  if (width * height + height - 1 > text.length - at) {
    throw textError('Map', header.line, 1, `the header promises ${height} rows of ${width} characters, but only ${text.length - at} characters follow`);
  }
  const costs = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const code = text.charCodeAt(at + x);
      const cost = code < 128 ? costOf[code] : UNKNOWN;
      if (!(cost < UNKNOWN)) throw textError('Map', header.line + y, x + 1, describe(text, at + x, x, width));
      costs[y * width + x] = cost;
    }
    at += width;
    if (text.charCodeAt(at) === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) at++;
    if (at < text.length && text.charCodeAt(at) !== LINE_FEED) {
      throw textError('Map', header.line + y, width + 1, `the row should end after ${width} characters, but ${quoted(text[at])} follows`);
    }
    at++;
  }
  for (let line = header.line + height; at < text.length; line++) {
    if (text.charCodeAt(at) === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) at++;
    if (text.charCodeAt(at) !== LINE_FEED) throw textError('Map', line, 1, `the map should end after ${height} rows, but ${quoted(text[at])} follows`);
    at++;
  }
  return new Grid(width, height, rulesOf(options), costs);
}

/**
 * The grid as a `.map` file: `.` for cells of cost 1, `@` for blocked ones. The format has no terrain; to write some all the same, and
 * read it back with a legend, pass your own `symbol` of one character a cost.
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
  const rows = grid.toRows(symbol);
  const odd = rows.findIndex((row) => !/^[ -~]*$/.test(row) || row.length !== grid.width);
  if (odd !== -1) throw new RangeError(`symbol(cost) must give one printable ASCII character a cell, but row ${odd} became ${quoted(rows[odd])}.`);
  return ['type octile', `height ${grid.height}`, `width ${grid.width}`, 'map', ...rows, ''].join('\n');
}

function standardSymbol(cost: number): string {
  if (cost <= 1) return cost === 0 ? '@' : '.';
  throw new RangeError(`A map file has no character for cost ${cost}; pass your own symbol(cost), and a legend to read it.`);
}

/** The cost of each character code, so that no object is asked in the loop. */
function legendTable(legend: Readonly<Record<string, number>>): Uint16Array {
  const table = new Uint16Array(128).fill(UNKNOWN);
  for (const [character, cost] of Object.entries(legend)) {
    const code = character.charCodeAt(0);
    if (character.length !== 1 || !(code >= 32 && code < 127)) throw new RangeError(`A legend of maps has printable ASCII characters, got ${quoted(character)}.`);
    if (!isCost(cost)) throw new RangeError(`The legend gives '${character}' the cost ${cost}; it must be a whole number from 0 to 255.`);
    table[code] = cost;
  }
  return table;
}

function describe(text: string, at: number, x: number, width: number): string {
  const short = `the row ends after ${x} characters, but must have ${width}`;
  if (at >= text.length) return `${short}; the file ends here`;
  const code = text.charCodeAt(at);
  if (code === LINE_FEED || code === CARRIAGE_RETURN) return short;
  return `unknown character ${quoted(text[at])} (code ${code}), which the legend has not`;
}

/** Reads the header line by line. */
class Header {
  at = 0;
  line = 1;

  constructor(private readonly text: string) {}

  expect(wanted: string): void {
    const line = this.next();
    if (line !== wanted) throw textError('Map', this.line - 1, this.firstDifference(line, wanted), `expected ${quoted(wanted)}, got ${quoted(line)}`);
  }

  number(name: string): number {
    const line = this.next();
    if (!line.startsWith(`${name} `)) throw textError('Map', this.line - 1, this.firstDifference(line, `${name} `), `expected "${name}" and a number, got ${quoted(line)}`);
    const digits = line.slice(name.length + 1);
    if (/^[0-9]{1,9}$/.test(digits) && Number(digits) > 0) return Number(digits);
    throw textError('Map', this.line - 1, name.length + 2, `the ${name} must be a whole number from 1, got ${quoted(digits)}`);
  }

  private firstDifference(line: string, wanted: string): number {
    let i = 0;
    while (i < line.length && line[i] === wanted[i]) i++;
    return i + 1;
  }

  /** The next line without its end. No header line is long: of a longer one only the beginning is taken. */
  private next(): string {
    const feed = this.text.indexOf('\n', this.at);
    const end = feed === -1 ? this.text.length : feed;
    const line = this.text.slice(this.at, Math.min(end, this.at + 64));
    this.at = feed === -1 ? end : feed + 1;
    this.line++;
    return line.endsWith('\r') && feed !== -1 ? line.slice(0, -1) : line;
  }
}
