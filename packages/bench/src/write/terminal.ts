import type { Claim, Result } from '../record/result.ts';
import { formatAim, formatCell, formatHead, formatOurs, formatReference, formatVerdict, isFigure } from './format.ts';

/** Where it is printed. */
export interface Terminal {
  /** Columns of the window; in wider tables the longest words are cut. */
  readonly width?: number | undefined;
  readonly colour?: boolean;
}

const LEAST_WIDTH = 24;

/** Lines of a table, columns aligned; `right` selects right-aligned ones. In a narrow window the widest column is cut. */
function align(head: readonly string[], lines: readonly (readonly string[])[], right: readonly boolean[], window = Infinity): string[] {
  const cells = [head, ...lines];
  const widths = head.map((_, k) => Math.max(...cells.map((line) => (line[k] ?? '').length)));
  const excess = widths.reduce((sum, width) => sum + width + 2, 0) - window;
  const widest = widths.indexOf(Math.max(...widths));
  if (excess > 0) widths[widest] = Math.max(Math.min(widths[widest], LEAST_WIDTH), widths[widest] - excess);
  const cut = (text: string, width: number): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text);
  const print = (line: readonly string[]): string =>
    `  ${line.map((text, k) => (right[k] ? cut(text, widths[k]).padStart(widths[k]) : cut(text, widths[k]).padEnd(widths[k]))).join('  ')}`.trimEnd();
  return [print(cells[0]), `  ${'─'.repeat(widths.reduce((a, b) => a + b + 2, -2))}`, ...cells.slice(1).map(print)];
}

/**
 * The claims of some results as one table for a terminal.
 *
 * @example
 * ```ts
 * import { claimsTable } from '@pf/bench';
 *
 * claimsTable([]).length; // → 2
 * ```
 */
export function claimsTable(claims: readonly (Claim & { readonly experiment?: string })[], { colour = false, width }: Terminal = {}): string[] {
  const paint = (text: string, code: number): string => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const lines = claims.map((claim) => [
    claim.experiment ?? '', claim.name, formatReference(claim), formatAim(claim), formatOurs(claim), formatVerdict(claim),
  ]);
  const named = claims.some((claim) => claim.experiment !== undefined);
  const pick = <T>(line: readonly T[]): T[] => (named ? [...line] : line.slice(1));
  const printed = align(
    pick(['experiment', 'claim', 'the source says', 'target', 'measured here', 'verdict']), lines.map(pick), pick([false, false, true, true, true, false]), width,
  );
  return printed.map((line) => line.replace(/ holds$/, ` ${paint('holds', 32)}`).replace(/ fails$/, ` ${paint('fails', 31)}`));
}

/**
 * A whole result for a terminal: tables, notes, claims.
 *
 * @example
 * ```ts
 * import { Recorder, silent, toTerminal } from '@pf/bench';
 *
 * const record = new Recorder({ name: 'demo', title: 'A demo', reproduces: 'nothing' }, { seed: 1, effort: 'tiny' }, silent);
 * toTerminal(record.result())[0]; // → 'A demo: nothing'
 * ```
 */
export function toTerminal(result: Result, terminal: Terminal = {}): string[] {
  const lines = [`${result.title}: ${result.reproduces}`];
  for (const table of result.tables) {
    const rows = result.rows.filter((row) => row.table === table.name);
    if (rows.length === 0) continue;
    lines.push('', table.title);
    const body = rows.map((row) => table.columns.map((column) => formatCell(row[column.key], column)));
    lines.push(...align(table.columns.map(formatHead), body, table.columns.map(isFigure), terminal.width));
  }
  if (result.notes.length > 0) lines.push('', ...result.notes.map((note) => `  ${note}`));
  if (result.claims.length > 0) lines.push('', 'Claims', ...claimsTable(result.claims, terminal));
  for (const claim of result.claims) if (claim.remark !== undefined) lines.push(`  ${claim.name}: ${claim.remark}`);
  if (result.failure !== undefined) lines.push('', `  Not finished: ${result.failure}`);
  return lines;
}
