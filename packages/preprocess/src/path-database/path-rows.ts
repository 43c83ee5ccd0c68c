/** The rows of a path database: see path-database.ts. */
import type { Graph } from '@pf/graph';
import { fingerprint } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { CanonicalFlood, followsCanonicalOrder } from '../canonical-flood.ts';
import { FirstArcs } from '../first-arcs.ts';
import { BuiltWorld } from '../artifact/world-fingerprint.ts';

/** The move of a target that cannot be reached. */
export const NONE = 15;
/** A run is its first target's place in the order, and a move in the lowest four bits. */
export const MOVE_BITS = 4;

/** The rows of some vertices. */
export interface PathRows {
  /** Number of runs by row. */
  readonly lengths: Uint32Array;
  /** The runs, row after row. */
  readonly runs: Uint32Array;
}

/**
 * Builds the rows of any range of vertices; used by workers. On one thread call `PathDatabase.build`, with workers
 * `buildInParallel`.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { PathDatabase, PathRowBuilder } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...']);
 * const builder = new PathRowBuilder(grid);
 * const half = grid.vertexCount >> 1;
 * const paths = PathDatabase.assemble(grid, [builder.build(0, half), builder.build(half, grid.vertexCount)]);
 * paths.firstMove(grid.vertex(0, 0), grid.vertex(0, 2)) === grid.vertex(0, 1); // → true
 * ```
 */
export class PathRowBuilder {
  private readonly order: Uint32Array;
  private readonly moveSets: (source: number) => Uint16Array;
  private readonly origin: BuiltWorld;

  constructor(graph: Graph) {
    if (graph.maxDegree > NONE) throw new RangeError(`A path database takes graphs of at most ${NONE} arcs a vertex, this one has up to ${graph.maxDegree}.`);
    if (graph.vertexCount >= 2 ** 28) throw new RangeError(`A path database takes at most ${2 ** 28 - 1} vertices, this graph has ${graph.vertexCount}.`);
    const place = depthFirstPlaces(graph);
    this.order = new Uint32Array(graph.vertexCount);
    for (let v = 0; v < graph.vertexCount; v++) this.order[place[v]] = v;
    this.moveSets = followsCanonicalOrder(graph) ? canonicalMoves(graph) : generalMoves(graph);
    this.origin = new BuiltWorld(graph, fingerprint(graph));
  }

  /**
   * Builds the rows of the vertices from `from` up to but not including `to`. The same range gives the same rows on every thread and machine. Throws if the grid was
   * edited since the builder was made.
   */
  build(from: number, to: number): PathRows {
    this.origin.check('first moves');
    const { order } = this;
    const lengths = new Uint32Array(to - from);
    let runs = new Uint32Array(4 * (to - from) + 64);
    let count = 0;
    const push = (run: number): void => {
      if (count === runs.length) {
        const wider = new Uint32Array(2 * runs.length);
        wider.set(runs);
        runs = wider;
      }
      runs[count++] = run;
    };
    for (let source = from; source < to; source++) {
      const sets = this.moveSets(source);
      const before = count;
      let common = 0xffff;
      let begin = 0;
      for (let i = 0; i < order.length; i++) {
        const target = order[i];
        // The move from a vertex to itself is never read.
        const moves = target === source ? 0xffff : sets[target];
        if ((common & moves) !== 0) {
          common &= moves;
          continue;
        }
        push(((begin << MOVE_BITS) | lowest(common)) >>> 0);
        begin = i;
        common = moves;
      }
      push(((begin << MOVE_BITS) | lowest(common)) >>> 0);
      lengths[source - from] = count - before;
    }
    return { lengths, runs: runs.slice(0, count) };
  }
}

function lowest(set: number): number {
  return 31 - Math.clz32(set & -set);
}

/** For a source: by target the set of arcs of the source with which a cheapest path begins, bit 15 if there is no path. */
function canonicalMoves(graph: Grid): (source: number) => Uint16Array {
  const flood = new CanonicalFlood(graph);
  const sets = new Uint16Array(graph.vertexCount);
  const arcs = new Uint16Array(256);
  return (source) => {
    flood.run(source);
    // From sets of directions to sets of arcs: the arcs of a cell are its legal moves in ascending order.
    for (let directions = 0; directions < 256; directions++) {
      let set = 0;
      let arc = 0;
      for (let d = 0; d < 8; d++) {
        if (((graph.moves[source] >> d) & 1) === 0) continue;
        if (((directions >> d) & 1) === 1) set |= 1 << arc;
        arc++;
      }
      arcs[directions] = set;
    }
    const { ways } = flood;
    // Unreachable targets have no first move.
    for (let v = 0; v < sets.length; v++) sets[v] = (ways[v] & 0xff) === 0 ? 1 << NONE : arcs[ways[v] & 0xff];
    return sets;
  };
}

function generalMoves(graph: Graph): (source: number) => Uint16Array {
  const first = new FirstArcs(graph);
  const { order, arcs } = first;
  const sets = new Uint16Array(graph.vertexCount);
  return (source) => {
    sets.fill(1 << NONE);
    const count = first.run(source);
    for (let i = 1; i < count; i++) sets[order[i]] = 1 << arcs[order[i]];
    return sets;
  };
}

/** Depth-first numbers of vertices: neighbours get close numbers, so runs are long. */
export function depthFirstPlaces(graph: Graph): Uint32Array {
  const place = new Uint32Array(graph.vertexCount);
  const seen = new Uint8Array(graph.vertexCount);
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const stack: number[] = [];
  let next = 0;
  // Vertices without arcs come last, all in one run of every row.
  const lonely: number[] = [];
  for (let root = 0; root < graph.vertexCount; root++) {
    if (seen[root] === 1) continue;
    if (graph.successors(root, to, cost) === 0) {
      lonely.push(root);
      continue;
    }
    stack.push(root);
    while (stack.length > 0) {
      const v = stack.pop()!;
      if (seen[v] === 1) continue;
      seen[v] = 1;
      place[v] = next++;
      for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) if (seen[to[i]] === 0) stack.push(to[i]);
    }
  }
  for (const v of lonely) if (seen[v] === 0) place[v] = next++;
  return place;
}
