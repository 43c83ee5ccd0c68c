import type { Heuristic } from '@pf/graph';

/** Units may step into a swamp to make room, but at first not into a wall with a price: a step that costs more than this many times its length, or the cheapest one from there. */
const MOST_TIMES = 16;
/** Steps that cost up to this many times the cheapest one count as equal. Diagonal steps do. */
const EVEN = 1.5;
/** The largest surcharge, as a fraction of the cheapest step. With more, units would rather stay than make room. */
const MOST_SURCHARGE = 0.25;

/** The cheapest of `n` arcs that are not free; 1 without any. */
export function cheapestOf(cost: Float64Array, n: number): number {
  let cheapest = Infinity;
  for (let k = 0; k < n; k++) if (cost[k] > 0 && cost[k] < cheapest) cheapest = cost[k];
  return cheapest === Infinity ? 1 : cheapest;
}

/** The extra cost of an expensive step for a unit off its path, compared with its length: the estimate, at least the cheapest step. Infinity: it may not take the step. */
export function surchargeOf(cost: number, cheapest: number, lengthOf: Heuristic, from: number, to: number): number {
  if (cost <= EVEN * cheapest) return 0;
  const length = Math.max(cheapest, lengthOf(from, to));
  return isWall(cost, length) ? Infinity : Math.max(0, Math.min(cost - length, MOST_SURCHARGE * cheapest));
}

/** Whether a step of this length costs so much that it leads into a wall with a price. */
export function isWall(cost: number, length: number): boolean {
  return cost > MOST_TIMES * length;
}
