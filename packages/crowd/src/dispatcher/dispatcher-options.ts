import type { Heuristic } from '@pf/graph';
import type { RoutePlanner } from './route-planner.ts';

/** Who plans for the characters of a `Dispatcher`, what they do meanwhile, and when they share their work. */
export interface DispatcherOptions {
  /**
   * The planner of a character: one for all of them, or one each for planners that mend their answer. Asked once a character. As long as orders wait,
   * it is the dispatcher's: asked anything else between two frames, it begins anew with what it was at, which goes behind the others; asked every frame, it
   * may never come to its end. For the way under the mouse, take a search of your own.
   */
  readonly planner: (character: number) => RoutePlanner;
  /** For the first moves of characters whose way is not planned yet; without one they wait. */
  readonly heuristic?: Heuristic | undefined;
  /**
   * From so many characters with one goal on, they share one field, as soon as that takes less than their own searches would. Default 3;
   * Infinity switches sharing off.
   */
  readonly shareFrom?: number | undefined;
  /** How many goals may be shared at once, 40 bytes a vertex each. Default 4. */
  readonly fields?: number | undefined;
  /**
   * 'pass' (the default): characters walk through one another. 'avoid': at most one on a vertex, no two change places or cross, and those without an order step
   * aside. With 'avoid' the heuristic is the graph's own where none is given.
   */
  readonly collisions?: 'pass' | 'avoid' | undefined;
}

/** What one frame did. */
export interface FrameReport {
  /** Expansions spent on planning; a changed vertex that a planner is told of counts as one. */
  expanded: number;
  /** Characters whose way was found, or found not to exist, in this frame. */
  planned: number;
  /** Characters that moved. */
  moved: number;
  /** Characters still waiting for their way; not those that walk an older one meanwhile. */
  waiting: number;
}
