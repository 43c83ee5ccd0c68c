/** From edges to the area they enclose: the soup is made planar and triangulated, and each triangle classified by the rings around it. */
import { straightened } from './outline.ts';
import { planarEdges, type Planar } from './planar-edges.ts';
import { EdgeSoup, type Outline } from './edge-soup.ts';
import { next, previous, Triangulation } from './triangulate.ts';

export interface Region {
  readonly xs: ArrayLike<number>;
  readonly ys: ArrayLike<number>;
  /** Three corners a walkable triangle, counter-clockwise. */
  readonly corners: Int32Array;
  /** By half-edge: the opposite half-edge, −1 if that side is not walkable. */
  readonly twins: Int32Array;
  /** The boundary of the walkable area. */
  readonly outline: Outline;
  /** By triangle: the area of its ground. */
  readonly areas: Uint8Array;
  /** By point of the soup: the point that replaces it, −1 if none does. */
  readonly became: readonly number[];
}

/** Ground of one area. */
export interface Patch { readonly outline: Outline; readonly area: number }

/** Rounding moves crossings off their lines by far less than this share of the snap. */
const ROUNDING = 1 / 16;

/** The area that a soup encloses. With `kept`, corners created by rounding are removed from boundaries, except these points of the soup. */
export function region(soup: EdgeSoup, snap: number, isPlanar = false, kept?: ReadonlySet<number>): Region {
  const planar = isPlanar ? asIs(soup) : planarEdges(soup, snap);
  const { mesh, isAdded, isHole, areas } = classify(planar, soup);
  const walkable = isAdded.map((added, t) => (added === 1 && isHole[t] === 0 ? 1 : 0));
  const corners = kept && new Set([...kept].map((point) => planar.became[point]));
  const rimOf = (keep: Uint8Array): Outline => {
    const rim = outlineOf(planar, mesh, keep);
    return corners === undefined ? rim : straightened(rim, snap * ROUNDING, corners);
  };
  const there = areasIn(areas, walkable);
  if (there.length > 1) return divided(planar, there.map((area) => ({ area, outline: rimOf(walkable.map((keep, t) => (areas[t] === area ? keep : 0))) })), snap);
  const outline = rimOf(walkable);
  // Without edges inside walkable ground and without straight corners, there are fewer and better triangles.
  const edges = mesh.constraints.reduce((n, constraint, e) => (constraint >= 0 && walkable[tri(e)] === 1 ? n + 1 : n), 0);
  if (!isPlanar && edges > outline.from.length) {
    const rim = new EdgeSoup();
    for (let i = 0; i < planar.xs.length; i++) rim.addPoint(planar.xs[i], planar.ys[i]);
    const ring = rim.addRing(false, there[0]);
    for (let e = 0; e < outline.from.length; e++) rim.addEdge(outline.from[e], outline.to[e], ring);
    return { ...region(rim, snap, true), became: planar.became };
  }
  return { xs: planar.xs, ys: planar.ys, ...only(mesh, walkable, areas), outline, became: planar.became };
}

/** The ground inside added rings and, as `inHoles` says, inside or outside of holes: a patch for each area. */
export function patchesOf(soup: EdgeSoup, snap: number, inHoles: boolean): Patch[] {
  const planar = planarEdges(soup, snap);
  const { mesh, isAdded, isHole, areas } = classify(planar, soup);
  const keep = isAdded.map((added, t) => (added === 1 && (isHole[t] === 1) === inHoles ? 1 : 0));
  return areasIn(areas, keep).map((area) => {
    return { area, outline: straightened(outlineOf(planar, mesh, keep.map((kept, t) => (areas[t] === area ? kept : 0))), snap * ROUNDING, new Set()) };
  });
}

/** Ground of several areas, given as planar outlines: the edges between areas stay. */
function divided(planar: Planar, patches: readonly Patch[], snap: number): Region {
  const rims = new EdgeSoup(), ids = new Map<number, number>();
  const idOf = (point: number): number => {
    let id = ids.get(point);
    if (id === undefined) ids.set(point, (id = rims.addPoint(planar.xs[point], planar.ys[point])));
    return id;
  };
  for (const { outline: { from, to }, area } of patches) {
    const ring = rims.addRing(false, area);
    for (let e = 0; e < from.length; e++) rims.addEdge(idOf(from[e]), idOf(to[e]), ring);
  }
  // A corner that is straight for one of two neighbours only is a corner of both again.
  const again = planarEdges(rims, snap), { mesh, isAdded, areas } = classify(again, rims);
  const became = planar.became.map((point) => again.became[ids.get(point) ?? -1] ?? -1);
  return { xs: again.xs, ys: again.ys, ...only(mesh, isAdded, areas), outline: outlineOf(again, mesh, isAdded), became };
}

/** The areas of the triangles marked in `keep`, each once. */
function areasIn(areas: Uint8Array, keep: Uint8Array): number[] {
  return [...new Set(areas.filter((_, t) => keep[t] === 1))];
}

function asIs(soup: EdgeSoup): Planar {
  return { xs: soup.xs, ys: soup.ys, from: soup.from, to: soup.to, rings: soup.ring.map((ring) => [ring]), became: soup.xs.map((_, i) => i) };
}

function tri(e: number): number {
  return Math.floor(e / 3);
}

/** The triangles between the edges; by triangle whether it is inside an added ring and inside a hole, and the area of its ground. */
function classify(planar: Planar, { isHole: ringIsHole, areas: ringAreas }: EdgeSoup): { mesh: Triangulation; isAdded: Uint8Array; isHole: Uint8Array; areas: Uint8Array } {
  // Points without an edge would only add triangles. The others get temporary ids.
  const local = new Int32Array(planar.xs.length).fill(-1);
  const ids: number[] = [];
  const idOf = (point: number): number => (local[point] >= 0 ? local[point] : (local[point] = ids.push(point) - 1));
  const from = planar.from.map(idOf), to = planar.to.map(idOf);
  const mesh = new Triangulation(ids.map((i) => planar.xs[i]), ids.map((i) => planar.ys[i]), from, to);
  const { corners, twins, constraints } = mesh;
  const isAdded = new Uint8Array(corners.length / 3), isHole = new Uint8Array(corners.length / 3);
  const seen = new Uint8Array(corners.length / 3);
  const first = ringIsHole.indexOf(false), isMixed = ringAreas.some((area, ring) => !ringIsHole[ring] && area !== ringAreas[first]);
  const areas = new Uint8Array(corners.length / 3).fill(ringAreas[first] ?? 0);

  // Traverses all triangles from outside, counting the rings that are entered and left.
  const inside = new Uint8Array(ringIsHole.length);
  let added = 0, holes = 0;
  const pass = (e: number): void => {
    if (constraints[e] < 0) return;
    for (const ring of planar.rings[constraints[e]]) {
      inside[ring] ^= 1;
      const change = inside[ring] === 1 ? 1 : -1;
      if (ringIsHole[ring]) holes += change;
      else added += change;
    }
  };
  const enter = (e: number): void => {
    pass(e);
    const t = tri(e);
    seen[t] = 1;
    isAdded[t] = added > 0 ? 1 : 0;
    isHole[t] = holes > 0 ? 1 : 0;
    if (isMixed && added > 0) areas[t] = ringAreas[inside.findIndex((isIn, ring) => isIn === 1 && !ringIsHole[ring])];
  };
  const rim = twins.findIndex((twin) => twin < 0);
  if (rim >= 0) {
    // Each entry is the half-edge through which a triangle was entered; its other two are tried in turn.
    const entered = [rim], tried = [0];
    enter(rim);
    while (entered.length > 0) {
      const top = entered.length - 1;
      if (tried[top] === 2) {
        pass(entered[top]);
        entered.pop();
        tried.pop();
        continue;
      }
      const e = tried[top]++ === 0 ? next(entered[top]) : previous(entered[top]);
      const twin = twins[e];
      if (twin < 0 || seen[tri(twin)] === 1) continue;
      entered.push(twin);
      tried.push(0);
      enter(twin);
    }
  }
  for (let e = 0; e < corners.length; e++) corners[e] = ids[corners[e]];
  return { mesh, isAdded, isHole, areas };
}

/** The triangles marked in `keep`, renumbered. */
function only(mesh: Triangulation, keep: Uint8Array, areas: Uint8Array): { corners: Int32Array; twins: Int32Array; areas: Uint8Array } {
  const renumbered = new Int32Array(keep.length).fill(-1);
  let n = 0;
  for (let t = 0; t < keep.length; t++) if (keep[t] === 1) renumbered[t] = n++;
  const corners = new Int32Array(3 * n), twins = new Int32Array(3 * n);
  for (let e = 0; e < mesh.corners.length; e++) {
    if (keep[tri(e)] === 0) continue;
    const at = 3 * renumbered[tri(e)] + (e % 3);
    const twin = mesh.twins[e];
    corners[at] = mesh.corners[e];
    twins[at] = twin >= 0 && keep[tri(twin)] === 1 ? 3 * renumbered[tri(twin)] + (twin % 3) : -1;
  }
  return { corners, twins, areas: areas.filter((_, t) => keep[t] === 1) };
}

/** The boundary of the triangles marked in `keep`; each edge with the next one around the same inside. */
function outlineOf(planar: Planar, mesh: Triangulation, keep: Uint8Array): Outline {
  const { corners, twins } = mesh;
  const from: number[] = [], to: number[] = [], halfEdges: number[] = [];
  const index = new Int32Array(corners.length).fill(-1);
  for (let e = 0; e < corners.length; e++) {
    if (keep[tri(e)] === 0 || (twins[e] >= 0 && keep[tri(twins[e])] === 1)) continue;
    index[e] = from.length;
    halfEdges.push(e);
    from.push(corners[e]);
    to.push(corners[next(e)]);
  }
  const following = halfEdges.map((rim) => {
    let e = next(rim);
    while (index[e] < 0) e = next(twins[e]);
    return index[e];
  });
  return { xs: planar.xs, ys: planar.ys, from, to, next: following };
}
