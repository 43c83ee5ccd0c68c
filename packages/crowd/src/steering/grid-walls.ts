import { checkFunction, shown } from '@pf/graph/kit';

/**
 * Returns the walls of a map of square cells for `Steering.setWalls`: the sides between free and blocked cells, and the border. Consecutive sides on a line are one wall.
 * Cell (x, y) is the square from (x, y) to (x + 1, y + 1).
 *
 * @example
 * ```ts
 * import { gridWalls, Steering } from '@pf/crowd';
 * import { Grid } from '@pf/grid';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...']);
 * const walls = gridWalls(grid.width, grid.height, (x, y) => grid.isBlocked(x, y));
 * walls.length / 4; // → 8
 * new Steering().setWalls(walls);
 * ```
 */
export function gridWalls(width: number, height: number, isBlocked: (x: number, y: number) => boolean): number[] {
  for (const size of [width, height]) if (!(Number.isInteger(size) && size >= 0)) throw new RangeError(`The width and height of a map must be whole numbers of cells, got ${shown(width)} × ${shown(height)}.`);
  checkFunction(isBlocked, 'isBlocked');
  const walls: number[] = [];
  const blocked = (x: number, y: number): boolean => x < 0 || y < 0 || x >= width || y >= height || isBlocked(x, y);
  for (let y = 0; y <= height; y++) {
    for (let x = 0, from = 0; x <= width; x++) {
      if (x < width && blocked(x, y) !== blocked(x, y - 1)) continue;
      if (x > from) walls.push(from, y, x, y);
      from = x + 1;
    }
  }
  for (let x = 0; x <= width; x++) {
    for (let y = 0, from = 0; y <= height; y++) {
      if (y < height && blocked(x, y) !== blocked(x - 1, y)) continue;
      if (y > from) walls.push(x, from, x, y);
      from = y + 1;
    }
  }
  return walls;
}
