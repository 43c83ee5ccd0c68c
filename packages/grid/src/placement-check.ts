import { checkGrid, checkList, checkOptions, checkVertex, shown } from '@pf/graph/kit';
import { Components } from './components.ts';
import type { Grid } from './grid.ts';
import { OPEN } from './legal-moves.ts';
import { LinkedGrid } from './linked-grid.ts';
import { UnitGrid } from './unit-grid.ts';

/** A rectangle of cells, by default 1 × 1. */
export interface Building {
  readonly x: number;
  readonly y: number;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** The units for which a `PlacementCheck` keeps paths open. */
export interface PlacementCheckOptions {
  /** Their size, as in `UnitGrid`. Default 1. */
  readonly size?: number | undefined;
  /** The `LinkedGrid` whose stairs and portals count as paths. */
  readonly links?: LinkedGrid | undefined;
}

/**
 * Checks whether a building would block all paths, without placing it: for tower defence, doors, digging. Tests on a copy that follows the map's
 * edits. The map itself, its version and planners on it are not affected.
 *
 * A step that is open in one direction counts as open, and a link too, as for `Components`. With one-way cells, build, search and undo: `grid.setBlocked(x, y, true)`,
 * `search(start, goal)`, `grid.setBlocked(x, y, false)`. Memory: a copy of the map, and nine bytes a cell.
 *
 * @example
 * ```ts
 * import { Grid, PlacementCheck } from '@pf/grid';
 *
 * const field = Grid.fromRows(['.....', '###.#', '.....']);
 * const towers = new PlacementCheck(field);
 * const [spawn, goal] = [field.vertex(0, 0), field.vertex(0, 2)];
 * towers.wouldBlock({ x: 3, y: 1 }, [spawn], goal); // → true
 * towers.wouldBlock({ x: 4, y: 0 }, [spawn], goal); // → false
 * towers.wouldBlock([{ x: 0, y: 1, width: 3 }, { x: 3, y: 2 }], [spawn], goal); // → true
 * ```
 */
export class PlacementCheck {
  private copy: Grid;
  private components: Pick<Components, 'same'>;
  private edits: number;
  private readonly size: number;
  private readonly links: LinkedGrid | undefined;

  constructor(
    private readonly map: Grid,
    options: PlacementCheckOptions = {},
  ) {
    checkGrid(map, 'PlacementCheck');
    checkOptions(options, ['size', 'links'], 'PlacementCheck');
    this.size = options.size ?? 1;
    this.links = options.links;
    this.copy = map.clone();
    this.components = this.componentsOf(this.copy);
    this.edits = map.edits;
  }

  /**
   * Whether one of `starts` would have no path to `goal` if a building, or all buildings of a list, stood there. A start or goal under a building counts as
   * closed, and so does one that has no path now: leave it out by `same`. `x` and `y` are those of the grid; on a `HexMap`, `map.grid.x(v)` and `map.grid.y(v)`, not column and row.
   */
  wouldBlock(buildings: Building | readonly Building[], starts: ArrayLike<number>, goal: number): boolean {
    const { map } = this;
    const all = (Array.isArray(buildings) ? buildings : [buildings]) as readonly Building[];
    for (const building of all) {
      if ((building as object | undefined) === undefined) throw new TypeError('wouldBlock takes a building, { x, y, width, height }, got undefined.');
      checkOptions(building, ['x', 'y', 'width', 'height'], 'wouldBlock');
      const { width = 1, height = 1 } = building;
      if (!(width >= 1 && height >= 1)) throw new RangeError(`A building covers 1 × 1 cells or more, got ${shown(width)} × ${shown(height)}.`);
    }
    checkList(starts, 'starts of wouldBlock');
    for (let i = 0; i < starts.length; i++) checkVertex(map, starts[i], 'start');
    checkVertex(map, goal, 'goal');
    this.follow();
    let placed = 0;
    try {
      for (; placed < all.length; placed++) {
        const { x, y, width = 1, height = 1 } = all[placed];
        this.copy.setRectangle(x, y, width, height, 0);
      }
      return Array.from(starts).some((start) => !this.components.same(start, goal));
    } finally {
      // Those before one that is off the map go too.
      for (const { x, y, width = 1, height = 1 } of all.slice(0, placed)) this.take(x, y, width, height);
    }
  }

  /** Whether units of this size have a path between two cells now, as `same` of `Components`. */
  same(a: number, b: number): boolean {
    this.follow();
    return this.components.same(a, b);
  }

  private follow(): void {
    const { map } = this;
    if (!map.editedSince(this.edits, (x, y, width, height) => this.take(x, y, width, height))) {
      this.copy = map.clone();
      this.components = this.componentsOf(this.copy);
    }
    this.edits = map.edits;
  }

  /** Copies a rectangle of the map. */
  private take(x: number, y: number, width: number, height: number): void {
    const { map, copy } = this;
    const cells = Uint32Array.from({ length: width * height }, (_, i) => map.vertex(x + (i % width), y + Math.floor(i / width)));
    const costs = Uint8Array.from(cells, (v) => map.cells[v]);
    if (map.sides === undefined && copy.sides === undefined) {
      copy.setCells(cells, costs, cells.length);
      return;
    }
    const of = (masks: Uint8Array | undefined): Uint8Array => Uint8Array.from(cells, (v) => masks?.[v] ?? OPEN);
    copy.setCells(cells, costs, cells.length, undefined, { enter: of(map.sides?.enter), leave: of(map.sides?.leave) });
  }

  private componentsOf(copy: Grid): Pick<Components, 'same'> {
    const { size, links } = this;
    const grid = size === 1 ? copy : new UnitGrid(copy, size).grid;
    return links === undefined ? new Components(grid) : new LinkedGrid(grid, { links });
  }
}
