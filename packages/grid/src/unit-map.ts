import { Grid } from './grid.ts';

/** The map of a kind of unit. Reading its version, as every search and planner does, updates it. */
export class UnitMap extends Grid {
  constructor(
    ground: Grid,
    costs: Uint8Array,
    private readonly follow: () => void,
  ) {
    super(ground.width, ground.height, ground, costs);
  }

  override get version(): number {
    this.follow();
    return this.board.version;
  }

  /** The version without an update. */
  get ownVersion(): number {
    return this.board.version;
  }
}
