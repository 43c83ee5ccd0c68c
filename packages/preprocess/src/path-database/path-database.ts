/**
 * Compressed path databases — A. Botea, "Ultra-fast optimal pathfinding without runtime search", AIIDE 2011; B. Strasser, D. Harabor and A. Botea,
 * "Fast first-move queries through run-length encoding", SoCS 2014 (SRC). For each vertex, the first move towards every
 * other is stored in runs over the targets in depth-first order; queries need no search.
 *
 * If several first moves are optimal (known on uniform 8-connected grids), a run continues as long as one fits all its targets.
 */
import type { Graph } from '@pf/graph';
import { fingerprint, NO_VERTEX } from '@pf/graph';
import { checkArcs, checkBuffer, checkVertex } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { encodeArtifact } from '../artifact/artifact.ts';
import { checkSections, readSections } from '../artifact/sections.ts';
import { followsCanonicalOrder } from '../canonical-flood.ts';
import { BuiltWorld } from '../artifact/world-fingerprint.ts';
import type { PathRows } from './path-rows.ts';
import { depthFirstPlaces, MOVE_BITS, NONE, PathRowBuilder } from './path-rows.ts';

/** At 8 · legal moves + arc: the direction of that arc of a cell, the straight ones being 0 to 3 and the diagonal ones 4 to 7. */
const DIRECTIONS = Uint8Array.from({ length: 8 * 256 }, (_, i) => {
  let moves = i >> 3;
  for (let arc = i & 7; arc > 0; arc--) moves &= moves - 1;
  return 31 - Math.clz32(moves & -moves);
});

/**
 * First moves between all pairs of vertices: paths without search.
 *
 * A query is a binary search in one row. Memory depends on the world: see `byteLength`.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { PathDatabase } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...']);
 * const paths = PathDatabase.build(grid);
 * const out = new Uint32Array(grid.vertexCount);
 * const length = paths.path(grid.vertex(0, 0), grid.vertex(2, 2), out);
 * length; // → 5
 * paths.cost; // → 4
 * ```
 */
export class PathDatabase {
  /** Cost of the last path. */
  cost = Infinity;
  private readonly to: Uint32Array;
  private readonly arcs: Float64Array;
  private readonly origin: BuiltWorld;
  /** Set for uniform 8-connected grids, whose heads and costs are computed in place. */
  private readonly grid: Grid | undefined;

  private constructor(
    private readonly graph: Graph,
    /** By vertex: its place in the depth-first order. */
    private readonly place: Uint32Array,
    /** By vertex: where its runs begin. */
    private readonly first: Uint32Array,
    private readonly runs: Uint32Array,
  ) {
    this.to = new Uint32Array(graph.maxDegree);
    this.arcs = new Float64Array(graph.maxDegree);
    this.origin = new BuiltWorld(graph, fingerprint(graph));
    this.grid = followsCanonicalOrder(graph) ? graph : undefined;
  }

  /** Builds the whole database, with one flood per vertex. */
  static build(graph: Graph): PathDatabase {
    checkArcs(graph, 'PathDatabase.build');
    return PathDatabase.assemble(graph, [new PathRowBuilder(graph).build(0, graph.vertexCount)]);
  }

  /** Joins rows that were built in parts, in order. */
  static assemble(graph: Graph, parts: readonly PathRows[]): PathDatabase {
    const first = new Uint32Array(graph.vertexCount + 1);
    const runs = new Uint32Array(parts.reduce((sum, part) => sum + part.runs.length, 0));
    let v = 0;
    let at = 0;
    for (const part of parts) {
      for (const length of part.lengths) first[v + 1] = first[v++] + length;
      runs.set(part.runs, at);
      at += part.runs.length;
      if (first[v] !== at) throw new RangeError(`The rows up to that of vertex ${v - 1} have ${first[v]} runs by their lengths, got ${at}: build them anew.`);
    }
    if (v !== graph.vertexCount) throw new RangeError(`The rows of ${graph.vertexCount} vertices are needed, got those of ${v}.`);
    return new PathDatabase(graph, depthFirstPlaces(graph), first, runs);
  }

  /** Loads a database saved for the same world; the rows are views into the buffer. */
  static load(graph: Graph, bytes: ArtifactBytes): PathDatabase {
    const sections = readSections(bytes, 'paths', fingerprint(graph), 3);
    const [place, first, runs] = sections as Uint32Array[];
    const words = [Uint32Array];
    checkSections('paths', sections, [
      { name: 'places', types: words, length: graph.vertexCount },
      { name: 'first', types: words, length: graph.vertexCount + 1, offsetsInto: runs.length },
      { name: 'runs', types: words },
    ]);
    return new PathDatabase(graph, place, first, runs);
  }

  /** Bytes of the database. */
  get byteLength(): number {
    return this.place.byteLength + this.first.byteLength + this.runs.byteLength;
  }

  /** The vertex after `v` on a cheapest path to `goal`; NO_VERTEX at the goal or if there is no path. Throws if the grid was edited. */
  firstMove(v: number, goal: number): number {
    this.check(v, goal);
    const move = v === goal ? NONE : this.lookUp(v, goal);
    if (move === NONE) return NO_VERTEX;
    this.graph.successors(v, this.to, this.arcs);
    return this.to[move];
  }

  /** Writes the whole path, start first, and returns its number of vertices; 0 if there is none. Throws if the grid was edited. */
  path(start: number, goal: number, out: Uint32Array): number {
    this.check(start, goal);
    this.cost = Infinity;
    const { graph, grid, to, arcs } = this;
    let cost = 0;
    let diagonals = 0;
    checkBuffer(out);
    let length = 0;
    out[length++] = start;
    for (let v = start; v !== goal; ) {
      const move = this.lookUp(v, goal);
      if (move === NONE) return 0;
      if (grid === undefined) {
        graph.successors(v, to, arcs);
        cost += arcs[move];
        v = to[move];
      } else {
        const direction = DIRECTIONS[(grid.moves[v] << 3) | move];
        diagonals += direction >> 2;
        v += grid.offsets[direction];
      }
      if (length === out.length) throw new RangeError(`The path has more than the ${out.length} vertices that the buffer holds: pass one of up to vertexCount entries.`);
      out[length++] = v;
    }
    this.cost = grid === undefined ? cost : length - 1 - diagonals + diagonals * Math.SQRT2;
    return length;
  }

  /** Saves everything to one buffer, for the world as it was at the build. */
  save(): ArrayBuffer {
    return encodeArtifact('paths', this.origin.fingerprint, [this.place, this.first, this.runs]);
  }

  private check(start: number, goal: number): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    this.origin.check('first moves');
  }

  /** Which arc of `v` to take: the last run of its row that begins at or before the goal's place. */
  private lookUp(v: number, goal: number): number {
    const { first, runs } = this;
    const key = ((this.place[goal] << MOVE_BITS) | NONE) >>> 0;
    let low = first[v];
    let high = first[v + 1];
    if (low === high) return NONE;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (runs[middle] <= key) low = middle;
      else high = middle;
    }
    return runs[low] & NONE;
  }
}
