import { readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';

export interface Site {
  /** Where the page is: under a path, as on a pages server. */
  readonly address: string;
  /** Bytes of all files, each gzipped, but for the view in space, which only its own page loads. */
  readonly gzipped: number;
  close(): void;
}

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

/** Builds the static site into `folder` and serves it from a path below the root, and nothing else. */
export async function serveSite(folder: string): Promise<Site> {
  await build({ root: fileURLToPath(new URL('../..', import.meta.url)), build: { outDir: folder, emptyOutDir: true }, logLevel: 'error' });
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [relative(folder, join(entry.parentPath, entry.name)), readFileSync(join(entry.parentPath, entry.name))]),
  );
  const base = '/people/name/pf/';
  const server = createServer(({ url = '' }, response) => {
    const name = url.startsWith(base) ? url.slice(base.length).replace(/[?#].*/, '') || 'index.html' : '';
    const body = files.get(name);
    // As a pages server does. The next page of a context then finds the scripts compiled.
    const kept = body === undefined ? {} : { 'cache-control': 'max-age=600' };
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': types[extname(name)] ?? 'application/octet-stream', ...kept });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
    gzipped: [...files].reduce((sum, [name, body]) => (name.includes('level-view') ? sum : sum + gzipSync(body).length), 0),
    close: () => server.close(),
  };
}
