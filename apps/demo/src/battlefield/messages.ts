interface Beginning {
  readonly size: number;
  readonly seed: number;
  readonly characters: number;
  readonly planner: PlannerName;
  /** Milliseconds a frame for planning. */
  readonly budget: number;
  readonly collisions: Collisions;
}

/** Messages from the page to the worker. */
export type ToWorker =
  | ({ readonly kind: 'begin' } & Beginning)
  | { readonly kind: 'order'; readonly characters: readonly number[]; readonly x: number; readonly y: number }
  /** All goes somewhere else, alone. */
  | { readonly kind: 'scatter' }
  | { readonly kind: 'build'; readonly x: number; readonly y: number; readonly radius: number; readonly wall: boolean }
  | { readonly kind: 'planner'; readonly planner: PlannerName }
  | { readonly kind: 'collisions'; readonly collisions: Collisions }
  | { readonly kind: 'budget'; readonly budget: number }
  | { readonly kind: 'run'; readonly on: boolean };

/** How a cell is drawn: whether it is free, and whether a character has seen it. */
export const FREE = 1;
export const SEEN = 2;

/** Messages from the worker to the page. */
export type FromWorker =
  /** The whole map, row by row: FREE and SEEN. */
  | { readonly kind: 'map'; readonly size: number; readonly looks: Uint8Array }
  /** Cells that look different now, as index and look in turn; where all stands, x and y in turn; and the meter. */
  | { readonly kind: 'frame'; readonly changes: Uint32Array; readonly places: Uint16Array; readonly meter: Meter }
  /** The same while nothing moves. */
  | { readonly kind: 'still'; readonly changes: Uint32Array; readonly places: Uint16Array; readonly meter: Counts };

export interface Counts {
  readonly expanded: number;
  /** How many paths were planned since the battle began. */
  readonly planned: number;
  readonly moved: number;
  readonly waiting: number;
  /** How many characters have a planner of their own, which repairs its answer. */
  readonly repairing: number;
}

export interface Meter extends Counts {
  /** The time of the frame: planning, moving and sensing. */
  readonly milliseconds: number;
}

export const collisionRules = [
  ['avoid', 'One on a cell'],
  ['pass', 'Walk through each other'],
] as const;
export type Collisions = (typeof collisionRules)[number][0];

export const planners = [
  ['jps-shared', 'Jump points, shared goals'],
  ['a-star-shared', 'A*, shared goals'],
  ['jps', 'Jump points, each alone'],
  ['a-star', 'A*, each alone'],
  ['d-star-lite', 'D* Lite, repairing'],
  ['mpaa', 'MPAA*, repairing'],
  ['adaptive', 'Adaptive A*, repairing'],
] as const;
export type PlannerName = (typeof planners)[number][0];
