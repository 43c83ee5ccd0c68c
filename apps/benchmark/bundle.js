import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const DAY = 24 * 3600 * 1000;

/** Bundles the command line from the sources of all packages, so that a fresh clone needs no build; returns the URL of the script. */
export async function bundle() {
  const folder = new URL('./dist/', import.meta.url);
  // Names contain a content hash, so that a running benchmark keeps its own files; old ones are removed.
  try {
    for (const name of readdirSync(folder)) {
      const file = new URL(name, folder);
      if (Date.now() - statSync(file).mtimeMs > DAY) rmSync(file);
    }
  } catch {
    // Nothing was built yet, or another run has removed it.
  }
  const read = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'));
  const installed = Object.fromEntries(Object.keys(read('./package.json').dependencies).map((name) => [name, read(`./node_modules/${name}/package.json`).version]));
  const common = {
    bundle: true,
    // As the packages are built.
    minifySyntax: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@pf/source'],
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
  };
  // The script of the threads that build goal bounds: nodeWorker of @pf/preprocess expects it next to itself.
  const scripts = ['preprocess/src/node/worker', 'server/src/node/path-worker'].map((source) => ({ source, name: source.split('/').at(-1) }));
  const partial = (name) => fileURLToPath(new URL(`${name}-${process.pid}.js`, folder));
  const threads = scripts.map(({ source, name }) => build({ ...common, entryPoints: [fileURLToPath(new URL(`../../packages/${source}.ts`, import.meta.url))], outfile: partial(name) }));
  const { metafile, outputFiles } = await build({
    ...common,
    entryPoints: [fileURLToPath(new URL('./src/cli.ts', import.meta.url))],
    outdir: fileURLToPath(folder),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    splitting: true,
    metafile: true,
    write: false,
    define: { INSTALLED: JSON.stringify(installed) },
    // Some peers are CommonJS and call require.
    banner: { js: "import { createRequire as createRequireOfNode } from 'node:module'; const require = createRequireOfNode(import.meta.url);" },
  });
  mkdirSync(folder, { recursive: true });
  // Others may be reading a file of the same name, which has the same content: it is not written again, and never visible half written.
  for (const { path, contents } of outputFiles) {
    if (existsSync(path)) {
      utimesSync(path, new Date(), new Date());
      continue;
    }
    writeFileSync(`${path}.${process.pid}`, contents);
    renameSync(`${path}.${process.pid}`, path);
  }
  await Promise.all(threads);
  for (const { name } of scripts) renameSync(partial(name), new URL(`${name}.js`, folder));
  // The compiler is a separate process, which would otherwise stay as long as this one.
  await stop();
  const [entry] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === 'src/cli.ts');
  return new URL(entry, import.meta.url);
}
