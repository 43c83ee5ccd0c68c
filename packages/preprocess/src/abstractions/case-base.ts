/**
 * The case base of kNN LRTA* — V. Bulitko and Y. Björnsson, AIIDE 2009; V. Bulitko, Y. Björnsson and R. Lawrence, JAIR 38, 2010: cheapest paths between
 * random vertices, compressed to the subgoals that hill-climbing needs.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { fingerprint } from '@pf/graph';
import { checkWorld, HillClimber, lastingHeuristic, shown } from '@pf/graph/kit';
import { AStar } from '@pf/search';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { encodeArtifact } from '../artifact/artifact.ts';
import { largestPart } from '../parts.ts';
import type { ProgressCallbacks } from '../progress-callbacks.ts';
import { checkBuild, reportProgress } from '../progress-callbacks.ts';
import { checkDraws, randomEntry } from '../random-entry.ts';
import { checkTables, checkSections, readSections, vertices } from '../artifact/sections.ts';
import type { BuiltFor } from '../artifact/world-fingerprint.ts';
import { builtFingerprint, builtFor } from '../artifact/world-fingerprint.ts';
import { subgoalsOnPath } from './subgoals-on-path.ts';

/** Case i leads from starts[i] via subgoals[first[i]] … subgoals[first[i + 1] − 1] to goals[i]. */
export interface CaseBase extends BuiltFor {
  /** Start vertex by case. */
  readonly starts: Int32Array;
  /** Goal vertex by case. */
  readonly goals: Int32Array;
  /** Index of the first subgoal of each case, with one more entry at the end. */
  readonly first: Uint32Array;
  /** The subgoals of all cases. */
  readonly subgoals: Int32Array;
}

/** Options of `buildCaseBase`. */
export interface CaseBaseOptions extends ProgressCallbacks {
  /** The agent's heuristic: subgoals are placed where climbing by it would fail. Default: the graph's own, as for agents. */
  readonly heuristic?: Heuristic | undefined;
  /** Number of cases. 1000 and 10000 are the published sizes. */
  readonly cases: number;
  /** Source of random numbers in [0, 1). The same numbers give the same cases. */
  readonly random: () => number;
  /** The number of steps after which hill-climbing fails. Default 250. */
  readonly cutoff?: number | undefined;
}

/**
 * Solves random problems and keeps their subgoals. A graph without arcs gives an empty case base.
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
  HillClimber.checkCutoff(cutoff);
  if (!Number.isInteger(options.cases) || options.cases < 1) throw new RangeError(`cases must be a whole number of at least 1, got ${shown(options.cases)}.`);
  if (typeof random !== 'function') throw new TypeError(`random must be a function, such as seededRandom(1) of @pf/graph or Math.random, got ${shown(random)}.`);
  const { version } = graph;
  const places = largestPart(graph);
  const cases = places.length === 0 ? 0 : options.cases;
  const astar = new AStar(graph, { heuristic });
  const path = new Uint32Array(graph.vertexCount);
  const starts = new Int32Array(cases);
  const goals = new Int32Array(cases);
  const first = new Uint32Array(cases + 1);
  const subgoals: number[] = [];
  for (let i = 0, failures = 0; i < cases; ) {
    const start = randomEntry(places, random);
    const goal = randomEntry(places, random);
    if (astar.search(start, goal) === Infinity) {
      // Each vertex at least reaches itself.
      checkDraws(++failures, 1 / places.length);
      continue;
    }
    failures = 0;
    for (const subgoal of subgoalsOnPath(graph, heuristic, path, astar.path(path), cutoff)) subgoals.push(subgoal);
    starts[i] = start;
    goals[i] = goal;
    first[++i] = subgoals.length;
    reportProgress(options, i, cases);
  }
  return builtFor(graph, { starts, goals, first, subgoals: Int32Array.from(subgoals) }, version);
}

/**
 * Saves a case base to a buffer, for the world as it was at the build.
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
 * Loads a case base saved for the same world; throws for another. The lists are views into the buffer.
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
