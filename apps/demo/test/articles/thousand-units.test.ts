import { expect, test } from 'vitest';
import { drawn, generated } from '../../src/articles/maps.ts';
import { describePage } from '../page/page-driver.ts';
import { enclose, figure, predict, withArticle } from './article-driver.ts';

describePage('the article on a thousand units', () => {
  test('every figure answers', async () => {
    await withArticle('thousand-units', async (page) => {
      expect(await predict(page, 'burst', 1)).toBe('Yes.');
      const burst = await figure(page, 'burst');
      const served = await burst.number('served');
      await burst.set('budget', '10');
      expect(await burst.number('worst')).toBe(1000);
      expect(await burst.number('served')).toBeGreaterThan(served);
      await enclose(burst, generated('rooms', 61, 37, 3), [4, 4]);
      expect(await burst.root.locator('.says').textContent()).toBe('Not all arrive. Open a wall.');
      // A click in the frame of another change: the figure shows the whole run, and not the beginning that a drag shows.
      await burst.root.evaluate((root) => {
        const slider = root.querySelector<HTMLInputElement>('input[name="budget"]')!;
        slider.value = '20';
        slider.dispatchEvent(new Event('input'));
        [...root.querySelectorAll('button')].find(({ textContent }) => textContent === 'Reset')!.click();
      });
      await page.waitForTimeout(300);
      expect(await burst.number('frames')).toBeGreaterThan(12);

      const field = await figure(page, 'field');
      const one = await field.number('alone');
      expect(one).toBeLessThan(await field.number('together'));
      await field.drag([2, 3], [30, 18], [41, 25]);
      expect(await field.number('alone')).toBeLessThan(one);
      await field.set('units', '60');
      expect(await field.number('units')).toBe(60);
      expect(await field.number('alone')).toBeGreaterThan(await field.number('together'));

      const shared = await figure(page, 'shared');
      const alone = await shared.number('alone');
      expect(await shared.number('together')).toBeLessThan(alone / 5);
      await shared.drag([56, 32], [20, 12], [61, 37]);
      expect(await shared.number('alone')).toBeLessThan(alone);

      const avoid = await figure(page, 'avoid');
      const frames = await avoid.number('avoid');
      expect(frames).toBeGreaterThan(await avoid.number('pass'));
      // The door becomes wider.
      await avoid.drag([20, 9], [20, 5], [41, 23]);
      expect(await avoid.number('avoid')).toBeLessThan(frames);
      await avoid.drag([20, 5], [20, 12], [41, 23]);
      expect(await avoid.root.locator('.says').textContent()).toMatch(/^Through one another, they are not there after \d+ frames\. With one unit on a cell they are not there/);
      // The goal beside the start: the groups begin on different cells.
      await avoid.root.getByRole('button', { name: 'Reset' }).click();
      await avoid.drag([34, 11], [12, 11], [41, 23]);
      expect(await avoid.number('avoid')).toBeLessThan(frames);
      // A group has as many units as there are cells.
      await enclose(avoid, drawn(41, 23), [6, 11]);
      expect(await avoid.root.locator('.says').textContent()).toMatch(/^Through one another, they are not there after \d+ frames\. With one unit on a cell they are not there/);

      const thousand = await figure(page, 'thousand');
      const steps = await thousand.number('frames');
      await thousand.drag([56, 31], [20, 25], [61, 37]);
      expect(await thousand.number('frames')).toBeLessThan(steps);
      await thousand.set('Units', '1000');
      const crowded = await thousand.number('frames');
      await thousand.set('avoids', 'true');
      expect(await thousand.number('units')).toBe(1000);
      expect(await thousand.number('frames')).toBeGreaterThan(crowded);
      // There is room for one.
      await enclose(thousand, generated('caves', 61, 37, 8), [4, 6]);
      expect(await thousand.number('units')).toBe(1);
      expect(await thousand.number('frames')).toBeLessThan(5);
    });
  });
});
