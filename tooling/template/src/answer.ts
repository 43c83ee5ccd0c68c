/**
 * Stands in for the first real export, so that a new package passes every check at once.
 *
 * @example
 * ```ts
 * import { answer } from '@pf/__NAME__';
 *
 * answer(); // → 42
 * ```
 */
export function answer(): number {
  return 42;
}
