import { expect, test } from 'vitest';
import { generated } from '../../src/articles/maps.ts';
import { describePage } from '../page/page-driver.ts';
import { enclose, figure, predict, withArticle } from './article-driver.ts';

describePage('the article on landmarks', () => {
  test('every figure answers', async () => {
    await withArticle('landmarks', async (page) => {
      const line = await figure(page, 'straight-line');
      const size = [41, 23] as const;
      const before = await line.number('expanded');
      // A click on the wall, between start and goal.
      await line.drag([20, 5], [20, 5], size);
      expect(await line.number('cost')).toBe(18);
      expect(await line.number('expanded')).toBeLessThan(before / 10);

      expect(await predict(page, 'perfect', 0)).toMatch(/^Not quite/);
      const perfect = await figure(page, 'perfect');
      await perfect.set('perfect', 'true');
      expect(await perfect.number('expanded')).toBeLessThan(await perfect.number('path'));
      await perfect.drag([11, 5], [3, 20], size);
      expect(await perfect.number('expanded')).toBeLessThan(await perfect.number('path'));

      const triangle = await figure(page, 'triangle');
      const bound = await triangle.number('bound');
      await triangle.drag([45, 25], [5, 26], [49, 29]);
      expect(await triangle.number('bound')).not.toBe(bound);
      expect(await triangle.number('bound')).toBeLessThanOrEqual(await triangle.number('cost'));

      // A wall goes around the landmark, and not over it.
      expect(await triangle.number('far')).toBe(4);
      await triangle.drag([5, 24], [5, 28], [49, 29]);
      const walled = await triangle.number('far');
      expect(walled).toBeGreaterThan(4);
      await triangle.drag([5, 26], [8, 26], [49, 29]);
      expect(await triangle.number('far')).not.toBe(walled);

      expect(await predict(page, 'one', 2)).toBe('Yes.');
      const one = await figure(page, 'one');
      const halfWay = await one.number('after');
      await one.drag([16, 20], [0, 28], [49, 29]);
      expect(await one.number('after')).toBeLessThan(halfWay / 4);

      const many = await figure(page, 'many');
      const four = await many.number('after');
      await many.set('count', '0');
      expect(await many.number('after')).toBe(await many.number('before'));
      await many.set('count', '16');
      expect(await many.number('after')).toBeLessThanOrEqual(four);
      await many.drag([57, 37], [57, 10], [61, 41]);
      expect(await many.number('before')).not.toBe(801);

      const scatter = await figure(page, 'scatter');
      const share = await scatter.number('share');
      await scatter.set('count', '8');
      expect(await scatter.number('share')).toBeGreaterThan(share + 20);

      // Walls all around the goal.
      await enclose(scatter, generated('maze', 41, 25, 4), [39, 23]);
      expect(await scatter.root.locator('.says').textContent()).toBe('There is no path. Open a wall.');

      const opened = await figure(page, 'opened');
      await opened.drag([20, 20], [20, 20], size);
      expect(await opened.number('cost')).toBeGreaterThan(await opened.number('truth'));
      await opened.set('repair', 'true');
      expect(await opened.number('cost')).toBe(await opened.number('truth'));
      await opened.drag([20, 20], [20, 20], size);
      await opened.drag([20, 0], [20, 1], size);
      expect(await opened.root.locator('.says').textContent()).toBe('There is no path. Open a wall.');
    });
  });
});
