/** A step between two cells that are not neighbours: stairs, a portal, a jump down. */
export interface GridLink {
  /** The cell where it begins. */
  readonly from: number;
  /** The cell where it ends. */
  readonly to: number;
  /** What it costs, whatever the terrain. Planners such as `DStarLite` and agents of @pf/realtime need more than 0. */
  readonly cost: number;
  /** True: only from `from` to `to`. Default false. */
  readonly oneWay?: boolean | undefined;
}
