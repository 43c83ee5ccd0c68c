import type { Graph, Located } from '@pf/graph';
import { fingerprint } from '@pf/graph';
import { Grid } from '@pf/grid';

/** The fingerprint of a world and of where its vertices lie. On grids the arcs say that already. */
export function locatedFingerprint(graph: Graph & Located): string {
  return fingerprint(graph, graph instanceof Grid ? undefined : graph);
}

/**
 * The world that something was built for, as it was then. What follows no edits asks before it answers whether there were any, and is saved under the
 * fingerprint from before them.
 */
export class BuiltWorld {
  private readonly version: number | undefined;

  constructor(
    private readonly graph: Graph,
    readonly fingerprint: string,
  ) {
    this.version = graph.version;
  }

  /** Throws where the world says by its `version` that it has changed. */
  check(built: string): void {
    if (this.graph.version === this.version) return;
    throw outdated(built);
  }
}

/** What is said of a world that has changed since this was built for it. */
export function outdated(built: string): Error {
  return new Error(`The world has changed since its ${built} were built, which then no longer hold: build them anew, leave them out, or, where it is again as it was, load them anew.`);
}

/** What plain data say of the world that they were built for, which a copy by `structuredClone` or JSON keeps. */
export interface BuiltFor {
  /** The fingerprint of the world that it was built for: it is saved for that world, even if the world was edited since. */
  readonly world?: string | undefined;
}

/** Notes for which world plain data were built. */
export function builtFor<T extends object>(graph: Graph, data: T): T & BuiltFor {
  return { ...data, world: fingerprint(graph) };
}

/** The fingerprint to save plain data under: of the world that they were built for; of `graph` where that is not known. */
export function builtFingerprint(graph: Graph, data: BuiltFor): string {
  return data.world ?? fingerprint(graph);
}
