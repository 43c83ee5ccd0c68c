import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { publicPackages, repository } from '@pf/workspace';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildWholeSite } from '../whole-site.js';

const site = mkdtempSync(join(tmpdir(), 'pf-site-'));
const out = join(site, 'docs');
let faults;

beforeAll(async () => {
  faults = await buildWholeSite(repository, site, 'https://github.com/owner/name');
}, 180_000);
afterAll(() => rmSync(site, { recursive: true }));

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

test('every link inside the site leads to a page, from any path', () => {
  const pages = readdirSync(site, { recursive: true }).filter((file) => file.endsWith('.html'));
  const broken = pages.flatMap((page) => [...readFileSync(join(site, page), 'utf8').matchAll(/(?:href|src)="([^"#:]+)[^":]*"/g)]
    .map(([, target]) => join(dirname(page), target))
    .filter((target) => !existsSync(join(site, target)))
    .map((target) => `${page} → ${relative('.', target)}`));
  expect(pages.length).toBeGreaterThan(200);
  expect([...new Set(broken)]).toEqual([]);
});

test('home, articles, lab and benchmarks stand beside the documentation, and texts link to it', () => {
  for (const page of ['index.html', 'lab.html', 'benchmarks.html', 'articles/index.html']) expect(existsSync(join(site, page))).toBe(true);
  expect(readFileSync(join(site, 'articles/landmarks.html'), 'utf8')).toMatch(/href="\.\.\/docs\/Documentation\/The_papers\/Landmarks\.html"/);
  expect(read('index.html')).toMatch(/href="\.\.\/articles\/index\.html"/);
});

test('the search finds articles, texts and exports', () => {
  const entries = JSON.parse(readFileSync(join(site, 'search.json'), 'utf8'));
  const urlOf = (name) => entries.find(({ title }) => title === name)?.url;
  expect(urlOf('AStar')).toBe('docs/_pf/search/AStar.html');
  expect(urlOf('Landmarks: measure once, estimate well')).toBe('articles/landmarks.html');
  expect(entries.filter(({ url }) => !existsSync(join(site, url.split('#')[0])))).toEqual([]);
});
