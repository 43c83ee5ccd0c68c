import type { RemainingGraph } from './remaining-graph.ts';

/**
 * A contraction order that places neighbours side by side: by level, and within a level by the lowest vertex above. Vertices of one level have no
 * arcs between them, so any order of theirs gives the same hierarchy; this one suits the cache.
 */
export function levelOrder({ first, degree, head }: RemainingGraph, level: Uint32Array): Uint32Array<ArrayBuffer> {
  const vertexCount = level.length;
  let levels = 0;
  for (let v = 0; v < vertexCount; v++) if (level[v] >= levels) levels = level[v] + 1;
  const start = new Uint32Array(levels + 1);
  for (let v = 0; v < vertexCount; v++) start[level[v] + 1]++;
  for (let l = 0; l < levels; l++) start[l + 1] += start[l];
  const order = new Uint32Array(vertexCount);
  const next = start.slice();
  for (let v = 0; v < vertexCount; v++) order[next[level[v]]++] = v;
  const rank = new Uint32Array(vertexCount);
  // The rank of the lowest vertex above, with the vertex itself in the low digits.
  let keys = new Float64Array(64);
  for (let l = levels - 1; l >= 0; l--) {
    const count = start[l + 1] - start[l];
    if (count > keys.length) keys = new Float64Array(2 * count);
    for (let k = 0; k < count; k++) {
      const v = order[start[l] + k];
      let lowest = vertexCount;
      for (let i = first[v], end = i + degree[v]; i < end; i++) lowest = Math.min(lowest, rank[head[i]]);
      keys[k] = lowest * vertexCount + v;
    }
    keys.subarray(0, count).sort();
    for (let k = 0; k < count; k++) {
      const v = keys[k] % vertexCount;
      order[start[l] + k] = v;
      rank[v] = start[l] + k;
    }
  }
  return order;
}
