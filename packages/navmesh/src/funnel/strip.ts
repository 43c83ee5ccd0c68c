/**
 * A corridor of faces as a strip in the plane: the crossed sides in order, each with a right and a left end. Either seen from above, or unfolded:
 * each piece is rotated about the side before it into the plane, so that straight lines are shortest along the surface. Faces that are not planar are
 * crossed triangle by triangle.
 */
import { NO_VERTEX } from '@pf/graph';
import type { Faces } from '../faces.ts';
import { doubled } from '../grow.ts';
import { fanTriangle, heightIn } from '../heights.ts';
import { distance } from '../orientation.ts';

/** Point 0 of a strip is the start, the last point is the goal. */
export const START = 0;

export class Strip {
  /** By point: its position in the strip's plane, and its vertex in the mesh; NO_VERTEX for start and goal. */
  xs = new Float64Array(64);
  ys = new Float64Array(64);
  vertices: Int32Array = new Int32Array(64);
  count = 0;
  /** By crossed side: its ends. */
  right: Int32Array = new Int32Array(32);
  left: Int32Array = new Int32Array(32);
  gates = 0;
  /** By piece: its face. Piece k ends with side k; there is one piece more than sides. */
  faces: Int32Array = new Int32Array(33);
  /** Start and goal in space. */
  startZ = 0;
  goalZ = 0;
  private isUnfolded = false;

  constructor(private readonly mesh: Faces) {}

  /** The number of the goal's point. */
  get goal(): number {
    return this.count - 1;
  }

  /** Begins a strip, as seen from above. */
  begin(): void {
    this.isUnfolded = false;
    this.gates = 0;
    this.count = 0;
  }

  /** Lays out the first `n` faces of a corridor. They must be adjacent, and the ends must lie in the first and the last. */
  layOut(corridor: ArrayLike<number>, n: number, fromX: number, fromY: number, toX: number, toY: number, isUnfolded: boolean): void {
    const { mesh } = this;
    this.begin();
    this.isUnfolded = isUnfolded;
    this.addPoint(NO_VERTEX, fromX, fromY);
    if (mesh.isFlat) this.addSides(corridor, n);
    else this.layOutPieces(corridor, n, fromX, fromY, toX, toY);
    this.faces[this.gates] = n > 0 ? corridor[n - 1] : NO_VERTEX;
    this.startZ = n > 0 ? heightIn(mesh, corridor[0], fromX, fromY) : 0;
    this.goalZ = n > 0 ? heightIn(mesh, corridor[n - 1], toX, toY) : 0;
    this.addPoint(NO_VERTEX, toX, toY);
    if (!isUnfolded) return;
    if (this.gates > 0) {
      this.unfold(START, 0, fromX, fromY, this.startZ, -1);
      this.unfold(this.goal, this.gates - 1, toX, toY, this.goalZ, 1);
    } else {
      this.xs[START] = this.ys[START] = this.ys[this.goal] = 0;
      this.xs[this.goal] = distance(distance(fromX - toX, fromY - toY), this.startZ - this.goalZ);
    }
  }

  /** Adds the sides between the first `n` faces of a corridor. For turns alone, triangles of bent faces are ignored. */
  addSides(corridor: ArrayLike<number>, n: number): void {
    for (let k = 0; k + 1 < n; k++) {
      this.sideTo(corridor[k], corridor[k + 1]);
      this.addGate(corridor[k], this.firstEnd, this.lastEnd);
    }
  }

  /** Triangles of bent faces are separate pieces. */
  private layOutPieces(corridor: ArrayLike<number>, n: number, fromX: number, fromY: number, toX: number, toY: number): void {
    const { mesh } = this;
    const { sides, bent, twins, stride } = mesh;
    // The side through which the face is entered, −1 for the first.
    let entry = -1;
    for (let k = 0; k < n; k++) {
      const f = corridor[k], isLast = k + 1 === n;
      const exit = isLast ? -1 : this.sideTo(f, corridor[k + 1]);
      if (bent[f] === 1) {
        const last = sides[f] - 2;
        const ofSide = (i: number): number => Math.max(1, Math.min(last, i));
        this.addDiagonals(f, entry < 0 ? fanTriangle(mesh, f, fromX, fromY) : ofSide(entry), exit < 0 ? fanTriangle(mesh, f, toX, toY) : ofSide(exit));
      }
      if (isLast) break;
      this.sideTo(f, corridor[k + 1]);
      this.addGate(f, this.firstEnd, this.lastEnd);
      entry = twins[f * stride + exit];
    }
  }

  /** From triangle s of a face's fan to triangle t. The fan's first corner is on the left if t > s, otherwise on the right. */
  private addDiagonals(f: number, s: number, t: number): void {
    const { corners, stride } = this.mesh;
    const begin = f * stride;
    for (let i = s; i < t; i++) this.addGate(f, corners[begin + i + 1], corners[begin]);
    for (let i = s; i > t; i--) this.addGate(f, corners[begin], corners[begin + i]);
  }

  private firstEnd = 0;
  private lastEnd = 0;

  /** The side that leads from f to g, and its ends. After cuts it can consist of several pieces in a line, since both faces are convex. */
  private sideTo(f: number, g: number): number {
    const { stride, sides, corners, neighbours } = this.mesh;
    const begin = f * stride, k = sides[f];
    let first = 0;
    while (first < k && neighbours[begin + first] !== g) first++;
    if (first === k || g === NO_VERTEX) throw new Error(`The faces ${f} and ${g} of the corridor are not beside each other.`);
    let after = first, before = first;
    do after = after + 1 < k ? after + 1 : 0; while (neighbours[begin + after] === g && after !== first);
    do before = before > 0 ? before - 1 : k - 1; while (neighbours[begin + before] === g && before !== first);
    this.firstEnd = corners[begin + (before + 1 < k ? before + 1 : 0)];
    this.lastEnd = corners[begin + after];
    return first;
  }

  /** Adds a side to cross after a piece in face `f`, with right end `a` and left end `b`. */
  private addGate(f: number, a: number, b: number): void {
    const k = this.gates++;
    if (k === this.right.length) {
      this.right = doubled(this.right);
      this.left = doubled(this.left);
      this.faces = doubled(this.faces);
    }
    this.faces[k] = f;
    const { right, left, vertices } = this;
    const { xs, ys } = this.mesh;
    right[k] = k > 0 && vertices[right[k - 1]] === a ? right[k - 1] : this.addPoint(a, xs[a], ys[a]);
    left[k] = k > 0 && vertices[left[k - 1]] === b ? left[k - 1] : this.addPoint(b, xs[b], ys[b]);
    if (this.isUnfolded) this.unfoldGate(k, a, b);
  }

  addPoint(vertex: number, x: number, y: number): number {
    const p = this.count++;
    if (p === this.vertices.length) {
      this.xs = doubled(this.xs);
      this.ys = doubled(this.ys);
      this.vertices = doubled(this.vertices);
    }
    this.vertices[p] = vertex;
    this.xs[p] = x;
    this.ys[p] = y;
    return p;
  }

  private unfoldGate(k: number, a: number, b: number): void {
    const { xs, ys, zs } = this.mesh;
    const p = this.right[k], q = this.left[k];
    if (k === 0) {
      this.xs[p] = this.ys[p] = this.ys[q] = 0;
      this.xs[q] = distance(distance(xs[a] - xs[b], ys[a] - ys[b]), zs[a] - zs[b]);
      return;
    }
    if (p !== this.right[k - 1]) this.unfold(p, k - 1, xs[a], ys[a], zs[a], 1);
    if (q !== this.left[k - 1]) this.unfold(q, k - 1, xs[b], ys[b], zs[b], 1);
  }

  /**
   * Maps a point into the strip's plane: its position along side k, and its distance before (1) or behind (−1) it, are those of (x, y, z) in space.
   */
  private unfold(point: number, k: number, x: number, y: number, z: number, before: number): void {
    const { xs, ys, zs } = this.mesh;
    const p = this.right[k], q = this.left[k], a = this.vertices[p], b = this.vertices[q];
    const ex = xs[b] - xs[a], ey = ys[b] - ys[a], ez = zs[b] - zs[a];
    const length = Math.sqrt(ex * ex + ey * ey + ez * ez);
    const dx = x - xs[a], dy = y - ys[a], dz = z - zs[a];
    const along = (dx * ex + dy * ey + dz * ez) / length;
    const away = before * Math.sqrt(Math.max(0, dx * dx + dy * dy + dz * dz - along * along));
    const ux = (this.xs[q] - this.xs[p]) / length, uy = (this.ys[q] - this.ys[p]) / length;
    const px = this.xs[p] + along * ux + away * uy, py = this.ys[p] + along * uy - away * ux;
    this.xs[point] = px;
    this.ys[point] = py;
  }
}
