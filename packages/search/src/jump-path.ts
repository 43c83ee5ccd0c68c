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

/** Writes the cells of a straight line, but for its first, so that the last stands before index `end`; returns where the first one stands. */
export function unroll(lines: Lines, from: number, to: number, out: Uint32Array, end: number): number {
  const length = lengthOf(lines, from, to);
  const step = (to - from) / length;
  for (let i = 0; i < length; i++) out[end - 1 - i] = to - i * step;
  return end - length;
}

/** Says how to do better when a path does not fit. */
export function checkRoom(length: number, out: Uint32Array): void {
  if (length <= out.length) return;
  throw new RangeError(`The path has ${length} vertices, but the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
}
