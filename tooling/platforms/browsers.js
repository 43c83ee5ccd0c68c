import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { temporaryFolder } from '@pf/workspace';
import { killGroup, spawnGroup } from '@pf/workspace/process-group';

/** Milliseconds for the programs on a page or in a worker. */
const PATIENCE = 240_000;

const known = [
  {
    key: 'chromium',
    name: 'Chromium',
    paths: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
    words: (profile, url) => ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', `--user-data-dir=${profile}`, url],
  },
  { key: 'firefox', name: 'Firefox', paths: ['/usr/bin/firefox-esr', '/usr/bin/firefox'], words: (profile, url) => ['--headless', '--no-remote', '--profile', profile, url] },
];

/** What Firefox must leave alone to start without a network. */
const quiet = ['app.update.auto', 'datareporting.policy.dataSubmissionEnabled', 'browser.shell.checkDefaultBrowser', 'network.captive-portal-service.enabled', 'network.connectivity-service.enabled', 'extensions.update.enabled'];

/** The browsers that are installed, with their versions. */
export function browsers() {
  return known.flatMap((browser) => {
    const path = browser.paths.find((each) => existsSync(each));
    if (path === undefined) return [];
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    return [{ ...browser, browser: true, path, name: `${browser.name} ${/\d[\d.]*\w*/.exec(stdout)?.[0] ?? ''}`.trim() }];
  });
}

/** Runs the programs on a page and then in a worker of one browser: opens it at a page that posts what it found, and then leads to the page of the worker. */
export async function inBrowser({ name, path, words }, scripts) {
  const profile = temporaryFolder('pf-browser-');
  writeFileSync(join(profile, 'user.js'), quiet.map((pref) => `user_pref("${pref}", false);\n`).join(''));
  const places = ['page', 'worker'].map(awaited);
  const fail = (error) => places.forEach(({ resolve }) => resolve({ error }));
  const server = createServer((request, response) => answer(request, response, scripts, places));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.unref();
  const child = spawnGroup(path, words(profile, `http://127.0.0.1:${server.address().port}/page`), { stdio: 'ignore', env: { ...process.env, HOME: profile } });
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.on('error', ({ message }) => fail(message));
  child.on('exit', (code, signal) => fail(`The browser ended with ${signal ?? code}.`));
  const runs = [];
  for (const { place, promise, resolve } of places) {
    const timer = setTimeout(() => resolve({ error: `There was no answer within ${PATIENCE / 1000} s.` }), PATIENCE);
    runs.push({ name: `${name}, ${place}`, lines: await promise });
    clearTimeout(timer);
  }
  // With all its processes, so that none writes into the profile while that is removed.
  killGroup(child);
  if (child.pid !== undefined) await ended;
  return runs;
}

/** A place with a promise of its outcome. */
function awaited(place) {
  let resolve;
  const promise = new Promise((settle) => (resolve = settle));
  return { place, promise, resolve };
}

function answer(request, response, scripts, places) {
  // Shared memory needs both.
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
  if (request.method === 'POST') {
    let body = '';
    request.on('data', (data) => (body += data));
    request.on('end', () => {
      response.end();
      places.find(({ place }) => request.url === `/outcome/${place}`).resolve(JSON.parse(body));
    });
  } else if (request.url in scripts) {
    response.setHeader('Content-Type', 'text/javascript');
    response.end(scripts[request.url]);
  } else {
    response.setHeader('Content-Type', 'text/html');
    const place = request.url.slice(1);
    const script = place === 'page' ? 'import "/page.js"; location.href = "/worker";' : 'new Worker("/page.js", { type: "module" });';
    const next = place === 'page' ? ' location.href = "/worker";' : '';
    const report = `onerror = async (message) => { await fetch("/outcome/${place}", { method: "POST", body: JSON.stringify({ error: String(message) }) });${next} };`;
    response.end(`<!doctype html><meta charset="utf-8"><title>conformance</title><script>${report}</script><script type="module">${script}</script>`);
  }
}
