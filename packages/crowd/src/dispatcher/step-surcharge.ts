import type { Heuristic } from '@pf/graph';

/** A step off its path that costs more than this many times the cheapest one from there is not taken: a wall with a price is no way around others, but a swamp is. */
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

/** By how much a unit off its path avoids a step that costs more than its length, which is at least the cheapest step. Infinity: it may not take the step. */
export function surchargeOf(cost: number, cheapest: number, heuristic: Heuristic, from: number, to: number): number {
  if (cost <= EVEN * cheapest) return 0;
  const length = Math.max(cheapest, heuristic(from, to));
  return cost > MOST_TIMES * length ? Infinity : Math.max(0, Math.min(cost - length, MOST_SURCHARGE * cheapest));
}
