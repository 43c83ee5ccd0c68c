import { shown } from '@pf/graph/kit';

/** Throws unless `data` has all of these lists. */
export function checkTables(data: unknown, names: readonly string[], what: string): void {
  const given = data as Readonly<Record<string, { readonly length?: unknown } | undefined>> | null | undefined;
  if (names.every((name) => typeof given?.[name]?.length === 'number')) return;
  throw new TypeError(`A guide needs ${what}, got ${shown(data)}.`);
}
