import { test } from 'vitest';
import { describePage, soon, withAddress } from '../page/page-driver.ts';

describePage('the search of the site', () => {
  test('an index that could not be loaded is asked for again', async () => {
    await withAddress('articles/a-star.html', async (page) => {
      await page.route('**/articles/a-star.html', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: (await response.text()).replace('</nav>', '</nav><search><input type="search" data-root="../" aria-label="Search" /></search>') });
      });
      await page.route('**/search.json', (route) => route.abort());
      await page.reload();
      await page.fill('input[type="search"]', 'as');
      await soon(() => page.textContent('.found')).toBe('The search could not be loaded.');
      await page.unroute('**/search.json');
      await page.route('**/search.json', (route) => route.fulfill({ json: [{ title: 'AStar', kind: 'class', url: 'a', text: '' }] }));
      await page.fill('input[type="search"]', 'ast');
      await soon(() => page.textContent('.found')).toBe('AStarclass');
      await page.fill('input[type="search"]', 'nowhere');
      await soon(() => page.textContent('.found')).toBe('Nothing found.');
      await page.unrouteAll();
    });
  });
});
