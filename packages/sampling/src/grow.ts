/** A copy of twice the length. */
export function grow<T extends Float64Array | Int32Array | Uint8Array>(array: T, Type: new (length: number) => T): T {
  const wider = new Type(array.length * 2);
  wider.set(array);
  return wider;
}
