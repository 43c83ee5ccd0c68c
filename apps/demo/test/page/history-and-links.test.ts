import { expect, test } from 'vitest';
import { encode, linked } from '../../src/lab/scenario/link.ts';
import type { Scenario } from '../../src/lab/scenario/scenario.ts';
import { cell, describePage, drag, drawn, drop, fact, faults, linkTo, plain, rooms, scenarioOf, soon, withPage } from './page-driver.ts';

const { rows } = rooms;

describePage('history and links', () => {
  test('the back button leads to the map before', async () => {
    await withPage(linkTo(plain), async (page) => {
      const rowsNow = async (): Promise<readonly string[]> => (await scenarioOf(page)).scenario.rows;
      const back = async (): Promise<void> => {
        await page.goBack();
        await drawn(page);
      };
      await drag(page, [30, 5], [30, 14]);
      const painted = await rowsNow();
      await page.keyboard.press('n');
      const caves = await rowsNow();
      await drag(page, [30, 5], [30, 14]);
      const changed = await rowsNow();
      await page.getByRole('button', { name: 'A car' }).click();
      await drop(page, 'good.map', 'text/plain', 'type octile\nheight 2\nwidth 3\nmap\n..@\n...');
      await soon(rowsNow).toEqual(['..#', '...']);
      expect(changed).not.toEqual(caves);
      await back();
      expect((await scenarioOf(page)).scenario.right).toBe('car');
      await back();
      expect(await rowsNow()).toEqual(changed);
      await back();
      expect(await rowsNow()).toEqual(painted);
      await page.goForward();
      await drawn(page);
      expect(await rowsNow()).toEqual(changed);
    });
  });

  test('a visit to the battlefield, and a reload, leave the lab as it was', async () => {
    await withPage(linkTo(plain, 7), async (page) => {
      await drag(page, [30, 5], [30, 14]);
      const mine = await scenarioOf(page);
      await page.click('#show-battlefield');
      expect(new URL(page.url()).hash).toBe('#/battlefield');
      await page.click('#show-lab');
      await page.reload();
      expect(await scenarioOf(page)).toEqual(mine);
      await page.click('#show-battlefield');
      await page.goBack();
      await soon(() => page.locator('#lab').isVisible()).toBe(true);
      expect(await scenarioOf(page)).toEqual(mine);
      // The painted cells are soon in the address.
      await drag(page, [40, 5], [40, 14]);
      const { scenario } = await scenarioOf(page);
      await drag(page, [50, 5], [50, 14]);
      await soon(() => page.url().includes(encode(scenario))).toBe(false);
      await page.reload();
      expect((await scenarioOf(page)).scenario.rows[10][50]).toBe('#');
    });
  });

  test('a smaller map may replace the one under the pointer or the cursor, and the back button still leads there', async () => {
    const square = Array.from({ length: 20 }, () => '.'.repeat(20));
    const small = linkTo({ rows: ['...', '...'], start: [0, 0], goal: [2, 1], right: 'jps' });
    const thrown = faults.length;
    await withPage(linkTo({ ...plain, right: 'jps' }), async (page) => {
      const tips = (): Promise<number> => page.locator('#lab .tip:not([hidden])').count();
      for (const [place, rowsNext] of [[[30, 20], square], [[60, 40], ['..', '..']]] as const) {
        await page.mouse.move(...await cell(page, place));
        await soon(tips).toBe(2);
        await drop(page, 'small.txt', 'text/plain', rowsNext.join('\n'));
        await soon(() => page.locator('#lab .map canvas').evaluateAll((all) => all.map((each) => (each as HTMLElement).style.aspectRatio)))
          .toEqual(Array.from({ length: 2 }, () => `${rowsNext[0].length} / ${rowsNext.length}`));
        expect(await page.locator('#lab .error').isVisible()).toBe(false);
        await page.goBack();
        await drawn(page);
        expect((await scenarioOf(page)).scenario.rows).toEqual(plain.rows);
      }
      await page.mouse.move(5, 5);
      // The cursor of the keys, and a link.
      await page.locator('#lab .map canvas').first().focus();
      for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight');
      await soon(tips).toBe(2);
      await page.evaluate((to) => (location.hash = to), small);
      await drawn(page);
      expect(await tips()).toBe(0);
      // It begins at the start again.
      await page.keyboard.press('ArrowRight');
      await soon(() => page.textContent('.tip')).toMatch(/^0, 0/);
      await page.evaluate((to) => (location.hash = to), linkTo(rooms));
      await drawn(page);
      expect((await scenarioOf(page)).scenario.rows).toEqual(rooms.rows);
    });
    expect(faults.slice(thrown)).toEqual([]);
  });

  test('the list of maps names the map on display', async () => {
    await withPage(linkTo(plain), async (page) => {
      const listed = (): Promise<string> => page.inputValue('#lab select[name="Map"]');
      const choose = async (): Promise<void> => { await page.selectOption('#lab select[name="Map"]', 'maze'); };
      await choose();
      const first = (await scenarioOf(page)).scenario.rows;
      expect(await listed()).toBe('maze');
      await page.getByRole('button', { name: 'A walk in fog' }).click();
      expect(await listed()).toBe('');
      await choose();
      expect((await scenarioOf(page)).scenario.rows).toEqual(first);
      await page.goBack();
      await soon(listed).toBe('');
      await choose();
      await page.keyboard.press('n');
      expect(await listed()).toBe('maze');
      await page.keyboard.press('Control+z');
      expect(await listed()).toBe('');
    });
  });

  test('a reload leads to the step that was seen last, however it was reached', async () => {
    await withPage(linkTo({ ...plain, left: 'd-star-lite' }, 0), async (page) => {
      await page.locator('.player input').fill('9');
      await soon(() => page.url()).toMatch(/&step=9$/);
      await page.click('#forward');
      await soon(() => page.url()).toMatch(/&step=10$/);
      await page.reload();
      expect(await fact(page, 'step')).toMatch(/^10 of/);
      // The same after a run to the end.
      const input = page.locator('.player input');
      await input.fill(String(Number(await input.getAttribute('max')) - 4));
      await page.click('#play');
      await soon(() => page.getAttribute('#play', 'aria-label')).toBe('Run');
      const end = await page.textContent('.count');
      await soon(() => page.url()).toMatch(new RegExp(`&step=${Number.parseInt(end!, 10)}$`));
      await page.reload();
      expect(await page.textContent('.count')).toBe(end);
    });
    // A visitor without a link who changes nothing keeps a short address.
    await withPage('', async (page) => {
      await page.click('#last');
      await page.waitForTimeout(800);
      expect(new URL(page.url()).hash).toBe('');
    });
  });

  test('a reload in the middle of a run leads to what was painted in it', async () => {
    await withPage(linkTo({ ...plain, left: 'd-star-lite' }, 0), async (page) => {
      await page.selectOption('.player select', '5');
      await page.keyboard.press('2');
      await page.click('#play');
      await soon(async () => Number.parseInt((await page.textContent('.count'))!, 10)).toBeGreaterThan(1);
      await drag(page, [40, 15], [40, 17]);
      const edits = (): Scenario['edits'] => linked(new URL(page.url()).hash, () => true)!.scenario.edits;
      await soon(() => edits().map(({ x, y }) => [x, y])).toEqual([[40, 15], [40, 16], [40, 17]]);
      expect(await page.getAttribute('#play', 'aria-label')).toBe('Pause');
      const painted = edits();
      await page.reload();
      expect((await scenarioOf(page)).scenario.edits).toEqual(painted);
    }, { reducedMotion: 'no-preference' });
  });

  test('a link restores the exact state, a broken one shows an error', async () => {
    const shown: Partial<Scenario> = {
      left: 'mpaa', right: 'landmarks', plot: true, corners: 'one', landmarks: [[3, 3], [50, 38]], edits: [{ step: 9, x: 12, y: 4, cost: 0 }],
    };
    await withPage(linkTo(shown, 20), async (page) => {
      expect(await scenarioOf(page)).toEqual({ scenario: { ...rooms, ...shown }, step: 20 });
      expect(await page.inputValue('select[name="Corners"]')).toBe('one');
      const facts = await page.locator('.facts').first().textContent();
      await withPage(new URL(page.url()).hash, async (other) => {
        const same = (text: string | null): string | undefined => text?.replace(/time a step.*/, '');
        expect(same(await other.locator('.facts').first().textContent())).toBe(same(facts));
      });
    });
    await withPage('#lab=nonsense', async (page) => {
      expect(await page.textContent('.error')).toMatch(/^The link could not be read.*no JSON/);
      // A map of the lab, so that something is shown.
      expect(await fact(page, 'cost')).toMatch(/^\d|…/);
    });
  });

  test('a link that cannot be shown changes nothing, and the next valid one clears the error', async () => {
    await withPage(linkTo({ ...plain, right: 'lrta' }), async (page) => {
      const complaint = (): Promise<string> => page.evaluate(() => {
        const error = document.querySelector<HTMLElement>('.error')!;
        return error.hidden ? '' : error.textContent ?? '';
      });
      const follow = async (hash: string): Promise<void> => {
        await page.evaluate((to) => (location.hash = to), hash);
        await drawn(page);
      };
      await drag(page, [30, 5], [30, 15]);
      await page.locator('.player input').fill('7');
      const mine = await scenarioOf(page);
      for (const bad of ['#lab=nonsense', `#lab=${encodeURIComponent('{"map":5}')}`]) {
        await follow(bad);
        expect(await complaint()).toMatch(/^The link could not be read/);
        expect(await scenarioOf(page)).toEqual(mine);
      }
      await follow(linkTo({ left: 'dijkstra' }));
      expect([await complaint(), await page.inputValue('select[name="Algorithm"]')]).toEqual(['', 'dijkstra']);
      // Jumps need even ground.
      await follow(linkTo({ left: 'jps', rows: rows.map((row, y) => (y === 5 ? row.replace('.', '5') : row)) }));
      expect([await complaint(), await fact(page, 'cost')]).toEqual([expect.stringMatching(/cannot run here/), 'cannot run here']);
      await follow(linkTo({ left: 'a-star' }));
      expect(await complaint()).toBe('');
    });
  });
});
