import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin, SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const quick = fileURLToPath(new URL('./quick-expect.js', import.meta.url));
const cache = join(root, 'node_modules/.cache/pf-tests');

/**
 * Bundles the test files of a project with the sources that they import, as the packages are bundled, and lets Node load the scripts. Code that several files import
 * is in chunks, which a process loads once. Loops of native modules run faster than those of the modules that Vite makes, whose imports are read by getters.
 *
 * A bundle for each file without shared chunks takes more time: V8 compiles the same functions again for each.
 */
export function bundledTests() {
  let files;
  let bundles;
  return {
    name: 'bundled-tests',
    enforce: 'pre',
    configureVitest({ vitest, project }) {
      const { watch, coverage, snapshotOptions } = vitest.config;
      // These need each source by itself.
      if (watch || coverage.enabled || snapshotOptions.updateSnapshot === 'all') return;
      // A new snapshot would be written into the bundle: it fails, as in CI, until it is written with -u.
      for (const { config } of [vitest, project]) config.snapshotOptions.updateSnapshot = 'none';
      files = async () => (await project.globTestFiles(vitest.filenamePattern)).testFiles;
    },
    async load(id) {
      if (files === undefined || !/\.test\.[tj]s$/.test(id)) return undefined;
      // If one cannot be bundled, each is loaded by Vite, which fails for that one.
      bundles ??= bundle(await files()).catch(() => new Map());
      const script = (await bundles).get(id);
      return script === undefined ? undefined : `import ${JSON.stringify(script)};`;
    },
  };
}

/** Leads a frame in a bundle to its source. Vitest does so for errors, but not for their causes. */
export function toSource(frame) {
  if (!frame.file.includes('/pf-tests/') || !existsSync(`${frame.file}.map`)) return;
  const map = new SourceMap(JSON.parse(readFileSync(`${frame.file}.map`, 'utf8')));
  const { originalSource, originalLine, originalColumn } = map.findEntry(frame.line - 1, frame.column - 1);
  if (originalSource !== undefined) Object.assign(frame, { file: join(dirname(frame.file), originalSource), line: originalLine + 1, column: originalColumn + 1 });
}

let folders = 0;

/** Bundles all `files` at once: each source is parsed once. Returns the script of each file. */
async function bundle(files) {
  if (folders === 0) removeOld();
  const outdir = join(cache, `${process.pid}-${folders++}`);
  mkdirSync(outdir, { recursive: true });
  process.on('exit', () => rmSync(outdir, { recursive: true, force: true }));
  await build({
    absWorkingDir: root,
    entryPoints: files,
    outdir,
    outbase: root,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    // As in the builds of the packages.
    minifySyntax: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@pf/source'],
    // For the lines of errors: vitest reads it when a test fails.
    sourcemap: 'linked',
    sourcesContent: false,
    define: { 'import.meta.env.MODE': '"test"', 'import.meta.url': 'SOURCE_ADDRESS', 'import.meta.dirname': 'SOURCE_FOLDER', 'import.meta.filename': 'SOURCE_FILE' },
    plugins: [installed, addresses],
    logLevel: 'warning',
    logOverride: { 'ignored-bare-import': 'error' },
  });
  return new Map(files.map((file) => [file, join(outdir, relative(root, file)).replace(/\.[tj]s$/, '.mjs')]));
}

/** Removes the bundles of runs that were killed. */
function removeOld() {
  if (!existsSync(cache)) return;
  for (const name of readdirSync(cache)) {
    if (!existsSync(`/proc/${name.split('-')[0]}`) && existsSync('/proc/self')) rmSync(join(cache, name), { recursive: true, force: true });
  }
}

/** Installed packages are loaded from where they are, and `expect` comes from quick-expect.js. */
const installed = {
  name: 'installed',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^.]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
      if (pluginData === 'seen' || kind === 'entry-point' || isBuiltin(path)) return undefined;
      if (path === 'vitest') return { path: quick, external: true };
      if (path.startsWith('@pf/') || path.startsWith('/')) return undefined;
      const found = await resolve(path, { kind, resolveDir, importer, pluginData: 'seen' });
      return found.errors.length > 0 || !found.path.includes('/node_modules/') ? found : { path: found.path, external: true };
    });
  },
};

/** A bundle is elsewhere than its sources: each source has its own address as a constant, on its first line. */
const addresses = {
  name: 'addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\.[tj]s$/ }, ({ path }) => {
      if (path.includes('/node_modules/')) return undefined;
      const text = readFileSync(path, 'utf8');
      if (!text.includes('import.meta.') || text.startsWith('#!')) return undefined;
      const constants = { ADDRESS: pathToFileURL(path).href, FOLDER: dirname(path), FILE: path };
      const line = Object.entries(constants).map(([name, value]) => `const SOURCE_${name} = ${JSON.stringify(value)};`).join(' ');
      return { contents: `${line} ${text}`, loader: path.endsWith('ts') ? 'ts' : 'js' };
    });
  },
};
