import { checkFunction, checkList } from '@pf/graph/kit';
import type { TerrainUnit } from './terrain-unit.ts';
import { inUnits } from './terrain-unit.ts';

/** An image as canvases have it: four bytes a pixel, red, green, blue, alpha. `new ImageData(data, width)` makes one for a canvas. */
export interface RgbaImage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Options of `Grid.fromRgba`. */
export interface RgbaOptions extends TerrainUnit {
  /** The cost of a pixel, 0 to block it. Default: dark or transparent pixels are blocked, all others cost 1. */
  readonly costOf?: ((red: number, green: number, blue: number, alpha: number) => number) | undefined;
}

/** Each component from 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** The cost of each pixel, row by row. */
export function readPixels({ width, height, data }: { readonly width: number; readonly height: number; readonly data: ArrayLike<number> }, { costOf = brightIsFree, terrainUnit = 1 }: RgbaOptions): Uint8Array {
  if (data.length !== 4 * width * height) throw new RangeError(`A picture of ${width} × ${height} has ${4 * width * height} bytes, got ${data.length}.`);
  checkFunction(costOf, 'costOf');
  return Uint8Array.from({ length: width * height }, (_, i) =>
    inUnits(costOf(data[4 * i], data[4 * i + 1], data[4 * i + 2], data[4 * i + 3]), terrainUnit, i, width, () => `pixel (${[0, 1, 2, 3].map((channel) => data[4 * i + channel]).join(', ')})`));
}

export function writePixels(costs: Uint8Array, color: (cost: number) => Color): Uint8ClampedArray<ArrayBuffer> {
  const data = new Uint8ClampedArray(4 * costs.length);
  for (let i = 0; i < costs.length; i++) {
    const pixel = color(costs[i]);
    checkList(pixel, 'result of color');
    if ((pixel.length as number) !== 4) throw new RangeError(`The result of color must be 4 numbers, got ${pixel.length}.`);
    data.set(pixel, 4 * i);
  }
  return data;
}

function brightIsFree(red: number, green: number, blue: number, alpha: number): number {
  return alpha >= 128 && red + green + blue >= 3 * 128 ? 1 : 0;
}

/** Black for blocked cells, white for cost 1, down to a grey for 255 that is still read as free. */
export function greyOf(cost: number): Color {
  const level = cost === 0 ? 0 : 255 - (cost >> 1);
  return [level, level, level, 255];
}
