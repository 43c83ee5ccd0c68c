/** Writes faces to a buffer, if given; returns their number. */
export function writeFaces(faces: ReadonlySet<number>, tails: Uint32Array | undefined): number {
  if (tails !== undefined && tails.length < faces.size) throw new RangeError(`The buffer for changed tails holds ${tails.length}, but ${faces.size} changed: pass one of vertexCount entries.`);
  tails?.set([...faces]);
  return faces.size;
}
