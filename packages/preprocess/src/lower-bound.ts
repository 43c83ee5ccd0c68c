/** The index of the first entry, from `low` to before `high`, that is at least `value`; `high` if there is none. The entries ascend. */
export function lowerBound(sorted: Uint32Array, value: number, low = 0, high: number = sorted.length): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of `value` among the ascending entries from `low` to before `high`; −1 if it is not there. */
export function indexIn(sorted: Uint32Array, value: number, low: number, high: number): number {
  const index = lowerBound(sorted, value, low, high);
  return index < high && sorted[index] === value ? index : -1;
}
