/**
 * Goal bounding — S. Rabin, "JPS+: over 100x faster than A*" (GDC 2015); S. Rabin and N. Sturtevant, "Combining bounding boxes and JPS to prune
 * grid pathfinding", AAAI 2016. For each arc the box around all vertices to which a cheapest way begins with it: a search need not follow
 * an arc whose box does not hold the goal.
 *
 * Departures: over any graph whose vertices lie somewhere, by `FirstArcs`, which keeps one cheapest way a vertex; over uniform 8-connected grids by
 * canonical flood, which keeps all canonical ones, so that the same boxes serve searches that prune by canonical order.
 */
import type { Graph, Located } from '@pf/graph';
import { Grid } from '@pf/grid';
import { JumpRules } from '@pf/search';
import { decodeArtifact, encodeArtifact } from './artifact.ts';
import { checkSections } from './check-sections.ts';
import { CanonicalFlood, followsCanonicalOrder } from './canonical-flood.ts';
import { FirstArcs } from './first-arcs.ts';
import { locatedFingerprint, Origin } from './origin.ts';

/** Boxes on a grid are whole numbers, and on one of up to 65536 columns and rows small ones. */
export type Boxes = Uint16Array | Float64Array;

/** An empty box: its least is more than its most. */
const EMPTY = [Infinity, Infinity, -Infinity, -Infinity];
/** The least of an empty box on a grid, whose most is 0. */
const EMPTY_LEAST = 0xffff;
/** Beyond any coordinate of a grid. */
const FAR = 0x7fffffff;

/**
 * Where the arcs of each vertex begin when they are numbered one after another, in the order in which `successors` gives them. With
 * `keep`, only those of the vertices that it marks.
 */
function numberArcs(graph: Graph, keep?: Uint8Array): Uint32Array {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  const first = new Uint32Array(graph.vertexCount + 1);
  for (let v = 0; v < graph.vertexCount; v++) first[v + 1] = first[v] + (keep?.[v] === 0 ? 0 : graph.successors(v, to, cost));
  return first;
}

/**
 * A box for each arc of a world, and whether a goal lies in it.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { GoalBounds } from '@pf/preprocess';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
 * const bounds = GoalBounds.build(grid);
 * const corner = grid.vertex(0, 0);
 * bounds.allows(corner, 0, grid.vertex(2, 0)); // → true
 * bounds.allows(corner, 1, grid.vertex(2, 0)); // → false
 * ```
 */
export class GoalBounds {
  readonly graph: Graph & Located;
  /** Arc i of vertex v is number firstArc[v] + i. */
  readonly firstArc: Uint32Array;
  /** Least x, least y, most x, most y of each arc. */
  readonly boxes: Boxes;
  private readonly origin: Origin;

  constructor(graph: Graph & Located, firstArc: Uint32Array, boxes: Boxes) {
    const arcs = firstArc[graph.vertexCount];
    if (boxes.length !== 4 * arcs) throw new RangeError(`${arcs} arcs need ${4 * arcs} numbers, four a box, got ${boxes.length}.`);
    this.graph = graph;
    this.firstArc = firstArc;
    this.boxes = boxes;
    this.origin = new Origin(graph, locatedFingerprint(graph));
  }

  /**
   * Builds the boxes of a whole world, or of the vertices that `keep` marks with a 1: a vertex without boxes allows everything. The jump
   * points of a grid are what is worth keeping for JPS+; `jumpPoints` marks them.
   */
  static build(graph: Graph & Located, keep?: Uint8Array): GoalBounds {
    const builder = new GoalBoundsBuilder(graph, keep);
    const boxes = builder.allocate(0, graph.vertexCount);
    builder.build(0, graph.vertexCount, boxes);
    return new GoalBounds(graph, builder.firstArc, boxes);
  }

  /** Bounds from a buffer that `save` made for the same world; the boxes are a view into it. */
  static load(graph: Graph & Located, buffer: ArrayBuffer | SharedArrayBuffer): GoalBounds {
    const sections = decodeArtifact(buffer, 'goal-bounds', locatedFingerprint(graph));
    const [firstArc, boxes] = sections;
    checkSections('goal-bounds', sections, [
      { name: 'first arcs', types: [Uint32Array], length: graph.vertexCount + 1, offsetsInto: (boxes?.length ?? 0) / 4 },
      { name: 'boxes', types: [Uint16Array, Float64Array] },
    ]);
    return new GoalBounds(graph, firstArc as Uint32Array, boxes as Boxes);
  }

  /** The bytes that the boxes take. */
  get byteLength(): number {
    return this.boxes.byteLength;
  }

  /** Throws where the grid has changed since: the boxes then hold no longer. A view and a `JumpTable` ask by themselves; other graphs do not say so. */
  check(): void {
    this.origin.check('goal bounds');
  }

  /** Whether a cheapest way from `v` to `goal` may begin with arc number `arc` of `v`. */
  allows(v: number, arc: number, goal: number): boolean {
    const { boxes, graph, firstArc } = this;
    if (firstArc[v] === firstArc[v + 1]) return true;
    const at = 4 * (firstArc[v] + arc);
    const x = graph.x(goal);
    const y = graph.y(goal);
    return x >= boxes[at] && y >= boxes[at + 1] && x <= boxes[at + 2] && y <= boxes[at + 3];
  }

  /**
   * The world as a search towards one goal needs to see it: only the arcs whose box holds the goal. Any forward search over it finds
   * a cheapest path of the whole world.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   * import { GoalBounds } from '@pf/preprocess';
   * import { AStar } from '@pf/search';
   *
   * const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
   * const towards = GoalBounds.build(grid).view();
   * const astar = new AStar(towards, { heuristic: grid.heuristic() });
   * towards.goal = grid.vertex(2, 2);
   * astar.search(grid.vertex(0, 0), towards.goal); // → 4
   * ```
   */
  view(): BoundedView {
    return new BoundedView(this);
  }

  /** Everything in one buffer, to be saved: for the world as it was when this was built. */
  save(): ArrayBuffer {
    return encodeArtifact('goal-bounds', this.origin.fingerprint, [this.firstArc, this.boxes]);
  }
}

/**
 * A world without the arcs that lead away from `goal`, for any search that runs forwards. `GoalBounds.view` makes one; a second view of the
 * same bounds can have another goal at the same time. No bytes of its own.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { GoalBounds } from '@pf/preprocess';
 *
 * const grid = new Grid(3, 3, { movement: 'four' });
 * const towards = GoalBounds.build(grid).view();
 * towards.goal = grid.vertex(2, 1);
 * const to = new Uint32Array(towards.maxDegree);
 * const cost = new Float64Array(towards.maxDegree);
 * grid.successors(grid.vertex(1, 1), to, cost); // → 4
 * towards.successors(grid.vertex(1, 1), to, cost); // → 1
 * to[0] === towards.goal; // → true
 * ```
 */
export class BoundedView implements Graph {
  readonly vertexCount: number;
  readonly maxDegree: number;
  private readonly bounds: GoalBounds;
  private towards = 0;

  constructor(bounds: GoalBounds) {
    this.bounds = bounds;
    this.vertexCount = bounds.graph.vertexCount;
    this.maxDegree = bounds.graph.maxDegree;
  }

  /** The goal of the next search: to be set before each. A grid that has changed since its bounds were built is refused. */
  get goal(): number {
    return this.towards;
  }

  set goal(vertex: number) {
    this.bounds.check();
    this.towards = vertex;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    const { graph, boxes, firstArc } = this.bounds;
    const n = graph.successors(v, to, cost);
    if (firstArc[v] === firstArc[v + 1]) return n;
    const x = graph.x(this.towards);
    const y = graph.y(this.towards);
    let kept = 0;
    for (let i = 0, at = 4 * firstArc[v]; i < n; i++, at += 4) {
      if (x < boxes[at] || y < boxes[at + 1] || x > boxes[at + 2] || y > boxes[at + 3]) continue;
      to[kept] = to[i];
      cost[kept++] = cost[i];
    }
    return kept;
  }

  /** All arcs that enter `v`: boxes say nothing of them, so searches over a view run forwards. */
  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.bounds.graph.predecessors(v, to, cost);
  }
}

/**
 * Builds boxes, a flood a vertex, for any range of vertices: what workers share out. Who builds on one thread calls `GoalBounds.build`; who
 * wants workers, `buildInParallel`.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { GoalBounds, GoalBoundsBuilder } from '@pf/preprocess';
 *
 * const grid = new Grid(4, 4);
 * const builder = new GoalBoundsBuilder(grid);
 * const boxes = builder.allocate(0, grid.vertexCount);
 * builder.build(0, grid.vertexCount, boxes);
 * const bounds = new GoalBounds(grid, builder.firstArc, boxes);
 * bounds.byteLength === GoalBounds.build(grid).byteLength; // → true
 * ```
 */
export class GoalBoundsBuilder {
  readonly firstArc: Uint32Array;
  private readonly graph: Graph & Located;
  private readonly flood: (source: number, boxes: Boxes, at: number) => void;

  /** With `keep`, for the vertices that it marks only. */
  constructor(graph: Graph & Located, keep?: Uint8Array) {
    this.graph = graph;
    this.firstArc = numberArcs(graph, keep);
    this.flood = followsCanonicalOrder(graph) ? this.canonical(graph) : this.general();
  }

  /** Room for the boxes of the vertices from `from` up to but not including `to`. */
  allocate(from: number, to: number): Boxes {
    const size = 4 * (this.firstArc[to] - this.firstArc[from]);
    const { graph } = this;
    return graph instanceof Grid && Math.max(graph.width, graph.height) <= 0x10000 ? new Uint16Array(size) : new Float64Array(size);
  }

  /** Builds those boxes. The same range gives the same bytes, whoever builds it. */
  build(from: number, to: number, out: Boxes): void {
    const begin = this.firstArc[from];
    for (let v = from; v < to; v++) {
      if (this.firstArc[v + 1] > this.firstArc[v]) this.flood(v, out, 4 * (this.firstArc[v] - begin));
    }
  }

  /**
   * Boxes are found by row: along it, cells with the same set of first moves stand in runs, and only where a run begins or ends is there
   * anything to note. The boxes of the up to 256 sets make those of the 8 moves.
   */
  private canonical(grid: Grid): (source: number, boxes: Boxes, at: number) => void {
    const flood = new CanonicalFlood(grid);
    const rows = freeRows(grid);
    const sets = new Int32Array(4 * 256);
    const box = new Int32Array(4 * 8);
    return (source, boxes, at) => {
      flood.run(source);
      clear(sets);
      gather(flood.ways, rows, sets);
      clear(box);
      for (let set = 1; set < 256; set++) {
        if (sets[4 * set + 2] < 0) continue;
        for (let first = set; first !== 0; first &= first - 1) {
          const k = (31 - Math.clz32(first & -first)) << 2;
          box[k] = Math.min(box[k], sets[4 * set]);
          box[k + 1] = Math.min(box[k + 1], sets[4 * set + 1]);
          box[k + 2] = Math.max(box[k + 2], sets[4 * set + 2]);
          box[k + 3] = Math.max(box[k + 3], sets[4 * set + 3]);
        }
      }
      // The box of an arc to which no way begins is empty: its least exceeds its most.
      for (let left: number = grid.moves[source]; left !== 0; left &= left - 1) {
        const k = (31 - Math.clz32(left & -left)) << 2;
        const empty = box[k + 2] < 0;
        boxes[at++] = empty ? EMPTY_LEAST : box[k];
        boxes[at++] = empty ? EMPTY_LEAST : box[k + 1];
        boxes[at++] = empty ? 0 : box[k + 2];
        boxes[at++] = empty ? 0 : box[k + 3];
      }
    };
  }

  private general(): (source: number, boxes: Boxes, at: number) => void {
    const { graph } = this;
    const first = new FirstArcs(graph);
    const { order, arcs } = first;
    const to = new Uint32Array(graph.maxDegree);
    const cost = new Float64Array(graph.maxDegree);
    const whole = graph instanceof Grid;
    return (source, boxes, at) => {
      const count = first.run(source);
      const n = graph.successors(source, to, cost);
      const box = Array.from({ length: n }, () => [...EMPTY]);
      for (let i = 1; i < count; i++) {
        const v = order[i];
        const b = box[arcs[v]];
        b[0] = Math.min(b[0], graph.x(v));
        b[1] = Math.min(b[1], graph.y(v));
        b[2] = Math.max(b[2], graph.x(v));
        b[3] = Math.max(b[3], graph.y(v));
      }
      for (let i = 0; i < n; i++) {
        const empty = box[i][2] === -Infinity;
        for (let j = 0; j < 4; j++) boxes[at++] = !empty || !whole ? box[i][j] : j < 2 ? EMPTY_LEAST : 0;
      }
    };
  }
}

/** Where the free cells of a grid lie: of each row that has any, its y, the vertex left of its column 0, the first free vertex and the last. */
function freeRows(grid: Grid): Int32Array {
  const rows: number[] = [];
  for (let y = 0; y < grid.height; y++) {
    const origin = grid.vertex(0, y);
    let first = origin;
    let last = origin + grid.width - 1;
    while (first <= last && grid.cells[first] === 0) first++;
    while (first <= last && grid.cells[last] === 0) last--;
    if (first <= last) rows.push(y, origin, first, last);
  }
  return Int32Array.from(rows);
}

function clear(boxes: Int32Array): void {
  for (let i = 0; i < boxes.length; i += 4) {
    boxes[i] = boxes[i + 1] = FAR;
    boxes[i + 2] = boxes[i + 3] = -1;
  }
}

/** Grows the box of each set of first moves around the cells that have it. Rows come in order, so that the last y noted is the greatest. */
function gather(ways: Uint16Array, rows: Int32Array, boxes: Int32Array): void {
  for (let i = 0; i < rows.length; i += 4) {
    const y = rows[i];
    const origin = rows[i + 1];
    const last = rows[i + 3];
    for (let v = rows[i + 2]; v <= last; ) {
      const set = ways[v] & 0xff;
      const x = v - origin;
      do v++;
      while (v <= last && (ways[v] & 0xff) === set);
      const k = set << 2;
      const end = v - 1 - origin;
      if (x < boxes[k]) boxes[k] = x;
      if (y < boxes[k + 1]) boxes[k + 1] = y;
      if (end > boxes[k + 2]) boxes[k + 2] = end;
      boxes[k + 3] = y;
    }
  }
}

/**
 * Marks the cells of a grid at which a jump of JPS+ can end: where bounds for it are worth keeping (JPS+BB+).
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { jumpPoints } from '@pf/preprocess';
 *
 * // The only jump points are beside the ends of the wall, where it may have to be turned.
 * const grid = Grid.fromRows(['......', '..##..', '......']);
 * jumpPoints(grid).reduce((sum, mark) => sum + mark, 0); // → 4
 * ```
 */
export function jumpPoints(grid: Grid): Uint8Array {
  const { moves } = grid;
  const rules = new JumpRules(grid);
  const marks = new Uint8Array(grid.vertexCount);
  for (let v = 0; v < marks.length; v++) {
    for (const { course, step } of rules.rays) if (((moves[v] >> course) & 1) === 1 && rules.stops(moves, v + step, course)) marks[v + step] = 1;
    if (!rules.walksStop) continue;
    for (const { course, step } of rules.walks) if (((moves[v] >> course) & 1) === 1 && rules.stops(moves, v + step, course)) marks[v + step] = 1;
  }
  return marks;
}
