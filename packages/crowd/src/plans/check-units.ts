import type { Graph } from '@pf/graph';
import { checkFit, checkFunction, checkVertex, shown } from '@pf/graph/kit';
import { gridBelow } from '../grid-below.ts';
import type { DistanceTables } from './distance-tables.ts';

/** Throws unless there are as many goals as starts, all are vertices of the graph, and the starts are different. */
export function checkUnits(graph: Graph, starts: ArrayLike<number>, goals: ArrayLike<number>): void {
  for (const [list, name] of [[starts, 'starts'], [goals, 'goals']] as const) {
    const given: { readonly length?: unknown } | null | undefined = list;
    if (typeof given === 'object' && given !== null && typeof given.length === 'number') continue;
    throw new TypeError(`The ${name} must be a list of vertices, one for each unit, got ${shown(list)}.`);
  }
  if (starts.length !== goals.length) throw new RangeError(`Every unit needs a start and a goal, got ${starts.length} starts and ${goals.length} goals.`);
  for (let i = 0; i < starts.length; i++) {
    checkVertex(graph, starts[i], `start of unit ${i}`);
    checkVertex(graph, goals[i], `goal of unit ${i}`);
  }
  checkApart(starts, 'start at');
}

/** Throws unless `unit` is the number of one of `count` units. */
export function checkUnit(unit: number, count: number, none = 'begin(starts, goals) sets the units'): void {
  if (count === 0) throw new RangeError(`There is no unit ${shown(unit)}: ${none}.`);
  if (!(Number.isInteger(unit) && unit >= 0 && unit < count)) throw new RangeError(`The unit must be a whole number from 0 to ${count - 1}, got ${shown(unit)}.`);
}

/** Throws unless a plan has rows for `units` units. */
export function checkRows(plan: ArrayLike<number>, units: number): void {
  if (units === 0 ? plan.length === 0 : plan.length > 0 && plan.length % units === 0) return;
  throw new RangeError(`A plan for ${units} units has rows of ${units} vertices, got ${plan.length} vertices in all.`);
}

/** Throws unless `begin` was called. */
export function checkUnitsBegun(begun: boolean): void {
  if (!begun) throw new Error('No units are set yet: call begin(starts, goals) first.');
}

/** Throws if two units have the same vertex. */
export function checkApart(vertices: ArrayLike<number>, verb: string): void {
  const units = new Map<number, number>();
  for (let i = 0; i < vertices.length; i++) {
    const other = units.get(vertices[i]);
    if (other !== undefined) throw new RangeError(`Units ${other} and ${i} both ${verb} vertex ${vertices[i]}: no two units can be on one vertex.`);
    units.set(vertices[i], i);
  }
}

/** Throws unless these options of a step planner over `graph` are valid. `takesBelow`: it also takes distance tables of a graph that `graph` is a view of. */
export function checkStepPlanner(graph: Graph, options: { readonly crossings?: unknown; readonly distances?: unknown; readonly seed?: unknown }, takesBelow = false): void {
  const { crossings, distances, seed } = options;
  if (crossings !== undefined) checkFunction(crossings, 'crossings');
  if (distances !== undefined) {
    if (typeof (distances as Partial<DistanceTables>).claim !== 'function') throw new TypeError(`distances are tables, new DistanceTables(graph), got ${shown(distances)}.`);
    const tables = distances as DistanceTables;
    checkMap(graph, tables, 'set of distance tables');
    // Of the graph below a view, distances are too short at most: good estimates. But units that follow them downhill would stop where the view closes an arc.
    if (!(takesBelow ? isOver(graph, tables.graph) : graph === tables.graph)) throw new RangeError(`The distance tables are of another graph: pass tables of this one${takesBelow ? ', or of the one that it is a view of' : ''}.`);
  }
  if (seed !== undefined && !Number.isInteger(seed)) throw new RangeError(`The seed must be a whole number, got ${shown(seed)}.`);
}

/** Throws if `made`, a list or a table for a graph, numbers its vertices differently from `graph`: by their count, and on grids by their rows. */
export function checkMap(graph: Graph, made: { readonly graph: Graph; readonly vertexCount: number }, what: string): void {
  checkFit(graph, what, made.vertexCount);
  if (graph.vertexCount !== made.vertexCount) throw new RangeError(`This ${what} is of a graph with ${made.vertexCount} vertices, but the graph has ${graph.vertexCount}: pass one of this graph.`);
  const [stride, other] = [gridBelow(graph)?.stride, gridBelow(made.graph)?.stride];
  if (stride !== undefined && other !== undefined && stride !== other) throw new RangeError(`This ${what} is of a grid of another shape: pass one of this graph.`);
}

/** Whether a graph is `other`, or a view of it. */
function isOver(graph: Graph, other: Graph): boolean {
  return graph === other || (graph.viewOf !== undefined && isOver(graph.viewOf, other));
}
