/** Straight lines between the cells of a grid: what the way from one jump point to the next is made of. */
export interface Lines {
  readonly stride: number;
  readonly movement: 'four' | 'eight' | 'hex';
}

/** Where a jump turns: its diagonal steps come first, or its horizontal ones where there are no diagonals. */
export function bendOf({ stride, movement }: Lines, from: number, to: number): number {
  const x = from % stride;
  const y = Math.floor(from / stride);
  const dx = (to % stride) - x;
  const dy = Math.floor(to / stride) - y;
  if (movement === 'four') return from + dx;
  const diagonal = Math.min(Math.abs(dx), Math.abs(dy));
  return from + diagonal * (Math.sign(dy) * stride + Math.sign(dx));
}

/** How many steps lie between the two ends of a straight line. */
export function lengthOf({ stride }: Lines, from: number, to: number): number {
  const dx = (to % stride) - (from % stride);
  const dy = Math.floor(to / stride) - Math.floor(from / stride);
  return Math.max(Math.abs(dx), Math.abs(dy));
}

/** How many steps a jump takes. `perStride` is 1 / stride; with it a row is found without a division, exactly, as `JumpPointSearch` does. */
export function stepsOf({ stride, movement }: Lines, perStride: number, from: number, to: number): number {
  const fromRow = ((from + 0.5) * perStride) | 0;
  const toRow = ((to + 0.5) * perStride) | 0;
  const rows = Math.abs(toRow - fromRow);
  const columns = Math.abs(to - from - (toRow - fromRow) * stride);
  return movement === 'four' ? rows + columns : rows > columns ? rows : columns;
}

/** Writes the cells of a jump, but for its first, so that the last stands before index `end`; returns where the first one stands. */
export function unroll({ stride, movement }: Lines, perStride: number, from: number, to: number, out: Uint32Array, end: number): number {
  const fromRow = ((from + 0.5) * perStride) | 0;
  const toRow = ((to + 0.5) * perStride) | 0;
  const down = toRow - fromRow;
  const across = to - from - down * stride;
  const rows = Math.abs(down);
  const columns = Math.abs(across);
  const vertical = down < 0 ? -stride : stride;
  const horizontal = across < 0 ? -1 : 1;
  const both = movement === 'four' ? 0 : rows < columns ? rows : columns;
  // From the end: in a 4-connected world the vertical steps, then the horizontal ones; else the straight ones, then the diagonal ones.
  const byRow = movement === 'four' || rows > columns;
  let v = to;
  let step = byRow ? vertical : horizontal;
  for (let i = (byRow ? rows : columns) - both; i > 0; i--, v -= step) out[--end] = v;
  step = movement === 'four' ? horizontal : vertical + horizontal;
  for (let i = movement === 'four' ? columns : both; i > 0; i--, v -= step) out[--end] = v;
  return end;
}

/** Says how to do better when a path does not fit. */
export function checkRoom(length: number, out: Uint32Array): void {
  if (length <= out.length) return;
  throw new RangeError(`The path has ${length} vertices, but the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
}
