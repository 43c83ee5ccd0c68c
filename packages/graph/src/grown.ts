/**
 * A copy of a typed array with room for `length` entries, by default twice as many.
 *
 * @example
 * ```ts
 * import { grown } from '@pf/graph/kit';
 *
 * grown(Int32Array.of(7, 9)); // → [7, 9, 0, 0]
 * ```
 */
export function grown<T extends Float64Array | Int32Array | Uint32Array>(array: T, length = 2 * array.length): T {
  const longer = new (array.constructor as new (length: number) => T)(length);
  longer.set(array);
  return longer;
}
