import { spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { temporaryFolder } from '@pf/workspace';

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

/** Runs the programs on a page and in a worker: opens the browser at a page that posts what it found. */
export async function inBrowser({ name, path, words }, scripts) {
  const runs = [];
  for (const place of ['page', 'worker']) {
    const profile = temporaryFolder('pf-browser-');
    writeFileSync(join(profile, 'user.js'), quiet.map((pref) => `user_pref("${pref}", false);\n`).join(''));
    let child;
    const lines = await new Promise((resolve) => {
      const server = createServer((request, response) => answer(request, response, place, scripts, resolve));
      server.listen(0, '127.0.0.1', () => {
        child = spawn(path, words(profile, `http://127.0.0.1:${server.address().port}/`), { stdio: 'ignore', detached: true, env: { ...process.env, HOME: profile } });
        child.on('error', ({ message }) => resolve({ error: message }));
        child.on('exit', (code) => resolve({ error: `The browser ended with ${code}.` }));
      });
      setTimeout(() => resolve({ error: `There was no answer within ${PATIENCE / 1000} s.` }), PATIENCE).unref();
      server.unref();
    });
    // With all its processes, so that none writes into the profile while that is removed.
    if (child?.exitCode === null && child.pid !== undefined) {
      const ended = new Promise((resolve) => child.once('close', resolve));
      process.kill(-child.pid, 'SIGKILL');
      await ended;
    }
    runs.push({ name: `${name}, ${place}`, lines });
  }
  return runs;
}

function answer(request, response, place, scripts, found) {
  // Shared memory needs both.
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
  response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
  if (request.method === 'POST') {
    let body = '';
    request.on('data', (data) => (body += data));
    request.on('end', () => {
      response.end();
      found(JSON.parse(body));
    });
  } else if (request.url in scripts) {
    response.setHeader('Content-Type', 'text/javascript');
    response.end(scripts[request.url]);
  } else {
    response.setHeader('Content-Type', 'text/html');
    const script = place === 'page' ? '<script type="module" src="/page.js"></script>' : '<script type="module">new Worker("/page.js", { type: "module" });</script>';
    const report = '<script>onerror = (message) => fetch("/outcome", { method: "POST", body: JSON.stringify({ error: String(message) }) });</script>';
    response.end(`<!doctype html><meta charset="utf-8"><title>conformance</title>${report}${script}`);
  }
}
