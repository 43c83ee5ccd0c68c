import type { MapFrame, Pose } from '../maps/map-frame.ts';

/** The states of a search: squares of cells, with headings. */
export class PoseStates {
  readonly count: number;
  private readonly columns: number;

  /** `side`: cells a side of a square. */
  constructor(
    private readonly frame: MapFrame,
    private readonly headings: number,
    private readonly side: number,
  ) {
    this.columns = Math.ceil(frame.width / side);
    this.count = this.columns * Math.ceil(frame.height / side) * headings;
  }

  /** The number of a square and heading, −1 outside the map. */
  of({ x, y, heading }: Pose): number {
    const { headings, frame, side, columns } = this;
    const { width } = frame;
    const cell = frame.cellAt(x, y);
    if (cell < 0) return -1;
    const share = heading / (2 * Math.PI);
    const square = Math.floor(Math.floor(cell / width) / side) * columns + Math.floor((cell % width) / side);
    return square * headings + (Math.round((share - Math.floor(share)) * headings) % headings);
  }
}
