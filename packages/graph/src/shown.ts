/**
 * Formats a value for an error message: text in quotes, cut after 80 characters; lists and objects as one word.
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
  return Array.isArray(value) ? 'an array' : typeof value === 'object' && value !== null ? 'an object' : String(value);
}
