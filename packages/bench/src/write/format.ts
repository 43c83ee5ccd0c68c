import type { Cell, Claim, Column } from '../record/result.ts';

/**
 * A number for readers: three significant figures, thousands separated.
 *
 * @example
 * ```ts
 * import { formatNumber } from '@pf/bench';
 *
 * formatNumber(1234567); // → '1,234,567'
 * formatNumber(0.012345); // → '0.0123'
 * formatNumber(12.345); // → '12.3'
 * ```
 */
export function formatNumber(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 999.5) return Math.round(value).toString().replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  if (size < 1e-4) return value.toExponential(1);
  // Rounded first: 99.95 has as many digits before the point as 100.
  return value.toFixed(Math.max(0, 2 - Math.floor(Math.log10(Number(size.toPrecision(3))))));
}

/** A cell for readers; an interval as ± percent, the larger of its two sides. */
export function formatCell(cell: Cell | undefined, column: Column): string {
  if (cell === undefined || cell === null) return '–';
  if (typeof cell === 'string') return cell;
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no';
  if (typeof cell === 'number') return column.kind === 'key' ? String(cell) : formatNumber(cell) + (column.kind === 'ratio' ? '×' : '');
  const { value, low, high } = cell;
  const percent = (100 * Math.max(high - value, value - low)) / Math.abs(value);
  const width = percent === 0 || !Number.isFinite(percent) ? '' : percent < 1 ? ' ±<1%' : ` ±${Math.round(percent)}%`;
  return formatNumber(value) + (column.kind === 'ratio' ? '×' : '') + width;
}

export function formatHead(column: Column): string {
  return column.unit === undefined || column.unit === '' ? column.label : `${column.label} (${column.unit})`;
}

/** Words are aligned left, figures right. */
export function isFigure(column: Column): boolean {
  return column.kind !== 'key' && column.kind !== 'text';
}

function withUnit(value: number | null, unit: string): string {
  return value === null ? '–' : formatNumber(value) + (unit === '' ? '' : unit === '×' || unit === '%' ? unit : ` ${unit}`);
}

/** The bound of a claim: `≥ 2.35×`, `≤ 24 µs`, `1.00 to 1.05`, or `reported`. */
export function formatAim({ bounds: [low, high], unit }: Claim): string {
  if (low !== null && high !== null) return low === high ? withUnit(low, unit) : `${withUnit(low, unit)} to ${withUnit(high, unit)}`;
  if (low !== null) return `≥ ${withUnit(low, unit)}`;
  if (high !== null) return `≤ ${withUnit(high, unit)}`;
  return 'reported';
}

export function formatReference({ reference, unit }: Claim): string {
  return withUnit(reference, unit);
}

export function formatOurs({ ours, unit, interval }: Claim): string {
  if (ours === null) return 'not measured';
  const spread = interval === undefined || interval[0] === interval[1] ? '' : ` (${formatNumber(interval[0])} to ${formatNumber(interval[1])})`;
  return withUnit(ours, unit) + spread;
}

export function formatVerdict({ pass, ours, condition }: Claim): string {
  if (pass !== null) return pass ? 'holds' : 'fails';
  return ours === null ? 'not measured' : condition ?? 'reported';
}
