/** What stops a long call from outside; an `AbortSignal` is one, and so is an object that compares the clock with a deadline. */
export interface Signal {
  /** True from when the call is to stop; it may be a getter. */
  readonly aborted: boolean;
}
