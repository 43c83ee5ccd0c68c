import { describe, expect, test } from 'vitest';
import { FrameBudget } from '../../src/dispatcher/frame-budget.ts';

describe('Meter', () => {
  test('where expansions are dear now and then, only the last pieces of a frame are short, and a frame ends in time', () => {
    const [budget, cheap, dear] = [2, 0.0002, 0.01];
    const meter = new FrameBudget();
    let time = 0;
    let pieces = 0;
    for (let frame = 0; frame < 200; frame++) {
      const begin = time;
      const warned = pieces >= 97;
      let looks = 0;
      meter.begin({ milliseconds: budget, now: () => time });
      for (let slice = meter.slice(); slice > 0; slice = meter.slice()) {
        looks++;
        // No rhythm that a frame could fall into.
        time += slice * (++pieces % 97 === 0 ? dear : cheap);
        meter.pay(slice);
      }
      // How dear they can be has to be seen once.
      if (!warned) continue;
      expect(time - begin).toBeGreaterThanOrEqual(budget);
      expect(time - begin).toBeLessThan(1.1 * budget);
      expect(looks).toBeLessThan(130);
    }
    expect(pieces).toBeGreaterThan(97 * 20);
  });
});
