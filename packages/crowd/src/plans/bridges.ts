import type { StepTable } from './step-table.ts';

/** The number of vertices that are searched on each side of a step. */
const NEAR = 1024;

/**
 * Whether steps of a table lie on a cycle, so that units can give way around it. After an edit, a search around the step decides. Only if that is not enough, on a bridge between large
 * parts for example, all steps are computed again. If some steps are one-way, a search for each question decides: cycles of more than some thousand vertices around are not found.
 *
 * Memory: 1 byte per step, and 4 per vertex once there was an edit.
 */
export class StepCycles {
  private onCycle: Uint8Array;
  private revision: number;
  /** By vertex: a number of a search and its side. */
  private marks = new Int32Array(0);
  private mark = 0;
  private readonly queue = new Int32Array(2 * NEAR);

  constructor(private readonly steps: StepTable) {
    this.onCycle = stepsOnCycles(steps);
    this.revision = steps.revision;
  }

  /** Whether a step leads from `v` to `u` and lies on a cycle. */
  has(v: number, u: number): boolean {
    const { steps } = this;
    if (v === u || !steps.has(v, u)) return false;
    if (steps.oneWaySteps > 0) return this.leadsBack(v, u);
    if (this.revision !== steps.revision) {
      const found = this.search(v, u);
      if (found !== undefined) return found;
      this.onCycle = stepsOnCycles(steps);
      this.revision = steps.revision;
    }
    let k = v * steps.width;
    while (steps.heads[k] !== u) k++;
    return this.onCycle[k] === 1;
  }

  /** Whether a path leads from `u` back to `v`, other than the step back. Reads at most `2 · NEAR` vertices. */
  private leadsBack(v: number, u: number): boolean {
    const { steps: { heads, degrees, width }, queue } = this;
    const mark = this.nextMark();
    const { marks } = this;
    marks[u] = mark;
    queue[0] = u;
    for (let k = 0, n = 1; k < n; k++) {
      const w = queue[k];
      for (let a = w * width; a < w * width + degrees[w]; a++) {
        const x = heads[a];
        if (marks[x] === mark || (w === u && x === v)) continue;
        if (x === v) return true;
        if (n === queue.length) return false;
        marks[x] = mark;
        queue[n++] = x;
      }
    }
    return false;
  }

  private nextMark(): number {
    if (this.marks.length === 0 || this.mark > 2 ** 30) {
      this.marks = new Int32Array(this.steps.degrees.length);
      this.mark = 0;
    }
    return (this.mark += 2);
  }

  /** Searches from both ends for a path besides the step, and ends when one side is complete; undefined if a side has more than `NEAR` vertices. */
  private search(v: number, u: number): boolean | undefined {
    const { steps: { heads, degrees, width }, queue } = this;
    const mark = this.nextMark();
    const { marks } = this;
    const next = [0, NEAR];
    const ends = [1, NEAR + 1];
    queue[0] = v;
    queue[NEAR] = u;
    marks[v] = mark;
    marks[u] = mark + 1;
    for (let side = 0; next[side] < ends[side]; side = 1 - side) {
      const w = queue[next[side]++];
      for (let k = w * width; k < w * width + degrees[w]; k++) {
        const x = heads[k];
        if (marks[x] === mark + side || (w === v && x === u) || (w === u && x === v)) continue;
        if (marks[x] === mark + 1 - side) return true;
        if (ends[side] === (side + 1) * NEAR) return undefined;
        marks[x] = mark + side;
        queue[ends[side]++] = x;
      }
    }
    return false;
  }
}

/**
 * For each step of a table: 1 if it lies on a cycle, so that units can give way around it (by the low points of R. Tarjan, "A note on finding the bridges of a graph", 1974).
 * All 0 if some steps are one-way.
 *
 * Allocates 17 bytes per vertex and 1 byte per step.
 */
function stepsOnCycles(steps: StepTable): Uint8Array {
  const { heads, degrees, width } = steps;
  const n = degrees.length;
  const onCycle = new Uint8Array(heads.length);
  if (steps.oneWaySteps > 0) return onCycle;
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
