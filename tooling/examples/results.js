import { ts } from './compiler.js';

const arrow = /\/\/\s*(→|≈)/g;

/**
 * Turns the results that a block states into assertions: `1 + 1; // → 2` becomes `is(1 + 1, 2, …)` of asserts.js. Line
 * numbers stay the same. A result follows a statement or is on the line below, and may continue on the following comment lines:
 *
 *     sum; // → 3                                the value of an expression, of `const x = …`, or the argument of `console.log`
 *     Math.SQRT2; // ≈ 1.414                     to the digits given, also inside: // → { cost: ≈ 1.414, length: 2 }
 *     new Grid(-1, 2); // → throws RangeError    any error if no name is given
 *     f(); // → throws TypeError: got 'a'.       the message too, on the same line; `…` stands for its rest
 *
 * `where` is the file and `line` the line of the block's first line. Throws if an arrow follows anything else.
 */
export function withResults(code, where, line) {
  const file = ts.createSourceFile('example.ts', code, ts.ScriptTarget.Latest, true);
  const edits = [];
  const stated = new Set();
  const lineOf = (position) => line + file.getLineAndCharacterOfPosition(position).line;
  const visit = (node) => {
    const result = ts.isStatement(node) ? resultBehind(code, node.end) : undefined;
    if (result !== undefined && !stated.has(result.pos)) {
      const place = `${where}:${lineOf(node.getStart())}`;
      const edit = assertion(node, result.text, place);
      if (edit !== undefined) {
        stated.add(result.pos);
        edits.push(edit);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  for (const { index } of code.matchAll(arrow)) {
    if (!stated.has(index)) throw new Error(`${where}:${lineOf(index)} states the result of nothing: the arrow belongs behind an expression or one constant.`);
  }
  edits.sort((a, b) => b.start - a.start);
  return edits.reduce((text, { start, end, replacement }) => text.slice(0, start) + replacement + text.slice(end), code);
}

function assertion(statement, text, place) {
  const thrown = /^→\s*throws\b\s*(\w*)(?::\s*(.+))?$/.exec(text);
  const start = statement.getStart();
  const { end } = statement;
  if (ts.isExpressionStatement(statement)) {
    const inside = statement.expression.getText();
    const waits = /\bawait\b/.test(inside);
    if (thrown !== null) {
      return { start, end, replacement: `;${waits ? 'await ' : ''}$pf.throws(${waits ? 'async ' : ''}() => { ${inside}; }, ${JSON.stringify(thrown[1])}, ${JSON.stringify(thrown[2] ?? '…')}, ${JSON.stringify(place)});` };
    }
    return { start, end, replacement: `;$pf.is(${printed(statement.expression) ?? inside}, ${expected(text, place)}, ${JSON.stringify(place)});` };
  }
  if (thrown === null && ts.isVariableStatement(statement)) {
    const [declaration, ...others] = statement.declarationList.declarations;
    if (others.length > 0 || !ts.isIdentifier(declaration.name)) return undefined;
    return { start: end, end, replacement: `;$pf.is(${declaration.name.text}, ${expected(text, place)}, ${JSON.stringify(place)});` };
  }
  return undefined;
}

/** The one argument of `console.log`. */
function printed(expression) {
  if (!ts.isCallExpression(expression) || expression.expression.getText() !== 'console.log' || expression.arguments.length !== 1) return undefined;
  return expression.arguments[0].getText();
}

/** The result after `end` or on the line below, from its arrow on. */
function resultBehind(code, end) {
  const behind = ts.getTrailingCommentRanges(code, end) ?? [];
  const below = ts.getLeadingCommentRanges(code, end) ?? [];
  const comments = [...behind, ...below].filter(({ kind }) => kind === ts.SyntaxKind.SingleLineCommentTrivia);
  const at = comments.findIndex(({ pos }) => new RegExp(`^${arrow.source}`).test(code.slice(pos)));
  // On the line below, the result comes first, without an empty line in between.
  if (at < 0 || (at > behind.length) || (at === behind.length && code.slice(end, comments[at].pos).split('\n').length > 2)) return undefined;
  let text = '';
  for (const { pos, end: last } of comments.slice(at)) {
    const more = code.slice(pos, last).replace(/^\/\/\s*/, '');
    if (text !== '' && new RegExp(`^(→|≈)`).test(more)) break;
    text = `${text} ${more}`.trim();
    if (/^→\s*throws\b/.test(text) || literal(text) !== undefined) break;
  }
  return { pos: comments[at].pos, text };
}

function expected(text, place) {
  const code = literal(text);
  if (code === undefined) throw new Error(`${place} states a result that is not a literal: ${text}.`);
  return code;
}

/** The JavaScript of a result; undefined if it is not a literal. */
function literal(text) {
  const code = text.replace(/^→/, '').replace(/≈\s*(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/gi, "$$pf.about('$1')").trim();
  const file = ts.createSourceFile('result.ts', `(${code})`, ts.ScriptTarget.Latest, true);
  const [statement, ...others] = file.statements;
  if (file.parseDiagnostics.length > 0 || others.length > 0 || statement === undefined || !ts.isExpressionStatement(statement)) return undefined;
  return isLiteral(statement.expression) ? code : undefined;
}

function isLiteral(node) {
  if (ts.isParenthesizedExpression(node)) return isLiteral(node.expression);
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.MinusToken && isLiteral(node.operand);
  if (ts.isArrayLiteralExpression(node)) return node.elements.every(isLiteral);
  if (ts.isObjectLiteralExpression(node)) return node.properties.every((property) => ts.isPropertyAssignment(property) && isLiteral(property.initializer));
  if (ts.isCallExpression(node)) return node.expression.getText() === '$pf.about';
  if (ts.isIdentifier(node)) return ['undefined', 'NaN', 'Infinity'].includes(node.text);
  return [ts.SyntaxKind.NumericLiteral, ts.SyntaxKind.BigIntLiteral, ts.SyntaxKind.StringLiteral, ts.SyntaxKind.NoSubstitutionTemplateLiteral, ts.SyntaxKind.TrueKeyword, ts.SyntaxKind.FalseKeyword, ts.SyntaxKind.NullKeyword].includes(node.kind);
}
