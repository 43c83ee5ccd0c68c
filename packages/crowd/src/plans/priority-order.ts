/**
 * Writes the order in which units decide: the longer a unit has been away from its goal, the earlier. Ties are broken by `ranking`.
 *
 * These times rise equally for all units that are away. So the next order is the last one without the units at their goals, which follow in the order of the ranking.
 */
export function nextOrder(order: Int32Array, first: number, ranking: Int32Array, at: ArrayLike<number>, goals: ArrayLike<number>, out: Int32Array, outFirst: number): void {
  const n = ranking.length;
  let end = outFirst;
  for (let k = first; k < first + n; k++) {
    const i = order[k];
    if (at[i] !== goals[i]) out[end++] = i;
  }
  if (end === outFirst + n) return;
  for (let k = 0; k < n; k++) {
    const i = ranking[k];
    if (at[i] === goals[i]) out[end++] = i;
  }
}

/** The units, farthest from its goal first; ties are broken by their numbers. */
export function rankByDistance(distance: ArrayLike<number>): Int32Array<ArrayBuffer> {
  return Int32Array.from(distance, (_, i) => i).sort((a, b) => distance[b] - distance[a] || a - b);
}
