import { expect, test } from 'vitest';
import { describePage } from '../page/page-driver.ts';
import { figure, predict, withArticle } from './article-driver.ts';

describePage('the article on A*', () => {
  test('every figure answers', async () => {
    await withArticle('a-star', async (page) => {
      expect(await page.title()).toBe('A*: three searches in one · @pf');
      const size = [41, 23] as const;
      const rings = await figure(page, 'rings');
      const [closed, frontier] = [await rings.number('closed'), await rings.number('frontier')];
      expect([closed > 100, frontier > 10]).toEqual([true, true]);
      // To the end: the number of steps is that of the path around the walls.
      await rings.root.getByRole('slider', { name: 'Step' }).press('End');
      expect(await rings.number('closed')).toBeGreaterThan(closed);
      expect(await rings.number('steps')).toBe(44);
      // A start beside the goal.
      await rings.drag([6, 11], [33, 5], size);
      expect(await rings.number('steps')).toBe(3);

      const arrows = await figure(page, 'arrows');
      const [expanded, cost] = [await arrows.number('expanded'), await arrows.number('cost')];
      await arrows.drag([3, 13], [20, 4], [33, 19]);
      expect(await arrows.number('expanded')).toBe(expanded);
      expect(await arrows.number('cost')).toBeLessThan(cost);

      const swamp = await figure(page, 'swamp');
      expect(await swamp.number('least-cost')).toBeLessThan(await swamp.number('fewest-cost') / 2);
      expect(await swamp.number('least-steps')).toBeGreaterThanOrEqual(await swamp.number('fewest-steps'));
      await swamp.drag([35, 12], [8, 11], size);
      expect(await swamp.number('least-cost')).toBe(await swamp.number('fewest-cost'));

      expect(await predict(page, 'greedy', 0)).toBe('Not quite: by about a tenth.');
      const greedy = await figure(page, 'greedy');
      expect(await greedy.number('greedy')).toBeLessThan(await greedy.number('a-star'));
      expect(await greedy.number('greedy-cost')).toBeGreaterThan(await greedy.number('a-star-cost'));
      await greedy.drag([8, 9], [32, 11], size);
      expect(await greedy.number('greedy-cost')).toBe(await greedy.number('a-star-cost'));

      const weight = await figure(page, 'weight');
      const exact = await weight.number('expanded');
      await weight.set('weight', '0');
      expect(await weight.number('expanded')).toBe(await weight.number('dijkstra'));
      await weight.set('weight', '40');
      expect(await weight.number('expanded')).toBeLessThan(exact);
      expect(await weight.number('cost')).toBeGreaterThan(await weight.number('truth'));

      const all = await figure(page, 'all');
      const counts = async (): Promise<readonly number[]> => Promise.all([0, 1, 2, 3, 4].map((i) => all.number(`count-${i}`)));
      const [, dijkstra, hasty, aStar, jumps] = await counts();
      expect([hasty < aStar, aStar < dijkstra / 2, jumps < hasty]).toEqual([true, true, true]);
      await all.set('Map', 'maze');
      const inMaze = await counts();
      expect(inMaze[3]).toBeGreaterThan(0.6 * inMaze[1]);
      await all.set('Map', 'open field');
      const inField = await counts();
      expect(inField[3]).toBeLessThan(inField[1] / 10);
    });
  });
});
