import { expect, test } from 'vitest';
import { describePage } from '../page/page-driver.ts';
import { figure, predict, withArticle } from './article-driver.ts';

describePage('the article on Adaptive A*', () => {
  test('every figure answers', async () => {
    await withArticle('adaptive-a-star', async (page) => {
      expect(await predict(page, 'learn', 1)).toBe('Yes.');
      const learn = await figure(page, 'learn');
      const plain = await learn.number('plain');
      expect(await learn.number('learned')).toBeLessThan(plain / 2);
      await learn.drag([14, 10], [20, 8], [37, 21]);
      expect(await learn.number('plain')).not.toBe(plain);
      expect(await learn.number('learned')).toBeLessThan(await learn.number('plain'));

      const worked = await figure(page, 'worked');
      // As in the text of the course.
      expect(await worked.root.locator('[data-number="scratch"]').textContent()).toBe('10 + 13 + 16');
      expect(await worked.root.locator('[data-number="adaptive"]').textContent()).toBe('10 + 10 + 13');
      await worked.drag([4, 2], [4, 2], [5, 5]);
      expect(await worked.root.locator('.says').textContent()).toContain('no path');

      const walk = await figure(page, 'walk');
      const scratch = await walk.number('scratch');
      expect(await walk.number('adaptive')).toBeLessThan(scratch);
      await walk.drag([35, 21], [21, 11], [37, 23]);
      expect(await walk.number('scratch')).not.toBe(scratch);

      const opened = await figure(page, 'opened');
      await opened.drag([18, 18], [18, 18], [37, 21]);
      expect(await opened.number('cost')).toBeGreaterThan(await opened.number('truth'));
      await opened.set('repair', 'true');
      expect(await opened.number('cost')).toBe(await opened.number('truth'));

      expect(await predict(page, 'details', 0)).toBe('Yes.');
      const details = await figure(page, 'details');
      const adaptive = await details.number('adaptive');
      await details.root.locator('select').selectOption('rooms');
      expect(await details.number('adaptive')).not.toBe(adaptive);
    });
  });
});
