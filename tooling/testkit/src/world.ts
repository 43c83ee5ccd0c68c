/**
 * A small world as plain data, which every package can convert; `Grid.fromRows(world.rows, rulesOf(world))` does it for grids.
 *
 * Cells are numbered 0 … width · height − 1, row by row. In a hexagonal world x is q and y is r.
 */
export interface World {
  readonly width: number;
  readonly height: number;
  /** `.` free, `#` blocked, `1` to `9` the terrain cost of a free cell. */
  readonly rows: readonly string[];
  readonly movement: 'four' | 'eight' | 'hex';
  readonly corners: 'never' | 'one' | 'always';
  readonly metric: 'exact' | '5/7' | '70/99' | '408/577' | { readonly straight: number; readonly diagonal: number };
  /** Cells that may be entered or left on some sides only. */
  readonly sides: readonly Sides[];
  /** A seed for anything else that a test needs. */
  readonly seed: number;
}

/**
 * Which sides of a cell are open. Bit `d` of a mask is the side towards direction `d`: E, S, W, N, SE, SW, NW, NE; of
 * hexagons E, SE, SW, W, NW, NE.
 */
export interface Sides {
  readonly x: number;
  readonly y: number;
  readonly enter: number;
  readonly leave: number;
}

/** A character to draw over a cell. */
export interface Mark {
  readonly x: number;
  readonly y: number;
  readonly mark: string;
}

/** The world as a picture, with a line for its rules; hexagonal rows are shifted. */
export function drawWorld(world: World, marks: readonly Mark[] = []): string {
  const { width, height, movement, corners, metric, seed } = world;
  const cells = world.rows.map((row) => [...row]);
  for (const { x, y, mark } of marks) {
    const row = cells[y];
    if (row !== undefined && x >= 0 && x < width) row[x] = mark;
  }
  const rules = movement === 'eight' ? `eight, corners ${corners}` : movement;
  const costs = typeof metric === 'string' ? metric : `${metric.straight}/${metric.diagonal}`;
  const lines = [`${width}×${height}, ${rules}, metric ${costs}, seed ${seed}`];
  for (const [y, row] of cells.entries()) lines.push(movement === 'hex' ? ' '.repeat(y) + row.join(' ') : row.join(''));
  for (const { x, y, enter, leave } of world.sides) lines.push(`(${x}, ${y}) enter ${mask(enter)} leave ${mask(leave)}`);
  return lines.join('\n');
}

function mask(bits: number): string {
  return bits.toString(2).padStart(8, '0');
}

/** The rules of a world, as options for a grid. */
export function rulesOf<Rules extends Pick<World, 'movement' | 'corners' | 'metric'>>({ movement, corners, metric }: Rules): Pick<Rules, 'movement' | 'corners' | 'metric'> {
  return { movement, corners, metric };
}
