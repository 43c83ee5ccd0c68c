/** Throws unless both coordinates are finite. */
export function checkPoint(x: number, y: number): void {
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError(`A point needs finite coordinates, got (${x}, ${y}).`);
}

/** Throws unless all coordinates of the two ends of a way are finite. */
export function checkEnds(fromX: number, fromY: number, toX: number, toY: number): void {
  for (const value of [fromX, fromY, toX, toY]) {
    if (!Number.isFinite(value)) throw new RangeError(`Start and goal need finite coordinates, got (${fromX}, ${fromY}) and (${toX}, ${toY}).`);
  }
}

/** Throws unless all vertices of a mesh are finite. */
export function checkVertices(vertices: readonly (readonly number[])[]): void {
  vertices.forEach(([x, y], i) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError(`Vertex ${i} must have finite coordinates, got (${x}, ${y}).`);
  });
}

/** Throws unless a way of so many points has room in the buffer. */
export function checkPathBuffer(out: Float64Array, points: number): void {
  const room = (out as Float64Array | undefined)?.length;
  if (room! >= 2 * points) return;
  if (room === undefined) throw new TypeError(`The way is written into a buffer of yours: pass new Float64Array(2 * pathLength), got ${String(out)}.`);
  throw new RangeError(`The path has ${points} points, ${2 * points} numbers; the buffer holds ${room}.`);
}

/** Throws unless both coordinates are numbers. */
export function checkPlace(place: { readonly x: number; readonly y: number } | null | undefined, role: string): void {
  if (typeof place?.x === 'number' && typeof place.y === 'number') return;
  throw new TypeError(`The place given as ${role} must be { x, y }, got ${JSON.stringify(place)}.`);
}
