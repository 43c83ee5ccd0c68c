import { spawn } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryPoints, publicPackages, repository } from '@pf/workspace';
import { build } from 'esbuild';

/** Resolves `@pf/…` to sources, so that no build is needed. */
export const alias = Object.fromEntries(
  publicPackages(repository).flatMap((member) => entryPoints(member).map(({ specifier, source }) => [specifier, join(repository, member.folder, source)])),
);

/** Libraries for comparison are not bundled but resolved from the installed packages. */
const peers = {
  easystarjs: () => import('easystarjs'),
  'ngraph.graph': () => import('ngraph.graph'),
  'ngraph.path': () => import('ngraph.path'),
  pathfinding: () => import('pathfinding'),
  'rot-js': () => import('rot-js'),
};
const installed = join(import.meta.dirname, 'node_modules');

/** Runs a file of a project with the sources of the packages: `{ code, output }`. `out` is a folder for bundles. */
export async function runFromSources(folder, file, files, out) {
  const isCommonJs = file.endsWith('.cjs');
  await build({
    // A worker is a separate file beside the one that starts it.
    entryPoints: [file, ...files.filter((each) => each === 'worker.js')].map((each) => join(folder, each)),
    bundle: true, platform: 'node', target: 'node20', outdir: out, alias, conditions: ['@pf/source'], external: Object.keys(peers), logLevel: 'silent',
    ...(isCommonJs ? { format: 'cjs', outExtension: { '.js': '.cjs' } } : { format: 'esm' }),
  });
  writeFileSync(join(out, 'package.json'), '{ "type": "module" }');
  if (!existsSync(join(out, 'node_modules'))) symlinkSync(installed, join(out, 'node_modules'));
  return run(join(out, file));
}

function run(file) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), 60_000);
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output });
    });
  });
}
