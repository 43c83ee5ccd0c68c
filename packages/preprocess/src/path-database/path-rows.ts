/** The rows of a path database: see path-database.ts. */
import type { Graph } from '@pf/graph';
import { checkOptions, checkWorld, shown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { checkPart } from '../check-built.ts';
import { CanonicalFlood, followsCanonicalOrder } from '../canonical-flood.ts';
import { FirstArcs } from '../first-arcs.ts';
import type { BuiltFor } from '../artifact/world-fingerprint.ts';
import { BuiltWorld, rowsFingerprint } from '../artifact/world-fingerprint.ts';
import { octileMove } from '../octile-walk.ts';
import { depthFirstOrder } from './target-order.ts';
import { turnRows } from './turn-rows.ts';
import { WordList } from './word-list.ts';

/** The move for a target that cannot be reached. */
export const NONE = 15;
/** On uniform 8-connected grids: the first move of a path on an empty map, diagonal steps first. */
export const OCTILE = 8;
/** A run is its first target's position in the order, and a move in the lowest four bits. */
export const MOVE_BITS = 4;
/** The set of all moves. */
const ANY = 0xffff;

/** The rows of some vertices. */
export interface PathRows extends BuiltFor {
  /** Number of words by row. */
  readonly lengths: Uint32Array;
  /** The words, row after row. */
  readonly runs: Uint32Array;
}

/** Options of a path database. */
export interface PathRowOptions {
  /**
   * Which cells have rows. 'jump-points', on uniform 8-connected grids: only cells at which paths turn around obstacles. That takes a fraction of the memory and
   * build time, but a first move from another cell compares the jump points in sight. Default: 'all'.
   */
  readonly rows?: 'all' | 'jump-points' | undefined;
}

/** Appends the words of a vertex's row. */
export type RowWriter = (source: number, words: WordList) => void;

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
  private readonly write: RowWriter;
  private readonly origin: BuiltWorld;

  constructor(
    private readonly graph: Graph,
    options: PathRowOptions = {},
  ) {
    checkWorld(graph, 'PathRowBuilder');
    if (graph.maxDegree > NONE) throw new RangeError(`A path database takes graphs of at most ${NONE} arcs a vertex, this one has up to ${graph.maxDegree}.`);
    if (graph.vertexCount >= 2 ** 28) throw new RangeError(`A path database takes at most ${2 ** 28 - 1} vertices, this graph has ${graph.vertexCount}.`);
    this.write = rowsOf(options) === 'all' ? moveRows(graph, depthFirstOrder(graph)) : turnRows(graph, depthFirstOrder(graph));
    this.origin = new BuiltWorld(graph, rowsFingerprint(graph));
  }

  /**
   * Builds the rows of the vertices from `from` up to but not including `to`. The same range gives the same rows on every thread and machine. Throws if the grid was
   * edited since the builder was made.
   */
  build(from: number, to: number): PathRows {
    this.origin.check('first moves');
    const { graph } = this;
    checkPart(graph, from, to);
    const heads = new Uint32Array(graph.maxDegree);
    const costs = new Float64Array(graph.maxDegree);
    const lengths = new Uint32Array(to - from);
    const words = new WordList(4 * (to - from) + 64);
    for (let source = from; source < to; source++) {
      // A vertex without arcs reaches nothing, so its row is empty.
      if (graph.successors(source, heads, costs) === 0) continue;
      const before = words.length;
      this.write(source, words);
      lengths[source - from] = words.length - before;
    }
    return { lengths, runs: words.all(), world: this.origin.fingerprint };
  }
}

/** Checks the options. */
export function rowsOf(options: PathRowOptions): 'all' | 'jump-points' {
  checkOptions(options, ['rows'], 'A path database');
  const { rows = 'all' } = options;
  if (rows === 'all' || rows === 'jump-points') return rows;
  throw new RangeError(`rows must be 'all' or 'jump-points', got ${shown(rows)}.`);
}

/** Runs of moves. */
function moveRows(graph: Graph, order: Uint32Array): RowWriter {
  const findMoves = followsCanonicalOrder(graph) ? canonicalMoves(graph, order) : generalMoves(graph, order);
  const sets = new Uint16Array(order.length);
  return (source, words) => {
    findMoves(source, sets);
    let common = ANY;
    let begin = 0;
    for (let place = 0; place < sets.length; place++) {
      const both = common & sets[place];
      if (both !== 0) {
        common = both;
        continue;
      }
      words.push((begin << MOVE_BITS) | lowest(common));
      begin = place;
      common = sets[place];
    }
    words.push((begin << MOVE_BITS) | lowest(common));
  };
}

function lowest(set: number): number {
  return 31 - Math.clz32(set & -set);
}

/**
 * For a source, by target in the order: the set of directions in which a cheapest path begins; also OCTILE if the octile move is one of them; NONE if
 * there is no path. OCTILE lets runs continue where targets of several directions are in sight: Chiari et al., "Cutting the size of compressed path databases with
 * wildcards and redundant symbols", ICAPS 2019.
 */
function canonicalMoves(grid: Grid, order: Uint32Array): (source: number, sets: Uint16Array) => void {
  const flood = new CanonicalFlood(grid);
  const columns = Int32Array.from(order, (v) => v % grid.stride);
  const rows = Int32Array.from(order, (v) => Math.floor(v / grid.stride));
  return (source, sets) => {
    flood.run(source);
    const { labels } = flood;
    // The move from a vertex to itself is never read.
    labels[source] = 0xff;
    const column = source % grid.stride;
    const row = Math.floor(source / grid.stride);
    for (let place = 0; place < order.length; place++) {
      const set = labels[order[place]] & 0xff;
      // Adds OCTILE if the octile move is one of the set.
      sets[place] = set | (((set >> octileMove(columns[place] - column, rows[place] - row)) & 1) << OCTILE) | (set === 0 ? 1 << NONE : 0);
    }
  };
}

function generalMoves(graph: Graph, order: Uint32Array): (source: number, sets: Uint16Array) => void {
  const first = new FirstArcs(graph);
  const moves = new Uint16Array(graph.vertexCount);
  return (source, sets) => {
    moves.fill(1 << NONE);
    const count = first.run(source);
    for (let i = 1; i < count; i++) moves[first.order[i]] = 1 << first.arcs[first.order[i]];
    moves[source] = ANY;
    for (let place = 0; place < order.length; place++) sets[place] = moves[order[place]];
  };
}
