import { NO_VERTEX, type Counters } from '@pf/graph';
import { CORNER, STRAIGHT } from '../faces.ts';
import type { MeshView } from '../mesh-view.ts';
import { distance, squaredDistance, turn } from '../orientation.ts';
import { SightLine } from '../sight-line.ts';
import { IntervalBounds } from './polyanya-bounds.ts';
import type { Ends } from './polyanya-ends.ts';
import { GOAL, linkFace, START, type Nodes } from './polyanya-nodes.ts';
import type { Roots } from './polyanya-roots.ts';

/**
 * The successors of a Polyanya node: what its root sees of the next face, and what is reached by turning at an end of its interval. See polyanya.ts.
 */
export class Successors {
  /** The interval that is entered next: x and y of its left end, then of its right end, and g of its root. Numbers passed to calls would be allocated. */
  private readonly interval = new Float64Array(5);
  private readonly bounds: IntervalBounds;
  private readonly sight: SightLine;

  constructor(
    private readonly mesh: MeshView,
    private readonly ends: Ends,
    private readonly nodes: Nodes,
    private readonly roots: Roots,
    private readonly counters: Counters,
  ) {
    this.bounds = new IntervalBounds(mesh, ends, roots, this.interval);
    this.sight = new SightLine(mesh);
  }

  /** The nodes of the straight path from start to goal: returns the last one, or −1 if the goal may be out of sight or a link may be shorter. */
  lineToGoal(): number {
    const { mesh, nodes, ends, sight, interval } = this;
    const { startX, startY, goalX, goalY } = ends;
    if (ends.startIsBeside || ends.starts === 0 || mesh.arcs.shortcuts.count > 0) return -1;
    interval[0] = startX;
    interval[1] = startY;
    interval[2] = goalX;
    interval[3] = goalY;
    const n = sight.follow(ends.startFaces[0], interval, ends.goalFaces, ends.goals);
    if (n === 0) return -1;
    const cost = distance(goalX - startX, goalY - startY);
    let node = -1;
    for (let i = 1; i < n; i++) node = nodes.add(START, START, START, START, START, sight.faces[i], sight.entries[i], node, 0, cost);
    return nodes.add(START, START, START, START, START, NO_VERTEX, sight.faces[n - 1], node, cost, cost);
  }

  /**
   * Adds the successors of a root inside faces: every side except those that the root lies on and share another of `faces`, and in each face its
   * links and the goal. The root is the start or the end of a link; for a link `parent` is its node.
   */
  addAround(root: number, f: number, faces: readonly number[], n: number, parent: number, g: number): void {
    const { mesh, ends } = this;
    const { stride, sides } = mesh.faces;
    const { beyond, pivots, xs, ys } = mesh.arcs;
    const x = root === START ? ends.startX : xs[root], y = root === START ? ends.startY : ys[root];
    this.interval[4] = g;
    if (ends.isGoalIn(f)) this.arrive(root, g, f, parent, GOAL);
    for (let entry = mesh.links.leaving(f); entry >= 0; entry = mesh.links.next(entry)) this.arrive(root, g, f, parent, mesh.links.arc(entry));
    for (let i = 0; i < sides[f]; i++) {
      const beside = beyond[f * stride + i];
      if (beside === NO_VERTEX) continue;
      const p = pivots[f * stride + i], q = pivots[f * stride + ((i + 1) % sides[f])];
      const isOnSide = squaredDistance(x, y, xs[p], ys[p], xs[q], ys[q]) <= mesh.snap ** 2;
      if (isOnSide && faces.lastIndexOf(beside, n - 1) >= 0) continue;
      this.enterWhole(root, q, p, f, i, parent);
    }
  }

  /** Adds the successors of a node taken from the heap. */
  add(node: number): void {
    const { nodes } = this;
    const { stride, sides } = this.mesh.faces;
    const { pivots } = this.mesh.arcs;
    const root = nodes.root(node), f = nodes.face(node), entry = nodes.side(node);
    if (f < NO_VERTEX) {
      const { faces } = this.mesh.links.arcs[linkFace(f)].to;
      for (const face of faces) if (this.mesh.arcs.allows(face)) this.addAround(root, face, faces, faces.length, node, nodes.g(node));
      return;
    }
    const begin = f * stride, k = sides[f];
    if (root === pivots[begin + entry] || root === pivots[begin + (entry + 1 === k ? 0 : entry + 1)]) this.fanOut(node, f, entry, k);
    else this.project(node, f, entry, k);
  }

  /** A root on the entry side sees the whole face. */
  private fanOut(node: number, f: number, entry: number, k: number): void {
    const { nodes, mesh } = this;
    const { stride } = mesh.faces;
    const { beyond, pivots, shortcuts } = mesh.arcs;
    const root = nodes.root(node), g = nodes.g(node);
    const begin = f * stride, came = beyond[begin + entry];
    this.interval[4] = g;
    if (this.ends.isGoalIn(f)) {
      this.arrive(root, g, f, node, GOAL);
      if (shortcuts.count === 0) return;
    }
    for (let at = mesh.links.leaving(f); at >= 0; at = mesh.links.next(at)) this.arrive(root, g, f, node, mesh.links.arc(at));
    for (let j = 1; j < k; j++) {
      const i = entry + j < k ? entry + j : entry + j - k;
      if (beyond[begin + i] === NO_VERTEX || beyond[begin + i] === came) continue;
      const p = pivots[begin + i], q = pivots[begin + (i + 1 < k ? i + 1 : 0)];
      this.enterWhole(root, q, p, f, i, node);
    }
  }

  /** The part that the root sees through the interval, and the parts reached by turning at its ends. */
  private project(node: number, f: number, entry: number, k: number): void {
    const { nodes, ends, mesh, interval } = this;
    const { startX, startY } = ends;
    const { stride } = mesh.faces;
    const { beyond, pivots, wallAt, xs, ys, shortcuts } = mesh.arcs;
    const root = nodes.root(node), g = nodes.g(node);
    const leftA = nodes.leftA(node), leftB = nodes.leftB(node), rightA = nodes.rightA(node), rightB = nodes.rightB(node);
    const begin = f * stride, came = beyond[begin + entry];
    const rightX = rightA === START ? startX : xs[rightA], rightY = rightA === START ? startY : ys[rightA];
    const leftX = leftA === START ? startX : xs[leftA], leftY = leftA === START ? startY : ys[leftA];
    const rightToX = xs[rightB], rightToY = ys[rightB], leftToX = xs[leftB], leftToY = ys[leftB];
    // Corner 0 is the right end of the entry side; numbers go around to the left end, k − 1.
    const first = pivots[begin + (entry + 1 < k ? entry + 1 : 0)], last = pivots[begin + entry];
    const atFirst = first === rightB ? 0 : this.side(rightA, rightB, first);
    const rightEnds = atFirst === 0, leftEnds = last === leftB || this.side(leftA, leftB, last) === 0;
    const isAlong = rightEnds && this.side(rightA, rightB, last) === 0;

    if (ends.isGoalIn(f)) {
      this.reach(node, f, first, last, rightEnds, leftEnds, ends.goalX, ends.goalY, GOAL);
      if (shortcuts.count === 0) return;
    }
    for (let at = mesh.links.leaving(f); at >= 0; at = mesh.links.next(at)) {
      const arc = mesh.links.arc(at), v = mesh.links.arcs[arc].from.vertex;
      this.reach(node, f, first, last, rightEnds, leftEnds, xs[v], ys[v], arc);
    }

    // Only at a wall: around a vertex surrounded by faces, the path could circle for ever.
    const bluntest = root === START && ends.startIsBeside ? STRAIGHT : CORNER;
    const turnRight = rightEnds && wallAt[first] >= bluntest, turnLeft = leftEnds && wallAt[last] >= bluntest;
    const gRight = turnRight ? g + this.length(root, first) : 0, gLeft = turnLeft ? g + this.length(root, last) : 0;
    // From corner to corner, each ray is crossed once, from its right to its left. So many sides of rays follow from others; those are ±Infinity.
    const isOrderly = !isAlong && !ends.startIsBeside;
    let rightQ = atFirst, leftQ = NaN, isOpen = false;
    for (let j = -1, i = entry; j + 1 < k; j++) {
      // Side j leads from corner p to corner q, where the next side begins.
      const side = i;
      i = i + 1 < k ? i + 1 : 0;
      const wasOpen = isOpen, face = beyond[begin + i];
      isOpen = j + 2 < k && face !== NO_VERTEX && face !== came;
      if (!isOpen && !wasOpen) continue;
      const p = pivots[begin + side], q = pivots[begin + i];
      const px = xs[p], py = ys[p], qx = xs[q], qy = ys[q];
      const rightP = rightQ, wasLeftP = leftQ;
      if (j >= 0) rightQ = isOrderly && rightP > 0 ? Infinity : turn(rightX, rightY, rightToX, rightToY, qx, qy);
      leftQ = isOrderly && wasLeftP > 0 ? Infinity : isOrderly && rightQ < 0 ? -Infinity : turn(leftX, leftY, leftToX, leftToY, qx, qy);
      if (!wasOpen) continue;
      const leftP = wasLeftP === -Infinity && leftQ > 0 ? this.side(leftA, leftB, p) : wasLeftP;
      // Where the rays cross the side, as fractions from p.
      const atRight = rightP < 0 && rightQ > 0 ? rightP / (rightP - rightQ) : 0;
      const atLeft = leftP < 0 && leftQ > 0 ? leftP / (leftP - leftQ) : 1;

      if (turnRight && (j === 0 ? rightQ <= 0 : rightP < 0)) {
        const end = rightQ <= 0 ? 1 : atRight;
        const beside = rightQ <= 0;
        interval[0] = px + end * (qx - px);
        interval[1] = py + end * (qy - py);
        interval[2] = px;
        interval[3] = py;
        interval[4] = gRight;
        this.enter(first, beside ? first : rightA, beside ? q : rightB, first, p, q, p, f, side, node);
      }
      if ((j > 0 && rightP === 0 && rightQ === 0) || (j < k - 2 && leftP === 0 && leftQ === 0)) {
        interval[4] = g;
        if (!isAlong || this.isBeyond(root, first, q)) this.enterWhole(root, q, p, f, side, node);
      } else if (rightQ > 0 && leftP < 0) {
        const cutRight = rightP < 0, cutLeft = leftQ > 0;
        interval[0] = px + atLeft * (qx - px);
        interval[1] = py + atLeft * (qy - py);
        interval[2] = px + atRight * (qx - px);
        interval[3] = py + atRight * (qy - py);
        interval[4] = g;
        this.enter(root, cutLeft ? leftA : root, cutLeft ? leftB : q, cutRight ? rightA : root, cutRight ? rightB : p, q, p, f, side, node);
      }
      if (turnLeft && (j === k - 2 ? leftP >= 0 : leftQ > 0)) {
        const start = leftP >= 0 ? 0 : atLeft;
        const beside = leftP >= 0;
        interval[0] = qx;
        interval[1] = qy;
        interval[2] = px + start * (qx - px);
        interval[3] = py + start * (qy - py);
        interval[4] = gLeft;
        this.enter(last, last, q, beside ? last : leftA, beside ? p : leftB, q, p, f, side, node);
      }
    }
  }

  /** The side of vertex `v` relative to the ray from `a`, a vertex or START, through vertex `b`. Takes no fractions, unlike `turn`: a call of it allocates less. */
  private side(a: number, b: number, v: number): number {
    const { xs, ys } = this.mesh.arcs;
    return a === START ? turn(this.ends.startX, this.ends.startY, xs[b], ys[b], xs[v], ys[v]) : turn(xs[a], ys[a], xs[b], ys[b], xs[v], ys[v]);
  }

  /** Adds a point in the face: visible from the root, or reached around an end of the interval. If that end is not a vertex, another node covers the point. */
  private reach(node: number, f: number, first: number, last: number, rightEnds: boolean, leftEnds: boolean, x: number, y: number, arc: number): void {
    const { nodes, ends } = this;
    const { xs, ys } = this.mesh.arcs;
    const root = nodes.root(node), g = nodes.g(node);
    const leftA = nodes.leftA(node), leftB = nodes.leftB(node), rightA = nodes.rightA(node), rightB = nodes.rightB(node);
    const rightX = rightA === START ? ends.startX : xs[rightA], rightY = rightA === START ? ends.startY : ys[rightA];
    const leftX = leftA === START ? ends.startX : xs[leftA], leftY = leftA === START ? ends.startY : ys[leftA];
    if (turn(rightX, rightY, xs[rightB], ys[rightB], x, y) < 0) {
      if (rightEnds) this.arrive(first, g + this.length(root, first), f, node, arc);
    } else if (turn(leftX, leftY, xs[leftB], ys[leftB], x, y) > 0) {
      if (leftEnds) this.arrive(last, g + this.length(root, last), f, node, arc);
    } else this.arrive(root, g, f, node, arc);
  }

  /** Whether another vertex follows on the line from a root through a vertex. */
  private isBeyond(root: number, v: number, other: number): boolean {
    const { xs, ys } = this.mesh.arcs;
    const x = root === START ? this.ends.startX : xs[root], y = root === START ? this.ends.startY : ys[root];
    return xs[v] > x ? xs[other] > xs[v] : xs[v] < x ? xs[other] < xs[v] : ys[v] > y ? ys[other] > ys[v] : ys[other] < ys[v];
  }

  /** A node for the face beyond side `i` of `f`, from corner `p` to corner `q`, all of which the root sees. */
  private enterWhole(root: number, q: number, p: number, f: number, i: number, parent: number): void {
    const { interval } = this;
    const { xs, ys } = this.mesh.arcs;
    interval[0] = xs[q];
    interval[1] = ys[q];
    interval[2] = xs[p];
    interval[3] = ys[p];
    this.enter(root, root, q, root, p, q, p, f, i, parent);
  }

  /** A node for the face beyond side `i` of `f`, from corner `p` to corner `q`, through `interval`. */
  private enter(root: number, leftA: number, leftB: number, rightA: number, rightB: number, q: number, p: number, f: number, i: number, parent: number): void {
    const { mesh, ends, roots } = this;
    const g = this.interval[4];
    const { stride, twins } = mesh.faces;
    const face = mesh.arcs.beyond[f * stride + i];
    if (!ends.useful.has(face)) return;
    if (root !== START) {
      if (!roots.take(root, parent < 0 ? START : this.nodes.root(parent), g)) return;
      // Most sides have no such corner. A check here saves a call.
      if ((roots.isOther(p, root) || roots.isOther(q, root)) && this.bounds.isCovered(root, q, p)) return;
    }
    this.counters.generated++;
    this.nodes.add(root, leftA, leftB, rightA, rightB, face, twins[f * stride + i], parent, g, g + this.bounds.estimate(root, q, p));
  }

  /** The goal as the last node of a path of length g, or a link out of face `f` with its end as a root. */
  private arrive(root: number, g: number, f: number, parent: number, arc: number): void {
    const { ends, mesh, nodes } = this;
    const { xs, ys } = mesh.arcs;
    const fromX = root === START ? ends.startX : xs[root], fromY = root === START ? ends.startY : ys[root];
    if (arc === GOAL) {
      const cost = g + distance(ends.goalX - fromX, ends.goalY - fromY);
      this.counters.generated++;
      nodes.add(root, START, START, START, START, NO_VERTEX, f, parent, cost, cost);
      return;
    }
    const linkCost = mesh.arcs.linkCosts[arc];
    if (linkCost === Infinity) return;
    const { from, to } = mesh.links.arcs[arc];
    const v = to.vertex, cost = g + distance(xs[from.vertex] - fromX, ys[from.vertex] - fromY) + linkCost;
    if (!this.roots.takeAfterLink(v, root, cost)) return;
    const { shortcuts } = mesh.arcs;
    const rest = shortcuts.count > 0 ? shortcuts.estimate(xs[v], ys[v]) : distance(ends.goalX - xs[v], ends.goalY - ys[v]);
    this.counters.generated++;
    nodes.add(v, START, START, START, START, linkFace(arc), f, parent, cost, cost + rest);
  }

  private length(a: number, b: number): number {
    const { xs, ys } = this.mesh.arcs;
    return distance(xs[b] - (a === START ? this.ends.startX : xs[a]), ys[b] - (a === START ? this.ends.startY : ys[a]));
  }
}
