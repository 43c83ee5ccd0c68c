import type { Part } from './part.ts';

/** The maximum number of vertices: one bit each of a number. */
export const SMALL = 30;

/**
 * Writes the vertices of a small part in minimum-degree order: the vertex with the fewest neighbours is eliminated, and its neighbours are joined to
 * each other.
 */
export function minimumDegree(part: Part, out: Uint32Array): void {
  const { count, first, head } = part;
  const neighbours = new Int32Array(count);
  for (let v = 0; v < count; v++) for (let a = first[v]; a < first[v + 1]; a++) neighbours[v] |= 1 << head[a];
  let left = 2 ** count - 1;
  for (let done = 0; done < count; done++) {
    let least = SMALL + 1;
    let chosen = 0;
    for (let v = 0; v < count; v++) {
      if ((left & (1 << v)) === 0) continue;
      const degree = bits(neighbours[v] & left);
      if (degree >= least) continue;
      least = degree;
      chosen = v;
    }
    out[done] = chosen;
    left &= ~(1 << chosen);
    const joined = neighbours[chosen] & left;
    for (let v = 0; v < count; v++) if ((joined & (1 << v)) !== 0) neighbours[v] |= joined & ~(1 << v);
  }
}

function bits(set: number): number {
  let n = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) n++;
  return n;
}
