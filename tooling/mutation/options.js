import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { members, repository } from '@pf/workspace';

/**
 * Tests that are left out: soak tests and the benchmark's maps take minutes and find drift and slowness, not wrong lines. Tests of memory would measure the code that
 * Stryker adds to the sources. Tests with threads build files beside them.
 */
const LEFT_OUT = /soak|benchmark-maps|shared-grid|(^|\/)memory/;

/** The command line as `{ name, files, values }`. Throws a sentence for what would run no mutant or no test. */
export function readOptions(args) {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { tests: { type: 'string' }, slowest: { type: 'string' }, every: { type: 'string' }, offset: { type: 'string' }, again: { type: 'boolean' } } });
  const [name, ...files] = positionals;
  if (name === undefined) throw new Error('Say which package, and if not all of it which files and tests: pnpm mutation queues [src/binary-heap.ts] [--tests contract].');
  const packages = members().filter(({ kind }) => kind === 'packages').map(({ short }) => short);
  const checkPackage = (short) => {
    if (!packages.includes(short)) throw new Error(`There is no package '${short}': choose one of ${packages.join(', ')}.`);
  };
  checkPackage(name);
  for (const file of files) {
    // Stryker takes patterns, exclusions and ranges of lines too.
    const path = file.replace(/^!/, '').replace(/:\d.*$/, '');
    if (!/[*?{[]/.test(path) && !existsSync(join(repository, 'packages', name, path))) throw new Error(`packages/${name}/${path} does not exist: name files from the folder of the package, such as src/index.ts.`);
  }
  for (const word of values.tests?.split(',') ?? []) {
    const [owner, part] = ownerOf(word, name);
    checkPackage(owner);
    if (testsOf(join(repository, 'packages', owner), [part]).length === 0) throw new Error(`--tests '${word}' is part of the name of no test file of ${owner}.`);
  }
  const every = Number(values.every ?? 1);
  if (!(Number.isInteger(every) && every >= 1)) throw new Error(`--every takes an integer of 1 or more, got '${values.every}'.`);
  const offset = Number(values.offset ?? 0);
  if (!(Number.isInteger(offset) && offset >= 0 && offset < every)) throw new Error(`--offset takes an integer from 0 to ${every - 1}, below --every, got '${values.offset}'.`);
  if (!(Number(values.slowest ?? 1) > 0)) throw new Error(`--slowest takes milliseconds above 0, got '${values.slowest}'.`);
  return { name, files, values };
}

/** The package and the part of a file name that a word of `--tests` means: '@search/torus' are tests of another package. */
export function ownerOf(word, name) {
  if (!word.startsWith('@')) return [name, word];
  const [owner, part = ''] = word.slice(1).split('/');
  return [owner, part];
}

/** The paths of the tests of the package in `folder` whose names contain one of `words`; of all if undefined. */
export function testsOf(folder, words) {
  return readdirSync(join(folder, 'test'), { recursive: true })
    .filter((file) => file.endsWith('.test.ts') && !LEFT_OUT.test(file) && (words === undefined || words.some((word) => file.includes(word))))
    .sort()
    .map((file) => join(folder, 'test', file));
}
