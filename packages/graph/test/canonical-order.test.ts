import { describe, expect, test } from 'vitest';
import { allButBack, canonicalOrder, NO_DIRECTION } from '../src/kit.ts';

const [E, S, W, N, SE, SW, NW, NE] = [0, 1, 2, 3, 4, 5, 6, 7];

const bits = (moves: readonly number[]): number => moves.reduce((byte, d) => byte | (1 << d), 0);
const all = [E, S, W, N, SE, SW, NW, NE];
const without = (...blocked: number[]): number[] => all.filter((d) => !blocked.includes(d));

test('if all moves are kept, only the move straight back is pruned', () => {
  const table = allButBack([2, 3, 0, 1], 4);
  const kept = [[E, S, N], [E, S, W], [S, W, N], [E, W, N], [E, S, W, N]];
  expect([E, S, W, N, NO_DIRECTION].map((arrival) => table[(arrival << 8) | 15])).toEqual(kept.map(bits));
  expect(table[(E << 8) | bits([E, W])]).toBe(bits([E]));
});

describe('the canonical order', () => {
  /** Arrival, the legal moves, and the moves that it keeps. */
  const cases = (cut: boolean, ...reported: [arrival: number, legal: number[], kept: number[]][]): void => {
    const table = canonicalOrder(cut);
    for (const [arrival, legal, kept] of reported) expect(table[(arrival << 8) | bits(legal)], `${arrival} ${legal.join()}`).toBe(bits(kept));
  };

  test('goes straight on in the open, and after a diagonal step in three directions', () => {
    for (const cut of [false, true]) cases(cut, [E, all, [E]], [N, all, [N]], [SE, all, [SE, E, S]], [NE, all, [NE, N, E]], [NO_DIRECTION, all, all]);
  });

  test('turns behind a corner that must not be cut, and past a blocked cell where it may', () => {
    // The cell behind to the south is blocked: no path has passed it yet.
    cases(false, [E, without(SW), [E, S, SE]], [E, without(NW), [E, N, NE]], [SE, without(SW, W), [SE, E, S]]);
    cases(true, [E, without(S), [E, SE]], [E, without(N), [E, NE]], [SE, without(W), [SE, E, S, SW]], [SE, without(N), [SE, E, S, NE]]);
  });

  test('is the same in every direction', () => {
    const turned = (d: number): number => (d < 4 ? (d + 1) % 4 : d < 8 ? 4 + ((d + 1) % 4) : d);
    const turnedAll = (moves: number): number => bits(all.filter((d) => ((moves >> d) & 1) === 1).map(turned));
    for (const cut of [false, true]) {
      const table = canonicalOrder(cut);
      expect(table).toEqual(table.map((_, i) => {
        // Three turns back are one forward.
        const [arrival, moves] = [turned(i >> 8), turnedAll(i & 255)];
        return turnedAll(turnedAll(turnedAll(table[(arrival << 8) | moves])));
      }));
    }
  });
});
