/**
 * Branches of a mesh: faces that one face connects with the rest, found by removing faces with one neighbour until none is left. A path that enters a
 * branch leaves it by the same side, and along that side it is shorter. So a shortest path only enters the branches of its start and of its goal.
 */
import { NO_VERTEX } from '@pf/graph';
import { nextStamp } from '@pf/graph/kit';
import type { PathFilter } from '@pf/graph/kit';
import type { Faces } from './faces.ts';
import type { Links } from './links/links.ts';

/** Stands for the next face if a face is in no branch. */
const CORE = -2;
/** Is the next face of no face. */
const NOWHERE = -3;

/** The branches of a mesh. */
export class Branches {
  /** By face: the next face on the path out of its branch, CORE if it is in none, NO_VERTEX for the last face of a component without a core. */
  outward: Int32Array = new Int32Array(0);
  /** Whether the mesh has links. */
  hasLinks = false;
  private degrees = new Uint16Array(0);

  /** Finds all branches. `beyond`: the face beyond each side. Faces at the ends of links are in no branch. */
  find({ stride, sides, capacity }: Faces, beyond: Int32Array, links: Links): void {
    if (this.outward.length < capacity) {
      this.outward = new Int32Array(capacity);
      this.degrees = new Uint16Array(capacity);
    }
    const { outward, degrees } = this;
    outward.fill(CORE);
    this.hasLinks = links.arcs.length > 0;
    const ends: number[] = [];
    for (let f = 0; f < capacity; f++) {
      let degree = 0;
      // The pieces of a divided side are consecutive, and count once.
      for (let i = f * stride, end = i + sides[f], before = sides[f] > 0 ? beyond[end - 1] : NO_VERTEX; i < end; i++) {
        const g = beyond[i];
        if (g !== NO_VERTEX && g !== before) degree++;
        before = g;
      }
      const isLinked = links.leaving(f) >= 0 || links.arriving(f) >= 0;
      degrees[f] = degree;
      if (sides[f] > 0 && degree <= 1 && !isLinked) ends.push(f);
      else if (isLinked) degrees[f] += 2;
    }
    while (ends.length > 0) {
      const f = ends.pop()!;
      outward[f] = NO_VERTEX;
      for (let i = f * stride, end = i + sides[f]; i < end; i++) {
        const g = beyond[i];
        if (g === NO_VERTEX || outward[g] !== CORE) continue;
        outward[f] = g;
        if (--degrees[g] === 1) ends.push(g);
        break;
      }
    }
  }
}

/** What a query needs of a view: its branches, and a method that finds them after an edit. */
interface Branched {
  readonly branches: Branches;
  label(): void;
}

/**
 * The faces that a shortest path can use: all that are in no branch, and those on the paths of start and goal out of their branches. If these paths
 * meet, only the faces between start and goal.
 */
export class UsefulFaces implements PathFilter {
  private marks = new Uint32Array(0);
  private stamp = 0;
  /** CORE if faces in no branch can be used. */
  private core = CORE;
  /** That of the branches. */
  private outward: Int32Array = new Int32Array(0);

  constructor(private readonly arcs: Branched) {}

  begin(starts: ArrayLike<number>, goals: ArrayLike<number>): void {
    this.find(starts, starts.length, goals, goals.length);
  }

  keep(to: Uint32Array, cost: Float64Array, n: number): number {
    let kept = 0;
    for (let i = 0; i < n; i++) {
      if (!this.has(to[i])) continue;
      to[kept] = to[i];
      cost[kept++] = cost[i];
    }
    return kept;
  }

  /** Prepares a query from one of the first `starts` faces of a list to one of the first `goals` of another. */
  find(startFaces: ArrayLike<number>, starts: number, goalFaces: ArrayLike<number>, goals: number): void {
    this.arcs.label();
    const { outward, hasLinks } = this.arcs.branches;
    this.outward = outward;
    if (this.marks.length < outward.length) this.marks = new Uint32Array(outward.length);
    const { marks } = this;
    this.stamp = nextStamp(marks, this.stamp);
    for (let i = 0; i < starts; i++) this.mark(startFaces[i]);
    // The outermost face at which the path of a goal meets that of the start. A cheap link can lead from a side of a branch back to it.
    let meeting = NO_VERTEX, isBetween = starts === 1 && !hasLinks;
    for (let i = 0; i < goals; i++) {
      const f = this.mark(goalFaces[i]);
      let outer = f;
      while (outer >= 0 && outer !== meeting) outer = outward[outer];
      if (f < 0) isBetween = false;
      else if (outer < 0) meeting = f;
    }
    this.core = isBetween ? NOWHERE : CORE;
    if (isBetween && meeting >= 0) for (let f = outward[meeting]; f >= 0; f = outward[f]) marks[f] = 0;
  }

  has(face: number): boolean {
    return this.outward[face] === this.core || this.marks[face] === this.stamp;
  }

  /** Marks the faces from one out of its branch; returns the first that was marked before, or a negative number. */
  private mark(face: number): number {
    const { marks, stamp, outward } = this;
    let f = face;
    for (; f >= 0 && marks[f] !== stamp; f = outward[f]) marks[f] = stamp;
    return f;
  }
}
