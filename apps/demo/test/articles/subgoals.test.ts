import { expect, test } from 'vitest';
import { describePage } from '../page/page-driver.ts';
import { figure, predict, withArticle } from './article-driver.ts';

describePage('the article on subgoals', () => {
  test('every figure answers', async () => {
    await withArticle('subgoals', async (page) => {
      expect(await predict(page, 'depression', 2)).toBe('Yes.');
      const depression = await figure(page, 'depression');
      const cost = await depression.number('cost');
      // Beyond the bay.
      await depression.drag([8, 10], [8, 1], [37, 21]);
      expect(await depression.number('cost')).toBeLessThan(cost / 5);

      const lookahead = await figure(page, 'lookahead');
      const moves = await lookahead.number('moves');
      await lookahead.set('lookahead', '100');
      expect(await lookahead.number('moves')).toBeLessThan(moves);

      const within = await figure(page, 'within');
      const arrives = await within.number('arrives');
      expect(arrives).toBeGreaterThan(10);
      await within.drag([31, 13], [44, 24], [49, 29]);
      expect(await within.number('arrives')).not.toBe(arrives);

      const tree = await figure(page, 'tree');
      const nodes = await tree.number('nodes');
      expect(await tree.number('cost')).toBe(await tree.number('cheapest'));
      await tree.drag([44, 24], [20, 25], [49, 29]);
      expect(await tree.number('nodes')).not.toBe(nodes);
      expect(await tree.number('cost')).toBe(await tree.number('cheapest'));

      const rules = await figure(page, 'rules');
      expect(await rules.number('published')).toBeGreaterThan(5 * await rules.number('optimal'));
      await rules.drag([20, 10], [8, 1], [37, 21]);
      expect(await rules.number('published')).toBeLessThan(2 * await rules.number('optimal'));

      const race = await figure(page, 'race');
      expect(await race.number('subgoals')).toBe(await race.number('cheapest'));
      await race.root.locator('select').selectOption('bay');
      expect(await race.number('lrta')).toBeGreaterThan(3 * await race.number('subgoals'));
    });
  });
});
