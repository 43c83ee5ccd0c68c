import { NO_VERTEX } from '@pf/graph';
import type { Dijkstra } from '../dijkstra.ts';
import { GRAIN } from './near-marks.ts';

/** A plateau by its last vertex. The lowest rank is the best. */
export interface Plateau {
  readonly v: number;
  rank: number;
}

/** Minimum cost of a plateau, as a fraction of the cheapest route. */
const LEAST_PLATEAU = 0.1;
/** Relative tolerance of costs: sums of both searches round differently. */
const ROUNDING = 1e-12;

/**
 * Finds the plateaus of routes that cost at most `stretch` times the cheapest, the best first; pauses after every few vertices.
 *
 * Departures: an arc of the tree from the start is on a plateau if it is on some cheapest path to the goal, not only if it is in the other tree, since the two may choose different ones of
 * equal paths. Instead of a test for local detours, plateaus below a tenth of the cheapest cost (with the arcs before and after them) are skipped.
 */
export function* findPlateaus(fromStart: Dijkstra, toGoal: Dijkstra, cheapest: number, stretch: number, vertexCount: number, found: Plateau[]): Generator<undefined, void> {
  const { closed } = fromStart;
  const costThrough = (v: number): number => fromStart.distance(v) + toGoal.distance(v);
  /** The vertex before `v`, if the plateau of that goes on to `v`. */
  const before = (v: number): number => {
    const u = fromStart.parent(v);
    return u !== NO_VERTEX && Math.abs(costThrough(u) - costThrough(v)) <= ROUNDING * cheapest ? u : NO_VERTEX;
  };
  let read = 0;
  const goesOn = new Uint8Array(vertexCount);
  for (let i = 0; i < closed.length; i++) {
    if (++read % GRAIN === 0) yield;
    const u = before(closed[i]);
    if (u !== NO_VERTEX) goesOn[u] = 1;
  }
  for (let i = 0; i < closed.length; i++) {
    if (++read % GRAIN === 0) yield;
    const v = closed[i];
    const cost = costThrough(v);
    if (!(cost <= stretch * cheapest) || goesOn[v] === 1) continue;
    let first = v;
    for (let u = before(first); u !== NO_VERTEX; u = before(first)) {
      if (++read % GRAIN === 0) yield;
      first = u;
    }
    const length = fromStart.distance(v) - fromStart.distance(first);
    // With the arcs before and after it: on a road without crossings, the plateau may be a single vertex.
    const [last, next] = [fromStart.parent(first), toGoal.parent(v)];
    const reach = fromStart.distance(v) - (last === NO_VERTEX ? 0 : fromStart.distance(last)) + toGoal.distance(v) - (next === NO_VERTEX ? 0 : toGoal.distance(next));
    if (reach >= LEAST_PLATEAU * cheapest) found.push({ v, rank: cost - length });
  }
  found.sort(better);
}

/** Orders plateaus by rank. */
export function better(a: Plateau, b: Plateau): number {
  return a.rank - b.rank || a.v - b.v;
}
