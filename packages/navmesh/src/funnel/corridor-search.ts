import { Counters } from '@pf/graph';
import { shown } from '@pf/graph/kit';
import { checkEnds, checkMesh } from '../check-points.ts';
import { EntrySearch } from './entry-search.ts';
import { Funnel } from './funnel.ts';
import { PathReader } from './path-reader.ts';
import { MeshView } from '../mesh-view.ts';
import { SightLine } from '../sight-line.ts';

/**
 * Finds a corridor: any one-shot search over the mesh as a graph, such as those of @pf/search.
 *
 * @example
 * ```ts
 * import type { FaceSearch } from '@pf/navmesh';
 *
 * // A search that always returns face 7.
 * const search: FaceSearch = { search: () => 0, path: (out) => { out[0] = 7; return 1; } };
 * search.path(new Uint32Array(1)); // → 1
 * ```
 */
export interface FaceSearch {
  /** The cost from one face to another; Infinity if there is no path. */
  search(start: number, goal: number): number;
  /** Writes the faces of the path, start first, and returns their number. */
  path(out: Uint32Array): number;
}

/**
 * A search over faces, followed by the funnel through its corridor: faster than Polyanya, but not always the shortest path. A* finds the corridor; it measures
 * from where the path enters each face. A search of yours measures from centre to centre. The path is the shortest within the corridor. On ground of uniform
 * cost, a straight line that meets no wall is the path, without a search. Memory: 60 bytes a face; 4 with a search of yours, which needs its own.
 *
 * @example
 * ```ts
 * import { CorridorSearch, NavMesh } from '@pf/navmesh';
 *
 * const mesh = NavMesh.fromPolygons({
 *   outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]]],
 *   holes: [[[4, 2], [6, 2], [6, 9], [4, 9]]],
 * });
 * const corridors = new CorridorSearch(mesh);
 * corridors.search(1, 5, 9, 5); // ≈ 10.485
 * corridors.path(new Float64Array(16)); // → 4
 * ```
 */
export class CorridorSearch extends PathReader {
  /** The length of the path; Infinity before the first search and if there is no path. */
  cost = Infinity;
  /** The work of the last query. A search of yours counts its own. */
  readonly counters = new Counters();
  private readonly funnel: Funnel;
  /** Finds corridors if no search is given. */
  private readonly entries: EntrySearch | undefined;
  private corridor = new Uint32Array(0);
  private readonly starts: number[] = [];
  private readonly goals: number[] = [];
  private readonly sight: SightLine;

  /**
   * Costs, permissions and lengths are those of the mesh or view. `faces`: a search of yours over it, such as `new AStar(mesh, { weight: 2 })` of @pf/search.
   * Throws if it is known to search another view.
   */
  constructor(/** What it searches. */ readonly mesh: MeshView, private readonly faces?: FaceSearch) {
    checkMesh(mesh, 'CorridorSearch');
    if (faces !== undefined && (typeof faces !== 'object' || typeof (faces as Partial<FaceSearch> | null)?.search !== 'function' || faces instanceof PathReader)) throw new TypeError(`A CorridorSearch takes a search over the faces, such as new AStar(mesh); omit it for the default; got ${shown(faces)}.`);
    const funnel = new Funnel(mesh), { graph } = (faces ?? {}) as { readonly graph?: unknown };
    if (graph instanceof MeshView && !graph.arcs.isLike(mesh.arcs)) throw new Error('The search works on another mesh or view than its CorridorSearch: make it of the same, such as new AStar(view).');
    super(funnel.points);
    this.funnel = funnel;
    if (faces === undefined) this.entries = new EntrySearch(mesh, this.counters);
    this.sight = new SightLine(mesh);
  }

  /**
   * The cost of the path: its length, unless ground costs differ. Infinity if there is none or an end is off the mesh. Where floors overlap, `fromZ`
   * and `toZ` choose the floor, as in `locate`.
   */
  search(fromX: number, fromY: number, toX: number, toY: number, fromZ = NaN, toZ = NaN): number {
    checkEnds(fromX, fromY, toX, toY);
    const { mesh, funnel } = this;
    const { arcs, locator } = mesh, { ends } = funnel;
    if (this.corridor.length < mesh.vertexCount) this.corridor = new Uint32Array(mesh.vertexCount);
    const { corridor } = this;
    this.cost = Infinity;
    this.counters.reset();
    funnel.clear();
    arcs.refresh();
    const starts = locator.all(fromX, fromY, fromZ, this.starts);
    ends[0] = fromX;
    ends[1] = fromY;
    ends[4] = starts === 1 ? locator.insideZ : NaN;
    const goals = locator.all(toX, toY, toZ, this.goals);
    ends[2] = toX;
    ends[3] = toY;
    ends[5] = goals === 1 ? locator.insideZ : NaN;
    // Within a common face the path is straight; a search from another face might go around. Two points of a border may have several: the cheapest counts.
    let least = Infinity;
    for (let i = 0; i < starts * goals; i++) {
      const face = this.starts[i % starts];
      const rate = arcs.rates[mesh.faces.areas[face]];
      if (this.goals[Math.floor(i / starts)] !== face || rate >= least) continue;
      least = rate;
      corridor[0] = face;
    }
    if (least < Infinity) return this.keep(funnel.pullTurns(corridor, 1));
    if (starts > 0 && arcs.isPlain && arcs.shortcuts.count === 0) {
      const n = this.sight.follow(this.starts[0], ends, this.goals, goals);
      if (n > 0) return this.keep(funnel.pullTurns(this.sight.faces, n));
    }
    const n = this.findCorridor(starts, goals);
    return n === 0 ? Infinity : this.keep(this.pull(n));
  }

  /** Writes the faces of a corridor from one of the first `starts` faces to one of the first `goals`; returns their number, 0 if there is none. */
  private findCorridor(starts: number, goals: number): number {
    const { entries, faces, corridor, mesh: { arcs } } = this;
    if (entries !== undefined) return entries.find(this.starts, starts, this.goals, goals, this.funnel.ends, corridor);
    for (let i = 0; i < starts * goals; i++) {
      // Faces that touch only at a point are not connected.
      const start = this.starts[i % starts], goal = this.goals[Math.floor(i / starts)];
      if (!arcs.allows(start) || !arcs.allows(goal)) continue;
      if (arcs.component(start) !== arcs.component(goal) || faces!.search(start, goal) === Infinity) continue;
      return faces!.path(corridor);
    }
    return 0;
  }

  private keep(cost: number): number {
    if (cost === Infinity) this.points.clear();
    return (this.cost = cost);
  }

  /** Pulls the path through the corridor, link by link. */
  private pull(n: number): number {
    const { mesh, corridor, funnel, entries } = this;
    const { arcs, links } = mesh;
    if (links.arcs.length === 0) return funnel.pullTurns(corridor, n);
    const { xs, ys } = mesh.faces, [fromX, fromY, toX, toY] = funnel.ends;
    let first = 0, x = fromX, y = fromY;
    for (let k = 0; k + 1 < n; k++) {
      const arc = entries !== undefined ? entries.arcInto(corridor[k + 1]) : links.leaving(corridor[k]) < 0 ? -1 : arcs.linkBetween(corridor[k], corridor[k + 1]);
      if (arc < 0) continue;
      const { link, from, to } = links.arcs[arc];
      funnel.extend(corridor.subarray(first, k + 1), k + 1 - first, x, y, xs[from.vertex], ys[from.vertex]);
      funnel.jump(link, arcs.linkCosts[arc]);
      x = xs[to.vertex];
      y = ys[to.vertex];
      first = k + 1;
    }
    if (first === 0) return funnel.pullTurns(corridor, n);
    return funnel.extend(corridor.subarray(first, n), n - first, x, y, toX, toY);
  }
}
