import { shown } from '@pf/graph/kit';

/** The meaning of characters in rows of text. */
export interface RowsOptions {
  /** The cost of each character, as an object or a `Map`; 0 for blocked. Replaces the whole default. */
  readonly legend?: Readonly<Record<string, number>> | ReadonlyMap<string, number> | undefined;
}

/** `.` free, `#` blocked, else a cost in base 36. */
const standard: Readonly<Record<string, number>> = { '.': 1, '#': 0, ...Object.fromEntries(Array.from({ length: 35 }, (_, i) => [(i + 1).toString(36), i + 1])) };

/** Reads the costs of cells from rows of text, row by row. */
export function readRows(rows: readonly string[], given: RowsOptions['legend'] = standard): { width: number; height: number; costs: Uint8Array } {
  const legend = given instanceof Map ? Object.fromEntries(given as ReadonlyMap<string, number>) : (given as Readonly<Record<string, number>>);
  if (!Array.isArray(rows)) throw new TypeError(`Rows must be a list of strings, such as text.split('\\n'), got ${shown(rows)}.`);
  let height = rows.length;
  // A text that ends in a line end has an empty line after it.
  while (rows[height - 1] === '' || rows[height - 1] === '\r') height--;
  let width = 0;
  let costs = new Uint8Array();
  for (let y = 0; y < height; y++) {
    const row: unknown = rows[y];
    if (typeof row !== 'string') throw new TypeError(`Row ${y} must be a string, got ${shown(row)}; for numbers call Grid.fromArray, or HexMap.setCost.`);
    // Lines may have ended in CRLF, and a file may begin with a byte order mark. An emoji is one character, but several units of the string; '⛰️' has a mark after the sign, which asks for colour.
    const characters = row.match(/(?!\r$|^\uFEFF).\p{M}*/gsu) ?? [];
    if (y === 0) costs = new Uint8Array((width = characters.length) * height);
    if (characters.length !== width) throw new Error(`Row ${y} has ${characters.length} characters, but row 0 has ${width}; all rows must be equally long.`);
    characters.forEach((character, x) => {
      const cost: number | undefined = legend[character];
      if (cost === undefined) throw new Error(`Row ${y}, column ${x}: unknown character '${character}'; the legend has ${Object.keys(legend).join(' ')}: pass all your characters, as { legend: { '.': 1, '${character}': 0 } }.`);
      if (!isCost(cost)) throw new RangeError(`The legend gives '${character}' the cost ${shown(cost)}; it must be a whole number from 0 (blocked) to 255.`);
      costs[y * width + x] = cost;
    });
  }
  return { width, height, costs };
}

/** The character that `readRows` reads as `cost`. */
export function symbolOf(cost: number): string {
  if (cost < 36) return '#.'[cost] ?? cost.toString(36);
  throw new RangeError(`Rows show costs from 0 to 35, got ${cost}: pass your own symbol(cost).`);
}

/** Returns what stands for `cost` in a row. Throws unless it is one character: the cells after it would move. */
export function checkSymbol(sign: string, cost: number): string {
  if (/^.\p{M}*$/su.test(sign)) return sign;
  throw new TypeError(`symbol(${cost}) must give one character, got ${shown(sign)}.`);
}

/** Throws unless `cost` fits into a cell. */
export function checkCost(cost: number): void {
  if (!isCost(cost)) throw new RangeError(`A cost must be a whole number from 0 (blocked) to 255, got ${shown(cost)}.`);
}

export function isCost(cost: number): boolean {
  return Number.isInteger(cost) && cost >= 0 && cost <= 255;
}
