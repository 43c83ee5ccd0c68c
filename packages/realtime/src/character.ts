import type { RoutePlanner } from './route-planner.ts';
import type { SharedField } from './shared-field.ts';

/** What a character is about. `waiting`: its way is not planned yet. `unreachable`: its order cannot be carried out. */
export type CharacterStatus = 'idle' | 'waiting' | 'walking' | 'unreachable';

/** One character of a dispatcher. */
export interface Character {
  at: number;
  goal: number;
  status: CharacterStatus;
  readonly planner: RoutePlanner;
  /** The goal that the planner was last begun with, so that it can mend its answer. */
  plannedFor: number;
  /** When the way was planned: changes that came later are looked at. */
  plannedAt: number;
  /** Of how many changes its planner knows. */
  told: number;
  route: Uint32Array;
  length: number;
  position: number;
  /** The field that is followed instead of a route. */
  field: SharedField | undefined;
}
