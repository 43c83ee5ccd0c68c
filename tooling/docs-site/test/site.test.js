import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
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

test('is built without faults', () => {
  expect(faults).toEqual([]);
});

test('each package has a page with its README, each export one with its comment', () => {
  for (const { short } of publicPackages()) expect(read(`_pf/${short}.html`)).toContain(`npm</span><span class="hl-`);
  expect(read('_pf/search/AStar.html')).toContain('A Formal Basis for the Heuristic Determination');
});

test('the texts of docs/ are pages, and links between them lead from page to page', () => {
  expect(read('Documentation/Architecture.html')).toMatch(/href="\.\.\/_pf\/graph\.html"/);
  expect(read('index.html')).toMatch(/href="Documentation\/Recipes\.html"/);
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

test('home, articles, lab and benchmarks are beside the documentation, and texts link to it', () => {
  for (const page of ['index.html', 'lab.html', 'benchmarks.html', 'articles/index.html']) expect(existsSync(join(site, page))).toBe(true);
  expect(readFileSync(join(site, 'articles/landmarks.html'), 'utf8')).toMatch(/href="\.\.\/docs\/Documentation\/The_papers\/Landmarks\.html"/);
  expect(read('index.html')).toMatch(/href="\.\.\/articles\/index\.html"/);
});

test('samples lead to the online playground, since this site has an address', () => {
  const scripts = readdirSync(join(site, 'assets')).filter((file) => file.endsWith('.js')).map((file) => readFileSync(join(site, 'assets', file), 'utf8'));
  expect(scripts.filter((text) => text.includes('https://stackblitz.com/run')).length).toBe(1);
});

test('the search finds articles, texts and exports', () => {
  const entries = JSON.parse(readFileSync(join(site, 'search.json'), 'utf8'));
  const urlOf = (name) => entries.find(({ title }) => title === name)?.url;
  expect(urlOf('AStar')).toBe('docs/_pf/search/AStar.html');
  // Navmesh and sampling export one too.
  expect(urlOf('findPath')).toBe('docs/_pf/search/findPath.html');
  expect(urlOf('Landmarks: measure once, estimate well')).toBe('articles/landmarks.html');
  expect(entries.filter(({ url }) => !existsSync(join(site, url.split('#')[0])))).toEqual([]);
});

test('each algorithm of the lab leads to a page of the site', () => {
  const pages = [...readFileSync(join(repository, 'apps/demo/src/lab/recordings/texts.ts'), 'utf8').matchAll(/'((?:docs|articles)\/[^']+\.html)'\]/g)].map(([, page]) => page);
  expect(pages.length).toBeGreaterThan(40);
  expect(pages.filter((page) => !existsSync(join(site, page)))).toEqual([]);
});

test('"Which one?" finds the guide and its headings, and the packages', () => {
  const page = readFileSync(join(site, 'which-one.html'), 'utf8');
  const [, guide] = /href="([^"]+)">the guide</.exec(page);
  const text = readFileSync(join(site, guide), 'utf8');
  for (const heading of ['the-map-is-known', 'the-map-is-fixed', 'the-map-changes-or-is-unknown', 'a-bounded-amount-of-work-for-each-move', 'many-units']) expect(text).toContain(`id="${heading}"`);
  for (const name of ['search', 'preprocess', 'incremental', 'realtime', 'crowd', 'navmesh', 'grid']) expect(page).toMatch(new RegExp(`href="[^"]+">${name}<`));
});

test('the service worker keeps every file that is not hidden, so that the whole site works offline', () => {
  const worker = readFileSync(join(site, 'sw.js'), 'utf8');
  const kept = new Set(JSON.parse(/^const FILES = (.*);$/m.exec(worker)[1]));
  const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name !== 'sw.js').map((entry) => relative(site, join(entry.parentPath, entry.name)));
  expect(files.filter((file) => !kept.has(file) && !/(^|\/)\./.test(file))).toEqual([]);
  expect([...kept].filter((file) => /(^|\/)\./.test(file))).toEqual([]);
  expect([...kept].filter((file) => !existsSync(join(site, file)))).toEqual([]);
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(site, file))).length, 0);
  console.log(`The whole site: ${files.length} files, ${(bytes / 1024 / 1024).toFixed(1)} MB gzipped.`);
  expect(bytes).toBeLessThan(8 * 1024 * 1024);
});

test('the pictures of the READMEs lead to what they show', () => {
  expect(read('index.html')).toMatch(/<a href="\.\.\/lab\.html"[^>]*><picture>/);
  expect(read('index.html')).toMatch(/<a href="\.\.\/lab\.html#\/city"[^>]*><picture>/);
  expect(read('_pf/navmesh.html')).toMatch(/<a href="\.\.\/\.\.\/lab\.html#\/level"[^>]*><img/);
  expect(read('_pf/robots.html')).toMatch(/<a href="\.\.\/\.\.\/lab\.html#\/robot"[^>]*><img/);
  expect(read('_pf/crowd.html')).toMatch(/<a href="\.\.\/\.\.\/lab\.html"[^>]*><img/);
  expect(read('_pf/preprocess.html')).toMatch(/<a href="\.\.\/\.\.\/articles\/jump-points\.html"[^>]*><img/);
});
