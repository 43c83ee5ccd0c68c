import type { ArcList } from '../arc-list.ts';

/** An undirected graph without loops or parallel edges. The neighbours of v are head[first[v]] … head[first[v + 1] − 1], ascending. */
export interface Adjacency {
  readonly first: Uint32Array;
  readonly head: Uint32Array;
}

/** Neighbours by any arc, whatever its direction and cost. */
export function adjacencyOf({ firstArc, head }: ArcList): Adjacency {
  const vertexCount = firstArc.length - 1;
  // Counting sort by the other end, vertices ascending: rows come out sorted, with duplicates side by side.
  const start = new Uint32Array(vertexCount + 1);
  for (let v = 0; v < vertexCount; v++) {
    for (let a = firstArc[v]; a < firstArc[v + 1]; a++) {
      start[v + 1]++;
      start[head[a] + 1]++;
    }
  }
  for (let v = 0; v < vertexCount; v++) start[v + 1] += start[v];
  const next = start.slice();
  const unsorted = new Uint32Array(2 * head.length);
  for (let v = 0; v < vertexCount; v++) {
    for (let a = firstArc[v]; a < firstArc[v + 1]; a++) {
      unsorted[next[v]++] = head[a];
      unsorted[next[head[a]]++] = v;
    }
  }
  next.set(start);
  const sorted = new Uint32Array(unsorted.length);
  for (let v = 0; v < vertexCount; v++) {
    for (let i = start[v]; i < start[v + 1]; i++) sorted[next[unsorted[i]]++] = v;
  }
  const first = new Uint32Array(vertexCount + 1);
  let n = 0;
  for (let v = 0; v < vertexCount; v++) {
    for (let i = start[v]; i < start[v + 1]; i++) {
      if (sorted[i] !== v && (n === first[v] || sorted[n - 1] !== sorted[i])) sorted[n++] = sorted[i];
    }
    first[v + 1] = n;
  }
  return { first, head: sorted.slice(0, n) };
}
