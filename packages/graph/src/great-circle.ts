import { checkWorld } from './check-world.ts';
import type { Graph, Heuristic, Located } from './graph.ts';
import { shown } from './shown.ts';

/** In metres: the mean radius. */
export const EARTH_RADIUS = 6371008.8;
export const RADIAN = Math.PI / 180;

/** Metres between two positions in degrees, by the haversine formula, which stays accurate for short segments. */
export function metresBetween(lon1: number, lat1: number, lon2: number, lat2: number): number {
  const across = Math.sin(((lon2 - lon1) * RADIAN) / 2);
  const along = Math.sin(((lat2 - lat1) * RADIAN) / 2);
  const h = along * along + Math.cos(lat1 * RADIAN) * Math.cos(lat2 * RADIAN) * across * across;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(h)));
}

/** Throws unless they are a longitude and a latitude. `what` begins the message, `which` names the position. */
export function checkDegrees(x: number, y: number, what: string, which: string): void {
  if (!(Math.abs(x) <= 360 && Math.abs(y) <= 90)) throw new RangeError(`${what} takes coordinates in degrees, x the longitude and y the latitude: ${which} is at (${shown(x)}, ${shown(y)}).`);
}

/**
 * A heuristic for roads whose coordinates are degrees, x the longitude, as those of `parseGeoJsonLines`: the great-circle distance to the goal, in metres.
 * If costs are not metres, scale it by the lowest cost of a metre.
 *
 * @example
 * ```ts
 * import { greatCircle, parseGeoJsonLines } from '@pf/graph';
 * import { AStar } from '@pf/search';
 *
 * const street = { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: [[13.38, 52.51], [13.39, 52.52], [13.4, 52.51]] } };
 * const roads = parseGeoJsonLines(JSON.stringify({ type: 'FeatureCollection', features: [street] }), { cost: (metres) => metres / 14 }); // seconds
 * const metres = greatCircle(roads);
 * metres(0, 2); // ≈ 1353.5
 * new AStar(roads, { heuristic: (v, goal) => metres(v, goal) / 14 }).search(0, 2); // ≈ 185.952
 * ```
 */
export function greatCircle(graph: Graph & Located): Heuristic {
  checkWorld(graph, 'greatCircle');
  const given: Graph & Partial<Located> = graph;
  for (let v = 0; v < graph.vertexCount; v++) checkDegrees(given.x?.(v) ?? NaN, given.y?.(v) ?? NaN, 'greatCircle', `vertex ${v}`);
  return (v, goal) => metresBetween(graph.x(v), graph.y(v), graph.x(goal), graph.y(goal));
}
