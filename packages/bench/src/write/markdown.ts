import type { Column, Result } from '../record/result.ts';
import { formatAim, formatCell, formatHead, formatOurs, formatReference, formatVerdict, isFigure } from './format.ts';

/** The part of a result that a page shows: a table (or `claims`), some of its columns, some of its rows. */
export interface Excerpt {
  readonly table: string;
  readonly columns?: readonly string[];
  readonly where?: Readonly<Record<string, string>>;
}

function markdown(head: readonly string[], right: readonly boolean[], lines: readonly (readonly string[])[]): string[] {
  const print = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [print(head), `| ${right.map((is) => (is ? '---:' : '---')).join(' | ')} |`, ...lines.map(print)];
}

function fail(sentence: string): never {
  throw new Error(sentence);
}

/**
 * A table of a result as Markdown, followed by its origin. Throws for a table, column or row that the result does not have.
 *
 * @example
 * ```ts
 * import { column, Recorder, silent, toMarkdown } from '@pf/bench';
 *
 * const record = new Recorder({ name: 'demo', title: 'Demo', reproduces: 'nothing' }, { seed: 1, effort: 'tiny' }, silent);
 * record.table('sums', 'Sums', { n: column.key('n'), sum: column.count('sum') });
 * record.row('sums', { n: 3, sum: 6 });
 * toMarkdown(record.result(), { table: 'sums' })[2]; // → '| 3 | 6 |'
 * ```
 */
export function toMarkdown(result: Result, excerpt: Excerpt): string[] {
  const { cpu, node } = result.machine;
  const origin = `Measured by \`${result.command}\` on ${cpu}, Node ${node.replace(/^v/, '')}, ${result.started.slice(0, 10)}.`;
  if (excerpt.table === 'claims') {
    const lines = result.claims.map((claim) => [claim.name, claim.source, formatReference(claim), formatAim(claim), formatOurs(claim), formatVerdict(claim)]);
    return [...markdown(['claim', 'source', 'the source says', 'target', 'measured here', 'verdict'], [false, false, true, true, true, false], lines), '', origin];
  }
  const table = result.tables.find(({ name }) => name === excerpt.table);
  if (table === undefined) return fail(`The experiment ${result.experiment} has no table ${excerpt.table}: it has ${result.tables.map(({ name }) => name).join(', ')}.`);
  const { name, columns: all } = table;
  const columnOf = (key: string): Column => all.find((one) => one.key === key) ?? fail(`The table ${name} has no column ${key}: it has ${all.map((one) => one.key).join(', ')}.`);
  const columns = (excerpt.columns ?? all.map(({ key }) => key)).map(columnOf);
  const where = Object.entries(excerpt.where ?? {}).map(([key, value]) => [columnOf(key).key, value] as const);
  const rows = result.rows.filter((row) => row.table === name && where.every(([key, value]) => formatCell(row[key], { key, label: key, kind: 'key' }) === value));
  if (where.length > 0 && rows.length === 0) fail(`The table ${name} has no row with ${where.map(([key, value]) => `${key} ${value}`).join(' and ')}.`);
  return [
    ...markdown(columns.map(formatHead), columns.map(isFigure), rows.map((row) => columns.map((column) => formatCell(row[column.key], column)))),
    '', origin,
  ];
}
