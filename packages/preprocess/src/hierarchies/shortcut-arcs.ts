import type { Contracted } from './contract.ts';
import type { UpwardArcs } from './upward-graph.ts';

/** What `first` has for an arc of the graph itself; `second` then has its number. */
export const ORIGINAL = 0xffffffff;

/**
 * The arcs of a contraction hierarchy. A shortcut over a vertex below it is a descent to that vertex and a climb from it: `descent` is the index of the one among
 * the arcs that lead down, `climb` of the other among those that lead up. Of an arc of the graph, `descent` is ORIGINAL and `climb` its number.
 */
export interface ShortcutArcs extends UpwardArcs {
  readonly descent: Uint32Array;
  readonly climb: Uint32Array;
}

/** Numbers the rows of a contraction by rank, those that lead up and those that lead down apart. */
export function layOut({ rows, order }: Contracted, rank: Uint32Array): { readonly up: ShortcutArcs; readonly down: ShortcutArcs } {
  const { first, degree, head, forth, back, forthVia, backVia } = rows;
  const up = rowsOf(order, first, degree, head, forth, rank);
  const down = rowsOf(order, first, degree, head, back, rank);
  // Arcs of equal ends are found by scanning: rows are short, and those of the vertices that shortcuts lead over shorter still.
  const find = (arcs: UpwardArcs, lower: number, higher: number): number => {
    let i = arcs.first[lower];
    while (arcs.head[i] !== higher) i++;
    return i;
  };
  for (let r = 0; r < order.length; r++) {
    const v = order[r];
    let u = up.first[r];
    let d = down.first[r];
    for (let i = first[v], end = i + degree[v]; i < end; i++) {
      const higher = rank[head[i]];
      if (forth[i] < Infinity) {
        const via = forthVia[i];
        up.descent[u] = via < 0 ? ORIGINAL : find(down, rank[via], r);
        up.climb[u++] = via < 0 ? ~via : find(up, rank[via], higher);
      }
      if (back[i] < Infinity) {
        const via = backVia[i];
        down.descent[d] = via < 0 ? ORIGINAL : find(down, rank[via], higher);
        down.climb[d++] = via < 0 ? ~via : find(up, rank[via], r);
      }
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
  const arcs = { first, head: new Uint32Array(size), cost: new Float64Array(size), descent: new Uint32Array(size), climb: new Uint32Array(size) };
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
