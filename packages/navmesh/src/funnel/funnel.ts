/**
 * The funnel: the shortest path within a corridor of faces, in time linear in their number.
 *
 * D. T. Lee & F. P. Preparata, "Euclidean Shortest Paths in the Presence of Rectilinear Barriers", Networks 14, 1984; B. Chazelle, 1982.
 * Departures: the sides' ends are compared by exact signs, so that a funnel never opens again by rounding. For those, an end that lies beside its
 * face, by rounding or within the snap, would be on the wrong side of the first side or the last: it is moved into the face, and only written as asked.
 */
import { NO_VERTEX } from '@pf/graph';
import { checkList, shown } from '@pf/graph/kit';
import { checkEnds, checkMesh, checkPathBuffer } from '../check-points.ts';
import type { NavMesh } from '../nav-mesh.ts';
import { distance, turn } from '../orientation.ts';

const START = -1;
const GOAL = -2;

/**
 * Pulls a string through a corridor: successive faces of a mesh, each beside the one before.
 *
 * @example
 * ```ts
 * import { Funnel, NavMesh } from '@pf/navmesh';
 *
 * const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [3, 4], [3, 1], [0, 1]]] });
 * const corridor = [mesh.locate(0.5, 0.5)];
 * // … whatever faces lie between; here a search of @pf/search would say.
 * const funnel = new Funnel(mesh);
 * funnel.pull(corridor, 1, 0.5, 0.5, 1, 0.5); // → 0.5
 * ```
 */
export class Funnel {
  /** The length of the last way pulled. */
  cost = Infinity;
  /** How many points it has. */
  pathLength = 0;
  /** x and y of each: the mesh may have changed before they are asked for. */
  private points = new Float64Array(32);
  /** The vertices that the way turns at, START and GOAL among them. */
  private turns = new Int32Array(64);
  private count = 0;
  /** The left chain, the apex and the right chain: vertices at chain[first … last], the apex at chain[apex]. */
  private chain = new Int32Array(128);
  private first = 0;
  private last = 0;
  private apex = 0;
  /** The query: x and y of the start, and of the goal. */
  private readonly asked = new Float64Array(4);
  /** A list of one face. */
  private readonly face = [0];
  /** The ends of the search: those asked where they lie in their face, moved into it otherwise. */
  private startX = 0;
  private startY = 0;
  private goalX = 0;
  private goalY = 0;

  constructor(private readonly mesh: NavMesh) {
    checkMesh(mesh, 'Funnel');
  }

  /** The length of the shortest path from a point of the first face to one of the last through the `n` faces of the corridor. */
  pull(corridor: ArrayLike<number>, n: number, fromX: number, fromY: number, toX: number, toY: number): number {
    checkEnds(fromX, fromY, toX, toY);
    checkList(corridor, 'faces of a corridor');
    if (!(Number.isInteger(n) && n >= 0 && n <= corridor.length)) throw new RangeError(`A corridor of ${corridor.length} faces has a whole number of them, got ${shown(n)}.`);
    const { faces } = this.mesh;
    this.asked[0] = fromX;
    this.asked[1] = fromY;
    this.asked[2] = toX;
    this.asked[3] = toY;
    this.moveInto(n > 0 ? corridor[0] : NO_VERTEX, fromX, fromY);
    this.startX = faces.nearX;
    this.startY = faces.nearY;
    this.moveInto(n > 0 ? corridor[n - 1] : NO_VERTEX, toX, toY);
    this.goalX = faces.nearX;
    this.goalY = faces.nearY;
    // Each side adds at most one vertex at each end of the funnel, the goal one more.
    if (this.chain.length < 2 * n + 4) this.chain = new Int32Array(4 * n + 8);
    if (this.turns.length < 2 * n + 4) this.turns = new Int32Array(4 * n + 8);
    this.count = 0;
    this.first = this.last = this.apex = n + 1;
    this.chain[this.apex] = this.turns[this.count++] = START;
    for (let k = 0; k + 1 < n; k++) {
      this.addSideBetween(corridor[k], corridor[k + 1]);
    }
    this.addLeft(GOAL);
    for (let i = this.apex - 1; i >= this.first; i--) this.turns[this.count++] = this.chain[i];
    this.write();
    return this.cost;
  }

  /** Writes the points of the path as x, y, x, y …, start first; returns how many points. */
  path(out: Float64Array): number {
    const n = this.pathLength;
    checkPathBuffer(out, n);
    for (let i = 0; i < 2 * n; i++) out[i] = this.points[i];
    return n;
  }

  /** Where the turns lie, each place once: a vertex that the start or the goal lies on is none. */
  private write(): void {
    if (this.points.length < 2 * this.count) this.points = new Float64Array(4 * this.count);
    const { points, turns, count } = this;
    let kept = 0;
    this.cost = 0;
    for (let i = 0; i < count; i++) {
      const end = i === 0 ? 0 : i === count - 1 ? 2 : -1;
      const x = end < 0 ? this.x(turns[i]) : this.asked[end], y = end < 0 ? this.y(turns[i]) : this.asked[end + 1];
      if (kept > 0) {
        const length = distance(x - points[2 * kept - 2], y - points[2 * kept - 1]);
        if (length === 0) continue;
        this.cost += length;
      }
      points[2 * kept] = x;
      points[2 * kept++ + 1] = y;
    }
    this.pathLength = kept;
  }

  /** The side that leads from f to g: after cuts it can be in pieces, one after the other on one line, since both are convex. */
  private addSideBetween(f: number, g: number): void {
    const { stride, sides, corners, neighbours } = this.mesh.faces;
    const begin = f * stride, k = sides[f];
    let first = 0;
    while (first < k && neighbours[begin + first] !== g) first++;
    if (first === k || g === NO_VERTEX) throw new Error(`The faces ${f} and ${g} of the corridor are not beside each other.`);
    let last = first;
    while (neighbours[begin + ((last + 1) % k)] === g) last = (last + 1) % k;
    while (neighbours[begin + ((first + k - 1) % k)] === g) first = (first + k - 1) % k;
    this.addRight(corners[begin + first]);
    this.addLeft(corners[begin + ((last + 1) % k)]);
  }

  /** Sets `nearX` and `nearY` of the faces: the point itself where it is in `f` or farther from it than the snap, otherwise what is nearest to it there. */
  private moveInto(f: number, x: number, y: number): void {
    const { faces, snap } = this.mesh;
    this.face[0] = f;
    faces.nearX = x;
    faces.nearY = y;
    if (f !== NO_VERTEX && faces.contains(f, x, y, snap)) faces.findInside(this.face, 1, x, y);
  }

  private addLeft(v: number): void {
    const { chain } = this;
    while (chain[this.first] !== v) {
      if (this.first < this.apex) {
        // The left chain bends to the left on its way out; a vertex that would bend it back takes the end off.
        if (this.turn(chain[this.first + 1], chain[this.first], v) > 0) break;
      } else {
        if (this.first === this.last) break;
        // The funnel has closed if v lies beyond the right chain, whose first edge is then walked.
        const next = chain[this.first + 1];
        if (this.turn(chain[this.first], next, v) >= 0) break;
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
        if (this.turn(chain[this.last - 1], chain[this.last], v) < 0) break;
      } else {
        if (this.first === this.last) break;
        const next = chain[this.last - 1];
        if (this.turn(chain[this.last], next, v) <= 0) break;
        this.turns[this.count++] = next;
        this.apex--;
      }
      this.last--;
    }
    if (chain[this.last] !== v) chain[++this.last] = v;
  }

  private turn(a: number, b: number, c: number): number {
    return turn(this.x(a), this.y(a), this.x(b), this.y(b), this.x(c), this.y(c));
  }

  private x(v: number): number {
    return v === START ? this.startX : v === GOAL ? this.goalX : this.mesh.faces.xs[v];
  }

  private y(v: number): number {
    return v === START ? this.startY : v === GOAL ? this.goalY : this.mesh.faces.ys[v];
  }
}
