/**
 * Customizable contraction hierarchies: J. Dibbelt, B. Strasser, D. Wagner, "Customizable Contraction Hierarchies", SEA 2014 and ACM J. Experimental
 * Algorithmics 21, 2016; survey: T. Bläsius et al., 2025.
 */
import type { Graph, Located } from '@pf/graph';
import { fingerprint } from '@pf/graph';
import { checkFit, checkList, checkWorld, isLocated } from '@pf/graph/kit';
import { checkBuilt } from '../check-built.ts';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { encodeArtifact } from '../artifact/artifact.ts';
import { checkSections, readSections } from '../artifact/sections.ts';
import type { ProgressCallbacks } from '../progress-callbacks.ts';
import { checkBuild } from '../progress-callbacks.ts';
import { listArcs, successorsOf } from './arc-list.ts';
import type { ChordalGraph, EdgeArcs } from './chordal-graph.ts';
import { complete, placeArcs } from './chordal-graph.ts';
import type { CustomizableStructure } from './custom-metric.ts';
import { CustomMetric } from './custom-metric.ts';
import { adjacencyOf } from './dissection/adjacency.ts';
import { nestedDissection } from './dissection/nested-dissection.ts';
import { ranksOf } from './upward-graph.ts';

const KIND = 'customizable';

/** Options of `CustomizableHierarchy.build`. */
export interface CustomizableOptions extends ProgressCallbacks {
  /** The contraction order, least important vertex first. Default: nested dissection, by coordinates where the graph has them. */
  readonly order?: ArrayLike<number> | undefined;
}

/**
 * A hierarchy that depends on the arcs of a graph but not on their costs. `customise` adds costs: all of them in tens of milliseconds on a city's
 * roads, a few changed ones in one or two, and many in about the time of all; the first time in up to twice as long. Query the metric that it returns with `EliminationQuery`.
 *
 * Closed arcs, at cost Infinity, are included if the graph lists them, as `CompressedGraph`, `EdgeCosts` and views do.
 *
 * Memory: 20 bytes a vertex, 16 an arc of the graph, 12 an edge of the hierarchy, and 2 a triangle of edges. A road network has about three edges a vertex and
 * three triangles an edge. Grids, city blocks and their graphs of turns have dozens of both: see `byteLength`.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { CustomizableHierarchy, EliminationQuery } from '@pf/preprocess';
 *
 * const roads = new CompressedGraph(4, [[0, 1, 2], [1, 3, 2], [0, 2, 1], [2, 3, 5]]);
 * const hierarchy = CustomizableHierarchy.build(roads);
 * const byTime = new EliminationQuery(hierarchy.customise());
 * const byLength = new EliminationQuery(hierarchy.customise([7, 1, 7, 1])); // by arc: 0→1, 0→2, 1→3, 2→3
 * byTime.search(0, 3); // → 4
 * byLength.search(0, 3); // → 2
 * ```
 */
export class CustomizableHierarchy implements CustomizableStructure {
  readonly graph: Graph;
  readonly rank: Uint32Array;
  readonly vertex: Uint32Array;
  readonly edges: ChordalGraph;
  readonly edgeArcs: EdgeArcs;
  readonly firstArc: Uint32Array;
  readonly arcHead: Uint32Array;

  private constructor(graph: Graph, order: (arcs: ReturnType<typeof listArcs>) => Uint32Array) {
    checkBuilt(order, 'CustomizableHierarchy');
    const arcs = listArcs(graph, true);
    this.graph = graph;
    this.vertex = order(arcs);
    this.rank = ranksOf(this.vertex);
    this.edges = complete(adjacencyOf(arcs), this.rank, this.vertex);
    this.edgeArcs = placeArcs(arcs, this.edges, this.rank);
    this.firstArc = arcs.firstArc;
    this.arcHead = arcs.head;
  }

  /** Builds the hierarchy, at about 18 µs a vertex on road networks. Throws an AbortError if `signal` is aborted. */
  static build(graph: Graph, options: CustomizableOptions = {}): CustomizableHierarchy {
    checkBuild(graph, options, ['order'], 'CustomizableHierarchy.build');
    const { order } = options;
    if (order !== undefined) checkList(order, 'order');
    if (order !== undefined) return new CustomizableHierarchy(graph, () => checkedOrder(graph, Uint32Array.from(order)));
    return new CustomizableHierarchy(graph, (arcs) => nestedDissection(adjacencyOf(arcs), placesOf(graph), options));
  }

  /** Its memory in bytes, without its metrics. */
  get byteLength(): number {
    const { rank, vertex, edges, edgeArcs, firstArc, arcHead } = this;
    const { first, head, tail, firstBelow, below, above } = edges;
    const arrays = [rank, vertex, firstArc, arcHead, first, head, tail, firstBelow, below, above, edgeArcs.side, edgeArcs.arc, edgeArcs.arcSide];
    return arrays.reduce((sum, array) => sum + array.byteLength, 0);
  }

  /**
   * Makes a metric from one cost for each arc, in the order of `successors`, those of vertex 0 first. Without costs, the metric follows those of the
   * graph.
   */
  customise(costs?: ArrayLike<number>): CustomMetric {
    return new CustomMetric(this, costs);
  }

  /** The order in one buffer, to be saved. Everything else is derived from it on loading. It is valid for all costs. */
  save(): ArrayBuffer {
    checkFit(this.graph, 'hierarchy', this.rank.length);
    return encodeArtifact(KIND, shapeOf(this.graph), [this.vertex]);
  }

  /**
   * Loads a hierarchy from a buffer that `save` made for a graph with the same arcs, whatever they cost.
   *
   * @example
   * ```ts
   * import { CompressedGraph } from '@pf/graph';
   * import { CustomizableHierarchy, EliminationQuery } from '@pf/preprocess';
   *
   * const saved = CustomizableHierarchy.build(new CompressedGraph(2, [[0, 1, 5]])).save();
   * const metric = CustomizableHierarchy.load(new CompressedGraph(2, [[0, 1, 7]]), saved).customise();
   * new EliminationQuery(metric).search(0, 1); // → 7
   * ```
   */
  static load(graph: Graph, bytes: ArtifactBytes): CustomizableHierarchy {
    checkWorld(graph, 'CustomizableHierarchy.load');
    const { vertexCount } = graph;
    const sections = readSections(bytes, KIND, shapeOf(graph), 1);
    checkSections(KIND, sections, [{ name: 'order', types: [Uint32Array], length: vertexCount, range: [0, vertexCount - 1] }]);
    return new CustomizableHierarchy(graph, () => checkedOrder(graph, sections[0] as Uint32Array));
  }
}

function checkedOrder(graph: Graph, order: Uint32Array): Uint32Array {
  const seen = new Uint8Array(graph.vertexCount);
  for (const v of order) if (v < seen.length) seen[v] = 1;
  const missing = seen.indexOf(0);
  if (missing < 0 && order.length === seen.length) return order;
  throw new RangeError(`An order has each of the ${seen.length} vertices once, got ${order.length} entries${missing < 0 ? '' : ` without ${missing}`}.`);
}

/** The coordinates of all vertices, if the graph has them. */
function placesOf(graph: Graph): Float64Array | undefined {
  if (!isLocated(graph)) return undefined;
  const places = new Float64Array(2 * graph.vertexCount);
  for (let v = 0; v < graph.vertexCount; v++) {
    places[2 * v] = graph.x(v);
    places[2 * v + 1] = graph.y(v);
    if (!Number.isFinite(places[2 * v] + places[2 * v + 1])) return undefined;
  }
  return places;
}

/** The fingerprint of a graph with its closed arcs but without costs. */
export function shapeOf(graph: Graph, places?: Located): string {
  const shape: Graph = {
    vertexCount: graph.vertexCount,
    maxDegree: graph.maxDegree,
    successors(v, to, cost) {
      const n = successorsOf(graph, v, to, cost, true);
      cost.fill(0, 0, n);
      return n;
    },
    predecessors: (v, to, cost) => graph.predecessors(v, to, cost),
  };
  return fingerprint(shape, places);
}
