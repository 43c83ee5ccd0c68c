import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { repository, temporaryFolder } from '@pf/workspace';
import { expect, test } from 'vitest';
import { changesetFaults } from '../publish.js';

test('a changeset without packages or without text is reported', () => {
  const root = mkdtempSync(join(tmpdir(), 'pf-changesets-'));
  const texts = {
    'bare.md': '---\n---\n\nSomething changed.\n',
    'README.md': '---\n---\n\nHow this works.\n',
    'silent.md': "---\n'@pf/grid': minor\n---\n\n",
    'none.md': '---\n---\n',
    'sound.md': "---\n'@pf/grid': minor\n---\n\nSaid something --- and more.\n",
  };
  mkdirSync(join(root, '.changeset'));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(root, '.changeset', name), text);
  const faults = changesetFaults(root);
  rmSync(root, { recursive: true });
  expect(faults.sort()).toEqual([
    '.changeset/bare.md names no package, so its text would be in no release notes: complete it, or delete it.',
    '.changeset/silent.md has no text, so the release notes would be empty: complete it, or delete it.',
  ]);
});

test('only a change of what users get needs a changeset', () => {
  const root = temporaryFolder('pf-changed-');
  const write = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const git = (...words) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...words], { cwd: root });
  cpSync(join(repository, '.changeset/config.json'), join(root, '.changeset/config.json'), { recursive: true });
  write('package.json', '{ "name": "root", "private": true }');
  write('pnpm-workspace.yaml', 'packages:\n  - packages/*\n');
  write('packages/sound/package.json', '{ "name": "@pf/sound", "version": "0.0.0" }');
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '--no-gpg-sign', '-m', 'A commit');
  const needsOne = (...paths) => {
    for (const path of paths) write(path, '---\n---\n');
    git('add', '.');
    const { status } = spawnSync(process.execPath, [join(repository, 'node_modules/@changesets/cli/bin.js'), 'status', '--since=main'], { cwd: root });
    git('reset', '-q', '--hard');
    return status !== 0;
  };
  expect(needsOne('packages/sound/test/a.test.ts', 'packages/sound/bench/speed.ts', 'packages/sound/etc/sound.api.md')).toBe(false);
  expect(needsOne('packages/sound/src/deep/part.ts')).toBe(true);
  expect(needsOne('packages/sound/src/deep/part.ts', '.changeset/empty.md')).toBe(false);
});
