/**
 * The abstraction of D LRTA* — V. Bulitko, Y. Björnsson, M. Luštrek, J. Schaeffer and S. Sigmundarson, ICAPS 2007; the cliques are those of N. Sturtevant and
 * M. Buro, "Partial pathfinding using map abstraction and refinement", AAAI 2005. Cliques of neighbours are merged, level by level. The table is for
 * ordered pairs of regions of the last level. It has the vertex where a cheapest path to the second's representative enters the next region.
 *
 * Departures: the path starts at the first region's vertex nearest to that representative, not at its own, so each subgoal is nearer than the last.
 * Otherwise two regions could send an agent back and forth for ever. A vertex in no clique of four, three or two joins a neighbouring region,
 * as orphans do in the papers; the first clique found in order of neighbours is taken. With one-way arcs, only mutually reachable vertices
 * share a region: if no path connects two representatives, none connects their regions.
 */
import type { Graph } from '@pf/graph';
import { checkWorld, shown } from '@pf/graph/kit';
import { fingerprint, NO_VERTEX } from '@pf/graph';
import { Dijkstra } from '@pf/search';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { encodeArtifact } from '../artifact/artifact.ts';
import type { ProgressCallbacks } from '../progress-callbacks.ts';
import { checkBuild, reportProgress } from '../progress-callbacks.ts';
import { checkTables, checkSections, readSections, vertices } from '../artifact/sections.ts';
import type { BuiltFor } from '../artifact/world-fingerprint.ts';
import { builtFingerprint, builtFor } from '../artifact/world-fingerprint.ts';
import { checkPairs } from './pair-table.ts';
import { strongComponents } from './strong-components.ts';

/** A graph merged into regions, with a subgoal for each pair, for `CliqueGuide` of @pf/realtime. */
export interface RegionTable extends BuiltFor {
  /** Number of regions. */
  readonly regionCount: number;
  /** Region by vertex; −1 for vertices without arcs. */
  readonly region: Int32Array;
  /** At from · regionCount + to: the subgoal; NO_VERTEX if there is no path. */
  readonly subgoal: Int32Array;
}

/**
 * Merges cliques `levels` times and finds a subgoal for each ordered pair of regions.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { buildRegionTable } from '@pf/preprocess';
 *
 * buildRegionTable(new Grid(8, 8), 1).regionCount; // → 16
 * ```
 */
export function buildRegionTable(graph: Graph, levels: number, watch: ProgressCallbacks = {}): RegionTable {
  checkBuild(graph, watch, [], 'buildRegionTable');
  if (!Number.isInteger(levels) || levels < 1) throw new RangeError(`levels must be a whole number of at least 1, got ${shown(levels)}.`);
  const { version } = graph;
  let neighbours = adjacency(graph);
  const region = Int32Array.from(neighbours, (list, v) => (list.length > 0 ? v : -1));
  const strong = strongComponents(graph);
  neighbours = neighbours.map((list, v) => list.filter((w) => strong[w] === strong[v]));
  for (let level = 0; level < levels; level++) {
    const merged = mergeCliques(neighbours);
    for (let v = 0; v < region.length; v++) if (region[v] >= 0) region[v] = merged.group[region[v]];
    neighbours = lift(neighbours, merged.group, merged.count);
  }
  const regionCount = compact(region);
  checkPairs(regionCount, 'regions', `merge more often, with ${levels + 1} levels or more`);
  return builtFor(graph, { regionCount, region, subgoal: subgoals(graph, region, regionCount, watch) }, version);
}

/**
 * Saves a region table to a buffer, for the world as it was at the build.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { buildRegionTable, loadRegionTable, saveRegionTable } from '@pf/preprocess';
 *
 * const grid = new Grid(8, 8);
 * const saved = saveRegionTable(grid, buildRegionTable(grid, 1));
 * loadRegionTable(grid, saved).regionCount; // → 16
 * ```
 */
export function saveRegionTable(graph: Graph, table: RegionTable): ArrayBuffer {
  checkWorld(graph, 'saveRegionTable');
  checkTables(table, ['region', 'subgoal'], 'saveRegionTable');
  return encodeArtifact('regions', builtFingerprint(graph, table), [table.region, table.subgoal]);
}

/**
 * Loads a region table saved for the same world; throws for another. The tables are views into the buffer.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { buildRegionTable, loadRegionTable, saveRegionTable } from '@pf/preprocess';
 *
 * const grid = new Grid(8, 8);
 * const saved = saveRegionTable(grid, buildRegionTable(grid, 2));
 * const { region, regionCount } = loadRegionTable(grid, saved);
 * region[grid.vertex(7, 7)] < regionCount; // → true
 * ```
 */
export function loadRegionTable(graph: Graph, bytes: ArtifactBytes): RegionTable {
  const sections = readSections(bytes, 'regions', fingerprint(graph), 2);
  const [region, subgoal] = sections as Int32Array[];
  const regions = Math.floor(Math.sqrt(subgoal.length));
  checkSections('regions', sections, [
    { name: 'regions', types: [Int32Array], length: graph.vertexCount, range: [-1, regions - 1] },
    { name: 'subgoals', types: [Int32Array], length: regions ** 2, range: vertices(graph, -1) },
  ]);
  return builtFor(graph, { regionCount: regions, region, subgoal });
}

/** Neighbours by arcs in either direction. */
function adjacency(graph: Graph): number[][] {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const sets = Array.from({ length: graph.vertexCount }, () => new Set<number>());
  for (let v = 0; v < graph.vertexCount; v++) {
    const n = graph.successors(v, to, cost);
    for (let i = 0; i < n; i++) {
      if (to[i] === v) continue;
      sets[v].add(to[i]);
      sets[to[i]].add(v);
    }
  }
  return sets.map((set) => [...set]);
}

/** Groups vertices into cliques of up to four, found greedily in order. The remaining ones join a neighbour's group. */
function mergeCliques(neighbours: readonly number[][]): { group: Int32Array; count: number } {
  const group = new Int32Array(neighbours.length).fill(-1);
  const orphans: number[] = [];
  // Adjacency is symmetric: of a hub and its spoke, the spoke has the shorter list.
  const adjacent = (v: number, w: number): boolean => (neighbours[v].length < neighbours[w].length ? neighbours[v].includes(w) : neighbours[w].includes(v));
  let count = 0;
  for (let v = 0; v < neighbours.length; v++) {
    if (group[v] >= 0) continue;
    const clique = [v];
    for (const w of neighbours[v]) {
      if (clique.length === 4) break;
      if (group[w] < 0 && clique.every((member) => adjacent(member, w))) clique.push(w);
    }
    if (clique.length === 1) orphans.push(v);
    else {
      for (const member of clique) group[member] = count;
      count++;
    }
  }
  // All neighbours of an orphan are in groups: a neighbour without one would have formed a group with it. Isolated vertices stay alone.
  for (const v of orphans) group[v] = group[neighbours[v][0] ?? v];
  for (let v = 0; v < group.length; v++) if (group[v] < 0) group[v] = count++;
  return { group, count };
}

function lift(neighbours: readonly number[][], group: Int32Array, count: number): number[][] {
  const sets = Array.from({ length: count }, () => new Set<number>());
  neighbours.forEach((list, v) => {
    for (const w of list) if (group[w] !== group[v]) sets[group[v]].add(group[w]);
  });
  return sets.map((set) => [...set]);
}

/** Renumbers regions 0, 1, 2 … in the order of their first vertices; returns their number. */
function compact(region: Int32Array): number {
  const number = new Map<number, number>();
  for (let v = 0; v < region.length; v++) {
    if (region[v] < 0) continue;
    if (!number.has(region[v])) number.set(region[v], number.size);
    region[v] = number.get(region[v])!;
  }
  return number.size;
}

function subgoals(graph: Graph, region: Int32Array, regionCount: number, watch: ProgressCallbacks): Int32Array {
  const representative = representatives(region, regionCount);
  const subgoal = new Int32Array(regionCount ** 2).fill(NO_VERTEX);
  const dijkstra = new Dijkstra(graph, { direction: 'backward' });
  const order = new Uint32Array(graph.vertexCount);
  for (let target = 0; target < regionCount; target++) {
    // Searches backwards from one representative: parents lead to it from everywhere. The first vertex found in a region is the one that leads out of it.
    const count = dijkstra.flood(representative[target]);
    dijkstra.reached(order);
    for (let i = 1; i < count; i++) {
      const source = region[order[i]];
      const at = source * regionCount + target;
      if (source !== target && subgoal[at] === NO_VERTEX) subgoal[at] = dijkstra.parent(order[i]);
    }
    reportProgress(watch, target + 1, regionCount);
  }
  return subgoal;
}

/** The middle vertex of each region, in order of vertices: near its centre on grids. */
function representatives(region: Int32Array, regionCount: number): Int32Array {
  const members = Array.from({ length: regionCount }, (): number[] => []);
  region.forEach((r, v) => {
    if (r >= 0) members[r].push(v);
  });
  return Int32Array.from(members, (list) => list[list.length >> 1]);
}
