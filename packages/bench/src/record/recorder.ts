import type { Experiment, Options, Progress } from '../experiment.ts';
import type { ColumnShape } from './column.ts';
import { thisMachine } from './machine.ts';
import { SCHEMA } from './result.ts';
import type { Cell, Claim, Figure, Result, Row, Table } from './result.ts';
import type { Estimate } from '../measure/statistics.ts';

/** A statement of an experiment; ratio and verdict follow. */
export interface Statement {
  readonly name: string;
  readonly source: string;
  /** The value of the source. */
  readonly reference?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly unit: string;
  /** Null or NaN if it could not be measured: the claim fails, and `remark` gives the reason. */
  readonly ours: number | Estimate | null;
  readonly remark?: string;
  /**
   * True if the bound holds at any size, such as "no wrong answer". Any other bound applies to full runs; shorter runs print the figure without a
   * verdict.
   */
  readonly anySize?: boolean;
  /** The experiment whose full run judges this claim; this one only shows the figure. */
  readonly judgedBy?: string;
  /** What is missing, such as a folder of maps: nothing is measured or judged. */
  readonly lacks?: string;
}

const SNAPSHOT_MILLISECONDS = 500;
const FULL_RUN = 'full run only';

/**
 * Collects the findings of an experiment and makes a {@link Result} of them.
 *
 * @example
 * ```ts
 * import { column, Recorder, silent } from '@pf/bench';
 *
 * const record = new Recorder({ name: 'demo', title: 'Demo', reproduces: 'nothing' }, { seed: 1, effort: 'tiny' }, silent);
 * record.table('sums', 'Sums', { n: column.key('n'), sum: column.count('sum') });
 * record.row('sums', { n: 3, sum: 6 });
 * record.claim({ name: 'small', source: 'arithmetic', atMost: 10, unit: '', ours: 6, anySize: true });
 * record.result().claims[0]?.pass; // → true
 * ```
 */
export class Recorder {
  readonly #experiment: Pick<Experiment, 'name' | 'title' | 'reproduces'>;
  readonly #options: Options;
  readonly #progress: Progress;
  readonly #tables: Table[] = [];
  readonly #rows: Row[] = [];
  readonly #claims: Claim[] = [];
  readonly #figures: Figure[] = [];
  readonly #notes: string[];
  readonly #versions: Record<string, string> = {};
  readonly #started = new Date();
  #lastSnapshot = 0;
  #done = 0;
  #total = 1;

  constructor(experiment: Pick<Experiment, 'name' | 'title' | 'reproduces'>, options: Options, progress: Progress) {
    this.#experiment = experiment;
    this.#options = options;
    this.#progress = progress;
    this.#notes = [...(options.notes ?? [])];
  }

  /** Sets the number of steps. */
  expect(total: number): void {
    this.#total = total;
  }

  /** Reports the current step; the step before is done. */
  step(doing: string): void {
    this.#progress.step(this.#done, this.#total, doing);
    this.#done++;
    this.#snapshot();
  }

  table(name: string, title: string, columns: Readonly<Record<string, ColumnShape>>): void {
    this.#tables.push({ name, title, columns: Object.entries(columns).map(([key, shape]) => ({ key, ...shape })) });
  }

  row(table: string, cells: Readonly<Record<string, Cell>>): void {
    const columns = this.#tables.find((one) => one.name === table)?.columns;
    if (columns === undefined) throw new Error(`There is no table ${table} to add a row to: declare it first.`);
    const stray = Object.keys(cells).find((key) => !columns.some((column) => column.key === key));
    if (stray !== undefined) throw new Error(`The table ${table} has no column ${stray}.`);
    this.#rows.push({ table, ...Object.fromEntries(Object.entries(cells).map(([key, cell]) => [key, finite(cell)])) });
  }

  claim(statement: Statement): void {
    const { name, source, unit, lacks, anySize = false, judgedBy } = statement;
    const remark = lacks ?? statement.remark ?? (judgedBy === undefined ? undefined : `judged by pnpm bench ${judgedBy}`);
    const measured = typeof statement.ours === 'object' && statement.ours !== null ? statement.ours : undefined;
    const ours = number(typeof statement.ours === 'number' ? statement.ours : statement.ours?.value ?? null);
    const low = statement.atLeast ?? null;
    const high = statement.atMost ?? null;
    const reference = statement.reference ?? low ?? high;
    const bounded = lacks === undefined && (low !== null || high !== null);
    const judged = judgedBy === undefined && (anySize || this.#options.effort === 'full');
    const pass = !bounded || !judged ? null : ours !== null && (low === null || ours >= low) && (high === null || ours <= high);
    this.#claims.push({
      name, source, reference, bounds: [low, high], unit, ours,
      ...(measured === undefined || !Number.isFinite(measured.low + measured.high) ? {} : { interval: [measured.low, measured.high] as const }),
      ratio: ours === null || reference === null || reference === 0 ? null : ours / reference,
      pass,
      ...(bounded && !judged ? { condition: FULL_RUN } : {}),
      ...(remark === undefined ? {} : { remark }),
    });
  }

  figure(figure: Figure): void {
    this.#figures.push(figure);
  }

  note(sentence: string): void {
    this.#notes.push(sentence);
  }

  version(name: string, version: string): void {
    this.#versions[name] = version;
  }

  result(failure?: string): Result {
    return {
      schema: SCHEMA,
      experiment: this.#experiment.name,
      title: this.#experiment.title,
      reproduces: this.#experiment.reproduces,
      seed: this.#options.seed,
      effort: this.#options.effort,
      command: this.#options.command ?? '',
      started: this.#started.toISOString(),
      seconds: Math.round((Date.now() - this.#started.getTime()) / 100) / 10,
      machine: thisMachine(),
      versions: { node: process.version, ...this.#versions },
      tables: [...this.#tables],
      rows: [...this.#rows],
      claims: [...this.#claims],
      figures: [...this.#figures],
      notes: [...this.#notes],
      ...(failure === undefined ? {} : { failure }),
    };
  }

  #snapshot(): void {
    const now = Date.now();
    if (this.#progress.snapshot === undefined || now - this.#lastSnapshot < SNAPSHOT_MILLISECONDS) return;
    this.#lastSnapshot = now;
    this.#progress.snapshot(this.result('stopped before its end'));
  }
}

/** JSON has no Infinity or NaN: they become null here, not silently in a serializer. */
function number(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

function finite(cell: Cell): Cell {
  if (typeof cell === 'number') return number(cell);
  if (cell !== null && typeof cell === 'object') {
    return Number.isFinite(cell.value + cell.low + cell.high) ? { value: cell.value, low: cell.low, high: cell.high } : finite(cell.value);
  }
  return cell;
}
