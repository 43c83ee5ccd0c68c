/** One direction of a graph. The arcs of vertex v are the entries first[v] … first[v + 1] − 1. */
export interface Rows {
  readonly first: Uint32Array;
  readonly head: Uint32Array;
  readonly cost: Float64Array;
  readonly widest: number;
}

/** Counting sort by row, stable. */
export function compress(vertexCount: number, row: ArrayLike<number>, head: ArrayLike<number>, cost: ArrayLike<number>): Rows {
  const first = new Uint32Array(vertexCount + 1);
  for (let i = 0; i < row.length; i++) first[row[i] + 1]++;
  let widest = 0;
  for (let v = 0; v < vertexCount; v++) {
    widest = Math.max(widest, first[v + 1]);
    first[v + 1] += first[v];
  }
  const next = first.slice(0, vertexCount);
  const rows: Rows = { first, head: new Uint32Array(row.length), cost: new Float64Array(row.length), widest };
  for (let i = 0; i < row.length; i++) {
    const at = next[row[i]]++;
    rows.head[at] = head[i];
    rows.cost[at] = cost[i];
  }
  return rows;
}

/** Writes the arcs of a row, without the closed ones unless `all`, and returns their number. */
export function copyRow(rows: Rows, v: number, to: Uint32Array, cost: Float64Array, all = false): number {
  const { first, head, cost: costs } = rows;
  const end = first[v + 1];
  let n = 0;
  for (let i = first[v]; i < end; i++) {
    if (costs[i] === Infinity && !all) continue;
    to[n] = head[i]!;
    cost[n++] = costs[i]!;
  }
  return n;
}

/** Returns the number of arcs whose cost changed. */
export function rewrite(rows: Rows, row: number, head: number, cost: number): number {
  let count = 0;
  for (let i = rows.first[row]; i < rows.first[row + 1]; i++) {
    if (rows.head[i] !== head || rows.cost[i] === cost) continue;
    rows.cost[i] = cost;
    count++;
  }
  return count;
}

export function hasArc({ first, head }: Rows, row: number, to: number): boolean {
  return head.subarray(first[row], first[row + 1]).includes(to);
}
