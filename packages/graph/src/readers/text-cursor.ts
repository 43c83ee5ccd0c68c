const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const TAB = 9;

/** Longer words are cut in messages. No keyword is as long. */
const SHOWN = 40;
/** No floating-point number has more characters, even if all its digits are written. */
const LONGEST_NUMBER = 1100;

/** Reads words and numbers line by line from the bytes of a text. Its errors state line and column. */
export class TextCursor {
  private readonly bytes: Uint8Array;
  private at = 0;
  private line = 1;
  private lineStart = 0;

  constructor(
    text: string | Uint8Array,
    private readonly format: string,
  ) {
    if (typeof text !== 'string' && !(text instanceof Uint8Array)) throw new TypeError(`${format} must be a string or its bytes, got ${text === null ? 'null' : typeof text}.`);
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    // Some programs begin files with a byte order mark.
    this.bytes = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
  }

  /** Whether the text has ended. */
  get isDone(): boolean {
    return this.at >= this.bytes.length;
  }

  /** Skips blanks; returns whether the line has more text. */
  hasMore(): boolean {
    const { bytes } = this;
    while (this.at < bytes.length && (bytes[this.at] === SPACE || bytes[this.at] === TAB || bytes[this.at] === RETURN)) this.at++;
    return this.at < bytes.length && bytes[this.at] !== NEWLINE;
  }

  /** Skips the rest of the line; of the last, to its end. */
  nextLine(): void {
    const end = this.bytes.indexOf(NEWLINE, this.at);
    this.at = end < 0 ? this.bytes.length : end + 1;
    this.begin = this.at;
    if (end < 0) return;
    this.line++;
    this.lineStart = this.at;
  }

  /** The next word of the line; empty at its end. */
  word(): string {
    const begin = this.beginOfWord();
    return String.fromCharCode(...this.bytes.subarray(begin, Math.min(this.at, begin + SHOWN)));
  }

  /** The next word as a number. */
  number(name: string): number {
    const { bytes } = this;
    const begin = this.beginOfWord();
    const end = this.at;
    let value = 0;
    for (let i = begin; i < end; i++) {
      const digit = bytes[i] - 48;
      // Up to fifteen digits are parsed here, anything else by the engine.
      if (!(digit >= 0 && digit <= 9) || i - begin > 14) return this.other(name, begin, end);
      value = 10 * value + digit;
    }
    return begin === end ? this.other(name, begin, end) : value;
  }

  /** The next word as a whole number from `least` to `most`. */
  whole(name: string, least: number, most: number): number {
    const value = this.number(name);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw this.wrong(`${name} must be a whole number from ${least} to ${most}, got ${value}`);
  }

  /** Throws unless the line has ended. */
  expectEnd(): void {
    if (this.hasMore()) {
      const extra = this.word();
      throw this.wrong(`expected the end of the line, got '${extra}'`);
    }
  }

  /** An error at the last word read, or behind the lines skipped since. */
  wrong(what: string): Error {
    return new Error(`${this.format}, line ${this.line}, column ${this.begin - this.lineStart + 1}: ${what}.`);
  }

  private begin = 0;

  private beginOfWord(): number {
    this.hasMore();
    const { bytes } = this;
    const begin = this.at;
    this.begin = begin;
    while (this.at < bytes.length && bytes[this.at] > SPACE) this.at++;
    return begin;
  }

  private other(name: string, begin: number, end: number): number {
    const text = String.fromCharCode(...this.bytes.subarray(begin, Math.min(end, begin + LONGEST_NUMBER + 1)));
    const value = text.length <= LONGEST_NUMBER && /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) ? Number(text) : NaN;
    if (Number.isFinite(value)) return value;
    throw this.wrong(`${name} must be a number, got ${text === '' ? 'the end of the line' : `'${text.slice(0, SHOWN)}'`}`);
  }
}
