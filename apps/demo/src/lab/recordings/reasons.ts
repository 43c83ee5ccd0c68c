import type { Grid } from '@pf/grid';

/** Why an algorithm cannot run on a map, as a sentence for visitors: errors of the packages advise programmers. */
export function reasonOf(error: unknown, { terrain, movement }: Grid): string {
  const message = error instanceof Error ? error.message : String(error);
  if (terrain.weighted && /\bterrain\b/.test(message)) return 'It needs a map where every step costs the same, and some cells of this one cost more.';
  if (movement === 'four' && /8-connected/.test(message)) return 'It needs steps to all eight neighbours: choose 8 ways as the movement.';
  return message;
}
