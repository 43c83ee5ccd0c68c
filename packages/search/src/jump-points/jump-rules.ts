import { canonicalOrder, NO_DIRECTION } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';

/** A straight line of steps in one direction that ends at a jump point. */
export interface JumpRay {
  /** Its number: 0 east, 1 south, 2 west, 3 north. */
  readonly course: number;
  /** Vertex offset of a step. */
  readonly step: number;
  readonly dx: number;
  readonly dy: number;
}

/** Diagonal steps, or horizontal ones in a 4-connected world; from each cell reached, two rays are scanned. */
export interface JumpWalk {
  /** Its number: 4 to 7 for SE, SW, NW, NE; in a 4-connected world 4 for east and 5 for west. */
  readonly course: number;
  readonly step: number;
  readonly dx: number;
  readonly dy: number;
  /** The courses of the scanned rays. */
  readonly first: number;
  readonly second: number;
}

/**
 * The pruning rules of jump point search: which courses must be followed from a vertex, by how it was reached (Harabor & Grastien, "Online Graph
 * Pruning for Pathfinding on Grid Maps", AAAI 2011; diagonal jump points are passed, as in their "Improving Jump Point Search", ICAPS 2014). They
 * come from the same table as the canonical moves of A*.
 *
 * Courses 0 to 3 are rays, 4 to 7 walks. A vertex was reached by one of them, or is the root (arrival 8). Where corners may be cut, a walk also stops
 * at cells from which more than its own rays must be followed. In 4-connected worlds, where rays lead south and north, the rules are those of JPS4
 * (Baum, 2025).
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
  /** The arrival of a start. */
  static readonly ROOT = NO_DIRECTION;
  readonly rays: readonly JumpRay[];
  readonly walks: readonly JumpWalk[];
  /** Whether cells reached by a walk can have forced courses: where corners may be cut. */
  readonly walksStop: boolean;
  private readonly table: Uint8Array;
  /** By arrival: the step from the cell before. Used only in 4-connected worlds; elsewhere the cell itself determines what is forced. */
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

  /** The courses to follow from `v` when it was reached by `arrival`: bit `c` for course `c`. `moves` are the grid's legal moves. */
  courses(moves: Uint8Array, v: number, arrival: number): number {
    const surroundings = this.four ? moves[v] | (moves[v - this.before[arrival]] << 4) : moves[v];
    return this.table[(arrival << 8) | surroundings];
  }

  /** Whether a ray ends at `v`: whether more than the ray itself must be followed. */
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
 * In a 4-connected world, selects the shortest path whose horizontal steps come first. A horizontal step after a vertical one is forced if the cell before
 * could not make it. The surroundings are the moves of the cell and, in the upper half of the byte, those of the cell before it (for the root, its
 * own).
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

/** Why a grid has no jump points, if edits can change that; undefined if it has. */
export function unfitCells({ terrain, sides }: Grid): string | undefined {
  if (terrain.weighted) return 'Jump point search needs terrain of one cost, 1, but this grid has cells that cost more; give it a TerrainJumps as locator, or take AStar.';
  if (sides !== undefined) return 'Jump point search needs steps that are legal both ways, but this grid has cells with closed sides; give it a TerrainJumps as locator, or take AStar.';
  return undefined;
}

/** Why a grid can never have jump points. */
export function unfitMovement({ movement, steps: { straight, diagonal } }: Grid): string | undefined {
  if (movement === 'hex') return "Jump point search has no rules for movement 'hex'; take AStar.";
  if (movement === 'four' || diagonal <= 2 * straight) return undefined;
  return `Jump point search needs diagonals that cost no more than two straight steps, got ${diagonal} and ${straight}; take AStar.`;
}
