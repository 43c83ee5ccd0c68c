// Says how fast the pages are, against their limits: pnpm --filter demo speed.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from '@pf/workspace';
import { chromium } from 'playwright-core';
import { build } from 'vite';

/** Milliseconds until something is seen, on a phone of the middle class and a slow mobile network, as Lighthouse has them. */
const FIRST_PAINT = 1000;
const SLOW = { offline: false, latency: 150, downloadThroughput: (1.6e6 / 8), uploadThroughput: (0.75e6 / 8) };
const SLOWER_BY = 4;
/** Milliseconds of processor time in which a figure answers a drag: a frame. In the middle of several drags. */
const FRAME = 16;
const DRAGS = 9;
const LOADS = 3;
/** Bytes, gzipped, of the script that an article has beyond what all share. */
const SCRIPT = 60 * 1024;

const root = fileURLToPath(new URL('.', import.meta.url));
const folder = temporaryFolder('pf-speed-');
let server;
let browser;
let slow = 0;
try {
  await build({ root, build: { outDir: folder, emptyOutDir: true }, logLevel: 'error' });
  const files = new Map(readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    .map((entry) => [relative(folder, join(entry.parentPath, entry.name)), gzipSync(readFileSync(join(entry.parentPath, entry.name)))]));
  const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
  server = createServer(({ url }, response) => {
    const name = url.slice(1).replace(/[?#].*/, '') || 'index.html';
    const body = files.get(name);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': types[extname(name)] ?? 'application/octet-stream', 'content-encoding': 'gzip' });
    response.end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${server.address().port}/`;
  browser = await chromium.launch({ executablePath: process.env.PF_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });

  const pages = [...files.keys()].filter((name) => name.endsWith('.html')).sort();
  const scripts = new Map(pages.map((name) => [name, scriptsOf(name, files)]));
  console.log('page                            own script   first paint   a drag is answered, by figure');
  for (const name of pages) {
    const others = new Set(pages.filter((other) => other !== name).flatMap((other) => scripts.get(other)));
    const own = scripts.get(name).filter((file) => !others.has(file)).reduce((sum, file) => sum + files.get(file).length, 0);
    // The fastest of several: what else the machine does only adds.
    const paints = [];
    for (let i = 0; i < LOADS; i++) paints.push(await firstPaint(address + name));
    const paint = Math.min(...paints);
    const drags = await dragsOn(address + name);
    const isArticle = name.startsWith('articles/');
    const over = [isArticle && own > SCRIPT, paint > FIRST_PAINT, drags.some(({ took }) => took > FRAME)];
    slow += over.filter(Boolean).length;
    const mark = (text, isOver) => `${text}${isOver ? ' !' : ''}`;
    console.log([name.padEnd(30), mark(`${(own / 1024).toFixed(1)} kB`, over[0]).padStart(11), mark(`${Math.round(paint)} ms`, over[1]).padStart(12),
      `  ${drags.map(({ figure, took }) => mark(`${figure} ${took.toFixed(1)} ms`, took > FRAME)).join(', ')}`].join('  '));
  }
  console.log(`Limits: ${SCRIPT / 1024} kB for an article, ${FIRST_PAINT} ms (${SLOW.latency} ms latency, 1.6 Mbit/s, processor ${SLOWER_BY} times slower), ${FRAME} ms of processor time (median of ${DRAGS}).`);
  process.exitCode = slow === 0 ? 0 : 1;
} finally {
  await browser?.close();
  server?.close();
}

/** The scripts that a page names, with those that they need. */
function scriptsOf(name, files) {
  const html = readFileSync(join(folder, name), 'utf8');
  return [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, path]) => join('/', name, '..', path).slice(1)).filter((file) => files.has(file));
}

async function firstPaint(url) {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', SLOW);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_BY });
  await page.goto(url, { waitUntil: 'commit' });
  const time = await page.evaluate(() => new Promise((resolve) => {
    new globalThis.PerformanceObserver((list) => { for (const { name, startTime } of list.getEntries()) if (name === 'first-contentful-paint') resolve(startTime); }).observe({ type: 'paint', buffered: true });
  }));
  await page.close();
  return time;
}

/** Moves the start of every figure about by the keys, which is what a drag does in each frame: records anew, and draws. */
async function dragsOn(url) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', serviceWorkers: 'block' });
  await page.goto(url);
  const drags = [];
  for (const figure of await page.locator('figure[data-figure], .answer figure').all()) {
    await figure.scrollIntoViewIfNeeded();
    await figure.locator('.shown').waitFor({ timeout: 5000 }).catch(() => undefined);
    const ask = figure.locator('.predict button').first();
    if (await ask.isVisible()) await ask.click();
    const canvas = figure.locator('.map canvas').first();
    if (!(await canvas.isVisible())) continue;
    await canvas.focus();
    const frames = await framesOf(async () => {
      for (let i = 0; i < DRAGS; i++) {
        for (const key of [i % 2 === 0 ? 'ArrowRight' : 'ArrowDown', 's']) await page.keyboard.press(key);
        await page.evaluate(() => new Promise((resolve) => { globalThis.requestAnimationFrame(() => globalThis.requestAnimationFrame(resolve)); }));
      }
    });
    // Beside those that answer a drag there are frames in which nothing happens.
    const answers = frames.sort((a, b) => b - a).slice(0, DRAGS);
    if (answers.length > 0) drags.push({ figure: (await figure.getAttribute('data-figure')) ?? 'answer', took: answers[answers.length >> 1] });
  }
  await page.close();
  return drags;
}

/** Milliseconds of processor time that each frame of the page takes in its scripts, while `act` runs: the machine does other things too. */
async function framesOf(act) {
  const session = await browser.newBrowserCDPSession();
  const frames = [];
  session.on('Tracing.dataCollected', ({ value }) => frames.push(...value.filter(({ name, tdur }) => name === 'FireAnimationFrame' && tdur !== undefined).map(({ tdur }) => tdur / 1000)));
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline'] } });
  await act();
  const complete = new Promise((resolve) => { session.once('Tracing.tracingComplete', resolve); });
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return frames;
}
