import { expect } from 'vitest';
import type { Occupancy } from '../../src/time/occupancy.ts';
import { FOREVER } from '../../src/time/occupancy.ts';

/** Compares all answers from step `from` on with those of a list of steps. After `horizon` steps nothing changes. */
export function checkOccupancy(
  occupied: Occupancy,
  vertices: readonly number[],
  from: number,
  horizon: number,
  taken: (cell: number, t: number) => boolean,
  isStep: (a: number, b: number, t: number) => boolean,
): void {
  const [forever, last] = [2 * horizon, horizon - 1];
  for (let a = 0; a < vertices.length; a++) {
    const from0 = occupied.freeFrom(vertices[a]);
    for (let t = from; t < horizon; t++) {
      let free = t;
      while (free < forever && taken(a, Math.min(free, last))) free++;
      const found = occupied.nextFree(vertices[a], t);
      expect(found >= FOREVER ? forever : found).toBe(free);
      if (free !== t) expect(from0).toBeGreaterThan(t);
      else {
        let until = t;
        while (until < last && !taken(a, until + 1)) until++;
        expect(occupied.freeUntil(vertices[a], t, last)).toBe(until);
        if (until < last) expect(from0).toBeGreaterThan(until);
        else if (t === from || taken(a, t - 1)) expect(t === from ? Math.max(from0, from) : from0).toBe(t);
      }
      for (let b = 0; b < vertices.length && t > from; b++) if (b !== a) expect(occupied.isStep(vertices[a], vertices[b], t)).toBe(isStep(a, b, t));
    }
  }
}
