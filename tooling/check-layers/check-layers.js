import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, normalize } from 'node:path';
import { entryPoints, files, members, readJson } from '@pf/workspace';
import { cycles } from './cycles.js';
import { importsOf, packageOf } from './imports.js';
import { LayerRules } from './layer-rules.js';
import { declared, isUsed, runtime } from './manifest.js';

/** Checks the workspace at `root` against the table `layers`; returns a sentence for each fault. */
export function checkLayers(root, layers = readTable(new URL('./layers.json', import.meta.url))) {
  const rules = new LayerRules(layers);
  const all = [rootMember(root), ...members(root)];
  const byName = new Map(all.map((member) => [member.name, member]));
  const edges = new Map();
  const faults = rules.faults(all);
  for (const member of all) {
    if (!rules.has(member)) {
      faults.push(`${member.folder} is not in tooling/check-layers/layers.json: add what it may import.`);
      continue;
    }
    const imports = importsOfMember(root, member);
    for (const each of imports) faults.push(...importFaults(each, member, byName, rules));
    faults.push(...manifestFaults(root, imports, member, byName, rules));
    faults.push(...fileCycleFaults(imports));
    const reached = [...Object.keys(declared(member.manifest)), ...imports.map(({ specifier }) => packageOf(specifier))];
    edges.set(member.name, new Set(reached.filter((name) => byName.has(name) && name !== member.name)));
  }
  for (const cycle of cycles(edges)) faults.push(`${cycle.join(' → ')} is a cycle of packages: remove one of these dependencies.`);
  return faults;
}

/** The table in a file. A SyntaxError names it. */
export function readTable(file) {
  try {
    return readJson(file);
  } catch (error) {
    throw error instanceof SyntaxError ? new SyntaxError(`tooling/check-layers/layers.json cannot be read: ${error.message}`, { cause: error }) : error;
  }
}

function importFaults({ specifier, file, line, isSource }, member, byName, rules) {
  const where = `${file}:${line} imports '${specifier}'`;
  if (specifier.startsWith('.')) return pathFaults(specifier, file, isSource, where, member);
  const name = packageOf(specifier);
  if (isBuiltin(specifier)) {
    if (!isSource || rules.allowOutside(member, file, specifier.startsWith('node:') ? specifier : `node:${name}`)) return [];
    return [`${where}, which browsers do not have, and ${member.name} must run there too.`];
  }
  const target = byName.get(name);
  if (target === undefined) {
    if (name.startsWith('@pf/')) return [`${where}, but no package here has that name.`];
    if (isSource && !rules.allowOutside(member, file, name)) return [`${where}, but layers.json allows its sources no packages from outside.`];
  } else if (target === member) {
    return isSource ? [`${where}, its own name: import the file.`] : [];
  } else {
    if (!entryPoints(target).some((entry) => entry.specifier === specifier)) return [`${where}, a path inside ${name}: import what it exports.`];
    if (!rules.allow(member, target, isSource)) return [`${where}, but ${target.short} is not below ${member.short} in layers.json.`];
  }
  // Users get only the `dependencies` of a package. For private members any kind will do.
  const forUsers = isSource && member.kind === 'packages' && !rules.isBundled(file, name);
  if (name in (forUsers ? runtime(member.manifest) : declared(member.manifest))) return [];
  const almost = name in declared(member.manifest) ? ' as a dependency of users' : '';
  return [`${where}, which ${member.folder}/package.json does not declare${almost}.`];
}

function pathFaults(specifier, file, isSource, where, member) {
  if (member.kind === 'root') return [];
  const target = normalize(join(file, '..', specifier));
  if (!target.startsWith(`${member.folder}/`)) return [`${where}, a path out of ${member.folder}: import the package by its name.`];
  if (member.kind !== 'packages' || !isSource || target.startsWith(`${member.folder}/src/`)) return [];
  return [`${where}, which lies outside src and is not published.`];
}

function manifestFaults(root, imports, member, byName, rules) {
  const { manifest, folder, kind } = member;
  const isPublic = kind === 'packages';
  const faults = [];
  const check = (names, forUsers) => {
    for (const name of names) {
      const target = byName.get(name);
      if (target !== undefined && !rules.allow(member, target, forUsers)) faults.push(`${folder}/package.json depends on ${name}, which is not below it in layers.json.`);
      const candidates = forUsers ? imports.filter(({ isSource }) => isSource) : imports;
      if (!isUsed(root, member, name, candidates)) faults.push(`${folder}/package.json depends on ${name} and does not use it${forUsers ? ' in src' : ''}.`);
    }
  };
  check(Object.keys(runtime(manifest)), isPublic);
  check(Object.keys(manifest.devDependencies ?? {}), false);
  for (const name of Object.keys(runtime(manifest))) {
    if (name in (manifest.devDependencies ?? {})) faults.push(`${folder}/package.json declares ${name} twice.`);
  }
  return faults;
}

function importsOfMember(root, member) {
  const own = member.kind === 'root' ? files(root, '.').filter((file) => !file.includes('/')) : files(root, member.folder);
  const hasSrc = own.some((file) => file.startsWith(`${member.folder}/src/`));
  return own.flatMap((file) => {
    const inside = file.slice(member.folder.length + 1);
    const isSource = hasSrc ? inside.startsWith('src/') : member.kind !== 'root' && !/^test\/|^[^/]+\.config\.[jt]s$/.test(inside);
    return importsOf(file, readFileSync(join(root, file), 'utf8')).map((each) => ({ ...each, file, isSource }));
  });
}

/** Source files of one member that import each other, directly or in a circle; imports of types count. */
function fileCycleFaults(imports) {
  const edges = new Map();
  for (const { file, specifier, isSource } of imports) {
    if (!isSource || !specifier.startsWith('.')) continue;
    if (!edges.has(file)) edges.set(file, new Set());
    edges.get(file).add(normalize(join(file, '..', specifier)));
  }
  return cycles(edges).map((files) => `${files.join(' → ')}: files import each other. Move what they share to a file of its own.`);
}

function rootMember(root) {
  const manifest = readJson(join(root, 'package.json'));
  return { kind: 'root', short: 'root', folder: '.', name: manifest.name, manifest };
}
