import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { publicPackages, readJson, repository, temporaryFolder } from '@pf/workspace';
import { build } from 'esbuild';

/** Needs Redis, and has its own tests for that; the others are used by the programs. */
const left = ['@pf/cluster', '@pf/bench'];

/** Packs the built packages as a release does, and installs them with npm in a folder outside the workspace, beside the programs. */
export function installPacked() {
  const packages = publicPackages().filter(({ name }) => !left.includes(name));
  const unbuilt = packages.filter(({ folder }) => !existsSync(join(repository, folder, 'dist'))).map(({ name }) => name);
  if (unbuilt.length > 0) throw new Error(`${unbuilt.join(', ')} are not built: run pnpm build first.`);
  const folder = temporaryFolder('pf-platforms-');
  const tarballs = join(folder, 'tarballs');
  mkdirSync(tarballs);
  const pnpm = readJson(join(repository, 'package.json')).packageManager;
  call('npx', ['-y', pnpm, '-r', ...packages.flatMap(({ name }) => ['--filter', name]), 'pack', '--pack-destination', tarballs], repository);
  const files = readdirSync(tarballs);
  if (files.length !== packages.length) throw new Error(`${packages.length} packages were packed into ${files.length} tarballs.`);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'conformance', private: true, type: 'module' }));
  call('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...files.map((file) => `./tarballs/${file}`)], folder);
  const linked = packages.filter(({ name }) => existsSync(join(folder, 'node_modules', name, 'src')));
  if (linked.length > 0) throw new Error(`${linked.map(({ name }) => name).join(', ')} have sources, so they are not what is published.`);
  cpSync(join(import.meta.dirname, 'programs'), join(folder, 'programs'), { recursive: true });
  return folder;
}

/** The scripts of a page, by their address, bundled from the installed packages. */
export async function bundleForPages(folder) {
  writeFileSync(join(folder, 'path-worker.js'), "import '@pf/server/web-worker';\n");
  const outdir = join(folder, 'page');
  await build({ absWorkingDir: folder, entryPoints: ['programs/page.js', 'path-worker.js'], outdir, entryNames: '[name]', bundle: true, platform: 'browser', format: 'esm', logLevel: 'warning' });
  return Object.fromEntries(readdirSync(outdir).map((file) => [`/${file}`, readFileSync(join(outdir, file), 'utf8')]));
}

function call(command, words, cwd) {
  const { status, stdout, stderr, error } = spawnSync(command, words, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${words.slice(0, 3).join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}`);
}
