import { expect, test } from 'vitest';
import { describePage, soon } from '../page/page-driver.ts';
import { withArticle } from './article-driver.ts';

describePage('the samples of the articles', () => {
  test('run in place, can be edited, are stopped when they do not end, and report errors', async () => {
    await withArticle('landmarks', async (page) => {
      const sample = page.locator('.sample').first();
      const [code, said] = [sample.locator('code').first(), sample.locator('.ran')];
      const run = sample.getByRole('button', { name: 'Run' });
      await run.click();
      await soon(() => said.textContent()).toContain('true');

      // By keyboard: keys of the page mean letters here.
      await code.focus();
      await page.keyboard.press('Control+Home');
      const theme = await page.evaluate(() => document.documentElement.dataset['theme']);
      await page.keyboard.type('// t/\n');
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe(theme);
      await page.keyboard.press('Control+End');
      await page.keyboard.type('\ngrid.vertex(99, 0);');
      await page.keyboard.press('Control+Enter');
      await soon(() => said.locator('.fault').textContent()).toMatch(/^Line 1\d: .*99/);

      await sample.getByRole('button', { name: 'Reset' }).click();
      expect(await code.textContent()).toMatch(/^import/);
      await code.focus();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('for (;;) ;\n');
      await run.click();
      await soon(() => said.locator('.fault').textContent()).toBe('Stopped after 5 seconds. Is there a loop that does not end?');
      await sample.getByRole('button', { name: 'Reset' }).click();
      await run.click();
      await soon(() => said.textContent()).toContain('true');
    });
  });
});
