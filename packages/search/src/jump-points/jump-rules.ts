import { canonicalOrder, NO_DIRECTION } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';

/** A straight line of steps in one direction, at whose end a jump point is looked for. */
export interface JumpRay {
  /** Its number: 0 east, 1 south, 2 west, 3 north. */
  readonly course: number;
  /** What a step adds to a vertex. */
  readonly step: number;
  readonly dx: number;
  readonly dy: number;
}

/** Steps aside, to cells from each of which two rays are looked along: the diagonals, or horizontal steps where there are none. */
export interface JumpWalk {
  /** Its number: 4 to 7 for SE, SW, NW, NE; in a 4-connected world 4 for east and 5 for west. */
  readonly course: number;
  readonly step: number;
  readonly dx: number;
  readonly dy: number;
  /** The courses of the rays looked along. */
  readonly first: number;
  readonly second: number;
}

/**
 * Which courses have to be followed from a vertex, by how it was reached: the pruning rules of jump point search (Harabor & Grastien,
 * "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011; diagonal jump points are passed, as in their "Improving Jump Point
 * Search", ICAPS 2014), from the same table as the canonical moves of A*.
 *
 * Courses 0 to 3 are rays, 4 to 7 walks; a vertex was reached by one of them, or is the root, which is arrival 8. Where corners may be cut, a walk
 * also finds cells at which more than its own rays has to be followed: that is what the rules leave of an arrival by a walk, since the
 * walk itself goes on. Of 4-connected worlds, whose rays are those to the south and north, JPS4 (Baum, 2025) has the same rules.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { JumpRules } from '@pf/search/kit';
 *
 * const grid = Grid.fromRows(['#..', '...']);
 * const rules = new JumpRules(grid);
 * // Going east below the wall: on east, and north and northeast, which nothing else leads to.
 * rules.courses(grid.moves, grid.vertex(1, 1), 0).toString(2); // → '10001001'
 * rules.courses(grid.moves, grid.vertex(1, 1), JumpRules.ROOT).toString(2); // → '10001101'
 * ```
 */
export class JumpRules {
  /** How a start was reached. */
  static readonly ROOT = NO_DIRECTION;
  readonly rays: readonly JumpRay[];
  readonly walks: readonly JumpWalk[];
  /** Whether an arrival by a walk has to be looked at: where corners may be cut. */
  readonly walksStop: boolean;
  private readonly table: Uint8Array;
  /** From the cell before to the one reached, by arrival: read in 4-connected worlds only, elsewhere the latter alone says what is forced. */
  private readonly before: Int32Array;
  private readonly four: boolean;

  constructor(grid: Grid) {
    const { movement, offsets } = grid;
    const unfit = unfitMovement(grid);
    if (unfit !== undefined) throw new RangeError(unfit);
    this.four = movement === 'four';
    this.walksStop = !this.four && grid.corners !== 'never';
    this.table = this.four ? horizontalFirst() : diagonalFirst(grid.corners !== 'never');
    this.rays = (this.four ? [1, 3] : [0, 1, 2, 3]).map((course) => ({ course, step: offsets[course], dx: [1, 0, -1, 0][course], dy: [0, 1, 0, -1][course] }));
    const walk = (course: number, dx: number, dy: number, first: number, second: number): JumpWalk => ({ course, step: dy * grid.stride + dx, dx, dy, first, second });
    this.walks = this.four
      ? [walk(4, 1, 0, 1, 3), walk(5, -1, 0, 1, 3)]
      : [walk(4, 1, 1, 0, 1), walk(5, -1, 1, 2, 1), walk(6, -1, -1, 2, 3), walk(7, 1, -1, 0, 3)];
    this.before = new Int32Array(9);
    for (const { course, step } of this.rays) this.before[course] = step;
  }

  /** The courses to follow from `v` when it was reached by `arrival`: bit `c` for course `c`. `moves` are the legal moves, as a grid has them. */
  courses(moves: Uint8Array, v: number, arrival: number): number {
    const surroundings = this.four ? moves[v] | (moves[v - this.before[arrival]] << 4) : moves[v];
    return this.table[(arrival << 8) | surroundings];
  }

  /** Whether a ray that comes to `v` ends there: whether more than the ray itself has to be followed. */
  stops(moves: Uint8Array, v: number, ray: number): boolean {
    return (this.courses(moves, v, ray) & ~(1 << ray)) !== 0;
  }
}

function diagonalFirst(cornersCut: boolean): Uint8Array {
  const table = canonicalOrder(cornersCut);
  for (let walk = 4; walk < 8; walk++) {
    const own = (1 << walk) | (1 << (walk - 4)) | (1 << ((walk - 3) % 4));
    for (let moves = 0; moves < 256; moves++) table[(walk << 8) | moves] &= ~own;
  }
  return table;
}

/**
 * Of the shortest paths of a 4-connected world, the one whose horizontal steps come first. A step aside after a vertical one is forced
 * where the cell before it could not step to that side. The surroundings are the moves of the cell and, in the upper half of the byte,
 * those of the cell before it (its own, of a root, of which nothing is forced that is not followed anyway).
 */
function horizontalFirst(): Uint8Array {
  const table = new Uint8Array(9 << 8);
  const aside = (moves: number): number => ((moves & 1) << 4) | ((moves & 4) << 3);
  for (let pair = 0; pair < 256; pair++) {
    const vertical = pair & 0b1010;
    for (const ray of [1, 3]) table[(ray << 8) | pair] = (vertical & (1 << ray)) | aside(pair & ~(pair >> 4));
    table[(NO_DIRECTION << 8) | pair] = vertical | aside(pair);
  }
  return table;
}

/** Why there are no jump points on a grid, as far as its edits can change that; undefined where there are. */
export function unfitCells({ terrain, sides }: Grid): string | undefined {
  if (terrain.weighted) return 'Jump point search needs terrain of one cost, 1, but this grid has cells that cost more; give it a TerrainJumps as locator, or take AStar.';
  if (sides !== undefined) return 'Jump point search needs steps that are legal both ways, but this grid has one-way cells; give it a TerrainJumps as locator, or take AStar.';
  return undefined;
}

/** Why there never are. */
export function unfitMovement({ movement, steps: { straight, diagonal } }: Grid): string | undefined {
  if (movement === 'hex') return "Jump point search knows no rules for movement 'hex'; take AStar.";
  if (movement === 'four' || diagonal <= 2 * straight) return undefined;
  return `Jump point search needs diagonals that cost no more than two straight steps, got ${diagonal} and ${straight}; take AStar.`;
}
