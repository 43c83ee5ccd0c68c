import { randomObstacles, seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { algorithms } from '../../src/lab/recordings/algorithms.ts';
import type { Scenario } from '../../src/lab/scenario/scenario.ts';
import { ends, gridOf } from '../../src/lab/scenario/scenario.ts';
import { libraryCost } from '../library.ts';
import { cell, describePage, drag, drawn, fact, keepPicture, linkTo, plain, rooms, scenarioOf, soon, withLab, withPage } from './page-driver.ts';

describePage('recordings are replayed', () => {
  test('the first view moves on its own', async () => {
    await withPage('', async (page) => {
      const first = await page.textContent('.count');
      await page.waitForFunction((text) => document.querySelector('.count')?.textContent !== text, first);
      expect(await page.getAttribute('#play', 'aria-label')).toBe('Pause');
      await keepPicture(page, 'lab');
    }, { reducedMotion: 'no-preference' });
  });

  test('each algorithm runs to its end at the cost of the library', async () => {
    const grid = gridOf(rooms);
    const [start, goal] = [grid.vertex(...rooms.start), grid.vertex(...rooms.goal)];
    await withLab(linkTo({}), async (page) => {
      const differing: string[] = [];
      for (const { id, name } of algorithms) {
        const cost = await page.evaluate((chosen) => {
          const select = document.querySelector<HTMLSelectElement>('select[name="Algorithm"]')!;
          select.value = chosen;
          select.dispatchEvent(new Event('change'));
          document.querySelector<HTMLElement>('#last')!.click();
          return [...document.querySelector('.facts')!.children].find((each) => each.firstElementChild!.textContent === 'cost')!.lastElementChild!.textContent;
        }, id);
        const expected = libraryCost(id, grid, start, goal).toFixed(3);
        if (cost !== expected) differing.push(`${name}: ${cost}, not ${expected}`);
      }
      expect(differing).toEqual([]);
    });
  });

  test('workers build the tables of a large map, and the page stays responsive', async () => {
    // More free cells than are built at once.
    const large = randomObstacles(64, 64, 0.2, seededRandom(1)).toRows();
    const scenario: Partial<Scenario> = { rows: large, ...ends(large), left: 'jps-bounds', right: 'paths' };
    const grid = gridOf({ ...rooms, ...scenario });
    const { start, goal } = ends(large);
    const cost = new AStar(grid).search(grid.vertex(...start), grid.vertex(...goal)).toFixed(3);
    const size = { width: 64, height: 64 };
    await withLab(linkTo(scenario, 40), async (page) => {
      expect([await fact(page, 'cost', 0), await fact(page, 'cost', 1)]).toEqual(['not yet', 'not yet']);
      expect(await page.textContent('.note')).toContain('being built');
      await soon(async () => Number.parseInt(await fact(page, 'built'), 10) > 0).toBe(true);
      expect(await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve('a frame'))))).toBe('a frame');
      await soon(() => fact(page, 'step', 1)).toMatch(/^40 of/);
      await soon(() => fact(page, 'step', 0)).toMatch(/^40 of/);
      await page.click('#last');
      expect([await fact(page, 'cost', 0), await fact(page, 'cost', 1)]).toEqual([cost, cost]);
      // The unfinished build of the previous map is dropped.
      await page.mouse.click(...(await cell(page, [32, 32], size)));
      await soon(() => fact(page, 'cost', 1)).toBe('not yet');
      await page.mouse.click(...(await cell(page, [32, 32], size)));
      await soon(() => fact(page, 'cost', 1)).toBe(cost);
    });
  });

  test('a table that is built while another view is seen starts no run', async () => {
    const large = randomObstacles(64, 64, 0.2, seededRandom(1)).toRows();
    await withPage(linkTo({ rows: large, ...ends(large) }), async (page) => {
      await page.selectOption('select[name="Algorithm"]', 'jps-bounds');
      expect(await fact(page, 'cost')).toBe('not yet');
      await page.click('#show-battlefield');
      await soon(() => page.textContent('.count')).toMatch(/ [1-9]/);
      await drawn(page);
      expect([await page.textContent('.count'), await page.getAttribute('#play', 'aria-label')]).toEqual([expect.stringMatching(/^0 /), 'Run']);
    }, { reducedMotion: 'no-preference' });
  });

  test('a run that only became too short for its step is no run at its end: it is played when its new table is there', async () => {
    const large = randomObstacles(64, 64, 0.2, seededRandom(1)).toRows();
    const size = { width: 64, height: 64 };
    const { start, goal } = ends(large);
    await withPage(linkTo({ rows: large, start, goal, left: 'jps-bounds' }, 20), async (page) => {
      await soon(() => fact(page, 'step')).toMatch(/^20 of/);
      await page.mouse.move(...await cell(page, goal, size));
      await page.mouse.down();
      await page.mouse.move(...await cell(page, [start[0] + 1, start[1]], size), { steps: 4 });
      await page.mouse.up();
      await soon(() => fact(page, 'step')).toMatch(/^(\d+) of \1$/);
      await page.mouse.click(...await cell(page, [32, 32], size));
      // It plays for a second only: each frame is looked at.
      await page.waitForFunction(() => document.querySelector('#play')?.getAttribute('aria-label') === 'Pause', undefined, { timeout: 60_000 });
    }, { reducedMotion: 'no-preference' });
  });

  test('two algorithms run step by step, forwards and backwards', async () => {
    await withLab(linkTo({ right: 'jps' }, 0), async (page) => {
      expect(await fact(page, 'expanded')).toBe('0');
      await page.click('#forward');
      await page.click('#forward');
      expect([await fact(page, 'expanded', 0), await fact(page, 'expanded', 1)]).toEqual(['2', '2']);
      await page.click('#back');
      expect(await fact(page, 'step', 1)).toMatch(/^1 of/);
      await page.locator('.player input').fill('30');
      expect(await fact(page, 'step')).toMatch(/^30 of/);
      await page.click('#last');
      expect(await fact(page, 'cost', 0)).toBe(await fact(page, 'cost', 1));
      await page.click('#first');
      expect(await fact(page, 'step')).toMatch(/^0 of/);
    });
  });

  test('counters show the state of the step on display', async () => {
    await withLab(linkTo({ left: 'd-star-lite', right: 'cases' }), async (page) => {
      const counts = async (): Promise<readonly number[]> => [Number(await fact(page, 'replans')), Number(await fact(page, 'learned', 1))];
      const all = await counts();
      await page.locator('.player input').fill('3');
      const [replans, learned] = await counts();
      expect(replans).toBeLessThanOrEqual(3);
      expect(all[0]).toBeGreaterThan(3);
      expect(learned).toBeLessThan(all[1]);
      await page.click('#first');
      expect(await counts()).toEqual([0, 0]);
    });
  });

  test('after any number of restarts, one frame of the screen plays one moment', async () => {
    await withPage(linkTo({ ...plain, left: 'lrta' }, 0), async (page) => {
      await page.click('#play');
      for (let i = 0; i < 6; i++) await page.getByRole('button', { name: 'Learning' }).click();
      const calls = await page.evaluate(() => new Promise<number>((resolve) => {
        const real = requestAnimationFrame;
        let [called, frames] = [0, 0];
        window.requestAnimationFrame = (callback) => real((now) => { called++; callback(now); });
        const count = (): void => {
          if (++frames === 20) resolve(called / frames);
          else real(count);
        };
        real(count);
      }));
      expect(await page.getAttribute('#play', 'aria-label')).toBe('Pause');
      expect(calls).toBeLessThanOrEqual(2);
    }, { reducedMotion: 'no-preference' });
  });

  test('the plot says if there is nothing to plot; the legend explains the drawing of a mesh', async () => {
    await withLab(linkTo({ left: 'funnel', right: 'polyanya' }), async (page) => {
      await page.click('#plot');
      expect(new Set(await page.locator('#lab figcaption:visible').allTextContents())).toEqual(new Set(['Nothing to plot: this algorithm makes no estimates.']));
      expect(await page.locator('#lab .plot canvas:visible').count()).toBe(0);
      const colours = (): Promise<readonly string[]> => page.locator('#lab .legend li').allTextContents();
      expect(await colours()).toEqual(expect.arrayContaining(['open', 'closed', 'looked through', 'the funnel']));
      await page.selectOption('select[name="Algorithm"]', 'a-star');
      expect(await page.locator('#lab .plot canvas:visible').count()).toBe(1);
      expect(await colours()).toEqual(expect.arrayContaining(['open', 'closed, early to late', 'looked through']));
      expect(await colours()).not.toContain('closed');
    });
  });

  test('a wall painted ahead of a walking character makes it plan again and arrive', async () => {
    await withLab(linkTo({ ...plain, left: 'd-star-lite' }), async (page) => {
      const before = Number(await fact(page, 'cost'));
      await page.locator('.player input').fill('10');
      await drag(page, [18, 14], [18, 26]);
      const { scenario, step } = await scenarioOf(page);
      expect(step).toBe(10);
      expect(scenario.edits.length).toBe(13);
      expect(scenario.rows).toEqual(plain.rows);
      // A long recording starts when the pointer rests, and may be shown only then.
      await soon(async () => {
        await page.click('#last');
        return Number(await fact(page, 'cost'));
      }).toBeGreaterThan(before);
      expect(Number(await fact(page, 'replans'))).toBeGreaterThan(1);
      await keepPicture(page, 'lab-wall-ahead');
      // At an earlier step there is no wall yet, so the brush draws one.
      await page.locator('.player input').fill('6');
      await drag(page, [18, 20], [18, 20]);
      expect((await scenarioOf(page)).scenario.edits.filter(({ y }) => y === 20)).toEqual([{ step: 6, x: 18, y: 20, cost: 0 }]);
    });
  });

  test('a character walks on while walls are drawn', async () => {
    const size = { width: 25, height: 9 };
    const open = Array.from({ length: size.height }, () => '.'.repeat(size.width));
    await withPage(linkTo({ rows: open, start: [1, 4], goal: [23, 4], left: 'd-star-lite' }, 0), async (page) => {
      const step = async (): Promise<number> => Number.parseInt((await page.textContent('.count'))!, 10);
      await page.selectOption('.player select', '5');
      await page.keyboard.press('2');
      await page.keyboard.press('p');
      await page.mouse.move(...await cell(page, [0, 0], size));
      await page.mouse.down();
      const before = await step();
      // Each frame of the screen, another cell.
      const [x, y] = await cell(page, [0, 0], size);
      const [right, down] = (await cell(page, [1, 1], size)).map((at, i) => at - [x, y][i]);
      await page.evaluate(async (at) => {
        for (let i = 0; i < 50; i++) {
          await new Promise((resolve) => { requestAnimationFrame(resolve); });
          const [clientX, clientY] = [at.x + (i % 25) * at.right, at.y + 8 * at.down * Math.floor(i / 25)];
          document.querySelector('canvas')!.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, pointerId: 1, buttons: 1, bubbles: true }));
        }
      }, { x, y, right, down });
      expect(await step()).toBeGreaterThan(before + 1);
      await page.mouse.up();
    }, { reducedMotion: 'no-preference' });
  });

  test('the plot of a moving target compares with the costs to where it is', async () => {
    await withLab(linkTo({ left: 'chase-adaptive', plot: true }), async (page) => {
      const geometry = async (): Promise<string> => (await page.textContent('#lab .plot figcaption'))!.slice(0, 'Geometry knows 00%'.length);
      const last = await geometry();
      await page.click('#first');
      expect(await geometry()).toMatch(/^Geometry knows \d\d%$/);
      expect(await geometry()).not.toBe(last);
    });
  });

  test('landmarks are dragged, estimates plotted', async () => {
    await withPage(linkTo({ left: 'landmarks', landmarks: [[3, 3], [57, 3]] }), async (page) => {
      await drag(page, [57, 3], [57, 38]);
      await page.click('#plot');
      const { scenario } = await scenarioOf(page);
      expect(scenario.landmarks).toEqual([[3, 3], [57, 38]]);
      expect(scenario.plot).toBe(true);
      expect(await page.textContent('figcaption')).toMatch(/Geometry knows \d+%.*with landmarks it is \d+%/);
      const [before, after] = (await page.textContent('.compared b'))!.replaceAll(',', '').split(' → ').map(Number);
      expect(before).toBeGreaterThan(after);
      expect(after).toBe(Number(await fact(page, 'expanded')));
      await keepPicture(page, 'lab-landmarks');
    }, { viewport: { width: 1280, height: 1150 } });
  });

  test('a landmark put on the map without them joins those beside it', async () => {
    await withLab(linkTo({ left: 'a-star', right: 'landmarks', landmarks: [[3, 3], [57, 3]] }), async (page) => {
      await page.locator('#lab .map canvas').first().focus();
      for (const key of ['ArrowDown', 'l']) await page.keyboard.press(key);
      const { scenario } = await scenarioOf(page);
      expect(scenario.landmarks).toEqual([[3, 3], [57, 3], scenario.start]);
    });
  });

  test('the pointer shows the data of a cell, and its boxes', async () => {
    const picture = (page: Page): Promise<string> => page.evaluate(() => document.querySelector('canvas')!.toDataURL());
    await withLab(linkTo({ left: 'd-star-lite' }), async (page) => {
      await page.mouse.move(...await cell(page, rooms.goal));
      await page.waitForSelector('.tip:not([hidden])');
      expect(await page.textContent('.tip')).toBe(`${rooms.goal.join(', ')} · g 0 · rhs 0`);
      await page.selectOption('select[name="Algorithm"]', 'bounds');
      await page.mouse.move(5, 5);
      await page.waitForSelector('.tip[hidden]', { state: 'attached' });
      const without = await picture(page);
      await page.mouse.move(...await cell(page, [4, 4]));
      await page.waitForSelector('.tip:not([hidden])');
      expect(await picture(page)).not.toBe(without);
      await keepPicture(page, 'lab-boxes');
    });
  });

  test('without a path the page explains itself', async () => {
    const wall = ['.....#.....', '.....#.....', '.....#.....'];
    await withLab(linkTo({ rows: wall, start: [1, 1], goal: [9, 1] }), async (page) => {
      expect(await fact(page, 'cost')).toBe('no path');
      expect(await page.locator('#lab .note').first().textContent()).toMatch(/^No path leads from start to goal/);
      expect(await page.locator('#lab .empty').last().isVisible()).toBe(true);
      await keepPicture(page, 'lab-no-path');
    });
  });
});
