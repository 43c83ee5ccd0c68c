import { gzipSync } from 'node:zlib';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { keepPicture, site, withAddress } from '../page/page-driver.ts';

/** A figure of an article, as a reader uses it. */
export interface FigureOnPage {
  readonly root: Locator;
  /** A number that it shows. */
  number(name: string): Promise<number>;
  /** Drags from cell to cell of its first map, of the given size. */
  drag(from: readonly [number, number], to: readonly [number, number], size: readonly [number, number]): Promise<void>;
  /** Switches something on or off, or sets a slider or a list. */
  set(name: string, value: string): Promise<void>;
}

/** Two frames of the screen, and the rest after which a figure records all. */
const settle = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => { setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(resolve)), 200); }));

export async function figure(page: Page, name: string): Promise<FigureOnPage> {
  const root = page.locator(`figure[data-figure="${name}"]`);
  await root.scrollIntoViewIfNeeded();
  await root.locator('.shown').waitFor();
  return {
    root,
    number: async (of) => Number((await root.locator(`[data-number="${of}"]`).first().textContent())!.replaceAll(',', '')),
    drag: async (from, to, [width, height]) => {
      const canvas = root.locator('canvas').first();
      await canvas.scrollIntoViewIfNeeded();
      const area = (await canvas.boundingBox())!;
      const at = ([x, y]: readonly [number, number]): [number, number] => [area.x + ((x + 0.5) / width) * area.width, area.y + ((y + 0.5) / height) * area.height];
      await page.mouse.move(...at(from));
      await page.mouse.down();
      await page.mouse.move(...at(to), { steps: 4 });
      await page.mouse.up();
      await settle(page);
    },
    set: async (of, value) => {
      const control = root.locator(`[name="${of}"]`);
      const kind = await control.evaluate((each) => (each instanceof HTMLInputElement ? each.type : 'list'));
      if (kind === 'checkbox') await control.setChecked(value === 'true');
      else if (kind === 'range') await control.fill(value);
      else await control.selectOption(value);
      await settle(page);
    },
  };
}

/** Draws walls around a cell of a figure's map. */
export async function enclose(shown: FigureOnPage, rows: readonly string[], [x, y]: readonly [number, number]): Promise<void> {
  for (const dy of [-1, 0, 1]) for (const dx of [-1, 0, 1]) {
    const at = [x + dx, y + dy] as const;
    if ((dx !== 0 || dy !== 0) && rows[at[1]]?.[at[0]] === '.') await shown.drag(at, at, [rows[0].length, rows.length]);
  }
}

/** Answers the question of a figure by the option of this number. */
export async function predict(page: Page, name: string, option: number): Promise<string> {
  const { root } = await figure(page, name);
  await root.locator('.predict button').nth(option).click();
  return (await root.locator('.verdict').textContent())!;
}

/** An article in its own window. Afterwards nothing may have been thrown, nothing missing, and axe must find no fault, light and dark. */
export async function withArticle(name: string, use: (page: Page) => Promise<void>, folder = 'articles/'): Promise<void> {
  await withAddress(`${folder}${name}.html`, async (page) => {
    await use(page);
    await page.addScriptTag({ content: axe.source });
    // In the dark only the colours differ.
    for (const [theme, only] of [['light', []], ['dark', ['color-contrast']]] as const) {
      const found = await page.evaluate(async (rules) => {
        const { axe: checker } = globalThis as unknown as { axe: typeof axe };
        return (await checker.run(rules.length === 0 ? {} : { runOnly: [...rules] })).violations.map(({ id, impact, nodes }) => `${impact}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
      }, only);
      expect(found, theme).toEqual([]);
      await page.click('#theme');
    }
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await keepPicture(page, `article-${name}`);
  });
}

/** Bytes of the script that an article loads and no other page does, gzipped. */
export async function ownScript(name: string, others: readonly string[]): Promise<number> {
  const scripts = async (page: string): Promise<readonly string[]> => {
    const html = await (await fetch(`${site!.address}articles/${page}.html`)).text();
    return [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => new URL(path, `${site!.address}articles/`).href);
  };
  const shared = new Set((await Promise.all(others.filter((other) => other !== name).map(scripts))).flat());
  const own = (await scripts(name)).filter((path) => !shared.has(path));
  const sizes = await Promise.all(own.map(async (path) => gzipSync(Buffer.from(await (await fetch(path)).arrayBuffer())).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}
