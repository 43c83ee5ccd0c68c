import type { Graph, NamedGraph, RoadMap } from '@pf/graph';
import { avoiding } from '@pf/graph';
import { checkBoolean, checkFunction, checkOptions, checkVertex, checkWorld, noEstimate, ownHeuristic, shown } from '@pf/graph/kit';
import { AStar } from './a-star.ts';

/** A network for `findRoute`: a `RoadMap`, a graph read from a table with its names, or any graph (its places are vertices). */
export type Places<Name> = RoadMap<Name> | NamedGraph | Graph;

/** Options of `findRoute`. Places are given by name. */
export interface FindRouteOptions<Name> {
  /** Start of the route. */
  readonly from: Name;
  /** Goal; of several, the cheapest to reach. An array is a list of goals: if names are arrays, pass `[name]`. */
  readonly to: Name | readonly Name[];
  /** Places that the route must not enter: a list, or a function of the name. It may start at one. */
  readonly avoid?: readonly Name[] | ((place: Name) => boolean) | undefined;
  /** If no goal can be reached, lead to the place with the lowest estimate: on a `HexMap`, the nearest cell. Without estimates, stay at the start. Default false. */
  readonly nearest?: boolean | undefined;
  /** Estimated cost between two places, never above the true cost, such as the straight-line distance. Default: the graph's own, or none. */
  readonly heuristic?: ((place: Name, goal: Name) => number) | undefined;
}

/** A route as a list of places. */
export interface FoundRoute<Name> {
  /** Cost of the route; Infinity if there is none. With `nearest`, of the route to where it ends. */
  readonly cost: number;
  /** From start to end, both included; empty if there is no route. */
  readonly places: Name[];
  /** Whether it ends at a goal. */
  readonly arrived: boolean;
}

/** A search kept for a graph, and the graph's names. */
interface Kept {
  search: AStar | undefined;
  readonly vertexCount: number;
  readonly maxDegree: number;
  readonly numbers: ReadonlyMap<unknown, number> | undefined;
}

const kept = new WeakMap<object, Kept>();

/**
 * Finds the cheapest route between two places of a network by their names. Follows added places, and roads that are added or removed.
 * Later calls for the same network reuse its search, unless `avoid`, `nearest` or `heuristic` is given: for many such queries keep an `AStar`.
 *
 * @example
 * ```ts
 * import { CompressedGraph, parseArcTable } from '@pf/graph';
 * import { findRoute } from '@pf/search';
 *
 * const roads = parseArcTable('from,to,cost\nAlba,Bard,3\nBard,Cuneo,2\nAlba,Cuneo,9\n', { directed: false });
 * findRoute(roads, { from: 'Cuneo', to: 'Alba' }); // → { cost: 5, places: ['Cuneo', 'Bard', 'Alba'], arrived: true }
 * findRoute(roads, { from: 'Cuneo', to: 'Alba', avoid: ['Bard'] }).cost; // → 9
 * findRoute(new CompressedGraph(3, [[0, 1, 3], [1, 2, 2]]), { from: 0, to: 2 }).places; // → [0, 1, 2]
 * ```
 */
export function findRoute<Name>(roads: RoadMap<Name>, options: FindRouteOptions<NoInfer<Name>>): FoundRoute<Name>;
export function findRoute(roads: NamedGraph, options: FindRouteOptions<string>): FoundRoute<string>;
// Neither a road map, whose places have names, nor a graph with turns, whose vertices are no places.
export function findRoute(roads: Graph & { readonly addRoad?: never; readonly original?: never }, options: FindRouteOptions<number>): FoundRoute<number>;
export function findRoute<Name>(roads: Places<Name>, options: FindRouteOptions<Name>): FoundRoute<Name> {
  const named = typeof roads === 'object' && (roads as Places<Name> | null) !== null && 'names' in roads ? roads : undefined;
  const graph = named?.graph ?? (roads as Graph);
  checkWorld(graph, 'findRoute');
  if ('original' in graph) throw new TypeError('findRoute takes no graph with turns, whose vertices are no places: call search(turns.start(from), turns.goal(to)) of an AStar.');
  if ((options as FindRouteOptions<Name> | null | undefined) === undefined) throw new TypeError("findRoute needs from and to: findRoute(roads, { from: 'Oslo', to: 'Bergen' }).");
  checkOptions(options, ['from', 'to', 'avoid', 'nearest', 'heuristic'], 'findRoute');
  const { from, to, avoid, nearest = false, heuristic } = options;
  checkBoolean(nearest, 'nearest');
  const own = keptFor(roads, graph, named);
  const nameOf = (v: number): Name => (isRoadMap<Name>(graph) ? graph.name(v) : ((named?.names[v] ?? v) as Name));
  const vertexOf = (name: Name, role: string): number => {
    if (isRoadMap<Name>(graph)) return graph.vertex(name);
    if (named === undefined) checkVertex(graph, name as number, role);
    const v = named === undefined ? (name as number) : own.numbers!.get(name);
    if (v === undefined) throw new RangeError(`There is no place ${shown(name)} in the network, given as ${role}.`);
    return v;
  };
  const start = vertexOf(from, 'from');
  const goals = (Array.isArray(to) ? (to as readonly Name[]) : [to as Name]).map((name) => vertexOf(name, 'to'));
  if (goals.length === 0) throw new RangeError('The list of goals given as to is empty: pass at least one place.');
  const avoidsNone = avoid === undefined || (Array.isArray(avoid) && avoid.length === 0);
  let search: AStar;
  // The graph's own heuristic may be too high for a view; then it must not be asked.
  if (avoidsNone && !nearest && heuristic === undefined) search = own.search ??= new AStar(graph);
  else {
    if (heuristic !== undefined) checkFunction(heuristic, 'heuristic');
    const view = avoidsNone ? graph : avoiding(graph, avoidance(avoid, nameOf, vertexOf));
    const own = nearest && heuristic === undefined ? ownHeuristic(view) : undefined;
    // For nearest, A* insists on estimates; without any, all are 0.
    search = new AStar(view, { nearest, heuristic: heuristic !== undefined ? (v, goal) => heuristic(nameOf(v), nameOf(goal)) : own === noEstimate ? () => 0 : own });
  }
  const cost = search.searchNearest(start, goals);
  const out = new Uint32Array(graph.vertexCount);
  const length = cost < Infinity ? search.path(out) : 0;
  return { cost, places: Array.from(out.subarray(0, length), nameOf), arrived: cost < Infinity && goals.includes(search.end) };
}

/** Checks properties, not the class: the graph may come from another copy of the package. */
function isRoadMap<Name>(graph: Graph): graph is RoadMap<Name> {
  return 'addRoad' in graph;
}

function keptFor(roads: object, graph: Graph, named: NamedGraph | undefined): Kept {
  const { vertexCount, maxDegree } = graph;
  let own = kept.get(roads);
  if (own === undefined || own.vertexCount !== vertexCount || own.maxDegree !== maxDegree) {
    const numbers = named === undefined ? undefined : new Map<unknown, number>(named.names.map((name, v) => [name, v]));
    own = { search: undefined, vertexCount, maxDegree, numbers };
    kept.set(roads, own);
  }
  return own;
}

function avoidance<Name>(avoid: readonly Name[] | ((place: Name) => boolean), nameOf: (v: number) => Name, vertexOf: (name: Name, role: string) => number): (v: number) => boolean {
  if (typeof avoid === 'function') return (v) => avoid(nameOf(v));
  if (!Array.isArray(avoid)) throw new TypeError(`avoid is a list of places or a function of one, got ${shown(avoid)}.`);
  const vertices = new Set(avoid.map((name: Name) => vertexOf(name, 'avoid')));
  return (v) => vertices.has(v);
}
