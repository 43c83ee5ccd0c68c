/**
 * Goal bounding — S. Rabin, "JPS+: over 100x faster than A*" (GDC 2015); S. Rabin and N. Sturtevant, "Combining bounding boxes and JPS to prune
 * grid pathfinding", AAAI 2016. For each arc the box around all vertices to which a cheapest path begins with it: a search need not follow
 * an arc whose box does not hold the goal.
 *
 * Departures: over any graph whose vertices lie somewhere, by `FirstArcs`, which keeps one cheapest path a vertex; over uniform 8-connected grids by
 * canonical flood, which keeps all canonical ones, so that the same boxes serve searches that prune by canonical order.
 */
import type { Graph, Located } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkVertex, checkWorld } from '@pf/graph/kit';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { encodeArtifact } from '../artifact/artifact.ts';
import { checkSections, readSections } from '../artifact/sections.ts';
import type { Boxes } from './goal-bounds-builder.ts';
import { checkPlaces, GoalBoundsBuilder } from './goal-bounds-builder.ts';
import { locatedFingerprint, BuiltWorld } from '../artifact/world-fingerprint.ts';

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
  private readonly origin: BuiltWorld;

  constructor(graph: Graph & Located, firstArc: Uint32Array, boxes: Boxes) {
    const arcs = firstArc[graph.vertexCount];
    if (boxes.length !== 4 * arcs) throw new RangeError(`${arcs} arcs need ${4 * arcs} numbers, four a box, got ${boxes.length}.`);
    checkPlaces(graph);
    this.graph = graph;
    this.firstArc = firstArc;
    this.boxes = boxes;
    this.origin = new BuiltWorld(graph, locatedFingerprint(graph));
  }

  /**
   * Builds the boxes of a whole world, or of the vertices that `keep` marks with a 1: a vertex without boxes allows everything. The jump
   * points of a grid are what is worth keeping for JPS+; `jumpPoints` marks them.
   */
  static build(graph: Graph & Located, keep?: Uint8Array): GoalBounds {
    checkWorld(graph, 'GoalBounds.build');
    const builder = new GoalBoundsBuilder(graph, keep);
    const boxes = builder.allocate(0, graph.vertexCount);
    builder.build(0, graph.vertexCount, boxes);
    return new GoalBounds(graph, builder.firstArc, boxes);
  }

  /** Bounds from a buffer that `save` made for the same world; the boxes are a view into it. */
  static load(graph: Graph & Located, bytes: ArtifactBytes): GoalBounds {
    const sections = readSections(bytes, 'goal-bounds', locatedFingerprint(graph), 2);
    const [firstArc, boxes] = sections;
    checkSections('goal-bounds', sections, [
      { name: 'first arcs', types: [Uint32Array], length: graph.vertexCount + 1, offsetsInto: boxes.length / 4 },
      { name: 'boxes', types: [Uint16Array, Float64Array] },
    ]);
    return new GoalBounds(graph, firstArc as Uint32Array, boxes as Boxes);
  }

  /** The bytes that the boxes take. */
  get byteLength(): number {
    return this.firstArc.byteLength + this.boxes.byteLength;
  }

  /** Throws where the world says by its `version` that it has changed: the boxes then hold no longer. A view and a `JumpTable` ask by themselves. */
  check(): void {
    this.origin.check('goal bounds');
  }

  /** Whether a cheapest path from `v` to `goal` may begin with arc number `arc` of `v`. */
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
   * a cheapest path of the whole world. It is not told what the search is asked: who forgets to set `goal` before a search for another one may hear
   * that there is no path. Setting it where it is handed over makes that impossible.
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
   * astar.search(grid.vertex(0, 0), (towards.goal = grid.vertex(2, 2))); // → 4
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
  private towards = NO_VERTEX;

  constructor(bounds: GoalBounds) {
    this.bounds = bounds;
    this.vertexCount = bounds.graph.vertexCount;
    this.maxDegree = bounds.graph.maxDegree;
  }

  /**
   * The goal of the next search: to be set before each. NO_VERTEX at first, when a search throws. A world that has changed since its bounds were built
   * is rejected as well.
   */
  get goal(): number {
    return this.towards;
  }

  set goal(vertex: number) {
    this.bounds.check();
    checkVertex(this, vertex, 'goal');
    this.towards = vertex;
  }

  /** That of the world. To ask for it of a world that has changed throws as well, so that a search between two slices does not go on in it. */
  get version(): number | undefined {
    this.bounds.check();
    return this.bounds.graph.version;
  }

  hasVertex(v: number): boolean {
    return this.bounds.graph.hasVertex?.(v) ?? true;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    const { graph, boxes, firstArc } = this.bounds;
    const n = graph.successors(v, to, cost);
    if (firstArc[v] === firstArc[v + 1]) return n;
    if (this.towards === NO_VERTEX) throw new Error('A view of goal bounds shows the world towards one goal: set its `goal` before each search.');
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
