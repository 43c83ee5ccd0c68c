// Takes the pictures of the page that the READMEs show: pnpm --filter demo pictures.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@pf/workspace';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('.', import.meta.url));
const pictures = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));
const outDir = temporaryFolder('pf-pictures-');
let server;
let browser;
try {
  mkdirSync(pictures, { recursive: true });
  await build({ root, build: { outDir, emptyOutDir: true }, logLevel: 'error' });
  server = await preview({ root, build: { outDir }, preview: { open: false, port: 4990 }, logLevel: 'error' });
  const [address] = server.resolvedUrls.local;
  browser = await chromium.launch({ executablePath: process.env.PF_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  for (const colorScheme of ['light', 'dark']) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 760 }, colorScheme, reducedMotion: 'reduce' });
    await page.goto(address);
    await page.waitForSelector('#play', { state: 'attached' });
    await page.keyboard.press('>');
    await page.waitForTimeout(1000);
    await page.screenshot({ path: join(pictures, `lab-${colorScheme}.png`) });
    await page.click('#show-battlefield');
    await page.waitForTimeout(1000);
    await page.click('#pause');
    await page.waitForTimeout(12_000);
    await page.screenshot({ path: join(pictures, `battlefield-${colorScheme}.png`) });
    await page.click('#show-city');
    await page.locator('#city-facts', { hasText: 'min' }).waitFor();
    await page.selectOption('#city select[name="Within reach"]', '10');
    await page.waitForTimeout(1000);
    await page.screenshot({ path: join(pictures, `city-${colorScheme}.png`) });
    await page.close();
  }
} finally {
  await browser?.close();
  await server?.close();
}
