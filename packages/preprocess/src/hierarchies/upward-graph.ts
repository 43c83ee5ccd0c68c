import type { Graph } from '@pf/graph';
import { shown } from '@pf/graph/kit';

/** Arcs between a vertex and higher ones, by rank. Those with lower end r are first[r] … first[r + 1] − 1; `head` is the rank of the higher end. */
export interface UpwardArcs {
  readonly first: Uint32Array;
  readonly head: Uint32Array;
  readonly cost: Float64Array;
}

/**
 * A `ContractionHierarchy` or a `CustomMetric`: every shortest path has a counterpart of the same cost that first climbs and then descends. Vertices are
 * numbered by rank, 0 the least important, so that the few top vertices, which every query visits, are adjacent in memory.
 */
export interface Hierarchy {
  readonly graph: Graph;
  /** By vertex: its rank; by rank: its vertex. */
  readonly rank: Uint32Array;
  readonly vertex: Uint32Array;
  /** Arcs that lead up from a vertex. */
  readonly up: UpwardArcs;
  /** Arcs that lead down to a vertex. */
  readonly down: UpwardArcs;
  /** Changes with its costs; undefined if they never change. */
  readonly version?: number | undefined;
  /** Throws if the graph has changed since, or applies the changes. */
  check(): void;
}

/** By vertex: its rank, from the vertices by rank. */
export function ranksOf(order: Uint32Array): Uint32Array {
  const rank = new Uint32Array(order.length);
  for (let r = 0; r < order.length; r++) rank[order[r]] = r;
  return rank;
}

/** Throws if `hierarchy` is not a hierarchy, or lacks a property that only one kind has. */
export function checkHierarchy(hierarchy: unknown, caller: string, own = 'rank', wanted = 'a hierarchy, such as ContractionHierarchy.build(graph)'): void {
  if (typeof hierarchy === 'object' && hierarchy !== null && 'rank' in hierarchy && 'up' in hierarchy && 'down' in hierarchy && own in hierarchy) return;
  throw new TypeError(`${caller} takes ${wanted}, got ${shown(hierarchy)}.`);
}
