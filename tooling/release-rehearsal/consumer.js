import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { join } from 'node:path';
import { runnable } from '@pf/examples';
import { entryPoints, readJson } from '@pf/workspace';
import { inParallel, run } from './run.js';

const require = createRequire(import.meta.url);
const ts = require('typescript');

/** Installs one package with npm in a folder of its own; returns what npm installed with it, or a fault. */
export async function install(folder, name, registry) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true }));
  const scope = name.split('/')[0];
  const words = ['install', name, `--${scope}:registry=${registry.url}`, '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const { code, output } = await run('npm', words, { cwd: folder, seconds: 300 });
  if (code !== 0) return { fault: `npm install ${name} fails: ${output.trim()}` };
  const manifest = readJson(join(folder, 'node_modules', name, 'package.json'));
  const specifiers = entryPoints({ name, manifest }).map(({ specifier }) => specifier);
  const commands = typeof manifest.bin === 'string' ? [name.split('/').at(-1)] : Object.keys(manifest.bin ?? {});
  return { brought: readdirSync(join(folder, 'node_modules', scope)), manifest, specifiers, commands };
}

/** The bytes of all installed packages. Files of npm itself begin with a dot. */
export function installedBytes(folder) {
  const paths = readdirSync(join(folder, 'node_modules'), { recursive: true }).filter((path) => !path.startsWith('.'));
  return paths.map((path) => statSync(join(folder, 'node_modules', path))).reduce((sum, entry) => sum + (entry.isFile() ? entry.size : 0), 0);
}

/** A fault for each command that does not print its usage. */
export async function tryCommands(folder, commands) {
  const outcomes = await inParallel(commands, (command) => run(join(folder, 'node_modules/.bin', command), ['--help'], { cwd: folder, seconds: 30 }));
  return commands.flatMap((command, i) => (outcomes[i].code === 0 ? [] : [`${command} --help fails: ${outcomes[i].output.trim()}`]));
}

/** Writes the imports of a type-checked consumer as ESM and as CommonJS, and returns the two files. */
export function writeConsumer(folder, specifiers) {
  const text = specifiers.map((specifier, i) => `import * as all${i} from '${specifier}';\nexport const every${i} = all${i};\n`).join('');
  return ['mts', 'cts'].map((extension) => {
    const file = join(folder, `consumer.${extension}`);
    writeFileSync(file, text);
    return file;
  });
}

/**
 * Type-checks consumers: `[{ files, specifiers, realm }]`, in one program for packages of Node, one for packages with code for the web, and one for
 * packages that need only the types of the language. Returns for each `{ faults, names }`: `names` are the values that each specifier exports.
 */
export function typecheck(consumers) {
  const results = new Map();
  for (const realm of ['node', 'web', 'language']) {
    const own = consumers.filter((consumer) => consumer.realm === realm);
    const inNode = realm === 'node';
    const lib = ['lib.es2023.d.ts', ...(realm === 'web' ? ['lib.dom.d.ts'] : [])];
    const types = inNode ? { types: ['node'], typeRoots: [join(import.meta.dirname, '../../node_modules/@types')] } : { types: [] };
    const options = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022, lib, strict: true, noEmit: true, skipLibCheck: inNode, ...types };
    const program = ts.createProgram(own.flatMap(({ files }) => files), options);
    const checker = program.getTypeChecker();
    const diagnostics = ts.getPreEmitDiagnostics(program);
    for (const consumer of own) {
      const faults = diagnostics
        .filter(({ file }) => file?.fileName.startsWith(`${consumer.folder}/`))
        .map(({ file, start, messageText }) => {
          const line = file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
          return `types: ${file.fileName.slice(consumer.folder.length + 1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
        });
      const [esm] = consumer.files;
      const names = program.getSourceFile(esm).statements.filter(ts.isImportDeclaration).map(({ moduleSpecifier }) => {
        const module = checker.getSymbolAtLocation(moduleSpecifier);
        const values = module === undefined ? [] : checker.getExportsOfModule(module).filter((symbol) => isValue(checker, symbol));
        return [moduleSpecifier.text, values.map(({ name }) => name).sort()];
      });
      results.set(consumer, { faults, names: Object.fromEntries(names) });
    }
  }
  return consumers.map((consumer) => results.get(consumer));
}

function isValue(checker, symbol) {
  const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return (target.flags & ts.SymbolFlags.Value) !== 0 && !isTypeOnly(symbol);
}

function isTypeOnly(symbol) {
  return (symbol.declarations ?? []).some((each) => ts.isExportSpecifier(each) && (each.isTypeOnly || each.parent.parent.isTypeOnly));
}

/**
 * Uses the installed package from ESM and from CommonJS. Checks that its exports are those of its types, and runs the examples
 * that need only what was installed with it. Returns `{ faults, ran }`.
 */
export async function use(folder, names, examples) {
  const fitting = examples.filter(({ code, runs }) => runs && ts.preProcessFile(code).importedFiles.every(({ fileName }) => isBuiltin(fileName) || isInstalled(folder, fileName)));
  const asserts = readFileSync(new URL('../examples/asserts.js', import.meta.url), 'utf8');
  const faults = [];
  for (const kind of ['mjs', 'cjs']) {
    const convert = (code) => (kind === 'mjs' ? asEsm(code) : asCommonJs(code));
    writeFileSync(join(folder, `asserts.${kind}`), kind === 'mjs' ? asserts : transpile(asserts, ts.ModuleKind.CommonJS));
    const files = fitting.map(({ file, line, code }, i) => {
      const name = `example${i}.${kind}`;
      writeFileSync(join(folder, name), convert(runnable(code, file, line, `./asserts.${kind}`)));
      return [name, `${file}:${line}`];
    });
    writeFileSync(join(folder, `use.${kind}`), script(names, Object.fromEntries(files), kind === 'mjs'));
    const { code, output } = await run(process.execPath, [`use.${kind}`], { cwd: folder });
    const lines = output.split('\n').filter((line) => line.startsWith('fault: ')).map((line) => JSON.parse(line.slice('fault: '.length)));
    const way = kind === 'mjs' ? 'ESM' : 'CommonJS';
    faults.push(...lines.map((each) => `${way}: ${each}`));
    if (code !== 0 && lines.length === 0) faults.push(`${way}: ${output.trim()}`);
  }
  return { faults, ran: fitting.length };
}

function isInstalled(folder, specifier) {
  const name = specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/');
  return existsSync(join(folder, 'node_modules', name));
}

function asEsm(code) {
  return transpile(code, ts.ModuleKind.ESNext);
}

/** Wraps the code in an async function, since CommonJS has no top-level await. */
function asCommonJs(code) {
  return `module.exports = (async () => {\n${transpile(code, ts.ModuleKind.CommonJS)}\n})();\n`;
}

function transpile(code, module) {
  return ts.transpileModule(code, { compilerOptions: { module, target: ts.ScriptTarget.ES2022, esModuleInterop: true } }).outputText;
}

function script(names, examples, esm) {
  const load = (path) => (esm ? `import(${path})` : `require(${path})`);
  return `
const faults = [];
const attempt = async (what, work) => {
  try {
    await work();
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    faults.push(told.startsWith(what) ? told : what + ': ' + told);
  }
};
const main = async () => {
  for (const [specifier, names] of Object.entries(${JSON.stringify(names)})) {
    await attempt(specifier, async () => {
      const module = await ${load('specifier')};
      const found = Object.keys(module).filter((name) => name !== 'default' && name !== '__esModule' && name !== 'module.exports').sort();
      const missing = names.filter((name) => !found.includes(name));
      const unknown = found.filter((name) => !names.includes(name));
      if (missing.length > 0) throw new Error(specifier + ' does not export ' + missing.join(', ') + ', which its types promise.');
      if (unknown.length > 0) throw new Error(specifier + ' exports ' + unknown.join(', ') + ', which its types do not tell.');
    });
  }
  for (const [example, place] of Object.entries(${JSON.stringify(examples)})) await attempt(place.split(':')[0], async () => { await ${load("'./' + example")}; });
  for (const fault of faults) console.log('\\nfault: ' + JSON.stringify(fault));
  process.exit(faults.length === 0 ? 0 : 1);
};
main();
`;
}
