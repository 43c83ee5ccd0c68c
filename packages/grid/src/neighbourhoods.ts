/** The cells in groups, each connected by steps between neighbours: `offsets` are the differences of their numbers. */
export function *neighbourhoods(cells: ReadonlySet<number>, offsets: Int32Array): Iterable<number[]> {
  const left = new Set(cells);
  for (const first of left) {
    left.delete(first);
    const near = [first];
    for (const v of near) for (const offset of offsets) if (left.delete(v + offset)) near.push(v + offset);
    yield near;
  }
}
