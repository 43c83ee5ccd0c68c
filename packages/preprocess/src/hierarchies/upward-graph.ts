import type { Graph } from '@pf/graph';
import { shown } from '@pf/graph/kit';

/**
 * Arcs between a vertex and those above it, by rank: the lower end of the arcs first[r] … first[r + 1] − 1 has rank r, `head` is the rank of the
 * higher one.
 */
export interface UpwardArcs {
  readonly first: Uint32Array;
  readonly head: Uint32Array;
  readonly cost: Float64Array;
}

/**
 * A hierarchy as its queries see it: every shortest path has a counterpart of the same cost that first only climbs and then only descends. Vertices are numbered
 * by rank, the least important 0, so that the few at the top, which every query meets, lie side by side in memory.
 */
export interface UpwardGraph {
  /** By vertex: its rank; by rank: its vertex. */
  readonly rank: Uint32Array;
  readonly vertex: Uint32Array;
  /** Arcs that lead from a vertex up. */
  readonly up: UpwardArcs;
  /** Arcs that lead from above down to a vertex. */
  readonly down: UpwardArcs;
}

/** What is asked for costs from one to many: a `ContractionHierarchy` or a `CustomMetric`. */
export interface Hierarchy extends UpwardGraph {
  readonly graph: Graph;
  /** Another number after every change of its costs; none where they stay as they are. */
  readonly version?: number | undefined;
  /** Throws, or comes up to date, if the graph has changed since. */
  check(): void;
}

/** Throws unless a hierarchy was given. */
export function checkHierarchy(hierarchy: unknown, taker: string): void {
  if (typeof hierarchy === 'object' && hierarchy !== null && 'rank' in hierarchy && 'up' in hierarchy && 'down' in hierarchy) return;
  throw new TypeError(`${taker} takes a hierarchy, such as ContractionHierarchy.build(graph), got ${shown(hierarchy)}.`);
}
