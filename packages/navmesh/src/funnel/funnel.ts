/**
 * The funnel algorithm: the shortest path within a corridor of faces, in linear time.
 *
 * D. T. Lee & F. P. Preparata, "Euclidean Shortest Paths in the Presence of Rectilinear Barriers", Networks 14, 1984; B. Chazelle, 1982.
 *
 * Departures: orientation tests are exact, so rounding never reopens a funnel. A start or goal just outside its face could lie beyond the side that the path
 * crosses first or last. The search moves it into the face; the path has it as given. On a surface, the corridor can be unfolded into a plane, which gives
 * the shortest path along the surface.
 */
import { NO_VERTEX } from '@pf/graph';
import { checkList, shown } from '@pf/graph/kit';
import { checkEnds, checkMesh } from '../check-points.ts';
import { heightIn } from '../heights.ts';
import type { MeshView } from '../mesh-view.ts';
import { distance, turn } from '../orientation.ts';
import { PathPoints } from './path-points.ts';
import { PathReader } from './path-reader.ts';
import { START, Strip } from './strip.ts';

/**
 * Finds the shortest path through a corridor: a sequence of adjacent faces of a mesh.
 *
 * @example
 * ```ts
 * import { Funnel, NavMesh } from '@pf/navmesh';
 *
 * const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [3, 4], [3, 1], [0, 1]]] });
 * const corridor = [mesh.locate(0.5, 0.5)];
 * // … and the faces in between, which a search of @pf/search finds.
 * const funnel = new Funnel(mesh);
 * funnel.pull(corridor, 1, 0.5, 0.5, 1, 0.5); // → 0.5
 * ```
 */
export class Funnel extends PathReader {
  /** The cost of the last path: its length, unless ground costs differ. */
  cost = Infinity;
  private readonly strip: Strip;
  /** The points of the strip where the path turns, with start and goal. */
  private turns = new Int32Array(64);
  private count = 0;
  /** The left chain, the apex and the right chain: points chain[first … last], the apex at chain[apex]. */
  private chain = new Int32Array(128);
  private first = 0;
  private last = 0;
  private apex = 0;
  /** The side crossed last, −1 if none. */
  private gate = -1;
  /** The corridor of the path whose bends are not computed yet, and the mesh's version at that search. */
  private pending: ArrayLike<number> = [];
  private pendingVersion = -1;
  /**
   * For `pullTurns`: x and y of the start and of the goal; then their heights if the points are known to lie in their faces, NaN otherwise. Numbers
   * passed to calls would be allocated.
   * @internal
   */
  readonly ends: Float64Array = new Float64Array(6);

  /** A view of the mesh (`NavMesh.view`) can have other ground costs, and measure lengths along the surface. */
  constructor(private readonly mesh: MeshView) {
    checkMesh(mesh, 'Funnel');
    super(new PathPoints(mesh.arcs.isSurface));
    this.strip = new Strip(mesh.faces);
  }

  /** The cost of the shortest path through the first `n` faces of the corridor, from a point of the first to a point of the last; Infinity for no faces. Throws if a face is −1. */
  pull(corridor: ArrayLike<number>, n: number, fromX: number, fromY: number, toX: number, toY: number): number {
    checkEnds(fromX, fromY, toX, toY);
    checkList(corridor, 'faces of a corridor');
    if (!(Number.isInteger(n) && n >= 0 && n <= corridor.length)) throw new RangeError(`The number of faces of a corridor must be a whole number from 0 to ${corridor.length}, got ${shown(n)}.`);
    if (n > 0) this.mesh.checkFace(corridor[0]);
    this.clear();
    return n === 0 ? (this.cost = Infinity) : this.extend(corridor, n, fromX, fromY, toX, toY);
  }

  /** Clears the path. @internal */
  clear(): void {
    this.cost = 0;
    this.points.clear();
  }

  /** Appends a link to the path. @internal */
  jump(link: number, cost: number): void {
    this.cost += cost;
    this.points.leaveBy(link);
  }

  /** Appends a path through a corridor; returns the total cost. @internal */
  extend(corridor: ArrayLike<number>, n: number, fromX: number, fromY: number, toX: number, toY: number): number {
    const { faces, arcs, snap } = this.mesh;
    const { strip, points } = this;
    faces.moveInto(n > 0 ? corridor[0] : NO_VERTEX, fromX, fromY, snap);
    const startX = faces.nearX, startY = faces.nearY;
    faces.moveInto(n > 0 ? corridor[n - 1] : NO_VERTEX, toX, toY, snap);
    strip.layOut(corridor, n, startX, startY, faces.nearX, faces.nearY, arcs.isSurface);
    this.findTurns();
    points.addTurn(fromX, fromY, strip.startZ);
    if (faces.isFlat && arcs.isPlain) this.addTurns(toX, toY);
    else this.cross(startX, startY, faces.nearX, faces.nearY, toX, toY);
    return this.cost;
  }

  /**
   * Like `extend`, for a path of one corridor between `ends`. Bends are computed on demand, so the corridor must not change until the next search.
   * @internal
   */
  pullTurns(corridor: ArrayLike<number>, n: number): number {
    const { mesh, strip, points, ends } = this;
    const { faces, arcs } = mesh;
    this.clear();
    if (!arcs.isPlain) return this.extend(corridor, n, ends[0], ends[1], ends[2], ends[3]);
    if (!faces.isFlat) {
      this.pending = corridor;
      this.pendingVersion = mesh.version;
      points.bends = this;
    }
    strip.begin();
    strip.startZ = this.addEnd(corridor[0], 0);
    strip.addSides(corridor, n);
    strip.goalZ = this.addEnd(corridor[n - 1], 1);
    this.findTurns();
    points.addTurn(ends[0], ends[1], strip.startZ);
    this.addTurns(ends[2], ends[3]);
    return this.cost;
  }

  /** Adds the start (0) or the goal (1) of `ends` to the strip; returns its height. */
  private addEnd(f: number, which: 0 | 1): number {
    const { ends, strip, mesh: { faces, snap } } = this;
    const x = ends[2 * which], y = ends[2 * which + 1], z = ends[4 + which];
    if (!Number.isNaN(z)) {
      strip.addPoint(NO_VERTEX, x, y);
      return z;
    }
    faces.moveInto(f, x, y, snap);
    strip.addPoint(NO_VERTEX, faces.nearX, faces.nearY);
    return heightIn(faces, f, faces.nearX, faces.nearY);
  }

  /** Adds the turns after the start, and the goal. */
  private addTurns(toX: number, toY: number): void {
    const { strip, points, turns, count } = this;
    const { xs, ys, zs } = this.mesh.faces;
    for (let i = 1; i + 1 < count; i++) {
      const v = strip.vertices[turns[i]];
      this.cost += points.addTurn(xs[v], ys[v], zs[v]);
    }
    this.cost += points.addTurn(toX, toY, strip.goalZ);
  }

  /** @internal */
  addBends(): void {
    const { ends, cost, mesh } = this;
    if (this.pendingVersion !== mesh.version) return;
    this.clear();
    this.extend(this.pending, this.strip.gates + 1, ends[0], ends[1], ends[2], ends[3]);
    this.cost = cost;
  }

  /** Finds the shortest path through the strip. */
  private findTurns(): void {
    const { strip } = this;
    const n = strip.gates;
    // Each side adds at most one point at each end of the funnel, the goal one more.
    if (this.chain.length < 2 * n + 6) this.chain = new Int32Array(4 * n + 12);
    if (this.turns.length < 2 * n + 6) this.turns = new Int32Array(4 * n + 12);
    this.count = 0;
    this.first = this.last = this.apex = n + 2;
    this.chain[this.apex] = this.turns[this.count++] = START;
    for (let k = 0; k < n; k++) {
      this.gate = k - 1;
      this.addRight(strip.right[k]);
      this.addLeft(strip.left[k]);
    }
    this.gate = n - 1;
    this.addLeft(strip.goal);
    for (let i = this.apex - 1; i >= this.first; i--) this.turns[this.count++] = this.chain[i];
  }

  /** Follows the turns, writes where the path crosses the sides of the strip, and adds up its cost by ground. */
  private cross(startX: number, startY: number, goalX: number, goalY: number, toX: number, toY: number): void {
    const { strip, turns, points } = this;
    const { faces, arcs, snap } = this.mesh;
    const { rates } = arcs;
    const { right, left, vertices, gates } = strip;
    const { xs, ys, zs, areas } = faces;
    let x = startX, y = startY, z = strip.startZ;
    // Position of the path on the line from one turn to the next.
    let along = 0;
    let j = 1, isReached = false;
    for (let k = 0; k <= gates; k++) {
      const isGoal = k === gates;
      let nextX = goalX, nextY = goalY, nextZ = strip.goalZ, isTurn = isGoal;
      if (!isGoal) {
        const r = right[k], l = left[k];
        // Sides through the same turn are consecutive.
        if (isReached && r !== turns[j] && l !== turns[j]) {
          j++;
          along = 0;
          isReached = false;
        }
        isTurn = r === turns[j] || l === turns[j];
        isReached ||= isTurn;
        const a = vertices[r], b = vertices[l];
        const share = isTurn ? (l === turns[j] ? 1 : 0) : this.shareAt(turns[j - 1], turns[j], r, l, along);
        along = this.along;
        nextX = share === 1 ? xs[b] : xs[a] + share * (xs[b] - xs[a]);
        nextY = share === 1 ? ys[b] : ys[a] + share * (ys[b] - ys[a]);
        nextZ = share === 1 ? zs[b] : zs[a] + share * (zs[b] - zs[a]);
      }
      const flat = distance(nextX - x, nextY - y);
      this.cost += rates[areas[strip.faces[k]]] * (arcs.isSurface ? distance(flat, nextZ - z) : flat);
      x = nextX;
      y = nextY;
      z = nextZ;
      if (isGoal) {
        points.straighten(x, y, z, snap);
        points.addTurn(toX, toY, z);
      } else if (isTurn) {
        points.straighten(x, y, z, snap);
        points.addTurn(x, y, z);
      } else if (!faces.isFlat) points.addBend(x, y, z, snap);
    }
  }

  private along = 0;

  /**
   * Where the line from p to q crosses a side of the strip, as a fraction from its right end to its left. Sets `along` to the position on the line, times
   * its length. On sides nearly parallel to the line, rounding could put the crossing anywhere: it is limited to positions from `least` to that of q.
   */
  private shareAt(p: number, q: number, r: number, l: number, least: number): number {
    const { xs, ys } = this.strip;
    const dx = xs[q] - xs[p], dy = ys[q] - ys[p], most = dx * dx + dy * dy;
    const rx = xs[r] - xs[p], ry = ys[r] - ys[p], lx = xs[l] - xs[p], ly = ys[l] - ys[p];
    const atRight = dx * ry - dy * rx, atLeft = dx * ly - dy * lx;
    const first = dx * rx + dy * ry, last = dx * lx + dy * ly;
    // A side along the line is crossed at its nearer end: the next sides may begin there.
    let share = atRight === atLeft ? (first <= last ? 0 : 1) : Math.max(0, Math.min(1, atRight / (atRight - atLeft)));
    const there = first + share * (last - first), within = Math.max(least, Math.min(most, there));
    if (within !== there && first !== last) share = Math.max(0, Math.min(1, (within - first) / (last - first)));
    this.along = Math.max(least, first + share * (last - first));
    return share;
  }

  private addLeft(v: number): void {
    const { chain } = this;
    while (chain[this.first] !== v) {
      if (this.first < this.apex) {
        // The left chain bends to the left. A point that would bend it back removes the end.
        if (this.bend(chain[this.first + 1], chain[this.first], v) > 0) break;
      } else {
        if (this.first === this.last) break;
        // If v lies beyond the right chain, the funnel has closed, and the first edge of that chain becomes part of the path.
        const next = chain[this.first + 1];
        if (this.bend(chain[this.first], next, v) >= 0) break;
        this.turns[this.count++] = next;
        this.apex++;
      }
      this.first++;
    }
    if (chain[this.first] !== v) chain[--this.first] = v;
  }

  private addRight(v: number): void {
    const { chain } = this;
    while (chain[this.last] !== v) {
      if (this.last > this.apex) {
        if (this.bend(chain[this.last - 1], chain[this.last], v) < 0) break;
      } else {
        if (this.first === this.last) break;
        const next = chain[this.last - 1];
        if (this.bend(chain[this.last], next, v) <= 0) break;
        this.turns[this.count++] = next;
        this.apex--;
      }
      this.last--;
    }
    if (chain[this.last] !== v) chain[++this.last] = v;
  }

  /**
   * How a chain turns at b: above 0 to the left, below 0 to the right. A chain may reverse at b if the side crossed last ends there and continues the line.
   * The reversal is then a turn around b: to the left on the left chain, to the right on the right chain.
   */
  private bend(a: number, b: number, c: number): number {
    const { xs, ys } = this.strip;
    const bend = turn(xs[a], ys[a], xs[b], ys[b], xs[c], ys[c]);
    return bend === 0 ? this.reversal(a, b, c) : bend;
  }

  private reversal(a: number, b: number, c: number): number {
    const { xs, ys, right, left } = this.strip;
    const r = right[this.gate], l = left[this.gate];
    if (this.gate < 0 || (b !== r && b !== l)) return 0;
    const other = b === r ? l : r;
    const isBack = (xs[b] - xs[a]) * (xs[c] - xs[b]) + (ys[b] - ys[a]) * (ys[c] - ys[b]) < 0;
    const isAround = (xs[other] - xs[b]) * (xs[c] - xs[b]) + (ys[other] - ys[b]) * (ys[c] - ys[b]) < 0;
    return isBack && isAround ? (b === l ? 1 : -1) : 0;
  }
}
