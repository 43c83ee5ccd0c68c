/** What sets the searches of this family apart. */
export interface LifelongTraits {
  readonly planner: string;
  /** The first factor of the heuristic, and so the bound of the first path. 1 or more; it may fall to 1 later. */
  readonly inflation: number;
  /** Whether a move of the start adds to all future keys (k_m), so that those in the queue stay lower bounds, or computes all of them anew. */
  readonly lazyKeys: boolean;
  /** False: as first published, every neighbour of an expanded vertex looks at all of its successors again. */
  readonly optimized: boolean;
  /** True: rhs is more than the least sum over one arc, and `lookAhead` computes it. With `optimized` false. */
  readonly interpolates?: boolean;
}
