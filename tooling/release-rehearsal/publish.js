import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { members, publicPackages, readJson, repository } from '@pf/workspace';
import { fillAddress } from '@pf/workspace/address';
import { run } from './run.js';

const changesets = join(repository, 'node_modules/@changesets/cli');

/**
 * Copies from the workspace at `root` what a release reads: the built packages, and the manifests of the rest.
 * The packages are linked to each other's copies, because pnpm replaces `workspace:` by the versions that it finds there.
 */
export function copyWorkspace(root, copy) {
  for (const entry of ['package.json', 'README.md', 'LICENSE', '.changeset', ...publicPackages(root).map(({ folder }) => folder)]) {
    if (existsSync(join(root, entry))) {
      cpSync(join(root, entry), join(copy, entry), { recursive: true, filter: (path) => !['node_modules', '.turbo', 'coverage'].includes(basename(path)) });
    }
  }
  // Nothing is installed in the copy.
  const settings = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8').replace(/^verifyDepsBeforeRun:.*\n/m, '');
  writeFileSync(join(copy, 'pnpm-workspace.yaml'), `${settings}\nverifyDepsBeforeRun: false\n`);
  writeFileSync(join(copy, '.gitignore'), 'node_modules\n');
  const all = members(root);
  for (const { folder } of all) {
    mkdirSync(join(copy, folder), { recursive: true });
    cpSync(join(root, folder, 'package.json'), join(copy, folder, 'package.json'));
  }
  for (const { folder, manifest } of all) {
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies })) {
      const target = all.find((member) => member.name === name);
      if (target !== undefined) link(join(copy, target.folder), join(copy, folder, 'node_modules', name));
    }
  }
  link(changesets, join(copy, 'node_modules/@changesets/cli'));
}

/** Git needs an author for commits and tags. */
const AUTHOR = { GIT_AUTHOR_NAME: 'rehearsal', GIT_AUTHOR_EMAIL: 'rehearsal@localhost', GIT_COMMITTER_NAME: 'rehearsal', GIT_COMMITTER_EMAIL: 'rehearsal@localhost' };

/** A sentence for each pending changeset that would be lost, or give empty release notes: one with a text but no packages, or the reverse. */
export function changesetFaults(root) {
  const folder = join(root, '.changeset');
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'README.md') : [];
  return names.flatMap((name) => {
    // Changesets reports a file without front matter.
    const [, packages, text] = /^---\r?\n([^]*?)---([^]*)$/.exec(readFileSync(join(folder, name), 'utf8'))?.map((part) => part.trim()) ?? [];
    if ((packages === '') === (text === '')) return [];
    return [`.changeset/${name} ${packages === '' ? 'names no package, so its text would be in no release notes' : 'has no text, so the release notes would be empty'}: complete it, or delete it.`];
  });
}

/** Applies the pending changesets in the copy and commits the result, as the merged release does; returns the output of changesets. */
export async function applyChangesets(copy) {
  const git = async (...words) => {
    const { code, output } = await run('git', words, { cwd: copy, env: AUTHOR });
    if (code !== 0) throw new Error(`git ${words[0]} failed in the copy: ${output}`);
  };
  const commit = async (message) => {
    await git('add', '.');
    await git('commit', '-q', '--allow-empty', '--no-verify', '--no-gpg-sign', '-m', message);
  };
  await git('init', '-q', '-b', 'main');
  await commit('A copy');
  const { code, output } = await run(process.execPath, [join(changesets, 'bin.js'), 'version'], { cwd: copy });
  if (code !== 0) throw new Error(`changeset version failed: ${output}`);
  await commit('Release');
  return output;
}

/** Publishes the public packages of the copy as a release does, with the address of a repository in their manifests, and tags them in the copy. Returns its output and never throws. */
export async function publish(copy, registry) {
  fillAddress(copy, 'https://github.com/owner/name');
  const npmrc = join(dirname(copy), 'npmrc');
  writeFileSync(npmrc, `registry=${registry.url}\n//${registry.host}/:_authToken=local\n`);
  const pnpm = readJson(join(repository, 'package.json')).packageManager;
  // Inside `exec`, so that npx itself finds pnpm in the ordinary registry.
  const settings = [`npm_config_registry=${registry.url}`, `NPM_CONFIG_USERCONFIG=${npmrc}`, 'npm_config_provenance=false'];
  const words = ['-y', pnpm, 'exec', 'env', ...settings, process.execPath, join(changesets, 'bin.js'), 'publish'];
  return run('npx', words, { cwd: copy, env: AUTHOR, seconds: 300 });
}

function link(target, path) {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(relative(dirname(path), target), path);
}
