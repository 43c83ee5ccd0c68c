import { shown } from '@pf/graph/kit';
import { EdgeSoup } from './edge-soup.ts';

/** The members of a grid that are used. A `Grid` of @pf/grid has them. */
export interface BlockedCells {
  /** Number of columns. */
  readonly width: number;
  /** Number of rows. */
  readonly height: number;
  /** Grids of hexagons are rejected. */
  readonly movement?: string | undefined;
  /** Whether the cell in column `x` and row `y` is blocked. */
  isBlocked(x: number, y: number): boolean;
}

/** The borders between free and blocked cells, each straight run one edge. They do not cross. */
export function gridSoup(grid: BlockedCells): EdgeSoup {
  const given: Partial<BlockedCells> | null | undefined = grid;
  const [width, height] = [given?.width, given?.height];
  if (typeof given?.isBlocked !== 'function' || !isCount(width) || !isCount(height)) {
    throw new RangeError(`A grid needs a width and a height in whole cells, and isBlocked(x, y), got ${shown(width)} × ${shown(height)}.`);
  }
  // A `HexMap` holds its grid of hexagons.
  if (given.movement === 'hex' || (given as { readonly grid?: BlockedCells }).grid?.movement === 'hex') throw new RangeError('A mesh is made of square cells, got a grid of hexagons: for lines at any angle over those take LazyThetaStar of @pf/search.');
  const free = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < width && y < height && !grid.isBlocked(x, y);
  const soup = new EdgeSoup();
  soup.addRing(false);
  const ids = new Map<number, number>();
  const point = (x: number, y: number): number => {
    const at = y * (width + 1) + x;
    let id = ids.get(at);
    if (id === undefined) ids.set(at, (id = soup.addPoint(x, y)));
    return id;
  };
  // Whether there is a border above cell (x, y), and on its left.
  const above = (x: number, y: number): boolean => free(x, y) !== free(x, y - 1);
  const before = (x: number, y: number): boolean => free(x, y) !== free(x - 1, y);
  // A run continues through a point unless another crosses it there.
  for (let y = 0; y <= height; y++) {
    for (let x = 0; x < width; ) {
      const begin = x;
      if (!above(x++, y)) continue;
      while (above(x, y) && !before(x, y)) x++;
      soup.addEdge(point(begin, y), point(x, y), 0);
    }
  }
  for (let x = 0; x <= width; x++) {
    for (let y = 0; y < height; ) {
      const begin = y;
      if (!before(x, y++)) continue;
      while (before(x, y) && !above(x, y)) y++;
      soup.addEdge(point(x, begin), point(x, y), 0);
    }
  }
  return soup;
}

function isCount(value: number | undefined): value is number {
  return Number.isInteger(value) && value! >= 0;
}
