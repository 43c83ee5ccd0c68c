import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { files, publicPackages } from '@pf/workspace';
import { blocksOfMarkdown, blocksOfSource, emptyExamples } from './blocks.js';
import { withResults } from './results.js';

/**
 * Every example of the workspace at `root`: the ```ts blocks of the READMEs of its packages, of its own and of docs/, and
 * those of the doc comments in the sources of packages. `{ owner, file, line, code, runs }`, with `file` relative to `root`.
 */
export function collect(root) {
  const ofPackages = publicPackages(root).flatMap(({ short, folder }) => [`${folder}/README.md`, ...files(root, `${folder}/src`, /\.tsx?$/)].map((file) => [short, file]));
  const ofRoot = ['README.md', 'CONTRIBUTING.md', ...files(root, 'docs', /\.md$/)].map((file) => ['the repository', file]);
  return [...ofPackages, ...ofRoot]
    .filter(([, file]) => existsSync(join(root, file)))
    .flatMap(([owner, file]) => blocksOfFile(join(root, file)).map((block) => ({ owner, file, ...block })));
}

/** The positions of each `@example` without a ```ts block: `['packages/grid/src/grid.ts:12', …]`. */
export function collectEmpty(root) {
  return publicPackages(root)
    .flatMap(({ folder }) => files(root, `${folder}/src`, /\.tsx?$/))
    .flatMap((file) => emptyExamples(file, readFileSync(join(root, file), 'utf8')).map((line) => `${file}:${line}`));
}

/** The module name of an example. It lies beside the file of the example, so that it finds the dependencies of the package. */
export function moduleOf(root, { file, line }) {
  return `${join(root, file)}.${line}.example.ts`;
}

/** The code of such a module, with its results as assertions; undefined for any other name. */
export function loadModule(id) {
  const [, path, line] = /^(.*)\.(\d+)\.example\.ts$/.exec(id) ?? [];
  const block = path === undefined ? undefined : blocksOfFile(path).find((each) => each.line === Number(line));
  return block === undefined ? undefined : runnable(block.code, path, block.line);
}

/** The code of an example with its results as assertions, on the same lines. */
export function runnable(code, where, line, asserts = fileURLToPath(new URL('./asserts.js', import.meta.url))) {
  return `import * as $pf from ${JSON.stringify(asserts)}; ${withResults(code, where, line)}`;
}

function blocksOfFile(path) {
  const text = readFileSync(path, 'utf8');
  return path.endsWith('.md') ? blocksOfMarkdown(text) : blocksOfSource(path, text);
}
