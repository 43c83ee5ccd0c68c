/**
 * Cuts holes into the floors of a surface and restores them. A hole is a prism between two heights.
 *
 * A face that a hole touches is kept as a ground, as it was before any cut. Each ground is divided by all its current holes, in the plane and
 * independently of others (region.ts), so floors may overlap. The mesh depends only on its original faces and the current holes, not on the order of
 * edits. A side between two grounds is split once for both, at the crossings with the holes of either. Faces that are not planar are divided triangle
 * by triangle. A ground without holes becomes its original face again.
 */
import { checkOptions, shown } from '@pf/graph/kit';
import { EdgeSoup, type Outline, type PolygonLike } from '../build/edge-soup.ts';
import { mergeTriangles } from '../build/merge.ts';
import { boxOf, isInside, overlap, type Box } from '../build/outline.ts';
import { region } from '../build/region.ts';
import type { FaceIndex } from '../face-index.ts';
import type { Faces } from '../faces.ts';
import { squaredDistance } from '../orientation.ts';
import { DividedSides, type Spot } from './divided-sides.ts';
import { makeRoom, grown, type CutOptions, type HeightRange, type MeshCuts } from './holes.ts';
import { layFaces, seamsOf } from './lay-faces.ts';
import { clipped, slopeOf, type Slope } from './slope.ts';

interface Cut {
  readonly hole: Outline;
  readonly box: Box;
  readonly low: number;
  readonly high: number;
  readonly grounds: Set<Ground>;
}

/** An original face, and the faces that replace it. */
interface Ground {
  readonly loop: readonly number[];
  area: number;
  /** Its convex, planar pieces, and their planes. */
  readonly parts: readonly (readonly number[])[];
  readonly slopes: readonly Slope[];
  readonly cuts: Set<Cut>;
  pieces: number[];
}

/** The faces that replace one part of a ground. */
interface Pieces { readonly ground: Ground; readonly loops: readonly (readonly Spot[])[] }

/** Limit of rounds of finding points on sides. */
const ROUNDS = 8;

export class FloorCuts implements MeshCuts {
  private readonly standing = new Map<PolygonLike, Cut>();
  /** By face: the ground that it is a piece of. */
  private readonly groundOf = new Map<number, Ground>();
  private readonly sides: DividedSides;
  /** Faces within this distance of a hole are divided by it. */
  private readonly margin: number;

  constructor(private readonly faces: Faces, private readonly index: FaceIndex, private readonly options: CutOptions) {
    this.margin = 4 * options.snap;
    this.sides = new DividedSides(faces, options.snap);
  }

  cut(polygon: PolygonLike, tails: Uint32Array | undefined, range: HeightRange = {}): Set<number> {
    checkOptions(range, ['low', 'high'], 'The heights of a cut');
    const { low = -Infinity, high = Infinity } = range;
    if (!(low <= high)) throw new RangeError(`A cut must reach from low to high, got ${shown(low)} and ${shown(high)}.`);
    if (this.standing.has(polygon)) throw new Error('This outline has been cut already: restore it first, or pass a copy.');
    const hole = grown(polygon, this.options, this.index.box), cut: Cut = { hole, box: boxOf(hole.xs, hole.ys, hole.from), low, high, grounds: new Set() };
    for (const ground of this.touched(cut)) cut.grounds.add(ground);
    for (const ground of cut.grounds) ground.cuts.add(cut);
    try {
      const changed = this.divide(cut.grounds, tails);
      this.standing.set(polygon, cut);
      return changed;
    } catch (error) {
      for (const ground of cut.grounds) ground.cuts.delete(cut);
      throw error;
    }
  }

  restore(polygon: PolygonLike, tails: Uint32Array | undefined): Set<number> {
    const cut = this.standing.get(polygon);
    if (cut === undefined) throw new Error('This outline is not cut: restore takes the same array that was passed to cut.');
    for (const ground of cut.grounds) ground.cuts.delete(cut);
    try {
      const changed = this.divide(cut.grounds, tails);
      this.standing.delete(polygon);
      return changed;
    } catch (error) {
      for (const ground of cut.grounds) ground.cuts.add(cut);
      throw error;
    }
  }

  setArea(face: number, area: number): readonly number[] {
    const ground = this.groundOf.get(face);
    if (ground === undefined) return [face];
    ground.area = area;
    return ground.pieces;
  }

  /** The grounds near a hole. */
  private touched(cut: Cut): Set<Ground> {
    const { faces, index, margin, groundOf } = this;
    const { stride, sides, corners, areas, bent } = faces;
    const known = new Set<Ground>(), found = new Set<Ground>(), near = new Set<number>();
    // Ground that other holes have removed completely has no face.
    for (const other of this.standing.values()) if (overlap(other.box, cut.box, margin)) for (const ground of other.grounds) known.add(ground);
    for (const ground of known) if (this.meets(ground.loop, cut)) found.add(ground);
    index.inBox(cut.box.left - margin, cut.box.low - margin, cut.box.right + margin, cut.box.high + margin, near);
    for (const f of near) {
      const ground = groundOf.get(f);
      if (ground !== undefined && known.has(ground)) continue;
      const loop = ground?.loop ?? [...corners.subarray(f * stride, f * stride + sides[f])];
      if (!this.meets(loop, cut)) continue;
      const parts = bent[f] === 0 ? [loop] : loop.slice(2).map((v, i) => [loop[0], loop[i + 1], v]);
      found.add(ground ?? { loop, area: areas[f], parts, slopes: parts.map((part) => slopeOf(faces, part)), cuts: new Set(), pieces: [f] });
    }
    return found;
  }

  /** Whether a convex polygon is near a hole, in the plane and in height. */
  private meets(loop: readonly number[], { hole, low, high }: Cut): boolean {
    const { faces: { xs, ys, zs }, margin } = this;
    if (loop.every((v) => zs[v] < low - margin) || loop.every((v) => zs[v] > high + margin)) return false;
    if (isInside(hole, xs[loop[0]], ys[loop[0]])) return true;
    const box = boxOf(xs, ys, loop);
    const ring: Outline = { xs, ys, from: loop, to: loop.map((_, i) => loop[(i + 1) % loop.length]), next: [] };
    return hole.from.some((p, e) => {
      const q = hole.to[e], px = hole.xs[p], py = hole.ys[p], qx = hole.xs[q], qy = hole.ys[q];
      if (!overlap({ left: Math.min(px, qx), right: Math.max(px, qx), low: Math.min(py, qy), high: Math.max(py, qy) }, box, margin)) return false;
      return isInside(ring, px, py) || ring.from.some((a, i) => areNear(px, py, qx, qy, xs[a], ys[a], xs[ring.to[i]], ys[ring.to[i]], margin));
    });
  }

  /** Divides grounds by their holes. Returns the tails of changed arcs. */
  private divide(grounds: ReadonlySet<Ground>, tails: Uint32Array | undefined): Set<number> {
    const { faces, index, sides, groundOf } = this;
    const whole = [...grounds].filter(({ cuts }) => cuts.size === 0), divided = [...grounds].filter(({ cuts }) => cuts.size > 0);
    const spots = new Map<number, Spot>();
    const spotOf = (v: number): Spot => {
      let spot = spots.get(v);
      if (spot === undefined) spots.set(v, (spot = { x: faces.xs[v], y: faces.ys[v], z: faces.zs[v], vertex: v }));
      return spot;
    };
    const made = this.piecesOf(divided, whole, spotOf);
    const touched = new Set<number>();
    for (const { pieces } of grounds) for (const f of pieces) touched.add(f);
    const seams = seamsOf(faces, touched);
    makeRoom(faces, made.reduce((n, { loops }) => n + loops.length, 0), touched, seams, tails, this.options);
    // Nothing throws from here on.
    const held: number[] = [], corners = new Set<number>(), loops: number[][] = [], areas: number[] = [];
    const vertexOf = (spot: Spot): number => {
      if (spot.vertex < 0) spot.vertex = faces.addVertex(spot.x, spot.y, spot.z);
      faces.hold(spot.vertex);
      held.push(spot.vertex);
      return spot.vertex;
    };
    for (const ground of divided) if (!groundOf.has(ground.pieces[0]) && ground.pieces.length > 0) for (const v of ground.loop) faces.hold(v);
    for (const { ground, loops: own } of made) {
      for (const loop of own) {
        loops.push(loop.map(vertexOf));
        areas.push(ground.area);
      }
    }
    sides.keep(vertexOf);
    for (const f of touched) {
      for (let i = 0; i < faces.sides[f]; i++) corners.add(faces.corners[f * faces.stride + i]);
      index.remove(f);
      faces.remove(f);
      groundOf.delete(f);
    }
    const ids = layFaces(faces, index, loops, areas, seams, corners);
    for (const v of held) faces.release(v);
    for (const ground of whole) for (const v of ground.loop) faces.release(v);
    for (const ground of grounds) ground.pieces = [];
    let k = 0;
    for (const { ground, loops: own } of made) {
      for (let i = 0; i < own.length; i++) {
        ground.pieces.push(ids[k]);
        if (ground.cuts.size > 0) groundOf.set(ids[k], ground);
        k++;
      }
    }
    return new Set([...touched, ...seams.map(({ face }) => face), ...ids]);
  }

  /** The faces that replace these grounds. */
  private piecesOf(divided: readonly Ground[], whole: readonly Ground[], spotOf: (v: number) => Spot): Pieces[] {
    const { sides, options, margin } = this;
    const parts = divided.flatMap((ground) => ground.parts.map((loop, k) => {
      return { ground, loop, slope: ground.slopes[k], holes: [...ground.cuts].flatMap((cut) => clipped(this.faces, loop, ground.slopes[k], cut, margin) ?? []) };
    }));
    const own = whole.map((ground): Pieces => ({ ground, loops: [ground.loop.map(spotOf)] }));
    sides.begin(parts, whole.flatMap((ground) => ground.parts));
    for (let round = 1; ; round++) {
      sides.divide();
      const all = parts.map(({ ground, loop, slope, holes }): Pieces => {
        const rim = sides.rimOf(loop, spotOf);
        if (holes.length === 0 && rim.length === loop.length) return { ground, loops: [rim] };
        return { ground, loops: piecesOfPart(rim, slope, holes, options) };
      });
      // Within the snap, holes can leave points on sides that are not crossings. Both grounds of a side need them.
      const isSettled = all.every(({ loops }, k) => sides.knowsAll(parts[k].loop, loops));
      if (isSettled || round === ROUNDS) return [...all, ...own];
    }
  }
}

/** A convex planar polygon less holes, as convex loops. */
function piecesOfPart(rim: readonly Spot[], slope: Slope, holes: readonly Outline[], { snap, sides }: CutOptions): Spot[][] {
  const soup = new EdgeSoup(), ring = soup.addRing(false);
  for (const { x, y } of rim) soup.addPoint(x, y);
  rim.forEach((_, i) => { soup.addEdge(i, (i + 1) % rim.length, ring); });
  for (const hole of holes) soup.addOutline(hole, true);
  const { xs, ys, corners, twins, became } = region(soup, snap, false, new Set(rim.keys()));
  const spots = new Map<number, Spot>();
  rim.forEach((spot, i) => { if (!spots.has(became[i])) spots.set(became[i], spot); });
  const { loops } = mergeTriangles(xs, ys, corners, twins, { sides, kept: new Set(spots.keys()) });
  return loops.map((loop) => loop.map((point) => {
    let spot = spots.get(point);
    if (spot === undefined) spots.set(point, (spot = { x: xs[point], y: ys[point], z: slope.at(xs[point], ys[point]), vertex: -1 }));
    return spot;
  }));
}

/** Whether two segments come within `margin` of each other. */
function areNear(px: number, py: number, qx: number, qy: number, ax: number, ay: number, bx: number, by: number, margin: number): boolean {
  const side = (x: number, y: number, ux: number, uy: number, vx: number, vy: number): number => (vx - ux) * (y - uy) - (vy - uy) * (x - ux);
  if (side(ax, ay, px, py, qx, qy) * side(bx, by, px, py, qx, qy) < 0 && side(px, py, ax, ay, bx, by) * side(qx, qy, ax, ay, bx, by) < 0) return true;
  const most = margin * margin;
  return squaredDistance(px, py, ax, ay, bx, by) <= most || squaredDistance(qx, qy, ax, ay, bx, by) <= most || squaredDistance(ax, ay, px, py, qx, qy) <= most || squaredDistance(bx, by, px, py, qx, qy) <= most;
}
