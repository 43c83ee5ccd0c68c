/** What stops a long call from outside; an `AbortSignal` is one, and so is an object that compares the clock with a deadline. */
export interface Signal {
  /** True from when the call is to stop; it may be a getter. */
  readonly aborted: boolean;
}

/** How many expansions pass between two looks at a signal. */
export const SIGNAL_INTERVAL = 256;

/** Throws for a budget with which a search would be run for ever and do nothing. */
export function checkBudget(budget: number): void {
  if (!(budget >= 0)) throw new RangeError(`The budget must be a number of expansions, 0 or more, got ${budget}.`);
}
