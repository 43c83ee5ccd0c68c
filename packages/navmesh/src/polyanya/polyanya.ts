/**
 * Polyanya: M. Cui, D. D. Harabor & A. Grastien, "Compromise-free Pathfinding on a Navigation Mesh", IJCAI 2017. A* over pairs of a root (the last
 * corner of the path) and an interval (the part of a side that the root sees). Exact shortest paths in the plane; only the mesh is
 * precomputed.
 *
 * Departures
 * - The ends of an interval are stored as the rays that bound it, each through two vertices, instead of computed points. Sides of a ray are decided
 *   exactly, so no error accumulates and no epsilon decides what a corner is.
 * - At a turn, the faces around the corner are entered one by one; a side that ends in the root is an interval too. A side along a ray is an interval
 *   of width 0, and the path can turn at its nearer end. So faces may have straight corners.
 * - Along a ray, a path only crosses sides farther from the root, and never returns to the face it came from. The root sees the earlier sides as
 *   well, and the path could otherwise circle an interior vertex, or two faces with a divided side, for ever.
 * - A start or goal in several faces (on a side, on a vertex, at a point where walls touch) counts for all of them.
 * - From a start just outside one of its faces, a path can turn at every vertex of a wall, because each hides the next. Ends just outside all of
 *   their faces are moved into one, since a corner of a straight side could hide the rest; the path is written with the given ends.
 * - On a mesh with heights, lengths are horizontal, and only adjacency matters, so floors may overlap. The funnel through the path's faces gives the
 *   points in space.
 * - An interval is dropped if a shorter path reaches all of it along its side, from a corner of the side that is a root. (A filter of windows of
 *   S.-Q. Xin & G.-J. Wang, "Improving Chen and Han's Algorithm on the Discrete Geodesic Problem", ACM TOG 28(4), 2009.)
 * - If the straight line to the goal meets no wall and no vertex, it is the path, without a search.
 * - A link is a point to be found in its face, like the goal, and a root where it ends. Estimates account for links that cost less than their length.
 */
import type { Signal } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { checkBegun, checkBudget, checkHolds } from '@pf/graph/kit';
import { checkEnds, checkMesh } from '../check-points.ts';
import { Funnel } from '../funnel/funnel.ts';
import { PathReader } from '../funnel/path-reader.ts';
import { heightIn } from '../heights.ts';
import type { MeshView } from '../mesh-view.ts';
import { distance, turn } from '../orientation.ts';
import { Ends } from './polyanya-ends.ts';
import { linkFace, Nodes, START } from './polyanya-nodes.ts';
import { Roots } from './polyanya-roots.ts';
import { Successors } from './polyanya-successors.ts';

/**
 * Exact shortest paths between points of a mesh.
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
export class Polyanya extends PathReader {
  readonly counters = new Counters();
  /** The length of the path; Infinity before the first search and if there is no path. */
  cost = Infinity;

  private readonly ends: Ends;
  private readonly nodes = new Nodes();
  private readonly roots = new Roots();
  private readonly successors: Successors;
  private readonly funnel: Funnel;
  private lastExpanded = -1;
  private finished = true;
  /** Whether `run` was called since `begin`, which may already find the path. */
  private hasRun = true;
  /** The last node of the path. */
  private goalNode = -1;
  /** The mesh's version when the search began; −1 before. */
  private version = -1;

  /** Takes a mesh, or a view that only forbids areas. Throws for views with other costs or surface lengths: use `CorridorSearch` for those. */
  constructor(private readonly mesh: MeshView) {
    checkMesh(mesh, 'Polyanya');
    if (!mesh.arcs.isUniform) {
      throw new Error('Polyanya finds shortest paths as seen from above: of views it takes those whose costs are 1 or Infinity. For others use CorridorSearch.');
    }
    const funnel = new Funnel(mesh);
    super(funnel.points);
    this.funnel = funnel;
    this.ends = new Ends(mesh);
    this.successors = new Successors(mesh, this.ends, this.nodes, this.roots, this.counters);
  }

  /**
   * The length of the shortest path; Infinity if there is none or an end is off the mesh. Where floors overlap, `fromZ` and `toZ` choose the floor,
   * as in `locate`.
   */
  search(fromX: number, fromY: number, toX: number, toY: number, fromZ = NaN, toZ = NaN): number {
    this.begin(fromX, fromY, toX, toY, fromZ, toZ);
    this.run();
    return this.cost;
  }

  /** Starts a query; `run` answers it. */
  begin(fromX: number, fromY: number, toX: number, toY: number, fromZ = NaN, toZ = NaN): void {
    checkEnds(fromX, fromY, toX, toY);
    this.counters.reset();
    this.ends.set(fromX, fromY, toX, toY, fromZ, toZ);
    this.hasRun = false;
    this.restart();
  }

  /** Starts over with the same query, in the mesh as it is now. */
  private restart(): void {
    const { mesh, nodes, ends } = this, { shortcuts } = mesh.arcs;
    nodes.clear();
    this.version = mesh.version;
    this.cost = Infinity;
    this.points.clear();
    this.lastExpanded = -1;
    this.finished = false;
    mesh.arcs.refresh();
    this.roots.begin(mesh.arcs.xs.length);
    ends.find();
    shortcuts.aim(ends.goalX, ends.goalY);
    if (ends.together !== NO_VERTEX && shortcuts.count === 0) {
      const cost = distance(ends.goalX - ends.startX, ends.goalY - ends.startY);
      return this.finish(nodes.add(START, START, START, START, START, NO_VERTEX, ends.together, -1, cost, cost));
    }
    const goal = this.successors.lineToGoal();
    if (goal >= 0) return this.finish(goal);
    for (let i = 0; i < ends.starts; i++) {
      if (ends.canReachGoal(ends.startFaces[i])) this.successors.addAround(START, ends.startFaces[i], ends.startFaces, ends.starts, -1, 0);
    }
    this.pushFrom(0);
  }

  /**
   * Continues for at most `budget` expansions, or until `signal` is aborted. Returns whether the search is finished. If the mesh was cut or restored,
   * the search starts over.
   */
  run(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    checkBegun(this.version >= 0, 'search');
    const { nodes, ends, mesh } = this;
    if (!(this.finished && this.hasRun) && this.version !== mesh.version) this.restart();
    // Searches over the same view share the estimates.
    mesh.arcs.shortcuts.aim(ends.goalX, ends.goalY);
    this.hasRun = true;
    for (let spent = 0; !this.finished && spent < budget && signal?.aborted !== true; spent++) {
      let node = nodes.pop();
      if (node < 0) {
        this.finished = true;
      } else if (nodes.face(node) === NO_VERTEX) {
        this.finish(node);
      } else {
        // A single successor is expanded at once, without the heap.
        for (;;) {
          const first = nodes.count;
          this.expand(node);
          if (nodes.count !== first + 1 || nodes.face(first) === NO_VERTEX || ++spent >= budget) {
            this.pushFrom(first);
            break;
          }
          node = first;
        }
      }
    }
    return this.finished;
  }

  /**
   * For drawing: writes x and y of the root, the left end and the right end of the last expanded interval. Returns false if nothing was expanded yet
   * in the current mesh. Use a budget of 1 to see every expansion.
   */
  lastCone(out: Float64Array): boolean {
    checkHolds(out, 1.5, 'Float64Array');
    const { nodes, ends, lastExpanded: node } = this;
    if (node < 0 || nodes.face(node) < 0 || this.version !== this.mesh.version) return false;
    const { stride, sides, corners } = this.mesh.faces, { xs, ys } = this.mesh.arcs;
    const f = nodes.face(node), entry = nodes.side(node);
    const p = corners[f * stride + entry], q = corners[f * stride + ((entry + 1) % sides[f])];
    const x = (v: number): number => (v === START ? ends.startX : xs[v]), y = (v: number): number => (v === START ? ends.startY : ys[v]);
    out[0] = x(nodes.root(node));
    out[1] = y(nodes.root(node));
    for (const [at, a, b, own] of [[2, nodes.leftA(node), nodes.leftB(node), p], [4, nodes.rightA(node), nodes.rightB(node), q]]) {
      const atP = turn(x(a), y(a), x(b), y(b), xs[p], ys[p]), atQ = turn(x(a), y(a), x(b), y(b), xs[q], ys[q]);
      // A ray along the side ends with it.
      const share = a === b || atP === atQ ? (own === q ? 1 : 0) : Math.min(1, Math.max(0, atP / (atP - atQ)));
      out[at] = xs[p] + share * (xs[q] - xs[p]);
      out[at + 1] = ys[p] + share * (ys[q] - ys[p]);
    }
    return true;
  }

  /** Ends the search: the path to `node` is the shortest. */
  private finish(node: number): void {
    const { ends, nodes, points, mesh } = this;
    const { given } = ends;
    const { faces, arcs: { xs, ys, zs } } = mesh;
    this.finished = true;
    this.cost = nodes.g(node);
    if (mesh.links.arcs.length > 0 && this.takesLink(node)) {
      this.trace(node);
      return;
    }
    this.goalNode = node;
    if (!faces.isFlat) points.bends = this;
    let length = points.addTurn(given[2], given[3], heightIn(faces, this.lastFace(node), given[2], given[3]));
    // Roots at the start or the goal add no point.
    for (let parent = nodes.parent(node); parent >= 0; node = parent, parent = nodes.parent(node)) {
      const root = nodes.root(node);
      if (root !== nodes.root(parent)) length += points.addTurn(xs[root], ys[root], zs[root]);
    }
    length += points.addTurn(given[0], given[1], heightIn(faces, this.firstFace(node), given[0], given[1]));
    points.reverse();
    if (ends.areMoved) this.cost = length;
  }

  /** @internal */
  addBends(): void {
    const { mesh, cost } = this;
    if (this.version !== mesh.version) return;
    this.trace(this.goalNode);
    this.cost = cost;
  }

  private takesLink(node: number): boolean {
    const { nodes } = this;
    for (let n = nodes.parent(node); n >= 0; n = nodes.parent(n)) if (nodes.face(n) < 0) return true;
    return false;
  }

  /** The last face of a path. */
  private lastFace(node: number): number {
    const { nodes } = this;
    const parent = nodes.parent(node);
    return parent < 0 ? nodes.side(node) : nodes.face(parent);
  }

  /** The first face of a path, from its first node. */
  private firstFace(node: number): number {
    const { nodes } = this;
    const face = nodes.face(node), side = nodes.side(node);
    return face < 0 ? side : this.mesh.arcs.beyond[face * this.mesh.faces.stride + side];
  }

  /** The points of a path with heights or links. Its faces form a corridor from link to link. */
  private trace(node: number): void {
    const { nodes, mesh, funnel } = this, { given } = this.ends;
    const { stride, xs, ys } = mesh.faces;
    const chain: number[] = [];
    for (let n = node; n >= 0; n = nodes.parent(n)) chain.push(n);
    const corridor: number[] = [];
    let x = given[0], y = given[1];
    funnel.clear();
    for (const n of chain.reverse()) {
      const face = nodes.face(n), side = nodes.side(n);
      if (face >= 0) {
        if (corridor.length === 0) corridor.push(mesh.arcs.beyond[face * stride + side]);
        corridor.push(face);
        continue;
      }
      if (corridor.length === 0) corridor.push(side);
      if (face === NO_VERTEX) funnel.extend(corridor, corridor.length, x, y, given[2], given[3]);
      else {
        const arc = linkFace(face), { link, from, to } = mesh.links.arcs[arc];
        funnel.extend(corridor, corridor.length, x, y, xs[from.vertex], ys[from.vertex]);
        funnel.jump(link, mesh.arcs.linkCosts[arc]);
        x = xs[to.vertex];
        y = ys[to.vertex];
      }
      corridor.length = 0;
    }
    if (this.ends.areMoved) this.cost = funnel.cost;
  }

  private expand(node: number): void {
    const { nodes } = this;
    const root = nodes.root(node), g = nodes.g(node);
    // A shorter path to the root, or an equal one by another root, was found since and covers this node.
    if (root !== START && (this.roots.isBeaten(root, g) || (this.roots.isMany(root) && nodes.isKnown(node)))) return;
    this.counters.expanded++;
    this.lastExpanded = node;
    this.successors.add(node);
  }

  /** Pushes all nodes from this one on. */
  private pushFrom(first: number): void {
    const { nodes } = this;
    for (let node = first; node < nodes.count; node++) nodes.push(node);
    this.counters.queueOperations += nodes.count - first;
  }
}
