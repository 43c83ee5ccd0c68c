import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import type { ArcBuffer } from '@pf/graph/kit';
import { greedyStep } from '@pf/graph/kit';
import type { Unit } from './unit.ts';

/** The neighbour of a unit with the lowest estimate to its goal, if that is below the unit's own; NO_VERTEX otherwise. */
export function stepNearer(graph: Graph, heuristic: Heuristic | undefined, { at, goal }: Unit, { to, cost }: ArcBuffer): number {
  if (heuristic === undefined) return NO_VERTEX;
  const next = greedyStep(graph, heuristic, at, goal, to, cost);
  return next === NO_VERTEX || heuristic(next, goal) >= heuristic(at, goal) ? NO_VERTEX : next;
}
