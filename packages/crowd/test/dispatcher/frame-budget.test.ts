import { describe, expect, test } from 'vitest';
import { FrameBudget } from '../../src/dispatcher/frame-budget.ts';

describe('FrameBudget', () => {
  test('if some expansions are expensive, only the last slices of a frame are short, and it ends in time', () => {
    const [budget, cheap, expensive] = [2, 0.0002, 0.01];
    const frameBudget = new FrameBudget();
    let time = 0;
    let slices = 0;
    for (let frame = 0; frame < 200; frame++) {
      const begin = time;
      const isWarned = slices >= 97;
      let readings = 0;
      frameBudget.begin({ milliseconds: budget, now: () => time });
      for (let slice = frameBudget.slice(); slice > 0; slice = frameBudget.slice()) {
        readings++;
        // A prime number, so that frames do not fall into step with it.
        time += slice * (++slices % 97 === 0 ? expensive : cheap);
        frameBudget.spend(slice);
      }
      // The first expensive slice comes without warning.
      if (!isWarned) continue;
      expect(time - begin).toBeGreaterThanOrEqual(budget);
      expect(time - begin).toBeLessThan(1.1 * budget);
      expect(readings).toBeLessThan(130);
    }
    expect(slices).toBeGreaterThan(97 * 20);
  });

  test('slices double up to 1024 expansions while time hardly passes', () => {
    const frameBudget = new FrameBudget();
    const sizes: number[] = [];
    for (let frame = 0; frame < 3; frame++) {
      frameBudget.begin({ milliseconds: 10, now: () => 0 });
      for (let i = 0; i < 8; i++) {
        sizes.push(frameBudget.slice());
        frameBudget.spend(sizes.at(-1)!);
      }
    }
    expect(sizes.slice(-12)).toEqual(Array.from({ length: 12 }, () => 1024));
    for (const [i, size] of sizes.slice(1).entries()) expect(size).toBeLessThanOrEqual(2 * sizes[i]);
  });

  test('the time that the moves of the last frame did not need is for planning', () => {
    const frameBudget = new FrameBudget(true);
    let time = 0;
    const expansions = Array.from({ length: 4 }, () => {
      let sum = 0;
      frameBudget.begin({ milliseconds: 4, now: () => time });
      for (let slice = frameBudget.slice(); slice > 0; slice = frameBudget.slice()) {
        time += slice * 0.001;
        sum += slice;
        frameBudget.spend(slice);
      }
      frameBudget.endMoves(1);
      return sum;
    });
    expect(expansions[0]).toBeLessThan(3000);
    for (const later of expansions.slice(1)) expect(later).toBeGreaterThan(3900);
  });

  test('frames end in time although moves take longer in some frames, if they cannot be interrupted', () => {
    const budget = 4;
    const framesOver = (movesAtOnce: boolean): number => {
      const frameBudget = new FrameBudget(movesAtOnce);
      let time = 0;
      let over = 0;
      // A frame without units.
      frameBudget.begin({ milliseconds: budget, now: () => time });
      frameBudget.endMoves(0 / 0);
      for (let frame = 0; frame < 300; frame++) {
        const begin = time;
        frameBudget.begin({ milliseconds: budget, now: () => time });
        let expansions = 0;
        for (let slice = frameBudget.slice(); slice > 0; slice = frameBudget.slice()) {
          time += slice * 0.001;
          expansions += slice;
          frameBudget.spend(slice);
        }
        // Some time is always left for planning.
        expect(expansions).toBeGreaterThan(900);
        time += frame === 150 ? 9 : frame % 5 === 0 ? 2 : 0.5;
        frameBudget.endMoves(1);
        if (time - begin > 1.1 * budget) over++;
      }
      return over;
    };
    expect([framesOver(true), framesOver(false) > 30]).toEqual([1, true]);
  });
});
