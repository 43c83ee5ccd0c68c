import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.js';

/** The entry of a member's version in its CHANGELOG.md: its release notes. Undefined if there is none. */
export function notesOf(root, { folder, manifest: { version } }) {
  const file = join(root, folder, 'CHANGELOG.md');
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n');
  const first = lines.indexOf(`## ${version}`);
  if (first < 0) return undefined;
  const length = lines.slice(first + 1).findIndex((line) => line.startsWith('## '));
  const notes = lines.slice(first + 1, length < 0 ? undefined : first + 1 + length).join('\n').trim();
  return notes === '' ? undefined : notes;
}

/** The tag and release notes of a member after publishing the workspace `copy`, as the workflow makes them: `{ tag, notes, faults }`. */
export async function releaseOf(copy, member) {
  const { name, folder, manifest: { version } } = member;
  const tag = `${name}@${version}`;
  const { output } = await run('git', ['tag', '--list', tag], { cwd: copy });
  const notes = notesOf(copy, member);
  const faults = [];
  if (output.trim() !== tag) faults.push(`release: there is no tag ${tag}`);
  if (notes === undefined && existsSync(join(copy, folder, 'CHANGELOG.md'))) faults.push(`release: ${folder}/CHANGELOG.md has no entry for ${version}, so there would be no release notes`);
  return { tag, notes, faults };
}
