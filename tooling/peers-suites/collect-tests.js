import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { compileFunction } from 'node:vm';

const require = createRequire(import.meta.url);
const ts = require('typescript');

/**
 * The tests in a file of another library, not yet run: `[{ name, run }]`. `modules` replaces imports of the file by specifier. Its other relative
 * imports are loaded in the same way, packages as installed. `globals` are those of its test runner, such as `expect`.
 */
export function collectTests(file, modules, globals = {}) {
  const tests = [];
  const names = [];
  const before = [];
  const describe = (name, body) => {
    names.push(name);
    const count = before.length;
    body();
    before.length = count;
    names.pop();
  };
  const beforeEach = (work) => before.push(work);
  const it = (name, body) => {
    const prepare = [...before];
    tests.push({
      name: [...names, name].join(': '),
      run: () => {
        for (const work of prepare) work();
        return body.length === 0 ? body() : new Promise((resolve) => void body(resolve));
      },
    });
  };
  load(file, modules, { describe, it, beforeEach, ...globals });
  return tests;
}

function load(file, modules, globals) {
  const text = readFileSync(file, 'utf8');
  const code = /^(import|export) /m.test(text) ? asCommonJs(text) : text;
  const installed = createRequire(file);
  const require = (specifier) => {
    if (specifier in modules) return modules[specifier];
    if (specifier === 'vitest') return globals;
    if (!specifier.startsWith('.')) return installed(specifier);
    const path = join(dirname(file), specifier);
    return load(existsSync(path) ? path : `${path}.js`, modules, globals);
  };
  const module = { exports: {} };
  compileFunction(code, ['require', 'module', 'exports', ...Object.keys(globals)], { filename: file })(require, module, module.exports, ...Object.values(globals));
  return module.exports;
}

function asCommonJs(text) {
  return ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022, esModuleInterop: true } }).outputText;
}

/** Runs `work` with the few assertions of should.js that PathFinding.js uses on every value. */
export function withShould(expect, work) {
  const should = {
    configurable: true,
    get() {
      const value = this.valueOf();
      return {
        equal: (other) => expect(value).toBe(other),
        eql: (other) => expect(value).toEqual(other),
        be: {
          get true() {
            return expect(value).toBe(true);
          },
          get false() {
            return expect(value).toBe(false);
          },
        },
      };
    },
  };
  Object.defineProperty(Object.prototype, 'should', should);
  try {
    work();
  } finally {
    delete Object.prototype.should;
  }
}
