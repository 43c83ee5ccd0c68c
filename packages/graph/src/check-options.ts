import { shown } from './shown.ts';

/**
 * Throws if options are not an object, or if an option's name is not in `names`, since a misspelt option would be ignored.
 *
 * `where` names the caller, such as `'new Grid'`. Missing options and undefined values are allowed.
 *
 * @example
 * ```ts
 * import { checkOptions } from '@pf/graph/kit';
 *
 * checkOptions({ nearest: true }, ['nearest', 'signal'], 'findPath'); // → undefined
 * checkOptions({ nearst: true }, ['nearest', 'signal'], 'findPath'); // → throws TypeError: findPath has no option 'nearst': did you mean 'nearest'? It takes nearest, signal.
 * ```
 */
export function checkOptions(given: unknown, names: readonly string[], where: string): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`${where} takes its options as an object, such as { ${names[0]}: … }, got ${shown(given)}. It takes ${names.join(', ')}.`);
  }
  for (const name of Object.keys(given)) {
    const value = (given as Record<string, unknown>)[name];
    if (value === undefined || (value !== null && names.includes(name))) continue;
    // Arithmetic would treat null as 0.
    if (names.includes(name)) throw new TypeError(`The option ${name} of ${where} is null: pass a value, or omit it for its default.`);
    const likely = nearestName(name, names);
    throw new TypeError(`${where} has no option '${name}'${likely === undefined ? '.' : `: did you mean '${likely}'?`} It takes ${names.join(', ')}.`);
  }
}

/** The most similar name, if at most two edits, or a third of its letters, differ. */
function nearestName(name: string, names: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let least = Infinity;
  for (const candidate of names) {
    const edits = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (edits >= least || edits > Math.max(2, candidate.length / 3) || edits >= candidate.length) continue;
    nearest = candidate;
    least = edits;
  }
  return nearest;
}

/** The number of letters to insert, delete or replace to turn `a` into `b` (Levenshtein 1966), computed row by row. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
  }
  return row[b.length];
}
