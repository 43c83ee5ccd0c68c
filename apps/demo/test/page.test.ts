import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { maze, randomObstacles, seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { algorithmOf, algorithms } from '../src/lab/algorithms.ts';
import { decode, encode } from '../src/lab/link.ts';
import type { Scenario } from '../src/lab/scenario.ts';
import { ends, generate, gridOf } from '../src/lab/scenario.ts';
import { libraryCost } from './library.ts';
import type { Site } from './site.ts';
import { serveSite } from './site.ts';

const chromiumPath = process.env['PF_CHROMIUM'] ?? '/usr/bin/chromium';
const hasBrowser = existsSync(chromiumPath);
if (!hasBrowser) console.warn(`No browser at ${chromiumPath}: the page is not looked at. Install Debian's chromium, or name another in PF_CHROMIUM.`);
const artifacts = fileURLToPath(new URL('../artifacts/', import.meta.url));
const LIMIT = 300 * 1024;

const rows = generate('rooms', 3);
const rooms: Scenario = { rows, movement: 'eight', corners: 'never', ...ends(rows), landmarks: [], edits: [], left: 'a-star', right: '', plot: false };
const plain: Scenario = { ...rooms, rows: generate('open', 1), start: [5, 20], goal: [55, 20] };
const known = (id: string): boolean => algorithmOf(id) !== undefined;

/** The p95 of what a task took of the processor, whatever else the machine had to do meanwhile. */
function processorTime(trace: Buffer, task: string): string {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly { readonly name: string; readonly tdur?: number }[] };
  const times = traceEvents.flatMap(({ name, tdur }) => (name === task && tdur !== undefined ? [tdur / 1000] : [])).sort((a, b) => a - b);
  return `p95 ${times[Math.floor(0.95 * (times.length - 1))]?.toFixed(1) ?? '–'} ms of ${times.length} frames`;
}

describe.skipIf(!hasBrowser)('the built site under a path, in Chromium', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pf-demo-'));
  let site: Site;
  let browser: Browser;
  const faults: string[] = [];

  beforeAll(async () => {
    mkdirSync(artifacts, { recursive: true });
    [site, browser] = await Promise.all([
      serveSite(folder),
      chromium.launch({
        executablePath: chromiumPath,
        args: ['no-sandbox', 'disable-gpu', 'disable-quic', 'no-first-run', 'disable-background-networking', 'disable-component-update', 'disable-sync']
          .map((flag) => `--${flag}`),
      }),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    site?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A page of its own, where nothing moves by itself unless asked for. */
  async function withPage(hash: string, use: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options });
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('response', (response) => { if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`); });
    try {
      await page.goto(`${site.address}${hash}`);
      await page.waitForSelector('#play', { state: 'attached' });
      await use(page);
    } finally {
      await page.close();
    }
  }

  const linkTo = (scenario: Partial<Scenario>, step?: number): string =>
    `#lab=${encode({ ...rooms, ...scenario })}${step === undefined ? '' : `&step=${step}`}`;

  /** What is to hold before long, however busy the machine is. */
  const soon = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 60_000 });

  const fact = (page: Page, name: string, list = 0): Promise<string> =>
    page.evaluate(([at, wanted]) => {
      const facts = document.querySelectorAll('.facts')[at];
      return [...facts.querySelectorAll('div')].find((each) => each.querySelector('dt')?.textContent === wanted)?.querySelector('dd')?.textContent ?? '';
    }, [list, name] as const);

  /** The middle of a cell of the left map, on the screen. */
  async function cell(page: Page, [x, y]: readonly [number, number], { width, height } = { width: 61, height: 41 }): Promise<readonly [number, number]> {
    const area = (await page.locator('#lab .map canvas').first().boundingBox())!;
    return [area.x + ((x + 0.5) / width) * area.width, area.y + ((y + 0.5) / height) * area.height];
  }

  /** From cell to cell, at such a speed that each is seen, or so fast that `moves` of the pointer are all that is seen. */
  async function drag(page: Page, from: readonly [number, number], to: readonly [number, number], moves?: number): Promise<void> {
    const [begin, end] = [await cell(page, from), await cell(page, to)];
    await page.mouse.move(...begin);
    await page.mouse.down();
    await page.mouse.move(...end, { steps: moves ?? Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) });
    await page.mouse.up();
    // What the pointer brings is recorded with the next frame.
    await drawn(page);
  }

  /** What the page would put into a link now. */
  async function scenarioOf(page: Page): Promise<{ readonly scenario: Scenario; readonly step: number }> {
    await page.click('#link');
    const found = /#lab=([^&]+)&step=(\d+)/.exec(page.url())!;
    return { scenario: decode(found[1], known), step: Number(found[2]) };
  }

  /** Two frames of the screen: what is asked for is drawn with the next one. */
  const drawn = (page: Page): Promise<unknown> =>
    page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));

  /** A battle that has begun, though nothing moves by itself. */
  async function fight(page: Page): Promise<void> {
    if ((await page.textContent('#pause')) === 'Run') await page.click('#pause');
    await page.waitForFunction(() => /moving[1-9]/.test(document.querySelector('#meter')?.textContent ?? ''));
  }

  /** The worker of the battlefield begins when it is first shown: orders to build from then on are noted. */
  const noteBuilt = (page: Page): Promise<void> =>
    page.evaluate(() => {
      const built: (readonly [number, number])[] = [];
      const Noting = class extends Worker {
        override postMessage(message: { readonly kind: string; readonly x: number; readonly y: number }): void {
          if (message.kind === 'build') built.push([message.x, message.y]);
          super.postMessage(message);
        }
      };
      Object.assign(globalThis, { built, Worker: Noting });
    });
  const builtCells = (page: Page): Promise<readonly (readonly [number, number])[]> =>
    page.evaluate(() => (globalThis as unknown as { readonly built: readonly (readonly [number, number])[] }).built);

  const drop = (page: Page, name: string, type: string, content: string): Promise<void> =>
    page.evaluate(([file, kind, text]) => {
      const data = new DataTransfer();
      const bytes = kind === 'image/png' ? Uint8Array.from(atob(text), (c) => c.charCodeAt(0)) : text;
      data.items.add(new File([bytes], file, { type: kind }));
      document.querySelector('#lab')!.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    }, [name, type, content] as const);

  test('it is small', () => {
    console.log(`The built site: ${(site.gzipped / 1024).toFixed(1)} kB gzipped of ${LIMIT / 1024}.`);
    expect(site.gzipped).toBeLessThan(LIMIT);
  });

  test('the first view moves by itself', async () => {
    await withPage('', async (page) => {
      const first = await page.textContent('.count');
      await page.waitForFunction((text) => document.querySelector('.count')?.textContent !== text, first);
      expect(await page.getAttribute('#play', 'aria-label')).toBe('Pause');
      await page.waitForTimeout(1200);
      await page.screenshot({ path: `${artifacts}lab.png` });
    }, { reducedMotion: 'no-preference' });
  });

  test('each algorithm runs to its end at the cost of the library', async () => {
    const grid = gridOf(rooms);
    const [start, goal] = [grid.vertex(...rooms.start), grid.vertex(...rooms.goal)];
    await withPage(linkTo({}), async (page) => {
      const differing: string[] = [];
      for (const { id, name } of algorithms) {
        await page.selectOption('select[name="Algorithm"]', id);
        await page.click('#last');
        const [cost, expected] = [await fact(page, 'cost'), libraryCost(id, grid, start, goal).toFixed(3)];
        if (cost !== expected) differing.push(`${name}: ${cost}, not ${expected}`);
      }
      expect(differing).toEqual([]);
    });
  });

  test('tables of a large map are built by workers, and the page goes on meanwhile', async () => {
    const large = randomObstacles(128, 128, 0.2, seededRandom(1)).toRows();
    const scenario: Partial<Scenario> = { rows: large, ...ends(large), left: 'jps-bounds', right: 'paths' };
    const grid = gridOf({ ...rooms, ...scenario });
    const { start, goal } = ends(large);
    const cost = new AStar(grid).search(grid.vertex(...start), grid.vertex(...goal)).toFixed(3);
    const size = { width: 128, height: 128 };
    await withPage(linkTo(scenario, 40), async (page) => {
      expect([await fact(page, 'cost', 0), await fact(page, 'cost', 1)]).toEqual(['not yet', 'not yet']);
      expect(await page.textContent('.note')).toContain('being built');
      await soon(async () => Number.parseInt(await fact(page, 'built'), 10) > 0).toBe(true);
      expect(await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve('a frame'))))).toBe('a frame');
      await soon(() => fact(page, 'step', 1)).toMatch(/^40 of/);
      await soon(() => fact(page, 'step', 0)).toMatch(/^40 of/);
      await page.click('#last');
      expect([await fact(page, 'cost', 0), await fact(page, 'cost', 1)]).toEqual([cost, cost]);
      // What was being built for the map before is thrown away.
      await page.mouse.click(...(await cell(page, [64, 64], size)));
      await soon(() => fact(page, 'cost', 1)).toBe('not yet');
      await page.mouse.click(...(await cell(page, [64, 64], size)));
      await soon(() => fact(page, 'cost', 1)).toBe(cost);
    });
  });

  test('two algorithms run step by step, forwards and back', async () => {
    await withPage(linkTo({ right: 'jps' }, 0), async (page) => {
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

  test('walls, start and goal are drawn and dragged', async () => {
    await withPage(linkTo(plain), async (page) => {
      const before = Number(await fact(page, 'cost'));
      await drag(page, [30, 5], [30, 38]);
      await drag(page, [5, 20], [5, 30]);
      const { scenario } = await scenarioOf(page);
      expect(scenario.rows.filter((row) => row[30] === '#').length).toBe(34);
      expect(scenario.start).toEqual([5, 30]);
      await soon(async () => Number(await fact(page, 'cost'))).toBeGreaterThan(before);
      // On a wall the same brush takes it away.
      await drag(page, [30, 5], [30, 38]);
      expect((await scenarioOf(page)).scenario.rows.join('')).not.toContain('#');
    });
  });

  test('a wall drawn fast has no holes, be it on the map, across its rim, or in front of somebody who walks', async () => {
    await withPage(linkTo(plain), async (page) => {
      await drag(page, [30, 3], [30, 38], 4);
      await drag(page, [40, 5], [46, 20], 3);
      const { rows: drawn } = (await scenarioOf(page)).scenario;
      expect(drawn.filter((row) => row[30] === '#').length).toBe(36);
      expect(drawn.slice(5, 21).every((row) => row.slice(40, 47).includes('#'))).toBe(true);
      // Both strokes go from side to side: nobody slips through.
      expect(drawn.join('').split('#').length - 1).toBe(36 + 6 + 15 + 1);
      // It leaves the map between two moves of the pointer, and is drawn to the rim.
      const [x, y] = await cell(page, [10, 10]);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y - 400);
      await page.mouse.up();
      expect((await scenarioOf(page)).scenario.rows.slice(0, 11).map((row) => row[10]).join('')).toBe('#'.repeat(11));
    });
    await withPage(linkTo({ ...plain, left: 'd-star-lite' }), async (page) => {
      await page.locator('.player input').fill('10');
      await drag(page, [18, 8], [18, 32], 2);
      const { scenario } = await scenarioOf(page);
      expect(scenario.edits.map(({ y }) => y)).toEqual(Array.from({ length: 25 }, (_, i) => 8 + i));
    });
  });

  test('what is dragged follows the pointer, however long the algorithms take', async () => {
    const large = maze(127, 127, seededRandom(3)).toRows().map((row, y) => (y === 1 ? `#${'.'.repeat(125)}#` : row));
    const size = { width: 127, height: 127 };
    await withPage(linkTo({ rows: large, ...ends(large), start: [3, 1], left: 'd-star-lite', right: 'lpa' }, 0), async (page) => {
      /** The colour of a cell of the left map, above its middle, where no mark is. */
      const colour = (x: number, y: number): Promise<string> => page.evaluate(([column, row]) => {
        const canvas = document.querySelector('canvas')!;
        const scale = canvas.width / 127;
        return [...canvas.getContext('2d')!.getImageData((column + 0.5) * scale, (row + 0.5) * scale, 1, 1).data].join();
      }, [x, y] as const);
      const [free, start] = [await colour(9, 1), await colour(3, 1)];
      await page.mouse.move(...await cell(page, [3, 1], size));
      await page.mouse.down();
      const before = await page.evaluate(() => performance.now());
      for (const x of [20, 30, 40]) {
        await page.mouse.move(...await cell(page, [x, 1], size));
        await drawn(page);
        expect([await colour(x, 1), await page.textContent('.tip')]).toEqual([start, expect.stringMatching(`^${x}, 1`)]);
      }
      await page.mouse.up();
      await page.keyboard.press('2');
      await page.mouse.move(...await cell(page, [60, 1], size));
      await page.mouse.down();
      await page.mouse.move(...await cell(page, [66, 1], size), { steps: 6 });
      await drawn(page);
      expect(await colour(63, 1)).not.toBe(free);
      console.log(`Two gestures on a map that takes long: ${Math.round(await page.evaluate(() => performance.now()) - before)} ms.`);
      await page.mouse.up();
    });
  });

  test('only the main button paints, and none that is not pressed', async () => {
    await withPage(linkTo(plain), async (page) => {
      for (const button of ['right', 'middle'] as const) {
        await page.mouse.move(...await cell(page, [30, 10]));
        await page.mouse.down({ button });
        await page.mouse.move(...await cell(page, [34, 10]), { steps: 4 });
        await page.mouse.up({ button });
      }
      expect((await scenarioOf(page)).scenario.rows).toEqual(plain.rows);
      await page.mouse.move(...await cell(page, [30, 10]));
      await page.mouse.down();
      // The button has been let go of where the page did not hear of it.
      const [x, y] = await cell(page, [34, 10]);
      await page.evaluate(([clientX, clientY]) => {
        document.querySelector('canvas')!.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, pointerId: 1, buttons: 0, bubbles: true }));
      }, [x, y] as const);
      await page.mouse.move(x, y);
      await page.mouse.up();
      expect((await scenarioOf(page)).scenario.rows.join('').split('#').length - 1).toBe(1);
    });
  });

  test('what is painted can be taken back, gesture by gesture, and so can another map', async () => {
    await withPage(linkTo(plain), async (page) => {
      const walls = async (): Promise<number> => (await scenarioOf(page)).scenario.rows.join('').split('#').length - 1;
      await drag(page, [30, 5], [30, 14]);
      await drag(page, [40, 5], [40, 14]);
      await drag(page, [5, 20], [5, 30]);
      await page.keyboard.press('Control+z');
      expect([await walls(), (await scenarioOf(page)).scenario.start]).toEqual([20, [5, 20]]);
      await page.keyboard.press('Control+z');
      expect(await walls()).toBe(10);
      await page.keyboard.press('n');
      expect(await walls()).toBeGreaterThan(100);
      await page.keyboard.press('Control+z');
      expect(await walls()).toBe(10);
      for (let i = 0; i < 3; i++) await page.keyboard.press('Control+z');
      expect((await scenarioOf(page)).scenario).toEqual(plain);
    });
  });

  test('the way back leads to the map that another took the place of', async () => {
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

  test('a look at the battlefield, and a reload, leave the lab as it was', async () => {
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
      // What has been painted is in the address before long.
      await drag(page, [40, 5], [40, 14]);
      const { scenario } = await scenarioOf(page);
      await drag(page, [50, 5], [50, 14]);
      await soon(() => page.url().includes(encode(scenario))).toBe(false);
      await page.reload();
      expect((await scenarioOf(page)).scenario.rows[10][50]).toBe('#');
    });
  });

  test('a smaller map takes the place of what the pointer or the cursor is on, and the way back still leads there', async () => {
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

  test('the list of maps tells what is shown', async () => {
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

  test('a reload leads to the step that was seen last, however it was come to', async () => {
    await withPage(linkTo({ ...plain, left: 'd-star-lite' }, 0), async (page) => {
      await page.locator('.player input').fill('9');
      await soon(() => page.url()).toMatch(/&step=9$/);
      await page.click('#forward');
      await soon(() => page.url()).toMatch(/&step=10$/);
      await page.reload();
      expect(await fact(page, 'step')).toMatch(/^10 of/);
      // What ran to its end by itself, too.
      await page.click('#play');
      await soon(() => page.getAttribute('#play', 'aria-label')).toBe('Run');
      const end = await page.textContent('.count');
      await soon(() => page.url()).toMatch(new RegExp(`&step=${Number.parseInt(end!, 10)}$`));
      await page.reload();
      expect(await page.textContent('.count')).toBe(end);
    });
    // Whoever comes without a link, and only looks, keeps a short address.
    await withPage('', async (page) => {
      await page.click('#last');
      await page.waitForTimeout(800);
      expect(new URL(page.url()).hash).toBe('');
    });
  });

  test('what counts up is counted up to the step that is seen', async () => {
    await withPage(linkTo({ left: 'd-star-lite', right: 'cases' }), async (page) => {
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

  test('however often it is begun anew, one frame of the screen plays one moment', async () => {
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

  test('a key that is held down does once what it does, but steps on and on', async () => {
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
    });
  });

  test('where there is nothing to plot, that is said; what is drawn of a mesh is in the legend', async () => {
    await withPage(linkTo({ left: 'funnel', right: 'polyanya' }), async (page) => {
      await page.click('#plot');
      expect(new Set(await page.locator('#lab figcaption:visible').allTextContents())).toEqual(new Set(['There is nothing to plot: it estimates no cell.']));
      expect(await page.locator('#lab .plot canvas:visible').count()).toBe(0);
      const colours = (): Promise<readonly string[]> => page.locator('#lab .legend li').allTextContents();
      expect(await colours()).toEqual(expect.arrayContaining(['open', 'closed', 'looked through', 'the funnel']));
      await page.selectOption('select[name="Algorithm"]', 'a-star');
      expect(await page.locator('#lab .plot canvas:visible').count()).toBe(1);
      expect(await colours()).toEqual(expect.arrayContaining(['open', 'closed, early to late', 'looked through']));
      expect(await colours()).not.toContain('closed');
    });
  });

  test('until somebody chooses, light or dark is as in the system, and changes with it', async () => {
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

  test('light or dark is remembered', async () => {
    await withPage(linkTo({}), async (page) => {
      const theme = (): Promise<string | undefined> => page.evaluate(() => document.documentElement.dataset['theme']);
      expect(await theme()).toBe('light');
      await page.click('#theme');
      await page.reload();
      expect(await theme()).toBe('dark');
    });
  });

  test.each([[1, 120, 1280, 900], [120, 1, 1280, 900], [128, 128, 1280, 720], [61, 41, 844, 390], [20, 100, 390, 844]])(
    'a map of %d × %d is seen whole in a window of %d × %d, and painted where the pointer is', async (width, height, across, down) => {
      const open = Array.from({ length: height }, () => '.'.repeat(width));
      const size = { width, height };
      await withPage(linkTo({ rows: open, ...ends(open), right: 'jps' }), async (page) => {
        const canvas = page.locator('#lab .map canvas').first();
        await canvas.scrollIntoViewIfNeeded();
        const area = (await canvas.boundingBox())!;
        const player = (await page.locator('.player').boundingBox())!;
        expect(area.height).toBeLessThan(player.y);
        expect(area.width / area.height / (width / height)).toBeCloseTo(1, 1);
        const within = (await page.locator('#lab .view').first().boundingBox())!;
        expect(area.x - within.x).toBeCloseTo(within.x + within.width - area.x - area.width, 0);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(across);
        await page.screenshot({ path: `${artifacts}lab-${width}x${height}.png` });
        if (!(await page.locator('#link').isVisible())) await page.click('.setup summary');
        await page.keyboard.press('2');
        // Near both ends, but neither start nor goal, and in the middle.
        for (const share of [0.05, 0.5, 0.95]) {
          const place = [Math.floor(share * width), Math.floor(share * height)] as const;
          await canvas.scrollIntoViewIfNeeded();
          await page.mouse.click(...await cell(page, place, size));
          expect((await scenarioOf(page)).scenario.rows[place[1]][place[0]]).toBe('#');
        }
      }, { viewport: { width: across, height: down } });
    },
  );

  test('a wall painted in front of a walking character makes it plan again and arrive', async () => {
    await withPage(linkTo({ ...plain, left: 'd-star-lite' }), async (page) => {
      const before = Number(await fact(page, 'cost'));
      await page.locator('.player input').fill('10');
      await drag(page, [18, 14], [18, 26]);
      const { scenario, step } = await scenarioOf(page);
      expect(step).toBe(10);
      expect(scenario.edits.length).toBe(13);
      expect(scenario.rows).toEqual(plain.rows);
      // What takes long is recorded when the pointer rests, and may be shown only then.
      await soon(async () => {
        await page.click('#last');
        return Number(await fact(page, 'cost'));
      }).toBeGreaterThan(before);
      expect(Number(await fact(page, 'replans'))).toBeGreaterThan(1);
      await page.screenshot({ path: `${artifacts}lab-wall-in-the-way.png` });
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
      expect(Number(await fact(page, 'without'))).toBeGreaterThan(Number(await fact(page, 'expanded')));
      await page.screenshot({ path: `${artifacts}lab-landmarks.png` });
    }, { viewport: { width: 1280, height: 1150 } });
  });

  test('the pointer shows what is known of a cell, and its boxes', async () => {
    const picture = (page: Page): Promise<string> => page.evaluate(() => document.querySelector('canvas')!.toDataURL());
    await withPage(linkTo({ left: 'd-star-lite' }), async (page) => {
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
      await page.screenshot({ path: `${artifacts}lab-boxes.png` });
    });
  });

  test('the keyboard is enough', async () => {
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
      expect(await page.textContent('.spoken')).toContain('9, 21');
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

  test('what is spoken is what there is after a key, and what the tip says', async () => {
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
      // Nothing changes, and it is said all the same.
      await page.evaluate(() => (document.querySelector('.spoken')!.textContent = ''));
      await press(' ');
      await spoken(page).toMatch(/^2, 1 · cost 5/);
    });
    // In front of somebody who walks.
    await withPage(linkTo({ ...plain, left: 'd-star-lite' }), async (page) => {
      await page.locator('.player input').fill('10');
      await page.keyboard.press('2');
      await page.locator('#lab .map canvas').first().focus();
      for (const key of ['ArrowRight', 'ArrowDown', 'ArrowDown', ' ']) await page.keyboard.press(key);
      // The wall is there with the next step: what is said is what is seen.
      await spoken(page).toMatch(/^5, 22/);
      await page.keyboard.press('.');
      await soon(() => page.textContent('.tip')).toMatch(/^5, 22 · wall/);
    });
  });

  test('maps and pictures are dropped; what is broken says why, and the old map stays', async () => {
    await withPage(linkTo({}), async (page) => {
      const before = (await scenarioOf(page)).scenario.rows;
      await drop(page, 'broken.map', 'text/plain', 'type octile\nheight 2\nwidth 3\nmap\n...\n..');
      await page.waitForSelector('.error:not([hidden])');
      expect(await page.textContent('.error')).toMatch(/^broken\.map cannot be shown: .*line \d+, column \d+/);
      await drop(page, 'broken.png', 'image/png', btoa('no picture'));
      await page.waitForFunction(() => document.querySelector('.error')?.textContent?.startsWith('broken.png'));
      await drop(page, 'walls.txt', 'text/plain', '##\n##');
      await page.waitForFunction(() => document.querySelector('.error')?.textContent?.includes('two free cells'));
      expect((await scenarioOf(page)).scenario.rows).toEqual(before);
      await page.screenshot({ path: `${artifacts}lab-broken-map.png` });

      await drop(page, 'good.map', 'text/plain', 'type octile\nheight 2\nwidth 3\nmap\n..@\n...');
      await page.waitForFunction(() => document.querySelector<HTMLElement>('.error')?.hidden === true);
      expect((await scenarioOf(page)).scenario.rows).toEqual(['..#', '...']);
      const png = await page.evaluate(() => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 4, height: 2 });
        const context = canvas.getContext('2d')!;
        context.fillStyle = 'white';
        context.fillRect(0, 0, 4, 2);
        context.fillStyle = 'black';
        context.fillRect(1, 0, 2, 1);
        return canvas.toDataURL().split(',')[1];
      });
      await drop(page, 'picture.png', 'image/png', png);
      await page.waitForFunction(() => document.querySelector('canvas')!.style.aspectRatio === '4 / 2');
      expect((await scenarioOf(page)).scenario.rows).toEqual(['.##.', '....']);
    });
  });

  test('a link restores the exact state, a broken one says so', async () => {
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
      // A map of the lab's own, since something has to be shown.
      expect(await fact(page, 'cost')).toMatch(/^\d|…/);
    });
  });

  test('a link that cannot be shown leaves what is there, and the next one that can clears the complaint', async () => {
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

  test('what is tabbed to does not lie under the player', async () => {
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

  test.each([[390, 844], [844, 390]])('in a window of %d × %d, what is tabbed to among the things to see is seen whole', async (width, height) => {
    await withPage(linkTo({}), async (page) => {
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
      expect(cut).toEqual([]);
    }, { viewport: { width, height } });
  });

  test('no way, and nothing beside it: the page explains itself', async () => {
    const wall = ['.....#.....', '.....#.....', '.....#.....'];
    await withPage(linkTo({ rows: wall, start: [1, 1], goal: [9, 1] }), async (page) => {
      expect(await fact(page, 'cost')).toBe('no way');
      expect(await page.locator('#lab .note').first().textContent()).toMatch(/^No way leads from start to goal/);
      expect(await page.locator('#lab .empty').last().isVisible()).toBe(true);
      await page.screenshot({ path: `${artifacts}lab-no-way.png` });
    });
  });

  test.each(['light', 'dark'] as const)('axe finds no serious fault, %s', async (colorScheme) => {
    await withPage(linkTo({ left: 'landmarks', right: 'lrta', plot: true }), async (page) => {
      await page.addScriptTag({ content: axe.source });
      await page.click('.help summary');
      for (const face of ['lab', 'battlefield'] as const) {
        await page.click(`#show-${face}`);
        if (face === 'battlefield') {
          // Fewer of them than usual: they move on while axe looks.
          await page.selectOption('#battlefield select[name="Map"]', '256');
          await page.selectOption('#battlefield select[name="Characters"]', '100');
          await fight(page);
        }
        const found = await page.evaluate(async () => {
          const { axe: checker } = globalThis as unknown as { axe: typeof axe };
          const { violations } = await checker.run();
          return violations.map(({ id, impact, nodes }) => `${impact}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
        });
        expect(found.filter((each) => /^(serious|critical)/.test(each))).toEqual([]);
        await page.screenshot({ path: `${artifacts}${face}-${colorScheme}.png` });
      }
    }, { colorScheme, viewport: { width: 1280, height: 1250 } });
  });

  test.each([320, 390])('a phone %d wide shows it all without scrolling sideways', async (width) => {
    const picture = (face: string): string => `${artifacts}phone-${face}${width === 390 ? '' : `-${width}`}.png`;
    await withPage(linkTo({ right: 'jps' }), async (page) => {
      const fits = (): Promise<boolean> => page.evaluate((most) => document.documentElement.scrollWidth <= most, width);
      expect(await fits()).toBe(true);
      const map = (await page.locator('#lab .map canvas').first().boundingBox())!;
      const player = (await page.locator('.player').boundingBox())!;
      expect(map.y + map.height).toBeLessThan(player.y);
      await page.locator('#last').tap();
      expect(await fact(page, 'cost')).toMatch(/^\d/);
      await page.screenshot({ path: picture('lab') });
      await page.locator('.setup summary').tap();
      expect(await fits()).toBe(true);
      await page.locator('[data-tool="wall"]').first().tap();
      await page.locator('#lab .map canvas').first().scrollIntoViewIfNeeded();
      await page.touchscreen.tap(...await cell(page, [3, 0]));
      await soon(async () => (await scenarioOf(page)).scenario.rows[0][3]).toBe('#');
      await page.locator('#show-battlefield').tap();
      await fight(page);
      expect(await fits()).toBe(true);
      await page.waitForTimeout(500);
      await page.screenshot({ path: picture('battlefield') });
    }, { viewport: { width, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  });

  /** Puts fingers on a map, leads them over it, and lifts them: each at shares of its width and height. */
  type Touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: readonly (readonly [number, number])[]) => Promise<void>;

  async function fingers(page: Page, canvas: string): Promise<Touch> {
    const session = await page.context().newCDPSession(page);
    const area = (await page.locator(canvas).first().boundingBox())!;
    return async (type, ...at) => {
      const touchPoints = at.map(([x, y], id) => ({ x: area.x + x * area.width, y: area.y + y * area.height, id }));
      await session.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
  }
  const handheld: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

  test('by finger: a tap looks, a mark is taken hold of from beside it, and a brush paints the very cell', async () => {
    await withPage(linkTo(plain), async (page) => {
      const map = '#lab .map canvas';
      await page.locator('.setup summary').tap();
      await page.locator(map).first().scrollIntoViewIfNeeded();
      const tips = (): Promise<number> => page.locator('#lab .tip:not([hidden])').count();
      const touch = await fingers(page, map);
      const share = (x: number, y: number): readonly [number, number] => [(x + 0.5) / 61, (y + 0.5) / 41];
      await page.touchscreen.tap(...await cell(page, [30, 20]));
      await soon(tips).toBe(1);
      expect(await page.textContent('.tip')).toMatch(/^30, 20/);
      // Beside the start, which stays there until the finger moves.
      await touch('touchStart', share(7, 21));
      await touch('touchEnd');
      expect((await scenarioOf(page)).scenario.start).toEqual([5, 20]);
      await touch('touchStart', share(7, 21));
      await touch('touchMove', share(15, 25));
      await touch('touchMove', share(20, 30));
      await touch('touchEnd');
      await drawn(page);
      expect((await scenarioOf(page)).scenario.start).toEqual([20, 30]);
      await page.locator('#lab [data-tool="wall"]').tap();
      await page.locator(map).first().scrollIntoViewIfNeeded();
      await page.touchscreen.tap(...await cell(page, [21, 30]));
      await soon(async () => (await scenarioOf(page)).scenario.rows[30].slice(20, 23)).toBe('.#.');
      await soon(tips).toBe(0);
    }, handheld);
  });

  test('a second finger neither paints nor builds', async () => {
    await withPage(linkTo(plain), async (page) => {
      await page.locator('.setup summary').tap();
      await page.locator('#lab [data-tool="wall"]').tap();
      await page.locator('#lab .map canvas').first().scrollIntoViewIfNeeded();
      const pinch = async (canvas: string): Promise<void> => {
        const touch = await fingers(page, canvas);
        await touch('touchStart', [0.4, 0.3]);
        await touch('touchStart', [0.4, 0.3], [0.8, 0.8]);
        for (let i = 1; i <= 5; i++) await touch('touchMove', [0.4 - 0.04 * i, 0.3], [0.8 + 0.02 * i, 0.8]);
        await touch('touchEnd');
        await drawn(page);
      };
      await pinch('#lab .map canvas');
      const { rows: painted } = (await scenarioOf(page)).scenario;
      expect(painted.flatMap((row, y) => (row.includes('#') ? [y] : []))).toEqual([12]);
      await noteBuilt(page);
      await page.locator('#show-battlefield').tap();
      await fight(page);
      await page.locator('#battlefield [data-tool="wall"]').tap();
      await pinch('#battlefield .map canvas');
      expect(new Set((await builtCells(page)).map(([, y]) => y)).size).toBe(1);
    }, handheld);
  });

  test.each([[768, 1024], [1000, 900], [1280, 800], [1920, 1200], [844, 390]])(
    'the battlefield in a window of %d × %d: its map is square, and what is said on it lies within it', async (width, height) => {
      await withPage('#/battlefield', async (page) => {
        await soon(() => page.textContent('#battlefield .hint')).toContain('press Run');
        const map = (await page.locator('#battlefield .map canvas').boundingBox())!;
        const hint = (await page.locator('#battlefield .hint').boundingBox())!;
        expect(map.width).toBeCloseTo(map.height, 0);
        expect([hint.x >= map.x, hint.x + hint.width <= map.x + map.width, hint.height < map.height / 3]).toEqual([true, true, true]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await page.screenshot({ path: `${artifacts}battlefield-${width}x${height}.png` });
      }, { viewport: { width, height } });
    },
  );

  test('the battlefield by keys: where one builds or blows up first, a target is seen', async () => {
    await withPage('#/battlefield', async (page) => {
      await page.selectOption('#battlefield select[name="Map"]', '128');
      await soon(() => page.textContent('#battlefield .hint')).toContain('press Run');
      /** The colour of the rim of a target in the middle of the map. */
      const rim = (): Promise<string> => page.evaluate(() => {
        const canvas = document.querySelector<HTMLCanvasElement>('#battlefield .map canvas')!;
        const middle = (64.5 / 128) * canvas.width;
        return [...canvas.getContext('2d')!.getImageData(Math.floor(middle) + 9, Math.floor(middle), 1, 1).data].join();
      });
      await drawn(page);
      const before = await rim();
      await page.locator('#battlefield .map canvas').focus();
      await page.keyboard.press('x');
      await soon(rim).not.toBe(before);
      expect(await rim()).toBe('138,47,107,255');
    });
  });

  test('the battlefield: select, send, build, blow up, another planner while it runs', async () => {
    await withPage('#/battlefield', async (page) => {
      const count = async (name: string): Promise<number> => Number((await fact(page, name, 2)).replace(/[^\d.]/g, ''));
      await page.selectOption('#battlefield select[name="Map"]', '128');
      await page.selectOption('#battlefield select[name="Characters"]', '100');
      await fight(page);
      const area = (await page.locator('#battlefield .map canvas').boundingBox())!;
      const at = (x: number, y: number): [number, number] => [area.x + x * area.width, area.y + y * area.height];
      // A box around the whole map, as soon as somebody is there.
      await soon(async () => {
        await page.mouse.move(...at(0.001, 0.001));
        await page.mouse.down();
        await page.mouse.move(...at(0.999, 0.999), { steps: 4 });
        await page.mouse.up();
        return count('selected');
      }).toBe(100);
      await page.mouse.click(...at(0.6, 0.6), { button: 'right' });
      await soon(() => count('moving')).toBeGreaterThan(0);
      await page.selectOption('#battlefield select[name="Planner"]', 'd-star-lite');
      await soon(() => count('mending planners')).toBe(100);
      await page.getByRole('button', { name: 'Build' }).click();
      await page.mouse.move(...at(0.3, 0.55));
      await page.mouse.down();
      await page.mouse.move(...at(0.55, 0.3), { steps: 20 });
      await page.mouse.up();
      await page.getByRole('button', { name: 'Blow up' }).click();
      await page.mouse.click(...at(0.42, 0.42));
      await soon(() => count('replans')).toBeGreaterThan(0);
      // In the end all is there, and nobody waits.
      await soon(async () => (await count('moving')) + (await count('waiting'))).toBe(0);
      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await page.mouse.click(...at(0.05, 0.95));
      await soon(() => count('selected')).toBe(0);
      await page.mouse.click(...at(0.6, 0.6));
      await soon(() => count('selected')).toBeGreaterThan(0);
    });
  });

  test('the battlefield: a wall built fast has no holes', async () => {
    await withPage('#/lab', async (page) => {
      await noteBuilt(page);
      await page.click('#show-battlefield');
      await fight(page);
      await page.getByRole('button', { name: 'Build' }).click();
      const area = (await page.locator('#battlefield .map canvas').boundingBox())!;
      await page.mouse.move(area.x + 0.3 * area.width, area.y + 0.6 * area.height);
      await page.mouse.down();
      await page.mouse.move(area.x + 0.6 * area.width, area.y + 0.2 * area.height, { steps: 3 });
      await page.mouse.up();
      const built = await builtCells(page);
      expect(built.length).toBeGreaterThan(200);
      for (let i = 1; i < built.length; i++) expect(Math.abs(built[i][0] - built[i - 1][0]) + Math.abs(built[i][1] - built[i - 1][1])).toBe(1);
      // The next stroke begins where it is begun.
      await page.mouse.click(area.x + 0.1 * area.width, area.y + 0.1 * area.height);
      expect((await builtCells(page)).length).toBe(built.length + 1);
    });
  });

  test('the battlefield: only the main button selects and builds, and a drag that is cancelled leaves nothing', async () => {
    await withPage('#/lab', async (page) => {
      await noteBuilt(page);
      await page.click('#show-battlefield');
      await page.selectOption('#battlefield select[name="Map"]', '128');
      await page.selectOption('#battlefield select[name="Characters"]', '100');
      await soon(() => fact(page, 'waiting', 2)).toBe('100');
      await page.keyboard.press('a');
      const selected = (): Promise<string> => fact(page, 'selected', 2);
      await soon(selected).toBe('100');
      const picture = (): Promise<string> => page.evaluate(() => document.querySelector<HTMLCanvasElement>('#battlefield canvas')!.toDataURL());
      const area = (await page.locator('#battlefield .map canvas').boundingBox())!;
      const at = (x: number, y: number): [number, number] => [area.x + x * area.width, area.y + y * area.height];
      const before = await picture();

      await page.mouse.click(...at(0.02, 0.98), { button: 'middle' });
      await drawn(page);
      expect(await selected()).toBe('100');
      const cancel = (): Promise<void> => page.evaluate(() => {
        document.querySelector('#battlefield canvas')!.dispatchEvent(new PointerEvent('pointercancel', { pointerId: 1, bubbles: true }));
      });
      const letGoUnheard = async (): Promise<void> => page.evaluate(([clientX, clientY]) => {
        document.querySelector('#battlefield canvas')!.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, pointerId: 1, buttons: 0, bubbles: true }));
      }, at(0.6, 0.6));
      for (const end of [cancel, letGoUnheard]) {
        await page.mouse.move(...at(0.01, 0.9));
        await page.mouse.down();
        await page.mouse.move(...at(0.3, 0.99), { steps: 3 });
        await drawn(page);
        expect(await picture()).not.toBe(before);
        await end();
        await drawn(page);
        expect(await picture()).toBe(before);
        await page.mouse.up();
        expect(await selected()).toBe('100');
      }

      await page.getByRole('button', { name: 'Build' }).click();
      await page.mouse.click(...at(0.5, 0.5), { button: 'middle' });
      expect(await builtCells(page)).toEqual([]);
      // A stroke that was cancelled does not go on, nor does another button begin one.
      await page.mouse.move(...at(0.2, 0.2));
      await page.mouse.down();
      await cancel();
      await page.mouse.move(...at(0.4, 0.2));
      await page.mouse.up();
      expect((await builtCells(page)).length).toBe(1);
      await page.mouse.down({ button: 'middle' });
      await page.mouse.down();
      await page.mouse.move(...at(0.4, 0.4), { steps: 3 });
      await page.mouse.up();
      await page.mouse.up({ button: 'middle' });
      expect((await builtCells(page)).length).toBe(1);
    });
  });

  test('the battlefield stands still for those who asked for it, until they let it run, and when it is paused', async () => {
    await withPage('#/battlefield', async (page) => {
      const picture = (): Promise<string> => page.evaluate(() => document.querySelector<HTMLCanvasElement>('#battlefield canvas')!.toDataURL());
      const count = async (name: string): Promise<number> => Number((await fact(page, name, 2)).replace(/\D/g, ''));
      await page.selectOption('#battlefield select[name="Map"]', '128');
      await page.selectOption('#battlefield select[name="Characters"]', '100');
      // All is there, and waits.
      await soon(() => count('waiting')).toBe(100);
      expect(await page.textContent('#battlefield .hint')).toContain('press Run');
      await drawn(page);
      const before = await picture();
      await page.waitForTimeout(300);
      expect(await picture()).toBe(before);
      // Who is selected and what is built is seen all the same.
      await page.keyboard.press('a');
      await drawn(page);
      expect(await count('selected')).toBe(100);
      const selected = await picture();
      await page.keyboard.press('3');
      const area = (await page.locator('#battlefield .map canvas').boundingBox())!;
      await page.mouse.click(area.x + 0.2 * area.width, area.y + 0.2 * area.height);
      await soon(picture).not.toBe(selected);
      await page.keyboard.press('p');
      expect(await page.textContent('#pause')).toBe('Pause');
      await soon(() => count('moving')).toBeGreaterThan(0);
      await page.click('#pause');
      await page.waitForTimeout(300);
      const paused = await picture();
      // It stays paused while the lab is looked at.
      await page.click('#show-lab');
      await page.click('#show-battlefield');
      await page.waitForTimeout(300);
      expect([await picture(), await page.textContent('#pause')]).toEqual([paused, 'Run']);
    });
    await withPage('#/battlefield', async (page) => {
      await soon(() => fact(page, 'moving', 2)).not.toBe('0');
      expect(await page.textContent('#pause')).toBe('Pause');
      const colours = await page.locator('#battlefield .legend li').allTextContents();
      expect(colours).toContain('wall that nobody has seen');
    }, { reducedMotion: 'no-preference' });
  });

  test('a thousand characters are sent, and the meter tells', async () => {
    await withPage('#/battlefield', async (page) => {
      await fight(page);
      await page.keyboard.press('a');
      const area = (await page.locator('#battlefield .map canvas').boundingBox())!;
      await page.mouse.click(area.x + area.width * 0.6, area.y + area.height * 0.5, { button: 'right' });
      await browser.startTracing(page, { categories: ['devtools.timeline'] });
      await page.waitForTimeout(3000);
      const trace = await browser.stopTracing();
      const figures = await Promise.all(['frame work', 'p95', 'drawing'].map(async (name) => `${name} ${await fact(page, name, 2)}`));
      console.log(`1000 characters on 512 × 512 in Chromium, by the clock: ${figures.join(', ')}. In processor time: ${processorTime(trace, 'TimerFire')} `
        + `in the worker, ${processorTime(trace, 'FireAnimationFrame')} in the page. ${cpus()[0]?.model ?? 'unknown processor'}, `
        + `load ${loadavg()[0].toFixed(1)}.`);
      expect(await fact(page, 'selected', 2)).toBe('1,000');
      await soon(() => fact(page, 'moving', 2)).not.toBe('0');
      await page.screenshot({ path: `${artifacts}battlefield.png` });
    });
  });

  test('nothing threw, nothing was missing', () => {
    expect(faults).toEqual([]);
  });
});
