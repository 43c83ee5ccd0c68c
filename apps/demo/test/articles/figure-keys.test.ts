import { expect, test } from 'vitest';
import { describePage, drawn } from '../page/page-driver.ts';
import type { FigureOnPage } from './article-driver.ts';
import { figure, withArticle } from './article-driver.ts';

describePage('a figure of an article', () => {
  test('can be used by keyboard alone, tells a screen reader what the keys do, and stands still until it is played', async () => {
    await withArticle('landmarks', async (page) => {
      const line = await figure(page, 'straight-line');
      const canvas = line.root.locator('canvas').first();
      const isFocused = (): Promise<boolean> => canvas.evaluate((each) => document.activeElement === each);
      for (let i = 0; i < 40 && !(await isFocused()); i++) await page.keyboard.press('Tab');
      expect(await isFocused()).toBe(true);
      expect(await canvas.getAttribute('aria-label')).toMatch(/^A map with a wall [^]*Arrow keys move a cursor, s and g put start and goal there, space paints a wall\.$/);

      const spoken = line.root.locator('.spoken');
      const before = await line.number('cost');
      // The first key shows the cursor, at the start.
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
      expect(await spoken.textContent()).toMatch(/^12, 6 g /);
      await page.keyboard.press('s');
      await expect.poll(() => line.number('cost')).toBeLessThan(before);
      await page.keyboard.press('ArrowDown');
      // Held down, it paints once.
      for (let i = 0; i < 4; i++) await page.keyboard.down('Space');
      await page.keyboard.up('Space');
      // The wall is recorded with the next frame.
      await drawn(page);
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowDown');
      expect(await spoken.textContent()).toMatch(/^12, 7, wall/);

      // Then come its other controls: run, step, walls, reset.
      const names: string[] = [];
      for (let i = 0; i < 4; i++) {
        await page.keyboard.press('Tab');
        names.push(await page.evaluate(() => document.activeElement!.getAttribute('aria-label') ?? document.activeElement!.textContent));
      }
      expect(names).toEqual(['Run', 'Step', 'Draw walls', 'Reset']);
      const step = line.root.locator('.scrubber output');
      await line.root.getByRole('slider', { name: 'Step' }).press('Home');
      await page.waitForTimeout(400);
      expect(await step.textContent()).toMatch(/^0 \/ /);

      // A screen reader hears the numbers of the end, not those of each frame.
      const heard = await line.root.evaluate((root) => new Promise<readonly string[]>((resolve) => {
        const says = root.querySelector('.says')!;
        const lives: string[] = [];
        new MutationObserver(() => {
          lives.push(says.getAttribute('aria-live')!);
          if (root.querySelector('[aria-label="Run"]') !== null) resolve(lives);
        }).observe(says, { childList: true });
        root.querySelector<HTMLElement>('[aria-label="Run"]')!.click();
      }));
      expect(heard.length).toBeGreaterThan(5);
      expect(heard.filter((live) => live === 'polite').length).toBe(1);
    });
  });

  /** What the player and a number show right after each hurried recording while a cell is dragged to another. */
  async function whileDragged(shown: FigureOnPage, from: readonly [number, number], to: readonly [number, number], size: readonly [number, number], name = ''): Promise<readonly (readonly [step: number, longest: number, value: number])[]> {
    const hurried = await shown.root.evaluateHandle((root, value) => {
      const seen: [number, number, number][] = [];
      const read = (selector: string): readonly number[] => (root.querySelector(selector)?.textContent ?? '').split(' / ').map(Number);
      new MutationObserver(() => seen.push([...read('.scrubber output') as [number, number], read(`[data-number="${value}"]`)[0]])).observe(root, { attributeFilter: ['data-took'] });
      return seen;
    }, name);
    await shown.drag(from, to, size);
    return hurried.jsonValue();
  }
  const steps = async ({ root }: FigureOnPage): Promise<readonly number[]> => (await root.locator('.scrubber output').textContent())!.split(' / ').map(Number);

  test('a drag in the middle of a run stays there, and shows as much of it meanwhile', async () => {
    await withArticle('landmarks', async (page) => {
      const line = await figure(page, 'straight-line');
      const slider = line.root.getByRole('slider', { name: 'Step' });
      const middle = Math.round((await steps(line))[1] / 2);
      await slider.fill(String(middle));
      const hurried = await whileDragged(line, [4, 20], [8, 20], [41, 23]);
      expect(hurried.map(([step]) => step)).toEqual(hurried.map(() => middle));
      expect(hurried.length).toBeGreaterThan(0);
      expect((await steps(line))[0]).toBe(middle);
      await slider.press('End');
      await line.drag([4, 2], [4, 2], [41, 23]);
      const [step, longest] = await steps(line);
      expect([step, longest > middle]).toEqual([longest, true]);
    });
  });

  test('a goal dragged nearer leaves a search where it is, while its recording is hurried, too', async () => {
    await withArticle('a-star', async (page) => {
      const rings = await figure(page, 'rings');
      const [middle, longest] = await steps(rings);
      const before = await rings.number('closed');
      const hurried = await whileDragged(rings, [36, 5], [18, 11], [41, 23], 'closed');
      const [after, shorter] = await steps(rings);
      expect([after, shorter < longest / 1.5]).toEqual([middle, true]);
      expect(hurried.length).toBeGreaterThan(0);
      for (const [step, , closed] of hurried) {
        expect(step).toBe(middle);
        expect(Math.abs(closed - before)).toBeLessThan(10);
      }
    });
  });

  test('units of which few frames are recorded while the goal is dragged are shown at the last of those, and then where they were', async () => {
    await withArticle('thousand-units', async (page) => {
      const thousand = await figure(page, 'thousand');
      const [middle] = await steps(thousand);
      const hurried = await whileDragged(thousand, [44, 24], [43, 23], [49, 29]);
      expect(hurried.map(([step, most]) => [step, most])).toEqual(hurried.map(() => [13, 13]));
      expect(hurried.length).toBeGreaterThan(0);
      expect((await steps(thousand))[0]).toBe(middle);
    });
  });
});
