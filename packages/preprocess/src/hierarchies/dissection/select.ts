/** Reorders `items` so that the `k` with the smallest keys stand first (Hoare's selection, 1961), in any order. */
export function selectSmallest(items: Uint32Array, count: number, keys: Float64Array, k: number): void {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const pivot = keys[items[(low + high) >> 1]];
    let i = low;
    let j = high;
    while (i <= j) {
      while (keys[items[i]] < pivot) i++;
      while (keys[items[j]] > pivot) j--;
      if (i > j) break;
      const kept = items[i];
      items[i++] = items[j];
      items[j--] = kept;
    }
    if (k <= j) high = j;
    else if (k >= i) low = i;
    else return;
  }
}
