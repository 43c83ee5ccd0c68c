import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
