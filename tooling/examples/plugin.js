import { join } from 'node:path';
import { entryPoints, publicPackages } from '@pf/workspace';
import { loadModule } from './collect.js';

/** Lets vitest import an example by its module name (see `moduleOf`). `@pf/…` resolves to the sources in the workspace at `root`. */
export function examples(root) {
  const sources = new Map(publicPackages(root).flatMap((member) => entryPoints(member).map(({ specifier, source }) => [specifier, join(root, member.folder, source)])));
  return {
    name: 'pf-examples',
    enforce: 'pre',
    resolveId: (id) => (id.endsWith('.example.ts') ? id : sources.get(id)),
    load: (id) => loadModule(id),
  };
}
