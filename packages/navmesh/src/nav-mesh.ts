import { NO_VERTEX, TailLog } from '@pf/graph';
import { checkBoolean, checkOptions, shown } from '@pf/graph/kit';
import { checkBent, convexFaces } from './build/convex.ts';
import { EdgeSoup, type Outline, type PolygonLike } from './build/edge-soup.ts';
import { gridSoup, type BlockedCells } from './build/grid-soup.ts';
import { groundOf } from './build/ground.ts';
import { inflate } from './build/inflate.ts';
import { mergeTriangles } from './build/merge.ts';
import { defaultRoom, MESH_OPTIONS, withDefaults, type MeshOptions, type Settings, type SurfaceOptions } from './build/mesh-options.ts';
import { parseObj, type ObjOptions } from './build/obj.ts';
import { boxOf, type Box } from './build/outline.ts';
import { region } from './build/region.ts';
import { inSpatialOrder } from './build/spatial-order.ts';
import { checkSurface, type Surface } from './build/surface.ts';
import { rimOf, weldVertices } from './build/weld-vertices.ts';
import { checkLists, checkMagnitude, checkNumber, checkVertices, checkWhole } from './check-points.ts';
import { Cuts } from './edit/cuts.ts';
import { FloorCuts } from './edit/floor-cuts.ts';
import type { HeightRange, MeshCuts } from './edit/holes.ts';
import { layFaces } from './edit/lay-faces.ts';
import { writeFaces } from './edit/write-faces.ts';
import { FaceIndex } from './face-index.ts';
import { Faces } from './faces.ts';
import { Links, type Link } from './links/links.ts';
import { Locator } from './locator.ts';
import { MeshView } from './mesh-view.ts';

/** Convex faces as lists of vertices. */
interface Loops {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  /** Omitted on a flat mesh. */
  readonly zs?: ArrayLike<number>;
  readonly loops: readonly (readonly number[])[];
  /** By face. */
  readonly areas?: readonly number[];
  /** Where edits may add faces. Default: the bounding box of the faces. */
  readonly around?: Box | undefined;
}

/** Input of `NavMesh.fromPolygons`. */
export interface PolygonOptions extends MeshOptions {
  /** Walkable areas; their union is used. */
  readonly outlines: readonly PolygonLike[];
  /** Obstacles, which override outlines. */
  readonly holes?: readonly PolygonLike[] | undefined;
}

/**
 * A navigation mesh of convex faces. As a `Graph`, its vertices are the faces and its arcs the sides between them, so every search of `@pf` runs on
 * it. The cost of an arc is the path between centres over the middle of the side. For shortest paths in the plane use `Polyanya`.
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
export class NavMesh extends MeshView {
  private readonly cuts: MeshCuts;

  /** A mesh of convex faces, as lists of vertices in counter-clockwise order. */
  private constructor(given: Loops, options: Settings) {
    if ((options as Settings | undefined) === undefined) throw new TypeError('Call NavMesh.fromPolygons, not new NavMesh.');
    const { xs, ys, zs, loops, areas, around } = inSpatialOrder(given);
    const faces = new Faces(loops.length + options.room, options.sides, xs.length, zs === undefined);
    const { left, right, low, high } = around ?? boxOf(xs, ys, loops.flat()), edge = 4 * options.snap, ids = new Int32Array(xs.length).fill(-1);
    for (const loop of loops) for (const v of loop) if (ids[v] < 0) ids[v] = faces.addVertex(xs[v], ys[v], zs?.[v]);
    const box = { left: left - edge, right: right + edge, low: low - edge, high: high + edge };
    const index = loops.length > 0 || around !== undefined ? new FaceIndex(faces, box, options.snap) : new FaceIndex(faces, { left: 0, right: 0, low: 0, high: 0 }, 1), locator = new Locator(faces, index, options);
    const links = new Links(faces, locator, options.linkRoom), cutOptions = { ...options, links };
    super({ faces, locator, links, edits: 0, log: new TailLog() });
    layFaces(faces, index, loops.map((loop) => loop.map((v) => ids[v])), areas);
    this.cuts = zs === undefined ? new Cuts(faces, index, cutOptions) : new FloorCuts(faces, index, cutOptions);
  }

  /**
   * A mesh from polygons. Rings may have either orientation and may touch, overlap and cross each other and themselves; the inside of a self-crossing
   * ring follows the even-odd rule. Rings without area are ignored. A single point where two walls touch is not passable.
   */
  static fromPolygons(input: PolygonOptions): NavMesh {
    if ((input as PolygonOptions | undefined) === undefined) throw new TypeError('A mesh of polygons needs its outlines: NavMesh.fromPolygons({ outlines: [[[0, 0], [9, 0], [9, 9]]] }).');
    // Objects of other classes, such as levels with extra fields, are accepted.
    if (typeof input !== 'object' || input === null || Object.getPrototypeOf(input) === Object.prototype) checkOptions(input, ['outlines', 'holes', ...MESH_OPTIONS], 'NavMesh.fromPolygons');
    const { outlines, holes = [], radius, roundness, sides, room, snap, linkRoom } = input;
    for (const [list, name] of [[outlines, 'outlines'], [holes, 'holes']] as const) {
      if (!Array.isArray(list)) throw new TypeError(`The ${name} of a mesh must be a list of polygons, each a list of [x, y], got ${shown(list)}.`);
    }
    const soup = new EdgeSoup();
    for (const outline of outlines) soup.addPolygon(outline, false);
    for (const hole of holes) soup.addPolygon(hole, true);
    return NavMesh.fromSoup(soup, { radius, roundness, sides, room, snap, linkRoom }, false);
  }

  /**
   * The free cells of a grid: cell (x, y) covers x … x+1 and y … y+1. Nothing passes between two blocked cells that touch at a corner. `grid` can
   * be a `Grid` of @pf/grid; terrain costs are ignored. For units of a `UnitGrid` of size s take a radius a little below s / 2: a passage exactly as wide as the agent is closed.
   */
  static fromGrid(grid: BlockedCells, options: MeshOptions = {}): NavMesh {
    checkOptions(options, MESH_OPTIONS, 'NavMesh.fromGrid');
    return NavMesh.fromSoup(gridSoup(grid), options, true);
  }

  /** @internal The mesh of a grid whose blocked cells may become free, so that edits may add faces anywhere on it. */
  static overGrid(grid: BlockedCells, options: MeshOptions): NavMesh {
    const soup = gridSoup(grid), { width, height } = grid;
    return NavMesh.fromSoup(soup, { ...options, snap: options.snap ?? 1e-9 * Math.max(1, width, height) }, true, { left: 0, right: width, low: 0, high: height }, (width * height) >> 3);
  }

  /**
   * A mesh from vertices and triangles of three indices, in either orientation. Vertices at the same position are merged. Triangles without area are
   * left out, and their neighbours joined. A corner may lie on another triangle's side, but triangles that overlap are rejected. With a radius, the
   * mesh is retriangulated.
   */
  static fromTriangles(
    vertices: readonly (readonly [x: number, y: number] | readonly number[])[],
    triangles: readonly (readonly [number, number, number] | readonly number[])[],
    options: MeshOptions = {},
  ): NavMesh {
    checkOptions(options, MESH_OPTIONS, 'NavMesh.fromTriangles');
    checkVertices(vertices, 2);
    checkLists(triangles, 'triangles', 'Triangle', 'the numbers of its three vertices');
    const settings = withDefaults(options, vertices.map(([x]) => x), vertices.map(([, y]) => y));
    const welded = weldVertices(vertices, triangles, settings.snap);
    if (settings.radius > 0) return NavMesh.fromSoup(rimOf(welded), { ...options, snap: settings.snap }, false);
    const { xs, ys, corners, twins } = welded, { loops } = mergeTriangles(xs, ys, corners, twins, settings);
    return new NavMesh({ xs, ys, loops }, options.room === undefined ? { ...settings, room: defaultRoom(loops.length) } : settings);
  }

  /** The faces of a Wavefront OBJ file, seen from above. Errors state line and column. */
  static fromObj(text: string, options: MeshOptions & ObjOptions = {}): NavMesh {
    checkOptions(options, ['up', ...MESH_OPTIONS], 'NavMesh.fromObj');
    const { up, ...rest } = options, { vertices, triangles } = parseObj(text, { up });
    return NavMesh.fromTriangles(vertices, triangles, rest);
  }

  /**
   * A surface with heights: overlapping floors, slopes, areas, links. Neighbours of one area that are coplanar within `flatness` are merged where that
   * gives a convex face of at most `sides` sides, by one pass over the sides: a floor of tiles keeps many faces. Vertices at the same position are
   * merged. A corner on another polygon's side becomes a corner of that polygon. Both happen only within the surface's `climb` in height. Nothing is
   * joined across walls. Vertical polygons are left out; if all are, it throws.
   *
   * @example
   * ```ts
   * import { NavMesh } from '@pf/navmesh';
   *
   * // A floor, and another above it.
   * const mesh = NavMesh.fromSurface({
   *   vertices: [[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0], [1, 0, 3], [4, 0, 3], [4, 4, 3], [1, 4, 3]],
   *   polygons: [[0, 1, 2, 3], [4, 5, 6, 7]],
   * });
   * mesh.height(2, 2); // → 3
   * mesh.height(2, 2, 1); // → 0
   * ```
   */
  static fromSurface(surface: Surface, options: SurfaceOptions = {}): NavMesh {
    checkSurface(surface);
    checkOptions(options, [...MESH_OPTIONS, 'flatness', 'reach'], 'NavMesh.fromSurface');
    const { vertices, polygons, areas = new Uint8Array(polygons.length), links = [] } = surface;
    const { triangles, sources, bent } = convexFaces(polygons, vertices);
    const corners = triangles.flat(), xs = corners.map((v) => vertices[v][0]), ys = corners.map((v) => vertices[v][1]);
    const settings = withDefaults({ ...options, climb: surface.climb }, xs, ys, true);
    checkBent(bent, polygons, vertices, settings.snap);
    const { climb = settings.snap } = surface, { flatness = climb / 4, room } = options;
    checkNumber(flatness, 'The flatness', 0, Infinity);
    const welded = weldVertices(vertices, triangles, settings.snap, climb);
    const areaOf = welded.source.map((triangle) => areas[sources[triangle]]);
    const { loops, seeds } = mergeTriangles(welded.xs, welded.ys, welded.corners, welded.twins, { sides: settings.sides, ground: groundOf(welded, areaOf, welded.source.map((triangle) => sources[triangle]), flatness) });
    if (polygons.length > 0 && loops.length === 0) throw new RangeError('No polygon of the surface has an area as seen from above: z is up. Where y is up, pass x, z, y.');
    const mesh = new NavMesh({ ...welded, loops, areas: seeds.map((t) => areaOf[t]) }, room === undefined ? { ...settings, room: defaultRoom(loops.length) } : settings);
    if (links.length > 0) mesh.links.add(links);
    return mesh;
  }

  private static fromSoup(soup: EdgeSoup, options: MeshOptions, isPlanar: boolean, around?: Box, spare = 0): NavMesh {
    // The default snap depends on the extent of outlines only: holes can reach far beyond the world.
    const added = soup.from.filter((_, e) => !soup.isHole[soup.ring[e]]);
    const settings = withDefaults(options, added.map((p) => soup.xs[p]), added.map((p) => soup.ys[p]));
    checkMagnitude(soup.xs.concat(soup.ys));
    const { radius, roundness, snap, sides } = settings;
    let walkable = region(soup, snap, isPlanar);
    if (radius > 0) {
      const grown = new EdgeSoup();
      grown.addOutline(walkable.outline, false);
      inflate(grown, walkable.outline, radius, roundness, true);
      walkable = region(grown, snap);
    }
    const { loops } = mergeTriangles(walkable.xs, walkable.ys, walkable.corners, walkable.twins, { sides });
    return new NavMesh({ xs: walkable.xs, ys: walkable.ys, loops, around }, options.room === undefined ? { ...settings, room: spare + defaultRoom(loops.length) } : settings);
  }

  /**
   * Cuts a hole, for example for a building. Rebuilds only faces that the outline, grown by the agent's radius, touches; all others keep id, shape
   * and arcs. Writes the faces whose arcs changed to `tails`, removed ones included, and returns their number. `tails` needs up to `vertexCount`
   * entries. Throws for fewer than three corners, and for corners farther away than 1e7 times the size of the mesh. An outline without area cuts nothing and returns 0.
   *
   * On a surface the hole is a prism: `heights` limits it, and other floors stay. Other pieces of a touched face may be rebuilt too. A flat mesh ignores `heights`.
   *
   * If no `room` or `linkRoom` is left, `vertexCount` or `maxDegree` grow. `Polyanya` continues to work; make other searches and planners anew: the old ones throw.
   */
  cut(outline: PolygonLike, tails?: Uint32Array, heights?: HeightRange): number {
    return this.relinked(this.cuts.cut(outline, tails, heights), tails);
  }

  /** Undoes the cut of this same outline array; other cuts stay. */
  restore(outline: PolygonLike, tails?: Uint32Array): number {
    return this.relinked(this.cuts.restore(outline, tails), tails);
  }

  /** @internal Permanently adds and removes ground, on a mesh made by `overGrid`. Writes tails as `cut` does. */
  repaint(freed: Outline, closed: Outline, tails?: Uint32Array): number {
    return this.relinked((this.cuts as Cuts).repaint(freed, closed, tails), tails);
  }

  /** Adds a link and returns its id. To report it to planners, add it closed and open it with `setLink`; this needs `linkRoom`. If none is left, `maxDegree` grows: make searches and planners anew, as after `cut`. */
  addLink(link: Link): number {
    const { core, core: { links } } = this, id = links.add([link]);
    core.edits++;
    if (links.isOpen[id]) for (const face of links.facesOf(id)) core.log.add(face, core.edits);
    return id;
  }

  /** Opens or closes a link. Writes the faces whose arcs changed to `tails` and returns their number, as `cut` does. */
  setLink(id: number, isOpen: boolean, tails?: Uint32Array): number {
    const { links } = this.core;
    this.checkLink(id);
    checkBoolean(isOpen, 'isOpen');
    if (links.isOpen[id] === isOpen) return 0;
    const faces = new Set(links.facesOf(id));
    writeFaces(faces, tails);
    links.isOpen[id] = isOpen;
    return this.edited(faces);
  }

  /** Removes a link, so that it takes no `linkRoom`; the ids of others stay. Writes the faces whose arcs changed to `tails` and returns their number, as `cut` does. */
  removeLink(id: number, tails?: Uint32Array): number {
    const { core, core: { links } } = this;
    this.checkLink(id);
    const faces = new Set(links.isOpen[id] === true ? links.facesOf(id) : []);
    writeFaces(faces, tails);
    links.remove(id);
    if (faces.size === 0) core.edits++; // views number the arcs of links anew
    return this.edited(faces);
  }

  /** Whether a link is open, and whether its ends are on the mesh or cut away. */
  link(id: number): { readonly isOpen: boolean; readonly isOnMesh: boolean } {
    this.checkLink(id);
    const { links } = this.core;
    return { isOpen: links.isOpen[id] === true, isOnMesh: links.arcs.some(({ link, from, to }) => link === id && from.faces.length > 0 && to.faces.length > 0) };
  }

  /** Number of links made, removed ones included; ids are below it. */
  get linkCount(): number {
    return this.core.links.isOpen.length;
  }

  /**
   * Sets the area of a face, such as door or mud; it outlasts cuts and restores. On a surface this sets an original face, with the ground that cuts
   * took from it; on a flat mesh the face as it is now. Writes the faces whose arcs changed in views with ground costs to `tails`; returns their number.
   */
  setArea(face: number, area: number, tails?: Uint32Array): number {
    this.checkFace(face);
    const { areas, sides, stride, neighbours } = this.faces;
    checkWhole(area, 'The area', 0, 255);
    if (areas[face] === area) return 0;
    const pieces = this.cuts.setArea(face, areas[face]), changed = new Set(pieces);
    for (const piece of pieces) for (let i = piece * stride; i < piece * stride + sides[piece]; i++) if (neighbours[i] !== NO_VERTEX) changed.add(neighbours[i]);
    for (const { from, to } of this.core.links.arcs) if (pieces.some((f) => from.faces.includes(f) || to.faces.includes(f))) for (const f of [...from.faces, ...to.faces]) changed.add(f);
    writeFaces(changed, tails);
    for (const piece of this.cuts.setArea(face, area)) areas[piece] = area;
    return this.edited(changed);
  }

  private checkLink(id: number): void {
    if (!Number.isInteger(id) || this.core.links.isOpen[id] === undefined) throw new RangeError(`There is no link ${shown(id)}: addLink gives the id of one.`);
  }

  /** Records an edit of the arcs of these faces; returns their number. */
  private edited(faces: ReadonlySet<number>): number {
    const { core } = this;
    if (faces.size > 0) core.edits++;
    for (const face of faces) core.log.add(face, core.edits);
    return faces.size;
  }

  /** Moves links to the new faces after a cut, and adds the faces of these links to the tails. */
  private relinked(changed: Set<number>, tails: Uint32Array | undefined): number {
    const { links } = this.core;
    if (changed.size > 0 && links.arcs.length > 0) for (const face of links.relocate(changed)) changed.add(face);
    this.edited(changed);
    return writeFaces(changed, tails);
  }
}
