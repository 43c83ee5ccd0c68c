import { maze, seededRandom } from '@pf/grid';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ends } from '../../src/lab/scenario/scenario.ts';
import { builtCells, cell, describePage, drag, drawn, drop, fact, fight, fingers, handheld, keepPicture, linkTo, noteBuilt, onMac, plain, scenarioOf, soon, withAddress, withLab, withPage } from './page-driver.ts';

describePage('maps are drawn', () => {
  test('walls, start and goal are drawn and dragged', async () => {
    await withLab(linkTo(plain), async (page) => {
      const before = Number(await fact(page, 'cost'));
      await drag(page, [30, 5], [30, 38]);
      await drag(page, [5, 20], [5, 30]);
      const { scenario } = await scenarioOf(page);
      expect(scenario.rows.filter((row) => row[30] === '#').length).toBe(34);
      expect(scenario.start).toEqual([5, 30]);
      await soon(async () => Number(await fact(page, 'cost'))).toBeGreaterThan(before);
      // On a wall the same brush removes it.
      await drag(page, [30, 5], [30, 38]);
      expect((await scenarioOf(page)).scenario.rows.join('')).not.toContain('#');
    });
  });

  test('a wall drawn fast has no holes, on the map, across its rim, or ahead of a walking character', async () => {
    await withLab(linkTo(plain), async (page) => {
      await drag(page, [30, 3], [30, 38], 4);
      await drag(page, [40, 5], [46, 20], 3);
      const { rows: drawn } = (await scenarioOf(page)).scenario;
      expect(drawn.filter((row) => row[30] === '#').length).toBe(36);
      expect(drawn.slice(5, 21).every((row) => row.slice(40, 47).includes('#'))).toBe(true);
      // Both strokes go from side to side, so no path slips through.
      expect(drawn.join('').split('#').length - 1).toBe(36 + 6 + 15 + 1);
      // It leaves the map between two moves of the pointer, and is drawn to the rim.
      const [x, y] = await cell(page, [10, 10]);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y - 400);
      await page.mouse.up();
      expect((await scenarioOf(page)).scenario.rows.slice(0, 11).map((row) => row[10]).join('')).toBe('#'.repeat(11));
    });
    await withLab(linkTo({ ...plain, left: 'd-star-lite' }), async (page) => {
      await page.locator('.player input').fill('10');
      await drag(page, [18, 8], [18, 32], 2);
      const { scenario } = await scenarioOf(page);
      expect(scenario.edits.map(({ y }) => y)).toEqual(Array.from({ length: 25 }, (_, i) => 8 + i));
    });
  });

  test('a goal that is dragged past the start, in the middle of a run, leaves it there', async () => {
    await withLab(linkTo(plain, 20), async (page) => {
      await page.mouse.move(...await cell(page, [55, 20]));
      await page.mouse.down();
      for (const [x, step] of [[8, '5 of 5'], [50, '20 of']] as const) {
        await page.mouse.move(...await cell(page, [x, 20]));
        await drawn(page);
        expect(await fact(page, 'step')).toContain(step);
      }
      await page.mouse.up();
    });
  });

  test('a dragged mark follows the pointer, however long the algorithms take', async () => {
    const large = maze(127, 127, seededRandom(3)).toRows().map((row, y) => (y === 1 ? `#${'.'.repeat(125)}#` : row));
    const size = { width: 127, height: 127 };
    await withLab(linkTo({ rows: large, ...ends(large), start: [3, 1], left: 'd-star-lite', right: 'lpa' }, 0), async (page) => {
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

  test('when a dragged mark rests, the time is measured as long as otherwise', async () => {
    await withPage(linkTo(plain), async (page) => {
      // Two milliseconds from call to call: a hurried measurement takes few calls.
      await page.evaluate(() => {
        let calls = 0;
        performance.now = () => {
          document.body.dataset['calls'] = String(++calls);
          return 2 * calls;
        };
      });
      await drag(page, [55, 20], [54, 20]);
      await soon(async () => Number(await page.getAttribute('body', 'data-calls'))).toBeGreaterThan(20);
      expect((await scenarioOf(page)).scenario.goal).toEqual([54, 20]);
    });
  });

  test('behind another view nothing is measured again', async () => {
    await withPage(linkTo(plain), async (page) => {
      await drag(page, [55, 20], [54, 20]);
      const changes = await page.evaluate(async () => {
        location.hash = '#/robot';
        let count = 0;
        new MutationObserver(() => count++).observe(document.querySelector('.legend')!, { childList: true });
        await new Promise((resolve) => { setTimeout(resolve, 500); });
        return count;
      });
      expect(changes).toBe(0);
    });
  });

  test('only the main button paints, and only while it is pressed', async () => {
    await withLab(linkTo(plain), async (page) => {
      for (const button of ['right', 'middle'] as const) {
        await page.mouse.move(...await cell(page, [30, 10]));
        await page.mouse.down({ button });
        await page.mouse.move(...await cell(page, [34, 10]), { steps: 4 });
        await page.mouse.up({ button });
      }
      // On a Mac, Ctrl makes it the right button.
      await page.keyboard.down('Control');
      await onMac(page, true);
      await page.mouse.click(...await cell(page, [30, 10]));
      expect((await scenarioOf(page)).scenario.rows).toEqual(plain.rows);
      await onMac(page, false);
      await drag(page, [34, 10], [35, 10]);
      expect((await scenarioOf(page)).scenario.rows[10].slice(29, 37)).toBe('.....##.');
      await drag(page, [34, 10], [35, 10]);
      await page.keyboard.up('Control');
      expect((await scenarioOf(page)).scenario.rows).toEqual(plain.rows);
      await page.mouse.move(...await cell(page, [30, 10]));
      await page.mouse.down();
      // The button was released outside the page.
      const [x, y] = await cell(page, [34, 10]);
      await page.evaluate(([clientX, clientY]) => {
        document.querySelector('canvas')!.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, pointerId: 1, buttons: 0, bubbles: true }));
      }, [x, y] as const);
      await page.mouse.move(x, y);
      await page.mouse.up();
      expect((await scenarioOf(page)).scenario.rows.join('').split('#').length - 1).toBe(1);
    });
  });

  test('painting can be undone, gesture by gesture, and so can a change of the map', async () => {
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

  test('maps and pictures can be dropped; a broken one gives the reason, and the old map stays', async () => {
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
      await keepPicture(page, 'lab-broken-map');

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
        context.clearRect(0, 1, 1, 1);
        // The mean of a colour decides, however bright it looks: green is dark, magenta is not.
        for (const [x, colour] of [[1, '#0f0'], [2, '#f0f']] as const) {
          context.fillStyle = colour;
          context.fillRect(x, 1, 1, 1);
        }
        return canvas.toDataURL().split(',')[1];
      });
      await drop(page, 'picture.png', 'image/png', png);
      await page.waitForFunction(() => document.querySelector('canvas')!.style.aspectRatio === '4 / 2');
      expect((await scenarioOf(page)).scenario.rows).toEqual(['.##.', '##..']);
    });
  });

  test('a file that takes long to read does not replace a map that came after it', async () => {
    const slow = (page: Page): Promise<void> => page.evaluate(() => {
      const read = createImageBitmap;
      Object.assign(globalThis, { createImageBitmap: async (file: Blob) => { await new Promise((resolve) => { setTimeout(resolve, 300); }); return read(file); } });
    });
    await withPage(linkTo({}), async (page) => {
      await slow(page);
      await drop(page, 'slow.png', 'image/png', btoa('no picture'));
      await drop(page, 'fast.txt', 'text/plain', '..\n..');
      await page.waitForTimeout(600);
      expect([(await scenarioOf(page)).scenario.rows, await page.locator('#lab .error').isVisible()]).toEqual([['..', '..'], false]);
      // Nor one that a link or the undo key brought.
      for (const bring of [() => page.evaluate((to) => { location.hash = to; }, linkTo(plain)), () => page.keyboard.press('Control+z')]) {
        await drop(page, 'slow.png', 'image/png', btoa('no picture'));
        await bring();
        await page.waitForTimeout(600);
        expect(await page.locator('#lab .error').isVisible()).toBe(false);
      }
      expect((await scenarioOf(page)).scenario.rows).toEqual(['..', '..']);
    });
    await withAddress('which-one.html', async (page) => {
      await slow(page);
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(['no picture'], 'slow.png', { type: 'image/png' }));
        document.dispatchEvent(new DragEvent('drop', { dataTransfer: data }));
      });
      await page.getByRole('button', { name: 'Another' }).click();
      await page.waitForTimeout(600);
      expect(await page.locator('.which .error').isVisible()).toBe(false);
    });
  });

  test('by finger: a tap shows a cell, a mark can be grabbed from beside it, and a brush paints the exact cell', async () => {
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

  test.each([['city', 'jam'], ['robot', 'wall']])('%s: a second finger changes nothing', async (face, tool) => {
    await withPage(`#/${face}`, async (page) => {
      await soon(() => page.textContent(`#${face} .note[role="status"]`)).toMatch(/crossings|this drive/);
      await page.locator(`#${face} [data-tool="${tool}"]`).tap();
      const canvas = page.locator(`#${face} .map canvas`);
      await canvas.scrollIntoViewIfNeeded();
      const picture = async (): Promise<string> => {
        await drawn(page);
        return (await canvas.screenshot()).toString('base64');
      };
      const touch = await fingers(page, `#${face} .map canvas`);
      await touch('touchStart', [0.6, 0.3]);
      const before = await picture();
      await touch('touchStart', [0.6, 0.3], [0.8, 0.6]);
      for (let i = 1; i <= 5; i++) await touch('touchMove', [0.6, 0.3], [0.8 - 0.04 * i, 0.6]);
      expect(await picture()).toBe(before);
      await touch('touchEnd');
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
});
