import type { Digraph, Ring, World } from '@pf/testkit';
import { drawWorld } from '@pf/testkit';

export type Place = readonly [x: number, y: number];

/**
 * An event of an episode. Positions are cells, clamped to the map if it has shrunk; in a graph only x counts, as a vertex. `n` is a parameter of the
 * event.
 */
export interface Event {
  readonly what: 'block' | 'free' | 'cost' | 'sides' | 'area' | 'query' | 'step' | 'goal' | 'think';
  readonly at: Place;
  readonly to: Place;
  readonly n: number;
}

export interface GridCase {
  readonly kind: 'grid';
  readonly world: World;
  readonly events: readonly Event[];
}
export interface DigraphCase {
  readonly kind: 'digraph';
  readonly digraph: Digraph;
  readonly events: readonly Event[];
}

/** A world of polygons. `cuts` are made one after the other and restored in the order of `repairs`; after each, all `trips` are queried. */
export interface MeshCase {
  readonly kind: 'mesh';
  readonly outlines: readonly Ring[];
  readonly holes: readonly Ring[];
  readonly sides: number;
  readonly trips: readonly (readonly [from: Place, to: Place])[];
  readonly cuts: readonly Ring[];
}

/** Operations on a queue over `ids` ids. */
export interface QueueCase {
  readonly kind: 'queue';
  readonly ids: number;
  readonly operations: readonly (readonly [verb: Verb, id: number, key: number, second: number])[];
}

export const verbs = ['push', 'pop', 'update', 'decrease', 'increase', 'remove', 'clear', 'grow'] as const;
export type Verb = (typeof verbs)[number];

/** Everything needed to reproduce a fault, as plain data. */
export type Case = GridCase | DigraphCase | MeshCase | QueueCase;

/** The size of a case, which shrinking reduces. */
export function sizeOf(given: Case): string {
  switch (given.kind) {
    case 'grid':
      return `${given.world.width} × ${given.world.height} cells, ${given.events.length} events`;
    case 'digraph':
      return `${given.digraph.vertexCount} vertices, ${given.digraph.arcs.length} arcs, ${given.events.length} events`;
    case 'mesh':
      return `${[...given.outlines, ...given.holes, ...given.cuts].flat().length} corners, ${given.trips.length} trips`;
    default:
      return `${given.ids} ids, ${given.operations.length} operations`;
  }
}

/** The case in readable form. */
export function draw(given: Case): string {
  switch (given.kind) {
    case 'grid':
      return [drawWorld(given.world), ...given.events.map(({ what, at, to, n }) => `${what} (${at.join(', ')}) (${to.join(', ')}) ${n}`)].join('\n');
    case 'digraph':
      return [
        `${given.digraph.vertexCount} vertices`,
        ...given.digraph.arcs.map(([from, to, cost]) => `${from} → ${to} at ${cost}`),
        ...given.events.map(({ what, at, to, n }) => `${what} ${at[0]} ${to[0]} ${n}`),
      ].join('\n');
    case 'mesh':
      return JSON.stringify(given);
    default:
      return [`${given.ids} ids`, ...given.operations.map((operation) => operation.join(' '))].join('\n');
  }
}
