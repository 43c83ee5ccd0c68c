import { shown } from '@pf/graph/kit';

/** Throws unless `data` has all of these lists. */
export function checkTables(data: unknown, names: readonly string[], what: string): void {
  const given = data as Readonly<Record<string, { readonly length?: unknown } | undefined>> | null | undefined;
  if (names.every((name) => typeof given?.[name]?.length === 'number')) return;
  throw new TypeError(`A guide needs ${what}, got ${shown(data)}.`);
}

/** Throws unless `cutoff` is a valid maximum of steps for a climb. */
export function checkCutoff(cutoff: number): void {
  if (typeof cutoff !== 'number' || !(cutoff >= 0)) throw new RangeError(`cutoff must be at least 0, got ${shown(cutoff)}: it is the maximum number of steps of a climb.`);
}
