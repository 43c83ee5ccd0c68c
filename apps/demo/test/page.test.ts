import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import type { ViteDevServer } from 'vite';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { algorithms } from '../src/lab/algorithms.ts';
import { decode, encode, ends, generate, gridOf } from '../src/lab/scenario.ts';
import { AStar } from '@pf/search';

const chromiumPath = process.env['PF_CHROMIUM'] ?? '/usr/bin/chromium';
const hasBrowser = existsSync(chromiumPath);
if (!hasBrowser) console.warn(`No browser at ${chromiumPath}: the page is not looked at. Install Debian's chromium, or name another in PF_CHROMIUM.`);
const artifacts = fileURLToPath(new URL('../artifacts/', import.meta.url));

describe('the lab without a browser', () => {
  const rows = generate('rooms', 3);
  const scenario = { rows, movement: 'eight', corners: 'never', ...ends(rows), left: 'a-star', right: '' } as const;
  const grid = gridOf(scenario);
  const [start, goal] = [grid.vertex(...scenario.start), grid.vertex(...scenario.goal)];
  const optimal = new AStar(grid).search(start, goal);
  const exact = new Set(['a-star', 'a-star-smaller-g', 'dijkstra', 'bidirectional', 'nba-star', 'jps', 'jps-plus', 'jps-bounds', 'bounds', 'landmarks', 'subgoals']);

  test.each(algorithms)('$name runs to its end', ({ id, record }) => {
    const { steps, cost, path, points = [] } = record(grid, start, goal);
    expect(steps.length).toBeGreaterThan(0);
    expect(path.length + points.length).toBeGreaterThan(0);
    if (exact.has(id)) expect(cost).toBeCloseTo(optimal, 9);
    else if (id === 'theta' || id.startsWith('rrt')) expect(cost).toBeLessThan(3 * optimal);
    else expect(cost).toBeGreaterThan(optimal - 1e-9);
    if (id === 'weighted') expect(cost).toBeLessThanOrEqual(2 * optimal);
  });

  test('a link holds the whole scenario', () => {
    const painted = { ...scenario, rows: rows.map((row, y) => (y === 5 ? `5${row.slice(1)}` : row)) };
    expect(decode(encode(painted))).toEqual(painted);
    expect(() => decode('nonsense')).toThrow();
  });
});

describe.skipIf(!hasBrowser)('the page in Chromium', () => {
  let server: ViteDevServer;
  let browser: Browser;
  let page: Page;
  let address = '';
  const faults: string[] = [];

  beforeAll(async () => {
    mkdirSync(artifacts, { recursive: true });
    server = await createServer({ root: fileURLToPath(new URL('..', import.meta.url)), server: { port: 0, host: '127.0.0.1' }, logLevel: 'error' });
    await server.listen();
    address = server.resolvedUrls?.local[0] ?? '';
    browser = await chromium.launch({
      executablePath: chromiumPath,
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.on('pageerror', (error) => faults.push(error.message));
    await page.goto(address);
    await page.waitForSelector('#play', { timeout: 60_000 });
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const fact = (side: number, name: string): Promise<string> =>
    page.evaluate(([i, wanted]) => {
      const facts = document.querySelectorAll('#lab .facts')[i];
      return [...facts.querySelectorAll('div')].find((each) => each.querySelector('dt')?.textContent === wanted)?.querySelector('dd')?.textContent ?? '';
    }, [side, name] as const);

  test('two algorithms agree on the cost, and the picture is kept', async () => {
    expect(await fact(0, 'cost')).toMatch(/^\d+\.\d{3}$/);
    expect(await fact(0, 'cost')).toBe(await fact(1, 'cost'));
    await page.screenshot({ path: `${artifacts}lab.png` });
  });

  test('the steps can be walked by keys alone', async () => {
    await page.keyboard.press('Tab');
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const before = await fact(0, 'step');
    await page.keyboard.press(',');
    expect(await fact(0, 'step')).not.toBe(before);
    await page.keyboard.press('.');
    expect(await fact(0, 'step')).toBe(before);
    await page.keyboard.press('p');
    expect(await page.textContent('#play')).toBe('Pause');
    await page.keyboard.press('p');
  });

  test('a wall drawn with the mouse changes the answer', async () => {
    await page.getByText('To the end').click();
    const canvas = page.locator('#lab canvas').first();
    const area = (await canvas.boundingBox())!;
    await page.selectOption('select[name="Map"]', 'open');
    const before = await fact(0, 'cost');
    await page.mouse.move(area.x + area.width * 0.5, area.y + 2);
    await page.mouse.down();
    await page.mouse.move(area.x + area.width * 0.5, area.y + area.height * 0.9, { steps: 80 });
    await page.mouse.up();
    await page.getByText('To the end').click();
    expect(Number(await fact(0, 'cost'))).toBeGreaterThan(Number(before));
  });

  test('a broken map tells why, and the old one stays', async () => {
    await page.setInputFiles('#lab input[type="file"]', { name: 'broken.map', mimeType: 'text/plain', buffer: Buffer.from('type octile\nheight 2\nwidth 3\nmap\n...\n..') });
    await page.waitForSelector('.error:not([hidden])');
    expect(await page.textContent('.error')).toMatch(/broken\.map cannot be shown: .*line \d+, column \d+/);
  });

  test('a link restores the state', async () => {
    await page.selectOption('select[name="Algorithm"]', 'mpaa');
    await page.getByText('Copy a link').click();
    await page.waitForFunction(() => location.hash.length > 10);
    const other = await browser.newPage();
    await other.goto(page.url());
    await other.waitForSelector('#play');
    expect(await other.inputValue('select[name="Algorithm"]')).toBe('mpaa');
    expect(await other.locator('#lab .facts').first().textContent()).toContain((await fact(0, 'cost')));
    await other.screenshot({ path: `${artifacts}lab-fog.png` });
    await other.close();
  });

  test('a phone shows it all without scrolling sideways', async () => {
    const phone = await browser.newPage({ viewport: { width: 375, height: 740 } });
    await phone.goto(address);
    await phone.waitForSelector('#play');
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
    await phone.screenshot({ path: `${artifacts}phone.png` });
    await phone.close();
  });

  test('a thousand characters are sent, and the meter tells', async () => {
    await page.click('#show-battlefield');
    await page.waitForFunction(() => document.querySelector('#meter')?.textContent?.includes('p95'), undefined, { timeout: 60_000 });
    await page.click('#select-all');
    const canvas = page.locator('#battlefield canvas');
    await canvas.scrollIntoViewIfNeeded();
    const area = (await canvas.boundingBox())!;
    await page.mouse.click(area.x + area.width * 0.6, area.y + area.height * 0.5, { button: 'right' });
    await page.waitForTimeout(4000);
    const meter = (await page.textContent('#meter')) ?? '';
    console.log(`The battlefield with 1000 characters on 512 × 512: ${meter}`);
    expect(meter).toMatch(/selected1000/);
    expect(Number(/moving(\d+)/.exec(meter)?.[1])).toBeGreaterThan(0);
    await page.screenshot({ path: `${artifacts}battlefield.png`, fullPage: true });
  });

  test('nothing threw', () => {
    expect(faults).toEqual([]);
  });
});
