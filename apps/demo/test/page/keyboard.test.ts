import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describePage, drawn, fact, linkTo, plain, scenarioOf, soon, withPage } from './page-driver.ts';

describePage('the keyboard', () => {
  test('a held key acts once, but steps repeatedly', async () => {
    await withPage(linkTo(plain, 0), async (page) => {
      const hold = async (key: string): Promise<void> => {
        for (let i = 0; i < 4; i++) await page.keyboard.down(key);
        await page.keyboard.up(key);
      };
      const entries = await page.evaluate(() => history.length);
      for (const key of ['t', 'v', 'n']) await hold(key);
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
      expect(await page.getAttribute('#plot', 'aria-pressed')).toBe('true');
      expect(await page.evaluate(() => history.length)).toBe(entries + 1);
      await page.keyboard.press('<');
      await hold('.');
      expect(await fact(page, 'step')).toMatch(/^4 of/);
      await page.keyboard.press('2');
      await page.locator('#lab .map canvas').first().focus();
      await hold('ArrowRight');
      const before = (await scenarioOf(page)).scenario.rows;
      await hold('Space');
      expect((await scenarioOf(page)).scenario.rows).not.toEqual(before);
    });
  });

  test('Ctrl z undoes what was just chosen from a list', async () => {
    await withPage(linkTo(plain), async (page) => {
      await page.selectOption('#lab select[name="Algorithm"]', 'nba-star');
      await page.locator('#lab select[name="Algorithm"]').first().press('Control+z');
      expect((await scenarioOf(page)).scenario.left).toBe('a-star');
    });
  });

  test('the keyboard suffices', async () => {
    await withPage(linkTo(plain), async (page) => {
      const at = (): Promise<string> => page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.tagName ?? '');
      for (let i = 0; i < 40 && (await at()) !== 'Algorithm'; i++) await page.keyboard.press('Tab');
      expect(await at()).toBe('Algorithm');
      await page.keyboard.type('NBA');
      await page.keyboard.press('Tab');
      expect(await at()).toBe('CANVAS');
      // The cursor appears at the start; from there three to the right, a wall down and up, and the goal nearer.
      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowRight', '2', ' ', 'ArrowDown', ' ', 'ArrowRight', 'g']) await page.keyboard.press(key);
      const { scenario } = await scenarioOf(page);
      expect(scenario.left).toBe('nba-star');
      expect([scenario.rows[20][8], scenario.rows[21][8], scenario.goal]).toEqual(['#', '#', [9, 21]]);
      await soon(() => page.textContent('.spoken')).toContain('9, 21');
      await page.locator('#lab .map canvas').first().focus();
      await page.keyboard.press('<');
      expect(await fact(page, 'step')).toMatch(/^0 of/);
      await page.keyboard.press('.');
      await page.keyboard.press('.');
      await page.keyboard.press(',');
      expect(await fact(page, 'step')).toMatch(/^1 of/);
      await page.keyboard.press('p');
      expect(await page.getAttribute('#play', 'aria-label')).toBe('Pause');
      await page.keyboard.press('p');
      await page.keyboard.press('>');
      expect(Number(await fact(page, 'cost'))).toBeGreaterThan(4);
      await page.keyboard.press('t');
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    });
  });

  test('the spoken text after a key gives the state and the tip', async () => {
    const open = Array.from({ length: 5 }, () => '.'.repeat(5));
    const spoken = (page: Page) => soon(async () => {
      const [said, tip] = [await page.textContent('.spoken'), await page.textContent('.tip')];
      return said === tip ? said : `said: ${said}, tip: ${tip}`;
    });
    await withPage(linkTo({ rows: open, start: [0, 0], goal: [4, 4] }), async (page) => {
      const press = async (...keys: readonly string[]): Promise<void> => { for (const key of keys) await page.keyboard.press(key); };
      await page.keyboard.press('2');
      await page.locator('#lab .map canvas').first().focus();
      await press('ArrowRight', 'ArrowRight', ' ');
      await spoken(page).toBe('1, 0 · wall');
      await press(' ');
      await spoken(page).toBe('1, 0 · g 1');
      await press('ArrowDown', 's');
      await spoken(page).toBe('1, 1 · g 0');
      await press('4', ' ');
      await spoken(page).toBe('1, 1 · g 0');
      await press('ArrowRight', ' ');
      await spoken(page).toMatch(/^2, 1 · cost 5/);
      // Nothing changes, and it is still spoken.
      await page.evaluate(() => (document.querySelector('.spoken')!.textContent = ''));
      await press(' ');
      await spoken(page).toMatch(/^2, 1 · cost 5/);
    });
    // In front of the walking agent.
    await withPage(linkTo({ ...plain, left: 'd-star-lite' }), async (page) => {
      await page.locator('.player input').fill('10');
      await page.keyboard.press('2');
      await page.locator('#lab .map canvas').first().focus();
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', ' ']) await page.keyboard.press(key);
      await spoken(page).toMatch(/^5, 22 · wall/);
    });
  });

  test('shortcuts of the browser are left to it', async () => {
    await withPage('#/battlefield', async (page) => {
      for (const face of ['battlefield', 'city', 'robot', 'level']) {
        await page.click(`#show-${face}`);
        if (face === 'city') await soon(() => page.textContent('#city-facts')).toContain('min');
        const taken = await page.evaluate((id) => {
          const canvas = document.querySelector(`#${id} .map canvas`)!;
          const isLeft = (key: string, held: object): boolean => canvas.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held }));
          return [...'abceghjqrsux', 'ArrowLeft', 'Enter'].filter((key) => !isLeft(key, { ctrlKey: true }) || !isLeft(key, { metaKey: true }) || !isLeft(key, { altKey: true }));
        }, face);
        expect(taken, face).toEqual([]);
      }
    });
  });

  test('a screen reader hears no step of a run, and a cell once', async () => {
    await withPage(linkTo({ ...plain, left: 'lrta' }, 0), async (page) => {
      /** The live parts of the lab that change while something happens. */
      const heard = (selector: string, type: 'click' | 'keydown', key = ''): Promise<readonly string[]> => page.evaluate(([to, what, pressed]) => new Promise<readonly string[]>((resolve) => {
        const found = new Set<string>();
        new MutationObserver((records) => {
          for (const { target } of records) {
            const live = (target instanceof Element ? target : target.parentElement!).closest('output, [aria-live], [role="status"], [role="alert"]');
            if (live !== null && live.getAttribute('aria-live') !== 'off') found.add(live.className);
          }
        }).observe(document.querySelector('#lab')!, { subtree: true, childList: true, characterData: true });
        document.querySelector(to)!.dispatchEvent(what === 'click' ? new MouseEvent(what) : new KeyboardEvent(what, { key: pressed, bubbles: true }));
        setTimeout(() => resolve([...found]), 500);
      }), [selector, type, key] as const);
      expect(await heard('#play', 'click')).toEqual([]);
      await page.click('#play');
      expect(await heard('#lab .map canvas', 'keydown', 'ArrowRight')).toEqual(['spoken']);
    });
  });

  test('a focused element does not lie under the player', async () => {
    await withPage(linkTo({}), async (page) => {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.evaluate(() => scrollTo(0, 0));
      await page.locator('.help summary').focus();
      const isSeen = await page.evaluate(() => {
        const { left, top, width, height } = document.activeElement!.getBoundingClientRect();
        return document.activeElement!.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
      expect(isSeen).toBe(true);
    });
  });

  test('in the windows of a phone, a focused option of the view is fully visible', async () => {
    await withPage(linkTo({}), async (page) => {
      for (const [width, height] of [[390, 844], [844, 390]]) {
        await page.setViewportSize({ width, height });
        await page.focus('#theme');
        const cut: string[] = [];
        for (let i = 0; i < 11; i++) {
          await page.keyboard.press('Tab');
          await drawn(page);
          const [name, left, right] = await page.evaluate(() => {
            const area = document.activeElement!.getBoundingClientRect();
            const around = document.activeElement!.parentElement!.getBoundingClientRect();
            return [document.activeElement!.textContent, area.left - around.left, around.right - area.right] as const;
          });
          if (left < 0 || right < 0) cut.push(name);
        }
        expect(cut, `${width} × ${height}`).toEqual([]);
      }
    });
  });
});
