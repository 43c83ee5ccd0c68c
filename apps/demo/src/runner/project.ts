/** A code sample outside the page: a project that runs it with the published packages. */
import { IMPORT, wrapped } from './run-code.ts';

/** The version of each package. */
export type Versions = Readonly<Record<string, string>>;

/** What comes after a value that the project prints: a stated result, or nothing. */
const PRINTED = /^;?[ \t]*(?:\/\/ [→≈]|\s*$)/;

/** The packages that a sample imports, and the versions to install. Packages without a known version are left out. */
export function dependenciesOf(code: string, versions: Versions): Versions {
  const names = [...code.matchAll(IMPORT)].map(([, , , , , from]) => from).filter((name) => Object.hasOwn(versions, name));
  return Object.fromEntries([...new Set(names)].sort().map((name) => [name, `^${versions[name]}`]));
}

/** The sample as a module that prints its stated results, and the value of its last statement. */
function moduleOf(code: string): string {
  const text = wrapped(code, (expression, rest) => (PRINTED.test(rest) ? `console.log(${expression})` : expression));
  return text.endsWith('\n') ? text : `${text}\n`;
}

/** The files of the project, by name: \`npm install\` and \`npm start\` run the sample. */
export function projectOf(code: string, versions: Versions): Readonly<Record<string, string>> {
  const manifest = { name: 'pf-sample', private: true, type: 'module', scripts: { start: 'node index.js' }, dependencies: dependenciesOf(code, versions) };
  return { 'index.js': moduleOf(code), 'package.json': `${JSON.stringify(manifest, undefined, 2)}\n` };
}

/** The same as one file, which says how to run it. */
export function fileOf(code: string, versions: Versions): string {
  const packages = Object.entries(dependenciesOf(code, versions)).map(([name, range]) => `${name}@${range}`);
  return `// npm i ${packages.join(' ')}\n// node sample.mjs\n${moduleOf(code)}`;
}

/** The fields of a form from which StackBlitz makes the project: https://developer.stackblitz.com/platform/api/post-api. */
export function fieldsOf(code: string, versions: Versions): Readonly<Record<string, string>> {
  const files = Object.entries(projectOf(code, versions)).map(([name, text]) => [`project[files][${name}]`, text] as const);
  return { 'project[title]': '@pf sample', 'project[description]': 'A code sample of @pf', 'project[template]': 'node', ...Object.fromEntries(files) };
}
