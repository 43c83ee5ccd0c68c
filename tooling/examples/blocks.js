import { ts } from './compiler.js';

/**
 * The ```ts blocks of a Markdown text: `[{ line, code, runs }]`. `line` is the first line of code, counted from 1;
 * a ```ts no-run block is type-checked only.
 */
export function blocksOfMarkdown(text) {
  return blocksOfLines(text.split('\n'), 1);
}

/** The ```ts blocks below each `@example` of the doc comments in a TypeScript source. */
export function blocksOfSource(path, text) {
  return examplesOfSource(path, text).flatMap(({ lines, line }) => blocksOfLines(lines, line));
}

/** The lines of each `@example` without a ```ts block, which would never run. */
export function emptyExamples(path, text) {
  return examplesOfSource(path, text).filter(({ lines, line }) => blocksOfLines(lines, line).length === 0).map(({ line }) => line);
}

function examplesOfSource(path, text) {
  return docComments(path, text).flatMap(({ pos, end }) => {
    const first = text.slice(0, pos).split('\n').length;
    const lines = text.slice(pos, end).split('\n').map((line) => line.replace(/^\s*(\/\*\*|\*\/|\*)? ?/, '').replace(/\s*\*\/$/, ''));
    const found = [];
    let fenced = false;
    lines.forEach((line, i) => {
      if (/^\s*```/.test(line)) fenced = !fenced;
      if (!fenced && /(^|\s)@example\b/.test(line)) found.push({ line: first + i, lines: [] });
      else if (/^@\w/.test(line) && !fenced) found.push(undefined);
      found.at(-1)?.lines.push(line);
    });
    return found.filter((each) => each !== undefined);
  });
}

function docComments(path, text) {
  const found = new Map();
  const visit = (node) => {
    for (const { pos, end } of node.jsDoc ?? []) found.set(pos, { pos, end });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return [...found.values()].sort((a, b) => a.pos - b.pos);
}

function blocksOfLines(lines, first) {
  const blocks = [];
  let open;
  lines.forEach((line, i) => {
    const fence = /^(\s*)(```+)\s*([^`]*)$/.exec(line);
    if (open !== undefined && fence !== null && fence[3] === '' && fence[2].length >= open.ticks) {
      if (open.words[0] === 'ts') blocks.push({ line: open.line, code: open.code.join('\n'), runs: !open.words.includes('no-run') });
      open = undefined;
    } else if (open !== undefined) {
      open.code.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line.trimStart());
    } else if (fence !== null) {
      open = { indent: fence[1], ticks: fence[2].length, words: fence[3].trim().split(/\s+/), line: first + i + 1, code: [] };
    }
  });
  return blocks;
}
