import type { Result } from '../record/result.ts';
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

/**
 * A table of a result as Markdown, followed by its origin.
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
  if (table === undefined) throw new Error(`The experiment ${result.experiment} has no table ${excerpt.table}: it has ${result.tables.map(({ name }) => name).join(', ')}.`);
  const columns = (excerpt.columns ?? table.columns.map(({ key }) => key)).map((key) => {
    const column = table.columns.find((one) => one.key === key);
    if (column === undefined) throw new Error(`The table ${excerpt.table} has no column ${key}: it has ${table.columns.map((one) => one.key).join(', ')}.`);
    return column;
  });
  const rows = result.rows.filter((row) => row.table === table.name && Object.entries(excerpt.where ?? {}).every(([key, value]) => formatCell(row[key], { key, label: key, kind: 'key' }) === value));
  return [
    ...markdown(columns.map(formatHead), columns.map(isFigure), rows.map((row) => columns.map((column) => formatCell(row[column.key], column)))),
    '', origin,
  ];
}
