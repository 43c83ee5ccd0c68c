/**
 * The database of HCDPS — R. Lawrence and V. Bulitko, "Database-driven real-time heuristic search in video-game pathfinding", IEEE TCIAIG 5(3), 2013. The
 * map is divided into parts, each with a seed such that hill-climbing leads from every vertex to the seed and back.
 * Cheapest paths between seeds of nearby parts are compressed to subgoals; dynamic programming joins them for all pairs.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { CompressedGraph, fingerprint } from '@pf/graph';
import { checkWorld, HillClimber, lastingHeuristic, shown } from '@pf/graph/kit';
import { AStar, Dijkstra } from '@pf/search';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { encodeArtifact } from '../artifact/artifact.ts';
import type { ProgressCallbacks } from '../progress-callbacks.ts';
import { checkBuild, reportProgress } from '../progress-callbacks.ts';
import { checkTables, checkSections, readSections, vertices } from '../artifact/sections.ts';
import type { BuiltFor } from '../artifact/world-fingerprint.ts';
import { builtFingerprint, builtFor } from '../artifact/world-fingerprint.ts';
import { checkPairs } from './pair-table.ts';
import { subgoalsOnPath } from './subgoals-on-path.ts';

/** A graph divided into parts, with subgoals between them, for `PartitionGuide` of @pf/realtime. */
export interface Partition extends BuiltFor {
  /** Number of parts. */
  readonly partCount: number;
  /** Part by vertex; −1 for vertices without arcs. */
  readonly part: Int32Array;
  /** Seed by part: hill-climbing leads from every vertex of the part to it, and from it to every vertex. */
  readonly seeds: Int32Array;
  /** At from · partCount + to: the first leg to take; −1 if there is no path. */
  readonly leg: Int32Array;
  /** Leg i has subgoals[first[i]] … subgoals[first[i + 1] − 1]; the last is the seed of another part. */
  readonly first: Uint32Array;
  /** The subgoals of all legs. */
  readonly subgoals: Int32Array;
}

/** Options of `buildPartition`. */
export interface PartitionOptions extends ProgressCallbacks {
  /** The agents' heuristic. Default: the graph's own, as for agents. */
  readonly heuristic?: Heuristic | undefined;
  /** Maximum number of steps of a climb. Default 250. */
  readonly cutoff?: number | undefined;
  /**
   * Legs lead from a part to all parts up to this many borders away. A path bends at the seed where each leg ends: a longer reach means fewer
   * bends but more legs to build and store. Default 2.
   */
  readonly reach?: number | undefined;
}

/**
 * Divides a graph into parts that hill-climbing can cross, and connects them. Throws if there are too many parts for a table of all pairs.
 *
 * The progress callback counts vertices while parts are made, then also legs and joined parts, which increase
 * the total.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { buildPartition } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['...#...', '...#...', '.......']);
 * buildPartition(grid).partCount; // → 2
 * ```
 */
export function buildPartition(graph: Graph, options: PartitionOptions = {}): Partition {
  checkBuild(graph, options, ['heuristic', 'cutoff', 'reach'], 'buildPartition');
  const { heuristic = lastingHeuristic(graph), cutoff = 250, reach = 2 } = options;
  HillClimber.checkCutoff(cutoff);
  if (!(Number.isInteger(reach) && reach >= 1)) throw new RangeError(`The reach of legs must be a whole number of borders, 1 or more, got ${shown(reach)}.`);
  const { version } = graph;
  const { part, seeds, placed } = cut(graph, heuristic, cutoff, options);
  const partCount = seeds.length;
  const pairs = pairsWithin(reach, neighbouringParts(graph, part, partCount));
  const total = placed + pairs.length + partCount;
  const astar = new AStar(graph, { heuristic });
  const path = new Uint32Array(graph.vertexCount);
  const legs: [from: number, to: number, cost: number][] = [];
  const first = [0];
  const subgoals: number[] = [];
  for (const [i, [from, to]] of pairs.entries()) {
    reportProgress(options, placed + i, total);
    const cost = astar.search(seeds[from], seeds[to]);
    if (cost === Infinity) continue;
    legs.push([from, to, cost]);
    for (const subgoal of subgoalsOnPath(graph, heuristic, path, astar.path(path), cutoff)) subgoals.push(subgoal);
    first.push(subgoals.push(seeds[to]));
  }
  const leg = firstLegs(partCount, legs, (joined) => reportProgress(options, total - partCount + joined, total));
  reportProgress(options, total, total);
  return builtFor(graph, {
    partCount,
    part,
    seeds: Int32Array.from(seeds),
    leg,
    first: Uint32Array.from(first),
    subgoals: Int32Array.from(subgoals),
  }, version);
}

/**
 * Saves a partition to a buffer, for the world as it was at the build.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { buildPartition, loadPartition, savePartition } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['...#...', '...#...', '.......']);
 * const saved = savePartition(grid, buildPartition(grid));
 * loadPartition(grid, saved).partCount; // → 2
 * ```
 */
export function savePartition(graph: Graph, partition: Partition): ArrayBuffer {
  checkWorld(graph, 'savePartition');
  checkTables(partition, ['part', 'seeds', 'leg', 'first', 'subgoals'], 'savePartition');
  const { part, seeds, leg, first, subgoals } = partition;
  return encodeArtifact('partition', builtFingerprint(graph, partition), [part, seeds, leg, first, subgoals]);
}

/**
 * Loads a partition saved for the same world; throws for another. The lists are views into the buffer.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { buildPartition, loadPartition, savePartition } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['...#...', '...#...', '.......']);
 * const saved = savePartition(grid, buildPartition(grid));
 * const { part } = loadPartition(grid, saved);
 * part[grid.vertex(0, 0)] === part[grid.vertex(6, 0)]; // → false
 * ```
 */
export function loadPartition(graph: Graph, bytes: ArtifactBytes): Partition {
  const sections = readSections(bytes, 'partition', fingerprint(graph), 5);
  const [part, seeds, leg, first, subgoals] = sections as Int32Array[];
  const types = [Int32Array];
  checkSections('partition', sections, [
    { name: 'parts', types, length: graph.vertexCount, range: [-1, seeds.length - 1] },
    { name: 'seeds', types, range: vertices(graph) },
    { name: 'legs', types, length: seeds.length ** 2, range: [-1, first.length - 2] },
    { name: 'first', types: [Uint32Array], offsetsInto: subgoals.length },
    { name: 'subgoals', types, range: vertices(graph) },
  ]);
  return builtFor(graph, { partCount: seeds.length, part, seeds, leg, first: first as unknown as Uint32Array, subgoals });
}

/**
 * Makes parts one by one. Each grows around the first vertex without a part, and contains all vertices that climbing reaches. That vertex lies at an edge of the rest, so the
 * part is grown again around the middle of the first result. This gives fewer parts, and shorter paths through seeds.
 */
function cut(graph: Graph, heuristic: Heuristic, cutoff: number, watch: ProgressCallbacks): { part: Int32Array; seeds: number[]; placed: number } {
  const part = new Int32Array(graph.vertexCount).fill(-1);
  const seeds: number[] = [];
  let placed = 0;
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const climber = new HillClimber(graph, heuristic);
  /** Whether climbing leads from a vertex to a seed and back. */
  const belongs = (v: number, seed: number): boolean =>
    climber.steps(v, seed, cutoff) >= 0 && climber.steps(seed, v, cutoff) >= 0;
  /** Grows the next part from the seed outwards: by each vertex that belongs to the seed and has no part yet. */
  const grow = (seed: number): number[] => {
    const members = [seed];
    part[seed] = seeds.length;
    for (const v of members) {
      const n = graph.successors(v, to, cost);
      for (let i = 0; i < n; i++) {
        if (part[to[i]] >= 0 || !belongs(to[i], seed)) continue;
        part[to[i]] = seeds.length;
        members.push(to[i]);
      }
    }
    return members;
  };
  const growAnew = (members: readonly number[], seed: number): number[] => {
    for (const v of members) part[v] = -1;
    return grow(seed);
  };
  const begin = (): void => {
    reportProgress(watch, placed, graph.vertexCount);
    checkPairs(seeds.length + 1, 'parts', `raise the cutoff of ${cutoff}, or block unreachable areas`);
  };
  for (let v = 0; v < graph.vertexCount; v++) {
    if (part[v] >= 0 || graph.successors(v, to, cost) === 0) continue;
    begin();
    const first = grow(v);
    let seed = middleOf(first, heuristic);
    let members = growAnew(first, seed);
    // `v` must get a part now: the loop does not return to it.
    if (part[v] < 0) members = growAnew(members, (seed = v));
    placed += members.length;
    seeds.push(seed);
  }
  // A vertex that arcs only enter is its own part, so that every goal has one.
  for (let v = 0; v < graph.vertexCount; v++) {
    if (part[v] >= 0 || graph.predecessors(v, to, cost) === 0) continue;
    begin();
    part[v] = seeds.push(v) - 1;
    placed++;
  }
  return { part, seeds, placed };
}

/** The vertex nearest to all others, by estimates to about sixteen of them. */
function middleOf(vertices: readonly number[], heuristic: Heuristic): number {
  const step = Math.ceil(vertices.length / 16);
  let middle = vertices[0];
  let least = Infinity;
  for (const v of vertices) {
    let sum = 0;
    for (let i = 0; i < vertices.length; i += step) sum += heuristic(v, vertices[i]);
    if (!(sum < least)) continue;
    least = sum;
    middle = v;
  }
  return middle;
}

/** By part: the parts to which an arc leads from it. */
function neighbouringParts(graph: Graph, part: Int32Array, partCount: number): readonly ReadonlySet<number>[] {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const neighbours = Array.from({ length: partCount }, () => new Set<number>());
  for (let v = 0; v < graph.vertexCount; v++) {
    for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) if (part[to[i]] !== part[v]) neighbours[part[v]].add(part[to[i]]);
  }
  return neighbours;
}

/** All pairs of parts that are at most `reach` borders apart. */
function pairsWithin(reach: number, neighbours: readonly ReadonlySet<number>[]): [number, number][] {
  return neighbours.flatMap((_, from) => {
    const borders = new Map([[from, 0]]);
    for (const [part, passed] of borders) {
      if (passed < reach) for (const next of neighbours[part]) if (!borders.has(next)) borders.set(next, passed + 1);
    }
    borders.delete(from);
    return [...borders.keys()].sort((a, b) => a - b).map((to): [number, number] => [from, to]);
  });
}

/** For each pair of parts: the number of the first leg of a cheapest chain of legs. Calls `progress` before each part with the number of joined parts. */
function firstLegs(partCount: number, legs: readonly [number, number, number][], progress: (joined: number) => void): Int32Array {
  // A leg may cost more than the limit of arcs. Dividing by a power of two changes neither sums nor comparisons.
  const highest = legs.reduce((most, [, , cost]) => Math.max(most, cost), 1);
  const unit = 2 ** Math.max(0, Math.ceil(Math.log2(highest)) - 39);
  const graph = new CompressedGraph(partCount, legs.map(([from, to, cost]) => [from, to, cost / unit]));
  const number = new Map(legs.map(([from, to], i) => [from * partCount + to, i]));
  const table = new Int32Array(partCount ** 2).fill(-1);
  const dijkstra = new Dijkstra(graph, { direction: 'backward' });
  const next = new Int32Array(partCount);
  for (let target = 0; target < partCount; target++) {
    progress(target);
    dijkstra.flood(target);
    dijkstra.firstSteps(next);
    for (let from = 0; from < partCount; from++) if (from !== target && next[from] >= 0) table[from * partCount + target] = number.get(from * partCount + next[from])!;
  }
  return table;
}
