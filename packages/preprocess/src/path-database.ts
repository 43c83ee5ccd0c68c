/**
 * Compressed path databases — A. Botea, "Ultra-fast optimal pathfinding without runtime search", AIIDE 2011; B. Strasser, D. Harabor and A. Botea,
 * "Fast first-move queries through run-length encoding", SoCS 2014 (SRC). For each vertex, the first move towards every
 * other, as runs over the targets in the order of a depth-first walk; no search at all when asked.
 *
 * Where several first moves are as good (on uniform 8-connected grids, by canonical flood), a run goes on as long as one serves all of it.
 */
import type { Graph } from '@pf/graph';
import { checkVertex, fingerprint, NO_VERTEX } from '@pf/graph';
import type { Grid } from '@pf/grid';
import type { ArtifactBytes } from './artifact.ts';
import { decodeArtifact, encodeArtifact } from './artifact.ts';
import { checkSections } from './check-sections.ts';
import { CanonicalFlood, followsCanonicalOrder } from './canonical-flood.ts';
import { FirstArcs } from './first-arcs.ts';
import { Origin } from './origin.ts';

/** The move of a target that cannot be reached. */
const NONE = 15;
/** A run is its first target's place in the order, and a move in the lowest four bits. */
const MOVE_BITS = 4;

/** At 8 · legal moves + arc: the direction of that arc of a cell, the straight ones being 0 to 3 and the diagonal ones 4 to 7. */
const DIRECTIONS = Uint8Array.from({ length: 8 * 256 }, (_, i) => {
  let moves = i >> 3;
  for (let arc = i & 7; arc > 0; arc--) moves &= moves - 1;
  return 31 - Math.clz32(moves & -moves);
});

/** The rows of some vertices: how many runs each has, and the runs. */
export interface PathRows {
  /** How many runs the row of each vertex has. */
  readonly lengths: Uint32Array;
  /** The runs, row after row. */
  readonly runs: Uint32Array;
}

/**
 * First moves between all pairs of vertices.
 *
 * A query is a binary search in one row. Memory depends on the world: `byteLength` tells.
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
  /** The cost of the path last asked for. */
  cost = Infinity;
  private readonly to: Uint32Array;
  private readonly arcs: Float64Array;
  private readonly origin: Origin;
  /** A uniform 8-connected grid need not be asked where an arc leads and what it costs. */
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
    this.origin = new Origin(graph, fingerprint(graph));
    this.grid = followsCanonicalOrder(graph) ? graph : undefined;
  }

  /** Builds the whole database: a flood a vertex. */
  static build(graph: Graph): PathDatabase {
    return PathDatabase.assemble(graph, [new PathRowBuilder(graph).build(0, graph.vertexCount)]);
  }

  /** A database from rows that were built in parts, in order. */
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

  /** A database from a buffer that `save` made for the same world; the rows are views into it. */
  static load(graph: Graph, bytes: ArtifactBytes): PathDatabase {
    const sections = decodeArtifact(bytes, 'paths', fingerprint(graph));
    const words = [Uint32Array];
    checkSections('paths', sections, [
      { name: 'places', types: words, length: graph.vertexCount },
      { name: 'first', types: words, length: graph.vertexCount + 1, offsetsInto: sections[2]?.length ?? 0 },
      { name: 'runs', types: words },
    ]);
    const [place, first, runs] = sections as Uint32Array[];
    return new PathDatabase(graph, place, first, runs);
  }

  /** The bytes that the database takes. */
  get byteLength(): number {
    return this.place.byteLength + this.first.byteLength + this.runs.byteLength;
  }

  /** The vertex that follows `v` on a cheapest path to `goal`: NO_VERTEX where there is none, and at the goal itself. A grid that has changed is refused. */
  firstMove(v: number, goal: number): number {
    this.check(v, goal);
    const move = v === goal ? NONE : this.lookUp(v, goal);
    if (move === NONE) return NO_VERTEX;
    this.graph.successors(v, this.to, this.arcs);
    return this.to[move];
  }

  /** Writes the whole path, start first, and returns its length: 0 where there is none. A grid that has changed is refused. */
  path(start: number, goal: number, out: Uint32Array): number {
    this.check(start, goal);
    this.cost = Infinity;
    const { graph, grid, to, arcs } = this;
    let cost = 0;
    let diagonals = 0;
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

  /** Everything in one buffer, to be saved: for the world as it was when this was built. */
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

/**
 * Builds the rows of any range of vertices: what workers share out. Who builds on one thread calls `PathDatabase.build`; who wants workers,
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
  private readonly origin: Origin;

  constructor(graph: Graph) {
    if (graph.maxDegree > NONE) throw new RangeError(`A path database takes graphs of at most ${NONE} arcs a vertex, this one has up to ${graph.maxDegree}.`);
    if (graph.vertexCount >= 2 ** 28) throw new RangeError(`A path database takes at most ${2 ** 28 - 1} vertices, this graph has ${graph.vertexCount}.`);
    const place = depthFirstPlaces(graph);
    this.order = new Uint32Array(graph.vertexCount);
    for (let v = 0; v < graph.vertexCount; v++) this.order[place[v]] = v;
    this.moveSets = followsCanonicalOrder(graph) ? canonicalMoves(graph) : generalMoves(graph);
    this.origin = new Origin(graph, fingerprint(graph));
  }

  /**
   * The rows of the vertices from `from` up to but not including `to`. The same range gives the same rows, whoever builds it. A grid that has changed since
   * the builder was made is refused.
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
        // Nobody asks how to get from a vertex to itself.
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
  return set === 0 ? NONE : 31 - Math.clz32(set & -set);
}

/** For a source: by target the set of arcs of the source with which a cheapest way begins, bit 15 where there is no way. */
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
    // What no way leads to has no first move.
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

/** Places in the order of a depth-first walk: what lies close together comes close together, so that runs are long. */
function depthFirstPlaces(graph: Graph): Uint32Array {
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
