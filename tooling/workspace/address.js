import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publicPackages } from './index.js';

/**
 * The address of the repository, such as `https://github.com/OWNER/NAME`, in the release and pages workflows; undefined in a clone. No file of the
 * repository contains the address, so a fork or a move changes nothing.
 */
export function publishedAt({ GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env) {
  return server && name ? `${server}/${name}` : undefined;
}

/** Writes the address into the manifests of the public packages under `root`. npm compares it with the provenance of a version. */
export function fillAddress(root, address) {
  for (const { folder, manifest } of publicPackages(root)) {
    const repository = { type: 'git', url: `git+${address}.git`, directory: folder };
    writeFileSync(join(root, folder, 'package.json'), `${JSON.stringify({ ...manifest, repository }, undefined, 2)}\n`);
  }
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const address = publishedAt();
  if (address === undefined) throw new Error('A release needs its address for the manifests: set GITHUB_SERVER_URL and GITHUB_REPOSITORY, as the release workflow does.');
  fillAddress(join(import.meta.dirname, '../..'), address);
}
