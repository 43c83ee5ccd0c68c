import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { compare, pairedRatio } from '@pf/bench';
import type { Estimate, Result, Row, RunDifferences } from '@pf/bench';
import { UsageError } from './arguments.ts';

/** The ratio of a time in the second checkout over the first, from all rounds. */
export interface TimeRatio {
  readonly row: string;
  readonly column: string;
  readonly ratio: Estimate;
}

/** The differences between interleaved runs of an experiment in two checkouts. */
export interface CheckoutDifferences {
  /** All times together: the geometric mean of their ratios, by rounds. */
  readonly overall: Estimate;
  /** Times whose interval lies above 1 by more than the tolerance, largest ratio first. */
  readonly slower: readonly TimeRatio[];
  /** Times whose interval lies below 1 by more than the tolerance, smallest ratio first. */
  readonly faster: readonly TimeRatio[];
  /** Number of compared times. */
  readonly compared: number;
  /** Whether no round of either has a row. */
  readonly empty: boolean;
  /** Counts from the first round; what most rounds had and most lack now; claims that held in most rounds and fail in most now. */
  readonly exact: RunDifferences;
}

/** Among hundreds of figures some intervals exclude 1 by chance, though hardly ever by this much. */
const TOLERANCE = 1.03;

/** The bundled command line of another checkout of this repository; its dependencies must be installed. */
export async function entryOf(folder: string): Promise<string> {
  const script = join(folder, 'apps/benchmark/bundle.js');
  if (!existsSync(script)) throw new UsageError(`${folder} is no checkout of this repository: it has no apps/benchmark/bundle.js.`);
  try {
    const { bundle } = (await import(pathToFileURL(script).href)) as { bundle: () => Promise<URL> };
    return fileURLToPath(await bundle());
  } catch (error) {
    throw new UsageError(`${folder} cannot be bundled: run pnpm install in it (${(error as Error).message}).`);
  }
}

/** The names of the experiments of a bundled command line. */
export function namesIn(entry: string): string[] {
  return execFileSync(process.execPath, [entry, 'list'], { encoding: 'utf8' }).split('\n').map((line) => line.split(' ')[0]);
}

/** Compares the rounds of an experiment in two checkouts; `before[i]` and `after[i]` ran next to each other. */
export function compareRounds(before: readonly Result[], after: readonly Result[]): CheckoutDifferences {
  const old = before.map(timesOf);
  const now = after.map(timesOf);
  const all: TimeRatio[] = [];
  const logs = before.map(() => [] as number[]);
  for (const [id, { row, column }] of old[0]) {
    const a = old.map((times) => times.get(id)?.value ?? NaN);
    const b = now.map((times) => times.get(id)?.value ?? NaN);
    if (![...a, ...b].every((value) => value > 0 && value < Infinity)) continue;
    all.push({ row, column, ratio: pairedRatio(b, a) });
    for (let i = 0; i < a.length; i++) logs[i].push(Math.log(b[i] / a[i]));
  }
  const means = logs.map((list) => Math.exp(list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length)));
  return {
    overall: pairedRatio(means, means.map(() => 1)),
    slower: all.filter(({ ratio }) => ratio.low > TOLERANCE).sort((a, b) => b.ratio.value - a.ratio.value),
    faster: all.filter(({ ratio }) => ratio.high < 1 / TOLERANCE).sort((a, b) => a.ratio.value - b.ratio.value),
    compared: all.length,
    empty: [...before, ...after].every(({ rows }) => rows.length === 0),
    exact: compareMost(before, after),
  };
}

/** A figure that a single round lacks, or a claim near its bound, says nothing of a checkout. */
function compareMost(before: readonly Result[], after: readonly Result[]): RunDifferences {
  const most = Math.floor(before.length / 2) + 1;
  const found = before.map((old) => after.map((now) => compare(old, now)));
  const inMost = (words: (one: RunDifferences) => readonly string[]): string[] => commonTo(found.map((row) => commonTo(row.map(words), most)), most);
  const failing = inMost(({ failed }) => failed.map(({ name }) => name));
  const failed = failing.map((name) => found.flat().flatMap((one) => one.failed).find((claim) => claim.name === name)!);
  return { ...found[0][0], gone: inMost(({ gone }) => gone), failed };
}

/** The words that at least so many of the lists have. */
function commonTo(lists: readonly (readonly string[])[], least: number): string[] {
  return [...new Set(lists.flat())].filter((word) => lists.filter((list) => list.includes(word)).length >= least);
}

/** Whether the second checkout is worse: slower beyond the intervals, more work, or something missing. True if neither measured anything. */
export function isWorse({ overall, slower, empty, exact: { changes, gone, failed } }: CheckoutDifferences): boolean {
  return empty || overall.low > 1 || slower.length > 0 || gone.length + failed.length > 0 || changes.some(({ exact, worse }) => exact && worse);
}

/** All times of a result, by the words of their row and their column. */
function timesOf({ tables, rows }: Result): Map<string, { readonly row: string; readonly column: string; readonly value: number }> {
  const times = new Map<string, { readonly row: string; readonly column: string; readonly value: number }>();
  for (const { name, columns } of tables) {
    const keys = columns.filter(({ kind }) => kind === 'key').map(({ key }) => key);
    for (const row of rows.filter(({ table }) => table === name)) {
      const words = [...(tables.length > 1 ? [name] : []), ...keys.map((key) => String(row[key] as string))].join(' ');
      for (const { key, label, kind } of columns) {
        if (kind === 'time') times.set(`${words}\n${label}`, { row: words, column: label, value: numberIn(row[key]) });
      }
    }
  }
  return times;
}

function numberIn(cell: Row[string] | undefined): number {
  if (typeof cell === 'number') return cell;
  return typeof cell === 'object' && cell !== null ? cell.value : NaN;
}
