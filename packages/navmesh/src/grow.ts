type Numbers = Float64Array | Int32Array | Uint32Array | Uint8Array;

/** A copy of an array with twice the length. */
export function doubled<T extends Numbers>(array: T): T {
  const copy = new (array.constructor as new (length: number) => T)(2 * array.length);
  copy.set(array);
  return copy;
}
