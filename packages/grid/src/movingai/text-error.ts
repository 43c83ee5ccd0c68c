import { shown } from '@pf/graph/kit';

/** An error with its position in the text; lines and columns count from 1. */
export function textError(what: string, line: number, column: number, problem: string): Error {
  return new Error(`${what}, line ${line}, column ${column}: ${problem}`);
}

/** The text without its byte order mark, which some editors write. Throws unless it is a string. */
export function checkedText(what: string, text: string): string {
  if (typeof text !== 'string') throw new TypeError(`${what} is read from text, got ${typeof text}: decode bytes first, as readFileSync(path, 'utf8') does.`);
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** Throws unless `records` is a list of objects. */
export function checkRecords(records: unknown, caller: string, what: string): void {
  if (Array.isArray(records) && records.every((record) => typeof record === 'object' && record !== null)) return;
  throw new TypeError(`${caller} takes a list of ${what}, as parsing gives them, got ${Array.isArray(records) ? 'one with another entry' : shown(records)}.`);
}

/** A part of an untrusted text, shortened and escaped for a message. */
export function quoted(text: string): string {
  return text.length > 24 ? `${JSON.stringify(text.slice(0, 24))}…` : JSON.stringify(text);
}

/** Removes the carriage return at the end of a line. */
export function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
