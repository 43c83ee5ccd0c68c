import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * Writes `sw.js` into the built site in `folder`: a service worker that keeps all files of the site but hidden ones at the first visit, so that all pages work offline afterwards, under any path.
 * Pages come from the network where there is one, so that a new version is seen at once; all else comes from what was kept. A changed file changes the version, and the
 * files of the old one are dropped. Returns the number of files.
 */
export function writeServiceWorker(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'sw.js')
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    // Hidden files, such as .nojekyll of TypeDoc, are not uploaded to GitHub Pages. One file that cannot be fetched would leave the site without a worker.
    .filter((file) => !/(^|\/)\./.test(file))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(readFileSync(join(folder, file)));
  writeFileSync(join(folder, 'sw.js'), source(files, `pf-${hash.digest('hex').slice(0, 12)}`));
  return files.length;
}

/** A plugin of Vite: writes the worker when all files are there. */
export const serviceWorker = { name: 'service-worker', apply: 'build', writeBundle: { sequential: true, order: 'post', handler: ({ dir }) => void writeServiceWorker(dir) } };

/**
 * The worker, which requests as many files at once as it has lanes. Other sites may lie beside this one, and have caches of their own.
 * Where caches are forbidden or broken, the network alone answers.
 */
function source(files, version) {
  return `const VERSION = ${JSON.stringify(version)};
const FILES = ${JSON.stringify(files)};
const root = new URL('./', self.location);
const mine = (name) => name.startsWith('pf-') && name.endsWith(' ' + root.pathname);
const CACHE = VERSION + ' ' + root.pathname;
const LANES = 6;

async function keepAll() {
  const cache = await caches.open(CACHE);
  const waiting = FILES.slice();
  const lane = async () => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const response = await fetch(new URL(file, root), { cache: 'no-cache' });
      if (!response.ok) throw new Error(file + ': ' + response.status);
      await cache.put(new URL(file, root), response);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}

async function dropOld() {
  for (const name of await caches.keys()) if (mine(name) && name !== CACHE) await caches.delete(name);
  await self.clients.claim();
}

async function answer(request) {
  const url = new URL(request.url);
  const file = new URL(url.pathname.endsWith('/') ? url.pathname + 'index.html' : url.pathname, url);
  const kept = () => caches.open(CACHE).then((cache) => cache.match(file, { ignoreSearch: true })).catch(() => undefined);
  if (request.mode === 'navigate') {
    try {
      return await fetch(request);
    } catch (error) {
      const page = await kept();
      if (page === undefined) throw error;
      return page;
    }
  }
  return (await kept()) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(keepAll().then(() => self.skipWaiting())));
self.addEventListener('activate', (event) => event.waitUntil(dropOld()));
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && event.request.url.startsWith(root.href)) event.respondWith(answer(event.request));
});
`;
}
