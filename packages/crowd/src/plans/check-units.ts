import type { Graph } from '@pf/graph';
import { checkFit, checkFunction, checkVertex, shown } from '@pf/graph/kit';
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

/** Throws if two units have the same vertex. */
export function checkApart(vertices: ArrayLike<number>, verb: string): void {
  const units = new Map<number, number>();
  for (let i = 0; i < vertices.length; i++) {
    const other = units.get(vertices[i]);
    if (other !== undefined) throw new RangeError(`Units ${other} and ${i} both ${verb} vertex ${vertices[i]}: no two units can be on one vertex.`);
    units.set(vertices[i], i);
  }
}

/** Throws unless these options of a step planner over `graph` are valid. */
export function checkStepPlanner(graph: Graph, options: { readonly crossings?: unknown; readonly distances?: unknown; readonly seed?: unknown }): void {
  const { crossings, distances, seed } = options;
  if (crossings !== undefined) checkFunction(crossings, 'crossings');
  if (distances !== undefined) {
    const { claim, vertexCount } = distances as Partial<DistanceTables>;
    if (typeof claim !== 'function') throw new TypeError(`distances are tables, new DistanceTables(graph), got ${shown(distances)}.`);
    checkFit(graph, 'set of distance tables', vertexCount!);
  }
  if (seed !== undefined && !Number.isInteger(seed)) throw new RangeError(`The seed must be a whole number, got ${shown(seed)}.`);
}
