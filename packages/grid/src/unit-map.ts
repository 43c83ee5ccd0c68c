import { Grid } from './grid.ts';
import type { PaddedCells } from './padded-cells.ts';

/** The map of a kind of unit. Whatever reads it updates it first. */
export class UnitMap extends Grid {
  constructor(
    ground: Grid,
    costs: Uint8Array,
    private readonly follow: () => void,
  ) {
    super(ground.width, ground.height, ground, costs);
    this.outside = ground.outside;
  }

  protected override get board(): PaddedCells {
    this.follow();
    return this.padded;
  }

  /** The version without an update. */
  get ownVersion(): number {
    return this.padded.version;
  }
}
