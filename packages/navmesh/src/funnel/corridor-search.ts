import { shown } from '@pf/graph/kit';
import { checkEnds } from '../check-points.ts';
import { Funnel } from './funnel.ts';
import type { NavMesh } from '../nav-mesh.ts';

/**
 * What finds a corridor: any one-shot search over the mesh as a graph. Those of @pf/search are such.
 *
 * @example
 * ```ts
 * import type { FaceSearch } from '@pf/navmesh';
 *
 * // A search that knows one answer.
 * const search: FaceSearch = { search: () => 0, path: (out) => { out[0] = 7; return 1; } };
 * search.path(new Uint32Array(1)); // → 1
 * ```
 */
export interface FaceSearch {
  /** The cost from one face to another; Infinity if there is no path. */
  search(start: number, goal: number): number;
  /** Writes the faces of that way, start first; returns how many. */
  path(out: Uint32Array): number;
}

/**
 * A search over faces, and the funnel through what it found: a short way soon, though not always the shortest. Its
 * corridor is the cheapest from centre to centre, and the way is the shortest in that corridor.
 *
 * @example
 * ```ts
 * import { CorridorSearch, NavMesh } from '@pf/navmesh';
 * import { AStar } from '@pf/search';
 *
 * const mesh = NavMesh.fromPolygons({
 *   outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]]],
 *   holes: [[[4, 2], [6, 2], [6, 9], [4, 9]]],
 * });
 * const corridors = new CorridorSearch(mesh, new AStar(mesh));
 * corridors.search(1, 5, 9, 5); // ≈ 10.485
 * corridors.path(new Float64Array(16)); // → 4
 * ```
 */
export class CorridorSearch {
  /** The length of the path; Infinity before the first search, and if there is no path. */
  cost = Infinity;
  private readonly funnel: Funnel;
  private readonly corridor: Uint32Array;
  private readonly starts: number[] = [];
  private readonly goals: number[] = [];

  constructor(private readonly mesh: NavMesh, private readonly faces: FaceSearch) {
    if (typeof faces !== 'object' || typeof (faces as Partial<FaceSearch> | null)?.search !== 'function') throw new TypeError(`A CorridorSearch asks a search over the faces, such as new AStar(mesh), got ${shown(faces)}.`);
    this.funnel = new Funnel(mesh);
    this.corridor = new Uint32Array(mesh.vertexCount);
  }

  /** The length of the path found; Infinity if there is none, or an end is off the mesh. */
  search(fromX: number, fromY: number, toX: number, toY: number): number {
    checkEnds(fromX, fromY, toX, toY);
    this.cost = Infinity;
    const starts = this.mesh.locateAll(fromX, fromY, this.starts), goals = this.mesh.locateAll(toX, toY, this.goals);
    // In a face that both are in the way is straight; a search that begins in another one might lead around.
    for (let i = 0; i < starts && goals > 0; i++) {
      if (this.goals.lastIndexOf(this.starts[i], goals - 1) < 0) continue;
      this.corridor[0] = this.starts[i];
      return (this.cost = this.funnel.pull(this.corridor, 1, fromX, fromY, toX, toY));
    }
    for (let i = 0; i < starts * goals; i++) {
      // In a point where walls touch there are faces that do not lead to each other.
      const start = this.starts[i % starts], goal = this.goals[Math.floor(i / starts)];
      if (this.mesh.component(start) !== this.mesh.component(goal) || this.faces.search(start, goal) === Infinity) continue;
      return (this.cost = this.funnel.pull(this.corridor, this.faces.path(this.corridor), fromX, fromY, toX, toY));
    }
    return Infinity;
  }

  /** How many points the path has; 0 if there is none. */
  get pathLength(): number {
    return this.cost === Infinity ? 0 : this.funnel.pathLength;
  }

  /** Writes the points of the path as x, y, x, y …, start first; returns how many points, 0 if there is no path. */
  path(out: Float64Array): number {
    return this.cost === Infinity ? 0 : this.funnel.path(out);
  }
}
