import { expect, test } from 'vitest';
import { describePage, drawn } from '../page/page-driver.ts';
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

  test('a drag in the middle of a run stays there, and shows as much of it meanwhile', async () => {
    await withArticle('landmarks', async (page) => {
      const { root } = await figure(page, 'straight-line');
      const slider = root.getByRole('slider', { name: 'Step' });
      const steps = async (): Promise<readonly number[]> => (await root.locator('.scrubber output').textContent())!.split(' / ').map(Number);
      const [, longest] = await steps();
      const middle = Math.round(longest / 2);
      await slider.fill(String(middle));
      const area = (await root.locator('canvas').first().boundingBox())!;
      await page.mouse.move(area.x + 0.1 * area.width, area.y + 0.9 * area.height);
      await page.mouse.down();
      let x = 0.1;
      // Until a recording with few looks is seen: a busy machine may rest between two moves.
      await expect.poll(async () => {
        await page.mouse.move(area.x + (x += 0.02) * area.width, area.y + 0.9 * area.height);
        await drawn(page);
        const [step, hurried] = await steps();
        return hurried < longest && Math.round((10 * step) / hurried);
      }, { timeout: 10_000 }).toBe(5);
      await page.mouse.up();
      await expect.poll(async () => (await steps())[0]).toBe(middle);
      await slider.press('End');
      await page.mouse.click(area.x + 0.1 * area.width, area.y + 0.1 * area.height);
      await drawn(page);
      await expect.poll(async () => (await steps())[1]).toBeGreaterThan(middle);
      expect((await steps())[0]).toBe((await steps())[1]);
    });
  });
});
