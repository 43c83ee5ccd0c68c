import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, drawn, handheld, keepPicture, soon, soonAfter, withPage } from './page-driver.ts';

const cityFact = (page: Page, name: string): Promise<string> =>
  page.evaluate((wanted) => [...document.querySelectorAll('#city-facts div')].find((each) => each.querySelector('dt')?.textContent === wanted)?.querySelector('dd')?.textContent ?? '', name);

/** A drag from one share of the map to another. */
async function dragOver(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const area = (await page.locator('#city canvas').boundingBox())!;
  await page.mouse.move(area.x + from[0] * area.width, area.y + from[1] * area.height);
  await page.mouse.down();
  await page.mouse.move(area.x + to[0] * area.width, area.y + to[1] * area.height, { steps: 6 });
  await page.mouse.up();
  await drawn(page);
}

describePage('the city', () => {
  test('the keyboard has a visible cursor, until a pointer is used', async () => {
    await withPage('#/city', async (page) => {
      await soon(() => cityFact(page, 'time')).toMatch(/^\d+ min/);
      const canvas = page.locator('#city canvas');
      const picture = async (): Promise<string> => {
        await drawn(page);
        return (await canvas.screenshot()).toString('base64');
      };
      await canvas.focus();
      const none = await picture();
      await page.keyboard.press('ArrowRight');
      const first = await picture();
      await keepPicture(page, 'city-cursor');
      expect(first).not.toBe(none);
      await page.keyboard.press('ArrowRight');
      expect(await picture()).not.toBe(first);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
      expect(await picture()).toBe(none);
    });
  });

  test('an end is dragged, a jam is drawn, the reach is shown, and all is cleared', async () => {
    await withPage('#/city', async (page) => {
      const time = (): Promise<string> => cityFact(page, 'time');
      await soon(time).toMatch(/^\d+ min/);
      const first = await time();
      const across = async (): Promise<number> => (await page.locator('#city canvas').boundingBox())!.width;
      const before = await across();
      expect(before).toBeGreaterThan(800);
      await dragOver(page, [0.12, 0.2], [0.3, 0.6]);
      await soonAfter(first, time);
      const second = await time();
      await page.getByRole('button', { name: 'Draw a jam' }).click();
      await dragOver(page, [0.45, 0.2], [0.5, 0.9]);
      await soon(() => cityFact(page, 'jammed roads')).not.toBe('0');
      expect(Number((await cityFact(page, 'last jam: edges')).split(' ')[0].replace(/,/g, ''))).toBeGreaterThan(0);
      await page.selectOption('#city select[name="Within reach"]', '10');
      await soon(() => cityFact(page, 'all that is in reach')).toMatch(/µs$/);
      // A longer list of colours does not change the map.
      expect(await across()).toBe(before);
      await keepPicture(page, 'city');
      await page.click('#clear-jams');
      await soon(() => cityFact(page, 'jammed roads')).toBe('0');
      expect(await time()).toBe(second);
      // The same by keys.
      await page.locator('#city canvas').focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('g');
      await soonAfter(second, time);
    });
  });

  test('fits on a phone and in the dark', async () => {
    await withPage('#/city', async (page) => {
      await soon(() => cityFact(page, 'time')).toMatch(/^\d+ min/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await keepPicture(page, 'phone-city');
    }, { ...handheld, colorScheme: 'dark' });
  });
});
