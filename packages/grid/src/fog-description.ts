import { checkOptions, shown } from '@pf/graph/kit';
import { isFog } from './fog-checks.ts';
import { FogOfWar } from './fog-of-war.ts';
import type { GridDescription } from './grid-description.ts';
import { describeGrid, listOf, restoreGrid } from './grid-description.ts';
import type { Grid } from './grid.ts';
import { verticesOf } from './vertices.ts';

/** What is known in a fog, as plain data. */
export interface FogDescription {
  /** The known map. */
  readonly known: GridDescription;
  /** By cell, row by row: 1 for those that were seen, else 0. */
  readonly seen: ArrayLike<number>;
}

/**
 * What is known in a fog, as plain data, to save a game: the known map and the seen cells, not the true map. `as` is that of `describeGrid`: pass `'numbers'` for JSON.
 *
 * @example
 * ```ts
 * import { describeFog, describeGrid, eightNeighbours, FogOfWar, Grid, restoreFog, restoreGrid } from '@pf/grid';
 *
 * const fog = new FogOfWar(Grid.fromRows(['.#.', '.#.', '...']));
 * fog.reveal(fog.known.vertex(0, 0), eightNeighbours);
 * const saved = JSON.stringify({ map: describeGrid(fog.truth, 'numbers'), fog: describeFog(fog, 'numbers') });
 *
 * const { map, fog: known } = JSON.parse(saved);
 * const loaded = restoreFog(restoreGrid(map), known);
 * loaded.known.toRows(); // → ['.#.', '.#.', '...']
 * loaded.seenCount; // → 4
 * ```
 */
export function describeFog(fog: FogOfWar, as: 'bytes' | 'numbers' = 'bytes'): FogDescription {
  if (!isFog(fog)) throw new TypeError(`describeFog takes a FogOfWar, got ${shown(fog)}; for a UnitFog, describe its fog.`);
  const { known } = fog;
  // Cells outside of the map count as seen, but are not listed.
  return { known: describeGrid(known, as), seen: listOf(verticesOf(known), (v) => (fog.isSeen(v) && known.outside?.[v] !== 1 ? 1 : 0), as) };
}

/**
 * Creates the fog that `describeFog` described, over the true map as it is now. It continues where the other was: the same known map, seen cells and frontier. Create its planners, observers and each `UnitFog` again.
 *
 * @example
 * ```ts
 * import { describeFog, FogOfWar, Grid, radius, restoreFog } from '@pf/grid';
 *
 * const truth = Grid.fromRows(['...#']);
 * const fog = new FogOfWar(truth);
 * fog.reveal(truth.vertex(0, 0), radius(1));
 * const again = restoreFog(truth, describeFog(fog));
 * [again.isSeen(truth.vertex(1, 0)), again.isSeen(truth.vertex(2, 0))]; // → [true, false]
 * ```
 */
export function restoreFog(truth: Grid, description: FogDescription): FogOfWar {
  const given = description as Partial<FogDescription> | null | undefined;
  checkOptions(given, ['known', 'seen'], 'restoreFog');
  if (given?.known === undefined || given.seen === undefined) throw new TypeError('restoreFog(truth, description) takes the true map and what describeFog gave, { known, seen }.');
  return new FogOfWar(truth, restoreGrid(given.known), given.seen);
}
