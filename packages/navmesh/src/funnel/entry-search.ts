/**
 * A* over the faces of a mesh. Costs lead from where a face is entered to where the next one is entered: the point of the side between them over which the goal
 * would be nearest without walls. On open ground these points lie on the straight line to the goal, so few other faces are expanded, and costs are close to the
 * lengths of paths. A face keeps only the cheapest point at which it was entered, so another corridor may have a shorter path.
 *
 * M. Mononen's Detour (Recast Navigation, 2009) searches so with the middles of sides.
 */
import { type Counters, NO_VERTEX } from '@pf/graph';
import { nextStamp } from '@pf/graph/kit';
import { UsefulFaces } from '../branches.ts';
import { heightIn } from '../heights.ts';
import type { MeshView } from '../mesh-view.ts';
import { OpenHeap } from '../open-heap.ts';
import { distance } from '../orientation.ts';

/** Stamps count searches in steps of 2; the lowest bit marks closed faces. */
const CLOSED = 1;
const STAMP_STEP = 2;
/** The numbers of a face in `labels`: f, g, and x, y and z of its entry. Without surface lengths z is 0. */
const LABEL = 5;

export class EntrySearch {
  private readonly open = new OpenHeap();
  private readonly useful: UsefulFaces;
  private labels = new Float64Array(0);
  private parents = new Int32Array(0);
  /** By face: the link arc by which it was entered, −1 for a side. */
  private arcs = new Int32Array(0);
  private stamps = new Int32Array(0);
  private stamp = 0;
  /** A label to compare: g, x, y and z. Numbers passed to calls would be allocated. */
  private readonly next = new Float64Array(4);
  private readonly goal = new Float64Array(3);
  private goals: readonly number[] = [];
  private goalCount = 0;

  constructor(private readonly mesh: MeshView, private readonly counters: Counters) {
    this.useful = new UsefulFaces(mesh.arcs);
  }

  /**
   * Finds a corridor from one of the first `starts` faces of a list to one of the first `goals` of another, between two points (x and y of both).
   * Writes its faces and returns their number; 0 if there is none.
   */
  find(startFaces: readonly number[], starts: number, goalFaces: readonly number[], goals: number, ends: Float64Array, out: Uint32Array): number {
    const { mesh: { faces, arcs }, open, next, goal, counters } = this;
    if (starts === 0 || goals === 0) return 0;
    open.clear();
    this.makeRoom();
    this.useful.find(startFaces, starts, goalFaces, goals);
    this.goals = goalFaces;
    this.goalCount = goals;
    goal[0] = ends[2];
    goal[1] = ends[3];
    goal[2] = arcs.isSurface ? heightIn(faces, goalFaces[0], goal[0], goal[1]) : 0;
    arcs.shortcuts.aim(goal[0], goal[1], goal[2]);
    for (let i = 0; i < starts; i++) {
      const f = startFaces[i];
      if (!this.canReachGoal(f)) continue;
      next[0] = 0;
      next[1] = ends[0];
      next[2] = ends[1];
      next[3] = arcs.isSurface ? heightIn(faces, f, next[1], next[2]) : 0;
      this.enter(f, NO_VERTEX, -1);
    }
    const { stamps, stamp } = this;
    for (let f = open.pop(); f >= 0; f = open.pop()) {
      counters.queueOperations++;
      if (stamps[f] !== stamp) continue;
      if (this.isGoal(f)) return this.trace(f, out);
      stamps[f] = stamp | CLOSED;
      counters.expanded++;
      this.expand(f);
    }
    return 0;
  }

  /** The link arc by which the last corridor enters a face; −1 if it does so over a side, or begins there. */
  arcInto(face: number): number {
    return this.arcs[face];
  }

  private makeRoom(): void {
    const { capacity } = this.mesh.faces;
    if (this.stamps.length < capacity) {
      this.labels = new Float64Array(LABEL * capacity);
      this.parents = new Int32Array(capacity);
      this.arcs = new Int32Array(capacity);
      this.stamps = new Int32Array(capacity);
    }
    this.stamp = nextStamp(this.stamps, this.stamp, STAMP_STEP);
  }

  private canReachGoal(f: number): boolean {
    const { mesh: { arcs }, goals, goalCount } = this;
    if (!arcs.allows(f)) return false;
    for (let i = 0; i < goalCount; i++) if (arcs.allows(goals[i]) && arcs.component(goals[i]) === arcs.component(f)) return true;
    return false;
  }

  private isGoal(f: number): boolean {
    const { goals, goalCount } = this;
    for (let i = 0; i < goalCount; i++) if (goals[i] === f) return true;
    return false;
  }

  private expand(f: number): void {
    const { mesh: { faces, arcs, links }, labels, stamps, next, goal, useful } = this;
    const { stride, sides, corners, xs, ys, zs } = faces;
    const { beyond, isSurface } = arcs;
    const at = LABEL * f, g = labels[at + 1], x = labels[at + 2], y = labels[at + 3], z = labels[at + 4];
    const rate = arcs.rates[faces.areas[f]], closed = this.stamp | CLOSED, begin = f * stride, k = sides[f];
    for (let i = 0; i < k; i++) {
      const u = beyond[begin + i];
      if (u === NO_VERTEX || stamps[u] === closed || !useful.has(u)) continue;
      const a = corners[begin + i], b = corners[begin + (i + 1 < k ? i + 1 : 0)];
      const dx = xs[b] - xs[a], dy = ys[b] - ys[a], hereX = x - xs[a], hereY = y - ys[a], thereX = goal[0] - xs[a], thereY = goal[1] - ys[a];
      // The distances of entry and goal from the line of the side, and their positions along it, all times its length. A goal on this side of it is mirrored.
      const here = Math.abs(dx * hereY - dy * hereX), there = Math.abs(dx * thereY - dy * thereX);
      const first = dx * hereX + dy * hereY, last = dx * thereX + dy * thereY, squared = dx * dx + dy * dy;
      const along = here > 0 ? first + (last - first) * (here / (here + there)) : first;
      const share = along > 0 ? (along < squared ? along / squared : 1) : 0;
      next[1] = share === 1 ? xs[b] : xs[a] + share * dx;
      next[2] = share === 1 ? ys[b] : ys[a] + share * dy;
      const flat = distance(next[1] - x, next[2] - y);
      if (isSurface) next[3] = share === 1 ? zs[b] : zs[a] + share * (zs[b] - zs[a]);
      next[0] = g + rate * (isSurface ? distance(flat, next[3] - z) : flat);
      this.enter(u, f, -1);
    }
    if (links.arcs.length === 0) return;
    for (let entry = links.leaving(f); entry >= 0; entry = links.next(entry)) {
      const arc = links.arc(entry), { from: { vertex: a }, to: { vertex: b, faces: landings } } = links.arcs[arc];
      if (arcs.linkCosts[arc] === Infinity) continue;
      for (const u of landings) {
        if (!arcs.allows(u) || stamps[u] === closed || !useful.has(u)) continue;
        const flat = distance(xs[a] - x, ys[a] - y);
        next[0] = g + rate * (isSurface ? distance(flat, zs[a] - z) : flat) + arcs.linkCosts[arc];
        next[1] = xs[b];
        next[2] = ys[b];
        if (isSurface) next[3] = zs[b];
        this.enter(u, f, arc);
      }
    }
  }

  /** Opens a face with the label `next`, unless it has one of at most the same f. */
  private enter(u: number, from: number, arc: number): void {
    const { mesh: { faces, arcs: { isSurface, shortcuts, rates } }, labels, stamps, stamp, next, goal } = this;
    const g = next[0], x = next[1], y = next[2], z = next[3], at = LABEL * u;
    const isGoal = this.isGoal(u);
    let f = g;
    if (shortcuts.count > 0 && !isGoal) f += shortcuts.estimate(x, y, z);
    else {
      // In a goal face the rest of the path is known.
      const flat = distance(x - goal[0], y - goal[1]);
      f += (isGoal ? rates[faces.areas[u]] : shortcuts.rate) * (isSurface ? distance(flat, z - goal[2]) : flat);
    }
    if (stamps[u] === stamp && labels[at] <= f) return;
    stamps[u] = stamp;
    labels[at] = f;
    labels[at + 1] = g;
    labels[at + 2] = x;
    labels[at + 3] = y;
    labels[at + 4] = z;
    this.parents[u] = from;
    this.arcs[u] = arc;
    this.counters.generated++;
    this.counters.queueOperations++;
    this.open.push(u, f, g);
  }

  private trace(last: number, out: Uint32Array): number {
    const { parents } = this;
    let n = 0;
    for (let f = last; f !== NO_VERTEX; f = parents[f]) n++;
    for (let f = last, i = n; f !== NO_VERTEX; f = parents[f]) out[--i] = f;
    return n;
  }
}
