/** Replaces each of the first `count` entries by the maximum of itself and the next `size` − 1, `step` entries apart; fewer near the end. */
export function slidingMaximum(worst: Uint8Array, count: number, step: number, size: number): void {
  for (let reach = 1; reach < size; ) {
    const by = Math.min(reach, size - reach);
    const ahead = by * step;
    // Entries do not span the full width yet.
    for (let i = 0; i + ahead < count; i++) if (worst[i + ahead] > worst[i]) worst[i] = worst[i + ahead];
    reach += by;
  }
}
