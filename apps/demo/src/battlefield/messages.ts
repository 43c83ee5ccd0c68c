/** What the page tells the worker. */
export type ToWorker =
  | { readonly kind: 'begin'; readonly size: number; readonly seed: number; readonly characters: number; readonly planner: PlannerName; readonly budget: number }
  | { readonly kind: 'order'; readonly characters: readonly number[]; readonly x: number; readonly y: number }
  | { readonly kind: 'build'; readonly x: number; readonly y: number; readonly radius: number; readonly wall: boolean }
  | { readonly kind: 'planner'; readonly planner: PlannerName }
  | { readonly kind: 'budget'; readonly budget: number }
  | { readonly kind: 'run'; readonly on: boolean };

/** What the worker tells the page. */
export type FromWorker =
  /** The whole map: 0 blocked, 1 free; bit 1 says seen. */
  | { readonly kind: 'map'; readonly size: number; readonly cells: Uint8Array }
  /** Cells that look different now, as index and byte in turn; where everybody stands, x and y in turn; and the meter. */
  | { readonly kind: 'frame'; readonly changes: Uint32Array; readonly places: Uint16Array; readonly meter: Meter };

export interface Meter {
  readonly milliseconds: number;
  readonly expanded: number;
  readonly planned: number;
  readonly moved: number;
  readonly waiting: number;
}

export const planners = [
  ['jps-shared', 'Jump points, shared goals'],
  ['a-star-shared', 'A*, shared goals'],
  ['jps', 'Jump points, each alone'],
  ['a-star', 'A*, each alone'],
] as const;
export type PlannerName = (typeof planners)[number][0];
