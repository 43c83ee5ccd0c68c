/**
 * Placeholder for the first export, so that a new package passes every check.
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
