import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.js';

/** The entry of a version in a CHANGELOG.md, which the release workflow takes as release notes; undefined if there is none. */
function notesOf(changelog, version) {
  const lines = changelog.split('\n');
  const first = lines.indexOf(`## ${version}`);
  if (first < 0) return undefined;
  const length = lines.slice(first + 1).findIndex((line) => line.startsWith('## '));
  const notes = lines.slice(first + 1, length < 0 ? undefined : first + 1 + length).join('\n').trim();
  return notes === '' ? undefined : notes;
}

/** The tags and release notes after publishing the workspace `copy`, as the workflow makes them: `{ tag, notes, faults }` of a member. */
export async function releaseOf(copy, { name, folder, manifest: { version } }) {
  const tag = `${name}@${version}`;
  const { output } = await run('git', ['tag', '--list', tag], { cwd: copy });
  const file = join(copy, folder, 'CHANGELOG.md');
  const notes = existsSync(file) ? notesOf(readFileSync(file, 'utf8'), version) : undefined;
  const faults = [];
  if (output.trim() !== tag) faults.push(`release: there is no tag ${tag}`);
  if (notes === undefined && existsSync(file)) faults.push(`release: ${folder}/CHANGELOG.md has no entry for ${version}, so there would be no release notes`);
  return { tag, notes, faults };
}
