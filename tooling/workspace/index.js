import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of this repository. */
export const repository = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');

const kinds = ['packages', 'apps', 'tooling'];
const template = 'tooling/template';

/**
 * Every package under `root`: `{ kind, short, name, folder, manifest }`, with `folder` relative to `root` and `kind`
 * one of packages, apps, tooling.
 */
export function members(root = repository) {
  return kinds.flatMap((kind) =>
    folders(join(root, kind))
      .map((short) => ({ kind, short, folder: `${kind}/${short}` }))
      .filter(({ folder }) => folder !== template && existsSync(join(root, folder, 'package.json')))
      .map((member) => {
        const manifest = readJson(join(root, member.folder, 'package.json'));
        return { ...member, name: manifest.name, manifest };
      }),
  );
}

/** The packages that are published. */
export function publicPackages(root = repository) {
  return members(root).filter(({ kind, manifest }) => kind === 'packages' && manifest.private !== true);
}

/**
 * The entry points of a package by its `exports` map, as sources and built:
 * `[{ subpath: '.', specifier: '@pf/grid', source: 'src/index.ts', import: 'dist/index.js', types: 'dist/index.d.ts' }]`.
 */
export function entryPoints({ name, manifest: { exports = {} } }) {
  const map = typeof exports === 'string' ? { '.': exports } : exports;
  return Object.entries(map)
    .filter(([subpath]) => subpath !== './package.json')
    .map(([subpath, target]) => ({
      subpath,
      specifier: name + subpath.slice(1),
      source: file(target['@pf/source'] ?? target),
      import: file(target.import?.default ?? target.import ?? target),
      require: file(target.require?.default ?? target.require),
      types: file(target.import?.types ?? target.types),
    }));
}

function file(target) {
  return typeof target === 'string' ? target.replace(/^\.\//, '') : undefined;
}

const skippedFolders = new Set(['node_modules', 'dist', 'coverage', 'reports', 'artifacts', '.turbo']);

/** The files below `folder` whose name matches, relative to `root`, sorted. Skips built and installed files. */
export function files(root, folder, name = /\.[cm]?[jt]sx?$/) {
  const found = [];
  const walk = (at) => {
    for (const entry of readdirSync(at, { withFileTypes: true })) {
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) walk(join(at, entry.name));
      else if (entry.isFile() && name.test(entry.name) && !entry.name.endsWith('.d.ts')) found.push(relative(root, join(at, entry.name)));
    }
  };
  if (existsSync(join(root, folder))) walk(join(root, folder));
  return found.sort();
}

export function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function folders(at) {
  if (!existsSync(at)) return [];
  return readdirSync(at, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();
}

/** The work for the end of this process; undefined until there is some. */
let endings;

/** Calls `work` when this process ends, also by a signal; the work that was added last comes first. Returns a function that takes it back. */
export function atEnd(work) {
  if (endings === undefined) {
    endings = new Set();
    process.once('exit', () => [...endings].reverse().forEach((each) => each()));
    for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143], ['SIGHUP', 129]]) process.once(signal, () => process.exit(code));
  }
  endings.add(work);
  return () => endings.delete(work);
}

/** A temporary folder that is removed when this process ends, also by a signal. */
export function temporaryFolder(prefix) {
  let folder;
  // First, since a signal may come as soon as there is a folder.
  atEnd(() => folder !== undefined && rmSync(folder, { recursive: true, force: true }));
  folder = mkdtempSync(join(tmpdir(), prefix));
  return folder;
}
