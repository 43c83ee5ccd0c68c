import { grown } from '@pf/graph/kit';
import { indexIn } from '../lower-bound.ts';
import type { ArcList } from './arc-list.ts';
import { tailsOf } from './arc-list.ts';
import type { Adjacency } from './dissection/adjacency.ts';

/**
 * The result of contracting a graph in a given order, whatever its costs: all higher neighbours of a vertex are joined to each other.
 *
 * Everything is numbered by rank. Edge e leads from `tail[e]` up to `head[e]`. The edges of rank r are first[r] … first[r + 1] − 1, heads ascending.
 * The first head of a vertex is its parent in the elimination tree; all its heads lie on its path to the root.
 */
export interface ChordalGraph {
  readonly first: Uint32Array;
  readonly head: Uint32Array;
  readonly tail: Uint32Array;
  /** The edges that lead up to rank r are below[firstBelow[r]] …, tails ascending. */
  readonly firstBelow: Uint32Array;
  readonly below: Uint32Array;
  /** By pair of edges that lead up from one vertex, in their order: the edge between their heads, which closes a triangle, counted from the first edge of its tail. */
  readonly above: Uint16Array;
}

/** Adds the fill-in edges (Rose, Tarjan & Lueker, 1976): the parent of a vertex inherits its other heads. */
export function complete({ first: firstNeighbour, head: neighbour }: Adjacency, rank: Uint32Array, vertex: Uint32Array): ChordalGraph {
  const vertexCount = vertex.length;
  const first = new Uint32Array(vertexCount + 1);
  let head = new Uint32Array(neighbour.length + 16);
  const eldest = new Int32Array(vertexCount).fill(-1);
  const sibling = new Int32Array(vertexCount).fill(-1);
  const mark = new Int32Array(vertexCount).fill(-1);
  let n = 0;
  for (let r = 0; r < vertexCount; r++) {
    const begin = n;
    mark[r] = r;
    const v = vertex[r];
    const room = firstNeighbour[v + 1] - firstNeighbour[v];
    if (n + room > head.length) head = grown(head, head.length + n + room);
    for (let i = firstNeighbour[v]; i < firstNeighbour[v + 1]; i++) {
      const w = rank[neighbour[i]];
      if (w < r || mark[w] === r) continue;
      mark[w] = r;
      head[n++] = w;
    }
    for (let child = eldest[r]; child >= 0; child = sibling[child]) {
      const end = first[child + 1];
      if (n + end - first[child] > head.length) head = grown(head, head.length + n + end - first[child]);
      for (let i = first[child]; i < end; i++) {
        const w = head[i];
        if (mark[w] === r) continue;
        mark[w] = r;
        head[n++] = w;
      }
    }
    first[r + 1] = n;
    if (n === begin) continue;
    sort(head, begin, n);
    const parent = head[begin];
    sibling[r] = eldest[parent];
    eldest[parent] = r;
  }
  return withLists(first, head.slice(0, n));
}

/** Derives the remaining lists from the edges. */
function withLists(first: Uint32Array, head: Uint32Array): ChordalGraph {
  const vertexCount = first.length - 1;
  const firstBelow = new Uint32Array(vertexCount + 1);
  for (let e = 0; e < head.length; e++) firstBelow[head[e] + 1]++;
  for (let r = 0; r < vertexCount; r++) firstBelow[r + 1] += firstBelow[r];
  const next = firstBelow.slice(0, vertexCount);
  const below = new Uint32Array(head.length);
  for (let e = 0; e < head.length; e++) below[next[head[e]]++] = e;
  return { first, head, tail: tailsOf({ firstArc: first, head }), firstBelow, below, above: triangles(first, head) };
}

function triangles(first: Uint32Array, head: Uint32Array): Uint16Array {
  let n = 0;
  for (let r = 0; r + 1 < first.length; r++) n += ((first[r + 1] - first[r]) * (first[r + 1] - first[r] - 1)) / 2;
  // The heads of a row are all joined: longer rows would need more edges than an array holds.
  const above = new Uint16Array(n);
  n = 0;
  for (let r = 0; r + 1 < first.length; r++) {
    for (let one = first[r], end = first[r + 1]; one < end; one++) {
      const row = first[head[one]];
      let e = row;
      for (let other = one + 1; other < end; other++) {
        while (head[e] !== head[other]) e++;
        above[n++] = e - row;
      }
    }
  }
  return above;
}

/** The edge between two ranks, or −1. */
export function edgeBetween({ first, head }: ChordalGraph, low: number, high: number): number {
  return indexIn(head, high, first[low], first[low + 1]);
}

/** The arcs of the graph on each edge. Side 2e holds the arcs that lead up, side 2e + 1 those that lead down. Loops are on no side. */
export interface EdgeArcs {
  /** By arc of the graph: its side, or NO_SIDE. */
  readonly side: Uint32Array;
  /** All arcs but loops, by side, and the side of each entry. */
  readonly arc: Uint32Array;
  readonly arcSide: Uint32Array;
}

/** The side of a loop. */
export const NO_SIDE = 0xffffffff;

/** Assigns each arc of the graph to its edge. */
export function placeArcs(arcs: ArcList, edges: ChordalGraph, rank: Uint32Array): EdgeArcs {
  const tails = tailsOf(arcs);
  const side = new Uint32Array(tails.length);
  const first = new Uint32Array(2 * edges.head.length + 1);
  for (let a = 0; a < tails.length; a++) {
    const [from, to] = [rank[tails[a]], rank[arcs.head[a]]];
    side[a] = from === to ? NO_SIDE : from < to ? 2 * edgeBetween(edges, from, to) : 2 * edgeBetween(edges, to, from) + 1;
    if (from !== to) first[side[a] + 1]++;
  }
  for (let s = 0; s + 1 < first.length; s++) first[s + 1] += first[s];
  const next = first.slice();
  const arc = new Uint32Array(first[first.length - 1]);
  for (let a = 0; a < side.length; a++) if (side[a] !== NO_SIDE) arc[next[side[a]]++] = a;
  return { side, arc, arcSide: arc.map((a) => side[a]) };
}

/** Insertion sort: rows are short. */
function sort(array: Uint32Array, from: number, to: number): void {
  if (to - from > 40) {
    array.subarray(from, to).sort();
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const moved = array[i];
    let j = i - 1;
    for (; j >= from && array[j] > moved; j--) array[j + 1] = array[j];
    array[j + 1] = moved;
  }
}
