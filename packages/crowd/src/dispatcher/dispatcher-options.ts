import type { Graph, Heuristic } from '@pf/graph';
import { checkFactory, checkHeuristic, checkOption, checkOptions, shown } from '@pf/graph/kit';
import { gridBelow } from '../grid-below.ts';
import type { FlowField } from './flow-field.ts';
import type { RoutePlanner } from './route-planner.ts';
import { Unit } from './unit.ts';
import type { Footprint } from './unit-kind.ts';

/** Options of a `Dispatcher`. */
export interface DispatcherOptions {
  /**
   * Returns the planner of a unit; called once for each. All units can share a search. A planner that repairs its path should serve only one unit.
   *
   * While requests wait, the planner belongs to the dispatcher. If you use it between two frames, the current request is queued again at the end. If you
   * use it every frame, a request may never finish. Use another search for your own queries, and for each other dispatcher, also one that joins.
   *
   * `AStar` and `JumpPointSearch` begin again after an edit. If a large map is edited in most frames, as by fog of war, most units then wait: take
   * `ClusterSearch` of @pf/preprocess, or, for few units, a `DStarLite` each.
   */
  readonly planner: (unit: number) => RoutePlanner;
  /** Guides the greedy steps of units without a path. Without it they wait. With `collisions: 'avoid'` the default is the heuristic of the graph. */
  readonly heuristic?: Heuristic | undefined;
  /** If at least this many units have the same goal, they share a flow field, once that costs less than their searches. Default 3; `Infinity` turns sharing off. */
  readonly shareFrom?: number | undefined;
  /** The maximum number of flow fields, 40 bytes a vertex each. Default 4. */
  readonly fields?: number | undefined;
  /**
   * 'pass' (the default): units walk through each other. 'avoid': at most one is on a vertex, no two swap places or cross, and those without an order step
   * aside.
   *
   * Over a view of `avoiding` or `withCosts`, report by `arcsChanged` the tails of arcs that its function changes. Otherwise, with 'pass', units walk into cells that
   * it has closed since their paths were planned.
   */
  readonly collisions?: 'pass' | 'avoid' | undefined;
  /**
   * For units that cover several cells and avoid others: the `UnitGrid` of their size, while the graph is its `grid`. Positions and goals are cells of that
   * grid. On a graph of your own, a `Footprint` that says which vertices they cover. Default: a unit covers one vertex.
   */
  readonly footprint?: Footprint | undefined;
  /**
   * With `collisions: 'avoid'`, the player or team of the units, as a text or number: they push aside units of their own side only, and walk around others, if there is a
   * way. Default of a dispatcher that joins another: the side of that one. Without any, all push all.
   */
  readonly side?: string | number | undefined;
}

/** What happened in one frame. */
export interface FrameReport {
  /** Expansions spent on planning. A changed vertex that a planner reads counts as one. */
  expanded: number;
  /** Requests that were answered: a path was found, or proved not to exist. */
  planned: number;
  /** Units that moved. */
  moved: number;
  /** Units that wait for a path. Units that follow an older path meanwhile do not count. */
  waiting: number;
}

/** Throws for invalid options. */
export function checkDispatcherOptions(options: DispatcherOptions): void {
  if ((options as DispatcherOptions | undefined) === undefined) throw new TypeError('A dispatcher needs a planner: new Dispatcher(graph, { planner: () => search }).');
  checkOptions(options, ['planner', 'heuristic', 'shareFrom', 'fields', 'collisions', 'footprint', 'side'], 'Dispatcher');
  const { planner, heuristic, shareFrom = 3, fields = 4, collisions = 'pass', footprint, side } = options;
  checkOption('collisions', collisions, ['pass', 'avoid']);
  checkFactory(planner, 'planner must be a function that returns the planner of a unit, such as () => search for one that all share');
  if (!(typeof shareFrom === 'number' && shareFrom >= 1)) throw new RangeError(`shareFrom must be at least 1, got ${shown(shareFrom)}: it is the number of units from which they share a flow field.`);
  if (heuristic !== undefined) checkHeuristic(heuristic);
  if (!(typeof fields === 'number' && fields >= 0)) throw new RangeError(`fields must be 0 or more, got ${shown(fields)}: it is the number of flow fields at once.`);
  if (collisions === 'pass' && footprint !== undefined) throw new RangeError("A footprint needs collisions: 'avoid', since units that pass through each other cover nothing.");
  if (side !== undefined && typeof side !== 'string' && !(typeof side === 'number' && !Number.isNaN(side))) throw new TypeError(`side must be a text or a number, such as 'red' or 1, got ${shown(side)}.`);
  if (side !== undefined && collisions === 'pass') throw new RangeError("A side needs collisions: 'avoid', since others push no units aside.");
}

/** Throws unless `planner` can plan for `unit` on `graph`: on that graph or a view of it, as far as it says where it searches. */
export function checkPlanner(planner: Partial<RoutePlanner> | null | undefined, graph: Graph, unit: number): void {
  if (typeof planner?.run !== 'function') throw new TypeError('The planner of a unit must have begin, run, path and counters, as searches of @pf/search and planners of @pf/incremental do.');
  const searched = searchedBy(planner);
  if (searched === undefined || worldBelow(searched) === worldBelow(graph)) return;
  throw new RangeError(
    `${otherGraph(unit)}, or for a view of that. Units on another map, even on the grid of a TorusGrid or LinkedGrid, need a dispatcher of their own, or one that joins. If it is a view of your own, give it the member viewOf: the graph below it.`,
  );
}

/** The graph on which a planner says that it searches, if it does. */
export function searchedBy(planner: object): Graph | undefined {
  // The member of a planner of the caller's may be anything.
  const { graph } = planner as { readonly graph?: Partial<Graph> | null };
  return typeof graph?.successors === 'function' ? (graph as Graph) : undefined;
}

function otherGraph(unit: number): string {
  return `The planner of unit ${unit} searches another graph: make it for the graph of this dispatcher`;
}

/** The graph that all views are of. */
function worldBelow(graph: Graph): Graph {
  return graph.viewOf === undefined ? graph : worldBelow(graph.viewOf);
}

/** What an error of a planner, or of the graph while a flow field grows, means for the caller of a frame. */
export function failureOf(failed: Unit | FlowField, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  if (!(failed instanceof Unit)) return `The flow field to vertex ${failed.goal} could not be completed: ${reason}`;
  // Start and goal were checked against the graph of this dispatcher.
  if (reason.includes('vertex of the graph')) return `${otherGraph(failed.id)}.`;
  return `No path could be planned for unit ${failed.id}, which stays at vertex ${failed.at}: ${reason}`;
}

/** Throws unless units on `joined` can avoid those on `graph`: unless a vertex is one place in both. */
export function checkJoined(graph: Graph, joined: Graph): void {
  const [first, second] = [mapOf(graph), mapOf(joined)];
  if (first !== undefined && second !== undefined && first !== second) throw new RangeError(`Joined dispatchers need grids of one map, of ${first}, got ${second}.`);
  if (joined.vertexCount !== graph.vertexCount) throw new RangeError(`Joined dispatchers need graphs with the same vertices, ${graph.vertexCount}, got one with ${joined.vertexCount}.`);
}

/** The size and cells of a grid, or of the one under its views. */
function mapOf(graph: Graph): string | undefined {
  const grid = gridBelow(graph);
  return grid?.movement === undefined ? undefined : `${grid.width} × ${grid.height} ${grid.movement === 'hex' ? 'hexagons' : 'squares'}`;
}
