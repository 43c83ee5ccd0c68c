import type { Counters, Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkVertex, reverseFirst } from '@pf/graph/kit';

/**
 * One side of a best-first search: its labels, its open list, and the expansion of a vertex. The loops (A*, Dijkstra,
 * bidirectional) are written once over this interface; graphs with a faster expansion have their own frontier.
 *
 * Costs and keys here are those of the graph, whatever units a frontier uses internally.
 */
export interface Frontier {
  /** Number of entries in the open list. */
  readonly openCount: number;
  /** The vertex that was expanded last; NO_VERTEX before the first. */
  readonly lastExpanded: number;
  /**
   * Starts a new search in constant time and labels the roots 0. Estimates are to the nearest target; the list of targets is kept,
   * not copied.
   */
  begin(roots: ArrayLike<number>, targets: ArrayLike<number>): void;
  /** Closes the next vertex to expand and returns it; NO_VERTEX if none is below the cap. */
  next(): number;
  /** Labels the neighbours of a closed vertex and opens those with a better label. */
  expand(v: number): void;
  /**
   * Alternates `next` and `expand`, `budget` times. When `target` is closed, its label becomes the cap, and it is not expanded. Returns
   * false if nothing below the cap is left: a reachable target is closed then.
   */
  advance(budget: number, target: number): boolean;
  /** Ignores labels with g + h of `cost` or more from now on. */
  cap(cost: number): void;
  /** Lowers the cap to the label of `v`; returns whether that was lower. */
  capAt(v: number): boolean;
  /** Lower bound on keys of open vertices; Infinity if none is open. */
  floor(): number;
  /** g, the cost of the cheapest path so far; Infinity if none is known. */
  cost(v: number): number;
  /** Estimate from `v` to the nearest target. With several targets, keys may use a lower one. */
  estimate(v: number): number;
  /** The vertex that gave `v` its label; NO_VERTEX for a root. */
  parent(v: number): number;
  isOpen(v: number): boolean;
  isClosed(v: number): boolean;
  /** Whether the search would be the same if the arcs that leave the first `n` of these vertices had changed before it, and the estimates are as at `begin`. */
  isUntouched(tails: Uint32Array, n: number): boolean;
}

/** With more targets, a search without estimates is faster than one that calls a function for each. */
export const MOST_ESTIMATED = 64;

/** The `advance` of any frontier. */
export function inTurn(frontier: Frontier, counters: Counters, budget: number, target: number): boolean {
  for (let spent = 0; spent < budget; spent++) {
    const v = frontier.next();
    if (v === NO_VERTEX) return false;
    if (v === target) {
      frontier.capAt(v);
    } else {
      counters.expanded++;
      frontier.expand(v);
    }
  }
  return true;
}

/** Throws for an estimate that is no number, whose vertex would be dropped silently. */
export function throwBadEstimate(v: number, target: number, h: number): never {
  throw new RangeError(`The heuristic estimates ${h} between vertex ${v} and the target ${target}: it must give a number, 0 where it knows nothing.`);
}

/** Writes the vertices from the root to `v` and returns their number. */
export function trace(frontier: Pick<Frontier, 'parent'>, v: number, out: Uint32Array): number {
  const length = traceBack(frontier, v, out, 0);
  reverseFirst(out, length);
  return length;
}

/** Appends the vertices from `v` to its root after the first `length`; returns the new length. */
export function traceBack(frontier: Pick<Frontier, 'parent'>, v: number, out: Uint32Array, length: number): number {
  checkBuffer(out);
  for (let u = v; u !== NO_VERTEX; u = frontier.parent(u)) {
    if (length === out.length) throw new RangeError(`The path has more than the ${length} vertices that the buffer holds: pass one of up to vertexCount entries.`);
    out[length++] = u;
  }
  return length;
}

function isList(vertices: number | ArrayLike<number>): vertices is ArrayLike<number> {
  return typeof vertices === 'object' && (vertices as ArrayLike<number> | null) !== null && 'length' in vertices;
}

/** Throws unless all are vertices. Called before any state of the last query changes. */
export function checkVertices(graph: Graph, vertices: number | ArrayLike<number>, role: string): void {
  // Without a length it is not a list; checkVertex then reports what it is.
  if (!isList(vertices)) checkVertex(graph, vertices, role);
  else for (let i = 0; i < vertices.length; i++) checkVertex(graph, vertices[i], role);
}

/** One or several vertices as a list; reuses `reuse` if its length fits. */
export function vertexList(vertices: number | ArrayLike<number>, reuse: Uint32Array): Uint32Array {
  const length = typeof vertices === 'number' ? 1 : vertices.length;
  const list = length === reuse.length ? reuse : new Uint32Array(length);
  for (let i = 0; i < length; i++) list[i] = typeof vertices === 'number' ? vertices : vertices[i];
  return list;
}
