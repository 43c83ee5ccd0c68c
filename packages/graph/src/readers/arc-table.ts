import { CompressedGraph } from '../compressed-graph.ts';
import { checkOptions } from '../check-options.ts';
import { checkBoolean, isCost } from '../checks.ts';
import { shown } from '../shown.ts';

/** Options of `parseArcTable`. */
export interface ArcTableOptions {
  /** The names of the columns in the first line. Default: 'from', 'to' and 'cost'. */
  readonly columns?: { readonly from?: string | undefined; readonly to?: string | undefined; readonly cost?: string | undefined } | undefined;
  /** Separator of values. Default: a comma. */
  readonly separator?: string | undefined;
  /** False: each arc also leads in reverse. Default true. */
  readonly directed?: boolean | undefined;
}

/** A graph read from a table, with the names of its vertices. */
export interface NamedGraph {
  readonly graph: CompressedGraph;
  /** By vertex, in order of first occurrence. */
  readonly names: readonly string[];
}

/**
 * Reads a table of arcs: comma-separated values whose first line names the columns. Vertices can have any names; a cost can be Infinity. Values in quotes can contain separators,
 * line breaks and doubled quotes. Throws for invalid input, with line and column.
 *
 * @example
 * ```ts
 * import { parseArcTable } from '@pf/graph';
 *
 * const { graph, names } = parseArcTable('from,to,cost\nAlba,Bard,3.5\nBard,Cuneo,2\n', { directed: false });
 * [graph.vertexCount, graph.arcCount]; // → [3, 4]
 * names; // → ['Alba', 'Bard', 'Cuneo']
 * ```
 */
export function parseArcTable(text: string, options: ArcTableOptions = {}): NamedGraph {
  checkOptions(options, ['columns', 'separator', 'directed'], 'parseArcTable');
  if (typeof text !== 'string') throw new TypeError(`A table of arcs is read from a text, got ${shown(text)}.`);
  const { columns = {}, separator = ',', directed = true } = options;
  checkBoolean(directed, 'directed');
  checkOptions(columns, ['from', 'to', 'cost'], 'The columns of parseArcTable');
  if (separator.length !== 1 || separator === '"' || separator === '\n') throw new RangeError(`The separator must be one character, such as ',' or ';', got ${shown(separator)}.`);
  // Spreadsheets begin files with a byte order mark.
  const rows = new Rows(text.startsWith('\uFEFF') ? text.slice(1) : text, separator);
  rows.next();
  const column = (name: string): number => {
    const i = rows.values.findIndex((value) => value.trim() === name);
    if (i >= 0) return i;
    throw rows.wrong(`the first line must name a column '${name}', got ${rows.values.slice(0, 8).map((value) => `'${value.slice(0, 20)}'`).join(', ')}`, 0);
  };
  const [from, to, cost] = [column(columns.from ?? 'from'), column(columns.to ?? 'to'), column(columns.cost ?? 'cost')];
  const width = rows.values.length;
  const vertices = new Map<string, number>();
  const names: string[] = [];
  const vertexOf = (i: number): number => {
    const name = rows.values[i].trim();
    if (name === '') throw rows.wrong('a vertex has no name', i);
    const known = vertices.get(name);
    if (known !== undefined) return known;
    vertices.set(name, names.length);
    names.push(name);
    return names.length - 1;
  };
  const [tails, heads, costs]: [number[], number[], number[]] = [[], [], []];
  while (rows.next()) {
    if (rows.values.length === 1 && rows.values[0].trim() === '') continue;
    if (rows.values.length !== width) throw rows.wrong(`the line has ${rows.values.length} values, and the first line names ${width}`, Math.min(width, rows.values.length) - 1);
    tails.push(vertexOf(from));
    heads.push(vertexOf(to));
    const written = rows.values[cost].trim();
    const value = written === '' ? NaN : Number(written);
    if (!isCost(value)) throw rows.wrong(`the cost must be a number from 0 to 10¹², or Infinity, got '${written.slice(0, 20)}'`, cost);
    costs.push(value);
  }
  return { graph: new CompressedGraph(names.length, { tails, heads, costs }, { directed }), names };
}

/** Reads the lines of a table value by value. */
class Rows {
  values: string[] = [];
  private starts: number[] = [];
  private at = 0;
  private line = 0;
  private following = 1;

  constructor(
    private readonly text: string,
    private readonly separator: string,
  ) {}

  /** Reads the next line; returns whether there is one. */
  next(): boolean {
    const { text, separator } = this;
    this.values = [];
    this.starts = [];
    if (this.at >= text.length && this.line > 0) return false;
    const begin = this.at;
    this.line = this.following;
    for (let i = begin; ; i++) {
      this.starts.push(i - begin);
      let value = '';
      if (text[i] === '"') {
        const opening = i;
        for (i++; ; i++) {
          const end = text.indexOf('"', i);
          if (end < 0) throw this.wrong('a quote is not closed', this.starts.length - 1);
          value += text.slice(i, end);
          i = end + 1;
          if (text[i] !== '"') break;
          value += '"';
        }
        for (let j = opening; j < i; j++) if (text[j] === '\n') this.following++;
      }
      const rest = i;
      while (i < text.length && text[i] !== separator && text[i] !== '\n') i++;
      value += text.slice(rest, i).replace(/\r$/, '');
      this.values.push(value);
      if (text[i] === separator) continue;
      this.at = i + 1;
      this.following++;
      return true;
    }
  }

  /** An error at a value of the last line read. */
  wrong(what: string, value: number): Error {
    return new Error(`The table, line ${this.line}, column ${(this.starts[value] ?? 0) + 1}: ${what}.`);
  }
}
