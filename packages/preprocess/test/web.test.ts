import { existsSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { formatMap, rooms, seededRandom } from '@pf/grid';
import { build } from 'esbuild';
import * as fake from 'fake-indexeddb';
import { chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { buildInParallel, GoalBounds, PathDatabase } from '../src/index.ts';
import type { DownloadProgress } from '../src/web/index.ts';
import type { WorkerEvent } from '../src/web/index.ts';
import { fetchArtifact, indexedDbStore, webWorker } from '../src/web/index.ts';
import { workerLoop } from '../src/parallel/worker-loop.ts';

const grid = rooms(26, 20, 7, seededRandom(3));

/** The part of fake-indexeddb that is used; its own types need those of a browser. */
interface Factory {
  open(name: string, version: number): { onsuccess: ((event: unknown) => void) | null };
  deleteDatabase(name: string): { onsuccess: ((event: unknown) => void) | null };
}
const { IDBFactory, IDBDatabase } = fake as unknown as {
  readonly IDBFactory: new () => Factory;
  readonly IDBDatabase: { readonly prototype: { transaction: (this: unknown, store: string, mode: string) => { abort(): void } } };
};

/** A local server with these answers. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<{ server: Server; address: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describe('a store in IndexedDB', () => {
  const scope = globalThis as { indexedDB?: Factory | undefined };
  beforeEach(() => void (scope.indexedDB = new IDBFactory()));
  afterEach(() => void delete scope.indexedDB);

  test('keeps artifacts under their names until it is cleared', async () => {
    const store = indexedDbStore('artifacts');
    expect(await store.read('rooms')).toBeUndefined();
    const saved = GoalBounds.build(grid).save();
    await store.write('rooms', saved);
    await store.write('other', new ArrayBuffer(8));
    const read = await indexedDbStore('artifacts').read('rooms');
    expect([...GoalBounds.load(grid, read!).boxes]).toEqual([...GoalBounds.load(grid, saved).boxes]);
    expect(await indexedDbStore('elsewhere').read('rooms')).toBeUndefined();
    await store.clear();
    expect(await store.read('rooms')).toBeUndefined();
  });

  test('lets a stopped build resume', async () => {
    const local = () => {
      let handle: ReturnType<typeof workerLoop> = () => undefined;
      return { post: (message: Parameters<typeof handle>[0]) => void setTimeout(() => handle(message), 0), listen: (answer: Parameters<typeof workerLoop>[0]) => void (handle = workerLoop(answer)), end: () => undefined };
    };
    const store = indexedDbStore('parts');
    const signal = { aborted: false };
    let built = 0;
    const stopping = buildInParallel(grid, 'paths', { worker: local, workers: 1, store, signal, onProgress: () => (signal.aborted = ++built === 200) });
    await expect(stopping).rejects.toThrow(/resumes from them/);
    let after = 0;
    const artifact = await buildInParallel(grid, 'paths', { worker: local, workers: 2, store, onProgress: () => after++ });
    expect(new Uint8Array(artifact)).toEqual(new Uint8Array(PathDatabase.build(grid).save()));
    expect(after).toBe(Math.ceil(grid.vertexCount / Math.ceil(grid.vertexCount / 256)) - 200);
  });

  test('can be deleted from outside, and continues empty', async () => {
    const store = indexedDbStore('parts');
    await store.write('a', new ArrayBuffer(1));
    await new Promise((resolve) => (scope.indexedDB!.deleteDatabase('parts').onsuccess = resolve));
    expect(await store.read('a')).toBeUndefined();
  });

  test('reports failures, and may succeed on a retry', async () => {
    const store = indexedDbStore('parts');
    const factory = scope.indexedDB;
    delete scope.indexedDB;
    await expect(store.read('a')).rejects.toThrow('The browser\'s store "parts" could not read a: IndexedDB is not available; leave the store out, or store parts elsewhere');
    scope.indexedDB = factory;
    expect(await store.read('a')).toBeUndefined();
    await new Promise((resolve) => (factory!.open('newer', 7).onsuccess = resolve));
    await expect(indexedDbStore('newer').write('a', new ArrayBuffer(3))).rejects.toThrow(/"newer" could not write a, 3 bytes: VersionError/);
  });

  test('reports a write that the browser aborts, for example for lack of room, and does not list it', async () => {
    const store = indexedDbStore('parts');
    await store.write('a', new ArrayBuffer(1));
    const usual = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (...words) {
      const transaction = usual.apply(this, words);
      queueMicrotask(() => queueMicrotask(() => transaction.abort()));
      return transaction;
    };
    try {
      await expect(store.write('b', new ArrayBuffer(2))).rejects.toThrow('The browser\'s store "parts" could not write b, 2 bytes: the browser aborted the transaction');
    } finally {
      IDBDatabase.prototype.transaction = usual;
    }
    expect(await store.read('b')).toBeUndefined();
    expect((await store.read('a'))?.byteLength).toBe(1);
  });
});

describe('fetching an artifact', () => {
  const saved = GoalBounds.build(grid).save();
  const packed = gzipSync(new Uint8Array(saved));
  const large = Uint8Array.from({ length: 300_000 }, (_, i) => i % 251);
  let server: Server;
  let address = '';
  let left = (): void => undefined;
  beforeAll(async () => {
    ({ server, address } = await serve(({ url }, response) => {
      if (url === '/endless') {
        const more = setInterval(() => response.write(new Uint8Array(1000)), 5);
        return void response.once('close', () => (clearInterval(more), left()));
      }
      if (url === '/announced') response.writeHead(200, { 'content-length': saved.byteLength });
      if (url === '/missing') response.writeHead(404);
      if (url === '/cut') response.writeHead(200, { 'content-length': saved.byteLength + 1 });
      if (url === '/cut') return void response.write(new Uint8Array(saved), () => response.destroy());
      if (url === '/packed') return void response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': packed.byteLength }).end(packed);
      if (url === '/large') return void response.write(large.subarray(0, 100_000), () => response.end(large.subarray(100_000)));
      if (url === '/chunked') response.write(new Uint8Array(saved, 0, 100));
      if (url === '/chunked') return void response.end(new Uint8Array(saved, 100));
      if (url !== '/never') response.end(url === '/missing' ? '' : new Uint8Array(saved));
    }));
  });
  afterAll(() => void (server.closeAllConnections(), server.close()));

  test.each(['announced', 'chunked'])('gives its bytes, %s, with and without progress', async (path) => {
    expect(new Uint8Array(await fetchArtifact(`${address}/${path}`))).toEqual(new Uint8Array(saved));
    const progress: DownloadProgress[] = [];
    const fetched = await fetchArtifact(new URL(path, address), { onProgress: (p) => progress.push(p) });
    expect(new Uint8Array(fetched)).toEqual(new Uint8Array(saved));
    expect(progress.at(-1)).toEqual({ loaded: saved.byteLength, total: path === 'announced' ? saved.byteLength : undefined });
  });

  const unannounced = [['packed', new Uint8Array(saved)], ['large', large]] as const;
  test.each(unannounced)('gives exactly its bytes if their number is not known beforehand: %s', async (path, whole) => {
    const progress: DownloadProgress[] = [];
    const fetched = await fetchArtifact(`${address}/${path}`, { onProgress: (p) => progress.push(p) });
    expect(Buffer.from(fetched).equals(Buffer.from(whole))).toBe(true);
    expect(progress.every(({ loaded, total }, i) => total === undefined && loaded > (progress[i - 1]?.loaded ?? 0))).toBe(true);
    expect(progress.at(-1)?.loaded).toBe(whole.length);
  });

  test('gives no wrong total of a compressed body from another origin, whose encoding browsers hide', async () => {
    const hidden = new Response(new Uint8Array(saved), { headers: { 'content-length': String(packed.byteLength) } });
    vi.stubGlobal('fetch', () => Promise.resolve(hidden));
    try {
      const progress: DownloadProgress[] = [];
      const fetched = await fetchArtifact('https://elsewhere.example/bounds', { onProgress: (p) => progress.push(p) });
      expect(new Uint8Array(fetched)).toEqual(new Uint8Array(saved));
      expect(progress.at(-1)).toEqual({ loaded: saved.byteLength, total: undefined });
    } finally {
      vi.unstubAllGlobals();
    }
  });

  test('passes on an exception of a listener, and the download ends there', async () => {
    const gone = new Promise<void>((resolve) => (left = resolve));
    const mine = new TypeError('mine');
    const onProgress = (): never => {
      throw mine;
    };
    await expect(fetchArtifact(`${address}/endless`, { onProgress })).rejects.toBe(mine);
    await gone;
  });

  test('reports what went wrong', async () => {
    await expect(fetchArtifact(`${address}/missing`)).rejects.toThrow(/could not be fetched from .*\/missing: the server answered 404 Not Found\. Check the address/);
    await expect(fetchArtifact(`${address}/cut`, { onProgress: () => undefined })).rejects.toThrow(/could not be fetched from .*\/cut: /);
    await expect(fetchArtifact('http://127.0.0.1:1/')).rejects.toThrow(/could not be fetched from http:\/\/127\.0\.0\.1:1\/: /);
    const stop = new AbortController();
    const stopped = fetchArtifact(`${address}/never`, { signal: stop.signal });
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
  });
});

test('a web worker sends, receives and ends correctly', () => {
  const done: unknown[] = [];
  const listeners = new Map<string, (event: WorkerEvent) => void>();
  const worker = webWorker({
    postMessage: (message) => done.push(message),
    addEventListener: (type, listener) => listeners.set(type, listener),
    terminate: () => done.push('ended'),
  });
  worker.listen((answer) => done.push(answer), (reason) => done.push(reason));
  worker.post({ from: 0, to: 1 });
  listeners.get('message')!({ type: 'message', data: { error: 'none' } });
  for (const message of ['out of memory', '', undefined]) listeners.get('error')!({ type: 'error', ...(message !== undefined && { message }) });
  worker.end();
  const unloaded = 'its script could not be loaded; a worker has no import map, so a script that imports packages must be bundled';
  expect(done).toEqual([{ from: 0, to: 1 }, { error: 'none' }, 'out of memory', unloaded, unloaded, 'ended']);
});

const chromiumPath = process.env['PF_CHROMIUM'] ?? '/usr/bin/chromium';
const hasBrowser = existsSync(chromiumPath);
if (!hasBrowser) console.warn(`No browser at ${chromiumPath}: web workers and IndexedDB are not tried. Install Debian's chromium, or name another in PF_CHROMIUM.`);

/** The script of the page: the first visit is stopped halfway, the second resumes, and the third loads. */
const PAGE = `
  import { parseMap } from '@pf/grid';
  import { buildInParallel, GoalBounds } from '@pf/preprocess';
  import { fetchArtifact, indexedDbStore, webWorker } from '@pf/preprocess/web';

  window.visit = async (stopAt) => {
    const grid = parseMap(await (await fetch('/map')).text());
    const signal = { aborted: false };
    let parts = 0;
    const artifact = await buildInParallel(grid, 'goal-bounds', {
      worker: () => webWorker(new Worker('/worker.js', { type: 'module' })),
      workers: 2,
      store: indexedDbStore('parts'),
      signal,
      onProgress: () => { if (++parts === stopAt) signal.aborted = true; },
    }).catch(({ message }) => message);
    const fetched = await fetchArtifact('/artifact', { onProgress: () => undefined });
    if (typeof artifact === 'string') return { parts, artifact };
    const loaded = GoalBounds.load(grid, artifact);
    return { parts, same: [...new Uint8Array(artifact)].every((byte, i) => byte === new Uint8Array(fetched)[i]), copied: loaded.boxes.buffer !== artifact };
  };
  window.broken = (script) => {
    const worker = () => webWorker(new Worker(script, { type: 'module' }));
    return buildInParallel(parseMap('type octile\\nheight 1\\nwidth 2\\nmap\\n..'), 'paths', { worker, workers: 1 }).catch(({ message }) => message);
  };
`;

test.skipIf(!hasBrowser)("in Chromium, web workers give the bytes of Node's main thread, and resume where a page was left", async () => {
  const resolveDir = fileURLToPath(new URL('.', import.meta.url));
  const bundle = async (contents: string): Promise<string> => {
    const { outputFiles } = await build({ stdin: { contents, resolveDir }, bundle: true, write: false, format: 'esm', conditions: ['@pf/source'] });
    return outputFiles[0].text;
  };
  const answers: Record<string, [type: string, body: string | Uint8Array]> = {
    '/': ['text/html', '<!doctype html><script type="module" src="/page.js"></script>'],
    '/page.js': ['text/javascript', await bundle(PAGE)],
    '/worker.js': ['text/javascript', await bundle("import '@pf/preprocess/web-worker';")],
    '/unbundled.js': ['text/javascript', "import '@pf/preprocess/web-worker';"],
    '/map': ['text/plain', formatMap(grid)],
    '/artifact': ['application/octet-stream', new Uint8Array(GoalBounds.build(grid).save())],
  };
  const { server, address } = await serve(({ url = '/' }, response) => {
    const [type, body] = answers[url] ?? [undefined, ''];
    response.writeHead(type === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(body);
  });
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
  try {
    const page = await browser.newPage();
    const visit = async (stopAt: number): Promise<unknown> => {
      await page.goto(address);
      await page.waitForFunction('window.visit');
      return page.evaluate(`visit(${stopAt})`);
    };
    const total = Math.ceil(grid.vertexCount / Math.ceil(grid.vertexCount / 256));
    const { parts, artifact } = (await visit(100)) as { parts: number; artifact: string };
    expect(artifact).toMatch(/stopped after .* resumes from them/);
    expect(parts).toBeLessThanOrEqual(101);
    expect(await visit(Infinity)).toEqual({ parts: total - parts, same: true, copied: false });
    expect(await visit(Infinity)).toEqual({ parts: 0, same: true, copied: false });
    for (const script of ['/nothing-here.js', '/unbundled.js']) expect(await page.evaluate(`broken('${script}')`)).toMatch(/3 workers died .* its script could not be loaded; .* must be bundled/);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
});
