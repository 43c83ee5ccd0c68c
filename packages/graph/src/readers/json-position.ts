const TOKEN = /[ \t\n\r]*(?:([{}[\],:])|("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null))/y;

/** The position at which a text stops being valid JSON. Engines report it in different words, and some not at all. */
export function firstWrong(text: string): number {
  const token = new RegExp(TOKEN);
  /** The open brackets, and what is allowed next: a value, a key, a colon, or the end of a value. */
  const open: string[] = [];
  let next: 'value' | 'first' | 'key' | 'colon' | 'after' = 'value';
  for (;;) {
    const begin = token.lastIndex;
    const found = token.exec(text);
    const at = begin + /^[ \t\n\r]*/.exec(text.slice(begin, begin + 4096))![0].length;
    if (found === null) return at;
    const [, sign, string, other] = found;
    const top = open[open.length - 1];
    const isClosed = (sign === '}' && top === '{') || (sign === ']' && top === '[');
    if (isClosed && (next === 'after' || next === 'first')) {
      open.pop();
      next = 'after';
    } else if (next === 'after') {
      if (sign !== ',' || top === undefined) return at;
      next = top === '{' ? 'key' : 'value';
    } else if (next === 'colon') {
      if (sign !== ':') return at;
      next = 'value';
    } else if (next === 'key' || (next === 'first' && top === '{')) {
      if (string === undefined) return at;
      next = 'colon';
    } else if (sign === '{' || sign === '[') {
      open.push(sign);
      next = 'first';
    } else {
      if (string === undefined && other === undefined) return at;
      next = 'after';
    }
  }
}
