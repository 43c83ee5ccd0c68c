import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { artifacts, describePage, handheld, soon, withPage } from './page-driver.ts';

const levelFact = (page: Page, name: string): Promise<string> =>
  page.evaluate((wanted) => [...document.querySelectorAll('#level-facts div')].find((each) => each.querySelector('dt')?.textContent === wanted)?.querySelector('dd')?.textContent ?? '', name);

describePage('the level', () => {
  test('the ladder is removed, the door is closed, a hole is cut and filled', async () => {
    await withPage('#/level', async (page) => {
      const length = (): Promise<string> => levelFact(page, 'length');
      await soon(length).toMatch(/ m$/);
      const faces = await levelFact(page, 'faces');
      await page.locator('#level canvas').focus();
      // To the room behind the door, where the ladder stands.
      for (const key of [...'ArrowRight '.repeat(7).trim().split(' '), 'g']) await page.keyboard.press(key);
      const open = await length();
      await page.click('#level-door');
      await soon(length).not.toBe(open);
      expect(await levelFact(page, 'by')).toBe('the ladder');
      await page.click('#level-ladder');
      await soon(length).toBe('there is no path');
      await page.click('#level-door');
      await soon(length).toBe(open);
      await page.locator('#level canvas').focus();
      await page.keyboard.press('h');
      await soon(() => levelFact(page, 'holes')).toBe('1');
      await page.screenshot({ path: `${artifacts}level.png` });
      await page.click('#level-fill');
      await soon(() => levelFact(page, 'faces')).toBe(faces);
    });
  });

  test('fits on a phone and in the dark', async () => {
    await withPage('#/level', async (page) => {
      await soon(() => levelFact(page, 'length')).toMatch(/ m$/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await page.screenshot({ path: `${artifacts}phone-level.png` });
    }, { ...handheld, colorScheme: 'dark' });
  });
});
