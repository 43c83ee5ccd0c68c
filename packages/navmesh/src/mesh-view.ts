import { NO_VERTEX, type Graph, type Heuristic, type Located } from '@pf/graph';
import { checkBuffer, checkFunction, checkOptions, checkVertex, shown, type PathFilter } from '@pf/graph/kit';
import { UsefulFaces } from './branches.ts';
import { checkPoint } from './check-points.ts';
import type { Faces } from './faces.ts';
import { heightIn } from './heights.ts';
import type { Links } from './links/links.ts';
import type { Locator, MeshPoint } from './locator.ts';
import { distance } from './orientation.ts';
import { ViewArcs, type MeshCore } from './view-arcs.ts';

/** The costs and permissions of a kind of agent. */
export interface ViewOptions {
  /** By area: the cost of a unit of length, and the factor for the costs of links. `Infinity` forbids entry. Default: 1. */
  readonly costs?: Readonly<Record<number, number>> | undefined;
  /** How lengths are measured: 'horizontal', seen from above, or along the 'surface'. Default: 'horizontal'. */
  readonly length?: 'horizontal' | 'surface' | undefined;
}

/**
 * A mesh with the costs and permissions of one kind of agent. A view follows all edits of the mesh. Searches accept views and meshes.
 *
 * Made by `mesh.view(options)`. Memory: 12 bytes a side of a face, 16 if it forbids areas. The first query after an edit takes time proportional to the number of faces.
 *
 * @example
 * ```ts
 * import { NavMesh, Polyanya } from '@pf/navmesh';
 *
 * const DOOR = 1;
 * const vertices = [[0, 0, 0], [2, 0, 0], [3, 0, 0], [5, 0, 0], [5, 2, 0], [3, 2, 0], [2, 2, 0], [0, 2, 0]];
 * const mesh = NavMesh.fromSurface({ vertices, polygons: [[0, 1, 6, 7], [1, 2, 5, 6], [2, 3, 4, 5]], areas: [0, DOOR, 0] });
 * const strangers = mesh.view({ costs: { [DOOR]: Infinity } });
 * new Polyanya(mesh).search(1, 1, 4, 1); // → 3
 * new Polyanya(strangers).search(1, 1, 4, 1); // → Infinity
 * ```
 */
export class MeshView implements Graph, Located {
  /** Distance from the mesh within which a point counts as on it. */
  readonly snap: number;
  /** @internal */
  readonly arcs: ViewArcs;

  /** @internal */
  constructor(protected readonly core: MeshCore, options: ViewOptions = {}) {
    checkOptions(options, ['costs', 'length'], 'mesh.view');
    const { costs = {}, length = 'horizontal' } = options;
    if (!['horizontal', 'surface'].includes(length)) throw new RangeError(`length must be 'horizontal' or 'surface', got ${shown(length)}.`);
    this.snap = core.locator.snap;
    const rates = new Float64Array(256).fill(1);
    for (const [area, rate] of Object.entries(costs)) {
      const a = Number(area);
      if (!(Number.isInteger(a) && a >= 0 && a <= 255)) throw new RangeError(`costs are by area, a whole number from 0 to 255, got '${area}'.`);
      if (!(typeof rate === 'number' && rate >= 0)) throw new RangeError(`The cost of area ${a} must be 0 or more, or Infinity to forbid it, got ${shown(rate)}.`);
      rates[a] = rate;
    }
    this.arcs = new ViewArcs(core, rates, length === 'surface' && !core.faces.isFlat);
  }

  /** Face ids are below this. Rises when a cut needs more faces than the mesh has `room` for. */
  get vertexCount(): number {
    return this.core.faces.capacity;
  }

  /** Maximum number of arcs of a face: sides and links. Rises when a link or a cut needs more than `linkRoom`. */
  get maxDegree(): number {
    return this.core.faces.stride + this.core.links.room;
  }

  /** Rises with every edit: cuts, links, areas. */
  get version(): number {
    return this.core.edits;
  }

  /**
   * Writes the faces whose arcs changed since `version`, each once. Returns their number; −1 if the version is too old or still to come, if they do not fit, or if
   * estimates changed: a link is cheaper than its length, or the cheapest ground is another. Planners follow edits with it.
   */
  changedSince(version: number, tails: Uint32Array): number {
    checkBuffer(tails);
    this.arcs.refresh();
    return version < this.arcs.estimatedAt || version > this.core.edits ? -1 : this.core.log.since(version, tails);
  }

  /** Number of faces. */
  get faceCount(): number {
    return this.core.faces.count;
  }

  /** @internal */
  get faces(): Faces {
    return this.core.faces;
  }

  /** @internal */
  get locator(): Locator {
    return this.core.locator;
  }

  /** @internal */
  get links(): Links {
    return this.core.links;
  }

  /** The same mesh with other costs and permissions. */
  view(options: ViewOptions): MeshView {
    return new MeshView(this.core, options);
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    const { arcs, core } = this;
    const n = this.overSides(v, to, cost);
    return core.links.arcs.length === 0 ? n : arcs.addLinks(v, true, to, cost, n);
  }

  /** Sides lead both ways; links need not. */
  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    const { arcs, core } = this;
    const n = this.overSides(v, to, cost);
    return core.links.arcs.length === 0 ? n : arcs.addLinks(v, false, to, cost, n);
  }

  private overSides(v: number, to: Uint32Array, cost: Float64Array): number {
    const { stride, sides } = this.core.faces;
    this.arcs.refresh();
    const { beyond, costs } = this.arcs;
    let n = 0;
    for (let i = v * stride, end = i + sides[v]; i < end; i++) {
      const g = beyond[i];
      if (g === NO_VERTEX) continue;
      to[n] = g;
      cost[n++] = costs[i];
    }
    return n;
  }

  /** For searches from face to face: leaves out faces that lead nowhere else. @internal */
  pathFilter(): PathFilter {
    return new UsefulFaces(this.arcs);
  }

  /** The centre of a face. */
  x(v: number): number {
    return this.core.faces.centreX[v];
  }

  y(v: number): number {
    return this.core.faces.centreY[v];
  }

  /** The height of a face at its centre. */
  z(v: number): number {
    const { faces } = this.core;
    return heightIn(faces, v, faces.centreX[v], faces.centreY[v]);
  }

  /** The straight distance between centres at the lowest ground cost, or less if links cost less than their length. Consistent. */
  heuristic(): Heuristic {
    const { arcs, core: { faces, links } } = this;
    return (v, goal) => {
      // The arrays are replaced as the mesh grows.
      const { centreX, centreY } = faces;
      if (arcs.isPlain && links.arcs.length === 0) return distance(centreX[v] - centreX[goal], centreY[v] - centreY[goal]);
      arcs.refresh();
      return arcs.estimate(v, goal);
    };
  }

  /** The corners of a face, counter-clockwise (y upwards); empty for unused ids. */
  outlineOf(face: number): [number, number][] {
    checkVertex(this, face, 'face');
    const { stride, sides, corners, xs, ys } = this.core.faces;
    return Array.from({ length: sides[face] }, (_, i) => [xs[corners[face * stride + i]], ys[corners[face * stride + i]]]);
  }

  /** The heights of a face's corners, in the order of `outlineOf`. */
  heightsOf(face: number): number[] {
    checkVertex(this, face, 'face');
    const { stride, sides, corners, zs } = this.core.faces;
    return Array.from({ length: sides[face] }, (_, i) => zs[corners[face * stride + i]]);
  }

  /**
   * The face beyond each side, in the order of `outlineOf`: side i leads from corner i to the next. NO_VERTEX for a wall, and where this view forbids entry.
   *
   * @example
   * ```ts
   * import { NavMesh } from '@pf/navmesh';
   *
   * const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]]] });
   * mesh.neighboursOf(0); // → [-1, -1, -1, -1]
   * ```
   */
  neighboursOf(face: number): number[] {
    checkVertex(this, face, 'face');
    this.arcs.refresh();
    const { stride, sides } = this.core.faces;
    return [...this.arcs.beyond.subarray(face * stride, face * stride + sides[face])];
  }

  /**
   * The walls: sides of faces with nothing beyond that this view may enter. Four numbers each, x and y of both ends, as `setWalls` of a `Steering` takes them. With `accepts`, those of some faces.
   *
   * @example
   * ```ts
   * import { NavMesh } from '@pf/navmesh';
   *
   * const mesh = NavMesh.fromPolygons({ outlines: [[[0, 0], [4, 0], [4, 4], [0, 4]]] });
   * mesh.walls().length / 4; // → 4
   * ```
   */
  walls(accepts: (face: number) => boolean = () => true): number[] {
    checkFunction(accepts, 'accepts');
    const walls: number[] = [];
    for (let face = 0; face < this.vertexCount; face++) {
      const corners = this.outlineOf(face);
      if (corners.length === 0 || !this.arcs.allows(face) || !accepts(face)) continue;
      this.neighboursOf(face).forEach((beyond, i) => { if (beyond === NO_VERTEX) walls.push(...corners[i], ...corners[(i + 1) % corners.length]); });
    }
    return walls;
  }

  /** The area of a face. */
  areaOf(face: number): number {
    checkVertex(this, face, 'face');
    return this.core.faces.areas[face];
  }

  /**
   * The face that contains a point, or has it on its boundary; NO_VERTEX if it is outside by more than `snap`. Of overlapping floors, the one nearest
   * in height to `z`; without `z` the highest.
   */
  locate(x: number, y: number, z = NaN): number {
    checkPoint(x, y);
    return this.core.locator.face(x, y, z);
  }

  /** All faces that contain a point, within `snap`, on the floor that `locate` chooses; returns their number. */
  locateAll(x: number, y: number, out: number[], z = NaN): number {
    checkPoint(x, y);
    return this.core.locator.all(x, y, z, out);
  }

  /** The height of the floor that `locate` chooses, NaN if there is none. */
  height(x: number, y: number, z = NaN): number {
    const face = this.locate(x, y, z);
    return face === NO_VERTEX ? NaN : heightIn(this.core.faces, face, x, y);
  }

  /**
   * The point of the mesh nearest to (x, y), at any distance, and its face; undefined if no face may be entered. With heights and a `z`, the nearest in
   * space, comparing each face's nearest point seen from above; without `z`, on the highest floor there.
   *
   * With `component`, only the faces of that component: the nearest reachable point. The number is one that `component` returned since the last change.
   * Pass `undefined` as `z` for a component at any height.
   */
  nearest(x: number, y: number, z = NaN, component?: number): MeshPoint | undefined {
    checkPoint(x, y);
    this.checkComponent(component);
    return this.nearestOf(component === undefined ? undefined : (face) => this.component(face) === component, x, y, z);
  }

  /** The nearest point of the faces that `accepts` and this view allow. @internal */
  nearestOf(accepts: ((face: number) => boolean) | undefined, x: number, y: number, z = NaN): MeshPoint | undefined {
    const { arcs, core } = this;
    return core.locator.nearest(x, y, z, arcs.isPlain ? accepts : (face) => arcs.allows(face) && accepts?.(face) !== false);
  }

  /**
   * The connected component of a face: faces have the same number if they are connected by ground and open links. Computed on the first call after a
   * change.
   */
  component(face: number): number {
    checkVertex(this, face, 'face');
    return this.arcs.component(face);
  }

  /** Throws unless a face has this id; ids can be unused. @internal */
  checkFace(face: number): void {
    if (!(Number.isInteger(face) && this.faces.sides[face] > 0)) throw new RangeError(`There is no face ${shown(face)}: mesh.locate gives the one at a point.`);
  }

  /** Throws if a component is given that the mesh does not have. @internal */
  checkComponent(component: number | undefined): void {
    const { faces } = this.core;
    if (component === undefined || faces.count === 0 || (faces.sides[component] !== 0 && this.component(component) === component)) return;
    throw new RangeError(`There is no component ${shown(component)}: mesh.component(face) gives the number of one, and after a change another.`);
  }
}
