import { CompressedGraph } from '../compressed-graph.ts';
import { checkOptions } from '../check-options.ts';
import { checkFunction, isCost } from '../checks.ts';
import { metresBetween } from '../great-circle.ts';
import { shown } from '../shown.ts';
import { firstWrong } from './json-position.ts';

/** The properties of a line, such as its tags in OpenStreetMap. */
export type RoadProperties = Readonly<Record<string, unknown>>;

/** Options of `parseGeoJsonLines`: costs and directions of lines. */
export interface GeoJsonLinesOptions {
  /**
   * The cost of a segment, given its length in metres and the properties of its line; Infinity closes it. Default: the length.
   */
  readonly cost?: ((length: number, properties: RoadProperties) => number) | undefined;
  /** The open direction of a line: 1 as drawn, −1 reversed, 0 both. Default: by the tag `oneway` of OpenStreetMap ('yes', '-1'), else both. */
  readonly oneway?: ((properties: RoadProperties) => 1 | 0 | -1) | undefined;
}

/**
 * Reads a road graph from the LineString and MultiLineString geometries of a GeoJSON FeatureCollection, such as an extract of OpenStreetMap. Points at the same
 * position become one vertex, so roads that share a point are connected, also at the date line. Coordinates are degrees, x the longitude. Other geometries are ignored.
 *
 * Throws for invalid input. The message states the number of the feature, or line and column where the text is not JSON.
 *
 * @example
 * ```ts
 * import { parseGeoJsonLines } from '@pf/graph';
 *
 * const street = { type: 'Feature', properties: { oneway: 'yes' }, geometry: { type: 'LineString', coordinates: [[0, 0], [0, 0.001], [0.001, 0.001]] } };
 * const roads = parseGeoJsonLines(JSON.stringify({ type: 'FeatureCollection', features: [street] }));
 * [roads.vertexCount, roads.arcCount, roads.y(1)]; // → [3, 2, 0.001]
 * ```
 */
export function parseGeoJsonLines(text: string, options: GeoJsonLinesOptions = {}): CompressedGraph {
  checkOptions(options, ['cost', 'oneway'], 'parseGeoJsonLines');
  const { cost = (length) => length, oneway = onewayOf } = options;
  checkFunction(cost, 'cost');
  checkFunction(oneway, 'oneway');
  const features = featuresOf(parsed(text));
  const vertices = new Map<number, Map<number, number>>();
  const coordinates: number[] = [];
  const [tails, heads, costs]: [number[], number[], number[]] = [[], [], []];
  const vertexAt = (position: unknown, where: string): number => {
    const [x, y] = Array.isArray(position) ? (position as unknown[]) : [];
    if (!(typeof x === 'number' && typeof y === 'number' && Math.abs(x) <= 180 && Math.abs(y) <= 90)) {
      throw new Error(`${where}: a position must be [longitude, latitude] in degrees, got ${named(position)}.`);
    }
    // Lines are cut at the date line, which has two longitudes.
    const longitude = x === -180 ? 180 : x;
    let column = vertices.get(longitude);
    if (column === undefined) vertices.set(longitude, (column = new Map<number, number>()));
    let v = column.get(y);
    if (v === undefined) {
      v = coordinates.length / 2;
      column.set(y, v);
      coordinates.push(x, y);
    }
    return v;
  };
  features.forEach((feature, i) => {
    const where = `Feature ${i} of the GeoJSON`;
    const { geometry, properties } = recordOf(feature, where);
    if (geometry === null || geometry === undefined) return;
    const { type, coordinates: drawn } = recordOf(geometry, `${where}, its geometry`);
    if (type !== 'LineString' && type !== 'MultiLineString') return;
    const lines = listOf(type === 'LineString' ? [drawn] : drawn, where);
    const tags = typeof properties === 'object' && properties !== null ? (properties as RoadProperties) : {};
    const direction = oneway(tags);
    if (![1, 0, -1].includes(direction)) throw new RangeError(`${where}: oneway must return 1, 0 or -1, got ${shown(direction)}.`);
    for (const line of lines) {
      let before = -1;
      for (const position of listOf(line, where)) {
        const v = vertexAt(position, where);
        if (before >= 0 && before !== v) {
          const value = cost(metresBetween(coordinates[2 * before], coordinates[2 * before + 1], coordinates[2 * v], coordinates[2 * v + 1]), tags);
          if (!isCost(value)) throw new RangeError(`${where}: the cost of a segment must be from 0 to 10¹², or Infinity, got ${shown(value)}.`);
          if (direction >= 0) addArc(before, v, value);
          if (direction <= 0) addArc(v, before, value);
        }
        before = v;
      }
    }
  });
  return new CompressedGraph(coordinates.length / 2, { tails, heads, costs }, { coordinates });

  function addArc(tail: number, head: number, value: number): void {
    tails.push(tail);
    heads.push(head);
    costs.push(value);
  }
}

function parsed(file: string): unknown {
  if (typeof file !== 'string') throw new TypeError(`GeoJSON must be a string, got ${shown(file)}.`);
  // Some programs begin files with a byte order mark.
  const text = file.startsWith('\uFEFF') ? file.slice(1) : file;
  try {
    return JSON.parse(text);
  } catch (error) {
    const before = text.slice(0, firstWrong(text)).split('\n');
    throw new Error(`The GeoJSON, line ${before.length}, column ${before[before.length - 1].length + 1}: not valid JSON.`, { cause: error });
  }
}

function featuresOf(json: unknown): unknown[] {
  const { type, features } = recordOf(json, 'The GeoJSON');
  if (type === 'FeatureCollection') return listOf(features, 'The GeoJSON', 'features');
  if (type === 'Feature') return [json];
  throw new Error(`The GeoJSON must be a FeatureCollection or a Feature, got the type ${named(type)}.`);
}

function recordOf(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`${where} must be an object, got ${named(value)}.`);
}

function listOf(value: unknown, where: string, what = 'coordinates'): unknown[] {
  if (Array.isArray(value)) return value as unknown[];
  throw new Error(`${where}: ${what} must be a list, got ${named(value)}.`);
}

/** A value of the file, for an error message. */
function named(value: unknown): string {
  return value === undefined ? 'none' : shown(value).slice(0, 60);
}

function onewayOf({ oneway }: RoadProperties): 1 | 0 | -1 {
  if (oneway === 'yes' || oneway === true || oneway === 1 || oneway === '1' || oneway === 'true') return 1;
  return oneway === '-1' || oneway === -1 || oneway === 'reverse' ? -1 : 0;
}
