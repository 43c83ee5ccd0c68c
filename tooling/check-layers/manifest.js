import { join } from 'node:path';
import { readJson } from '@pf/workspace';
import { packageOf } from './imports.js';

/** What npm installs with a package. */
export function runtime({ dependencies, peerDependencies, optionalDependencies }) {
  return { ...dependencies, ...peerDependencies, ...optionalDependencies };
}

/** Every dependency that a manifest declares. */
export function declared(manifest) {
  return { ...manifest.devDependencies, ...runtime(manifest) };
}

/**
 * Whether a member uses the package `name` that it declares: by one of `imports`, as a command in its scripts, as the types
 * of an imported package or of Node, or as a peer of another dependency.
 */
export function isUsed(root, member, name, imports) {
  const imported = (wanted) => imports.some(({ specifier }) => packageOf(specifier) === wanted);
  if (imported(name)) return true;
  if (name.startsWith('@types/')) return name === '@types/node' || imported(name.slice('@types/'.length));
  const words = Object.values(member.manifest.scripts ?? {}).flatMap((script) => script.split(/[^\w@/.-]+/));
  if (commandsOf(root, member, name).some((command) => words.includes(command))) return true;
  return Object.keys(declared(member.manifest)).some((other) => name in (installed(root, member, other)?.peerDependencies ?? {}));
}

function commandsOf(root, member, name) {
  const bin = installed(root, member, name)?.bin;
  return typeof bin === 'object' ? Object.keys(bin) : [name.split('/').at(-1)];
}

function installed(root, { folder }, name) {
  try {
    return readJson(join(root, folder, 'node_modules', name, 'package.json'));
  } catch {
    return undefined;
  }
}
