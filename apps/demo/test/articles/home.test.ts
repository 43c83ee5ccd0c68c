import { expect, test } from 'vitest';
import { describePage } from '../page/page-driver.ts';
import { figure, withArticle } from './article-driver.ts';

describePage('the home and the benchmarks', () => {
  test('the figure of the home page answers within a frame or two', async () => {
    await withArticle('home', async (page) => {
      const hero = await figure(page, 'hero');
      const cost = await hero.number('cost');
      await hero.drag([44, 24], [38, 24], [49, 29]);
      expect(await hero.number('cost')).not.toBe(cost);
      console.log(`A drag of the hero, two searches on 49 × 29 cells, recorded and drawn: ${await hero.root.getAttribute('data-took')} ms.`);
    }, '');
  });

  test('the tables of the benchmarks have bars, the longest for the largest number', async () => {
    await withArticle('benchmarks', async (page) => {
      const bars = await page.locator('.chart').first().locator('tbody tr').evaluateAll((rows) => rows.map((row) => ({
        width: row.querySelector('.bar-line')!.getBoundingClientRect().width, value: Number.parseFloat(row.querySelectorAll('td')[1].textContent.replaceAll(',', '')),
      })));
      const largest = bars.reduce((a, b) => (b.value > a.value ? b : a));
      expect(Math.max(...bars.map(({ width }) => width))).toBe(largest.width);
    }, '');
  });
});
