/**
 * The case base of kNN LRTA* — V. Bulitko and Y. Björnsson, AIIDE 2009; V. Bulitko, Y. Björnsson and R. Lawrence, JAIR 38, 2010: cheapest paths between
 * random places, of which only the vertices are kept that hill-climbing from the one before cannot do without.
 */
import { checkCutoff } from './subgoals-on-path.ts';
import type { Graph, Heuristic } from '@pf/graph';
import { fingerprint, NO_VERTEX } from '@pf/graph';
import { checkWorld, lastingHeuristic } from '@pf/graph/kit';
import { AStar, Dijkstra } from '@pf/search';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { encodeArtifact } from '../artifact/artifact.ts';
import type { ProgressCallbacks } from '../progress-callbacks.ts';
import { checkBuild, reportProgress } from '../progress-callbacks.ts';
import { checkTables, checkSections, readSections, vertices } from '../artifact/sections.ts';
import type { BuiltFor } from '../artifact/world-fingerprint.ts';
import { builtFingerprint, builtFor } from '../artifact/world-fingerprint.ts';
import { subgoalsOnPath } from './subgoals-on-path.ts';

/** Case i leads from starts[i] by way of subgoals[first[i]] … subgoals[first[i + 1] − 1] to goals[i]. */
export interface CaseBase extends BuiltFor {
  /** By case: the vertex at which it begins. */
  readonly starts: Int32Array;
  /** By case: the vertex at which it ends. */
  readonly goals: Int32Array;
  /** Where the subgoals of each case begin; one entry more than there are cases. */
  readonly first: Uint32Array;
  /** The vertices to pursue, case after case. */
  readonly subgoals: Int32Array;
}

/** How many problems `buildCaseBase` solves, and how it chooses and compresses them. */
export interface CaseBaseOptions extends ProgressCallbacks {
  /** The one that the agent will climb by: subgoals are placed where it would go astray. Default: the graph's own, as that of the agent is. */
  readonly heuristic?: Heuristic | undefined;
  /** How many cases. 1000 and 10000 are the published sizes. */
  readonly cases: number;
  /** Numbers in [0, 1), for the ends of the cases: the same numbers give the same cases. */
  readonly random: () => number;
  /** Hill climbing gives up after this many steps. Default 250. */
  readonly cutoff?: number | undefined;
}

/**
 * Solves random problems and keeps their subgoals. In a world without arcs there are none.
 *
 * @example
 * ```ts
 * import { Grid, seededRandom } from '@pf/grid';
 * import { buildCaseBase } from '@pf/preprocess';
 *
 * const grid = new Grid(10, 10);
 * const cases = buildCaseBase(grid, { cases: 20, random: seededRandom(1) });
 * cases.starts.length; // → 20
 * cases.subgoals.length; // → 0
 * ```
 */
export function buildCaseBase(graph: Graph, options: CaseBaseOptions): CaseBase {
  if ((options as CaseBaseOptions | undefined) === undefined) throw new TypeError('buildCaseBase needs to know how many: buildCaseBase(graph, { cases: 1000, random: seededRandom(1) }).');
  checkBuild(graph, options, ['heuristic', 'random', 'cutoff', 'cases'], 'buildCaseBase');
  const { heuristic = lastingHeuristic(graph), random, cutoff = 250 } = options;
  checkCutoff(cutoff);
  if (!Number.isInteger(options.cases) || options.cases < 1) throw new RangeError(`cases must be a whole number of at least 1, got ${options.cases}.`);
  if (typeof random !== 'function') throw new TypeError(`random must be a function, such as seededRandom(1) of @pf/graph or Math.random, got ${typeof random}.`);
  const places = largestPart(graph);
  const cases = places.length === 0 ? 0 : options.cases;
  const astar = new AStar(graph, { heuristic });
  const path = new Uint32Array(graph.vertexCount);
  const starts = new Int32Array(cases);
  const goals = new Int32Array(cases);
  const first = new Uint32Array(cases + 1);
  const subgoals: number[] = [];
  for (let i = 0; i < cases; ) {
    const start = places[Math.floor(random() * places.length)];
    const goal = places[Math.floor(random() * places.length)];
    if (astar.search(start, goal) === Infinity) continue;
    for (const subgoal of subgoalsOnPath(graph, heuristic, path, astar.path(path), cutoff)) subgoals.push(subgoal);
    starts[i] = start;
    goals[i] = goal;
    first[++i] = subgoals.length;
    reportProgress(options, i, cases);
  }
  return builtFor(graph, { starts, goals, first, subgoals: Int32Array.from(subgoals) });
}

/**
 * A case base as a buffer to be saved, for the world as it was when it was built.
 *
 * @example
 * ```ts
 * import { Grid, seededRandom } from '@pf/grid';
 * import { buildCaseBase, loadCaseBase, saveCaseBase } from '@pf/preprocess';
 *
 * const grid = new Grid(10, 10);
 * const cases = buildCaseBase(grid, { cases: 5, random: seededRandom(1) });
 * loadCaseBase(grid, saveCaseBase(grid, cases)).goals.length; // → 5
 * ```
 */
export function saveCaseBase(graph: Graph, cases: CaseBase): ArrayBuffer {
  checkWorld(graph, 'saveCaseBase');
  checkTables(cases, ['starts', 'goals', 'first', 'subgoals'], 'saveCaseBase');
  const { starts, goals, first, subgoals } = cases;
  return encodeArtifact('cases', builtFingerprint(graph, cases), [starts, goals, first, subgoals]);
}

/**
 * A case base from a buffer that `saveCaseBase` made for the same world: another world is rejected. The lists are views into the buffer.
 *
 * @example
 * ```ts
 * import { Grid, seededRandom } from '@pf/grid';
 * import { buildCaseBase, loadCaseBase, saveCaseBase } from '@pf/preprocess';
 *
 * const grid = new Grid(10, 10);
 * const saved = saveCaseBase(grid, buildCaseBase(grid, { cases: 5, random: seededRandom(1) }));
 * loadCaseBase(grid, saved).starts.length; // → 5
 * loadCaseBase(new Grid(11, 10), saved); // → throws
 * ```
 */
export function loadCaseBase(graph: Graph, bytes: ArtifactBytes): CaseBase {
  const sections = readSections(bytes, 'cases', fingerprint(graph), 4);
  const [starts, goals, first, subgoals] = sections;
  const places = { types: [Int32Array], range: vertices(graph) };
  checkSections('cases', sections, [
    { name: 'starts', ...places },
    { name: 'goals', ...places, length: starts.length },
    { name: 'first', types: [Uint32Array], length: starts.length + 1, offsetsInto: subgoals.length },
    { name: 'subgoals', ...places },
  ]);
  return builtFor(graph, { starts: starts as Int32Array, goals: goals as Int32Array, first: first as Uint32Array, subgoals: subgoals as Int32Array });
}

/**
 * The vertices of the largest set that one of them reaches: problems in it have solutions, mostly. None where there are no arcs.
 *
 * Each arc is followed once: a flood that comes upon what another has reached counts all of that. What lies behind several such is counted for each, so
 * that a smaller set may pass for the largest.
 */
function largestPart(graph: Graph): Uint32Array {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  /** By vertex: from where it was first reached. */
  const root = new Int32Array(graph.vertexCount).fill(NO_VERTEX);
  /** By root: how many it reaches, and the last root whose flood came upon it. */
  const size = new Float64Array(graph.vertexCount);
  const counted = new Int32Array(graph.vertexCount).fill(NO_VERTEX);
  let largest = 0;
  for (let v = 0; v < graph.vertexCount; v++) {
    if (root[v] !== NO_VERTEX) continue;
    root[v] = v;
    const line = [v];
    for (const u of line) {
      for (let i = graph.successors(u, to, cost) - 1; i >= 0; i--) {
        const from = root[to[i]];
        if (from === NO_VERTEX) {
          root[to[i]] = v;
          line.push(to[i]);
        } else if (from !== v && counted[from] !== v) {
          counted[from] = v;
          size[v] += size[from];
        }
      }
    }
    size[v] += line.length;
    if (size[v] > size[largest]) largest = v;
  }
  if (!(size[largest] > 1)) return new Uint32Array(0);
  const dijkstra = new Dijkstra(graph);
  const order = new Uint32Array(dijkstra.flood(largest));
  dijkstra.reached(order);
  return order;
}
