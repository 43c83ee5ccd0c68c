import { checkBuffer } from '@pf/graph/kit';

/** Writes faces to a buffer, if given; returns their number. */
export function writeFaces(faces: ReadonlySet<number>, tails: Uint32Array | undefined): number {
  if (tails === undefined) return faces.size;
  checkBuffer(tails);
  if (tails.length < faces.size) throw new RangeError(`The buffer for changed tails holds ${tails.length}, but ${faces.size} changed: pass one of vertexCount entries.`);
  let n = 0;
  for (const face of faces) tails[n++] = face;
  return n;
}
