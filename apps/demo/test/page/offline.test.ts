import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { describePage, faults, site, soon, theBrowser } from './page-driver.ts';

/** The site once more, on a server that can be shut down. */
async function anotherServer(): Promise<{ readonly address: string; readonly close: () => void }> {
  const { origin, pathname } = new URL(site!.address);
  const server = createServer(({ url = '' }, response) => {
    void fetch(origin + url).then(async (found) => {
      response.writeHead(found.status, { 'content-type': found.headers.get('content-type') ?? '' });
      response.end(Buffer.from(await found.arrayBuffer()));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`, close: () => { server.close(); server.closeAllConnections(); } };
}

describePage('offline', () => {
  test('after the first visit of one page all pages work without the server, and their workers too', async () => {
    const server = await anotherServer();
    const context = await (await theBrowser()).newContext({ reducedMotion: 'reduce' });
    try {
      const page = await context.newPage();
      page.on('pageerror', (error) => faults.push(error.message));
      await page.goto(`${server.address}articles/landmarks.html`);
      await page.evaluate(async () => (await navigator.serviceWorker.ready).scope);
      server.close();
      await expect(fetch(server.address)).rejects.toThrow();

      await page.goto(`${server.address}articles/jump-points.html?from=somewhere`);
      expect(await page.title()).toContain('Jump points');
      const sample = page.locator('.sample').first();
      await sample.getByRole('button', { name: 'Run' }).click();
      await soon(() => sample.locator('.ran').textContent()).toContain('6');
      await page.goto(`${server.address}which-one.html`);
      await page.locator('.measured[data-done="true"]').waitFor({ timeout: 60_000 });
      // The folder itself, and from there a page that loads its view when it is shown.
      await page.goto(server.address);
      await page.click('#show-level');
      await page.locator('#level canvas').first().waitFor();
      await soon(() => page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('level-view')))).toBe(true);
      expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1);
    } finally {
      server.close();
      await context.close();
    }
  });
});
