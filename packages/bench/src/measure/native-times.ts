/**
 * Microseconds per query of native programs on the same problems: measured once, on two virtual cores at 2.6 GHz, compiled by g++ 12. They cannot be
 * measured again here. "Lean" is a reference implementation with padded arrays and buckets; Warthog and JPS+ with goal bounding (S. Rabin) are their
 * authors' own.
 */
const MAPS = ['dao/den312d', 'dao/lak303d', 'dao/brc202d', 'dao/orz900d', 'bg512/AR0011SR', 'wc3maps512/battleground', 'mazes/maze512-1-0', 'mazes/maze512-8-0', 'rooms/32room_000', 'random/random512-25-0'];

const by = (...times: readonly number[]): Readonly<Record<string, number>> => Object.fromEntries(MAPS.map((map, k) => [map, times[k]]));

export const NATIVE = {
  leanAStar: by(13.8, 126, 419, 1548, 256, 162, 1792, 3068, 852, 865),
  warthogJps: by(1.8, 29.2, 62.7, 149, 7.9, 8.8, 1764, 118, 36.7, 2083),
  warthogJpsPlus: by(1.0, 19.8, 43.0, 102, 2.2, 3.9, 1764, 61.3, 13.6, 2012),
  rabinJpsPlusGoalBounding: by(0.43, 1.74, 3.47, 11.1, 1.66, 1.88, 59.5, 10.5, 4.07, 187),
};

/**
 * Milliseconds per episode and microseconds per move of lean native planners, 8-connected, sight of eight cells, corner to corner, mean of five
 * worlds. Measured as above.
 */
export const NATIVE_EPISODES = {
  'maze 101': { dstarLite: { time: 4.3, move: 2.8 }, multipath: { time: 1.25, move: 0.82 } },
  'maze 101, 10% loops': { dstarLite: { time: 1.5, move: 2.8 }, multipath: { time: 0.44, move: 0.79 } },
  'random 25%, 101': { dstarLite: { time: 0.58, move: 2.7 }, multipath: { time: 0.22, move: 1 } },
  'maze 201': { dstarLite: { time: 24, move: 4 }, multipath: { time: 18.8, move: 3.1 } },
  'maze 201, 10% loops': { dstarLite: { time: 4.7, move: 4.2 }, multipath: { time: 1.29, move: 1.1 } },
};

/**
 * LaCAM in C++ (third generation) on the multi-agent problems of the Moving AI Lab, the first units of NAME-random-1.scen, measured as above: the
 * time of the first plan, its sum of costs over the sum of shortest paths, and the same ratio after 10 s with both cores and all features.
 */
export const NATIVE_PLANS: Readonly<Record<string, { readonly units: number; readonly milliseconds: number; readonly cost: number; readonly improved?: number } | undefined>> = {
  'random-32-32-20': { units: 400, milliseconds: 37, cost: 3.18, improved: 2.44 },
  'random-64-64-20': { units: 1000, milliseconds: 147, cost: 2.54, improved: 1.92 },
  'room-64-64-8': { units: 1000, milliseconds: 255, cost: 5.69 },
  'warehouse-10-20-10-2-1': { units: 1000, milliseconds: 241, cost: 3.06, improved: 2.01 },
  den312d: { units: 1000, milliseconds: 182, cost: 5.62 },
  ost003d: { units: 1000, milliseconds: 411, cost: 1.78 },
  'empty-48-48': { units: 1000, milliseconds: 95, cost: 2.22 },
};

/**
 * RoutingKit on road networks, measured as above: seconds to build a contraction hierarchy, microseconds of its queries for the distance and with the
 * path, milliseconds of a customisation, and microseconds of a query of a customizable hierarchy.
 */
export const NATIVE_ROADS: Readonly<Record<string, { readonly build: number; readonly distance: number; readonly path: number; readonly customise: number; readonly customDistance: number; readonly customPath: number }>> = {
  amsterdam: { build: 1.27, distance: 11.5, path: 16, customise: 5, customDistance: 11, customPath: 18.3 },
  rome: { build: 4.5, distance: 26.9, path: 47.6, customise: 21, customDistance: 19.3, customPath: 73.9 },
};

/** Microseconds a query of Anya, in Java, on 100 problems of a map (rows ⌊i·N/100⌋ of its problem set). */
export const ANYA_TIMES: Readonly<Record<string, number | undefined>> = { 'dao/arena2': 2580, 'mazes/maze512-8-0': 3916, 'rooms/32room_000': 3410, 'random/random512-25-0': 28_926 };
