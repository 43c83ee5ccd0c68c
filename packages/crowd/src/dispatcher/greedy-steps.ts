import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import type { ArcBuffer } from '@pf/graph/kit';
import { greedyStep } from '@pf/graph/kit';
import type { Unit } from './unit.ts';

/** The neighbour of a unit with the lowest estimate to its goal, if that is below the unit's own, and an arc leads back; NO_VERTEX otherwise. */
export function stepNearer(graph: Graph, heuristic: Heuristic | undefined, { at, goal, kind }: Unit, { to, cost }: ArcBuffer): number {
  if (heuristic === undefined) return NO_VERTEX;
  const next = greedyStep(graph, heuristic, at, goal, to, cost);
  if (next === NO_VERTEX || heuristic(next, goal) >= heuristic(at, goal)) return NO_VERTEX;
  return next === goal || kind.back.has(at, next) ? next : NO_VERTEX;
}
