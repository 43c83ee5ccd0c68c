/** A copy of a typed array with room for `length` entries, by default twice as many. */
export function grown<T extends Float64Array | Int32Array | Uint32Array>(array: T, length = 2 * array.length): T {
  const longer = new (array.constructor as new (length: number) => T)(length);
  longer.set(array);
  return longer;
}
