import { Grid } from './grid.ts';
import type { SideMasks } from './legal-moves.ts';
import type { PaddedCells } from './padded-cells.ts';
import type { TerrainSummary } from './terrain-counts.ts';

/** The map of a kind of unit. Whatever reads it updates it first. */
export class UnitMap extends Grid {
  private readonly latest: TerrainSummary;

  constructor(
    ground: Grid,
    costs: Uint8Array,
    private readonly follow: () => void,
  ) {
    super(ground.width, ground.height, ground, costs);
    this.outside = ground.outside;
    const now = (): TerrainSummary => this.board.terrain;
    this.latest = {
      get least() { return now().least; },
      get weighted() { return now().weighted; },
      get free() { return now().free; },
    };
  }

  /** Follows the ground also later, since heuristics keep it. */
  override get terrain(): TerrainSummary {
    return this.latest;
  }

  protected override get board(): PaddedCells {
    this.follow();
    return this.padded;
  }

  /** Sets cells as `setCells` does, to follow the ground. */
  write(vertices: Uint32Array, costs: Uint8Array, n: number, tails: Uint32Array | undefined, sides: SideMasks | undefined): number {
    return super.setCells(vertices, costs, n, tails, sides);
  }

  /** As `changedSince`, for versions that reads have already followed; all cells, if it is too long ago. */
  allChangedSince(version: number, tails: Uint32Array): number {
    const n = this.changedSince(version, tails);
    if (n >= 0) return n;
    let all = 0;
    for (let y = 0; y < this.height; y++) for (let x = 0; x < this.width; x++) tails[all++] = this.vertex(x, y);
    return all;
  }

  override setRectangle(): never {
    return rejectEdit();
  }

  override setCells(): never {
    return rejectEdit();
  }

  override setSides(): never {
    return rejectEdit();
  }

  /** The version without an update. */
  get ownVersion(): number {
    return this.padded.version;
  }
}

/** The next edit of the ground would undo an edit of the map. */
function rejectEdit(): never {
  throw new Error('This is the map of a UnitGrid, which follows its ground: edit the ground. To close a cell for these units only, give it a terrain on the ground that costOf blocks.');
}
