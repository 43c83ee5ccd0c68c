import { expect, test } from 'vitest';
import { describePage } from '../page/page-driver.ts';
import { figure, predict, withArticle } from './article-driver.ts';

describePage('the article on D* Lite', () => {
  test('every figure answers', async () => {
    await withArticle('d-star-lite', async (page) => {
      const walk = await figure(page, 'freespace');
      const moves = await walk.number('moves');
      await walk.drag([33, 19], [20, 11], [37, 23]);
      expect(await walk.number('moves')).toBeLessThan(moves);

      expect(await predict(page, 'again', 2)).toBe('Yes.');
      const again = await figure(page, 'again');
      const scratch = await again.number('scratch');
      expect(await again.number('repair')).toBeLessThan(scratch / 3);
      await again.drag([33, 11], [33, 2], [37, 23]);
      expect(await again.number('scratch')).not.toBe(scratch);

      // A wall across the path, and the repair: less than a search from scratch, but more than nothing.
      const repair = await figure(page, 'repair');
      await repair.drag([3, 4], [3, 4], [17, 9]);
      expect(await repair.number('edits')).toBe(1);
      expect(await repair.number('repair')).toBeGreaterThan(0);
      expect(await repair.number('repair')).toBeLessThan(await repair.number('scratch') / 2);

      const buckets = await figure(page, 'buckets');
      const least = await buckets.number('least');
      await buckets.drag([3, 3], [20, 3], [41, 25]);
      expect(await buckets.number('least')).not.toBe(least);

      const queues = await figure(page, 'queues');
      const expanded = await queues.number('buckets');
      await queues.drag([59, 39], [31, 21], [61, 41]);
      expect(await queues.number('buckets')).toBeLessThan(expanded);

      const which = await figure(page, 'which');
      const lite = await which.number('planner-3');
      await which.root.locator('select').selectOption('rooms');
      expect(await which.number('planner-3')).not.toBe(lite);
    });
  });
});
