/**
 * The bytes of all typed arrays reachable from an object, each buffer once, without those shared with `others`. Unlike the size of the heap, it is
 * the same in every run.
 */
export function bytesHeld(object: object, ...others: readonly object[]): number {
  const seen = new Set<unknown>();
  const sum = (held: unknown): number => {
    if (typeof held !== 'object' || held === null || seen.has(held)) return 0;
    seen.add(held);
    if (ArrayBuffer.isView(held)) return sum(held.buffer);
    if (held instanceof ArrayBuffer) return held.byteLength;
    return Object.values(held).reduce((bytes: number, each) => bytes + sum(each), 0);
  };
  for (const other of others) sum(other);
  return sum(object);
}
