import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, drawn, handheld, keepPicture, soon, soonAfter, withPage } from './page-driver.ts';

const robotFact = (page: Page, name: string): Promise<string> =>
  page.evaluate((wanted) => [...document.querySelectorAll('#robot-facts div')].find((each) => each.querySelector('dt')?.textContent === wanted)?.querySelector('dd')?.textContent ?? '', name);

/** A drag from one share of the map to another. */
async function dragOver(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const area = (await page.locator('#robot canvas').boundingBox())!;
  await page.mouse.move(area.x + from[0] * area.width, area.y + from[1] * area.height);
  await page.mouse.down();
  await page.mouse.move(area.x + to[0] * area.width, area.y + to[1] * area.height, { steps: 6 });
  await page.mouse.up();
  await drawn(page);
}

describePage('the robot', () => {
  test('a car parks: its start is dragged, an obstacle is drawn, keys move its goal', async () => {
    await withPage('#/robot', async (page) => {
      const length = (): Promise<string> => robotFact(page, 'length');
      await soon(length).toMatch(/^\d+\.\d m$/);
      const first = await length();
      await keepPicture(page, 'robot-park');
      // A click moves and turns nothing, by a hand that is not quite still.
      const { width } = (await page.locator('#robot canvas').boundingBox())!;
      for (const x of [0.3, 0.5, 0.7]) await dragOver(page, [x, 0.2], [x + 3 / width, 0.2]);
      expect(await length()).toBe(first);
      await dragOver(page, [0.16, 0.46], [0.5, 0.5]);
      await soonAfter(first, length);
      const second = await length();
      await page.click('#robot [data-tool="wall"]');
      await dragOver(page, [0.42, 0.72], [0.55, 0.72]);
      // Behind it there may be no path.
      await soon(length).not.toBe(second);
      await page.click('#robot-again');
      await soon(length).toMatch(/m$/);
      const third = await length();
      await page.locator('#robot canvas').focus();
      await page.keyboard.press('g');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('q');
      await soonAfter(third, length);
    });
  });

  test('while a car drives, a screen reader hears its note once', async () => {
    await withPage('#/robot', async (page) => {
      await soon(() => robotFact(page, 'length')).toMatch(/m$/);
      const heard = await page.evaluate(() => new Promise((resolve) => {
        let count = 0;
        new MutationObserver((changes) => (count += changes.length)).observe(document.querySelector('#robot [role="status"]')!, { childList: true, characterData: true, subtree: true });
        setTimeout(() => resolve(count), 600);
      }));
      expect(heard).toBe(0);
      await page.click('#robot [data-tool="discover"]');
      await soon(() => page.textContent('#robot [role="status"]')).toMatch(/^Unknown cells/);
    }, { reducedMotion: 'no-preference' });
  });

  test('an obstacle drawn fast has no holes', async () => {
    await withPage('#/robot', async (page) => {
      await soon(() => robotFact(page, 'length')).toMatch(/^\d+\.\d m$/);
      await page.click('#robot [data-tool="wall"]');
      const area = (await page.locator('#robot canvas').boundingBox())!;
      await page.mouse.move(area.x + 0.6 * area.width, area.y + 0.28 * area.height);
      await page.mouse.down();
      await page.mouse.move(area.x + 0.9 * area.width, area.y + 0.28 * area.height);
      await page.mouse.up();
      await drawn(page);
      const colours = await page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('#robot canvas')!;
        const at = (share: number): string => [...canvas.getContext('2d')!.getImageData(share * canvas.width, 0.28 * canvas.height, 1, 1).data].join();
        return [0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9].map(at);
      });
      expect(new Set(colours)).toEqual(new Set(['58,67,77,255']));
    });
  });

  test('keys draw an obstacle at a visible cursor, and erase it', async () => {
    await withPage('#/robot', async (page) => {
      const length = (): Promise<string> => robotFact(page, 'length');
      await soon(length).toMatch(/^\d+\.\d m$/);
      const first = await length();
      const canvas = page.locator('#robot canvas');
      const picture = async (): Promise<string> => {
        await drawn(page);
        return (await canvas.screenshot()).toString('base64');
      };
      await canvas.focus();
      const none = await picture();
      const spoken = (): Promise<string | null> => page.textContent('#robot .spoken');
      await page.keyboard.press('c');
      expect(await picture()).not.toBe(none);
      expect(await spoken()).toBe('Cursor: 13.1 m right, 7.1 m up, free.');
      // Into the gap between the parked cars, where the goal is.
      for (let i = 0; i < 16; i++) await page.keyboard.press('ArrowDown');
      for (let i = 0; i < 2; i++) await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('b');
      expect(await spoken()).toBe('Cursor: 12.6 m right, 3.1 m up, an obstacle.');
      await drawn(page);
      await keepPicture(page, 'robot-cursor');
      await soon(length).not.toBe(first);
      await page.keyboard.press('x');
      await soon(length).toBe(first);
      await page.keyboard.press('g');
      expect(await picture()).toBe(none);
      await page.keyboard.press('e');
      expect(await spoken()).toMatch(/^Goal: .* turned by 345°\.$/);
    });
  });

  test('a robot discovers its map when it is started', async () => {
    await withPage('#/robot', async (page) => {
      await page.click('#robot [data-tool="discover"]');
      await soon(() => robotFact(page, 'scans')).toBe('1');
      await page.click('#robot-play');
      await soon(() => robotFact(page, 'state')).toMatch(/there|no path/);
      expect(Number((await robotFact(page, 'map known')).split(' ')[0])).toBeGreaterThan(20);
      await keepPicture(page, 'robot-discover');
    }, { viewport: { width: 720, height: 426 } });
  });

  test('what a robot has discovered is kept at a click, and forgotten when an end is dragged', async () => {
    await withPage('#/robot', async (page) => {
      await page.click('#robot [data-tool="discover"]');
      const scans = async (): Promise<number> => Number(await robotFact(page, 'scans'));
      await page.click('#robot-play');
      await soon(scans).toBeGreaterThan(3);
      await page.click('#robot-play');
      await drawn(page);
      const before = await scans();
      await dragOver(page, [0.5, 0.5], [0.5, 0.5]);
      expect(await scans()).toBe(before);
      await dragOver(page, [0.9, 0.2], [0.8, 0.2]);
      expect(await scans()).toBe(1);
    });
  });

  test('fits on a phone and in the dark', async () => {
    await withPage('#/robot', async (page) => {
      await soon(() => robotFact(page, 'length')).toMatch(/m$/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await keepPicture(page, 'phone-robot');
    }, { ...handheld, colorScheme: 'dark' });
  });
});
