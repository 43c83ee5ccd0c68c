import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projects } from './projects.js';

const require = createRequire(import.meta.url);
const ts = require('typescript');

/** The number of lines with code: comments and empty lines are not counted. */
export function linesOfCode(text) {
  const source = ts.createSourceFile('program.js', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS);
  const lines = new Set();
  const visit = (node) => {
    if (ts.isJSDoc(node)) return;
    if (node.getChildCount(source) === 0) {
      const first = source.getLineAndCharacterOfPosition(node.getStart(source)).line;
      const last = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      if (node.getEnd() > node.getStart(source)) for (let line = first; line <= last; line++) lines.add(line);
    }
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return lines.size;
}

/** The table for examples/README.md. */
export function linesTable(root) {
  const rows = projects(root).map(({ name, folder, main, peer, files }) => {
    const count = (file) => linesOfCode(readFileSync(join(folder, file), 'utf8'));
    const own = files.filter((file) => file === main || file === 'worker.js').reduce((sum, file) => sum + count(file), 0);
    return `| [${name}](${name}) | ${own} | ${peer === undefined ? '–' : `${count(peer)}, [${peer.replace(/^with-|\.js$/g, '')}](${name}/${peer})`} |`;
  });
  return ['| project | lines of code | the same with |', '| --- | ---: | --- |', ...rows].join('\n');
}

const REGION = /<!-- lines -->\n[^]*?<!-- \/lines -->/;

export function withLines(text, root) {
  return text.replace(REGION, `<!-- lines -->\n${linesTable(root)}\n<!-- /lines -->`);
}
