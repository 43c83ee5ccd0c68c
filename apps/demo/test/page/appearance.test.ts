import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ends } from '../../src/lab/scenario/scenario.ts';
import { cell, describePage, drawn, fact, fight, keepPicture, linkTo, scenarioOf, site, soon, withAddress, withLab, withPage } from './page-driver.ts';

/** All pages, and once more all packages whole, for the worker that runs samples. No page loads all of it. */
const LIMIT = 720 * 1024;

describePage('size, light and dark, windows', () => {
  test('it is small', () => {
    console.log(`The built site: ${(site!.gzipped / 1024).toFixed(1)} kB gzipped of ${LIMIT / 1024}.`);
    expect(site!.gzipped).toBeLessThan(LIMIT);
  });

  test('three.js is loaded by the page of the level alone', async () => {
    await withPage(linkTo({}), async (page) => {
      const loaded = (): Promise<boolean> => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('level-view')));
      expect(await loaded()).toBe(false);
      await page.click('#show-level');
      await soon(loaded).toBe(true);
    });
  });

  test('the header fits into windows of all widths', async () => {
    const fits = async (page: Page): Promise<void> => {
      for (const width of [320, 359, 360, 379, 380, 460, 699, 700, 719, 720, 860]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await page.locator('#theme').evaluate((theme) => theme.getBoundingClientRect().right), String(width)).toBeLessThan(width);
      }
    };
    await withLab(linkTo({}), fits);
    await withAddress('articles/index.html', fits);
  });

  test('until a choice is made, light or dark is as in the system, and changes with it', async () => {
    await withPage(linkTo({}), async (page) => {
      const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset['theme']);
      await page.emulateMedia({ colorScheme: 'dark' });
      await soon(theme).toBe('dark');
      await page.emulateMedia({ colorScheme: 'light' });
      await soon(theme).toBe('light');
      await page.click('#theme');
      await page.click('#theme');
      await page.emulateMedia({ colorScheme: 'dark' });
      await drawn(page);
      expect(await theme()).toBe('light');
    });
  });

  test('in the dark a page is dark before its script is there', async () => {
    await withAddress('articles/index.html', async (page) => {
      const background = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const dark = await background();
      await page.route(/\.js$/, (route) => route.abort());
      await page.reload();
      expect([await page.evaluate(() => document.documentElement.dataset['theme']), await background()]).toEqual([undefined, dark]);
      await page.unroute(/\.js$/);
    }, { colorScheme: 'dark' });
  });

  test('light or dark is remembered', async () => {
    await withPage(linkTo({}), async (page) => {
      const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset['theme']);
      expect(await theme()).toBe('light');
      await page.click('#theme');
      await page.reload();
      expect(await theme()).toBe('dark');
    });
  });

  test('light or dark is that of other tabs, and of the page that one returns from', async () => {
    await withPage(linkTo({}), async (page) => {
      const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset['theme']);
      // It stays open all the time.
      const [other] = page.context().pages();
      await other.evaluate(() => document.querySelector<HTMLElement>('#theme')!.click());
      const chosen = await other.evaluate(() => document.documentElement.dataset['theme']);
      await soon(theme).toBe(chosen);
      // Tests keep no pages for the back button.
      await page.evaluate(() => {
        const next = document.documentElement.dataset['theme'] === 'dark' ? 'light' : 'dark';
        localStorage.setItem('pf-theme', next);
        window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
      });
      expect(await theme()).toBe(chosen === 'dark' ? 'light' : 'dark');
    });
  });

  test('where nothing can be stored, light or dark stays as chosen until the page is left', async () => {
    await withPage(linkTo({}), async (page) => {
      await page.evaluate(() => { Storage.prototype.setItem = () => { throw new Error('Forbidden.'); }; });
      await page.click('#theme');
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.emulateMedia({ colorScheme: 'light' });
      await drawn(page);
      expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark');
    });
  });

  test.each([[1, 120, 1280, 900], [120, 1, 1280, 900], [128, 128, 1280, 720], [61, 41, 844, 390], [20, 100, 390, 844]])(
    'a map of %d × %d is seen whole in a window of %d × %d, and painted where the pointer is', async (width, height, across, down) => {
      const open = Array.from({ length: height }, () => '.'.repeat(width));
      const size = { width, height };
      await withLab(linkTo({ rows: open, ...ends(open), right: 'jps' }), async (page) => {
        const canvas = page.locator('#lab .map canvas').first();
        await canvas.scrollIntoViewIfNeeded();
        const area = (await canvas.boundingBox())!;
        const player = (await page.locator('.player').boundingBox())!;
        expect(area.height).toBeLessThan(player.y);
        expect(area.width / area.height / (width / height)).toBeCloseTo(1, 1);
        const within = (await page.locator('#lab .view').first().boundingBox())!;
        expect(area.x - within.x).toBeCloseTo(within.x + within.width - area.x - area.width, 0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(across);
        await keepPicture(page, `lab-${width}x${height}`);
        if (!(await page.locator('#link').isVisible())) await page.click('.setup summary');
        await page.keyboard.press('2');
        // Near both ends, but neither start nor goal, and in the middle.
        for (const share of [0.05, 0.5, 0.95]) {
          const place = [Math.floor(share * width), Math.floor(share * height)] as const;
          await canvas.scrollIntoViewIfNeeded();
          await page.mouse.click(...await cell(page, place, size));
          expect((await scenarioOf(page)).scenario.rows[place[1]][place[0]]).toBe('#');
        }
      }, { width: across, height: down });
    },
  );

  test('axe finds no serious fault, light and dark', async () => {
    await withPage(linkTo({ left: 'landmarks', right: 'lrta', plot: true }), async (page) => {
      await page.addScriptTag({ content: axe.source });
      await page.click('.help summary');
      for (const face of ['lab', 'battlefield', 'city', 'robot'] as const) {
        await page.click(`#show-${face}`);
        if (face === 'battlefield') {
          // Fewer of them than usual: they move on while axe looks.
          await page.selectOption('#battlefield select[name="Map"]', '256');
          await page.selectOption('#battlefield select[name="Characters"]', '100');
          await fight(page);
        }
        // In the dark only the colours differ.
        for (const [colorScheme, only] of [['light', []], ['dark', ['color-contrast']]] as const) {
          await page.emulateMedia({ colorScheme });
          await drawn(page);
          const found = await page.evaluate(async (rules) => {
            const { axe: checker } = globalThis as unknown as { axe: typeof axe };
            const { violations } = await checker.run(rules.length === 0 ? {} : { runOnly: [...rules] });
            return violations.map(({ id, impact, nodes }) => `${impact}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
          }, only);
          expect(found.filter((each) => /^(serious|critical)/.test(each)), colorScheme).toEqual([]);
          await keepPicture(page, `${face}-${colorScheme}`);
        }
      }
    }, { viewport: { width: 1280, height: 1250 } });
  });

  test.each([320, 390])('a phone %d wide shows it all without scrolling sideways', async (width) => {
    const suffix = width === 390 ? '' : `-${width}`;
    await withPage(linkTo({ right: 'jps' }), async (page) => {
      const fits = (): Promise<boolean> => page.evaluate((most) => document.documentElement.scrollWidth <= most, width);
      expect(await fits()).toBe(true);
      const map = (await page.locator('#lab .map canvas').first().boundingBox())!;
      const player = (await page.locator('.player').boundingBox())!;
      expect(map.y + map.height).toBeLessThan(player.y);
      await page.locator('#last').tap();
      expect(await fact(page, 'cost')).toMatch(/^\d/);
      await keepPicture(page, `phone-lab${suffix}`);
      await page.locator('.setup summary').tap();
      expect(await fits()).toBe(true);
      await page.locator('[data-tool="wall"]').first().tap();
      await page.locator('#lab .map canvas').first().scrollIntoViewIfNeeded();
      await page.touchscreen.tap(...await cell(page, [3, 0]));
      await soon(async () => (await scenarioOf(page)).scenario.rows[0][3]).toBe('#');
      await page.locator('#show-battlefield').tap();
      await fight(page);
      expect(await fits()).toBe(true);
      await keepPicture(page, `phone-battlefield${suffix}`);
    }, { viewport: { width, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  });
});
