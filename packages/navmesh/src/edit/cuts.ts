/**
 * Cuts holes into a mesh and restores them; only the faces around them are rebuilt.
 *
 * The faces that a hole touches are combined; their area, less the hole, is triangulated as the whole world was (region.ts). Sides to untouched faces
 * must stay: if rounding would bend one, its neighbour is rebuilt too. (Kallmann's dynamic triangulation, 2003, inserts edges one by one and keeps
 * the insides of holes as triangles. Storing only walkable ground takes less memory.)
 *
 * Each cut stores the ground that was in its hole, and some snaps around it, before any cut. Overlapping holes store the same ground. Restoring a
 * hole returns its ground to the mesh, less the holes that remain. So storage does not grow with the number of edits, and no gap is left however
 * rounding has moved the boundaries since.
 *
 * Ground keeps its area, in the mesh and in storage. Sides between areas stay, so no new face lies in two.
 */
import { NO_VERTEX } from '@pf/graph';
import type { FaceIndex } from '../face-index.ts';
import type { Faces } from '../faces.ts';
import { addGrown } from '../build/inflate.ts';
import { mergeTriangles } from '../build/merge.ts';
import { boxOf, insideOf, overlap, type Box } from '../build/outline.ts';
import { patchesOf, region, type Patch, type Region } from '../build/region.ts';
import { EdgeSoup, type Outline, type PolygonLike } from '../build/edge-soup.ts';
import { makeRoom, grown, meets, type CutOptions, type MeshCuts } from './holes.ts';
import { layFaces, seamsOf, type Seam } from './lay-faces.ts';

interface Cut {
  /** The hole, grown by the agent's radius, and its bounding box. */
  readonly hole: Outline;
  readonly box: Box;
  /** The walkable ground in and around the hole before any cut. */
  ground: readonly Patch[];
}

export class Cuts implements MeshCuts {
  private readonly standing = new Map<PolygonLike, Cut>();
  /**
   * How far around a hole is examined; the stored ground reaches half as far. Boundaries move by a few snaps. If walls meet at a sharp angle, the
   * boundary of the stored ground must cross them where they are more than a snap apart. With 256 snaps that holds for angles from 0.01.
   */
  private readonly margin: number;

  constructor(private readonly faces: Faces, private readonly index: FaceIndex, private readonly options: CutOptions) {
    this.margin = 512 * options.snap;
  }

  cut(polygon: PolygonLike, tails: Uint32Array | undefined): Set<number> {
    if (this.standing.has(polygon)) throw new Error('This outline has been cut already: restore it first, or pass a copy.');
    const hole = grown(polygon, this.options, this.index.box), box = boxOf(hole.xs, hole.ys, hole.from), touched = this.touched(hole);
    const ground = this.ground(touched, this.near(box), hole);
    const changed = this.remake(touched, [], [hole], tails);
    this.standing.set(polygon, { hole, box, ground });
    return changed;
  }

  restore(polygon: PolygonLike, tails: Uint32Array | undefined): Set<number> {
    const cut = this.standing.get(polygon);
    if (cut === undefined) throw new Error('This outline is not cut: restore takes the same array that was passed to cut.');
    const { box, ground } = cut;
    const others = this.near(box).filter((other) => other !== cut).map(({ hole }) => hole);
    const changed = this.remake(new Set(ground.flatMap(({ outline }) => [...this.touched(outline)])), ground, others, tails);
    this.standing.delete(polygon);
    return changed;
  }

  setArea(face: number): readonly number[] {
    return [face];
  }

  /** Adds and removes ground permanently. Standing cuts record the part that concerns them, for when they are restored. */
  repaint(freed: Outline, closed: Outline, tails: Uint32Array | undefined): Set<number> {
    const { snap } = this.options;
    const soup = new EdgeSoup();
    for (const outline of [freed, closed]) soup.addOutline(outline, false);
    const around = region(soup, snap).outline, cuts = this.near(boxOf(around.xs, around.ys, around.from));
    const changed = this.remake(this.touched(around), [{ outline: freed, area: 0 }], [closed, ...cuts.map(({ hole }) => hole)], tails);
    for (const cut of cuts) {
      const inside = new EdgeSoup(), ground = new EdgeSoup();
      inside.addOutline(freed, false);
      for (const { outline, area } of [...cut.ground, ...this.stored(inside, cut.hole)]) ground.addOutline(outline, false, area);
      ground.addOutline(closed, true);
      cut.ground = patchesOf(ground, snap, false);
    }
    return changed;
  }

  /** The standing cuts that may touch a box. */
  private near(box: Box): Cut[] {
    return [...this.standing.values()].filter((cut) => overlap(cut.box, box, this.margin));
  }

  /** The walkable ground in and around a hole: that of the faces, and that removed by standing cuts. */
  private ground(touched: ReadonlySet<number>, cuts: readonly Cut[], hole: Outline): Patch[] {
    const soup = new EdgeSoup();
    this.addRims(soup, touched, seamsOf(this.faces, touched));
    for (const { ground } of cuts) for (const { outline, area } of ground) soup.addOutline(outline, false, area);
    return this.stored(soup, hole);
  }

  /** The part of the ground of a soup that the cut of a hole stores. */
  private stored(soup: EdgeSoup, hole: Outline): Patch[] {
    addGrown(soup, hole, this.margin / 2, 4, true);
    return patchesOf(soup, this.options.snap, true);
  }

  /** Rebuilds faces, with the insides of `added` and without those of `holes`. Returns the tails of changed arcs. */
  private remake(touched: Set<number>, added: readonly Patch[], holes: readonly Outline[], tails: Uint32Array | undefined): Set<number> {
    for (;;) {
      const seams = seamsOf(this.faces, touched);
      const { made, vertexOf } = this.enclose(touched, seams, added, holes);
      const bent = this.bent(made, seams, vertexOf);
      if (bent.length > 0) {
        for (const face of bent) touched.add(face);
        continue;
      }
      const { areas } = made, ground = new Set(areas).size > 1 ? { fits: (_: number, [f]: readonly number[], [g]: readonly number[]) => areas[f] === areas[g] } : undefined;
      const { loops, seeds } = mergeTriangles(made.xs, made.ys, made.corners, made.twins, { sides: this.options.sides, kept: this.ends(seams, vertexOf), ground });
      makeRoom(this.faces, loops.length, touched, seams, tails, this.options);
      const changed = new Set(touched);
      for (const seam of seams) changed.add(seam.face);
      for (const id of this.replace(touched, loops, seeds.map((t) => areas[t]), made, vertexOf, seams)) changed.add(id);
      return changed;
    }
  }

  /** The faces within the margin of an outline or its inside. */
  private touched(outline: Outline): Set<number> {
    const { faces, index, margin } = this;
    const { xs, ys, from, to } = outline, box = boxOf(xs, ys, from), isInside = insideOf(outline, box);
    const met = new Set<number>();
    from.forEach((a, e) => {
      for (const f of index.inBox(boxOf(xs, ys, [a, to[e]]), margin)) if (!met.has(f) && meets(faces, f, outline, e, margin)) met.add(f);
    });
    return new Set([...index.inBox(box, margin)].filter((f) => met.has(f) || isInside(faces.centreX[f], faces.centreY[f])));
  }

  /** The walkable region that replaces the faces, and the mesh's vertices as points of it. */
  private enclose(
    touched: ReadonlySet<number>, seams: readonly Seam[], added: readonly Patch[], holes: readonly Outline[],
  ): { made: Region; vertexOf: Map<number, number> } {
    const soup = new EdgeSoup();
    const { points, kept } = this.addRims(soup, touched, seams);
    for (const { outline, area } of added) soup.addOutline(outline, false, area);
    for (const outline of holes) soup.addOutline(outline, true);
    const made = region(soup, this.options.snap, false, kept);
    const vertexOf = new Map<number, number>();
    for (const [v, point] of points) if (!vertexOf.has(made.became[point])) vertexOf.set(made.became[point], v);
    return { made, vertexOf };
  }

  /** Adds the seams and walls of faces, a ring for each area. Maps the mesh's vertices to points of the soup, and marks those that are ends of seams. */
  private addRims(soup: EdgeSoup, touched: ReadonlySet<number>, seams: readonly Seam[]): { points: Map<number, number>; kept: Set<number> } {
    const { stride, sides, corners, neighbours, areas, xs, ys } = this.faces;
    const points = new Map<number, number>(), rims = new Map<number, number>();
    const pointOf = (v: number): number => {
      let point = points.get(v);
      if (point === undefined) points.set(v, (point = soup.addPoint(xs[v], ys[v])));
      return point;
    };
    const addSide = (from: number, to: number, face: number): void => {
      let rim = rims.get(areas[face]);
      if (rim === undefined) rims.set(areas[face], (rim = soup.addRing(false, areas[face])));
      soup.addEdge(pointOf(from), pointOf(to), rim);
    };
    // Seams first: of points that are merged, the first keeps its position.
    for (const { face, side, from, to } of seams) addSide(to, from, neighbours[face * stride + side]);
    const kept = new Set(points.values());
    for (const f of touched) {
      for (let i = 0; i < sides[f]; i++) {
        const g = neighbours[f * stride + i];
        if (g === NO_VERTEX || (touched.has(g) && areas[g] !== areas[f])) addSide(corners[f * stride + i], corners[f * stride + ((i + 1) % sides[f])], f);
      }
    }
    return { points, kept };
  }

  /** The untouched faces whose sides are no longer sides of the new region. */
  private bent(made: Region, seams: readonly Seam[], vertexOf: ReadonlyMap<number, number>): number[] {
    const { from, to } = made.outline;
    const rim = new Set(from.map((a, e) => `${vertexOf.get(a) ?? -1} ${vertexOf.get(to[e]) ?? -1}`));
    return seams.filter((seam) => !rim.has(`${seam.to} ${seam.from}`)).map(({ face }) => face);
  }

  /** The ends of seams: a wall may be straight there, but the untouched faces have a corner. */
  private ends(seams: readonly Seam[], vertexOf: ReadonlyMap<number, number>): Set<number> {
    const vertices = new Set(seams.flatMap(({ from, to }) => [from, to]));
    return new Set([...vertexOf].filter(([, v]) => vertices.has(v)).map(([point]) => point));
  }

  private replace(
    touched: ReadonlySet<number>, loops: readonly (readonly number[])[], areas: readonly number[], made: Region, vertexOf: Map<number, number>, seams: readonly Seam[],
  ): number[] {
    const { faces, index } = this;
    // Vertices that stay must not be removed with the old faces, so they are held; new ones are added first.
    const held = new Set<number>();
    const corners = new Set<number>();
    for (const f of touched) for (let i = 0; i < faces.sides[f]; i++) corners.add(faces.corners[f * faces.stride + i]);
    for (const point of new Set(loops.flat())) {
      let v = vertexOf.get(point);
      if (v === undefined) vertexOf.set(point, (v = faces.addVertex(made.xs[point], made.ys[point])));
      faces.hold(v);
      held.add(v);
    }
    for (const f of touched) {
      index.remove(f);
      faces.remove(f);
    }
    const ids = layFaces(faces, index, loops.map((loop) => loop.map((point) => vertexOf.get(point)!)), areas, seams, corners);
    for (const v of held) faces.release(v);
    return ids;
  }
}
