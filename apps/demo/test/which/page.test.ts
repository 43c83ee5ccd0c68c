import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { withArticle } from '../articles/article-driver.ts';
import { describePage, keepPicture, soon } from '../page/page-driver.ts';

const answer = (page: Page, question: string, value: string): Promise<void> => page.locator(`input[name="${question}"][value="${value}"]`).check();
const title = (page: Page): Promise<string | null> => page.textContent('#answer');
const measured = async (page: Page, name: string): Promise<number> => {
  await page.locator('.measured[data-done="true"]').waitFor({ timeout: 60_000 });
  return Number((await page.textContent(`[data-measured="${name}"]`))!.replaceAll(',', ''));
};
const about = (page: Page): Promise<string | null> => page.textContent('.about');

const dropped = (page: Page, name: string, type: string, content: string): Promise<void> => page.evaluate(([file, kind, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([kind === 'image/png' ? Uint8Array.from(atob(text), (c) => c.charCodeAt(0)) : text], file, { type: kind }));
  document.querySelector('.which')!.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
}, [name, type, content] as const);

/** A picture of 2 × 1 pixels, as written by the browser: white and black. */
const picture = (page: Page): Promise<string> => page.evaluate(() => {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [4, 4];
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 4, 4);
  context.fillStyle = '#000';
  context.fillRect(2, 0, 1, 3);
  return canvas.toDataURL('image/png').split(',')[1];
});

const map = `type octile\nheight 12\nwidth 40\nmap\n${Array.from({ length: 12 }, (_, y) => (y === 0 ? '.' : '@').padStart(20, '.').padEnd(40, '.')).join('\n')}\n`;
const tiled = JSON.stringify({
  layers: [{ type: 'tilelayer', name: 'ground', width: 8, height: 8, data: Array.from({ length: 64 }, (_, i) => (i % 8 === 4 && i < 56 ? 0 : i % 3 === 0 ? 2 : 1)) }],
  tilesets: [{ firstgid: 1, tiles: [{ id: 1, properties: [{ name: 'cost', type: 'int', value: 5 }] }] }],
});

describePage('which one?', () => {
  test('questions are answered, and the advice is measured against A*', async () => {
    await withArticle('which-one', async (page) => {
      expect(await title(page)).toBe('JumpPointSearch');
      expect(await measured(page, 'after')).toBeLessThan(await measured(page, 'before') / 4);
      expect(await measured(page, 'microseconds')).toBeGreaterThan(0);
      // The two pictures, dragged.
      const figure = page.locator('.answer figure');
      const number = async (name: string): Promise<number> => Number((await figure.locator(`[data-number="${name}"]`).textContent())!.replaceAll(',', ''));
      await soon(() => number('before')).toBeGreaterThan(0);
      const cost = await number('cost');
      expect(cost).toBe(await number('cost-before'));
      await figure.locator('canvas').first().focus();
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 's']) await page.keyboard.press(key);
      await soon(() => number('cost')).not.toBe(cost);
      await soon(async () => await number('cost') === await number('cost-before')).toBe(true);

      // Another answer, by the keyboard, which the address keeps.
      await page.locator('input[name="ground"][value="uniform"]').focus();
      await page.keyboard.press('ArrowDown');
      expect(await title(page)).toBe('JumpPointSearch with TerrainJumps');
      expect(await about(page)).toContain('Swamps');
      expect(page.url()).toContain('ground=terrain');
      await answer(page, 'changes', 'unknown');
      expect(await title(page)).toBe('createPlanner: D* Extra Lite');
      expect(await measured(page, 'after')).toBeGreaterThan(0);
      await answer(page, 'matters', 'frame');
      expect(await title(page)).toBe('LssLrtaStar');
      expect(await measured(page, 'after')).toBeLessThanOrEqual(32);
      await keepPicture(page, 'which-one', true);
      await page.reload();
      expect(await title(page)).toBe('LssLrtaStar');
    }, '');
  });

  test('what cannot be computed says so', async () => {
    await withArticle('which-one', async (page) => {
      await page.evaluate(() => {
        const Failing = class extends Worker {
          override postMessage(message: { readonly job: string }): void {
            if (message.job === 'record') this.onmessage?.(new MessageEvent('message', { data: { error: 'Out of memory.' } }));
            else super.postMessage(message);
          }
        };
        Object.assign(globalThis, { Worker: Failing });
      });
      await answer(page, 'asks', 'one');
      await soon(() => page.locator('.answer figure .says').textContent()).toBe('It could not be computed.');
      expect(await page.textContent('.which .error')).toBe('Out of memory.');
    }, '');
  });

  test('without a path a crowd is not computed for ever', async () => {
    await withArticle('which-one', async (page) => {
      await dropped(page, 'strip.txt', 'text/plain', '.....');
      await soon(() => about(page)).toContain('strip.txt');
      await answer(page, 'asks', 'crowd');
      await answer(page, 'matters', 'frame');
      expect(await title(page)).toBe('Dispatcher');
      const says = (): Promise<string | null> => page.locator('.answer figure .says').textContent();
      await soon(says).toMatch(/^Before one move/);
      await page.locator('.answer figure canvas').first().focus();
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', ' ']) await page.keyboard.press(key);
      await soon(says).toBe('There is no path. Open a wall.');
    }, '');
  });

  test('a dropped file becomes the map; a bad one gives an error, and the map stays', async () => {
    await withArticle('which-one', async (page) => {
      await dropped(page, 'a.map', '', map);
      await soon(() => about(page)).toBe('a.map, 40 × 12: 469 free cells. ');
      expect(await measured(page, 'before')).toBeGreaterThan(0);
      for (const [name, type, content, sentence] of [
        ['b.map', '', map.replace('height 12', 'height 13'), /^b\.map cannot be used\. .*row/i], ['c.json', 'application/json', '{"layers":[]}', /^c\.json cannot be used\. This Tiled map has no tile layer/],
        ['d.png', 'image/png', 'AAAA', /^d\.png cannot be used\. The browser cannot read this picture/], ['e.txt', 'text/plain', '.#\n.', /^e\.txt cannot be used\. Row 1 has 1 characters/],
        ['f.txt', 'text/plain', `${'.'.repeat(600)}`, /512 × 512/],
      ] as const) {
        await dropped(page, name, type, content);
        await soon(() => page.textContent('.which .error')).toMatch(sentence);
        expect(await page.locator('.which .error').isVisible()).toBe(true);
        expect(await about(page)).toContain('a.map');
      }
      await dropped(page, 'g.png', 'image/png', await picture(page));
      await soon(() => about(page)).toBe('g.png, 4 × 4: 13 free cells. ');
      expect(await page.locator('.which .error').isVisible()).toBe(false);
      await dropped(page, 'h.tmj', '', tiled);
      await soon(() => about(page)).toBe('h.tmj, 8 × 8: 57 free cells. ');
      expect(await title(page)).toBe('JumpPointSearch with TerrainJumps');
      expect(await measured(page, 'after')).toBeGreaterThan(0);
    }, '');
  });
});
