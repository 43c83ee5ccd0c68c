import type { Counters, Graph, Heuristic } from '@pf/graph';
import { checkHeuristic, checkOption, isLattice, noEstimate, ownHeuristic, pathFilterOf, shown } from '@pf/graph/kit';
import type { Frontier } from './frontier.ts';
import { FARTHEST } from '../bucket-ring.ts';
import { isGrid } from '../is-grid.ts';
import { GraphFrontier } from './graph-frontier.ts';
import { LatticeFrontier } from './lattice-frontier.ts';
import type { Ties } from '../tie-heap.ts';

export interface QueueOptions {
  /**
   * 'heap' orders by f exactly. 'buckets' orders by f up to the width of a bucket, and by `ties` within it: several times faster on grids, and faster on graphs whose arcs cost whole numbers of
   * up to some hundred. Default: 'buckets' on grids, other lattices, and graphs that nearly are lattices, such as a `LinkedGrid`; else 'heap'. Also 'heap' if `ties` are by g, with a weight above 10 that
   * reopens, and with a weight that does not reopen if it is below 1.02, the lengths of steps differ much, or the lattice is no grid.
   */
  readonly queue?: 'heap' | 'buckets' | undefined;
  /** Tie-breaking among equal f. Default: 'larger-g' with a heap, 'lifo' with buckets, which also accept 'fifo'. */
  readonly ties?: Ties | undefined;
  /** Width of buckets on graphs that neither are lattices nor nearly are; narrower ones are more exact. Default: the smallest positive arc cost when the search is created. */
  readonly bucketWidth?: number | undefined;
}

/** Without re-opening, buckets get narrower as the weight approaches 1; below this weight a heap is used. */
const LEAST_WEIGHT_OF_BUCKETS = 1.02;
/** With re-opening, keys fall by more buckets as the weight rises; above this weight a heap is used. */
const GREATEST_WEIGHT_OF_BUCKETS = 10;
/** Highest factor on the length of a step: terrain costs are bytes. */
const MAX_TERRAIN = 255;

export interface FrontierOptions extends QueueOptions {
  /** See lattice-estimate.ts. */
  readonly heuristic: Heuristic | 'grid' | 'balanced' | 'none';
  readonly backward: boolean;
  readonly weight: number;
  /** Whether closed vertices reopen for a better label. Default: if the weight is 1. */
  readonly reopen?: boolean | undefined;
  /** No vertex may be opened again: a heap in place of buckets where arcs of a graph that is nearly a lattice are too short or too long. Default false. */
  readonly once?: boolean | undefined;
  /** Follow every arc, not only canonical moves. Default false. */
  readonly everyArc?: boolean | undefined;
  /** Expand only what a cheapest path from the roots to the targets can use, if the graph knows it. Default false. */
  readonly filtered?: boolean | undefined;
}

/** The user's heuristic, or the graph's own. 'grid' means that of a grid, computed in place; 'none' that it is 0 everywhere. */
export function chooseHeuristic(graph: Graph, given: Heuristic | undefined): Heuristic | 'grid' | 'none' {
  if (given === undefined && isGrid(graph)) return 'grid';
  const chosen = given ?? ownHeuristic(graph);
  checkHeuristic(chosen);
  return chosen === noEstimate ? 'none' : chosen;
}

export function chooseFrontier(graph: Graph, counters: Counters, options: FrontierOptions): Frontier {
  const { heuristic, backward, weight, reopen = weight === 1, once = false, bucketWidth, everyArc = false, filtered = false } = options;
  // An arc raises a key by at most 1 + weight times its cost. Before, others may lower the current bucket by weight - 1 times theirs. Buckets are
  // (weight - 1) / 2 of the shortest step wide; narrower ones are only used if all steps are about as long (move-order.ts).
  const suits = reopen ? weight <= GREATEST_WEIGHT_OF_BUCKETS : weight >= LEAST_WEIGHT_OF_BUCKETS && (!isLattice(graph) || suitsRing(graph, (4 * weight) / (weight - 1)));
  // Without re-opening, the arcs of a graph that is nearly a lattice may be too long for the ring.
  const lattice = isLattice(graph) ? graph : reopen ? graph.nearLattice?.lattice : undefined;
  const queue = options.queue ?? (lattice !== undefined && [undefined, 'lifo', 'fifo'].includes(options.ties) && suits ? 'buckets' : 'heap');
  checkOption('queue', queue, ['heap', 'buckets']);
  const { ties = queue === 'heap' ? 'larger-g' : 'lifo' } = options;
  checkOption('ties', ties, ['larger-g', 'smaller-g', 'lifo', 'fifo']);
  if (bucketWidth !== undefined && !(typeof bucketWidth === 'number' && bucketWidth > 0 && bucketWidth < Infinity)) throw new RangeError(`The width of a bucket must be positive and finite, got ${shown(bucketWidth)}.`);
  if (queue === 'buckets') {
    if (ties === 'larger-g' || ties === 'smaller-g') throw new RangeError(`A bucket does not order by g: with queue: 'buckets' ties is 'lifo' or 'fifo', got '${ties}'.`);
    // Keys fall with a weight, which only buckets of lattices take.
    if (!suits || (weight !== 1 && lattice === undefined)) throw new RangeError(`With a weight of ${weight} and reopen: ${reopen}, buckets do not suit this graph: leave out queue: 'buckets'.`);
  }
  if (lattice !== undefined) return new LatticeFrontier(graph, lattice, counters, { heuristic, backward, weight, reopen, once, queue, ties, canonical: !everyArc });
  // Only grids, which are lattices, have estimates that are computed in place.
  const estimate = typeof heuristic === 'function' ? heuristic : noEstimate;
  const filter = filtered ? pathFilterOf(graph) : undefined;
  const width = queue === 'heap' ? 1 : bucketWidth ?? widthFor(graph);
  return new GraphFrontier(graph, counters, { heuristic: estimate, backward, weight, reopen, filter, queue, ties, bucketWidth: width });
}

/** Whether the ring holds a step on any terrain, if the shortest step on terrain 1 spans `buckets`. Only on grids no step costs 0. */
export function suitsRing(graph: Graph, buckets: number): boolean {
  if (!isGrid(graph)) return false;
  const lengths = graph.lengths.subarray(0, graph.maxDegree);
  return (buckets * MAX_TERRAIN * Math.max(...lengths)) / Math.min(...lengths) < FARTHEST;
}

/** Smallest positive arc cost. Buckets of this width avoid repeated expansions. Reads all arcs once. */
function widthFor(graph: Graph): number {
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  let least = Infinity;
  let most = 0;
  for (let v = 0; v < graph.vertexCount; v++) {
    for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) {
      if (cost[i] > most) most = cost[i];
      if (cost[i] > 0 && cost[i] < least) least = cost[i];
    }
  }
  if (most / least > FARTHEST) {
    throw new RangeError(`The costs of arcs, from ${least} to ${most}, lie too far apart for buckets: leave out queue: 'buckets', or give a bucketWidth.`);
  }
  return least < Infinity ? least : 1;
}
