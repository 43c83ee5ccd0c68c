import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

// By `import`, its nine megabytes are parsed twice more.
const ts = require('typescript');

/**
 * The modules that a source file loads: `[{ specifier, line }]`. Finds imports, `export … from`, `import()`,
 * `import('…').Type`, `require()` and `import.meta.resolve()`. Types count, since a published .d.ts needs them too.
 */
export function importsOf(path, text) {
  const file = ts.createSourceFile(path, text, { languageVersion: ts.ScriptTarget.Latest, jsDocParsingMode: ts.JSDocParsingMode.ParseNone });
  const found = [];
  const add = (node) => {
    if (node !== undefined && ts.isStringLiteralLike(node)) {
      found.push({ specifier: node.text, line: file.getLineAndCharacterOfPosition(node.pos + 1).line + 1 });
    }
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    else if (ts.isExternalModuleReference(node)) add(node.expression);
    else if (ts.isImportTypeNode(node)) add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined);
    else if (ts.isCallExpression(node) && loadsModule(node.expression)) add(node.arguments[0]);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function loadsModule(callee) {
  if (callee.kind === ts.SyntaxKind.ImportKeyword) return true;
  if (ts.isIdentifier(callee)) return callee.text === 'require';
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'resolve') return false;
  return ts.isMetaProperty(callee.expression) || (ts.isIdentifier(callee.expression) && callee.expression.text === 'require');
}

/** `@pf/grid/file` → `@pf/grid`, `fs/promises` → `fs`. */
export function packageOf(specifier) {
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}
