/** The differences between the searches of this family. */
export interface LifelongTraits {
  readonly planner: string;
  /** First weight of the heuristic, the bound of the first path. 1 or more; it may fall to 1 later. */
  readonly weight: number;
  /** Whether a move of the start raises future keys by k_m, so that existing ones stay lower bounds, or recomputes all keys. */
  readonly lazyKeys: boolean;
  /** False: as first published, each neighbour of an expanded vertex recomputes rhs from all its successors. */
  readonly optimized: boolean;
  /** True: rhs is not a minimum over single arcs; `lookAhead` computes it. Requires `optimized: false`. */
  readonly interpolates?: boolean;
  /** True: searches from the start, whose moves keep the part of the tree below it, to a goal that moves anywhere. */
  readonly forward?: boolean;
}
