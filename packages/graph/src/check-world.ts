import type { Graph } from './graph.ts';
import { shown } from './shown.ts';
import { isLattice } from './graph.ts';

/**
 * Throws unless `graph`, and the graph that it is a view of, have the members of a graph: vertices, a maximum degree, arcs. `caller` names the function that needs it.
 *
 * Unless it is a lattice, reads the arcs of vertex 0. If that throws, the graph is accepted.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { checkWorld } from '@pf/graph/kit';
 *
 * checkWorld(new CompressedGraph(2, []), 'A search'); // → undefined
 * checkWorld([[0, 1]] as never, 'A search'); // → throws TypeError: A search takes a graph, such as a Grid or a CompressedGraph, got an array.
 * ```
 */
export function checkWorld(graph: Graph, caller: string): void {
  const given = graph as Partial<Graph> | null | undefined;
  // Two numbers, then two functions.
  const wrong = (['vertexCount', 'maxDegree', 'successors', 'predecessors'] as const).find((name, i) => (i < 2 ? !Number.isInteger(given?.[name]) : typeof given?.[name] !== 'function'));
  if (wrong !== undefined) throw new TypeError(`${caller} takes a graph, such as a Grid or a CompressedGraph, got ${described(graph, caller, wrong)}.`);
  if (graph.viewOf !== undefined) checkWorld(graph.viewOf, 'viewOf');
  if (!isLattice(graph)) checkFirstArcs(graph);
}

/**
 * Throws unless `grid` has the members of a grid. `instanceof` would reject grids of another copy of the package.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { checkGrid } from '@pf/graph/kit';
 *
 * checkGrid(new CompressedGraph(2, []), 'Jump point search'); // → throws TypeError: Jump point search takes a Grid of @pf/grid, got an object of CompressedGraph.
 * ```
 */
export function checkGrid(grid: unknown, caller: string): void {
  if (typeof grid === 'object' && grid !== null && isLattice(grid as Graph) && 'movement' in grid && 'contains' in grid) return;
  throw new TypeError(`${caller} takes a Grid of @pf/grid, got ${described(grid, caller)}.`);
}

/** Reads the arcs of one vertex. A search would take a missing count for no arcs. */
function checkFirstArcs(graph: Graph): void {
  let n = 0;
  try {
    // Plain arrays would make the engine's code of successors twice as slow, for good.
    if (graph.vertexCount > 0) n = graph.successors(0, new Uint32Array(graph.maxDegree), new Float64Array(graph.maxDegree));
  } catch {
    // It may load its arcs later.
  }
  checkArcCount(n, 'successors', 0, graph.maxDegree);
}

/** Throws unless `n`, what `list` returned for `v`, is a number of arcs. */
export function checkArcCount(n: number, list: string, v: number, maxDegree: number): void {
  if (Number.isInteger(n) && n >= 0 && n <= maxDegree) return;
  throw new RangeError(`${list}(${v}) must return how many arcs it wrote, up to maxDegree ${maxDegree}, got ${shown(n)}.`);
}

/** Names what was given in place of a graph or a grid, its member that is wrong, and what to do if that is clear. */
function described(given: unknown, caller: string, wrong?: keyof Graph): string {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || 'then' in given) return shown(given);
  // Compilers put an underscore before the names of classes that refer to themselves.
  const name = (given as { readonly constructor?: { readonly name: string } }).constructor?.name.replace(/^_/, '') ?? 'no class';
  // The grid of a graph is another world: where nothing else is known, do not advise it. Messages to a worker keep the fields of a grid, but not its methods.
  const ofGraph = caller === 'findPath' ? ': call findRoute' : 'same' in given ? (caller === 'Components' ? ': call its same(a, b)' : /^(Torus|Linked)Grid$/.test(caller) && caller !== name ? ': joined edges and links cannot be combined, so write a graph of your own' : ': pass its .grid, or search by AStar, Dijkstra or findRoute') : '';
  const remedy = 'successors' in given ? ofGraph : 'grid' in given ? `: pass its .grid${caller === 'findPath' && 'column' in given ? ' to findRoute' : ''}` : 'movement' in given ? ': post describeGrid(grid), and call restoreGrid in the worker' : '';
  return `an object of ${name}${wrong === undefined ? '' : ` (${wrong}: ${shown((given as Partial<Graph>)[wrong])})`}${remedy}`;
}
