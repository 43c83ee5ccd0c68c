import { NO_VERTEX } from '@pf/graph';
import { checkBoolean, checkOptions, shown } from '@pf/graph/kit';
import { checkNumber, checkWhole } from '../check-points.ts';
import type { Faces } from '../faces.ts';
import { heightIn } from '../heights.ts';
import type { Locator, Point } from '../locator.ts';
import { distance } from '../orientation.ts';

/** A connection off the ground: a jump, a drop, a ladder, a lift, a portal. */
export interface Link {
  /** Its start, on the mesh. */
  readonly from: Point;
  /** Its end, on the mesh. */
  readonly to: Point;
  /** Its cost, in units of length. Default: the straight distance between its ends, in space, also when cuts move them. */
  readonly cost?: number | undefined;
  /** True: only from `from` to `to`, like a drop. Default: false. */
  readonly oneWay?: boolean | undefined;
  /** Its area, 0 to 255: views set costs and permissions by it, as for faces. Default: 0. */
  readonly area?: number | undefined;
  /** Whether it is usable; `setLink` changes it. Default: true. */
  readonly isOpen?: boolean | undefined;
  /** How far its ends may lie off the mesh; they are moved onto it. Default: 0. */
  readonly reach?: number | undefined;
}

/** An end of a link: a vertex of no face, and the faces that contain it; none while that ground is cut away. */
interface LinkEnd {
  readonly given: Point;
  readonly reach: number;
  readonly vertex: number;
  readonly faces: number[];
  /** Its original floor: if that is cut away, the end does not move to another. */
  floor: number;
}

/** A link in one direction. */
interface LinkArc {
  readonly link: number;
  readonly from: LinkEnd;
  readonly to: LinkEnd;
  readonly cost: number | undefined;
  readonly area: number;
}

const NAMES: readonly (keyof Link)[] = ['from', 'to', 'cost', 'oneWay', 'area', 'isOpen', 'reach'];

/** The links of a mesh, with lists of the arcs that leave and enter each face. */
export class Links {
  /** Two consecutive arcs for a two-way link. */
  readonly arcs: LinkArc[] = [];
  /** By link; undefined once it is removed. */
  readonly isOpen: (boolean | undefined)[] = [];
  /** By face: the first entry of its list, −1 if empty. Allocated with the first link. */
  private leavingHeads = new Int32Array(0);
  private arrivingHeads = new Int32Array(0);
  /** By entry: its arc and the next entry. */
  private entries: number[] = [];
  private after: number[] = [];

  /** Links lead from one face to at most `room` faces, and from at most as many to one. Links and cuts that need more raise it. */
  constructor(private readonly faces: Faces, private readonly locator: Locator, public room: number) {}

  /** Adds links; returns the id of the first, the number of links before it. */
  add(links: readonly Link[]): number {
    const id = this.isOpen.length, before = this.arcs.length;
    for (const link of links) this.append(link);
    this.room = Math.max(this.room, this.list(before));
    return id;
  }

  private append(link: Link): void {
    checkLink(link);
    const from = this.end(link.from, link.reach ?? 0, 'from'), to = this.end(link.to, link.reach ?? 0, 'to', from);
    const arcs = [{ link: this.isOpen.length, from, to, cost: link.cost, area: link.area ?? 0 }];
    if (link.oneWay !== true) arcs.push({ ...arcs[0], from: to, to: from });
    this.arcs.push(...arcs);
    this.isOpen.push(link.isOpen ?? true);
  }

  /** Removes a link; the ids of others stay. */
  remove(link: number): void {
    const { arcs } = this;
    const ends = new Set(arcs.filter((arc) => arc.link === link).flatMap(({ from, to }) => [from, to]));
    let kept = 0;
    for (const arc of arcs) if (arc.link !== link) arcs[kept++] = arc;
    arcs.length = kept;
    for (const { vertex } of ends) this.faces.release(vertex);
    this.isOpen[link] = undefined;
    this.list();
  }

  /** The first entry of the arcs that leave a face, −1 if there is none. */
  leaving(face: number): number {
    return face < this.leavingHeads.length ? this.leavingHeads[face] : -1;
  }

  arriving(face: number): number {
    return face < this.arrivingHeads.length ? this.arrivingHeads[face] : -1;
  }

  arc(entry: number): number { return this.entries[entry]; }
  next(entry: number): number { return this.after[entry]; }

  /** Locates the ends again after these faces were rebuilt. Returns the faces that moved arcs left or entered, before and now. */
  relocate(rebuilt: ReadonlySet<number>): Set<number> {
    const changed = new Set<number>(), mayMove = ({ reach, faces }: LinkEnd): boolean => reach > 0 || faces.length === 0 || faces.some((face) => rebuilt.has(face));
    let hasMoved = false;
    for (const { from, to } of this.arcs) {
      if (!mayMove(from) && !mayMove(to)) continue;
      const before = [...from.faces, ...to.faces];
      const isFromMoved = this.locate(from), isToMoved = this.locate(to), faces = [...before, ...from.faces, ...to.faces];
      hasMoved ||= isFromMoved || isToMoved;
      // A rebuilt face can have its former id.
      if (isFromMoved || isToMoved || faces.some((face) => rebuilt.has(face))) for (const face of faces) changed.add(face);
    }
    if (hasMoved) this.room = Math.max(this.room, this.list());
    return changed;
  }

  /** The faces that a link's arcs leave and enter. */
  facesOf(link: number): number[] {
    return this.arcs.filter((arc) => arc.link === link).flatMap(({ from, to }) => [...from.faces, ...to.faces]);
  }

  /** How many faces at ends of links, other than rebuilt ones, an edit may have to report; Infinity if ends can move to others. */
  get mostFaces(): number {
    const facesAt = ({ reach, faces }: LinkEnd): number => (reach > 0 ? Infinity : faces.length);
    return this.arcs.reduce((n, { from, to }) => n + facesAt(from) + facesAt(to), 0);
  }

  /** Adds an end. Throws if it is off the mesh, and then removes `other` as well. */
  private end(given: Point, reach: number, role: string, other?: LinkEnd): LinkEnd {
    const end: LinkEnd = { given: { x: given.x, y: given.y, z: given.z }, reach, vertex: this.faces.addVertex(given.x, given.y), faces: [], floor: NaN };
    this.faces.hold(end.vertex);
    this.locate(end);
    if (end.faces.length > 0) return end;
    this.faces.release(end.vertex);
    if (other !== undefined) this.faces.release(other.vertex);
    const near = this.locator.nearest(given.x, given.y, given.z ?? NaN);
    const text = ({ x, y, z }: Point): string => `(${[x, y, ...(this.faces.isFlat || z === undefined ? [] : [z])].join(', ')})`;
    throw new RangeError(`The link's end ${role} ${text(given)} is off the mesh${near === undefined ? '' : `, whose nearest point is ${text(near)}`}: move it, or give the link a reach.`);
  }

  /** Locates an end; returns whether its faces changed. */
  private locate(end: LinkEnd): boolean {
    const { faces, locator } = this;
    const before = end.faces.join();
    let { x, y } = end.given;
    let z = Number.isNaN(end.floor) ? (end.given.z ?? NaN) : end.floor;
    const isOnFloor = (): boolean => end.faces.length === 0 || Number.isNaN(end.floor) || Math.abs(heightIn(faces, end.faces[0], x, y) - end.floor) <= Math.max(end.reach, locator.level);
    end.faces.length = locator.all(x, y, z, end.faces);
    if (!isOnFloor()) end.faces.length = 0;
    if (end.faces.length === 0 && end.reach > 0) {
      const near = locator.nearest(x, y, z);
      // The difference in height is 0 on a flat mesh, and NaN without a height.
      const isNear = near !== undefined && distance(distance(near.x - x, near.y - y), (near.z ?? z) - z || 0) <= end.reach;
      if (isNear) {
        ({ x, y } = near);
        z = near.z ?? NaN;
        end.faces.length = locator.all(x, y, z, end.faces);
        if (!isOnFloor()) end.faces.length = 0;
      }
    }
    if (end.faces.length > 0) {
      faces.findInside(end.faces, end.faces.length, x, y);
      faces.xs[end.vertex] = faces.nearX;
      faces.ys[end.vertex] = faces.nearY;
      faces.zs[end.vertex] = heightIn(faces, end.faces[0], faces.nearX, faces.nearY);
      if (Number.isNaN(end.floor)) end.floor = faces.zs[end.vertex];
    }
    return end.faces.join() !== before;
  }

  /** Lists the arcs from number `first` on, the earlier ones being listed. Returns the most faces that links join to one at their ends, in one direction. */
  private list(first = 0): number {
    const { faces, arcs } = this;
    if (this.leavingHeads.length < faces.capacity) {
      this.leavingHeads = new Int32Array(faces.capacity);
      this.arrivingHeads = new Int32Array(faces.capacity);
      first = 0;
    }
    if (first === 0) {
      this.leavingHeads.fill(NO_VERTEX);
      this.arrivingHeads.fill(NO_VERTEX);
      this.entries = [];
      this.after = [];
    }
    const listed = arcs.slice(first);
    listed.forEach(({ from, to }, i) => {
      if (from.faces.length === 0 || to.faces.length === 0) return;
      for (const f of from.faces) this.put(this.leavingHeads, f, first + i);
      for (const f of to.faces) this.put(this.arrivingHeads, f, first + i);
    });
    const most = (head: (face: number) => number, ends: (arc: LinkArc) => number): number => {
      let found = 0;
      for (const face of new Set(listed.flatMap(({ from, to }) => [...from.faces, ...to.faces]))) {
        let n = 0;
        for (let entry = head(face); entry >= 0; entry = this.next(entry)) n += ends(arcs[this.arc(entry)]);
        found = Math.max(found, n);
      }
      return found;
    };
    return Math.max(most((f) => this.leaving(f), ({ to }) => to.faces.length), most((f) => this.arriving(f), ({ from }) => from.faces.length));
  }

  private put(heads: Int32Array, face: number, arc: number): void {
    this.after.push(heads[face]);
    heads[face] = this.entries.push(arc) - 1;
  }
}

function checkLink(given: Link | undefined): void {
  checkOptions(given ?? null, NAMES, 'A link');
  const link = given!;
  for (const role of ['from', 'to'] as const) {
    const point = link[role] as Point | undefined;
    if (!Number.isFinite(point?.x) || !Number.isFinite(point?.y) || !Number.isFinite(point?.z ?? 0)) {
      throw new TypeError(`A link's ${role} must be { x, y } or { x, y, z } in finite numbers, got ${shown(point)}.`);
    }
  }
  const { cost = 0, area = 0, reach = 0, oneWay = false, isOpen = true } = link;
  checkBoolean(oneWay, "A link's oneWay");
  checkBoolean(isOpen, "A link's isOpen");
  if (cost === Infinity) throw new RangeError("A link's cost must be finite, got Infinity: to close a link, set isOpen to false.");
  checkNumber(cost, "A link's cost", 0);
  checkWhole(area, "A link's area", 0, 255);
  checkNumber(reach, "A link's reach", 0);
}
