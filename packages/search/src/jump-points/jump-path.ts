/** Straight lines between the cells of a grid: what the path from one jump point to the next is made of. */
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

/**
 * How many steps a jump takes. `perStride` is 1 / stride; with it a row is found without a division, exactly, as `JumpPointSearch` does.
 * Here and in `unroll` nothing that changes from jump to jump is branched on, since it cannot be predicted: signs and the lesser of two numbers
 * are reckoned from the bits of a difference.
 */
export function stepsOf({ stride, movement }: Lines, perStride: number, from: number, to: number): number {
  const down = rowOf(to, perStride) - rowOf(from, perStride);
  const rows = Math.abs(down);
  const columns = Math.abs(to - from - Math.imul(down, stride));
  if (movement === 'four') return rows + columns;
  const more = (rows - columns) | 0;
  return columns + (more & ~(more >> 31));
}

/**
 * Writes the cells of a jump but for its first, which stands before index `begin`; returns the index after its last. Where three or `more` cells
 * follow, up to three entries after that are written as well.
 */
export function unroll({ stride, movement }: Lines, perStride: number, from: number, to: number, out: Uint32Array, begin: number, more: boolean): number {
  const down = (rowOf(to, perStride) - rowOf(from, perStride)) | 0;
  const across = (to - from - Math.imul(down, stride)) | 0;
  const rows = Math.abs(down);
  const columns = Math.abs(across);
  const vertical = Math.imul((down >> 31) | 1, stride);
  const horizontal = (across >> 31) | 1;
  // In a 4-connected world the horizontal steps, then the vertical ones; else the diagonal ones, then the straight ones.
  let first = horizontal;
  let last = vertical;
  let bend = (begin + columns) | 0;
  let end = (bend + rows) | 0;
  if (movement !== 'four') {
    const steep = (rows - columns) | 0;
    const flat = steep >> 31;
    first = (vertical + horizontal) | 0;
    last = (vertical + ((horizontal - vertical) & flat)) | 0;
    end = (begin + rows - (steep & flat)) | 0;
    bend = (end - ((steep ^ flat) - flat)) | 0;
  }
  const room = more ? out.length : end;
  line(out, begin, bend, from, first, room);
  line(out, bend, end, to - Math.imul(end - bend, last), last, room);
  return end;
}

/** Writes the vertices after `v` in a line from index `begin` to before `end`, four at a time: up to three more, but none at `room` or after it. */
function line(out: Uint32Array, begin: number, end: number, v: number, step: number, room: number): void {
  let last = v;
  let i = begin;
  for (const latest = room - 4; i < end && i <= latest; i = (i + 4) | 0) {
    out[i] = last + step;
    out[i + 1] = last + 2 * step;
    out[i + 2] = last + 3 * step;
    out[i + 3] = last = (last + 4 * step) | 0;
  }
  for (; i < end; i++) out[i] = last += step;
}

function rowOf(v: number, perStride: number): number {
  return ((v + 0.5) * perStride) | 0;
}

/** Says how to do better when a path does not fit. */
export function checkPathBuffer(length: number, out: Uint32Array): void {
  if (length <= out.length) return;
  throw new RangeError(`The path has ${length} vertices, but the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
}
