import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { artifacts, describePage, soon } from '../page/page-driver.ts';
import { withArticle } from './article-driver.ts';

describePage('the samples of the articles', () => {
  test('two fast clicks run a sample once more, and say nothing else', async () => {
    await withArticle('landmarks', async (page) => {
      const said = await page.evaluate(() => new Promise<readonly string[]>((resolve) => {
        const sample = document.querySelector('.sample')!;
        const [run, ran] = [sample.querySelector<HTMLElement>('.main')!, sample.querySelector('.ran')!];
        const texts: string[] = [];
        new MutationObserver(() => {
          texts.push(ran.textContent);
          if (ran.textContent.includes('true')) resolve(texts);
        }).observe(ran, { childList: true });
        run.click();
        run.click();
      }));
      expect(said.filter((text) => text.startsWith('Stopped'))).toEqual([]);
    });
  });

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

      // As it is edited, with the versions of the packages. A clone leads to no playground.
      const [download] = await Promise.all([page.waitForEvent('download'), sample.getByRole('button', { name: 'Download' }).click()]);
      await download.saveAs(`${artifacts}sample.mjs`);
      expect(readFileSync(`${artifacts}sample.mjs`, 'utf8')).toMatch(/^\/\/ npm i @pf\/grid@\^\d+\.\d+\.\d+ @pf\/preprocess@[^]*\/\/ t\/\n[^]*console\.log\(grid\.vertex\(99, 0\)\);\n$/);
      expect(await page.getByRole('button', { name: 'StackBlitz' }).count()).toBe(0);

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
