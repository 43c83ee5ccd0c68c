import { NO_VERTEX } from '@pf/graph';
import type { Dijkstra } from '../dijkstra.ts';

/** Marks of vertices that are near a route but not on it; the second where start or goal are near too: arcs to these do not count as common. */
export const NEAR = -2;
export const NEAR_ENDS = -3;

/** How many vertices are read between two pauses: together they take about as long as an expansion. */
export const GRAIN = 16;
/** The same for vertices that are only skipped. */
const SKIPPED = 1024;

/** Marks in `next` the vertices with a cost in `values`, except those on the route; pauses after every few vertices. */
export function* markNear(next: Int32Array, values: Float64Array, fromStart: Dijkstra, toGoal: Dijkstra, margin: number): Generator<undefined, void> {
  let marked = 0;
  for (let v = 0; v < values.length; v++) {
    if (v % SKIPPED === 0) yield;
    if (values[v] === Infinity || next[v] !== NO_VERTEX) continue;
    if (++marked % GRAIN === 0) yield;
    next[v] = Math.min(fromStart.distance(v), toGoal.distance(v)) > 2 * margin ? NEAR : NEAR_ENDS;
  }
}
