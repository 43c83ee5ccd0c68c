import { NO_VERTEX } from '@pf/graph';
import { UsefulFaces } from '../branches.ts';
import type { MeshView } from '../mesh-view.ts';

/** The ends of a query: the given points, the points that the search uses instead, and their faces. */
export class Ends {
  /** The query: x and y of the start, and of the goal. */
  readonly given = new Float64Array(4);
  /** The ends of the search: the given points where they lie exactly in a face, otherwise the nearest points of a face. */
  startX = 0;
  startY = 0;
  goalX = 0;
  goalY = 0;
  /** Whether the start lies just outside one of its faces, by rounding. */
  startIsBeside = false;
  /** The faces of the start: the first `starts` of this list. */
  readonly startFaces: number[] = [];
  starts = 0;
  /** The faces that the path can use. */
  readonly useful: UsefulFaces;

  /** The given heights, NaN if none. */
  private fromZ = NaN;
  private toZ = NaN;
  /** The faces of the goal: the first `goals` of this list. */
  readonly goalFaces: number[] = [];
  goals = 0;

  constructor(private readonly mesh: MeshView) {
    this.useful = new UsefulFaces(mesh.arcs);
  }

  set(fromX: number, fromY: number, toX: number, toY: number, fromZ: number, toZ: number): void {
    this.given[0] = fromX;
    this.given[1] = fromY;
    this.given[2] = toX;
    this.given[3] = toY;
    this.fromZ = fromZ;
    this.toZ = toZ;
  }

  /** Locates both ends in the mesh as it is now. */
  find(): void {
    const { mesh, given, startFaces, goalFaces } = this;
    const { faces, locator } = mesh;
    const starts = (this.starts = this.allowed(startFaces, locator.all(given[0], given[1], this.fromZ, startFaces)));
    if (!locator.areInside) faces.findInside(startFaces, starts, given[0], given[1]);
    this.startX = faces.nearX;
    this.startY = faces.nearY;
    this.startIsBeside = false;
    for (let i = 0; i < starts && !locator.areInside; i++) this.startIsBeside ||= !faces.contains(startFaces[i], this.startX, this.startY, 0);
    const goals = (this.goals = this.allowed(goalFaces, locator.all(given[2], given[3], this.toZ, goalFaces)));
    if (!locator.areInside) faces.findInside(goalFaces, goals, given[2], given[3]);
    this.goalX = faces.nearX;
    this.goalY = faces.nearY;
    this.useful.find(startFaces, starts, goalFaces, goals);
  }

  /** Keeps those of the first `n` faces of a list that may be entered; returns their number. */
  private allowed(list: number[], n: number): number {
    const { arcs } = this.mesh;
    if (arcs.isPlain) return n;
    let kept = 0;
    for (let i = 0; i < n; i++) if (arcs.allows(list[i])) list[kept++] = list[i];
    return kept;
  }

  isGoalIn(face: number): boolean {
    const { goalFaces, goals } = this;
    for (let i = 0; i < goals; i++) if (goalFaces[i] === face) return true;
    return false;
  }

  /** A face that contains both start and goal, or NO_VERTEX. */
  get together(): number {
    for (let i = 0; i < this.starts; i++) if (this.isGoalIn(this.startFaces[i])) return this.startFaces[i];
    return NO_VERTEX;
  }

  /** Whether a face is connected to one that contains the goal. */
  canReachGoal(face: number): boolean {
    for (let i = 0; i < this.goals; i++) if (this.mesh.component(this.goalFaces[i]) === this.mesh.component(face)) return true;
    return false;
  }

  /** Whether the search uses other points than the given ones. */
  get areMoved(): boolean {
    const { given } = this;
    return this.startX !== given[0] || this.startY !== given[1] || this.goalX !== given[2] || this.goalY !== given[3];
  }
}
