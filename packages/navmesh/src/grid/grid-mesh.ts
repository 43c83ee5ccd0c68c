import { checkOptions, shown } from '@pf/graph/kit';
import { gridSoup, type BlockedCells } from '../build/grid-soup.ts';
import type { Outline } from '../build/edge-soup.ts';
import type { MeshOptions } from '../build/mesh-options.ts';
import { region } from '../build/region.ts';
import { NavMesh } from '../nav-mesh.ts';
import { noPathReason } from '../no-path-reason.ts';
import { Polyanya } from '../polyanya/polyanya.ts';

/** The members of a grid that are used. A `Grid` of @pf/grid has them. Without `edits` and `editedSince` every update compares all cells. */
export interface EditedCells extends BlockedCells {
  /** Number of edits logged so far. */
  readonly edits?: number;
  /** Visits the rectangles edited since `edits` had this value; returns false if they are no longer logged. */
  editedSince?(edits: number, visit: (x: number, y: number, width: number, height: number) => void): boolean;
}

/** Options of `GridMesh`: those of a mesh, without a radius. Default `room`: 64, a quarter of the faces, and one for every 8 cells. */
export type GridMeshOptions = Omit<MeshOptions, 'radius' | 'roundness'>;

/** A point in cells: (2, 3) is the middle of the cell in column 2 and row 3. */
export type CellPoint = readonly [x: number, y: number] | { readonly x: number; readonly y: number };

/** The shortest any-angle path. */
export interface CellPath {
  /** Its length in cells; Infinity if there is no path. */
  readonly cost: number;
  /** Start, turns and end, in cells; empty if there is no path. Corners of obstacles lie at halves. */
  readonly points: { readonly x: number; readonly y: number }[];
  /** Why there is no path: the start is off the map or blocked, the goal is, or nothing connects them. Absent if there is one. */
  readonly reason?: 'start-blocked' | 'goal-blocked' | 'no-path';
}

type Rectangle = readonly [x: number, y: number, width: number, height: number];

/** Side, in cells, of the squares in which several small edits, or a map without a log of edits, are compared. */
const PIECE = 16;

/**
 * Finds the shortest any-angle paths on a grid, by Polyanya on a mesh that follows the grid's edits.
 *
 * An edit rebuilds only the faces around the edited cells. Paths are those of a point, which may touch walls but does not pass between two
 * blocked cells that touch in a corner. Terrain costs and one-way sides are ignored; grids of hexagons are rejected.
 *
 * Memory: the mesh, and a byte per cell.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { GridMesh } from '@pf/navmesh';
 *
 * const grid = new Grid(5, 5);
 * const mesh = new GridMesh(grid);
 * grid.setRectangle(2, 0, 1, 4, 0);
 * const { cost, points } = mesh.findPath({ from: [0, 0], to: [4, 0] });
 * points; // → [{ x: 0, y: 0 }, { x: 1.5, y: 3.5 }, { x: 2.5, y: 3.5 }, { x: 4, y: 0 }]
 * cost; // ≈ 8.616
 * ```
 */
export class GridMesh {
  /**
   * The mesh, in its own units: cell (x, y) covers x … x + 1 and y … y + 1. After an edit of the grid call `update` before you use it. Links, cuts
   * and areas stay; freed cells get area 0.
   */
  readonly mesh: NavMesh;
  private readonly polyanya: Polyanya;
  private readonly blocked: Uint8Array;
  private edits: number;
  private out = new Float64Array(64);

  constructor(
    private readonly grid: EditedCells,
    options: GridMeshOptions = {},
  ) {
    checkOptions(options, ['sides', 'room', 'snap', 'linkRoom'], 'new GridMesh');
    this.mesh = NavMesh.overGrid(grid, options);
    this.polyanya = new Polyanya(this.mesh);
    const { width, height } = grid;
    this.blocked = Uint8Array.from({ length: width * height }, (_, i) => (grid.isBlocked(i % width, Math.floor(i / width)) ? 1 : 0));
    this.edits = grid.edits ?? 0;
  }

  /** The shortest path between two points of free cells, on the current grid. Between other points there is none: see `reason`. */
  findPath(ends: { readonly from: CellPoint; readonly to: CellPoint }): CellPath {
    checkOptions(ends, ['from', 'to'], 'findPath of GridMesh');
    if ((ends as typeof ends | undefined) === undefined) throw new TypeError('findPath of GridMesh needs both ends: findPath({ from: [0, 0], to: [7, 3] }).');
    const { from, to } = ends;
    this.update();
    const { polyanya } = this;
    const start = middle(from, 'from'), end = middle(to, 'to');
    const cost = polyanya.search(start.x, start.y, end.x, end.y);
    if (this.out.length < 2 * polyanya.pathLength) this.out = new Float64Array(4 * polyanya.pathLength);
    if (cost === Infinity) return { cost, points: [], reason: noPathReason(this.mesh, start, end) };
    return { cost, points: Array.from({ length: polyanya.path(this.out) }, (_, i) => ({ x: this.out[2 * i] - 0.5, y: this.out[2 * i + 1] - 0.5 })) };
  }

  /** Follows the grid's edits since the last call; returns whether the mesh has changed. The mesh grows if it has no room left. */
  update(): boolean {
    const { grid } = this;
    const { width, height, edits } = grid;
    const edited: Rectangle[] = [];
    const known = edits !== undefined && grid.editedSince?.(this.edits, (...rectangle) => { edited.push(rectangle); }) === true;
    let changed = false;
    const isWide = ([, , w, h]: Rectangle): boolean => w * h >= PIECE * PIECE, small = edited.filter((rectangle) => !isWide(rectangle));
    const rectangles = known ? [...edited.filter(isWide), ...(small.length < 2 ? small : inPieces(small))] : inPieces([[0, 0, width, height]]);
    for (const rectangle of rectangles) if (this.compare(...rectangle)) changed = true;
    this.edits = edits ?? 0;
    return changed;
  }

  /** Updates the mesh in a rectangle of cells. */
  private compare(left: number, top: number, width: number, height: number): boolean {
    const { grid, blocked, mesh } = this;
    const at = (x: number, y: number): number => (top + y) * grid.width + left + x;
    const now = Uint8Array.from({ length: width * height }, (_, i) => (grid.isBlocked(left + (i % width), top + Math.floor(i / width)) ? 1 : 0));
    const differs = (x: number, y: number, value: number): boolean => now[y * width + x] === value && blocked[at(x, y)] !== value;
    const outline = (value: number): Outline => {
      const soup = gridSoup({ width, height, isBlocked: (x, y) => !differs(x, y, value) });
      for (let i = 0; i < soup.xs.length; i++) {
        soup.xs[i] += left;
        soup.ys[i] += top;
      }
      return region(soup, mesh.snap, true).outline;
    };
    const [freed, closed] = [outline(0), outline(1)];
    if (freed.from.length + closed.from.length === 0) return false;
    mesh.repaint(freed, closed);
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) blocked[at(x, y)] = now[y * width + x];
    return true;
  }
}

/** For each square that rectangles touch: the box of their parts in it. */
function inPieces(rectangles: readonly Rectangle[]): Rectangle[] {
  const boxes = new Map<string, readonly [left: number, top: number, right: number, bottom: number]>();
  for (const [x, y, width, height] of rectangles) {
    for (let top = y - (y % PIECE); top < y + height; top += PIECE) {
      for (let left = x - (x % PIECE); left < x + width; left += PIECE) {
        const [a, b, c, d] = boxes.get(`${left} ${top}`) ?? [Infinity, Infinity, 0, 0];
        boxes.set(`${left} ${top}`, [Math.min(a, Math.max(left, x)), Math.min(b, Math.max(top, y)), Math.max(c, Math.min(left + PIECE, x + width)), Math.max(d, Math.min(top + PIECE, y + height))]);
      }
    }
  }
  return [...boxes.values()].map(([left, top, right, bottom]) => [left, top, right - left, bottom - top]);
}

/** A point in the units of the mesh. */
function middle(point: CellPoint | undefined, role: string): { readonly x: number; readonly y: number } {
  const [x, y] = Array.isArray(point) ? point as readonly number[] : [(point as { x?: number } | undefined)?.x, (point as { y?: number } | undefined)?.y];
  if (!Number.isFinite(x) || !Number.isFinite(y)) throw new RangeError(`The point given as ${role} must be [x, y] or { x, y }, two finite numbers of cells, got ${shown(point)}.`);
  return { x: x! + 0.5, y: y! + 0.5 };
}
