/** Makes each of the first `count` entries the greatest of itself and the `size` − 1 after it, `step` entries apart, as far as there are so many. */
export function slidingMaximum(worst: Uint8Array, count: number, step: number, size: number): void {
  for (let reach = 1; reach < size; ) {
    const by = Math.min(reach, size - reach);
    const ahead = by * step;
    // What comes after is not yet as wide as it will be.
    for (let i = 0; i + ahead < count; i++) if (worst[i + ahead] > worst[i]) worst[i] = worst[i + ahead];
    reach += by;
  }
}
