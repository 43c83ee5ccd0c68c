import { NO_VERTEX } from '@pf/graph';
import type { Dijkstra } from '../dijkstra.ts';

/** A plateau by its last vertex. The lowest rank is the best. */
export interface Plateau {
  readonly v: number;
  rank: number;
}

/** Minimum cost of a plateau, as a fraction of the cheapest route. */
const LEAST_PLATEAU = 0.1;

/**
 * Finds the plateaus of routes that cost at most `stretch` times the cheapest, the best first. `buffer` has room for all vertices.
 *
 * Departure: instead of a test for local detours, plateaus below a tenth of the cheapest cost (with the arcs before and after them) are skipped.
 */
export function findPlateaus(fromStart: Dijkstra, toGoal: Dijkstra, cheapest: number, stretch: number, buffer: Uint32Array): Plateau[] {
  const found: Plateau[] = [];
  const n = fromStart.reached(buffer);
  for (let i = 0; i < n; i++) {
    const v = buffer[i];
    const cost = fromStart.distance(v) + toGoal.distance(v);
    if (!(cost <= stretch * cheapest)) continue;
    const onward = toGoal.parent(v);
    if (onward !== NO_VERTEX && fromStart.parent(onward) === v) continue;
    let first = v;
    for (let u = fromStart.parent(first); u !== NO_VERTEX && toGoal.parent(u) === first; u = fromStart.parent(first)) first = u;
    const length = fromStart.distance(v) - fromStart.distance(first);
    // With the arcs before and after it: on a road without crossings, the plateau may be a single vertex.
    const before = fromStart.parent(first);
    const reach = fromStart.distance(v) - (before === NO_VERTEX ? 0 : fromStart.distance(before)) + toGoal.distance(v) - (onward === NO_VERTEX ? 0 : toGoal.distance(onward));
    if (reach >= LEAST_PLATEAU * cheapest) found.push({ v, rank: cost - length });
  }
  return found.sort(better);
}

/** Orders plateaus by rank. */
export function better(a: Plateau, b: Plateau): number {
  return a.rank - b.rank || a.v - b.v;
}
