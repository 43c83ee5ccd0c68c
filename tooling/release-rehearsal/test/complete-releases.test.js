import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from '@pf/workspace';
import { afterEach, expect, test, vi } from 'vitest';
import { completeReleases } from '../complete-releases.js';

afterEach(() => vi.unstubAllEnvs());

/** Stand-ins: a registry of the versions in `published`, and a GitHub of files in `releases`, a folder for each tag. */
const NPM = `
case "$1" in
  view) grep -qx "$2" ../published || { echo 'npm error code E404' >&2; exit 1; }; echo 1.0.0 ;;
  install) echo "$3" > resolved ;;
  sbom) grep -q broken resolved && { echo 'npm error no SBOM' >&2; exit 1; }; cat resolved ;;
esac`;
const GH = `
release="../releases/$(basename "$3")"
case "$2" in
  view) [ -d "$release" ] || { echo 'release not found' >&2; exit 1; }; ls "$release" ;;
  create) mkdir "$release"; echo "$@" > "$release/created" ;;
  upload) cp -n "$4" "$release" ;;
esac`;

/** A workspace of packages that are published, have a tag of this run, a release, or a whole one. */
function workspace(states) {
  const place = temporaryFolder('pf-releases-');
  const root = join(place, 'workspace');
  const write = (path, text, mode) => {
    mkdirSync(join(place, path, '..'), { recursive: true });
    writeFileSync(join(place, path), text, { mode });
  };
  for (const [name, text] of [['npm', NPM], ['gh', GH]]) write(`bin/${name}`, `#!/bin/sh\n${text.replaceAll('../', `${place}/`)}\n`, 0o755);
  mkdirSync(join(place, 'releases'));
  for (const name of Object.keys(states)) {
    write(`workspace/packages/${name}/package.json`, JSON.stringify({ name: `@pf/${name}`, version: '1.0.0' }));
    write(`workspace/packages/${name}/CHANGELOG.md`, `# @pf/${name}\n\n## 1.0.0\n\nWhat ${name} does.\n\n## 0.9.0\n\nOld.\n`);
    if (['released', 'whole'].includes(states[name])) write(`releases/${name}@1.0.0/created`, 'before');
    if (states[name] === 'whole') write(`releases/${name}@1.0.0/sbom.cdx.json`, 'before');
  }
  write('published', Object.keys(states).filter((name) => states[name] !== 'new' && states[name] !== 'tagged').map((name) => `@pf/${name}@1.0.0\n`).join(''));
  const git = (...words) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: root });
  git('init', '-q');
  git('commit', '-q', '--allow-empty', '--no-gpg-sign', '-m', 'Release');
  for (const name of Object.keys(states)) if (states[name] === 'tagged') git('tag', `@pf/${name}@1.0.0`);
  vi.stubEnv('PATH', `${join(place, 'bin')}${delimiter}${process.env.PATH}`);
  vi.stubEnv('GITHUB_SHA', 'abc');
  const read = (name, file) => {
    const path = join(place, 'releases', `${name}@1.0.0`, file);
    return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined;
  };
  return { root, read };
}

test('what is missing of each published version is created, and a second run changes nothing', () => {
  const { root, read } = workspace({ fresh: 'new', broken: 'published', partly: 'published', seen: 'tagged', released: 'released', whole: 'whole' });
  const said = [];
  const faults = completeReleases(root, (line) => said.push(line));
  expect(faults).toEqual([expect.stringMatching(/^@pf\/broken@1\.0\.0: .*npm error no SBOM/s)]);
  expect(read('fresh', 'created')).toBeUndefined();
  for (const name of ['broken', 'partly', 'seen']) expect(read(name, 'created')).toBe(`release create @pf/${name}@1.0.0 --title @pf/${name}@1.0.0 --notes What ${name} does. --target abc`);
  for (const name of ['partly', 'seen', 'released']) expect(read(name, 'sbom.cdx.json')).toBe(`@pf/${name}@1.0.0`);
  for (const file of ['created', 'sbom.cdx.json']) expect(read('whole', file)).toBe('before');
  expect(read('released', 'created')).toBe('before');
  expect(said).toHaveLength(6);
  expect(completeReleases(root, (line) => said.push(line))).toEqual(faults);
  expect(said).toHaveLength(6);
});
