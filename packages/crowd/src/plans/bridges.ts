import type { StepTable } from './step-table.ts';

/**
 * For each step of a table: 1 if it lies on a cycle, so that units can give way around it (by the low points of R. Tarjan, "A note on finding the bridges of a graph", 1974).
 * All 0 if some steps are one-way: cycles of such graphs are not searched for.
 *
 * Allocates 17 bytes per vertex and 1 byte per step.
 */
export function stepsOnCycles(steps: StepTable): Uint8Array {
  const { heads, degrees, width } = steps;
  const n = degrees.length;
  const onCycle = new Uint8Array(heads.length);
  for (let v = 0; v < n; v++) for (let k = v * width; k < v * width + degrees[v]; k++) if (!steps.has(heads[k], v)) return onCycle;
  const order = new Int32Array(n).fill(-1);
  const low = new Int32Array(n);
  const parent = new Int32Array(n).fill(-1);
  const next = new Int32Array(n);
  let time = 0;
  for (let root = 0; root < n; root++) {
    if (order[root] >= 0) continue;
    let v = root;
    order[v] = low[v] = time++;
    for (;;) {
      if (next[v] < degrees[v]) {
        const u = heads[v * width + next[v]++];
        if (order[u] < 0) {
          parent[u] = v;
          order[u] = low[u] = time++;
          v = u;
        } else if (u !== parent[v]) low[v] = Math.min(low[v], order[u]);
        continue;
      }
      const p = parent[v];
      if (p < 0) break;
      low[p] = Math.min(low[p], low[v]);
      v = p;
    }
  }
  for (let v = 0; v < n; v++) {
    for (let k = 0; k < degrees[v]; k++) {
      const u = heads[v * width + k];
      const isBridge = (parent[u] === v && low[u] > order[v]) || (parent[v] === u && low[v] > order[u]);
      if (!isBridge) onCycle[v * width + k] = 1;
    }
  }
  return onCycle;
}
