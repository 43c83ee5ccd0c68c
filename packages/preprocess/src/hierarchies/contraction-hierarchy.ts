import type { Graph, Heuristic } from '@pf/graph';
import { fingerprint } from '@pf/graph';
import { checkBuilt } from '../check-built.ts';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { encodeArtifact } from '../artifact/artifact.ts';
import { checkSections, readSections } from '../artifact/sections.ts';
import { BuiltWorld } from '../artifact/world-fingerprint.ts';
import type { ProgressCallbacks } from '../progress-callbacks.ts';
import { checkBuild } from '../progress-callbacks.ts';
import { listArcs, tailsOf } from './arc-list.ts';
import { contract } from './contract.ts';
import type { HierarchyHeuristicOptions } from './hierarchy-heuristic.ts';
import { hierarchyHeuristic } from './hierarchy-heuristic.ts';
import type { ShortcutArcs } from './shortcut-arcs.ts';
import { layOut, shareLike } from './shortcut-arcs.ts';
import { NO_PART } from './unpack.ts';
import type { Hierarchy } from './upward-graph.ts';
import { ranksOf } from './upward-graph.ts';

const KIND = 'hierarchy';

/**
 * A contraction hierarchy of any graph: with its shortcuts, a query on a road network of a million vertices settles a few hundred.
 *
 * It is valid for the costs that it was built with. For costs that change, use `CustomizableHierarchy`. Query it with `HierarchyQuery`.
 *
 * Memory: 16 bytes a vertex, 4 an arc of the graph, and 20 an arc of the hierarchy (12 and 14 if all roads are two-way at the same cost). A road network
 * has about twice as many hierarchy arcs as arcs.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { ContractionHierarchy, HierarchyQuery } from '@pf/preprocess';
 *
 * const roads = new CompressedGraph(3, [[0, 1, 2.5], [1, 2, 1]]);
 * const hierarchy = ContractionHierarchy.build(roads);
 * new HierarchyQuery(hierarchy).search(0, 2); // → 3.5
 * ```
 */
export class ContractionHierarchy implements Hierarchy {
  readonly down: ShortcutArcs;

  private constructor(
    readonly graph: Graph,
    readonly rank: Uint32Array,
    readonly vertex: Uint32Array,
    readonly up: ShortcutArcs,
    down: ShortcutArcs,
    /** By arc of the graph: its head. */
    readonly arcHead: Uint32Array,
    /** The cost of the cheapest arc of the graph. */
    readonly leastCost: number,
    private readonly world: BuiltWorld,
  ) {
    checkBuilt(rank, 'ContractionHierarchy');
    this.down = shareLike(up, down);
  }

  /** Builds the hierarchy, at about 18 µs a vertex on road networks. Throws an AbortError if `signal` is aborted. */
  static build(graph: Graph, callbacks: ProgressCallbacks = {}): ContractionHierarchy {
    checkBuild(graph, callbacks, [], 'ContractionHierarchy.build');
    const world = new BuiltWorld(graph, fingerprint(graph));
    const arcs = listArcs(graph);
    const contracted = contract(arcs, callbacks);
    const rank = ranksOf(contracted.order);
    const { up, down } = layOut(contracted, rank);
    return new ContractionHierarchy(graph, rank, contracted.order, up, down, arcs.head, minimum(arcs.cost), world);
  }

  /** Number of arcs, shortcuts included. */
  get arcCount(): number {
    return this.up.head.length + this.down.head.length;
  }

  /** Its memory in bytes. */
  get byteLength(): number {
    const { rank, vertex, up, down, arcHead } = this;
    const arrays = new Set([rank, vertex, arcHead, ...[up, down].flatMap(({ first, head, cost, parts }) => [first, head, cost, parts])]);
    return [...arrays].reduce((sum, array) => sum + array.byteLength, 0);
  }

  /** Throws if the graph's `version` has changed since the build. */
  check(): void {
    this.world.check("hierarchy's arcs");
  }

  /**
   * The exact cost from a vertex to a goal, computed on demand, as a heuristic for A* and for planners (CH-Potentials, B. Strasser and T. Zeitz, SEA
   * 2021).
   *
   * It remains usable after edits: while costs have only risen since the build, it is a consistent lower bound, and NBA* expands fewer vertices with it than
   * A*. After a cost has fallen it is not.
   *
   * @example
   * ```ts
   * import { CompressedGraph } from '@pf/graph';
   * import { ContractionHierarchy } from '@pf/preprocess';
   * import { AStar } from '@pf/search';
   *
   * const roads = new CompressedGraph(4, [[0, 1, 2], [1, 3, 2], [0, 2, 3], [2, 3, 3]]);
   * const heuristic = ContractionHierarchy.build(roads).heuristic();
   * heuristic(0, 3); // → 4
   * roads.setCost(1, 3, 9); // a traffic jam
   * new AStar(roads, { heuristic }).search(0, 3); // → 6
   * ```
   */
  heuristic(options: HierarchyHeuristicOptions = {}): Heuristic {
    return hierarchyHeuristic(this, options);
  }

  /** Everything in one buffer, to be saved. */
  save(): ArrayBuffer {
    this.check();
    const { vertex, up, down } = this;
    const arcs = [up, down].flatMap(({ first, head, cost, parts }) => [first, head, cost, parts]);
    return encodeArtifact(KIND, this.world.fingerprint, [vertex, ...arcs]);
  }

  /**
   * Loads a hierarchy from a buffer that `save` made for the same graph. Its arrays are views into the buffer.
   *
   * @example
   * ```ts
   * import { CompressedGraph } from '@pf/graph';
   * import { ContractionHierarchy, HierarchyQuery } from '@pf/preprocess';
   *
   * const roads = new CompressedGraph(3, [[0, 1, 2.5], [1, 2, 1]]);
   * const saved = ContractionHierarchy.build(roads).save();
   * new HierarchyQuery(ContractionHierarchy.load(roads, saved)).search(0, 2); // → 3.5
   * ```
   */
  static load(graph: Graph, bytes: ArtifactBytes): ContractionHierarchy {
    const print = fingerprint(graph);
    const { vertexCount } = graph;
    const sections = readSections(bytes, KIND, print, 9);
    const words = [Uint32Array];
    checkSections(KIND, sections, [{ name: 'vertex', types: words, length: vertexCount, range: [0, vertexCount - 1] }]);
    const vertex = sections[0] as Uint32Array;
    const { head: arcHead, cost } = listArcs(graph);
    const read = (from: number): ShortcutArcs => {
      const part = sections.slice(from, from + 4);
      const { length } = part[1];
      checkSections(KIND, part, [
        { name: 'first', types: words, length: vertexCount + 1, offsetsInto: length },
        { name: 'head', types: words, length, range: [0, vertexCount - 1] },
        { name: 'cost', types: [Float64Array], length, range: [0, Number.MAX_VALUE] },
        { name: 'parts', types: [Int32Array], length: 2 * length },
      ]);
      const [first, head, cost, parts] = part as [Uint32Array, Uint32Array, Float64Array, Int32Array];
      return { first, head, cost, parts };
    };
    const [up, down] = [read(1), read(5)];
    const rank = ranksOf(vertex);
    checkStructure(vertex, rank, up, down, arcHead);
    return new ContractionHierarchy(graph, rank, vertex, up, down, arcHead, minimum(cost), new BuiltWorld(graph, print));
  }
}

function minimum(costs: Float64Array): number {
  let least = Infinity;
  for (let i = 0; i < costs.length; i++) if (costs[i] < least) least = costs[i];
  return least;
}

/**
 * Rejects forged data that would make a query read outside an array or never end: repeated vertices, arcs that do not climb, shortcuts over vertices
 * that are not lower.
 */
function checkStructure(vertex: Uint32Array, rank: Uint32Array, up: ShortcutArcs, down: ShortcutArcs, arcHead: Uint32Array): void {
  const wrong = (what: string): never => {
    throw new Error(`This artifact of kind "${KIND}" ${what}: it was not written by this package; build it anew.`);
  };
  const seen = new Uint8Array(vertex.length);
  for (const v of vertex) if (seen[v]++ > 0) wrong(`has the vertex ${v} twice`);
  const headOf = (part: number): number => rank[arcHead[~part]];
  const lowerEnds = [down, up].map(({ first, head }) => tailsOf({ firstArc: first, head }));
  for (const arcs of [up, down]) {
    for (let r = 0; r < vertex.length; r++) {
      for (let i = arcs.first[r]; i < arcs.first[r + 1]; i++) {
        if (arcs.head[i] <= r) wrong(`has an arc from rank ${r} to ${arcs.head[i]}, which is no higher`);
        const [from, to] = arcs === up ? [r, arcs.head[i]] : [arcs.head[i], r];
        const [descent, climb] = [arcs.parts[2 * i], arcs.parts[2 * i + 1]];
        for (const part of [descent, climb]) if (part < 0 && ~part >= arcHead.length) wrong(`names the arc ${~part} of ${arcHead.length}`);
        if (climb === NO_PART) {
          if (!(descent < 0 && headOf(descent) === to)) wrong(`has an arc to rank ${to} that is not in the graph`);
          continue;
        }
        const middle = descent < 0 ? headOf(descent) : down.head[descent >>> 1] === from ? lowerEnds[0][descent >>> 1] : r;
        const climbs = climb < 0 ? headOf(climb) === to : up.head[climb >>> 1] === to && lowerEnds[1][climb >>> 1] === middle;
        if (!(middle < r && climbs && (descent < 0 || (descent & 1) === 0) && (climb < 0 || (climb & 1) === 1))) {
          wrong(`has a shortcut from rank ${from} to ${to} whose parts are not a descent and a climb`);
        }
      }
    }
  }
}
