import type { Estimate } from '../measure/statistics.ts';

/** The version of the format below. Readers reject any other. */
export const SCHEMA = 1;

/** The content of a cell: a word, a number, or a number with its 95% interval. */
export type Cell = string | number | boolean | null | Pick<Estimate, 'value' | 'low' | 'high'>;

/** A row of the table named by `table`. */
export type Row = Readonly<Record<string, Cell>> & { readonly table: string };

/**
 * The kind of a column decides how two runs are compared. `key` columns name the row. `count` and `cost` are deterministic for a seed and compared
 * exactly; `time` and `bytes` beyond noise; `ratio`, `figure` (any other number) and `text` are not compared.
 */
export type ColumnKind = 'key' | 'count' | 'cost' | 'time' | 'bytes' | 'ratio' | 'figure' | 'text';

/** A column of a table. */
export interface Column {
  readonly key: string;
  readonly label: string;
  readonly kind: ColumnKind;
  readonly unit?: string;
  /** Where a count or cost gets worse as it falls, such as goals reached. */
  readonly better?: 'more';
}

/** The head of a table; its rows are in the result. */
export interface Table {
  readonly name: string;
  readonly title: string;
  readonly columns: readonly Column[];
}

/**
 * A statement that can fail. `reference` is the value of `source` (a paper, a peer, a target), `bounds` the range in which ours must be to hold
 * (null: no bound on that side; both null: only reported), `ratio` is ours / reference.
 */
export interface Claim {
  readonly name: string;
  readonly source: string;
  readonly reference: number | null;
  readonly bounds: readonly [number | null, number | null];
  readonly unit: string;
  readonly ours: number | null;
  readonly interval?: readonly [number, number];
  readonly ratio: number | null;
  /** Null if it is only reported, or if the run does not meet the `condition`. */
  readonly pass: boolean | null;
  /** What the run would need for a verdict, if it lacks it: `full run only`. */
  readonly condition?: string;
  readonly remark?: string;
}

/** An axis of a plot. */
export interface Axis {
  readonly label: string;
  readonly log?: boolean;
}

/** Points that belong together. */
export interface Series {
  readonly name: string;
  /** x, y and, if y was measured with its interval, low and high. */
  readonly points: readonly (readonly number[])[];
}

/** A drawn map: an image of `width` × `height` cells, with paths and segments in cell coordinates. */
export interface MapPanel {
  readonly title: string;
  readonly image: string;
  readonly width: number;
  readonly height: number;
  readonly paths?: readonly (readonly (readonly number[])[])[];
  /** x1, y1, x2, y2 each: the edges of a tree. */
  readonly segments?: readonly (readonly number[])[];
}

/** A plot, or pictures of maps: the content, not the style. */
export type Figure = { readonly title: string } & (
  | { readonly kind: 'lines' | 'scatter'; readonly x: Axis; readonly y: Axis; readonly series: readonly Series[]; readonly diagonal?: boolean }
  | { readonly kind: 'bars'; readonly y: Axis; readonly categories: readonly string[]; readonly series: readonly { readonly name: string; readonly values: readonly (number | null)[] }[] }
  /** Each box: the 5th, 25th, 50th, 75th and 95th percentile. */
  | { readonly kind: 'boxes'; readonly x: Axis; readonly boxes: readonly { readonly name: string; readonly five: readonly number[] }[] }
  | { readonly kind: 'maps'; readonly panels: readonly MapPanel[] }
);

/** Where it was measured. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
  readonly system: string;
  readonly node: string;
}

/** The amount of work: `tiny` for tests (counts are right, times meaningless), `quick` under 45 s, `full` as published. */
export type Effort = 'tiny' | 'quick' | 'full';

/** The findings of one run of one experiment. */
export interface Result {
  readonly schema: typeof SCHEMA;
  readonly experiment: string;
  readonly title: string;
  readonly reproduces: string;
  readonly seed: number;
  readonly effort: Effort;
  readonly command: string;
  readonly started: string;
  readonly seconds: number;
  readonly machine: Machine;
  readonly versions: Readonly<Record<string, string>>;
  readonly tables: readonly Table[];
  readonly rows: readonly Row[];
  readonly claims: readonly Claim[];
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
  /** Why the run did not finish; the findings until then are included. */
  readonly failure?: string;
}

const KINDS: readonly string[] = ['key', 'count', 'cost', 'time', 'bytes', 'ratio', 'figure', 'text'];
const FIGURES: readonly string[] = ['lines', 'scatter', 'bars', 'boxes', 'maps'];

/**
 * Checks that a value read from a file is a result of this version, and returns it. Throws with the name of the first wrong field.
 *
 * @example
 * ```ts
 * import { readResult } from '@pf/bench';
 *
 * readResult({ schema: 99 }, 'old.json'); // → throws TypeError: old.json: schema is 99, this version reads 1.
 * ```
 */
export function readResult(value: unknown, name = 'result'): Result {
  const fail = (what: string): never => {
    throw new TypeError(`${name}: ${what}.`);
  };
  const record = (of: unknown, path: string): Record<string, unknown> =>
    typeof of === 'object' && of !== null && !Array.isArray(of) ? (of as Record<string, unknown>) : fail(`${path} is not an object`);
  const list = (of: unknown, path: string): readonly unknown[] => (Array.isArray(of) ? of : fail(`${path} is not a list`));
  const typed = (of: Record<string, unknown>, path: string, type: 'string' | 'number', keys: readonly string[]): void => {
    for (const key of keys) if (typeof of[key] !== type) fail(`${path}${key} is ${JSON.stringify(of[key])}, expected a ${type}`);
  };

  const result = record(value, 'it');
  if (result['schema'] !== SCHEMA) fail(`schema is ${JSON.stringify(result['schema'])}, this version reads ${SCHEMA}`);
  typed(result, '', 'string', ['experiment', 'title', 'reproduces', 'effort', 'command', 'started']);
  typed(result, '', 'number', ['seed', 'seconds']);
  if (!['tiny', 'quick', 'full'].includes(result['effort'] as string)) fail(`effort is ${JSON.stringify(result['effort'])}`);
  const machine = record(result['machine'], 'machine');
  typed(machine, 'machine.', 'string', ['cpu', 'system', 'node']);
  typed(machine, 'machine.', 'number', ['cores', 'memoryGigabytes']);
  record(result['versions'], 'versions');

  const tables = new Map<string, Set<string>>();
  for (const [i, entry] of list(result['tables'], 'tables').entries()) {
    const table = record(entry, `tables[${i}]`);
    typed(table, `tables[${i}].`, 'string', ['name', 'title']);
    const keys = new Set<string>(['table']);
    for (const [j, item] of list(table['columns'], `tables[${i}].columns`).entries()) {
      const column = record(item, `tables[${i}].columns[${j}]`);
      typed(column, `tables[${i}].columns[${j}].`, 'string', ['key', 'label', 'kind']);
      if (!KINDS.includes(column['kind'] as string)) fail(`tables[${i}].columns[${j}].kind is ${JSON.stringify(column['kind'])}`);
      keys.add(column['key'] as string);
    }
    tables.set(table['name'] as string, keys);
  }
  for (const [i, entry] of list(result['rows'], 'rows').entries()) {
    const row = record(entry, `rows[${i}]`);
    const keys = tables.get(row['table'] as string) ?? fail(`rows[${i}].table is ${JSON.stringify(row['table'])}, which tables does not list`);
    for (const [key, cell] of Object.entries(row)) {
      if (!keys.has(key)) fail(`rows[${i}].${key} is no column of table ${JSON.stringify(row['table'])}`);
      if (cell !== null && typeof cell === 'object') typed(record(cell, `rows[${i}].${key}`), `rows[${i}].${key}.`, 'number', ['value', 'low', 'high']);
      else if (cell !== null && !['string', 'number', 'boolean'].includes(typeof cell)) fail(`rows[${i}].${key} is a ${typeof cell}`);
    }
  }
  for (const [i, entry] of list(result['claims'], 'claims').entries()) {
    const claim = record(entry, `claims[${i}]`);
    typed(claim, `claims[${i}].`, 'string', ['name', 'source', 'unit']);
    for (const key of ['reference', 'ours', 'ratio']) {
      if (claim[key] !== null && typeof claim[key] !== 'number') fail(`claims[${i}].${key} is ${JSON.stringify(claim[key])}, expected a number or null`);
    }
    if (list(claim['bounds'], `claims[${i}].bounds`).length !== 2) fail(`claims[${i}].bounds has not two entries`);
    if (claim['pass'] !== null && typeof claim['pass'] !== 'boolean') fail(`claims[${i}].pass is ${JSON.stringify(claim['pass'])}, expected true, false or null`);
  }
  for (const [i, entry] of list(result['figures'], 'figures').entries()) {
    const figure = record(entry, `figures[${i}]`);
    typed(figure, `figures[${i}].`, 'string', ['kind', 'title']);
    if (!FIGURES.includes(figure['kind'] as string)) fail(`figures[${i}].kind is ${JSON.stringify(figure['kind'])}`);
  }
  for (const [i, note] of list(result['notes'], 'notes').entries()) if (typeof note !== 'string') fail(`notes[${i}] is not a sentence`);
  return value as Result;
}
