import type { RoutePlanner } from '@pf/crowd';
import type { Heuristic } from '@pf/graph';
import type { Grid } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { AdaptiveAStar, DStarLite, MultipathAdaptiveAStar } from '@pf/incremental';
import { AStar, JumpPointSearch } from '@pf/search';
import type { PlannerName } from './messages.ts';

/** Planners that repair their path: one for each character. */
const repairers: Readonly<Partial<Record<PlannerName, new (graph: Grid, options: { readonly heuristic: Heuristic }) => Planner>>> = {
  'd-star-lite': DStarLite, 'mpaa': MultipathAdaptiveAStar, 'adaptive': AdaptiveAStar,
};
/** The bytes that their arrays may take in all, and about what each takes for a cell. */
const MEMORY = 400e6;
const BYTES = 50;

/** Makes the planner of each character, and says how many have one of their own: as many as there is room for, in every company. All others share one search. */
export function plannersFor(name: PlannerName, map: Grid, characters: number): { readonly planner: (character: number) => RoutePlanner; readonly repairing: number } {
  const shared = name.startsWith('a-star') ? new AStar(map) : new JumpPointSearch(map);
  const Repairer = repairers[name];
  if (Repairer === undefined) return { planner: () => shared, repairing: 0 };
  const heuristic = map.heuristic();
  const repairing = Math.min(characters, Math.floor(MEMORY / (BYTES * map.vertexCount)));
  const every = characters / repairing;
  const repairs = (character: number): boolean => Math.floor((character + 1) / every) > Math.floor(character / every);
  return { planner: (character) => (repairs(character) ? new Repairer(map, { heuristic }) : shared), repairing };
}
