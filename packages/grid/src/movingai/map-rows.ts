import type { RowsOptions } from '../rows.ts';
import { isCost } from '../rows.ts';
import { quoted, textError } from './text-error.ts';

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const UNKNOWN = 256;
/** The maximum length of a header line that ends in a name. */
const MOST_NAME = 1024;

/** The meaning of characters in map files, unless the caller has a legend. */
export const STANDARD_LEGEND: Readonly<Record<string, number>> = { '.': 1, G: 1, S: 1, '@': 0, O: 0, T: 0, W: 0 };

/** The cost of each character code, so that the loop needs no object lookup. */
export function legendTable(legend: NonNullable<RowsOptions['legend']>): Uint16Array {
  const table = new Uint16Array(128).fill(UNKNOWN);
  const entries: Iterable<[string, number]> = legend instanceof Map ? legend : Object.entries(legend);
  for (const [character, cost] of entries) {
    const code = character.charCodeAt(0);
    if (character.length !== 1 || !(code >= 32 && code < 127)) throw new RangeError(`A legend of maps has printable ASCII characters, got ${quoted(character)}.`);
    if (!isCost(cost)) throw new RangeError(`The legend gives '${character}' the cost ${cost}; it must be a whole number from 0 to 255.`);
    table[code] = cost;
  }
  return table;
}

/**
 * Reads the rows of a map after its header: writes their costs, and moves `lines` past them. Before memory is allocated, checks that the text is long
 * enough for the dimensions in the header.
 */
export function readMapRows(what: string, text: string, lines: HeaderLines, width: number, height: number, costOf: Uint16Array): Uint8Array {
  let { at } = lines;
  // A row is W characters and, except the last, a line feed.
  if (width * height + height - 1 > text.length - at) {
    throw textError(what, lines.line, 1, `the header promises ${height} rows of ${width} characters, but only ${text.length - at} characters follow`);
  }
  const costs = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const code = text.charCodeAt(at + x);
      const cost = code < 128 ? costOf[code] : UNKNOWN;
      if (!(cost < UNKNOWN)) throw textError(what, lines.line + y, x + 1, describe(text, at + x, x, width));
      costs[y * width + x] = cost;
    }
    at += width;
    if (text.charCodeAt(at) === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) at++;
    if (at < text.length && text.charCodeAt(at) !== LINE_FEED) {
      throw textError(what, lines.line + y, width + 1, `the row should end after ${width} characters, but ${quoted(text[at])} follows`);
    }
    at++;
  }
  lines.at = at;
  lines.line += height;
  return costs;
}

/** Skips empty lines, and lines of blanks, up to the end of a text. Throws for anything else; the message names what the text should have ended after. */
export function expectEnd(what: string, text: string, lines: HeaderLines, after: string): void {
  let { at } = lines;
  for (let { line } = lines; at < text.length; line++) {
    while (text[at] === ' ' || text[at] === '\t') at++;
    if (at === text.length) break;
    if (text.charCodeAt(at) === CARRIAGE_RETURN && text.charCodeAt(at + 1) === LINE_FEED) at++;
    if (text.charCodeAt(at) !== LINE_FEED) throw textError(what, line, 1, `the ${what.toLowerCase()} should end after ${after}, but ${quoted(text[at])} follows`);
    at++;
  }
}

function describe(text: string, at: number, x: number, width: number): string {
  const short = `the row ends after ${x} characters, but must have ${width}`;
  if (at >= text.length) return `${short}; the file ends here`;
  const code = text.charCodeAt(at);
  if (code === LINE_FEED || code === CARRIAGE_RETURN) return short;
  const point = text.codePointAt(at)!;
  return `unknown character ${quoted(String.fromCodePoint(point))} (code ${point}), which the legend has not`;
}

/** Reads the header line by line. */
export class HeaderLines {
  at = 0;
  line = 1;

  constructor(
    private readonly what: string,
    private readonly text: string,
  ) {}

  expect(wanted: string): void {
    const line = this.next();
    if (line !== wanted) throw textError(this.what, this.line - 1, this.firstDifference(line, wanted), `expected ${quoted(wanted)}, got ${quoted(line)}`);
  }

  /** A whole number after a keyword. */
  number(name: string, least = 1): number {
    const line = this.next();
    if (!line.startsWith(`${name} `)) throw textError(this.what, this.line - 1, this.firstDifference(line, `${name} `), `expected "${name}" and a number, got ${quoted(line)}`);
    const digits = line.slice(name.length + 1);
    if (/^[0-9]{1,9}$/.test(digits) && Number(digits) >= least) return Number(digits);
    throw textError(this.what, this.line - 1, name.length + 2, `the ${name} must be a whole number from ${least}, got ${quoted(digits)}`);
  }

  /** A name after a keyword: the rest of the line. */
  name(word: string): string {
    const line = this.next(MOST_NAME);
    const name = line.slice(word.length + 1);
    if (line.startsWith(`${word} `) && name.trim() !== '' && name.length < MOST_NAME - word.length - 1) return name;
    throw textError(this.what, this.line - 1, this.firstDifference(line, `${word} `), `expected "${word}" and a name, got ${quoted(line)}`);
  }

  private firstDifference(line: string, wanted: string): number {
    let i = 0;
    while (i < line.length && line[i] === wanted[i]) i++;
    return i + 1;
  }

  /** The next line without its end. Header lines are short: only the beginning of a longer one is read. */
  private next(most = 64): string {
    const feed = this.text.indexOf('\n', this.at);
    const end = feed === -1 ? this.text.length : feed;
    const line = this.text.slice(this.at, Math.min(end, this.at + most));
    this.at = feed === -1 ? end : feed + 1;
    this.line++;
    return (line.endsWith('\r') && feed !== -1 ? line.slice(0, -1) : line).replace(/[ \t]+$/, '');
  }
}
