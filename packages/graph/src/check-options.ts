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
    if (names.includes(name)) throw new TypeError(`The option ${name} of ${where} is null: omit it.`);
    // Other libraries have options such as allowDiagonal, or neighbours.
    const likely = /diag|neigh/i.test(name) ? "movement' of a grid, 'eight' or 'four" : nearestName(name, names);
    throw new TypeError(`${where} has no option '${name}'${likely === undefined ? '.' : `: did you mean '${likely}'?`} It takes ${names.join(', ')}.`);
  }
}

/** The name with the most similar letters, if at most two of them differ, and a third. */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  for (let most = 0; most < 3; most++) {
    const nearest = names.find((other) => difference(name, other) <= most && most * 3 <= other.length);
    if (nearest !== undefined) return nearest;
  }
  return undefined;
}

/** How many letters one name has that the other has not. */
function difference(name: string, other: string): number {
  let rest = name.toLowerCase();
  for (const letter of other.toLowerCase()) rest = rest.replace(letter, '');
  return rest.length + Math.max(0, other.length - name.length);
}
