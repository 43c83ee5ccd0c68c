import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describePage } from '../page/page-driver.ts';
import { ownScript } from './article-driver.ts';

const names = readdirSync(new URL('../../articles/', import.meta.url)).map((name) => name.replace('.html', ''));
const MOST = 60 * 1024;

describePage('the scripts of the articles', () => {
  test('each is small beyond what all share', async () => {
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) {
      const size = await ownScript(name, names);
      console.log(`${name}: ${(size / 1024).toFixed(1)} kB gzipped of its own.`);
      expect(size, name).toBeLessThan(MOST);
    }
  });
});
