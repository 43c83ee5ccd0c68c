/**
 * Placement of landmarks: random and farthest (A. Goldberg and C. Harrelson, SODA 2005), avoid (A. Goldberg and R. Werneck, ALENEX 2005), covering,
 * and near the middle of recent goals.
 */
import type { Graph, Heuristic, Located } from '@pf/graph';
import { checkFunction, checkHeuristic, checkList, checkVertex, checkWorld } from '@pf/graph/kit';
import { Dijkstra } from '@pf/search';
import { parts } from '../parts.ts';
import { randomEntries, randomEntry } from '../random-entry.ts';
import { Landmarks } from './landmarks.ts';

/** Vertices with outgoing arcs; a landmark elsewhere gives no bounds. Throws if `count` is invalid. */
function candidates(graph: Graph, count = 1): Int32Array {
  checkWorld(graph, 'A placement of landmarks');
  if (!Number.isInteger(count) || count < 0) throw new RangeError(`The number of landmarks must be a whole number of 0 or more, got ${count}.`);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const found: number[] = [];
  for (let v = 0; v < graph.vertexCount; v++) if (graph.successors(v, to, cost) > 0) found.push(v);
  if (found.length === 0) throw new Error('A landmark needs a vertex with an arc, and this graph has none.');
  return Int32Array.from(found);
}

/**
 * Random landmarks.
 *
 * @example
 * ```ts
 * import { Grid, seededRandom } from '@pf/grid';
 * import { randomLandmarks } from '@pf/preprocess';
 *
 * randomLandmarks(new Grid(8, 8), 4, seededRandom(1)).length; // → 4
 * ```
 */
export function randomLandmarks(graph: Graph, count: number, random: () => number): number[] {
  checkFunction(random, 'random');
  const places = candidates(graph, count);
  return randomEntries(places, Math.min(count, places.length), random);
}

/**
 * Places each landmark as far as possible from the ones before, the first as far as possible from `start` (default, and if no arc leaves it: a vertex of the
 * largest part of the world). An unreached part comes first if its size entitles it to at least half a landmark of `count`, last if it is smaller.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { farthestLandmarks } from '@pf/preprocess';
 *
 * const grid = new Grid(8, 8);
 * farthestLandmarks(grid, 2, grid.vertex(0, 0)).map((v) => [grid.x(v), grid.y(v)]); // → [[7, 7], [0, 0]]
 * ```
 */
export function farthestLandmarks(graph: Graph, count: number, start?: number): number[] {
  if (start !== undefined) checkVertex(graph, start, 'start of the placement');
  const places = candidates(graph, count);
  const largest = parts(graph, places).sort((a, b) => b.size - a.size);
  const dijkstra = new Dijkstra(graph);
  const chosen: number[] = [];
  const costs = new Float64Array(graph.vertexCount);
  /** The farthest of these vertices that is not a landmark yet and costs at least this much from the landmarks; −1 if there is none. */
  const farthestFrom = (sources: number[], least = 0): number => {
    dijkstra.flood(sources);
    let farthest = -1;
    for (let v = 0, most = -1; v < graph.vertexCount; v++) {
      const distance = dijkstra.distance(v);
      if (distance <= most || distance === Infinity || costs[v] < least || chosen.includes(v)) continue;
      most = distance;
      farthest = v;
    }
    return farthest;
  };
  while (chosen.length < Math.min(count, places.length)) {
    const next = farthestFrom(chosen.length > 0 ? chosen : [places.includes(start!) ? start! : largest[0].vertex]);
    dijkstra.distances(costs);
    const apart = chosen.length > 0 ? largest.find(({ vertex }) => costs[vertex] === Infinity) : undefined;
    if (apart === undefined && next < 0) break;
    chosen.push(apart !== undefined && (next < 0 || 2 * apart.size * count >= places.length) ? farthestFrom([apart.vertex], Infinity) : next);
  }
  return chosen;
}

/**
 * Places each landmark where the ones before bound the costs from a random root worst. In the tree of cheapest paths from that root, it descends to a leaf
 * through the subtrees without a landmark that have the largest sum of errors.
 *
 * @example
 * ```ts
 * import { Grid, seededRandom } from '@pf/grid';
 * import { avoidLandmarks } from '@pf/preprocess';
 *
 * avoidLandmarks(new Grid(8, 8), 4, seededRandom(1)).length; // → 4
 * ```
 */
export function avoidLandmarks(graph: Graph, count: number, random: () => number): number[] {
  checkFunction(random, 'random');
  const places = candidates(graph, count);
  const chosen = randomLandmarks(graph, Math.min(1, count), random);
  // A table for each, so that earlier floods are not repeated.
  const bounds: Heuristic[] = [];
  const dijkstra = new Dijkstra(graph);
  const order = new Uint32Array(graph.vertexCount);
  const size = new Float64Array(graph.vertexCount);
  const covered = new Uint8Array(graph.vertexCount);
  const heaviest = new Int32Array(graph.vertexCount);
  for (let attempts = 0; chosen.length < Math.min(count, places.length) && attempts < 8 * count; attempts++) {
    const root = randomEntry(places, random);
    for (const vertex of chosen.slice(bounds.length)) bounds.push(new Landmarks(graph, [vertex]).heuristic());
    const n = dijkstra.flood(root);
    dijkstra.reached(order);
    size.fill(0);
    // One after the other, so that only one table is in the cache.
    for (const bound of bounds) {
      for (let i = 0; i < n; i++) {
        const most = bound(root, order[i]);
        if (most > size[order[i]]) size[order[i]] = most;
      }
    }
    for (let i = 0; i < n; i++) {
      const v = order[i];
      size[v] = dijkstra.distance(v) - size[v];
      covered[v] = chosen.includes(v) ? 1 : 0;
      heaviest[v] = -1;
    }
    // From the leaves up: adds up sizes. A landmark in a subtree sets its sum to 0.
    for (let i = n - 1; i > 0; i--) {
      const v = order[i];
      const parent = dijkstra.parent(v);
      if (covered[v] === 1) {
        size[v] = 0;
        covered[parent] = 1;
      }
      size[parent] += size[v];
      if (size[v] > 0 && (heaviest[parent] < 0 || size[v] > size[heaviest[parent]])) heaviest[parent] = v;
    }
    let leaf = root;
    let top = 0;
    for (let i = 0; i < n; i++) if (covered[order[i]] === 0 && size[order[i]] > top) top = size[(leaf = order[i])];
    while (heaviest[leaf] >= 0) leaf = heaviest[leaf];
    if (!chosen.includes(leaf)) chosen.push(leaf);
  }
  return chosen;
}

/** Number of candidates for each landmark, and of pairs of vertices to compare them on. */
const CANDIDATES = 4;
const PAIRS = 2000;

/**
 * The landmarks that together bound the costs between random pairs of vertices best (similar to "maxcover" of A. Goldberg and R. Werneck, which
 * counts arcs). Of several times as many candidates from `farthestLandmarks` and `avoidLandmarks`, it repeatedly takes the one that improves the
 * bounds most. Takes one flood for each candidate, and the time to place them.
 *
 * With `base`, the heuristic that will be used together with the landmarks, only improvements over it count.
 *
 * @example
 * ```ts
 * import { Grid, seededRandom } from '@pf/grid';
 * import { coveringLandmarks } from '@pf/preprocess';
 *
 * const grid = new Grid(8, 8);
 * coveringLandmarks(grid, 4, seededRandom(1), grid.heuristic()).length; // → 4
 * ```
 */
export function coveringLandmarks(graph: Graph, count: number, random: () => number, base: Heuristic = () => 0): number[] {
  checkFunction(random, 'random');
  checkHeuristic(base);
  const places = candidates(graph, count);
  const half = Math.ceil((CANDIDATES / 2) * count);
  const tried = [...new Set([...farthestLandmarks(graph, half), ...avoidLandmarks(graph, half, random)])];
  const landmarks = new Landmarks(graph, tried);
  const ends = Int32Array.from({ length: 2 * PAIRS }, () => randomEntry(places, random));
  const best = Float64Array.from({ length: PAIRS }, (_, pair) => base(ends[2 * pair], ends[2 * pair + 1]));
  // A pair without a path does not measure a bound.
  const bounds = tried.map((_, i) => best.map((floor, pair) => {
    const bound = landmarks.bound(ends[2 * pair], ends[2 * pair + 1], i);
    return bound < Infinity ? Math.max(floor, bound) : floor;
  }));
  const chosen: number[] = [];
  while (chosen.length < Math.min(count, tried.length)) {
    let most = -1;
    let next = 0;
    for (let i = 0; i < tried.length; i++) {
      if (chosen.includes(tried[i])) continue;
      let gain = 0;
      // If `base` is Infinity, there is no path, and no bound improves it.
      for (let pair = 0; pair < PAIRS; pair++) if (bounds[i][pair] > best[pair]) gain += bounds[i][pair] - best[pair];
      if (gain <= most) continue;
      most = gain;
      next = i;
    }
    chosen.push(tried[next]);
    for (let pair = 0; pair < PAIRS; pair++) best[pair] = Math.max(best[pair], bounds[next][pair]);
  }
  return chosen;
}

/**
 * The vertex nearest to the mean position of some goals: a good landmark while a game is played around it.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { centroidLandmark } from '@pf/preprocess';
 *
 * const grid = new Grid(9, 9);
 * centroidLandmark(grid, [grid.vertex(0, 0), grid.vertex(8, 8)]) === grid.vertex(4, 4); // → true
 * ```
 */
export function centroidLandmark(graph: Graph & Located, goals: ArrayLike<number>): number {
  checkWorld(graph, 'centroidLandmark');
  checkList(goals, 'goals');
  if (goals.length === 0) throw new RangeError('A centroid needs at least one goal, got none.');
  let x = 0;
  let y = 0;
  for (let i = 0; i < goals.length; i++) {
    checkVertex(graph, goals[i], 'goal');
    x += graph.x(goals[i]) / goals.length;
    y += graph.y(goals[i]) / goals.length;
  }
  let nearest = -1;
  let least = Infinity;
  for (const v of candidates(graph)) {
    const distance = (graph.x(v) - x) ** 2 + (graph.y(v) - y) ** 2;
    if (!(distance < least)) continue;
    least = distance;
    nearest = v;
  }
  if (nearest < 0) throw new RangeError(`No vertex is nearest to the middle of the goals, (${x}, ${y}): give the graph coordinates.`);
  return nearest;
}
