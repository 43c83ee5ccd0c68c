import type { Contracted } from './contract.ts';
import type { ArcParts } from './unpack.ts';
import { graphArc, NO_PART } from './unpack.ts';
import type { UpwardArcs } from './upward-graph.ts';

/** The arcs of a contraction hierarchy and their parts. A part that is an arc of the graph is marked as such, so that unpacking does not visit it. */
export interface ShortcutArcs extends UpwardArcs {
  readonly parts: ArcParts;
}

/** Numbers the rows of a contraction by rank, upward and downward arcs separately. */
export function layOut({ rows, order }: Contracted, rank: Uint32Array): { readonly up: ShortcutArcs; readonly down: ShortcutArcs } {
  const { first, degree, head, forth, back, forthVia, backVia } = rows;
  const up = rowsOf(order, first, degree, head, forth, rank);
  const down = rowsOf(order, first, degree, head, back, rank);
  // Linear search: rows are short, and those of middle vertices shorter still. Ranks ascend, so the parts are known.
  const find = (arcs: ShortcutArcs, lower: number, higher: number): number => {
    let i = arcs.first[lower];
    while (arcs.head[i] !== higher) i++;
    return arcs.parts[2 * i + 1] === NO_PART ? arcs.parts[2 * i] : 2 * i + (arcs === up ? 1 : 0);
  };
  const write = ({ parts }: ShortcutArcs, i: number, via: number, from: number, to: number): void => {
    parts[2 * i] = via < 0 ? graphArc(~via) : find(down, rank[via], from);
    parts[2 * i + 1] = via < 0 ? NO_PART : find(up, rank[via], to);
  };
  for (let r = 0; r < order.length; r++) {
    const v = order[r];
    let u = up.first[r];
    let d = down.first[r];
    for (let i = first[v], end = i + degree[v]; i < end; i++) {
      const higher = rank[head[i]];
      if (forth[i] < Infinity) write(up, u++, forthVia[i], r, higher);
      if (back[i] < Infinity) write(down, d++, backVia[i], higher, r);
    }
  }
  return { up, down };
}

function rowsOf(order: Uint32Array, start: Uint32Array, degree: Uint32Array, head: Uint32Array, cost: Float64Array, rank: Uint32Array): ShortcutArcs {
  const first = new Uint32Array(order.length + 1);
  for (let r = 0; r < order.length; r++) {
    const v = order[r];
    let n = 0;
    for (let i = start[v], end = i + degree[v]; i < end; i++) if (cost[i] < Infinity) n++;
    first[r + 1] = first[r] + n;
  }
  const size = first[order.length];
  const arcs = { first, head: new Uint32Array(size), cost: new Float64Array(size), parts: new Int32Array(2 * size) };
  for (let r = 0, n = 0; r < order.length; r++) {
    const v = order[r];
    for (let i = start[v], end = i + degree[v]; i < end; i++) {
      if (cost[i] === Infinity) continue;
      arcs.head[n] = rank[head[i]];
      arcs.cost[n++] = cost[i];
    }
  }
  return arcs;
}

/**
 * The downward arcs, sharing the arrays of the upward arcs where both are equal, as on roads without one-way streets. A query then reads half as much
 * memory.
 */
export function shareLike(up: ShortcutArcs, down: ShortcutArcs): ShortcutArcs {
  const same = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => {
    for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
    return a.length === b.length;
  };
  const alike = same(up.first, down.first) && same(up.head, down.head) && same(up.cost, down.cost);
  return alike ? { first: up.first, head: up.head, cost: up.cost, parts: down.parts } : down;
}
