import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@pf/workspace';
import { expect, test } from 'vitest';
import { bundle, bundles } from '../bundles.js';

test.each(bundles)('$name is within its size', async ({ code, most }) => {
  const { gzipped, minified } = await bundle(code);
  expect(gzipped).toBeLessThanOrEqual(most);
  expect(minified).toBeGreaterThan(gzipped);
});

test('a page that imports a grid loads only grids, and the parts of a bundle add up to all of it', async () => {
  const { files, minified } = await bundle("export { Grid } from '@pf/grid';");
  expect(new Set(files.map(([path]) => path.split('/').slice(0, 2).join('/')))).toEqual(new Set(['packages/grid', 'packages/graph']));
  const sum = files.reduce((all, [, bytes]) => all + bytes, 0);
  expect(sum).toBeLessThanOrEqual(minified);
  expect(sum).toBeGreaterThan(0.9 * minified);
});

test('detects unexpected parts of a bundle', async () => {
  const [{ code }] = bundles;
  const [small, large] = [await bundle(code), await bundle(`${code} export { FogOfWar } from '@pf/grid';`)];
  expect(large.gzipped).toBeGreaterThan(small.gzipped + 500);
  expect(large.files.some(([path]) => path.endsWith('fog-of-war.ts'))).toBe(true);
});

test('the import map of the README names all that a page with grids and searches imports', () => {
  const [, map] = /<script type="importmap">(.*?)<\/script>/s.exec(readFileSync(join(repository, 'README.md'), 'utf8'));
  const { imports } = JSON.parse(map);
  const needed = new Set(['@pf/grid', '@pf/search']);
  for (const name of needed) {
    const folder = join(repository, name.replace('@pf', 'packages').replace('/kit', ''));
    for (const file of readdirSync(join(folder, 'src'), { recursive: true })) {
      if (!file.endsWith('.ts')) continue;
      const text = readFileSync(join(folder, 'src', file), 'utf8');
      for (const [, found] of text.matchAll(/^(?:import|export) (?!type).* from '(@pf\/.+)';$/gm)) needed.add(found);
    }
  }
  expect(Object.keys(imports).sort()).toEqual([...needed].sort());
  for (const name of needed) expect(imports[name]).toBe(`./node_modules/${name.replace('/kit', '')}/dist/${name.endsWith('/kit') ? 'kit' : 'index'}.js`);
});
