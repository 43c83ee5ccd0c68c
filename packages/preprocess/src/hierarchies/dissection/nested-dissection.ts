/**
 * A contraction order independent of costs: A. George, "Nested dissection of a regular finite element mesh", SIAM J. Numerical Analysis 10(2), 1973.
 * A small separator comes last; the two sides are ordered in the same way.
 */
import type { ProgressCallbacks } from '../../progress-callbacks.ts';
import { reportProgress } from '../../progress-callbacks.ts';
import type { Adjacency } from './adjacency.ts';
import { InertialFlow } from './inertial-flow.ts';
import { minimumDegree, SMALL } from './minimum-degree.ts';
import { Part } from './part.ts';

/** Parts up to this size are ordered by minimum degree. */
const LEAF = 16;
/** Vertices between progress reports. */
const STEPS = 256;

/** Computes the vertex of each rank. `coordinates`, if given, holds x and y in turn. */
export function nestedDissection(graph: Adjacency, coordinates: Float64Array | undefined, callbacks: ProgressCallbacks = {}): Uint32Array {
  const vertexCount = graph.first.length - 1;
  const order = new Uint32Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) order[v] = v;
  const part = new Part(graph);
  const flow = new InertialFlow(part, vertexCount, coordinates);
  const groups = new Grouping(vertexCount);
  const todo: number[] = [0, vertexCount];
  const step = Math.max(1, vertexCount / STEPS);
  let ranked = 0;
  let reported = 0;
  while (todo.length > 0) {
    const to = todo.pop()!;
    const from = todo.pop()!;
    const count = to - from;
    if (count <= 1) {
      ranked += count;
      continue;
    }
    part.take(order, from, to);
    const components = groups.byComponent(part);
    if (components > 1) {
      groups.apply(order, from, count, components);
      for (let c = 0; c < components; c++) todo.push(from + groups.start[c], from + groups.start[c + 1]);
      continue;
    }
    if (count <= LEAF || !flow.cut(order, from)) {
      groups.keep(order, from, count, part);
      ranked += count;
    } else {
      groups.group.set(flow.side.subarray(0, count));
      groups.apply(order, from, count, 3);
      todo.push(from, from + groups.start[1], from + groups.start[1], from + groups.start[2]);
      ranked += count - groups.start[2];
    }
    if (ranked - reported < step) continue;
    reported = ranked;
    reportProgress(callbacks, ranked, vertexCount);
  }
  if (reported < vertexCount) reportProgress(callbacks, vertexCount, vertexCount);
  return order;
}

/** Sorts the vertices of a part by group. */
class Grouping {
  readonly group: Uint32Array;
  readonly start: Uint32Array;
  private readonly kept: Uint32Array;

  constructor(vertexCount: number) {
    this.group = new Uint32Array(vertexCount);
    this.start = new Uint32Array(vertexCount + 2);
    this.kept = new Uint32Array(vertexCount);
  }

  /** Makes each connected component a group; returns their number. */
  byComponent(part: Part): number {
    const { count, level, queue } = part;
    if (part.flood(0) === count) return 1;
    level.fill(-1, 0, count);
    let components = 0;
    for (let v = 0; v < count; v++) {
      if (level[v] >= 0) continue;
      const reached = part.flood(v, false);
      for (let i = 0; i < reached; i++) this.group[queue[i]] = components;
      components++;
    }
    return components;
  }

  /** Counting sort. Afterwards group g begins at start[g]. */
  apply(order: Uint32Array, from: number, count: number, groups: number): void {
    const { group, start, kept } = this;
    start.fill(0, 0, groups + 1);
    for (let i = 0; i < count; i++) {
      kept[i] = order[from + i];
      start[group[i] + 1]++;
    }
    for (let g = 0; g < groups; g++) start[g + 1] += start[g];
    for (let i = 0; i < count; i++) order[from + start[group[i]]++] = kept[i];
    // Each start has moved to the start of the next group.
    for (let g = groups; g > 0; g--) start[g] = start[g - 1];
    start[0] = 0;
  }

  /**
   * Orders a part without a separator: by minimum degree if it is small. In a large one almost all vertices are neighbours, and the order stays.
   */
  keep(order: Uint32Array, from: number, count: number, part: Part): void {
    if (count > SMALL) return;
    const { kept, group } = this;
    for (let i = 0; i < count; i++) kept[i] = order[from + i];
    minimumDegree(part, group);
    for (let i = 0; i < count; i++) order[from + i] = kept[group[i]];
  }
}
