import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { publicPackages, repository } from '@pf/workspace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSite } from '../build-site.js';

const out = mkdtempSync(join(tmpdir(), 'pf-site-'));
let faults;

beforeAll(async () => {
  faults = await buildSite(repository, out, 'https://github.com/owner/name');
}, 120_000);
afterAll(() => rmSync(out, { recursive: true }));

const read = (page) => readFileSync(join(out, page), 'utf8');

test('it is built without faults', () => {
  expect(faults).toEqual([]);
});

test('each package has a page with its README, each export one with its comment', () => {
  for (const { short } of publicPackages()) expect(read(`_pf/${short}.html`)).toContain(`npm</span><span class="hl-`);
  expect(read('_pf/search/AStar.html')).toContain('A Formal Basis for the Heuristic Determination');
});

test('the texts of docs/ are pages, and links between them lead from page to page', () => {
  expect(read('Documentation/Architecture.html')).toMatch(/href="\.\.\/_pf\/graph\.html"/);
  expect(read('index.html')).toMatch(/href="Documentation\/Architecture\.html"/);
  expect(read('Documentation/The_papers/Landmarks.html')).toMatch(/href="https:[^"]*\/blob\/main\/packages\/preprocess\/src\/landmarks\/landmarks\.ts"/);
});

test('every link inside the site leads to a page', () => {
  const pages = readdirSync(out, { recursive: true }).filter((file) => file.endsWith('.html'));
  const broken = pages.flatMap((page) => [...read(page).matchAll(/href="([^"#:]+)[^":]*"/g)]
    .map(([, target]) => join(dirname(page), target))
    .filter((target) => !existsSync(join(out, target)))
    .map((target) => `${page} → ${relative('.', target)}`));
  expect(pages.length).toBeGreaterThan(200);
  expect([...new Set(broken)]).toEqual([]);
});
