/** Runs a code sample: its imports are the packages, and the values of its statements are shown. */

/** A statement's text, and its value as text. */
export interface Printed {
  readonly source: string;
  readonly value: string;
}

/** The packages that samples may import. */
export type Packages = Readonly<Record<string, () => Promise<object>>>;

/** An import as samples write it. */
export const IMPORT = /^[ \t]*import\s+(?:(type)\s+)?(?:\*\s+as\s+(\w+)|\{([^}]*)\})\s+from\s+(['"])([^'"]+)\4;?/gm;
/** Statements that begin like this have no value. */
const VALUELESS = /^(?:const|let|var|function|class|for|if|else|while|do|switch|try|return|throw|async\s+function|import|export|type|interface)\b|^\{/;
const BLOCK = /^(?:function|class|for|if|else|while|switch|try|async\s+function|\{)/;

/** Logs of a sample that are shown: a loop that logs must not fill the page. */
const MOST_LOGS = 200;

/** Runs `code`; `print` gets the value of each statement that has one, and what is logged. Calls `onBegin` when the packages are loaded. Throws an error whose message is a sentence for the reader. */
export async function runCode(code: string, packages: Packages, print: (printed: Printed) => void, onBegin?: () => void): Promise<void> {
  const { body, used } = withoutImports(code, packages);
  const loaded = Object.fromEntries(await Promise.all(used.map(async (name) => [name, await packages[name]()] as const)));
  onBegin?.();
  let logs = 0;
  const log = (...values: unknown[]): void => {
    if (++logs > MOST_LOGS + 1) return;
    print({ source: '', value: logs > MOST_LOGS ? '…' : values.map((value) => (typeof value === 'string' ? value : shown(value))).join(' ') });
  };
  const show = (source: string, value: unknown): void => { if (value !== undefined) print({ source, value: shown(value) }); };
  try {
    await compiled(body)(loaded, show, { log });
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`This is not JavaScript: ${error.message}. Types cannot run here: leave them out.`, { cause: error });
    throw new Error(`${placeOf(error)}${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** Lines that `AsyncFunction` puts before a body. */
const HEADER = 2;

/** Where in the sample an error arose, as engines write it into the stack. */
function placeOf(error: unknown): string {
  const [, line] = /(?:<anonymous>|AsyncFunction):(\d+):\d+/.exec(error instanceof Error ? (error.stack ?? '') : '') ?? [];
  return line === undefined ? '' : `Line ${Number(line) - HEADER}: `;
}

/** Imports become constants, on as many lines. */
function withoutImports(code: string, packages: Packages): { readonly body: string; readonly used: readonly string[] } {
  const used = new Set<string>();
  const body = code.replace(IMPORT, (all, onlyTypes: string | undefined, whole: string | undefined, names: string | undefined, _quote, from: string) => {
    const lines = '\n'.repeat(all.split('\n').length - 1);
    if (onlyTypes !== undefined) return lines;
    if (!Object.hasOwn(packages, from)) throw new Error(`There is no '${from}' here. Samples can import ${Object.keys(packages).join(', ')}.`);
    used.add(from);
    const values = (names ?? '').split(',').map((name) => name.trim()).filter((name) => name !== '' && !name.startsWith('type ')).map((name) => name.replace(/\s+as\s+/, ': '));
    return `const ${whole ?? `{ ${values.join(', ')} }`} = $loaded['${from}'];${lines}`;
  });
  if (/^[ \t]*import\b/m.test(body)) throw new Error("Imports must look like import { Grid } from '@pf/grid'.");
  return { body, used: [...used] };
}

type Compiled = (loaded: object, show: (source: string, value: unknown) => void, console: object) => Promise<void>;
const AsyncFunction = (async () => {}).constructor as new (...parts: string[]) => Compiled;

function compiled(body: string): Compiled {
  const make = (text: string): Compiled => new AsyncFunction('$loaded', '$show', 'console', `'use strict';${text}\n`);
  try {
    return make(withValues(body));
  } catch {
    // What cannot be taken apart runs as it is, or says what is wrong with it.
    return make(body);
  }
}

/** Wraps each expression at the top level, so that its value is shown. */
function withValues(code: string): string {
  return wrapped(code, (expression) => `$show(${JSON.stringify(expression.replace(/\s+/g, ' '))}, (${expression}))`);
}

/** The code with each expression at the top level replaced by `wrap` of it; `rest` is what follows the expression. */
export function wrapped(code: string, wrap: (expression: string, rest: string) => string): string {
  let text = '';
  let at = 0;
  for (const { start, end } of statements(code)) {
    const expression = code.slice(start, end);
    text += code.slice(at, start);
    at = end;
    text += VALUELESS.test(expression) ? expression : wrap(expression, code.slice(end));
  }
  return text + code.slice(at);
}

/** The statements at the top level, which end at a semicolon, a block or a line, without their semicolons and the comments around them. */
function statements(code: string): readonly { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  let [depth, start, last] = [0, -1, 0];
  const close = (): void => {
    if (start !== -1) found.push({ start, end: last });
    start = -1;
  };
  for (let i = 0; i < code.length; i++) {
    const skipped = skip(code, i);
    const c = code[i];
    if (skipped > i && c === '/') i = skipped - 1;
    else if (c === ';' && depth === 0) close();
    else if (c === '\n' && depth === 0 && start !== -1 && !continues(code, i) && isWhole(code.slice(start, last))) close();
    else if (!/\s/.test(c)) {
      if (start === -1) start = i;
      if (skipped > i) i = skipped - 1;
      last = i + 1;
      if ('([{'.includes(c)) depth++;
      else if (')]}'.includes(c)) depth--;
      const ended = c === '}' && depth === 0 && BLOCK.test(code.slice(start)) && !/^\s*(?:else|catch|finally|while)\b/.test(code.slice(i + 1));
      if (ended) close();
    }
  }
  close();
  return found;
}

/** A line that begins like this belongs to the statement before it, as the language has it without semicolons. */
const CONTINUED = /^(?:[.,?:=<>&|^*/%([`]|\+(?!\+)|-(?!-)|!=|(?:in|instanceof|else|catch|finally)\b)/;

/** Whether what follows the line break at `i`, after blank lines and comments, continues the statement. */
function continues(code: string, i: number): boolean {
  let next = i;
  while (next < code.length) {
    const end = /\s/.test(code[next]) ? next + 1 : code[next] === '/' ? skip(code, next) : next;
    if (end === next) break;
    next = end;
  }
  return CONTINUED.test(code.slice(next));
}

/** Whether a text is a statement by itself. */
function isWhole(text: string): boolean {
  try {
    return typeof new AsyncFunction(`'use strict';${text.replace(IMPORT, '')}\n`) === 'function';
  } catch {
    return false;
  }
}

/** Where a comment or a string that begins at `i` ends; `i` if none does. */
function skip(code: string, i: number): number {
  const c = code[i];
  if (c === '/' && code[i + 1] === '/') return code.indexOf('\n', i) === -1 ? code.length : code.indexOf('\n', i);
  if (c === '/' && code[i + 1] === '*') return code.indexOf('*/', i) === -1 ? code.length : code.indexOf('*/', i) + 2;
  if (c !== "'" && c !== '"' && c !== '`') return i;
  for (let k = i + 1; k < code.length; k++) {
    if (code[k] === '\\') k++;
    else if (code[k] === c) return k + 1;
  }
  return code.length;
}

/** Characters of a value that are shown. */
const MOST = 600;

/** A value as it would be written in code. */
export function shown(value: unknown): string {
  const text = written(value, 0);
  return text.length > MOST ? `${text.slice(0, MOST)} …` : text;
}

function written(value: unknown, depth: number): string {
  if (typeof value === 'string') return depth === 0 && value.includes('\n') ? value : `'${value}'`;
  if (typeof value === 'function') return `function ${value.name}`;
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? `${value}n` : String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (depth > 4) return '…';
  if (Array.isArray(value)) return `[${value.slice(0, 100).map((each) => written(each, depth + 1)).join(', ')}${value.length > 100 ? ', …' : ''}]`;
  const kind = (value as { constructor?: { name: string } }).constructor?.name ?? 'Object';
  if (ArrayBuffer.isView(value) && 'length' in value) return `${kind} [${[...(value as unknown as ArrayLike<number> & Iterable<number>)].slice(0, 100).join(', ')}${(value.length as number) > 100 ? ', …' : ''}]`;
  if (value instanceof Map || value instanceof Set) return `${kind} ${written([...value], depth + 1)}`;
  if (kind !== 'Object') return kind;
  return `{ ${Object.entries(value).map(([name, each]) => `${name}: ${written(each, depth + 1)}`).join(', ')} }`;
}
