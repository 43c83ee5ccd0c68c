import type { Counters, Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkVertex, reverseFirst } from '@pf/graph/kit';

/**
 * One side of a best-first search: the labels it has given, the open list, and how a vertex is expanded. The loops (A*, Dijkstra,
 * bidirectional) are written once over this; a world that can be expanded faster brings its own.
 *
 * Costs and keys here are those of the graph, whatever units a frontier counts in.
 */
export interface Frontier {
  /** How many entries the open list holds. */
  readonly openCount: number;
  /**
   * Forgets the last search, in time that does not depend on the world, and labels the roots 0. Estimates are then to the nearest of the
   * targets, whose list is kept.
   */
  begin(roots: ArrayLike<number>, targets: ArrayLike<number>): void;
  /** Closes the open vertex that is to be expanded next, and returns it; NO_VERTEX where none can be below the cap. */
  next(): number;
  /** Labels the neighbours of a closed vertex, and opens those that got a better label. */
  expand(v: number): void;
  /**
   * `next` and `expand` in turn, `budget` times, with a cap at the label of `target` whenever that is closed; it is not expanded. Returns
   * false where nothing below the cap is left: a target that can be reached is then closed.
   */
  advance(budget: number, target: number): boolean;
  /** From now on labels with g + h of `cost` or more are of no interest. */
  cap(cost: number): void;
  /** A cap at the label of `v`, if that is lower than the cap there is; returns whether it is. */
  capAt(v: number): boolean;
  /** No open vertex has a key below this; Infinity if none is open. */
  floor(): number;
  /** g, the cost of the cheapest path found so far; Infinity if there is none. */
  cost(v: number): number;
  /** The estimate from `v` to the nearest target; keys may count with less, where there are several. */
  estimate(v: number): number;
  /** The vertex that gave `v` its label; NO_VERTEX of a root. */
  parent(v: number): number;
  isOpen(v: number): boolean;
  isClosed(v: number): boolean;
}

/** `advance` of any frontier. */
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

/** Throws for an estimate that is no number: comparisons with it are all false, and its vertex would be left out without a word. */
export function throwBadEstimate(v: number, target: number): never {
  throw new RangeError(`The heuristic estimates NaN between vertex ${v} and the target ${target}: it must give a number, 0 where it knows nothing.`);
}

/** Throws for a key that is no number: says whether the arc from `v` to `u`, one of the `n` of `v`, is at fault or the estimate. */
export function throwBadKey(graph: Graph, v: number, u: number, n: number, arcCost: number, target: number): never {
  if (n > graph.maxDegree) throw new RangeError(`Vertex ${v} has ${n} arcs, more than the graph's maxDegree of ${graph.maxDegree}.`);
  if (Number.isNaN(arcCost)) throwBadCost(`The arc between the vertices ${v} and ${u}`, arcCost);
  throwBadEstimate(u, target);
}

/** Throws for a label that only an arc of less than no cost can have made: the one from `v` to `u`, or one before it. */
export function throwNegative(v: number, u: number, arcCost: number, label: number): never {
  if (arcCost < 0) throwBadCost(`The arc between the vertices ${v} and ${u}`, arcCost);
  throwBadCost(`A way to vertex ${u}`, label);
}

function throwBadCost(what: string, cost: number): never {
  throw new RangeError(`${what} costs ${cost}: an arc must cost a number, 0 or more.`);
}

/** Writes the vertices from the root to `v`; returns how many. */
export function trace(frontier: Pick<Frontier, 'parent'>, v: number, out: Uint32Array): number {
  const length = traceBack(frontier, v, out, 0);
  reverseFirst(out, length);
  return length;
}

/** Writes the vertices from `v` to its root behind the first `length`; returns how many there are then. */
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

/** Throws unless all are vertices: before anything of the last question is given up. */
export function checkVertices(graph: Graph, vertices: number | ArrayLike<number>, role: string): void {
  // What has no length is no list either: checkVertex says what it is.
  if (!isList(vertices)) checkVertex(graph, vertices, role);
  else for (let i = 0; i < vertices.length; i++) checkVertex(graph, vertices[i], role);
}

/** One vertex or several as a list; `reuse` itself where it is as long. */
export function vertexList(vertices: number | ArrayLike<number>, reuse: Uint32Array): Uint32Array {
  const length = typeof vertices === 'number' ? 1 : vertices.length;
  const list = length === reuse.length ? reuse : new Uint32Array(length);
  for (let i = 0; i < length; i++) list[i] = typeof vertices === 'number' ? vertices : vertices[i];
  return list;
}
