import { crc32, deflateSync } from 'node:zlib';

/** Red, green, blue and alpha: 0 to 255 each. */
export type Rgba = readonly [number, number, number, number];

/**
 * An image of one byte a pixel, an index into `palette`, as a data URL: a map of a million cells takes a few kilobytes.
 *
 * @example
 * ```ts
 * import { toPng } from '@pf/bench';
 *
 * toPng(2, 1, Uint8Array.of(0, 1), [[0, 0, 0, 255], [255, 255, 255, 255]]).startsWith('data:image/png;base64,iVBOR'); // → true
 * ```
 */
export function toPng(width: number, height: number, pixels: Uint8Array, palette: readonly Rgba[]): string {
  const lines = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++) lines.set(pixels.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8 bits a pixel, by palette
  const file = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(([r, g, b]) => [r, g, b]))),
    chunk('tRNS', Buffer.from(palette.map((colour) => colour[3]))),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${file.toString('base64')}`;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  frame.set(body, 4);
  frame.writeUInt32BE(crc32(body), frame.length - 4);
  return frame;
}
