import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { readJson } from '@pf/workspace';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
const ts = require('typescript');

/**
 * The projects in `examples` below `root`: `[{ name, folder, main, page, peer, files }]`. `main` is run by `npm start`, `page` is bundled for a web
 * page, `peer` is the same program with another library.
 */
export function projects(root) {
  const folder = join(root, 'examples');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'package.json')))
    .map(({ name }) => {
      const files = readdirSync(join(folder, name)).filter((file) => /\.c?js$/.test(file)).sort();
      const main = readJson(join(folder, name, 'package.json')).scripts.start.replace(/^node /, '');
      return { name, folder: join(folder, name), main, page: files.find((file) => file === 'page.js'), peer: files.find((file) => file.startsWith('with-')), files };
    });
}

/** Bundles a page as a user would, and returns the result of `call` in an environment with only the language. */
export async function runBundle(folder, page, call, options = {}) {
  const { outputFiles } = await build({ entryPoints: [join(folder, page)], bundle: true, minify: true, format: 'iife', globalName: 'game', write: false, logLevel: 'silent', ...options });
  const result = runInNewContext(`${outputFiles[0].text}; JSON.stringify(${call})`, {});
  return { bytes: outputFiles[0].contents.byteLength, result: JSON.parse(result) };
}

/** TypeScript's errors in JavaScript that uses the packages by their published types, a sentence each. */
export function checkTypes(files, typeRoots) {
  const options = {
    allowJs: true, checkJs: true, noEmit: true, strict: true, noImplicitAny: false, skipLibCheck: true,
    module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, types: ['node'], typeRoots,
  };
  const own = new Set(files);
  return ts
    .getPreEmitDiagnostics(ts.createProgram(files, options))
    .filter(({ file }) => file === undefined || own.has(file.fileName))
    .map(({ file, start, messageText }) => {
      const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
      return `${file?.fileName ?? ''}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
}
