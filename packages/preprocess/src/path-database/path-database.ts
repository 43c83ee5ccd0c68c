/**
 * Compressed path databases — A. Botea, "Ultra-fast optimal pathfinding without runtime search", AIIDE 2011; B. Strasser, D. Harabor and A. Botea,
 * "Fast first-move queries through run-length encoding", SoCS 2014 (SRC). For each vertex, the first move towards every
 * other is stored in runs over the targets in depth-first order; queries need no search.
 *
 * If several first moves are optimal (known on uniform 8-connected grids), a run continues as long as one fits all its targets. There, rows can also be kept at
 * jump points only: see turn-rows.ts.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkArcs, checkBuffer, checkVertex, checkWorld } from '@pf/graph/kit';
import { checkBuilt } from '../check-built.ts';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { checkArray, encodeArtifact } from '../artifact/artifact.ts';
import { checkSections, checkTables, readSections } from '../artifact/sections.ts';
import { followsCanonicalOrder } from '../canonical-flood.ts';
import { BuiltWorld, rowsFingerprint } from '../artifact/world-fingerprint.ts';
import { ArcReader, DirectionReader } from './move-reader.ts';
import { OctileWalk } from '../octile-walk.ts';
import type { PathRowOptions, PathRows } from './path-rows.ts';
import { PathRowBuilder, rowsOf } from './path-rows.ts';
import type { PathWriter, RowReader, Rows } from './row-reader.ts';
import { ALONE, countPlaces, depthFirstOrder, placesIn } from './target-order.ts';
import { TurnReader } from './turn-reader.ts';

/** The layouts of saved rows: by arcs, by directions on uniform grids, or those at jump points only. */
const BY_ARCS = 0;
const BY_DIRECTIONS = 1;
const AT_JUMP_POINTS = 2;

/**
 * First moves between all pairs of vertices: paths without search.
 *
 * A query is a binary search in one row. Memory depends on the world: see `byteLength`. With rows at jump points only, a path is a few such
 * lookups. Those from other cells compare the jump points in sight.
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
 * const small = PathDatabase.build(grid, { rows: 'jump-points' });
 * small.path(grid.vertex(0, 0), grid.vertex(2, 2), out); // → 5
 * ```
 */
export class PathDatabase {
  /** Cost of the last path. */
  cost = Infinity;
  private readonly origin: BuiltWorld;
  private readonly reader: RowReader;
  private readonly writer: PathWriter;

  private constructor(
    private readonly graph: Graph,
    private readonly rows: Rows,
    private readonly layout: number,
  ) {
    checkBuilt(rows, 'PathDatabase');
    this.origin = new BuiltWorld(graph, rowsFingerprint(graph));
    if (followsCanonicalOrder(graph)) {
      const walk = new OctileWalk(graph);
      this.reader = layout === AT_JUMP_POINTS ? new TurnReader(graph, rows, walk) : new DirectionReader(graph, rows, walk);
      this.writer = walk;
    } else {
      this.reader = this.writer = new ArcReader(graph, rows);
    }
  }

  /** Builds the whole database, with one flood per vertex or jump point. */
  static build(graph: Graph, options: PathRowOptions = {}): PathDatabase {
    checkArcs(graph, 'PathDatabase.build');
    return PathDatabase.assemble(graph, [new PathRowBuilder(graph, options).build(0, graph.vertexCount)], options);
  }

  /** Joins rows that were built in parts, in order, with the same options. Throws if they name another world. */
  static assemble(graph: Graph, parts: readonly PathRows[], options: PathRowOptions = {}): PathDatabase {
    checkWorld(graph, 'PathDatabase.assemble');
    const world = rowsFingerprint(graph);
    checkArray(parts, 'PathDatabase.assemble takes a list of rows, as PathRowBuilder builds them');
    for (const part of parts) checkTables(part, ['lengths', 'runs'], 'PathDatabase.assemble');
    const order = depthFirstOrder(graph);
    const places = placesIn(graph, order);
    const first = new Uint32Array(order.length + 1);
    let v = 0;
    for (const { lengths, runs, world: builtFor = world } of parts) {
      if (builtFor !== world) throw new Error(`The rows from vertex ${v} on were built for another world: build them anew.`);
      let sum = 0;
      for (const length of lengths) {
        sum += length;
        const place = places[v++];
        if (place !== ALONE) first[place + 1] = length;
      }
      if (sum !== runs.length) throw new RangeError(`The rows up to that of vertex ${v - 1} have ${sum} words by their lengths, got ${runs.length}: build them anew.`);
    }
    if (v !== graph.vertexCount) throw new RangeError(`The rows of ${graph.vertexCount} vertices are needed, got those of ${v}.`);
    for (let place = 0; place < order.length; place++) first[place + 1] += first[place];
    // Rows of neighbours are adjacent.
    const words = new Uint32Array(first[order.length]);
    v = 0;
    for (const { lengths, runs } of parts) {
      let at = 0;
      for (const length of lengths) {
        const place = places[v++];
        if (place !== ALONE) words.set(runs.subarray(at, at + length), first[place]);
        at += length;
      }
    }
    const layout = rowsOf(options) === 'jump-points' ? AT_JUMP_POINTS : BY_DIRECTIONS;
    return new PathDatabase(graph, { places, first, words }, followsCanonicalOrder(graph) ? layout : BY_ARCS);
  }

  /** Loads a database saved for the same world; the rows are views into the buffer. */
  static load(graph: Graph, bytes: ArtifactBytes): PathDatabase {
    checkWorld(graph, 'PathDatabase.load');
    const sections = readSections(bytes, 'paths', rowsFingerprint(graph), 4);
    const [places, first, words, layout] = sections as Uint32Array[];
    const types = [Uint32Array];
    checkSections('paths', sections, [
      { name: 'places', types, length: graph.vertexCount },
      { name: 'first', types, length: countPlaces(places) + 1, offsetsInto: words.length },
      { name: 'words', types },
      { name: 'layout', types, length: 1, range: followsCanonicalOrder(graph) ? [BY_DIRECTIONS, AT_JUMP_POINTS] : [BY_ARCS, BY_ARCS] },
    ]);
    return new PathDatabase(graph, { places, first, words }, layout[0]);
  }

  /** Bytes of the database. */
  get byteLength(): number {
    const { places, first, words } = this.rows;
    return places.byteLength + first.byteLength + words.byteLength + this.reader.byteLength;
  }

  /** The vertex after `v` on a cheapest path to `goal`; NO_VERTEX at the goal or if there is no path. Throws if the grid was edited. */
  firstMove(v: number, goal: number): number {
    const connected = this.check(v, goal);
    return connected && v !== goal ? this.reader.step(v, goal) : NO_VERTEX;
  }

  /** Writes the whole path, start first, and returns its number of vertices; 0 if there is none. Throws if the grid was edited. */
  path(start: number, goal: number, out: Uint32Array): number {
    const connected = this.check(start, goal);
    checkBuffer(out);
    this.cost = Infinity;
    const { reader, writer } = this;
    if (!connected && start !== goal) return 0;
    writer.begin();
    let length = 0;
    out[length++] = start;
    for (let v = start; v !== goal; ) {
      const end = reader.stretch(v, goal);
      if (end === NO_VERTEX) return 0;
      length = writer.write(v, end, out, length);
      if (length > out.length) throw tooShort(out);
      v = end;
    }
    if (length > out.length) throw tooShort(out);
    this.cost = writer.written;
    return length;
  }

  /** Saves everything to one buffer, for the world as it was at the build. */
  save(): ArrayBuffer {
    const { places, first, words } = this.rows;
    return encodeArtifact('paths', this.origin.fingerprint, [places, first, words, Uint32Array.of(this.layout)]);
  }

  /** Throws for a number that is not a vertex. Returns whether both have positions in the rows; vertices without arcs have none. */
  private check(start: number, goal: number): boolean {
    const { places } = this.rows;
    this.origin.check('first moves');
    // The full check would take longer than a first move. Numbers beyond the graph or in a grid's border have no positions.
    if (Number.isInteger(start) && Number.isInteger(goal) && places[start] < ALONE && places[goal] < ALONE) return true;
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    return false;
  }
}

function tooShort(out: Uint32Array): RangeError {
  return new RangeError(`The path has more than the ${out.length} vertices that the buffer holds: pass one of up to vertexCount entries.`);
}
