import { expect, test } from 'vitest';
import { describePage } from '../page/page-driver.ts';
import { figure, predict, withArticle } from './article-driver.ts';

describePage('the article on jump points and goal bounds', () => {
  test('every figure answers', async () => {
    await withArticle('jump-points', async (page) => {
      expect(await predict(page, 'equal-paths', 2)).toBe('Yes.');
      const equal = await figure(page, 'equal-paths');
      // 15 steps, of which any 5 are the diagonal ones.
      expect(await equal.number('paths')).toBe(3003);
      await equal.drag([19, 8], [19, 3], [25, 13]);
      expect(await equal.number('paths')).toBe(1);

      const scan = await figure(page, 'scan');
      const followed = await scan.number('jumps');
      await scan.drag([4, 5], [4, 5], [31, 17]);
      expect(await scan.number('jumps')).not.toBe(followed);

      const beside = await figure(page, 'beside');
      const cost = await beside.number('cost');
      expect(await beside.number('jps')).toBeLessThan(await beside.number('a-star') / 10);
      await beside.drag([44, 24], [38, 24], [49, 29]);
      expect(await beside.number('cost')).not.toBe(cost);

      const box = await figure(page, 'box');
      const goals = await box.number('goals');
      await box.set('First move', 'south-east');
      expect(await box.number('goals')).not.toBe(goals);
      expect(await box.number('kept')).toBeLessThan(await box.number('arcs'));
      await box.drag([33, 4], [11, 14], [41, 25]);
      expect(await box.number('kept')).toBeGreaterThan(0);

      await predict(page, 'both', 0);
      const both = await figure(page, 'both');
      const before = await both.number('both');
      expect(before).toBeLessThan(Math.min(await both.number('jumps'), await both.number('bounds')));
      await both.drag([44, 28], [44, 4], [49, 33]);
      expect(await both.number('both')).not.toBe(before);

      const price = await figure(page, 'price');
      const cells = await price.number('cells');
      await price.set('side', '20');
      expect(await price.number('cells')).toBeLessThan(cells);
    });
  });
});
