import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repository } from '@pf/workspace';
import { expect, test } from 'vitest';
import { brokenLinks, linksOf, textsOf } from '../links.js';
import { withoutFiles } from '../build-site.js';
import { buildWholeSite } from '../whole-site.js';

test('every relative link of the texts leads to a file and to an existing heading', () => {
  expect(textsOf(repository)).toEqual(expect.arrayContaining(['CHANGELOG.md', 'SECURITY.md', 'docs/README.md', 'examples/README.md', 'packages/grid/README.md']));
  expect(brokenLinks(repository)).toEqual([]);
});

test('finds links with their lines, but none in code', () => {
  const text = 'See [a](b.md "t") and `[c](d)`.\n```md\n[e](f)\n```\n![g](h.png)\n\n[i]: j.md#k\n- [`@pf/x`](y) <a href="z.md"><img></a>';
  expect(linksOf(text).map(({ target, line }) => [target, line])).toEqual([['b.md', 1], ['h.png', 5], ['j.md#k', 7], ['y', 8], ['z.md', 8]]);
});

test('a link to a missing file or heading is reported', () => {
  const root = mkdtempSync(join(tmpdir(), 'pf-links-'));
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'CONTRIBUTING.md'), '# Working on it\n');
  writeFileSync(join(root, 'README.md'), '[docs](docs) [web](https://example.org/nothing)\n[page](docs/page.md#a-heading-two) [self](#self)\n');
  writeFileSync(join(root, 'docs/page.md'), '# Page\n\n## A heading, *two*\n\n[up](../README.md) [gone](gone.md)\n');
  const faults = brokenLinks(root);
  rmSync(root, { recursive: true });
  expect(faults).toEqual([
    'README.md:2 links to #self, but that page has no such heading.',
    'docs/page.md:5 links to gone.md, which does not exist.',
  ]);
});

test('equal headings of a page have different anchors', () => {
  const root = mkdtempSync(join(tmpdir(), 'pf-links-'));
  writeFileSync(join(root, 'README.md'), '# Use\n\n## Limits\n\n## Limits\n\n[a](#limits) [b](#limits-1) [c](#limits-2)\n');
  const faults = brokenLinks(root);
  rmSync(root, { recursive: true });
  expect(faults).toEqual(['README.md:7 links to #limits-2, but that page has no such heading.']);
});

test.each([[['notes.md']], [['index.html', 'package.json']]])('a folder with other files than a site keeps them: %s', async (names) => {
  const folder = mkdtempSync(join(tmpdir(), 'pf-links-'));
  for (const name of names) writeFileSync(join(folder, name), '');
  const faults = await buildWholeSite(repository, folder);
  const left = readdirSync(folder);
  rmSync(folder, { recursive: true });
  expect([faults, left]).toEqual([[`${folder} has files that are not those of a site: choose an empty folder, or delete it first.`], names]);
});

test('the site reports broken links and the faults of TypeDoc', async () => {
  const root = mkdtempSync(join(tmpdir(), 'pf-links-'));
  const write = (file, text) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  write('README.md', '# Texts\n\n[gone](gone.md)\n');
  write('CONTRIBUTING.md', '# Working on it\n\n{@link Nowhere}\n');
  write('apps/demo/index.html', '<p>Home</p>');
  const faults = await buildWholeSite(root, join(root, 'site'));
  rmSync(root, { recursive: true });
  expect(faults[0]).toBe('README.md:3 links to gone.md, which does not exist.');
  expect(faults).toEqual([expect.anything(), expect.stringContaining('Nowhere')]);
});

test('without an address of the repository, links to files go, around pictures too', () => {
  expect(withoutFiles('[a](file:///r/b.ts#L1) [![c](d.svg)](file:///r/e/README.md) [f](https://g.example/h)')).toBe('a ![c](d.svg) [f](https://g.example/h)');
});
