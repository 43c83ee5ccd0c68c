#!/usr/bin/env node
// pf-run FILE.ts [WORDS]: runs a TypeScript file with the sources of all packages, without a build.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const [file, ...words] = process.argv.slice(2);
if (file === undefined) {
  console.error('Say which file: pf-run FILE.ts [WORDS].');
  process.exit(1);
}
// In node_modules of the package, so that it finds modules that are not bundled (native ones).
const folder = join(process.cwd(), 'node_modules/.cache/pf-run');
const outfile = join(folder, `${basename(file).replace(/\.ts$/, '')}-${process.pid}.mjs`);
mkdirSync(folder, { recursive: true });
// A run that is ended by a signal leaves its bundle; the next run removes it.
for (const name of readdirSync(folder)) {
  const owner = /-(\d+)\.mjs$/.exec(name)?.[1];
  if (owner !== undefined && !existsSync(`/proc/${owner}`) && existsSync('/proc/self')) rmSync(join(folder, name), { force: true });
}
await build({
  entryPoints: [file],
  outfile,
  bundle: true,
  // As in the builds of the packages.
  minifySyntax: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  conditions: ['@pf/source'],
  sourcemap: 'inline',
  sourcesContent: false,
  logLevel: 'warning',
  banner: { js: "import { createRequire as createRequireOfNode } from 'node:module'; const require = createRequireOfNode(import.meta.url);" },
}).catch(() => process.exit(1));
process.on('exit', () => rmSync(outfile, { force: true }));
process.setSourceMapsEnabled(true);
process.argv = [process.argv[0], resolve(file), ...words];
await import(pathToFileURL(outfile).href);
