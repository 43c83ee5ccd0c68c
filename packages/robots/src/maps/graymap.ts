import { checkList, shown } from '@pf/graph/kit';

/** A grey-scale image: 0 black … `white` white, rows from the top. */
export interface Graymap {
  readonly width: number;
  readonly height: number;
  readonly white: number;
  readonly shades: Uint8Array | Uint16Array;
}

/** Above any real map, and low enough that a damaged header cannot exhaust memory. */
const MOST_PIXELS = 2 ** 28;

/**
 * Reads a portable graymap: binary (`P5`, 8 or 16 bits) or text (`P2`), with comments.
 *
 * @example
 * ```ts
 * import { parseGraymap } from '@pf/robots';
 *
 * const { width, shades } = parseGraymap(new TextEncoder().encode('P2 3 1 255\n0 128 255\n'));
 * [width, [...shades]]; // → [3, [0, 128, 255]]
 * ```
 */
export function parseGraymap(bytes: Uint8Array): Graymap {
  if (!((bytes as unknown) instanceof Uint8Array)) throw new TypeError(`A graymap is read from its bytes, a Uint8Array, got ${shown(bytes)}.`);
  const kind = String.fromCharCode(bytes[0] ?? 32, bytes[1] ?? 32);
  if (kind !== 'P5' && kind !== 'P2') throw new Error(`A graymap begins with P5 or P2, got ${JSON.stringify(kind)}: convert the picture to PGM.`);
  let at = 2;
  const number = (what: string): number => {
    for (;;) {
      while (isSpace(bytes[at])) at++;
      if (bytes[at] !== 0x23) break;
      while (at < bytes.length && bytes[at] !== 0x0a) at++;
    }
    const from = at;
    let value = 0;
    for (; bytes[at] >= 0x30 && bytes[at] <= 0x39 && value < 1e9; at++) value = 10 * value + bytes[at] - 0x30;
    if (at === from) throw new Error(`The graymap should have a number for ${what} at byte ${from}.`);
    return value;
  };
  const width = number('its width');
  const height = number('its height');
  const white = number('its white');
  if (width === 0 || height === 0 || width * height > MOST_PIXELS) throw new Error(`A graymap of ${width} × ${height} pixels cannot be read.`);
  if (white === 0 || white > 65535) throw new Error(`The white of a graymap is from 1 to 65535, got ${white}.`);
  const count = width * height;
  const wide = white > 255;
  if (kind === 'P5') {
    at++;
    const needed = wide ? 2 * count : count;
    // A header that was converted to line ends of CRLF.
    if (bytes[at - 1] === 0x0d && bytes[at] === 0x0a && bytes.length - at === needed + 1) at++;
    if (bytes.length - at < needed) throw new Error(`The graymap ends after ${Math.max(0, bytes.length - at)} of the ${needed} bytes of ${width} × ${height} pixels.`);
    const shades = wide ? new Uint16Array(count) : bytes.slice(at, at + count);
    for (let i = 0; wide && i < count; i++) shades[i] = (bytes[at + 2 * i] << 8) | bytes[at + 2 * i + 1];
    for (let i = 0; i < count; i++) checkShade(shades[i], i, white);
    return { width, height, white, shades };
  }
  // Each pixel takes at least a digit, so missing pixels are never allocated.
  if (bytes.length - at < count) throw new Error(`The graymap is too short for ${width} × ${height} pixels.`);
  const shades = wide ? new Uint16Array(count) : new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const shade = number(`pixel ${i}`);
    checkShade(shade, i, white);
    shades[i] = shade;
  }
  return { width, height, white, shades };
}

/**
 * Writes grey values of 0 to 255, rows from the top, as a binary graymap.
 *
 * @example
 * ```ts
 * import { formatGraymap, parseGraymap } from '@pf/robots';
 *
 * parseGraymap(formatGraymap(2, 1, [0, 254])).shades[1]; // → 254
 * ```
 */
export function formatGraymap(width: number, height: number, shades: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  for (const [name, size] of [['width', width], ['height', height]] as const) if (!(Number.isInteger(size) && size > 0)) throw new RangeError(`The ${name} of a graymap must be a whole number of pixels above 0, got ${shown(size)}.`);
  checkList(shades, 'shades of a graymap');
  if (shades.length !== width * height) throw new RangeError(`A graymap of ${width} × ${height} pixels needs ${width * height} shades, got ${shades.length}.`);
  for (let i = 0; i < shades.length; i++) if (!(Number.isInteger(shades[i]) && shades[i] >= 0 && shades[i] <= 255)) throw new RangeError(`Shades are whole numbers from 0 to 255, got ${shown(shades[i])} for pixel ${i}.`);
  const head = `P5\n${width} ${height}\n255\n`;
  const bytes = new Uint8Array(head.length + width * height);
  for (let i = 0; i < head.length; i++) bytes[i] = head.charCodeAt(i);
  bytes.set(shades, head.length);
  return bytes;
}

function checkShade(shade: number, pixel: number, white: number): void {
  if (shade > white) throw new Error(`Pixel ${pixel} of the graymap is ${shade}, above its white, which is ${white}.`);
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || (byte !== undefined && byte >= 0x09 && byte <= 0x0d);
}
