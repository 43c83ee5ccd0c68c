import { shown } from './checks.ts';

/**
 * Throws on options that are no object, and on an option whose name is none of `names`: a misspelt one would be ignored.
 *
 * `where` is who takes them, such as `'new Grid'`. Options that are left out altogether are fine, and so are those whose value is undefined.
 *
 * @example
 * ```ts
 * import { checkOptions } from '@pf/graph/kit';
 *
 * checkOptions({ nearest: true }, ['nearest', 'signal'], 'findPath'); // → undefined
 * let said = '';
 * try {
 *   checkOptions({ nearst: true }, ['nearest', 'signal'], 'findPath');
 * } catch (error) {
 *   said = (error as Error).message;
 * }
 * said; // → "findPath has no option 'nearst': did you mean 'nearest'? It takes nearest, signal."
 * ```
 */
export function checkOptions(given: unknown, names: readonly string[], where: string): void {
  if (given === undefined) return;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new TypeError(`${where} takes its options as an object, such as { ${names[0]}: … }, got ${shown(given)}. It takes ${names.join(', ')}.`);
  }
  for (const name of Object.keys(given)) {
    if (names.includes(name) || (given as Record<string, unknown>)[name] === undefined) continue;
    const likely = nearestName(name, names);
    throw new TypeError(`${where} has no option '${name}'${likely === undefined ? '.' : `: did you mean '${likely}'?`} It takes ${names.join(', ')}.`);
  }
}

/** The name that takes the fewest edits to make, if those are no more than a third of its letters, or two. */
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

/** How many letters have to be put in, left out or replaced to make `b` of `a` (Levenshtein 1966), row by row. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const above = row;
    row = [i];
    for (let j = 1; j <= b.length; j++) row[j] = Math.min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
  }
  return row[b.length];
}
