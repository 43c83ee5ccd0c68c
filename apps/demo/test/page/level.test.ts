import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, drawn, handheld, keepPicture, soon, withPage } from './page-driver.ts';

const levelFact = (page: Page, name: string): Promise<string> =>
  page.evaluate((wanted) => [...document.querySelectorAll('#level-facts div')].find((each) => each.querySelector('dt')?.textContent === wanted)?.querySelector('dd')?.textContent ?? '', name);

/** Without a graphics card each pixel of the level takes its time: the smallest canvas beside its text. */
const small = { viewport: { width: 720, height: 426 } } as const;

describePage('the level', () => {
  test('the ladder is removed, the door is closed, a hole is cut and filled', async () => {
    await withPage('#/level', async (page) => {
      const length = (): Promise<string> => levelFact(page, 'length');
      await soon(length).toMatch(/ m$/);
      const faces = await levelFact(page, 'faces');
      await page.locator('#level canvas').focus();
      const press = async (...keys: readonly string[]): Promise<void> => { for (const key of keys) await page.keyboard.press(key); };
      const steps = (key: string, n: number): readonly string[] => Array.from({ length: n }, () => key);
      // To the room before the door; from there, without a walk that is seen, to the one behind it, where the ladder stands.
      await press(...steps('ArrowLeft', 7), 'g', 'g');
      expect(await length()).toBe('0.0 m');
      await press(...steps('ArrowRight', 14), 'g');
      const open = await length();
      expect(await levelFact(page, 'by')).toBe('one floor');
      await page.click('#level-door');
      await soon(length).not.toBe(open);
      expect(await levelFact(page, 'by')).toBe('the ladder');
      await page.click('#level-ladder');
      await soon(length).toBe('there is no path');
      await page.click('#level-door');
      await soon(length).toBe(open);
      await page.locator('#level canvas').focus();
      // Held down, it cuts once.
      for (let i = 0; i < 4; i++) await page.keyboard.down('h');
      await page.keyboard.up('h');
      await soon(() => levelFact(page, 'holes')).toBe('1');
      await keepPicture(page, 'level');
      await page.click('#level-fill');
      await soon(() => levelFact(page, 'faces')).toBe(faces);
    }, small);
  });

  test('the keyboard has a visible cursor, and the note tells of a path that does not exist', async () => {
    await withPage('#/level', async (page) => {
      const note = (): Promise<string | null> => page.textContent('#level .note[role="status"]');
      await soon(note).toMatch(/^The path is the shortest there is[^…]*$/);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const canvas = page.locator('#level canvas');
      const press = async (...keys: readonly string[]): Promise<void> => { for (const key of keys) await page.keyboard.press(key); };
      await canvas.focus();
      await press('ArrowRight', ...Array.from({ length: 6 }, () => 'r'));
      await drawn(page);
      await keepPicture(page, 'level-cursor');
      const before = await canvas.screenshot();
      await press('ArrowRight', 'ArrowRight');
      await drawn(page);
      expect((await canvas.screenshot()).equals(before)).toBe(false);
      await press('ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'g');
      await page.click('#level-ladder');
      await page.click('#level-door');
      await soon(note).toMatch(/^No path leads there/);
      expect([await levelFact(page, 'by'), await levelFact(page, 'points')]).toEqual(['–', '–']);
    }, small);
  });

  test('the walk goes on after the camera was turned, and after a click beside the level', async () => {
    await withPage('#/level', async (page) => {
      await soon(() => page.textContent('#level .note[role="status"]')).toMatch(/^The path is the shortest there is[^…]*$/);
      const canvas = page.locator('#level canvas');
      const area = (await canvas.boundingBox())!;
      const at = (x: number, y: number): [number, number] => [area.x + x * area.width, area.y + y * area.height];
      /** What the next frame draws, empty if it draws nothing. A screenshot of a moving scene takes the processor over a second without a graphics card. */
      const picture = (): Promise<string> => canvas.evaluate((each) => new Promise<string>((resolve) => {
        requestAnimationFrame(() => {
          const { width, height } = each as HTMLCanvasElement;
          const drawn = (each as HTMLCanvasElement).toDataURL();
          resolve(drawn === Object.assign(document.createElement('canvas'), { width, height }).toDataURL() ? '' : drawn);
        });
      }));
      // There is no floor in the corner.
      for (const [from, to] of [[at(0.5, 0.5), at(0.4, 0.5)], [at(0.01, 0.01), at(0.01, 0.01)]]) {
        await page.mouse.move(...from);
        await page.mouse.down();
        await page.mouse.move(...to, { steps: 3 });
        await page.mouse.up();
        await drawn(page);
        const before = await picture();
        await soon(async () => ['', before].includes(await picture())).toBe(false);
      }
    }, { ...small, reducedMotion: 'no-preference' });
  });

  test('a second finger neither turns the camera nor cuts a hole, and a pointer let go of elsewhere does not turn it', async () => {
    await withPage('#/level', async (page) => {
      await soon(() => page.textContent('#level .note[role="status"]')).toMatch(/^The path is the shortest there is[^…]*$/);
      await page.click('#level [data-tool="hole"]');
      const canvas = page.locator('#level canvas');
      const area = (await canvas.boundingBox())!;
      const send = (type: string, x: number, more: PointerEventInit): Promise<unknown> => canvas.dispatchEvent(type, { clientX: area.x + x * area.width, clientY: area.y + 0.4 * area.height, ...more });
      const picture = async (): Promise<string> => {
        await drawn(page);
        return (await canvas.screenshot()).toString('base64');
      };
      await page.mouse.move(area.x + 0.5 * area.width, area.y + 0.4 * area.height);
      await page.mouse.down();
      const before = await picture();
      await send('pointermove', 0.3, { buttons: 1 });
      await send('pointercancel', 0.3, {});
      await send('pointerup', 0.4, {});
      expect(await levelFact(page, 'holes')).toBe('0');
      expect(await picture() === before).toBe(true);
      await page.mouse.up();
      expect(await levelFact(page, 'holes')).toBe('1');
      const cut = await picture();
      await page.mouse.down();
      await send('pointermove', 0.3, { isPrimary: true });
      expect(await picture() === cut).toBe(true);
      await page.mouse.up();
      expect(await levelFact(page, 'holes')).toBe('1');
    }, small);
  });

  test('a view that cannot be loaded is reported, and is loaded on returning', async () => {
    await withPage('#/city', async (page) => {
      const note = (): Promise<string | null> => page.textContent('#level .note[role="status"]');
      await page.route(/level-view/, (route) => route.abort());
      await page.click('#show-level');
      await soon(note).toMatch(/could not be loaded/);
      expect(await levelFact(page, 'length')).toMatch(/ m$/);
      await page.unroute(/level-view/);
      await page.click('#show-city');
      await page.click('#show-level');
      await soon(note).toMatch(/^The path is the shortest there is[^…]*$/);
    });
  });

  test('fits on a phone and in the dark', async () => {
    await withPage('#/level', async (page) => {
      await soon(() => levelFact(page, 'length')).toMatch(/ m$/);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await keepPicture(page, 'phone-level');
    }, { ...handheld, colorScheme: 'dark' });
  });
});
