import { Grid } from './grid.ts';

/** The map of a kind of unit: whoever asks for its version, as every search and planner does, finds it up to date. */
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

  /** The version as it stands, without a look at the ground. */
  get ownVersion(): number {
    return this.board.version;
  }
}
