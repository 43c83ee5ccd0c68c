import { existsSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { entryPoints, publicPackages, repository } from '@pf/workspace';
import { moduleOf } from './collect.js';
import { ts } from './compiler.js';

/**
 * One TypeScript program over the examples and the packages of the workspace at `root`, in which `@pf/…` resolves to sources.
 * `errorsIn(example)` returns its type errors, `undocumented(name)` the exports of a package without a comment.
 */
export class Surface {
  constructor(root, examples) {
    this.root = root;
    this.packages = publicPackages(root);
    const modules = new Map(examples.map((example) => [moduleOf(root, example), example.code]));
    const options = compilerOptions(root, this.packages);
    const host = ts.createCompilerHost(options, true);
    const { fileExists, readFile, getSourceFile } = host;
    host.fileExists = (path) => modules.has(path) || fileExists.call(host, path);
    host.readFile = (path) => modules.get(path) ?? readFile.call(host, path);
    host.getSourceFile = (path, languageVersion, ...more) =>
      modules.has(path) ? ts.createSourceFile(path, modules.get(path), languageVersion, true) : getSourceFile.call(host, path, languageVersion, ...more);
    const entries = this.packages.flatMap((member) => this.sourcesOf(member));
    this.program = ts.createProgram([...modules.keys(), ...entries], options, host);
    this.checker = this.program.getTypeChecker();
  }

  errorsIn(example) {
    const file = this.program.getSourceFile(moduleOf(this.root, example));
    const diagnostics = [...this.program.getSyntacticDiagnostics(file), ...this.program.getSemanticDiagnostics(file)];
    return diagnostics.map(({ start, messageText }) => {
      const line = example.line + file.getLineAndCharacterOfPosition(start ?? 0).line;
      return `${example.file}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    });
  }

  /** A sentence for each export of the package that lacks a doc comment, or of a class or function that lacks an example. */
  undocumented(short) {
    const member = this.packages.find((each) => each.short === short);
    const found = new Set();
    for (const entry of this.sourcesOf(member)) {
      const module = this.checker.getSymbolAtLocation(this.program.getSourceFile(entry));
      for (const exported of module === undefined ? [] : this.checker.getExportsOfModule(module)) {
        const symbol = exported.flags & ts.SymbolFlags.Alias ? this.checker.getAliasedSymbol(exported) : exported;
        const fault = this.faultOf(exported.name, symbol, join(this.root, member.folder) + sep);
        if (fault !== undefined) found.add(fault);
      }
    }
    return [...found];
  }

  faultOf(name, symbol, folder) {
    // Exports of another package are documented there.
    const declarations = (symbol.declarations ?? []).filter((each) => each.getSourceFile().fileName.startsWith(folder));
    if (declarations.length === 0) return undefined;
    const file = declarations[0].getSourceFile();
    const line = file.getLineAndCharacterOfPosition(declarations[0].getStart()).line + 1;
    const where = `${file.fileName.slice(this.root.length + 1)}:${line}`;
    const tags = declarations.flatMap((each) => ts.getJSDocTags(each));
    const comments = declarations.flatMap((each) => ts.getJSDocCommentsAndTags(each).filter(ts.isJSDoc));
    if (!comments.some(({ comment }) => comment !== undefined && comment.length > 0)) return `${where} exports ${name} without a doc comment.`;
    if (this.isCode(symbol) && !tags.some(({ tagName }) => tagName.text === 'example')) return `${where} exports ${name} without an @example.`;
    return undefined;
  }

  /** Whether it can be called or constructed. */
  isCode(symbol) {
    if ((symbol.flags & ts.SymbolFlags.Value) === 0) return false;
    const type = this.checker.getTypeOfSymbolAtLocation(symbol, symbol.valueDeclaration);
    return type.getCallSignatures().length + type.getConstructSignatures().length > 0;
  }

  sourcesOf(member) {
    return entryPoints(member).map(({ source }) => join(this.root, member.folder, source)).filter((path) => /\.tsx?$/.test(path) && existsSync(path));
  }
}

function compilerOptions(root, packages) {
  const base = [root, repository].map((folder) => join(folder, 'tsconfig.base.json')).find(existsSync);
  const { config, error } = ts.parseConfigFileTextToJson(base, readFileSync(base, 'utf8'));
  if (error !== undefined) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'));
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, root);
  const entries = packages.flatMap((member) => entryPoints(member).map(({ specifier, source }) => [specifier, [join(root, member.folder, source)]]));
  return {
    ...options,
    // Examples may draw on a canvas, and may have unused names.
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    noUnusedLocals: false,
    noUnusedParameters: false,
    moduleDetection: ts.ModuleDetectionKind.Force,
    paths: Object.fromEntries(entries),
  };
}
