import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { algorithmOf } from '../../src/lab/recordings/algorithms.ts';
import { decode, encode } from '../../src/lab/scenario/link.ts';
import type { Scenario } from '../../src/lab/scenario/scenario.ts';
import { ends, generate } from '../../src/lab/scenario/scenario.ts';

/** Where pictures go, and files that a test downloads. */
export const artifacts = fileURLToPath(new URL('../../artifacts/', import.meta.url));
export const site = inject('site');

const rows = generate('rooms', 3);
/** The scenario of most tests, and one without walls. */
export const rooms: Scenario = { rows, movement: 'eight', corners: 'never', ...ends(rows), landmarks: [], edits: [], left: 'a-star', right: '', plot: false };
export const plain: Scenario = { ...rooms, rows: generate('open', 1), start: [5, 20], goal: [55, 20] };
const known = (id: string): boolean => algorithmOf(id) !== undefined;

/** What the pages of this file threw, and the files that they requested and did not get. */
export const faults: string[] = [];

/** Tests of the built site in Chromium, skipped without one. In the end nothing may have been thrown, nothing missing. */
export function describePage(name: string, tests: () => void): void {
  describe.skipIf(site === undefined)(`the built site under a path, in Chromium: ${name}`, () => {
    beforeAll(async () => {
      mkdirSync(artifacts, { recursive: true });
      faults.length = 0;
      await theBrowser();
    });

    tests();

    test('nothing threw, nothing was missing', () => {
      expect(faults).toEqual([]);
    });
  });
}

let browser: Promise<Browser> | undefined;

/** The browser of this process, whose test files share it; it lets go when the process ends. */
export function theBrowser(): Promise<Browser> {
  return (browser ??= chromium.connect(site!.browser));
}

/** Pages that no test uses now, by their devices. A new page costs a third more than one that is used again. */
const idle = new Map<string, Page[]>();
/** Contexts by their devices, each with a page that stays: other pages of the context begin in its process. */
const contexts = new Map<string, Promise<BrowserContext>>();

function contextOf(device: BrowserContextOptions, key: string): Promise<BrowserContext> {
  const known = contexts.get(key);
  if (known !== undefined) return known;
  const opened = (async () => {
    const context = await (await theBrowser()).newContext({ serviceWorkers: 'block', ...device });
    await (await context.newPage()).goto(`${site!.address}articles/index.html`);
    return context;
  })();
  contexts.set(key, opened);
  return opened;
}

/** A page of this file. Its errors are recorded. */
async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('response', (response) => { if (response.status() >= 400) faults.push(`${response.status()} ${response.url()}`); });
  return page;
}

/** Opens an address of the site in a page with empty storage and an empty history, without motion unless requested, and closes it after `use`. */
export async function withAddress(path: string, use: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
  const { viewport = { width: 1280, height: 900 }, reducedMotion = 'reduce', colorScheme = 'light', ...device } = options;
  const key = JSON.stringify(device);
  const context = await contextOf(device, key);
  await context.pages()[0].evaluate(() => localStorage.clear());
  const waiting = idle.get(key) ?? [];
  idle.set(key, waiting);
  const page = waiting.pop() ?? await newPage(context);
  try {
    // A page behind another one of its context draws one frame a second.
    await page.bringToFront();
    await page.setViewportSize(viewport!);
    await page.emulateMedia({ reducedMotion, colorScheme });
    await page.goto(`${site!.address}${path}`);
    await forgetHistory(page);
    await use(page);
  } catch (error) {
    await page.close();
    throw error;
  }
  await page.goto('about:blank');
  await page.mouse.move(0, 0);
  waiting.push(page);
}

/** What a page showed before is no part of its history. */
async function forgetHistory(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.resetNavigationHistory');
  await session.detach();
}

/** A page of the lab or another view. */
export async function withPage(hash: string, use: (page: Page) => Promise<void>, options: BrowserContextOptions = {}): Promise<void> {
  await withAddress(hash, async (page) => {
    await page.waitForSelector('#play', { state: 'attached' });
    await use(page);
  }, options);
}

/** The page of tests that change only the scenario, the step and the pointer, and need no history. A link resets it in a sixth of the time of loading. */
let lab: Promise<Page> | undefined;

async function openLab(): Promise<Page> {
  const page = await newPage(await contextOf({}, '{}'));
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto(site!.address);
  await page.waitForSelector('#play', { state: 'attached' });
  return page;
}

/** As `withPage` for a link to the lab, on the page that such tests share. */
export async function withLab(link: string, use: (page: Page) => Promise<void>, viewport = { width: 1280, height: 900 }): Promise<void> {
  const page = await (lab ??= openLab());
  try {
    await page.bringToFront();
    await page.setViewportSize(viewport);
    await page.mouse.move(0, 0);
    // By another view: the link may be the one that is there, and the lab may be about to write its own into the address.
    for (const hash of ['#/robot', link]) await page.evaluate((to) => new Promise((resolve) => { addEventListener('hashchange', resolve, { once: true }); location.hash = to; }), hash);
    await drawn(page);
    await use(page);
  } catch (error) {
    lab = undefined;
    await page.close();
    throw error;
  }
}

export const linkTo = (scenario: Partial<Scenario>, step?: number): string =>
  `#lab=${encode({ ...rooms, ...scenario })}${step === undefined ? '' : `&step=${step}`}`;

/** A picture for people, with PF_PICTURES=1: it takes longer than many checks. */
export async function keepPicture(page: Page, name: string, fullPage = false): Promise<void> {
  if (process.env['PF_PICTURES'] === '1') await page.screenshot({ path: `${artifacts}${name}.png`, fullPage });
}

/** A condition that must hold soon, however busy the machine is. */
export const soon = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 60_000 });

/** Another figure than `before` must be shown soon. */
export const soonAfter = (before: string, read: () => Promise<string>): Promise<void> =>
  soon(async () => { const now = await read(); return now !== before && /^\d/.test(now); }).toBe(true);

export const fact = (page: Page, name: string, list = 0): Promise<string> =>
  page.evaluate(([at, wanted]) => {
    const facts = document.querySelectorAll('.facts')[at];
    return [...facts.querySelectorAll('div')].find((each) => each.querySelector('dt')?.textContent === wanted)?.querySelector('dd')?.textContent ?? '';
  }, [list, name] as const);

/** The middle of a cell of the left map, on the screen. */
export async function cell(page: Page, [x, y]: readonly [number, number], { width, height } = { width: 61, height: 41 }): Promise<readonly [number, number]> {
  const area = (await page.locator('#lab .map canvas').first().boundingBox())!;
  return [area.x + ((x + 0.5) / width) * area.width, area.y + ((y + 0.5) / height) * area.height];
}

/** From cell to cell, at such a speed that each is seen, or so fast that only `moves` of the pointer are seen. */
export async function drag(page: Page, from: readonly [number, number], to: readonly [number, number], moves?: number): Promise<void> {
  const [begin, end] = [await cell(page, from), await cell(page, to)];
  await page.mouse.move(...begin);
  await page.mouse.down();
  await page.mouse.move(...end, { steps: moves ?? Math.max(Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])) });
  await page.mouse.up();
  // The input of the pointer is recorded with the next frame.
  await drawn(page);
}

/** The link of the present state. */
export async function scenarioOf(page: Page): Promise<{ readonly scenario: Scenario; readonly step: number }> {
  await page.evaluate(() => document.querySelector<HTMLElement>('#link')!.click());
  const found = /#lab=([^&]+)&step=(\d+)/.exec(page.url())!;
  return { scenario: decode(found[1], known), step: Number(found[2]) };
}

/** A browser that says it runs on a Mac, or what it is. */
export const onMac = (page: Page, isMac: boolean): Promise<unknown> =>
  page.evaluate((is) => (is ? Object.defineProperty(navigator, 'platform', { value: 'MacIntel', configurable: true }) : Reflect.deleteProperty(navigator, 'platform')), isMac);

/** Two frames of the screen: a request is drawn with the next one. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); }));

/** A battle that has begun, without motion. */
export async function fight(page: Page): Promise<void> {
  if ((await page.textContent('#pause')) === 'Run') await page.click('#pause');
  await page.waitForFunction(() => /moving[1-9]/.test(document.querySelector('#meter')?.textContent ?? ''));
}

/** The worker of the battlefield begins when it is first shown: its messages about building are recorded from then on. */
export const noteBuilt = (page: Page): Promise<void> =>
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
export const builtCells = (page: Page): Promise<readonly (readonly [number, number])[]> =>
  page.evaluate(() => (globalThis as unknown as { readonly built: readonly (readonly [number, number])[] }).built);

export const drop = (page: Page, name: string, type: string, content: string): Promise<void> =>
  page.evaluate(([file, kind, text]) => {
    const data = new DataTransfer();
    const bytes = kind === 'image/png' ? Uint8Array.from(atob(text), (c) => c.charCodeAt(0)) : text;
    data.items.add(new File([bytes], file, { type: kind }));
    document.querySelector('#lab')!.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [name, type, content] as const);

/** Puts fingers on a map, leads them over it, and lifts them: each at shares of its width and height. */
export type Touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: readonly (readonly [number, number])[]) => Promise<void>;

export async function fingers(page: Page, canvas: string): Promise<Touch> {
  const session = await page.context().newCDPSession(page);
  const area = (await page.locator(canvas).first().boundingBox())!;
  return async (type, ...at) => {
    const touchPoints = at.map(([x, y], id) => ({ x: area.x + x * area.width, y: area.y + y * area.height, id }));
    await session.send('Input.dispatchTouchEvent', { type, touchPoints });
  };
}
export const handheld: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };
