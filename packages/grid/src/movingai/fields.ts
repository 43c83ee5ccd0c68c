import { quoted, textError } from './text-error.ts';

/** How files give the length of a problem without a path. */
const NO_PATH = /^(-1(\.0*)?|\+?inf(inity)?)$/i;

/** The fields of a line, one for each column: separated by one tab each, or by any number of spaces. Errors name the field, its line and its column. */
export class Fields {
  private readonly fields: readonly string[];
  private readonly starts: readonly number[];

  constructor(
    private readonly what: string,
    line: string,
    private readonly number: number,
    separator: string,
    private readonly columns: readonly string[],
  ) {
    const found = separator === '\t' ? tabbed(line, columns.length + 1) : Array.from(line.matchAll(/[^ \t]+/g), ({ 0: text, index }) => ({ text, index }));
    this.fields = found.map(({ text }) => text);
    this.starts = found.map(({ index }) => index + 1);
    const { length } = this.fields;
    if (length > columns.length) {
      const at = this.starts[columns.length];
      throw textError(what, number, at, `expected ${columns.length} columns, but ${quoted(line.slice(at - 1))} follows`);
    }
    if (length < columns.length) throw textError(what, number, line.length + 1, `expected ${columns.length} columns, got ${length}: ${columns[length]} is missing`);
  }

  text(i: number): string {
    return this.fields[i];
  }

  /** A whole number from `least` to `limit` − 1, for coordinates. */
  whole(i: number, least: number, limit = 1e9): number {
    if (!/^[0-9]{1,9}$/.test(this.fields[i])) throw this.error(i, 'a whole number');
    const value = Number(this.fields[i]);
    if (value < least || value >= limit) throw this.error(i, least > 0 ? `${least} or more` : `less than ${limit}, the size of the map`);
    return value;
  }

  /** A length: a decimal number, 0 or more; Infinity where there is no path, which files give as -1, inf or Infinity. */
  length(i: number): number {
    const text = this.fields[i];
    if (NO_PATH.test(text)) return Infinity;
    if (!/^[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text) || !Number.isFinite(Number(text))) throw this.error(i, 'a number that is 0 or more');
    return Number(text);
  }

  error(i: number, wanted: string): Error {
    return textError(this.what, this.number, this.starts[i], `${this.columns[i]} must be ${wanted}, got ${quoted(this.fields[i])}`);
  }
}

/** The first fields of a line with tabs. Blanks at its end are no field. */
function tabbed(line: string, most: number): { text: string; index: number }[] {
  let next = 0;
  return line.replace(/[ \t]+$/, '').split('\t', most).map((text) => {
    const index = next;
    next += text.length + 1;
    return { text, index };
  });
}
