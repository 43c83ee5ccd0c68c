import type { Column, ColumnKind } from './result.ts';

/** A column as declared, under its key. */
export type ColumnShape = Omit<Column, 'key'>;

const shape = (kind: ColumnKind, better?: 'more') => (label: string, unit?: string): ColumnShape =>
  ({ label, kind, ...(unit === undefined ? {} : { unit }), ...(better === undefined ? {} : { better }) });

/**
 * The kinds of columns of a table. The kind decides how two runs are compared (see `ColumnKind`). A `gain` is a count of which more is better.
 *
 * @example
 * ```ts
 * import { column } from '@pf/bench';
 *
 * column.time('a query', 'µs'); // → { label: 'a query', kind: 'time', unit: 'µs' }
 * ```
 */
export const column = {
  key: shape('key'), count: shape('count'), gain: shape('count', 'more'), cost: shape('cost'), time: shape('time'), bytes: shape('bytes'), ratio: shape('ratio'),
  figure: shape('figure'), text: shape('text'),
};
