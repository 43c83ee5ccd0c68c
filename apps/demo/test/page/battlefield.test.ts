import { cpus, loadavg } from 'node:os';
import { expect, test } from 'vitest';
import { builtCells, describePage, drawn, fact, fight, keepPicture, noteBuilt, onMac, soon, theBrowser, withPage } from './page-driver.ts';

/** The 95th percentile of the processor time of a task, whatever else the machine had to do meanwhile. */
function processorTime(trace: Buffer, task: string): string {
  const { traceEvents } = JSON.parse(trace.toString()) as { readonly traceEvents: readonly { readonly name: string; readonly tdur?: number }[] };
  const times = traceEvents.flatMap(({ name, tdur }) => (name === task && tdur !== undefined ? [tdur / 1000] : [])).sort((a, b) => a - b);
  return `p95 ${times[Math.floor(0.95 * (times.length - 1))]?.toFixed(1) ?? '–'} ms of ${times.length} frames`;
}

describePage('the battlefield', () => {
  test('the battlefield in windows of five sizes: its map is square, and its texts lie within it', async () => {
    await withPage('#/battlefield', async (page) => {
      await soon(() => page.textContent('#battlefield .hint')).toContain('press Run');
      for (const [width, height] of [[768, 1024], [1000, 900], [1280, 800], [1920, 1200], [844, 390]]) {
        await page.setViewportSize({ width, height });
        const map = (await page.locator('#battlefield .map canvas').boundingBox())!;
        const hint = (await page.locator('#battlefield .hint').boundingBox())!;
        expect(map.width).toBeCloseTo(map.height, 0);
        expect([hint.x >= map.x, hint.x + hint.width <= map.x + map.width, hint.height < map.height / 3], `${width} × ${height}`).toEqual([true, true, true]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await keepPicture(page, `battlefield-${width}x${height}`);
      }
    });
  });

  test('the battlefield by keys: a target shows where the first wall or explosion will be', async () => {
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
      // A box around the whole map, as soon as there are characters.
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
      await soon(() => count('repairing planners')).toBe(100);
      const planned = await count('paths planned');
      await page.getByRole('button', { name: 'Build' }).click();
      await page.mouse.move(...at(0.3, 0.55));
      await page.mouse.down();
      await page.mouse.move(...at(0.55, 0.3), { steps: 20 });
      await page.mouse.up();
      await page.getByRole('button', { name: 'Blow up' }).click();
      await page.mouse.click(...at(0.42, 0.42));
      await soon(async () => {
        // A slow browser may build after all have arrived: then they are sent a little farther.
        if ((await count('moving')) === 0) await page.mouse.click(...at(0.62, 0.62), { button: 'right' });
        return count('paths planned');
      }).toBeGreaterThan(planned);
      // In the end all have arrived, and none needs a path.
      await soon(async () => (await count('moving')) + (await count('without a path'))).toBe(0);
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
      // The next stroke begins at its own start.
      await page.mouse.click(area.x + 0.1 * area.width, area.y + 0.1 * area.height);
      expect((await builtCells(page)).length).toBe(built.length + 1);
    });
  });

  test('the battlefield: only the main button selects and builds, and a cancelled drag leaves nothing', async () => {
    await withPage('#/lab', async (page) => {
      await noteBuilt(page);
      await page.click('#show-battlefield');
      await page.selectOption('#battlefield select[name="Map"]', '128');
      await page.selectOption('#battlefield select[name="Characters"]', '100');
      await soon(() => fact(page, 'without a path', 2)).toBe('100');
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
      // A cancelled stroke does not continue, and no other button begins one.
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

      // On a Mac, Ctrl makes it the right button; elsewhere it builds.
      const hint = (): Promise<string | null> => page.textContent('#battlefield .hint');
      await page.keyboard.press('a');
      expect(await hint()).toContain('100 selected');
      await page.keyboard.down('Control');
      await onMac(page, true);
      await page.mouse.click(...at(0.5, 0.5));
      expect([await hint(), await selected(), (await builtCells(page)).length]).toEqual(['', '100', 1]);
      await onMac(page, false);
      await page.mouse.click(...at(0.5, 0.5));
      await page.keyboard.up('Control');
      expect((await builtCells(page)).length).toBe(2);
    });
  });

  test('the battlefield stands still with reduced motion until it is started, and when it is paused', async () => {
    await withPage('#/battlefield', async (page) => {
      const picture = (): Promise<string> => page.evaluate(() => document.querySelector<HTMLCanvasElement>('#battlefield canvas')!.toDataURL());
      const count = async (name: string): Promise<number> => Number((await fact(page, name, 2)).replace(/\D/g, ''));
      await page.selectOption('#battlefield select[name="Map"]', '128');
      await page.selectOption('#battlefield select[name="Characters"]', '100');
      // All characters are there and wait.
      await soon(() => count('without a path')).toBe(100);
      expect(await page.textContent('#battlefield .hint')).toContain('press Run');
      await drawn(page);
      const before = await picture();
      await page.waitForTimeout(300);
      expect(await picture()).toBe(before);
      // Selections and new walls are still drawn.
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
      // It stays paused while the lab is open.
      await page.click('#show-lab');
      await page.click('#show-battlefield');
      await page.waitForTimeout(300);
      expect([await picture(), await page.textContent('#pause')]).toEqual([paused, 'Run']);
    });
    await withPage('#/battlefield', async (page) => {
      await soon(() => fact(page, 'moving', 2)).toMatch(/^[1-9]/);
      expect(await page.textContent('#pause')).toBe('Pause');
      const colours = await page.locator('#battlefield .legend li').allTextContents();
      expect(colours).toContain('wall that nobody has seen');
    }, { reducedMotion: 'no-preference' });
  });

  test('the battlefield rests while its tab is hidden', async () => {
    await withPage('#/battlefield', async (page) => {
      const picture = (): Promise<string> => page.evaluate(() => document.querySelector<HTMLCanvasElement>('#battlefield canvas')!.toDataURL());
      const setHidden = (isHidden: boolean): Promise<void> => page.evaluate((value) => {
        Object.defineProperty(document, 'hidden', { value, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }, isHidden);
      await fight(page);
      await setHidden(true);
      await page.waitForTimeout(300);
      const before = await picture();
      await page.waitForTimeout(300);
      expect(await picture()).toBe(before);
      await setHidden(false);
      await soon(picture).not.toBe(before);
    });
  });

  test('a thousand characters are sent, and the meter shows it', async () => {
    await withPage('#/battlefield', async (page) => {
      await fight(page);
      await page.keyboard.press('a');
      const area = (await page.locator('#battlefield .map canvas').boundingBox())!;
      await page.mouse.click(area.x + area.width * 0.6, area.y + area.height * 0.5, { button: 'right' });
      const browser = await theBrowser();
      await browser.startTracing(page, { categories: ['devtools.timeline'] });
      await page.waitForTimeout(1500);
      const trace = await browser.stopTracing();
      const figures = await Promise.all(['frame work', 'p95', 'drawing'].map(async (name) => `${name} ${await fact(page, name, 2)}`));
      console.log(`1000 characters on 512 × 512 in Chromium, by the clock: ${figures.join(', ')}. In processor time: ${processorTime(trace, 'TimerFire')} `
        + `in the worker, ${processorTime(trace, 'FireAnimationFrame')} in the page. ${cpus()[0]?.model ?? 'unknown processor'}, `
        + `load ${loadavg()[0].toFixed(1)}.`);
      expect(await fact(page, 'selected', 2)).toBe('1,000');
      await soon(() => fact(page, 'moving', 2)).toMatch(/^[1-9]/);
      await keepPicture(page, 'battlefield');
    });
  });
});
