/**
 * Goal bounding — S. Rabin, "JPS+: over 100x faster than A*" (GDC 2015); S. Rabin and N. Sturtevant, "Combining bounding boxes and JPS to prune
 * grid pathfinding", AAAI 2016. Each arc has a box around all vertices to which a cheapest path starts with it: a search skips
 * arcs whose box does not contain the goal.
 *
 * Departures: works on any graph with positions, by `FirstArcs`, which keeps one cheapest path per vertex. On uniform 8-connected grids the
 * canonical flood keeps all canonical paths, so the boxes also fit searches that prune by canonical order.
 */
import type { Graph, Located } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkArcs, checkVertex, checkWorld, shown } from '@pf/graph/kit';
import { checkBuilt } from '../check-built.ts';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { encodeArtifact } from '../artifact/artifact.ts';
import { checkSections, readSections } from '../artifact/sections.ts';
import type { Boxes } from './goal-bounds-builder.ts';
import { checkPlaces, GoalBoundsBuilder } from './goal-bounds-builder.ts';
import { locatedFingerprint, BuiltWorld } from '../artifact/world-fingerprint.ts';

/**
 * Prunes arcs that cannot start a cheapest path to the goal, by a precomputed box per arc.
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
  /** Minimum x, minimum y, maximum x, maximum y of each arc. */
  readonly boxes: Boxes;
  private readonly origin: BuiltWorld;

  constructor(graph: Graph & Located, firstArc: Uint32Array, boxes: Boxes) {
    checkBuilt(firstArc, 'GoalBounds');
    checkBuilt(boxes, 'GoalBounds');
    checkWorld(graph, 'GoalBounds');
    const arcs = firstArc[graph.vertexCount];
    if (boxes.length !== 4 * arcs) throw new RangeError(`${arcs} arcs need ${4 * arcs} numbers, four a box, got ${boxes.length}.`);
    checkPlaces(graph);
    this.graph = graph;
    this.firstArc = firstArc;
    this.boxes = boxes;
    this.origin = new BuiltWorld(graph, locatedFingerprint(graph));
  }

  /**
   * Builds the boxes of a whole graph, or of the vertices that `keep` marks with a 1; vertices without boxes allow every arc. For
   * JPS+ the jump points suffice; `jumpPoints` marks them.
   */
  static build(graph: Graph & Located, keep?: Uint8Array): GoalBounds {
    checkArcs(graph, 'GoalBounds.build');
    const builder = new GoalBoundsBuilder(graph, keep);
    const boxes = builder.allocate(0, graph.vertexCount);
    builder.build(0, graph.vertexCount, boxes);
    return new GoalBounds(graph, builder.firstArc, boxes);
  }

  /** Loads bounds saved for the same world; the boxes are a view into the buffer. */
  static load(graph: Graph & Located, bytes: ArtifactBytes): GoalBounds {
    checkWorld(graph, 'GoalBounds.load');
    checkPlaces(graph);
    const sections = readSections(bytes, 'goal-bounds', locatedFingerprint(graph), 2);
    const [firstArc, boxes] = sections;
    checkSections('goal-bounds', sections, [
      { name: 'first arcs', types: [Uint32Array], length: graph.vertexCount + 1, offsetsInto: boxes.length / 4 },
      { name: 'boxes', types: [Uint16Array, Float64Array] },
    ]);
    return new GoalBounds(graph, firstArc as Uint32Array, boxes as Boxes);
  }

  /** Bytes of all boxes. */
  get byteLength(): number {
    return this.firstArc.byteLength + this.boxes.byteLength;
  }

  /** Throws if the world's `version` has changed, as the boxes are invalid then. A view and a `JumpTable` call this themselves. */
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
   * A view of the graph for one goal: only arcs whose box contains the goal. Any forward search over it finds
   * a cheapest path of the whole graph. Set `goal` before each search: with the goal of another search, it may miss the path. Setting it
   * in the same expression, as below, prevents that. Searches that run in slices at the same time need a view each. Give an agent of @pf/realtime
   * a `costBound`: by default it is that of the arcs towards the first goal.
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

  /** Saves everything to one buffer, for the world as it was at the build. */
  save(): ArrayBuffer {
    return encodeArtifact('goal-bounds', this.origin.fingerprint, [this.firstArc, this.boxes]);
  }
}

/**
 * A graph without the arcs that lead away from `goal`, for any forward search. Made by `GoalBounds.view`. Several views of the
 * same bounds may have different goals. It needs no memory of its own.
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
    if ((bounds as Partial<GoalBounds> | null | undefined)?.boxes === undefined) throw new TypeError(`A BoundedView shows GoalBounds, and is made by their view(), got ${shown(bounds)}.`);
    this.bounds = bounds;
    this.vertexCount = bounds.graph.vertexCount;
    this.maxDegree = bounds.graph.maxDegree;
  }

  /**
   * Goal of the next search; set it before each. NO_VERTEX at first, which makes a search throw. Setting it throws if the world was edited since
   * the build.
   */
  get goal(): number {
    return this.towards;
  }

  set goal(vertex: number) {
    this.bounds.check();
    checkVertex(this, vertex, 'goal');
    this.towards = vertex;
  }

  /** Another for each goal, as its arcs are others. Throws if the graph was edited since the build, so that a search cannot continue after an edit. */
  get version(): number | undefined {
    this.bounds.check();
    const { version } = this.bounds.graph;
    return version === undefined ? undefined : version + this.towards;
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

  /** All arcs that enter `v`. No box prunes them, so use forward searches only. */
  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.bounds.graph.predecessors(v, to, cost);
  }
}
