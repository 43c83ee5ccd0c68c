import type { Cell, Result } from '../record/result.ts';

function quote(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * All rows of a result as one CSV (RFC 4180): the table's name first, then every column of every table. A measured column becomes three: its value,
 * `_low` and `_high`.
 *
 * @example
 * ```ts
 * import { column, Recorder, silent, toCsv } from '@pf/bench';
 *
 * const record = new Recorder({ name: 'demo', title: 'Demo', reproduces: 'nothing' }, { seed: 1, effort: 'tiny' }, silent);
 * record.table('sums', 'Sums', { sum: column.count('sum') });
 * record.row('sums', { sum: 6 });
 * toCsv(record.result()); // → 'table,sum\r\nsums,6\r\n'
 * ```
 */
export function toCsv(result: Result): string {
  const keys = [...new Set(result.tables.flatMap((table) => table.columns.map((column) => column.key)))];
  const measured = new Set(keys.filter((key) => result.rows.some((row) => typeof row[key] === 'object' && row[key] !== null)));
  const head = keys.flatMap((key) => (measured.has(key) ? [key, `${key}_low`, `${key}_high`] : [key]));
  const print = (cell: Cell | undefined): string => (cell === undefined || cell === null ? '' : quote(typeof cell === 'object' ? String(cell.value) : String(cell)));
  const lines = result.rows.map((row) => [
    quote(row.table),
    ...keys.flatMap((key) => {
      const cell = row[key];
      if (!measured.has(key)) return [print(cell)];
      return typeof cell === 'object' && cell !== null ? [cell.value, cell.low, cell.high].map(print) : [print(cell), '', ''];
    }),
  ]);
  return [['table', ...head.map(quote)], ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}
