import { NO_VERTEX, type Graph, type Heuristic, type Located } from '@pf/graph';
import { checkOptions, checkVertex, shown } from '@pf/graph/kit';
import { checkPoint, checkVertices, checkTriangles } from './check-points.ts';
import { Cuts } from './edit/cuts.ts';
import { FaceIndex } from './face-index.ts';
import { Faces } from './faces.ts';
import { gridSoup, type BlockedCells } from './build/grid-soup.ts';
import { inflate } from './build/inflate.ts';
import { mergeTriangles } from './build/merge.ts';
import { defaultRoom, MESH_OPTIONS, withDefaults, type MeshOptions, type Settings } from './build/mesh-options.ts';
import { distance, isNearer } from './orientation.ts';
import { parseObj, type ObjOptions } from './build/obj.ts';
import { boxOf } from './build/outline.ts';
import { region } from './build/region.ts';
import { EdgeSoup, type PolygonLike } from './build/edge-soup.ts';
import { rimOf, weldVertices } from './build/weld-vertices.ts';

/** What `NavMesh.fromPolygons` makes a mesh of. */
export interface PolygonOptions extends MeshOptions {
  /** What can be walked: the insides of these, together. */
  readonly outlines: readonly PolygonLike[];
  /** What cannot, whatever the outlines say. */
  readonly holes?: readonly PolygonLike[] | undefined;
}

/**
 * A world of convex faces. As a `Graph` its vertices are the faces, its arcs the sides between them, so that every search of `@pf` runs
 * on it; the cost of an arc is the path from centre to centre over the middle of the side. For the shortest paths through the plane
 * itself there is `Polyanya`.
 *
 * @example
 * ```ts
 * import { NavMesh } from '@pf/navmesh';
 *
 * const mesh = NavMesh.fromPolygons({
 *   outlines: [[[0, 0], [10, 0], [10, 10], [0, 10]]],
 *   holes: [[[4, 2], [6, 2], [6, 9], [4, 9]]],
 * });
 * mesh.locate(5, 5); // → -1
 * mesh.locate(1, 1) >= 0; // → true
 * ```
 */
export class NavMesh implements Graph, Located {
  /** Ids of faces are below this: those there are, and those that cuts may bring. */
  readonly vertexCount: number;
  readonly maxDegree: number;
  /** How far beside the mesh a point still counts as on it. */
  readonly snap: number;
  /** @internal */
  readonly faces: Faces;
  private readonly index: FaceIndex;
  private readonly cuts: Cuts;
  private labels = new Int32Array(0);
  private labelled = false;
  private edits = 0;
  private tails: Uint32Array | undefined;

  /** A mesh of convex faces, lists of vertices in counter-clockwise order: what the functions below end in. */
  private constructor(xs: ArrayLike<number>, ys: ArrayLike<number>, loops: readonly (readonly number[])[], options: Settings) {
    this.snap = options.snap;
    this.vertexCount = loops.length + options.room;
    this.maxDegree = options.sides;
    const faces = (this.faces = new Faces(this.vertexCount, options.sides, xs.length));
    const { left, right, low, high } = boxOf(xs, ys, loops.flat());
    const ids = new Int32Array(xs.length).fill(-1);
    for (const loop of loops) for (const v of loop) if (ids[v] < 0) ids[v] = faces.addVertex(xs[v], ys[v]);
    const edge = 4 * options.snap;
    const box = { left: left - edge, right: right + edge, low: low - edge, high: high + edge };
    this.index = loops.length > 0 ? new FaceIndex(faces, box, options.snap) : new FaceIndex(faces, { left: 0, right: 0, low: 0, high: 0 }, 1);
    this.cuts = new Cuts(faces, this.index, options);
    this.cuts.lay(loops.map((loop) => loop.map((v) => ids[v])));
  }

  /**
   * The mesh of polygons. Rings may have their corners in either order, touch, overlap and cross each other and themselves (what
   * is inside a ring then follows by the even-odd rule); a ring without area is nothing, and nobody passes
   * through a single point where two walls touch.
   */
  static fromPolygons(input: PolygonOptions): NavMesh {
    if ((input as PolygonOptions | undefined) === undefined) throw new TypeError('A mesh of polygons needs its outlines: NavMesh.fromPolygons({ outlines: [[[0, 0], [9, 0], [9, 9]]] }).');
    // What has a class of its own is a level that also says more.
    if (typeof input !== 'object' || input === null || Object.getPrototypeOf(input) === Object.prototype) checkOptions(input, ['outlines', 'holes', ...MESH_OPTIONS], 'NavMesh.fromPolygons');
    const { outlines, holes = [], radius, roundness, sides, room, snap } = input;
    for (const [list, name] of [[outlines, 'outlines'], [holes, 'holes']] as const) {
      if (!Array.isArray(list)) throw new TypeError(`The ${name} of a mesh are a list of polygons, each a list of [x, y], got ${shown(list)}.`);
    }
    const soup = new EdgeSoup();
    for (const outline of outlines) soup.addPolygon(outline, false);
    for (const hole of holes) soup.addPolygon(hole, true);
    return NavMesh.fromSoup(soup, { radius, roundness, sides, room, snap }, false);
  }

  /**
   * The free cells of a grid: cell (x, y) covers x … x+1 and y … y+1, and nobody passes between two blocked cells that touch in a
   * corner. A `Grid` of @pf/grid is one; terrain costs are not looked at.
   */
  static fromGrid(grid: BlockedCells, options: MeshOptions = {}): NavMesh {
    checkOptions(options, MESH_OPTIONS, 'NavMesh.fromGrid');
    return NavMesh.fromSoup(gridSoup(grid), options, true);
  }

  /**
   * A mesh that is there already: vertices, and triangles as three of their indices in either order. Vertices in one place are one
   * vertex; triangles without area are left out, and what lies on both sides of them meets. A corner may lie on another triangle's side, but
   * triangles that overlap are rejected. With a radius the triangles are made anew.
   */
  static fromTriangles(
    vertices: readonly (readonly [x: number, y: number] | readonly number[])[],
    triangles: readonly (readonly [number, number, number] | readonly number[])[],
    options: MeshOptions = {},
  ): NavMesh {
    checkOptions(options, [...MESH_OPTIONS, 'up'], 'NavMesh.fromTriangles');
    checkVertices(vertices);
    checkTriangles(triangles);
    const settings = withDefaults(options, vertices.map(([x]) => x), vertices.map(([, y]) => y), triangles.length);
    const welded = weldVertices(vertices, triangles, settings.snap);
    if (settings.radius > 0) return NavMesh.fromSoup(rimOf(welded), { ...options, snap: settings.snap }, false);
    const { xs, ys, corners, twins } = welded;
    return new NavMesh(xs, ys, mergeTriangles(xs, ys, corners, twins, settings.sides), settings);
  }

  /** The faces of a Wavefront OBJ file, seen from above; errors name the line and the column. */
  static fromObj(text: string, options: MeshOptions & ObjOptions = {}): NavMesh {
    const { vertices, triangles } = parseObj(text, options);
    return NavMesh.fromTriangles(vertices, triangles, options);
  }

  private static fromSoup(soup: EdgeSoup, options: MeshOptions, isPlanar: boolean): NavMesh {
    // What is taken away can reach far beyond the world.
    const added = soup.from.filter((_, e) => !soup.isHole[soup.ring[e]]);
    const settings = withDefaults(options, added.map((p) => soup.xs[p]), added.map((p) => soup.ys[p]), 0);
    const { radius, roundness, snap, sides } = settings;
    let walkable = region(soup, snap, isPlanar);
    if (radius > 0) {
      const grown = new EdgeSoup();
      grown.addOutline(walkable.outline, false);
      inflate(grown, walkable.outline, radius, roundness, true);
      walkable = region(grown, snap);
    }
    const loops = mergeTriangles(walkable.xs, walkable.ys, walkable.corners, walkable.twins, sides);
    return new NavMesh(walkable.xs, walkable.ys, loops, options.room === undefined ? { ...settings, room: defaultRoom(loops.length) } : settings);
  }

  /** Rises with every cut and every restoration that changes anything. */
  get version(): number {
    return this.edits;
  }

  /** How many faces there are. */
  get faceCount(): number {
    return this.faces.count;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    const { stride, neighbours, lengths, sides } = this.faces;
    let n = 0;
    for (let i = v * stride, end = i + sides[v]; i < end; i++) {
      if (neighbours[i] === NO_VERTEX) continue;
      to[n] = neighbours[i];
      cost[n++] = lengths[i];
    }
    return n;
  }

  /** Every side is open both ways. */
  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return this.successors(v, to, cost);
  }

  /** The centre of a face. */
  x(v: number): number {
    return this.faces.centreX[v];
  }

  y(v: number): number {
    return this.faces.centreY[v];
  }

  /** The straight distance between centres: never more than the cost, and consistent. */
  heuristic(): Heuristic {
    const { centreX, centreY } = this.faces;
    return (v, goal) => distance(centreX[v] - centreX[goal], centreY[v] - centreY[goal]);
  }

  /** The corners of a face, counter-clockwise (y upwards); empty where the id is not in use. */
  outlineOf(face: number): [number, number][] {
    checkVertex(this, face, 'face');
    const { stride, sides, corners, xs, ys } = this.faces;
    return Array.from({ length: sides[face] }, (_, i) => [xs[corners[face * stride + i]], ys[corners[face * stride + i]]]);
  }

  /** The face that a point is in or on the rim of; NO_VERTEX where it is outside by more than `snap`. */
  locate(x: number, y: number): number {
    checkPoint(x, y);
    const { index, faces } = this;
    const first = index.first(x, y);
    for (let entry = first; entry >= 0; entry = index.next(entry)) if (faces.contains(index.face(entry), x, y, 0)) return index.face(entry);
    for (let entry = first; entry >= 0; entry = index.next(entry)) if (faces.contains(index.face(entry), x, y, this.snap)) return index.face(entry);
    return NO_VERTEX;
  }

  /** All faces that a point is in or on the rim of, within `snap`; returns how many. */
  locateAll(x: number, y: number, out: number[]): number {
    checkPoint(x, y);
    const { index, faces } = this;
    let n = 0;
    for (let entry = index.first(x, y); entry >= 0; entry = index.next(entry)) {
      if (faces.contains(index.face(entry), x, y, this.snap)) out[n++] = index.face(entry);
    }
    return n;
  }

  /**
   * The point of the mesh that is nearest to (x, y), however far away, and its face; undefined where the mesh has no face. Of one component only, where
   * a number is given that `component` gave since the last change: what is nearest of all that can be reached from somewhere.
   */
  nearest(x: number, y: number, component?: number): { readonly x: number; readonly y: number; readonly face: number } | undefined {
    const here = this.locate(x, y);
    if (here !== NO_VERTEX && (component === undefined || this.component(here) === component)) return { x, y, face: here };
    if (this.faces.count === 0) return undefined;
    if (component !== undefined && (this.faces.sides[component] === 0 || this.component(component) !== component)) {
      throw new RangeError(`There is no component ${component}: mesh.component(face) gives the number of one, and after a change another.`);
    }
    for (let reach = this.index.reach(x, y); ; reach *= 2) {
      const near = new Set<number>();
      this.index.inBox(x - reach, y - reach, x + reach, y + reach, near);
      let best = { x: Infinity, y: Infinity, face: NO_VERTEX };
      for (const face of near) {
        if (component !== undefined && this.component(face) !== component) continue;
        this.faces.findNearest(face, x, y);
        const { nearX, nearY } = this.faces;
        if (best.face === NO_VERTEX || isNearer(x, y, nearX, nearY, best.x, best.y)) best = { x: nearX, y: nearY, face };
      }
      if (distance(best.x - x, best.y - y) <= reach) return best;
    }
  }

  /** Faces have the same number where one can be reached from the other. Found on the first call after a change. */
  component(face: number): number {
    checkVertex(this, face, 'face');
    if (!this.labelled) this.label();
    return this.labels[face];
  }

  /**
   * Cuts a hole: a building is placed. Only faces that the outline (grown by the agent's radius) touches are made anew.
   * Writes all faces whose arcs have changed, those that are gone included, to `tails`, and returns how many: what an incremental planner
   * needs. `tails` holds up to `vertexCount`. Faces that are not among them keep id, place and arcs.
   */
  cut(outline: PolygonLike, tails: Uint32Array = this.anyTails()): number {
    return this.edited(this.cuts.cut(outline, tails));
  }

  /** Takes back a cut, told by the very outline that was handed to `cut`; other cuts stay. */
  restore(outline: PolygonLike, tails: Uint32Array = this.anyTails()): number {
    return this.edited(this.cuts.restore(outline, tails));
  }

  /** For those who do not want to know. */
  private anyTails(): Uint32Array {
    return (this.tails ??= new Uint32Array(this.vertexCount));
  }

  private edited(faces: number): number {
    if (faces === 0) return 0;
    this.labelled = false;
    this.edits++;
    return faces;
  }

  private label(): void {
    const { stride, sides, neighbours, capacity } = this.faces;
    if (this.labels.length < capacity) this.labels = new Int32Array(capacity);
    const labels = this.labels.fill(-1);
    const stack: number[] = [];
    for (let first = 0; first < capacity; first++) {
      if (sides[first] === 0 || labels[first] >= 0) continue;
      labels[first] = first;
      stack.push(first);
      while (stack.length > 0) {
        const f = stack.pop()!;
        for (let i = f * stride; i < f * stride + sides[f]; i++) {
          const g = neighbours[i];
          if (g === NO_VERTEX || labels[g] >= 0) continue;
          labels[g] = first;
          stack.push(g);
        }
      }
    }
    this.labelled = true;
  }
}
