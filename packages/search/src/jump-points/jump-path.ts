/** Straight lines between the cells of a grid, which make up the path from one jump point to the next. */
export interface Lines {
  readonly stride: number;
  readonly movement: 'four' | 'eight' | 'hex';
}

/** The cell where a jump turns: its diagonal steps come first, or in a 4-connected world its horizontal ones. */
export function bendOf({ stride, movement }: Lines, from: number, to: number): number {
  const x = from % stride;
  const y = Math.floor(from / stride);
  const dx = (to % stride) - x;
  const dy = Math.floor(to / stride) - y;
  if (movement === 'four') return from + dx;
  const diagonal = Math.min(Math.abs(dx), Math.abs(dy));
  return from + diagonal * (Math.sign(dy) * stride + Math.sign(dx));
}

/** The number of steps between the two ends of a straight line. */
export function lengthOf({ stride }: Lines, from: number, to: number): number {
  const dx = (to % stride) - (from % stride);
  const dy = Math.floor(to / stride) - Math.floor(from / stride);
  return Math.max(Math.abs(dx), Math.abs(dy));
}

/**
 * The number of steps of a jump. `perStride` is 1 / stride: with it a row is found without a division, exactly, as in `JumpPointSearch`.
 * This function and `unroll` do not branch on anything that changes from jump to jump, since it cannot be predicted. Signs and minima
 * are computed from the bits of a difference.
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
 * Writes the cells of a jump after its first, which is already written before index `begin`; returns the index after its last. If three or `more` cells
 * follow, also writes up to three entries after that.
 */
export function unroll({ stride, movement }: Lines, perStride: number, from: number, to: number, out: Uint32Array, begin: number, more: boolean): number {
  const down = (rowOf(to, perStride) - rowOf(from, perStride)) | 0;
  const across = (to - from - Math.imul(down, stride)) | 0;
  const rows = Math.abs(down);
  const columns = Math.abs(across);
  const vertical = Math.imul((down >> 31) | 1, stride);
  const horizontal = (across >> 31) | 1;
  // In a 4-connected world horizontal steps, then vertical ones; otherwise diagonal ones, then straight ones.
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

/** Writes the vertices after `v` in a line from index `begin` to before `end`, four at a time. May write up to three more, but none at index `room` or beyond. */
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

/** Throws if a path does not fit, with advice in the message. */
export function checkPathBuffer(length: number, out: Uint32Array): void {
  if (length <= out.length) return;
  throw new RangeError(`The path has ${length} vertices, but the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
}
