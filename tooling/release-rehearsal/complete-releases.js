import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicPackages, repository, temporaryFolder } from '@pf/workspace';
import { notesOf } from './release-notes.js';

const SBOM = 'sbom.cdx.json';

/**
 * Creates on GitHub what is missing of each published version of the workspace at `root`: its tag with release notes, and an SBOM of what it brings. So it completes
 * a release that stopped halfway. Returns a sentence for each version that it could not complete.
 */
export function completeReleases(root, say = () => {}) {
  const tags = call(root, 'git', 'tag').split('\n');
  const faults = [];
  for (const member of publicPackages(root)) {
    const tag = `${member.name}@${member.manifest.version}`;
    try {
      // The registry may take a while to show what this run has published and tagged. A run that was killed has lost its tags.
      if (!tags.includes(tag) && unlessMissing('E404', root, 'npm', 'view', tag, 'version') === undefined) continue;
      const assets = unlessMissing('release not found', root, 'gh', 'release', 'view', tag, '--json', 'assets', '--jq', '.assets[].name');
      if (assets === undefined) {
        call(root, 'gh', 'release', 'create', tag, '--title', tag, '--notes', notesOf(root, member), '--target', process.env.GITHUB_SHA);
        say(`${tag}: has release notes`);
      }
      if (assets?.split('\n').includes(SBOM)) continue;
      call(root, 'gh', 'release', 'upload', tag, writeSbom(tag));
      say(`${tag}: has an SBOM`);
    } catch (error) {
      faults.push(`${tag}: ${error.message}`);
    }
  }
  return faults;
}

/** Writes what a published version brings, as CycloneDX, and returns the file. */
function writeSbom(tag) {
  const folder = temporaryFolder('pf-sbom-');
  writeFileSync(join(folder, 'package.json'), '{ "name": "sbom", "version": "0.0.0", "private": true }');
  call(folder, 'npm', 'install', '--package-lock-only', tag);
  const file = join(folder, SBOM);
  writeFileSync(file, call(folder, 'npm', 'sbom', '--package-lock-only', '--sbom-format', 'cyclonedx'));
  return file;
}

/** The output of a command in a folder. Throws with its messages if it fails. */
function call(cwd, command, ...words) {
  return execFileSync(command, words, { cwd, encoding: 'utf8', stdio: 'pipe' });
}

/** The same, but undefined if it fails with this message. */
function unlessMissing(message, ...words) {
  try {
    return call(...words);
  } catch (error) {
    if (error.message.includes(message)) return undefined;
    throw error;
  }
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const faults = completeReleases(repository, console.log);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
