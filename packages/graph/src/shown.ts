/**
 * Formats a value for an error message: text in quotes, cut after 80 characters; lists and objects as one word, a Promise with advice.
 *
 * @example
 * ```ts
 * import { shown } from '@pf/graph/kit';
 *
 * [shown('4'), shown(4), shown(null), shown([4])]; // → ["'4'", '4', 'null', 'an array']
 * ```
 */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.replace(/^(.{80}).+/su, '$1…')}'`;
  if (typeof value === 'function') return 'a function';
  if (typeof value !== 'object' || value === null) return String(value);
  return Array.isArray(value) ? 'an array' : 'then' in value ? 'a Promise (await it)' : 'an object';
}

/**
 * What to do about a value in place of a whole number, to end an error message. Empty if that is not clear.
 *
 * @example
 * ```ts
 * import { remedyFor } from '@pf/graph/kit';
 *
 * [remedyFor('4'), remedyFor(4.5), remedyFor(NaN)]; // → ['; take Number(text)', '; for a pixel take Math.floor(px / tileSize)', '']
 * ```
 */
export function remedyFor(value: unknown): string {
  return typeof value === 'string' ? '; take Number(text)' : Number.isFinite(value) && !Number.isInteger(value) ? '; for a pixel take Math.floor(px / tileSize)' : '';
}
