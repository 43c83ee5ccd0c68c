/** Stops a long call from outside: an `AbortSignal`, or an object that compares the clock with a deadline. Read before each sample. */
export interface Signal {
  /** True once the call must stop; it may be a getter. */
  readonly aborted: boolean;
}
