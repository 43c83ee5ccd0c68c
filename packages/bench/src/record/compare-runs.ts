import type { Cell, Claim, Column, Result, Row } from './result.ts';
import { median } from '../measure/statistics.ts';

/** A figure that differs between two runs. */
export interface Change {
  readonly experiment: string;
  /** The row: the words of its key columns. */
  readonly row: string;
  readonly column: string;
  readonly before: number;
  readonly after: number;
  readonly ratio: number;
  readonly verdict: 'slower' | 'faster' | 'more' | 'less';
  /** Whether the second run is the worse one. */
  readonly worse: boolean;
  /** Whether it differs exactly (counts, costs) or was measured (times, bytes). */
  readonly exact: boolean;
}

/** The differences between two runs. */
export interface RunDifferences {
  readonly changes: readonly Change[];
  /** Number of compared figures. */
  readonly compared: number;
  /** The median of all ratios of times. */
  readonly drift: number;
  readonly sameMachine: boolean;
  /** Missing in the second run: rows, figures, and claims that held, each by name. */
  readonly gone: readonly string[];
  /** Claims that held in the first run and fail in the second. */
  readonly failed: readonly Claim[];
}

const NOISE = 1.1;

const middle = (cell: Cell | undefined): number => (typeof cell === 'number' ? cell : typeof cell === 'object' && cell !== null ? cell.value : NaN);

/** Whether two measured cells differ by more than their intervals and ten percent. */
function apart(before: Cell | undefined, after: Cell | undefined, scale: number): boolean {
  // No bytes at all may be kept, before and after.
  if (middle(after) === scale * middle(before)) return false;
  const ratio = middle(after) / middle(before) / scale;
  if (ratio < NOISE && ratio > 1 / NOISE) return false;
  if (typeof before !== 'object' || before === null || typeof after !== 'object' || after === null) return true;
  return after.low / scale > before.high || after.high / scale < before.low;
}

const isCompared = ({ kind }: Column): boolean => kind === 'count' || kind === 'cost' || kind === 'time' || kind === 'bytes';

/**
 * Compares two runs of an experiment: counts and costs exactly; times and bytes differ if they are more than ten percent apart and their intervals do
 * not overlap. Between different machines, times are compared relative to the median of all. Figures that only the second run has are ignored;
 * missing figures, and claims that no longer hold, are listed. A claim with a new name is recognised by its reference, bounds and unit.
 *
 * @example
 * ```ts
 * import { column, compare, Recorder, silent } from '@pf/bench';
 *
 * const run = (expanded: number) => {
 *   const record = new Recorder({ name: 'demo', title: 'Demo', reproduces: 'nothing' }, { seed: 1, effort: 'tiny' }, silent);
 *   record.table('t', 'T', { map: column.key('map'), expanded: column.count('expanded') });
 *   record.row('t', { map: 'maze', expanded });
 *   return record.result();
 * };
 * compare(run(100), run(120)).changes[0]?.verdict; // → 'more'
 * ```
 */
export function compare(before: Result, after: Result): RunDifferences {
  const work = ({ experiment, seed, effort }: Result): string => `${experiment}, seed ${seed}, ${effort} form`;
  if (work(before) !== work(after)) {
    throw new Error(`These two did not do the same work: ${work(before)} and ${work(after)}. Compare runs of one experiment with one seed and one form.`);
  }
  const sameMachine = before.machine.cpu === after.machine.cpu && before.machine.node === after.machine.node;
  const pairs: { readonly name: string; readonly column: Column; readonly fallIsWorse: boolean; readonly old: Cell | undefined; readonly newer: Cell | undefined }[] = [];
  const gone: string[] = [];
  const many = before.tables.length > 1 || after.tables.length > 1;
  for (const { name: table, columns } of before.tables) {
    const now = after.tables.find((other) => other.name === table)?.columns ?? columns;
    const keys = now.filter(({ kind }) => kind === 'key').map(({ key }) => key);
    const name = (row: Row): string => [...(many ? [table] : []), ...keys.map((key) => String(row[key] as string))].join(' ');
    const known = new Map(after.rows.filter((row) => row.table === table).map((row) => [name(row), row]));
    for (const row of before.rows) {
      if (row.table !== table) continue;
      const newer = known.get(name(row));
      if (newer === undefined) gone.push(name(row));
      else {
        for (const column of columns.filter(isCompared)) {
          const fallIsWorse = now.find(({ key }) => key === column.key)?.better === 'more';
          pairs.push({ name: name(row), column, fallIsWorse, old: row[column.key], newer: newer[column.key] });
        }
      }
    }
  }
  const ratios = pairs.filter(({ column }) => column.kind === 'time').map(({ old, newer }) => middle(newer) / middle(old)).filter((ratio) => ratio > 0 && Number.isFinite(ratio));
  const drift = ratios.length === 0 ? 1 : median(ratios);
  const changes: Change[] = [];
  let compared = 0;
  for (const { name, column, fallIsWorse, old, newer } of pairs) {
    const [a, b] = [middle(old), middle(newer)];
    const exact = column.kind === 'count' || column.kind === 'cost';
    if (!Number.isNaN(a) && Number.isNaN(b)) gone.push(`${name}, ${column.label}`);
    if (Number.isNaN(a + b)) continue;
    compared++;
    // Sums of costs may be added in another order: differences in the last digits are ignored.
    if (exact ? Math.abs(a - b) <= 1e-9 * Math.abs(a) : !apart(old, newer, column.kind === 'time' && !sameMachine ? drift : 1)) continue;
    const rises = b / a / (column.kind === 'time' && !sameMachine ? drift : 1) > 1;
    changes.push({
      experiment: after.experiment, row: name, column: column.label, before: a, after: b, ratio: b / a, exact,
      verdict: column.kind === 'time' ? (rises ? 'slower' : 'faster') : b > a ? 'more' : 'less', worse: (column.kind === 'time' ? rises : b > a) !== fallIsWorse,
    });
  }
  const failed: Claim[] = [];
  for (const { name, pass } of before.claims) {
    if (pass !== true) continue;
    const newer = after.claims.find((claim) => claim.name === name) ?? renamed(before, after, name);
    if (newer?.pass === false) failed.push(newer);
    // A claim that was not judged this time is missing.
    else if (newer?.pass !== true) gone.push(`${name} (claim)`);
  }
  return { changes, compared, drift, sameMachine, gone, failed };
}

/** The claim under a new name: the only new one with the same reference, bounds and unit, if no other old claim without a successor has those. */
function renamed(before: Result, after: Result, name: string): Claim | undefined {
  const measure = ({ reference, bounds, unit }: Claim): string => JSON.stringify([reference, bounds, unit]);
  const only = (claims: readonly Claim[], others: readonly Claim[]): readonly Claim[] => claims.filter((claim) => !others.some((other) => other.name === claim.name));
  const [lost, added] = [only(before.claims, after.claims), only(after.claims, before.claims)];
  const wanted = measure(lost.find((claim) => claim.name === name)!);
  const [candidates, rivals] = [added, lost].map((claims) => claims.filter((claim) => measure(claim) === wanted));
  return candidates.length === 1 && rivals.length === 1 ? candidates[0] : undefined;
}
