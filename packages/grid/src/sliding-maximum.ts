/** Replaces each of the first `count` entries by the greatest of itself and the `size` − 1 after it, `step` entries apart; fewer near the end. */
export function slidingMaximum(worst: Uint8Array, count: number, step: number, size: number): void {
  for (let reach = 1; reach < size; ) {
    const by = Math.min(reach, size - reach);
    const ahead = by * step;
    // The entries that follow do not span the full width yet.
    for (let i = 0; i + ahead < count; i++) if (worst[i + ahead] > worst[i]) worst[i] = worst[i + ahead];
    reach += by;
  }
}
