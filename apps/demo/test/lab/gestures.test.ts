import { seededRandom } from '@pf/grid';
import { describe, expect, test } from 'vitest';
import type { Grip } from '../../src/lab/controls/gestures.ts';
import { gripAt, led } from '../../src/lab/controls/gestures.ts';
import { decode, encode } from '../../src/lab/scenario/link.ts';
import { Past } from '../../src/lab/scenario/past.ts';
import type { Place, Scenario } from '../../src/lab/scenario/scenario.ts';
import { ends, generate } from '../../src/lab/scenario/scenario.ts';
import { stroke } from '../../src/stroke.ts';
import { isKnown, rows, scenario } from './questions.ts';

describe('gestures', () => {
  const nothing = { landmarks: [], step: undefined };
  const isShown = (shown: Scenario): void => expect(decode(encode(shown), isKnown)).toEqual(shown);

  test('a grab takes the mark under the pointer, or for a finger the nearest one nearby', () => {
    const marked: Scenario = { ...scenario, start: [10, 10], goal: [14, 10] };
    const landmarks: readonly Place[] = [[14, 12], [30, 20]];
    const at = (x: number, y: number, reach: number): Grip | undefined => gripAt(marked, landmarks, [x, y], reach);
    expect([at(10, 10, 0), at(14, 10, 0), at(30, 20, 0), at(11, 10, 0)]).toEqual(['start', 'goal', 1, undefined]);
    expect([at(11, 11, 3), at(13, 10, 3), at(14, 13, 3), at(32, 22, 3), at(33, 22, 3)]).toEqual(['start', 'goal', 0, 1, undefined]);
  });

  test('a wall over a landmark removes it', () => {
    const landmarks: readonly Place[] = [[3, 3], [30, 20]];
    const put: Scenario = { ...scenario, rows: generate('open', 1), landmarks };
    const built = led(put, 'wall', [[29, 20], [30, 20], [31, 20]], { landmarks, step: undefined });
    expect([built.landmarks, built.rows[20].slice(29, 32)]).toEqual([[[3, 3]], '###']);
    isShown(built);
    // So does one that was painted during a walk, when it becomes a part of the map.
    const painted = led(put, 'wall', [[30, 20]], { landmarks, step: 8 });
    isShown(painted);
    const all = led(painted, 'rough', [[5, 5]], { landmarks: [[3, 3]], step: undefined });
    expect([all.landmarks, all.edits]).toEqual([[[3, 3]], []]);
    isShown(all);
  });

  test('what is painted at an earlier step of a walk replaces what was painted there at a later one', () => {
    const late = led(scenario, 'wall', [[20, 10], [21, 10]], { landmarks: [], step: 50 });
    // At step 20 the cell is still as the map has it.
    const rough = led(late, 'rough', [[20, 10]], { landmarks: [], step: 20 });
    expect(rough.edits).toEqual([{ step: 50, x: 21, y: 10, cost: 0 }, { step: 20, x: 20, y: 10, cost: 5 }]);
    expect(led(late, 'wall', [[21, 10]], { landmarks: [], step: 20 }).edits).toContainEqual({ step: 20, x: 21, y: 10, cost: 0 });
    expect(led(late, 'free', [[20, 10]], { landmarks: [], step: 20 }).edits).toEqual([{ step: 50, x: 21, y: 10, cost: 0 }]);
    expect(led(late, 'wall', [[20, 10]], { landmarks: [], step: 60 })).toBe(late);
    isShown(rough);
  });

  test('no mark can be placed where the map begins with a wall, even if it is removed later', () => {
    const walled: Scenario = { ...scenario, rows: rows.map((row, y) => (y === 5 ? `${row.slice(0, 9)}#${row.slice(10)}` : row)) };
    const opened = led(walled, 'free', [[9, 5]], { landmarks: [], step: 100 });
    expect(opened.edits).toEqual([{ step: 100, x: 9, y: 5, cost: 1 }]);
    for (const grip of ['start', 'goal', 'landmark'] as const) expect(led(opened, grip, [[9, 5]], nothing)).toBe(opened);
  });

  test('no more landmarks are taken than a link may have', () => {
    let now: Scenario = { ...scenario, rows: generate('open', 1) };
    for (let x = 0; x < 70; x++) now = led(now, 'landmark', [[x % 35, 10 + Math.floor(x / 35)]], { landmarks: now.landmarks, step: undefined });
    expect(now.landmarks.length).toBe(64);
    isShown(now);
    expect(led(now, 3, [[20, 20]], { landmarks: now.landmarks, step: undefined }).landmarks[3]).toEqual([20, 20]);
  });

  test('a gesture without effect leaves the scenario itself', () => {
    for (const grip of ['start', 'goal', 'free', 'wall'] as const) expect(led(scenario, grip, [scenario.start], nothing) === scenario).toBe(grip !== 'goal');
    expect(led(scenario, 'wall', [[-1, 3], [99, 3]], nothing)).toBe(scenario);
    expect(led(scenario, 'wall', [scenario.start, scenario.goal], nothing)).toBe(scenario);
  });

  test('after any gestures, a link restores the scenario', () => {
    const random = seededRandom(5);
    const below = (n: number): number => Math.floor(n * random());
    for (let round = 0; round < 300; round++) {
      const [width, height] = [1 + below(6), 2 + below(5)];
      const made = Array.from({ length: height }, (_, y) => Array.from({ length: width }, () => (y < 2 || random() < 0.7 ? '.' : '#')).join(''));
      let now: Scenario = { ...scenario, rows: made, ...ends(made), left: 'landmarks' };
      const place = (): Place => [below(width + 2) - 1, below(height + 2) - 1];
      // The view may show a recording from before the last change.
      let seen: readonly Place[] = [[0, 0]];
      for (let i = 0; i < 40; i++) {
        const grips: readonly Grip[] = ['wall', 'wall', 'free', 'rough', 'start', 'goal', 'landmark', below(3)];
        const cells = [place()];
        for (let n = below(4); n > 0; n--) cells.push(...stroke(cells[cells.length - 1], place()));
        now = led(now, grips[below(grips.length)], cells, { landmarks: seen, step: random() < 0.5 ? undefined : below(9) });
        if (random() < 0.7) seen = now.landmarks.length > 0 ? now.landmarks : [now.start];
        isShown(now);
      }
    }
  });

  test('undo restores the state before each change, the last first', () => {
    const past = new Past<string>();
    for (const state of ['a', 'b', 'b', 'c']) past.remember(state);
    expect([past.before('c'), past.before('b'), past.before('a')]).toEqual(['b', 'a', undefined]);
  });
});

describe('strokes', () => {
  test('go from side to side without a gap, as near to the line as cells can, and end at their last point', () => {
    for (let x = -9; x <= 9; x++) {
      for (let y = -9; y <= 9; y++) {
        const cells = [[0, 0] as const, ...stroke([0, 0], [x, y])];
        expect([cells.length, ...cells[cells.length - 1]]).toEqual([Math.abs(x) + Math.abs(y) + 1, x, y]);
        cells.slice(1).forEach(([cx, cy], i) => {
          expect(Math.abs(cx - cells[i][0]) + Math.abs(cy - cells[i][1])).toBe(1);
          expect(Math.abs(cx * y - cy * x) / Math.hypot(x, y)).toBeLessThanOrEqual(Math.SQRT1_2 + 1e-9);
        });
      }
    }
  });
});
