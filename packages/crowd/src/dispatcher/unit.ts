import { NO_VERTEX } from '@pf/graph';
import type { RoutePlanner } from './route-planner.ts';
import type { UnitKind } from './unit-kind.ts';
import { UnitPath } from './unit-path.ts';

/**
 * The state of a unit. `idle`: it has no order. `waiting`: its path is not planned yet. `walking`: it follows its path, or an older one while the new one is planned.
 * `unreachable`: no path leads to its goal.
 */
export type UnitStatus = 'idle' | 'waiting' | 'walking' | 'unreachable';

/** A new path is followed for at least this many frames, about a quarter of a second. */
export const MIN_FRAMES_ON_PATH = 16;

/** A path that a unit takes instead of its own: to make room for another, or back to its post. */
interface Detour {
  /** Its vertices, the last one first. */
  readonly route: number[];
  /** The frame in which it ends at the latest. */
  readonly until: number;
  /** The unit for which it makes room. */
  readonly yieldsTo: Unit | undefined;
}

/** One unit of a dispatcher. */
export class Unit {
  /** The goal of its last order. */
  goal = NO_VERTEX;
  status: UnitStatus = 'idle';
  readonly path = new UnitPath();
  /** The goal of the last query of its planner, which can repair the answer. */
  plannedGoal = NO_VERTEX;
  /** If its status is `unreachable`: whether that is because its planner threw. */
  hasFailed = false;
  /** The number of moves that it could make while its path was planned last. */
  planningMoves = 0;
  /** The counters of its planner when the dispatcher used it last. Other numbers mean that the caller has used the planner since. */
  expanded = 0;
  queries: number | undefined;
  /** The number of changes that its planner has read. */
  changesRead = 0;
  /** The length of the log at that time. A planner that has read only part of it cannot process later changes. */
  changesLogged = 0;
  /** Until this frame, a new goal does not stop the unit on its path. */
  keepsPathUntil = 0;
  /** The number of searches begun for it, after an edit each, since the last one that ended. */
  searches = 0;
  /** Set when it gets another goal before its path is planned. Until it has a path, a new goal then does not stop it or its planner. */
  isChasing = false;
  /** Whether its search was put off, since changes would have started it over. */
  wasPostponed = false;
  /** The number of changes from which on floods found that its goal can be reached again; −1 if they did not. */
  recheckedAt = -1;
  /** Whether its planner found no path where floods did: it has rules that the graph does not show. */
  defiesFloods = false;
  /** The last move in which it stays where it is, as `hold` demands. */
  heldUntil = 0;

  // The fields below are used only if units avoid each other.

  /** Its index among the units of `JointMoves`. */
  slot = 0;
  /** Units of lower rank decide first. */
  rank = 0;
  /** Whether it should move in this frame. */
  wantsToMove = false;
  /** Its position without an order. It returns there after it was pushed away. */
  post: number;
  /** The number of its last group order; 0 after an order to this unit alone, to another goal, after `cancel`, and after `place` without an order. */
  group = 0;
  /** The number of the order that set it in motion. Older orders come first. */
  orderedAt = Infinity;
  /** The shortest rest of its path since others last made a detour for it, and the frame in which that changed. Without an order: of the way back to its post. */
  restSinceDetour = Infinity;
  progressedAt = 0;
  /** The shortest rest of its path since that was planned, and its attempts since then to get past others. */
  restSincePlan = Infinity;
  attempts = 0;
  /** The frame from which on it has waited for others, once it has looked for a path around them since then; 0 if it has not. */
  stoppedAt = 0;
  detour: Detour | undefined;

  constructor(
    public at: number,
    readonly planner: RoutePlanner,
    readonly kind: UnitKind,
    /** Its number in the dispatcher. */
    readonly id = 0,
  ) {
    this.post = at;
  }

  /** Its path is ready. */
  startWalking(frame: number): void {
    this.status = 'walking';
    this.keepsPathUntil = frame + MIN_FRAMES_ON_PATH;
    this.isChasing = this.wasPostponed = false;
    this.forgetFloods();
    this.restSincePlan = Infinity;
  }

  /** Continues on its old path, since no new one will come. */
  resumePath(): void {
    this.path.uncut();
    if (this.status === 'waiting' && !this.path.isWalked) this.status = 'walking';
  }

  /** Begins a detour, in place of any other. `route` has the last vertex first. */
  beginDetour(route: number[], frame: number, yieldsTo?: Unit): void {
    this.detour = { route, until: frame + 2 * route.length + 6, yieldsTo };
  }

  /** Drops the part of its detour that it has walked. Ends the detour at its last vertex, when it takes too long, or when the other unit no longer needs it. */
  followDetour(frame: number): void {
    const { route, until, yieldsTo } = this.detour!;
    const index = route.lastIndexOf(this.at);
    if (index >= 0) route.length = index;
    if (route.length === 0 || frame >= until || (yieldsTo !== undefined && yieldsTo.status !== 'walking')) this.detour = undefined;
  }

  /** Drops its goal and stays where it is. */
  rest(): void {
    this.path.clear();
    this.post = this.at;
    this.goal = NO_VERTEX;
    this.status = 'idle';
    this.endChase();
  }

  /** Its goal cannot be reached, or its planner threw. */
  giveUp(hasFailed = false): void {
    this.path.clear();
    this.status = 'unreachable';
    this.hasFailed = hasFailed;
    this.endChase();
  }

  /** What floods have found no longer counts: it has a path, or another goal or position. */
  forgetFloods(): void {
    this.recheckedAt = -1;
    this.defiesFloods = false;
  }

  /** Adds the vertices that it covers at its goal, and where it is if it stays there: a hold that ends does not count. */
  addCells(taken: Set<number>): void {
    const { at, goal } = this;
    const stays = goal === NO_VERTEX || this.status === 'unreachable' || this.heldUntil === Infinity;
    if (stays) for (const cell of this.kind.cellsAt(at)) taken.add(at + cell);
    if (goal !== NO_VERTEX) for (const cell of this.kind.cellsAt(goal)) taken.add(goal + cell);
  }

  /** Whether a new goal leaves it on its path, or its planner running. */
  keepsPath(frame: number): boolean {
    return this.isChasing || frame < this.keepsPathUntil;
  }

  /** Whether it has no path to its newest goal yet. */
  get needsPath(): boolean {
    return this.status === 'waiting' || (this.status === 'walking' && this.path.goal !== this.goal);
  }

  /** Whether its planner goes to another vertex if the goal is unreachable, or repairs its answer: it has to be asked. */
  get mayLeadElsewhere(): boolean {
    return this.planner.nearest === true || this.planner.arcsChanged !== undefined;
  }

  private endChase(): void {
    this.searches = 0;
    this.recheckedAt = -1;
    this.keepsPathUntil = 0;
    this.isChasing = this.wasPostponed = false;
  }
}
