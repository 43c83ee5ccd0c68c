import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { files, members } from '@pf/workspace';

/**
 * Creates packages/NAME in the workspace at `root` from tooling/template, with its name and description, and adds an empty
 * row to the table of layers, unless it has one. Returns the new folder.
 */
export function createPackage(root, name, description = `The ${name} of @pf.`) {
  if (!/^[a-z][a-z0-9-]*$/.test(name ?? '')) {
    throw new Error(`A package needs a name of small letters, digits and hyphens, got ${JSON.stringify(name)}: pnpm new-package NAME [what it is].`);
  }
  const taken = members(root).find(({ short }) => short === name);
  if (taken !== undefined) throw new Error(`${taken.folder} is there already: choose another name or delete it first.`);
  const folder = `packages/${name}`;
  cpSync(join(root, 'tooling/template'), join(root, folder), { recursive: true, filter: (path) => !/\/(node_modules|dist)$/.test(path) });
  for (const file of files(root, folder, /./)) {
    const said = file.endsWith('.json') ? JSON.stringify(description).slice(1, -1) : description;
    edit(join(root, file), (text) => text.replaceAll('__NAME__', name).replaceAll('__DESCRIPTION__', () => said));
  }
  // The table may have a row for the package already.
  edit(join(root, 'tooling/check-layers/layers.json'), (text) => (name in JSON.parse(text).packages ? text : text.replace('"packages": {\n', `"packages": {\n    "${name}": [],\n`)));
  return folder;
}

function edit(file, change) {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
