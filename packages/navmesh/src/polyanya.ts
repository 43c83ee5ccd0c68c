/**
 * Polyanya: M. Cui, D. D. Harabor & A. Grastien, "Compromise-free Pathfinding on a Navigation Mesh", IJCAI 2017. A* over pairs
 * of a root (a corner that the way turns at) and an interval (the part of a side that the root sees): exact shortest ways
 * through the plane, without anything built beforehand but the mesh.
 *
 * Departures
 * - The ends of an interval are not kept as computed points but as the rays that bound it, each through two vertices; what lies on which
 *   side of a ray is decided exactly. So no error adds up along a way, and no epsilon decides what is a corner.
 * - Turning at a corner, everything behind it is taken in face by face around the corner (a side that ends in the root is an
 *   interval too). A side that lies along a ray is an interval without width: at its nearer end the way can turn. So faces may
 *   have straight corners.
 * - Along a ray a way goes on over sides farther from the root only, and never back into the face that it came from: those before it the root
 *   sees as well, and around a vertex amid the ground, or between two faces that share a side in pieces, it could go round for ever.
 * - Start and goal in several faces at once (on a side, on a vertex, in a point where two walls touch) count for all of them.
 * - From a start that lies beside one of its faces, a way can turn at every vertex of a wall: along it the next one hides what follows. Ends that
 *   lie beside all of theirs, where a corner of a straight side can hide the rest of the face, are moved into one, and only written as asked.
 */
import { Counters, NO_VERTEX } from '@pf/graph';
import { checkEnds } from './check-points.ts';
import { CORNER, STRAIGHT } from './faces.ts';
import type { NavMesh } from './nav-mesh.ts';
import { distance, squaredDistance, turn } from './orientation.ts';
import { Nodes } from './polyanya-nodes.ts';
import { Roots } from './polyanya-roots.ts';
import { WayPoints } from './way-points.ts';

/** Stands for the point that the search began at where a vertex is meant. */
const START = -1;

/**
 * Exact shortest ways between points of a mesh.
 *
 * @example
 * ```ts
 * import { NavMesh, Polyanya } from '@pf/navmesh';
 *
 * const mesh = NavMesh.fromPolygons({
 *   outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]]],
 *   holes: [[[4, 2], [6, 2], [6, 9], [4, 9]]],
 * });
 * const polyanya = new Polyanya(mesh);
 * polyanya.search(1, 2, 9, 2); // → 8
 * polyanya.search(1, 5, 9, 5); // ≈ 10.485
 * const points = new Float64Array(16);
 * const n = polyanya.path(points);
 * [...points.subarray(0, 2 * n)]; // → [1, 5, 4, 2, 6, 2, 9, 5]
 * ```
 */
export class Polyanya {
  readonly counters = new Counters();
  /** The length of the way found; Infinity before, and where there is none. */
  cost = Infinity;

  private readonly nodes = new Nodes();
  private readonly roots = new Roots();
  /** By face: the search in which the goal was in it. */
  private readonly goalStamp: Uint32Array;
  private stamp = 0;
  private readonly startFaces: number[] = [];
  private readonly goalFaces: number[] = [];
  /** What was asked: x and y of the start, and of the goal. */
  private readonly asked = new Float64Array(4);
  /** The ends of the search: those asked where they lie in a face exactly, beside them otherwise. */
  private startX = 0;
  private startY = 0;
  private goalX = 0;
  private goalY = 0;
  /** Whether the start lies beside one of its faces, by rounding. */
  private startIsBeside = false;
  private readonly points = new WayPoints();
  private lastExpanded = -1;
  private finished = true;
  /** That of the mesh in which the search set out. */
  private version = 0;
  /** By corner of the face being left: on which side of the right and of the left ray it lies. */
  private readonly right: Float64Array;
  private readonly left: Float64Array;

  constructor(private readonly mesh: NavMesh) {
    this.goalStamp = new Uint32Array(mesh.vertexCount);
    this.right = new Float64Array(mesh.maxDegree + 1);
    this.left = new Float64Array(mesh.maxDegree + 1);
  }

  /** The length of the shortest way; Infinity where there is none, or an end is off the mesh. */
  search(fromX: number, fromY: number, toX: number, toY: number): number {
    this.begin(fromX, fromY, toX, toY);
    this.run();
    return this.cost;
  }

  /** Sets out from one point to another; `run` does the work. */
  begin(fromX: number, fromY: number, toX: number, toY: number): void {
    checkEnds(fromX, fromY, toX, toY);
    this.counters.reset();
    this.asked[0] = fromX;
    this.asked[1] = fromY;
    this.asked[2] = toX;
    this.asked[3] = toY;
    this.setOut();
  }

  /** Begins with the question that was asked, in the mesh as it is now. */
  private setOut(): void {
    const { mesh, nodes, asked } = this;
    nodes.clear();
    this.version = mesh.version;
    this.cost = Infinity;
    this.points.clear();
    this.lastExpanded = -1;
    this.finished = false;
    this.roots.begin(mesh.faces.xs.length);
    if (this.stamp === 0xffffffff) {
      this.goalStamp.fill(0);
      this.stamp = 0;
    }
    this.stamp++;
    const starts = mesh.locateAll(asked[0], asked[1], this.startFaces);
    const goals = mesh.locateAll(asked[2], asked[3], this.goalFaces);
    mesh.faces.findInside(this.startFaces, starts, asked[0], asked[1]);
    const startX = (this.startX = mesh.faces.nearX), startY = (this.startY = mesh.faces.nearY);
    mesh.faces.findInside(this.goalFaces, goals, asked[2], asked[3]);
    const goalX = (this.goalX = mesh.faces.nearX), goalY = (this.goalY = mesh.faces.nearY);
    this.startIsBeside = false;
    for (let i = 0; i < starts; i++) this.startIsBeside ||= !mesh.faces.contains(this.startFaces[i], startX, startY, 0);
    for (let i = 0; i < goals; i++) this.goalStamp[this.goalFaces[i]] = this.stamp;
    for (let i = 0; i < starts; i++) {
      if (this.goalStamp[this.startFaces[i]] !== this.stamp) continue;
      const cost = distance(goalX - startX, goalY - startY);
      this.finish(nodes.add(START, START, START, START, START, NO_VERTEX, 0, -1, cost, cost));
      return;
    }
    for (let i = 0; i < starts; i++) {
      if (this.canReach(this.startFaces[i], goals)) this.leave(this.startFaces[i], starts);
    }
  }

  /**
   * Goes on for at most `budget` expansions, or until `signal` is aborted. Returns whether the search is finished. Where the mesh was cut or restored
   * in the meantime, the search sets out anew.
   */
  run(budget = Infinity, signal?: { readonly aborted: boolean }): boolean {
    if (!(budget >= 0)) throw new RangeError(`The budget must be a number of expansions, 0 or more, got ${budget}.`);
    const { nodes } = this;
    if (!this.finished && this.version !== this.mesh.version) this.setOut();
    for (let spent = 0; !this.finished && spent < budget; spent++) {
      if (signal?.aborted === true) return false;
      let node = nodes.pop();
      if (node < 0) {
        this.finished = true;
      } else if (nodes.face[node] === NO_VERTEX) {
        this.finish(node);
      } else {
        // A single successor need not wait in the heap for its turn: there is nothing else to do on this way.
        for (;;) {
          const first = nodes.count;
          this.expand(node);
          if (nodes.count !== first + 1 || nodes.face[first] === NO_VERTEX || ++spent >= budget) {
            for (let child = first; child < nodes.count; child++) nodes.push(child);
            this.counters.queueOperations += nodes.count - first;
            break;
          }
          node = first;
        }
      }
    }
    return this.finished;
  }

  /** How many points the way has; 0 where there is none. */
  get pathLength(): number {
    return this.points.count;
  }

  /** Writes the points of the way as x, y, x, y …, start first; returns how many points, 0 where there is no way. */
  path(out: Float64Array): number {
    return this.points.write(out);
  }

  /**
   * Writes what was expanded last: the root, the left and the right end of the interval that it sees, x and y of each; false
   * where nothing was yet, in the mesh as it is now. For drawing: with a budget of 1, all of them in turn.
   */
  lastCone(out: Float64Array): boolean {
    const { nodes, lastExpanded: node } = this;
    if (node < 0 || this.version !== this.mesh.version) return false;
    const { stride, sides, corners, xs, ys } = this.mesh.faces;
    const f = nodes.face[node], entry = nodes.side[node];
    const p = corners[f * stride + entry], q = corners[f * stride + ((entry + 1) % sides[f])];
    const x = (v: number): number => (v === START ? this.startX : xs[v]), y = (v: number): number => (v === START ? this.startY : ys[v]);
    out[0] = x(nodes.root[node]);
    out[1] = y(nodes.root[node]);
    for (const [at, a, b, own] of [[2, nodes.leftA[node], nodes.leftB[node], p], [4, nodes.rightA[node], nodes.rightB[node], q]]) {
      const atP = turn(x(a), y(a), x(b), y(b), xs[p], ys[p]), atQ = turn(x(a), y(a), x(b), y(b), xs[q], ys[q]);
      // A ray that runs along the side ends where the side does.
      const share = a === b || atP === atQ ? (own === q ? 1 : 0) : Math.min(1, Math.max(0, atP / (atP - atQ)));
      out[at] = xs[p] + share * (xs[q] - xs[p]);
      out[at + 1] = ys[p] + share * (ys[q] - ys[p]);
    }
    return true;
  }

  /** The way that ends in `node` is the shortest. */
  private finish(node: number): void {
    const { parent, root: roots, g } = this.nodes;
    const { asked, points } = this;
    const { xs, ys } = this.mesh.faces;
    this.finished = true;
    this.cost = g[node];
    points.add(asked[2], asked[3]);
    for (let last = START; node >= 0; node = parent[node]) {
      const root = roots[node];
      if (root !== last && this.isTurn(root)) points.add(xs[root], ys[root]);
      last = root;
    }
    if (asked[0] !== asked[2] || asked[1] !== asked[3]) points.add(asked[0], asked[1]);
    if (this.startX !== asked[0] || this.startY !== asked[1] || this.goalX !== asked[2] || this.goalY !== asked[3]) this.cost = points.length;
  }

  /** Whether a root is a point of its own on the way: not the start, nor a vertex that the goal lies on. */
  private isTurn(root: number): boolean {
    if (root === START) return false;
    const { xs, ys } = this.mesh.faces;
    return (xs[root] !== this.goalX || ys[root] !== this.goalY) && (xs[root] !== this.startX || ys[root] !== this.startY);
  }

  private canReach(face: number, goals: number): boolean {
    for (let i = 0; i < goals; i++) if (this.mesh.component(this.goalFaces[i]) === this.mesh.component(face)) return true;
    return false;
  }

  /** The first nodes: every side of a face with the start in it, but those that the start lies on, with a face beyond that it is in too. */
  private leave(f: number, starts: number): void {
    const { stride, sides, corners, neighbours, xs, ys } = this.mesh.faces;
    const first = this.nodes.count;
    for (let i = 0; i < sides[f]; i++) {
      const g = neighbours[f * stride + i];
      if (g === NO_VERTEX) continue;
      const p = corners[f * stride + i], q = corners[f * stride + ((i + 1) % sides[f])];
      const isOnSide = squaredDistance(this.startX, this.startY, xs[p], ys[p], xs[q], ys[q]) <= this.mesh.snap ** 2;
      if (isOnSide && this.startFaces.lastIndexOf(g, starts - 1) >= 0) continue;
      this.enter(START, START, q, START, p, f, i, -1, 0, xs[q], ys[q], xs[p], ys[p]);
    }
    for (let node = first; node < this.nodes.count; node++) this.nodes.push(node);
    this.counters.queueOperations += this.nodes.count - first;
  }

  private expand(node: number): void {
    const { nodes } = this;
    const root = nodes.root[node], g = nodes.g[node];
    // A shorter way to the root has been found since, or the same came by another as short: whatever comes through it is covered by that one.
    if (root !== START && (this.roots.isBeaten(root, g) || (this.roots.isMany(root) && nodes.isKnown(node)))) return;
    this.counters.expanded++;
    this.lastExpanded = node;
    const { stride, sides, corners } = this.mesh.faces;
    const f = nodes.face[node], entry = nodes.side[node];
    const begin = f * stride, k = sides[f];
    if (root === corners[begin + entry] || root === corners[begin + (entry + 1 === k ? 0 : entry + 1)]) this.fanOut(node, f, entry, k);
    else this.project(node, f, entry, k);
  }

  /** From a root on the side entered by, the whole face is seen. */
  private fanOut(node: number, f: number, entry: number, k: number): void {
    const { nodes } = this;
    const { stride, corners, neighbours, xs, ys } = this.mesh.faces;
    const root = nodes.root[node], g = nodes.g[node];
    const begin = f * stride, came = neighbours[begin + entry];
    if (this.goalStamp[f] === this.stamp) {
      this.arrive(root, g, node);
      return;
    }
    for (let j = 1; j < k; j++) {
      const i = entry + j < k ? entry + j : entry + j - k;
      if (neighbours[begin + i] === NO_VERTEX || neighbours[begin + i] === came) continue;
      const p = corners[begin + i], q = corners[begin + (i + 1 < k ? i + 1 : 0)];
      this.enter(root, root, q, root, p, f, i, node, g, xs[q], ys[q], xs[p], ys[p]);
    }
  }

  /** What the root sees through the interval, and what can be reached by turning at its ends. */
  private project(node: number, f: number, entry: number, k: number): void {
    const { nodes, right, left } = this;
    const { stride, corners, neighbours, wallAt, xs, ys } = this.mesh.faces;
    const root = nodes.root[node], g = nodes.g[node];
    const leftA = nodes.leftA[node], leftB = nodes.leftB[node], rightA = nodes.rightA[node], rightB = nodes.rightB[node];
    const begin = f * stride, came = neighbours[begin + entry];
    const rightX = rightA === START ? this.startX : xs[rightA], rightY = rightA === START ? this.startY : ys[rightA];
    const leftX = leftA === START ? this.startX : xs[leftA], leftY = leftA === START ? this.startY : ys[leftA];
    const rightToX = xs[rightB], rightToY = ys[rightB], leftToX = xs[leftB], leftToY = ys[leftB];
    // Corner 0 is the right end of the side entered by, from there around to the left end, k − 1.
    for (let j = 0, i = entry + 1 < k ? entry + 1 : 0; j < k; j++, i = i + 1 < k ? i + 1 : 0) {
      const x = xs[corners[begin + i]], y = ys[corners[begin + i]];
      right[j] = turn(rightX, rightY, rightToX, rightToY, x, y);
      left[j] = turn(leftX, leftY, leftToX, leftToY, x, y);
    }
    const first = corners[begin + (entry + 1 < k ? entry + 1 : 0)], last = corners[begin + entry];
    const rightEnds = right[0] === 0, leftEnds = left[k - 1] === 0, isAlong = rightEnds && right[k - 1] === 0;

    if (this.goalStamp[f] === this.stamp) {
      // The goal is seen, or lies around one of the ends; where that is no vertex, another node leads there.
      if (turn(rightX, rightY, rightToX, rightToY, this.goalX, this.goalY) < 0) {
        if (rightEnds) this.arrive(first, g + this.length(root, first), node);
      } else if (turn(leftX, leftY, leftToX, leftToY, this.goalX, this.goalY) > 0) {
        if (leftEnds) this.arrive(last, g + this.length(root, last), node);
      } else this.arrive(root, g, node);
      return;
    }

    // Never where there are faces all around: the way could go round and round.
    const bluntest = root === START && this.startIsBeside ? STRAIGHT : CORNER;
    const turnRight = rightEnds && wallAt[first] >= bluntest, turnLeft = leftEnds && wallAt[last] >= bluntest;
    const gRight = turnRight ? g + this.length(root, first) : 0, gLeft = turnLeft ? g + this.length(root, last) : 0;
    for (let j = 0; j + 1 < k; j++) {
      const i = entry + 1 + j < k ? entry + 1 + j : entry + 1 + j - k;
      if (neighbours[begin + i] === NO_VERTEX || neighbours[begin + i] === came) continue;
      const p = corners[begin + i], q = corners[begin + (i + 1 < k ? i + 1 : 0)];
      const rightP = right[j], rightQ = right[j + 1], leftP = left[j], leftQ = left[j + 1];
      const px = xs[p], py = ys[p], qx = xs[q], qy = ys[q];
      // Where the rays cross the side, as shares of it from p on.
      const atRight = rightP < 0 && rightQ > 0 ? rightP / (rightP - rightQ) : 0;
      const atLeft = leftP < 0 && leftQ > 0 ? leftP / (leftP - leftQ) : 1;

      if (turnRight && (j === 0 ? rightQ <= 0 : rightP < 0)) {
        const end = rightQ <= 0 ? 1 : atRight;
        const beside = rightQ <= 0;
        this.enter(first, beside ? first : rightA, beside ? q : rightB, first, p, f, i, node, gRight, px + end * (qx - px), py + end * (qy - py), px, py);
      }
      if ((j > 0 && rightP === 0 && rightQ === 0) || (j < k - 2 && leftP === 0 && leftQ === 0)) {
        if (!isAlong || (this.isBeyond(root, first, q) && this.isBeyond(root, last, p))) this.enter(root, root, q, root, p, f, i, node, g, qx, qy, px, py);
      } else if (rightQ > 0 && leftP < 0) {
        const cutRight = rightP < 0, cutLeft = leftQ > 0;
        this.enter(
          root, cutLeft ? leftA : root, cutLeft ? leftB : q, cutRight ? rightA : root, cutRight ? rightB : p, f, i, node, g,
          px + atLeft * (qx - px), py + atLeft * (qy - py), px + atRight * (qx - px), py + atRight * (qy - py),
        );
      }
      if (turnLeft && (j === k - 2 ? leftP >= 0 : leftQ > 0)) {
        const start = leftP >= 0 ? 0 : atLeft;
        const beside = leftP >= 0;
        this.enter(last, last, q, beside ? last : leftA, beside ? p : leftB, f, i, node, gLeft, qx, qy, px + start * (qx - px), py + start * (qy - py));
      }
    }
  }

  /** Whether on the line from a root through a vertex another one comes after that. */
  private isBeyond(root: number, v: number, other: number): boolean {
    const { xs, ys } = this.mesh.faces;
    const x = root === START ? this.startX : xs[root], y = root === START ? this.startY : ys[root];
    return xs[v] > x ? xs[other] > xs[v] : xs[v] < x ? xs[other] < xs[v] : ys[v] > y ? ys[other] > ys[v] : ys[other] < ys[v];
  }

  /** A node for the face beyond side `i` of `f`; (lx, ly) and (rx, ry) are the interval's ends. */
  private enter(
    root: number, leftA: number, leftB: number, rightA: number, rightB: number, f: number, i: number, parent: number, g: number,
    lx: number, ly: number, rx: number, ry: number,
  ): void {
    const { stride, neighbours, twins, sides } = this.mesh.faces;
    const face = neighbours[f * stride + i];
    if (root !== START && !this.roots.take(root, parent < 0 ? START : this.nodes.root[parent], g)) return;
    if (this.goalStamp[face] !== this.stamp) {
      // A face with no other way out leads nowhere.
      let exits = 0;
      for (let j = face * stride; j < face * stride + sides[face]; j++) if (neighbours[j] !== NO_VERTEX) exits++;
      if (exits < 2) return;
    }
    this.counters.generated++;
    this.nodes.add(root, leftA, leftB, rightA, rightB, face, twins[f * stride + i], parent, g, g + this.estimate(root, f, i, lx, ly, rx, ry));
  }

  /** The goal as the last node of a way: g is its whole length. */
  private arrive(root: number, g: number, parent: number): void {
    const { xs, ys } = this.mesh.faces;
    const cost = g + distance(this.goalX - (root === START ? this.startX : xs[root]), this.goalY - (root === START ? this.startY : ys[root]));
    this.counters.generated++;
    this.nodes.add(root, START, START, START, START, NO_VERTEX, 0, parent, cost, cost);
  }

  /** The length of the shortest line from the root through an interval of side `i` of `f` to the goal, with no walls. */
  private estimate(root: number, f: number, i: number, lx: number, ly: number, rx: number, ry: number): number {
    const { stride, sides, corners, xs, ys } = this.mesh.faces;
    const p = corners[f * stride + i], q = corners[f * stride + (i + 1 < sides[f] ? i + 1 : 0)];
    const x = root === START ? this.startX : xs[root], y = root === START ? this.startY : ys[root];
    let goalX = this.goalX, goalY = this.goalY;
    const dx = xs[q] - xs[p], dy = ys[q] - ys[p];
    const side = dx * (goalY - ys[p]) - dy * (goalX - xs[p]);
    // A goal on the root's side of the interval is as far from it as its mirror image.
    if (side > 0) {
      const scale = (2 * side) / (dx * dx + dy * dy);
      goalX += scale * dy;
      goalY -= scale * dx;
    }
    const wayX = goalX - x, wayY = goalY - y;
    if (wayX * (ly - y) - wayY * (lx - x) < 0) return distance(lx - x, ly - y) + distance(goalX - lx, goalY - ly);
    if (wayX * (ry - y) - wayY * (rx - x) > 0) return distance(rx - x, ry - y) + distance(goalX - rx, goalY - ry);
    return distance(wayX, wayY);
  }

  private length(a: number, b: number): number {
    const { xs, ys } = this.mesh.faces;
    return distance(xs[b] - (a === START ? this.startX : xs[a]), ys[b] - (a === START ? this.startY : ys[a]));
  }
}
