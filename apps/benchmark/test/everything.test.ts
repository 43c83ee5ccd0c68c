import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { experiments, readResult } from '@pf/bench';
import type { Result } from '@pf/bench';
import { chromium } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { bench, newFolder } from './command.ts';
import type { Ended } from './command.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path));
interface Seen {
  readonly plots: number;
  readonly marks: boolean;
  readonly pictures: number;
  readonly images: number;
  readonly claims: number;
  readonly wide: boolean;
  readonly ink: string;
  readonly paper: string;
}

const PICTURES = fileURLToPath(new URL('../artifacts/', import.meta.url));
if (CHROMIUM === undefined) console.warn('There is no Chromium on this machine: the report is not opened in a browser (apt-get install chromium).');

const folder = newFolder();
let ended: Ended;
beforeAll(async () => {
  ended = await bench(['--seed', '2', '--report', folder]);
}, 300_000);

const resultOf = (name: string): Result => readResult(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')), name);

it('a run of everything writes a page and the results of each experiment, succeeds, and each has claims', () => {
  const { code, out, err } = ended;
  expect(err).not.toContain('did not finish');
  expect(code).toBe(0);
  expect(out).toMatch(/\d+ claims hold, \d+ fail, \d+ are reported/);
  expect(existsSync(join(folder, 'index.html'))).toBe(true);
  for (const { name } of experiments) {
    const result = resultOf(name);
    expect(result.claims.length, name).toBeGreaterThan(0);
    expect(result.command).toBe(`pnpm bench ${name} --quick --seed 2`);
    expect(readFileSync(join(folder, `${name}.csv`), 'utf8')).toMatch(/^table,/);
  }
});

// Seed 1 has its counts compared in the tests of @pf/bench.
const judged = new Set<string>();
describe('every experiment, seed 2, tiny form', () => {
  it.each(experiments.map(({ name }) => name))('%s makes claims, and its result can be read again', (name) => {
    const result = resultOf(name);
    expect(result.seed).toBe(2);
    expect(result.failure).toBeUndefined();
    expect(result.claims.length).toBeGreaterThan(0);
    expect(result.rows.length).toBeGreaterThan(0);
    expect(readResult(JSON.parse(JSON.stringify(result)))).toEqual(JSON.parse(JSON.stringify(result)));
    // Of so short a run only claims are judged that hold at any size.
    expect(result.claims.filter(({ pass }) => pass === false).map((claim) => `${claim.name}: ${claim.ours}`)).toEqual([]);
    for (const claim of result.claims.filter(({ name: of, ours, pass }) => (ours !== null || pass !== null) && /^(Wrong|Episodes|Edges)/.test(of))) {
      judged.add(name);
      expect([claim.name, claim.ours]).toEqual([claim.name, 0]);
    }
  });

  it('most of them check their answers', () => {
    expect(judged.size).toBeGreaterThan(17);
  });
});

it.skipIf(CHROMIUM === undefined)('the report opens in Chromium, with plots and map pictures, in light and dark', async () => {
  const browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  try {
    mkdirSync(PICTURES, { recursive: true });
    for (const scheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ colorScheme: scheme, viewport: { width: 1200, height: 900 } });
      const faults: string[] = [];
      page.on('console', (message) => faults.push(message.text()));
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('request', (request) => {
        if (!/^(file|data):/.test(request.url())) faults.push(`fetched ${request.url()}`);
      });
      await page.goto(pathToFileURL(join(folder, 'index.html')).href);
      // In words, because it runs in the page: this package's types know no document.
      const seen = await page.evaluate<Seen>(`(() => {
        const visible = (element) => element.getBoundingClientRect().width > 200 && element.getBoundingClientRect().height > 60;
        return {
          plots: [...document.querySelectorAll('figure > svg')].filter(visible).length,
          marks: [...document.querySelectorAll('figure > svg')].every((svg) => svg.querySelectorAll('path').length > 3),
          pictures: [...document.querySelectorAll('img')].filter((image) => image.complete && image.naturalWidth > 0).length,
          images: document.querySelectorAll('img').length,
          claims: document.querySelectorAll('#claims + .wide tbody tr').length,
          wide: document.documentElement.scrollWidth > window.innerWidth,
          ink: getComputedStyle(document.body).color,
          paper: getComputedStyle(document.body).backgroundColor,
        };
      })()`);
      expect(faults).toEqual([]);
      expect(seen.plots).toBeGreaterThan(10);
      expect(seen.marks).toBe(true);
      expect(seen.pictures).toBe(seen.images);
      expect(seen.images).toBeGreaterThan(3);
      expect(seen.claims).toBeGreaterThan(30);
      expect(seen.wide).toBe(false);
      expect([seen.ink, seen.paper]).toEqual(scheme === 'light' ? ['rgb(29, 35, 44)', 'rgb(255, 255, 255)'] : ['rgb(228, 233, 240)', 'rgb(18, 22, 28)']);
      await page.screenshot({ path: join(PICTURES, `report-${scheme}.png`), fullPage: true });
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      await page.close();
    }
  } finally {
    await browser.close();
  }
});
