import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { temporaryFolder } from '@pf/workspace';
import { writeServiceWorker } from '@pf/workspace/service-worker';
import { expect, test } from 'vitest';

/** The caches that the worker of a site with one page drops when it becomes active at `address`. */
async function dropped(address, names) {
  const folder = temporaryFolder('pf-service-worker-');
  writeFileSync(join(folder, 'index.html'), '<p>Home</p>');
  expect(writeServiceWorker(folder)).toBe(1);
  const [handlers, gone] = [{}, []];
  const self = { location: `${address}sw.js`, addEventListener: (type, handler) => (handlers[type] = handler), clients: { claim: () => {} } };
  runInNewContext(readFileSync(join(folder, 'sw.js'), 'utf8'), { self, URL, caches: { keys: () => names, delete: (name) => gone.push(name) } });
  let work;
  handlers.activate({ waitUntil: (promise) => (work = promise) });
  await work;
  return gone;
}

test('a new version drops the files of the old one, and none of another site, also of one below it', async () => {
  const names = ['pf-0 /', 'pf-1 /pf/', 'pf-2 /pf/next/', 'pf-3 /next/pf/', 'other /pf/'];
  expect(await dropped('https://example.org/pf/', names)).toEqual(['pf-1 /pf/']);
  expect(await dropped('https://example.org/', names)).toEqual(['pf-0 /']);
});

test('without a cache, pages and files come from the network', async () => {
  const folder = temporaryFolder('pf-service-worker-');
  writeServiceWorker(folder);
  const handlers = {};
  const self = { location: 'https://example.org/sw.js', addEventListener: (type, handler) => (handlers[type] = handler) };
  runInNewContext(readFileSync(join(folder, 'sw.js'), 'utf8'), { self, URL, caches: { open: () => Promise.reject(new Error('Forbidden.')) }, fetch: ({ url }) => Promise.resolve(`fetched ${url}`) });
  for (const mode of ['navigate', 'cors']) {
    let answer;
    handlers.fetch({ request: { method: 'GET', url: 'https://example.org/a.html', mode }, respondWith: (promise) => (answer = promise) });
    expect(await answer).toBe('fetched https://example.org/a.html');
  }
});

test('hidden files, which are not uploaded, are not kept', () => {
  const folder = temporaryFolder('pf-service-worker-');
  mkdirSync(join(folder, 'docs'));
  for (const file of ['index.html', 'docs/a.b.js', '.nojekyll', 'docs/.nojekyll']) writeFileSync(join(folder, file), '');
  expect(writeServiceWorker(folder)).toBe(2);
  expect(readFileSync(join(folder, 'sw.js'), 'utf8')).toContain('const FILES = ["docs/a.b.js","index.html"];');
});
