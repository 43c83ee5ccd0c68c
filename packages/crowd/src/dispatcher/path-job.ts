import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { isLive } from '@pf/graph/kit';
import type { ChangeLog } from './change-log.ts';
import type { Unit } from './unit.ts';

/** After edits have ended so many searches for a unit, the next one does not start over because of edits. */
const MOST_SEARCHES = 3;

/** Runs the planner of one unit after another, in slices, and tracks which edits each planner has received. */
export class PathJob {
  /** Whether the planner of the current unit has begun. */
  hasBegun = false;
  /** The expansions spent on the current path, and the frame in which it was begun. */
  spent = 0;
  begunIn = 0;
  /** The number of moves since then in which the unit was not held. */
  moves = 0;
  /** The vertex from which the path is planned. */
  private start = NO_VERTEX;
  /** Whether the planner still has to get `moveTo` before it runs. */
  private mustMove = false;
  /** Whether the search goes on after edits, and the number of changes when it was begun. */
  ignoresEdits = false;
  since = 0;
  private readonly changes: ChangeLog;
  private readonly tails: Uint32Array;
  /** Whether a planner can see all edits by itself. */
  private readonly showsEdits: boolean;
  /** The path that was found last. */
  readonly route: Uint32Array;

  constructor(changes: ChangeLog, graph: Graph) {
    const { vertexCount } = graph;
    this.showsEdits = graph.version !== undefined && !isLive(graph);
    this.changes = changes;
    this.tails = new Uint32Array(changes.capacity);
    this.route = new Uint32Array(vertexCount);
  }

  begin(unit: Unit, frame: number): void {
    const { planner } = unit;
    this.hasBegun = true;
    this.spent = 0;
    this.begunIn = frame;
    this.moves = 0;
    // A walking unit is planned for from the vertex that it will have reached if planning takes as long as last time. If planning takes longer, the unit waits there.
    unit.path.cut(unit.planningMoves);
    if (unit.status === 'walking' && unit.path.isWalked) unit.status = 'waiting';
    this.ignoresEdits = false;
    // Only the answer to the last query of a planner can be repaired.
    this.mustMove = planner.moveTo !== undefined && unit.plannedGoal === unit.goal && !this.wasUsedElsewhere(unit);
    if (!this.mustMove) this.restart(unit);
  }

  /**
   * Whether the planner has to begin again: the caller has used it, or the world has changed since it last ran, where it had been. A planner that repairs its answer continues after
   * a change, unless it has expanded more than the whole map: it might then never catch up.
   */
  mustRestart(unit: Unit): boolean {
    if (!this.hasBegun) return false;
    const repairs = unit.planner.arcsChanged !== undefined && this.spent <= this.route.length;
    return this.wasUsedElsewhere(unit) || (unit.changesLogged < this.changes.count && !repairs && !this.isUntouched(unit));
  }

  /** Whether the planner goes on after the changes, which are not where it has been. */
  private isUntouched({ planner }: Unit): boolean {
    return this.ignoresEdits || (this.showsEdits && planner.arcsChanged === undefined && planner.isStale === false);
  }

  /** Makes up to `budget` expansions; returns whether the planner is done. */
  run(unit: Unit, budget: number): boolean {
    const { planner } = unit;
    if (this.wasUsedElsewhere(unit)) this.restart(unit);
    const changes = this.reportChanges(unit, budget);
    const before = planner.counters.expanded;
    const done = changes < budget && planner.run(budget - changes);
    this.rememberCounters(unit);
    this.spent += changes + unit.expanded - before;
    return done;
  }

  /** Reads the path into `route` and returns its length. Returns −1, to plan again, if the path answers a query of the caller. */
  readPath(unit: Unit, frame: number): number {
    const { route } = this;
    const n = unit.planner.path(route);
    const from = this.start;
    if (n === 0 || route[0] === from) {
      unit.searches = 0;
      return n;
    }
    // Within a frame, the caller cannot have used the planner.
    if (this.begunIn === frame) throw new Error(`the path of its planner must begin at vertex ${from}, but begins at vertex ${route[0]}.`);
    unit.plannedGoal = NO_VERTEX;
    unit.resumePath();
    this.hasBegun = false;
    return -1;
  }

  /** Whether the caller has used the planner, or another unit, so that its answer does not belong to this one. */
  private wasUsedElsewhere(unit: Unit): boolean {
    const { expanded, queries } = unit.planner.counters;
    return expanded !== unit.expanded || queries !== unit.queries;
  }

  /** Stores the counters of a planner. A planner may itself begin other queries, for example to find the reachable vertex nearest to the goal. */
  private rememberCounters(unit: Unit): void {
    const { expanded, queries } = unit.planner.counters;
    unit.expanded = expanded;
    unit.queries = queries;
  }

  private restart(unit: Unit): void {
    const { planner } = unit;
    this.start = unit.path.end(unit.at);
    if (unit.changesRead < this.changes.count) unit.searches++;
    this.ignoresEdits = unit.searches > MOST_SEARCHES && planner.followsEdits !== undefined;
    this.since = this.changes.count;
    planner.begin(this.start, unit.goal);
    if (this.ignoresEdits) planner.followsEdits = false;
    this.rememberCounters(unit);
    unit.plannedGoal = unit.goal;
    unit.changesRead = this.changes.count;
    this.mustMove = false;
  }

  /** Reports at most `budget` changes to the planner of a unit; returns how many. */
  private reportChanges(unit: Unit, budget: number): number {
    const { planner } = unit;
    const { changes, tails } = this;
    const hasReadPart = unit.changesRead < unit.changesLogged && unit.changesLogged < changes.count;
    if (unit.changesRead < changes.count && !this.mustMove && this.isUntouched(unit)) unit.changesRead = changes.count;
    // A search that cannot repair its answer would continue on the world from before the change.
    if (unit.changesRead < changes.count && (planner.arcsChanged === undefined || hasReadPart || !changes.isComplete(unit))) this.restart(unit);
    const n = changes.read(unit, budget, tails);
    unit.changesLogged = changes.count;
    if (n > 0) planner.arcsChanged?.(tails, n);
    if (this.mustMove && unit.changesRead === changes.count) {
      this.start = unit.path.end(unit.at);
      planner.moveTo?.(this.start);
      this.mustMove = false;
    }
    return n;
  }
}
