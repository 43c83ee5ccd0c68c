import type { Graph, Located } from '@pf/graph';
import { fingerprint } from '@pf/graph';
import { isGrid } from '@pf/search/kit';

/**
 * Fingerprint of a graph and its vertex positions; on grids the arcs already determine those. One-way cells change it even if they close no arc, since bounds and rows
 * are built differently with them.
 */
export function locatedFingerprint(graph: Graph & Located): string {
  return fingerprint(graph, isGrid(graph) && graph.sides === undefined ? undefined : graph);
}

/** The same for rows of first moves, which do not depend on positions. */
export function rowsFingerprint(graph: Graph): string {
  return isGrid(graph) ? locatedFingerprint(graph) : fingerprint(graph);
}

/**
 * The world that something was built for. Data that cannot follow edits checks it before each answer, and is saved under the
 * fingerprint from before any edits.
 */
export class BuiltWorld {
  /** The world's `version` at the build. */
  readonly version: number | undefined;

  constructor(
    private readonly graph: Graph,
    readonly fingerprint: string,
  ) {
    this.version = graph.version;
  }

  get hasChanged(): boolean {
    return this.graph.version !== this.version;
  }

  /** Throws if the world's `version` has changed. */
  check(built: string): void {
    if (this.hasChanged) throw outdated(built);
  }
}

/** The error for a world that was edited after the build. */
export function outdated(built: string): Error {
  return new Error(`The world has changed since its ${built} were built, which then no longer hold: build them anew, leave them out, or, where it is again as it was, load them anew.`);
}

/** The error for a world that was edited during a build. */
export function editedMeanwhile(): Error {
  return new Error('The world was edited during the build: build it anew.');
}

/** The world of plain data. Copies by `structuredClone` or JSON keep it. */
export interface BuiltFor {
  /** Fingerprint of the world that it was built for and is saved for, even if the world was edited since. */
  readonly world?: string | undefined;
}

/** Adds the fingerprint of their world to plain data. Throws if the world had another version when their build began. */
export function builtFor<T extends object>(graph: Graph, data: T, version = graph.version): T & BuiltFor {
  if (graph.version !== version) throw editedMeanwhile();
  return { ...data, world: fingerprint(graph) };
}

/** Fingerprint to save plain data under: that of their world or, if unknown, of `graph`. */
export function builtFingerprint(graph: Graph, data: BuiltFor): string {
  return data.world ?? fingerprint(graph);
}
