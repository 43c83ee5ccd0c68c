import { quoted, textError } from './text-error.ts';

/** The fields of a line, one for each column. Errors name the field, its line and its column. */
export class Fields {
  private readonly fields: readonly string[];

  constructor(
    private readonly what: string,
    line: string,
    private readonly number: number,
    separator: string,
    private readonly columns: readonly string[],
  ) {
    this.fields = line.split(separator, columns.length + 1);
    const { length } = this.fields;
    if (length > columns.length) {
      const at = this.startOf(columns.length);
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

  /** A length: a decimal number, 0 or more. */
  length(i: number): number {
    const text = this.fields[i];
    if (!/^[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/.test(text) || !Number.isFinite(Number(text))) throw this.error(i, 'a number that is 0 or more');
    return Number(text);
  }

  error(i: number, wanted: string): Error {
    return textError(this.what, this.number, this.startOf(i), `${this.columns[i]} must be ${wanted}, got ${quoted(this.fields[i])}`);
  }

  private startOf(i: number): number {
    return this.fields.slice(0, i).reduce((at, field) => at + field.length + 1, 1);
  }
}
