/**
 * Cuts holes into the floors of a surface and restores them. A hole is a prism between two heights.
 *
 * A face that a hole touches is kept as a ground, as it was before any cut. It is divided into convex, planar parts: if it is not planar, triangles; if it
 * has many cuts, tiles. Each part is divided by the holes near it, in the plane (region.ts). Other parts do not matter, so floors may overlap, and an edit
 * rebuilds only parts near its hole. A side between two parts is split once for both, at the crossings with the holes of either. The ground of the mesh
 * depends only on its original faces and the current holes, not on the order of edits. A ground without holes becomes its original face again.
 */
import { checkOptions, shown } from '@pf/graph/kit';
import type { Outline, PolygonLike } from '../build/edge-soup.ts';
import { boxOf, isInside, overlap, type Box } from '../build/outline.ts';
import type { FaceIndex } from '../face-index.ts';
import type { Faces } from '../faces.ts';
import { piecesOf, tilesOf } from './convex-parts.ts';
import { DividedSides, type Spot } from './divided-sides.ts';
import { areNear, makeRoom, grown, type CutOptions, type HeightRange, type MeshCuts } from './holes.ts';
import { layFaces, seamsOf } from './lay-faces.ts';
import { clipped, slopeOf, type Slope } from './slope.ts';

interface Cut {
  readonly hole: Outline;
  readonly box: Box;
  readonly low: number;
  readonly high: number;
  readonly grounds: Set<Ground>;
}

/** An original face with cuts. */
interface Ground {
  readonly loop: readonly number[];
  area: number;
  /** Its convex, planar pieces. */
  readonly planes: readonly (readonly number[])[];
  readonly cuts: Set<Cut>;
  parts: readonly Part[];
  /** The corners of parts that are not corners of the face. */
  inner: readonly number[];
  /** Whether the mesh still has the face. */
  isWhole: boolean;
}

/** A plane of a ground, or a tile of one, and the faces that replace it. */
interface Part {
  readonly ground: Ground;
  readonly loop: readonly number[];
  readonly box: Box;
  readonly slope: Slope;
  /** The cuts near it. */
  readonly cuts: Set<Cut>;
  pieces: readonly number[];
}

interface Tiling { readonly ground: Ground; readonly parts: readonly Part[]; readonly inner: readonly number[] }

/** A ground with more than this many cuts for each part, and one part more, gets smaller parts. */
const CROWDED = 16;
/** The cuts for each of the new parts. */
const SPARSE = 4;
/** Limit of rounds of finding points on sides. */
const ROUNDS = 8;

export class FloorCuts implements MeshCuts {
  private readonly standing = new Map<PolygonLike, Cut>();
  /** By face: the part that it is a piece of. */
  private readonly partOf = new Map<number, Part>();
  private readonly sides: DividedSides;
  /** Parts within this distance of a hole are divided by it. */
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
    const parts = this.near(cut);
    for (const { ground } of parts) cut.grounds.add(ground);
    add(cut, parts);
    try {
      const changed = this.divide(cut.grounds, parts, tails);
      this.standing.set(polygon, cut);
      return changed;
    } catch (error) {
      remove(cut, parts);
      throw error;
    }
  }

  restore(polygon: PolygonLike, tails: Uint32Array | undefined): Set<number> {
    const cut = this.standing.get(polygon);
    if (cut === undefined) throw new Error('This outline is not cut: restore takes the same array that was passed to cut.');
    const parts = [...cut.grounds].flatMap((ground) => ground.parts.filter(({ cuts }) => cuts.has(cut)));
    remove(cut, parts);
    try {
      const changed = this.divide(cut.grounds, parts, tails);
      this.standing.delete(polygon);
      return changed;
    } catch (error) {
      add(cut, parts);
      throw error;
    }
  }

  setArea(face: number, area: number): readonly number[] {
    const ground = this.partOf.get(face)?.ground;
    if (ground === undefined) return [face];
    ground.area = area;
    return ground.parts.flatMap(({ pieces }) => pieces);
  }

  /** The parts near a hole. */
  private near(cut: Cut): Part[] {
    const { faces, index, margin, partOf } = this;
    const { stride, sides, corners } = faces;
    const grounds = new Set<Ground>();
    // Ground that other holes have removed completely has no face.
    for (const other of this.standing.values()) if (overlap(other.box, cut.box, margin)) for (const ground of other.grounds) grounds.add(ground);
    for (const f of index.inBox(cut.box, margin)) {
      const part = partOf.get(f);
      if (part !== undefined) grounds.add(part.ground);
      else if (this.meets([...corners.subarray(f * stride, f * stride + sides[f])], cut)) grounds.add(this.groundOf(f));
    }
    return [...grounds].flatMap(({ parts }) => parts.filter(({ loop, box }) => overlap(box, cut.box, margin) && this.meets(loop, cut)));
  }

  /** A ground for a face without cuts. */
  private groundOf(f: number): Ground {
    const { stride, sides, corners, areas, bent } = this.faces;
    const loop = [...corners.subarray(f * stride, f * stride + sides[f])], planes = bent[f] === 0 ? [loop] : loop.slice(2).map((v, i) => [loop[0], loop[i + 1], v]);
    const ground: Ground = { loop, area: areas[f], planes, cuts: new Set(), parts: [], inner: [], isWhole: true };
    ground.parts = planes.map((plane, i) => this.partOn(ground, plane, slopeOf(this.faces, plane), i === 0 ? [f] : []));
    return ground;
  }

  private partOn(ground: Ground, loop: readonly number[], slope: Slope, pieces: readonly number[] = []): Part {
    return { ground, loop, box: boxOf(this.faces.xs, this.faces.ys, loop), slope, cuts: new Set(), pieces };
  }

  /** Smaller parts for a ground. Holds their corners. */
  private tiled(ground: Ground): Tiling {
    const { faces, options } = this, inner: number[] = [];
    const { left, right, low, high } = boxOf(faces.xs, faces.ys, ground.loop), width = right - left, height = high - low, share = SPARSE / ground.cuts.size;
    // The second term is for long thin faces, the third for tiny ones.
    const size = Math.max(Math.sqrt(width * height * share), Math.max(width, height) * share, 256 * options.snap);
    const parts = ground.planes.flatMap((plane) => {
      const slope = slopeOf(faces, plane), { xs, ys, loops } = tilesOf(faces.xs, faces.ys, plane, size, options);
      const ids = xs.map((x, i) => plane[i] ?? faces.addVertex(x, ys[i], slope.at(x, ys[i])));
      for (const v of ids.slice(plane.length)) {
        faces.hold(v);
        inner.push(v);
      }
      return loops.map((loop) => this.partOn(ground, loop.map((i) => ids[i]), slope));
    });
    for (const { loop, box, cuts } of parts) for (const cut of ground.cuts) if (overlap(box, cut.box, this.margin) && this.meets(loop, cut)) cuts.add(cut);
    return { ground, parts, inner };
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

  /** Divides the touched parts of grounds by their holes. Returns the tails of changed arcs. */
  private divide(of: ReadonlySet<Ground>, touched: readonly Part[], tails: Uint32Array | undefined): Set<number> {
    const grounds = [...of], whole = grounds.filter(({ cuts }) => cuts.size === 0);
    const tilings = grounds.filter(({ cuts, parts }) => cuts.size > CROWDED * (parts.length + 1)).map((ground) => this.tiled(ground));
    try {
      return this.rebuild(touched, grounds, whole, tilings, tails);
    } catch (error) {
      for (const { inner } of tilings) for (const v of inner) this.faces.release(v);
      throw error;
    }
  }

  private rebuild(touched: readonly Part[], grounds: readonly Ground[], whole: readonly Ground[], tilings: readonly Tiling[], tails: Uint32Array | undefined): Set<number> {
    const { faces, index, sides, partOf } = this;
    const gone = new Set([...whole, ...tilings.map(({ ground }) => ground)].flatMap(({ parts }) => parts));
    const kept = new Set([...touched, ...grounds.filter(({ isWhole }) => isWhole).flatMap(({ parts }) => parts)].filter((part) => !gone.has(part)));
    const parts = [...kept, ...tilings.flatMap((tiling) => tiling.parts)];
    const loopsOf = this.loopsOf(parts, [...gone].map(({ loop }) => loop));
    const removed = new Set([...kept, ...gone].flatMap(({ pieces }) => pieces)), seams = seamsOf(faces, removed);
    makeRoom(faces, loopsOf.reduce((n, loops) => n + loops.length, whole.length), removed, seams, tails, this.options);
    // Nothing throws from here on.
    const held: number[] = [], corners = new Set<number>(), loops: (readonly number[])[] = [], areas: number[] = [];
    const vertexOf = (spot: Spot): number => {
      if (spot.vertex < 0) spot.vertex = faces.addVertex(spot.x, spot.y, spot.z);
      faces.hold(spot.vertex);
      held.push(spot.vertex);
      return spot.vertex;
    };
    for (const ground of grounds) {
      if (ground.isWhole) for (const v of ground.loop) faces.hold(v);
      ground.isWhole = false;
    }
    const lay = (loop: readonly number[], { area }: Ground): void => {
      loops.push(loop);
      areas.push(area);
    };
    parts.forEach(({ ground }, k) => { for (const loop of loopsOf[k]) lay(loop.map(vertexOf), ground); });
    for (const ground of whole) lay(ground.loop, ground);
    sides.keep(vertexOf);
    for (const f of removed) {
      for (let i = 0; i < faces.sides[f]; i++) corners.add(faces.corners[f * faces.stride + i]);
      index.remove(f);
      faces.remove(f);
      partOf.delete(f);
    }
    const ids = layFaces(faces, index, loops, areas, seams, corners);
    let first = 0;
    parts.forEach((part, k) => {
      part.pieces = ids.slice(first, first += loopsOf[k].length);
      for (const f of part.pieces) partOf.set(f, part);
    });
    for (const v of held) faces.release(v);
    for (const { loop, inner } of whole) for (const v of [...loop, ...inner]) faces.release(v);
    for (const { ground, parts: tiles, inner } of tilings) {
      for (const v of ground.inner) faces.release(v);
      ground.parts = tiles;
      ground.inner = inner;
    }
    return new Set([...removed, ...seams.map(({ face }) => face), ...ids]);
  }

  /** The loops of the faces that replace these parts, by part; `gone` are the loops of others that are removed. */
  private loopsOf(given: readonly Part[], gone: readonly (readonly number[])[]): Spot[][][] {
    const { faces, sides, options, margin } = this;
    const spots = new Map<number, Spot>();
    const spotOf = (v: number): Spot => {
      let spot = spots.get(v);
      if (spot === undefined) spots.set(v, (spot = { x: faces.xs[v], y: faces.ys[v], z: faces.zs[v], vertex: v }));
      return spot;
    };
    const parts = given.map(({ loop, slope, cuts }) => ({ loop, slope, holes: [...cuts].flatMap((cut) => clipped(faces, loop, slope, cut, margin) ?? []) }));
    sides.begin(parts, gone);
    for (let round = 1; ; round++) {
      sides.divide();
      const all = parts.map(({ loop, slope, holes }) => {
        const rim = sides.rimOf(loop, spotOf);
        return holes.length === 0 && rim.length === loop.length ? [rim] : piecesOf(rim, slope, holes, options);
      });
      // Within the snap, holes can leave points on sides that are not crossings. Both parts at a side need them.
      const isSettled = all.every((loops, k) => sides.knowsAll(parts[k].loop, loops));
      if (isSettled || round === ROUNDS) return all;
    }
  }
}

function add(cut: Cut, parts: readonly Part[]): void {
  for (const { cuts } of [...cut.grounds, ...parts]) cuts.add(cut);
}

function remove(cut: Cut, parts: readonly Part[]): void {
  for (const { cuts } of [...cut.grounds, ...parts]) cuts.delete(cut);
}
