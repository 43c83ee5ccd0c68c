/** Many units in one frame. Not from a paper, but common in games: a cap by expansions for lockstep, a cap by clock otherwise, shared work for shared goals. */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkList, checkVertex, checkWorld, shown } from '@pf/graph/kit';
import type { DispatcherOptions, FrameReport } from './dispatcher-options.ts';
import { checkDispatcherOptions, checkJoined, checkPlanner } from './dispatcher-options.ts';
import { FlowFields } from './flow-fields.ts';
import type { Budget } from './frame-budget.ts';
import type { FramePart } from './frame-runner.ts';
import { FrameRunner } from './frame-runner.ts';
import { GraphEdits } from './graph-edits.ts';
import { JointMoves } from './joint-moves.ts';
import { PathRequests } from './path-requests.ts';
import type { RoutePlanner } from './route-planner.ts';
import { Roster } from './roster.ts';
import { SpreadGoals } from './spread-goals.ts';
import type { Unit, UnitStatus } from './unit.ts';
import { guidingHeuristic, UnitKind } from './unit-kind.ts';

/**
 * Moves thousands of units over one world, within a planning budget per frame.
 *
 * Requests are served in order. Units with the same goal share a flow field. A unit without a path yet takes greedy steps.
 * With a budget of expansions, the same calls give the same moves on every machine.
 *
 * Memory: 9 bytes per vertex, 40 more per flow field, and one path per unit; `docs/dispatcher.md` has the rest, and the rules. Arc costs must be positive.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { Dispatcher } from '@pf/crowd';
 * import { AStar } from '@pf/search';
 *
 * const grid = new Grid(3, 1);
 * const astar = new AStar(grid);
 * const dispatcher = new Dispatcher(grid, { planner: () => astar });
 * const scout = dispatcher.add(grid.vertex(0, 0));
 * dispatcher.order(scout, grid.vertex(2, 0));
 * dispatcher.frame({ expansions: 100 }).moved; // → 1
 * dispatcher.path(scout, new Uint32Array(grid.vertexCount)); // → 2
 * dispatcher.frame({ expansions: 100 }).moved; // → 1
 * dispatcher.status(scout); // → 'idle'
 * ```
 */
export class Dispatcher {
  private readonly makePlanner: (unit: number) => RoutePlanner;
  private readonly kind: UnitKind;
  private readonly spreads: SpreadGoals;
  private readonly roster = new Roster();
  private readonly edits: GraphEdits;
  private readonly requests: PathRequests;
  private readonly part: FramePart;
  /** Runs the frames: its own, or those of the dispatcher that it has joined. */
  private readonly frames: FrameRunner;

  constructor(private readonly graph: Graph, options: DispatcherOptions, private readonly joined?: FrameRunner) {
    checkWorld(graph, 'A dispatcher');
    checkDispatcherOptions(options);
    const { planner, heuristic, shareFrom = 3, fields = 4, collisions = 'pass', footprint, side } = options;
    const avoids = joined !== undefined || collisions === 'avoid';
    this.makePlanner = planner;
    const flowFields = new FlowFields(graph, shareFrom, fields);
    this.frames = joined ?? new FrameRunner(avoids ? new JointMoves(graph) : undefined);
    this.requests = new PathRequests(graph, heuristic, flowFields, this.frames);
    this.edits = new GraphEdits(graph, this.requests);
    this.kind = new UnitKind(graph, heuristic ?? guidingHeuristic(graph, { least: 1 }), footprint, side);
    this.spreads = new SpreadGoals(this.kind, this.requests.closed, heuristic ?? guidingHeuristic(graph));
    this.part = { roster: this.roster.units, requests: this.requests, fields: flowFields, edits: this.edits };
    this.frames.parts.push(this.part);
  }

  /**
   * Creates a dispatcher for units of another size, or on another graph, over the same vertices. The units of both avoid each other. Call `frame`, or `plan` and `move`, of
   * this dispatcher: it includes the other, within its budget. Each dispatcher numbers its own units.
   *
   * @example
   * ```ts
   * import { Grid, UnitGrid } from '@pf/grid';
   * import { Dispatcher } from '@pf/crowd';
   * import { AStar } from '@pf/search';
   *
   * const ground = new Grid(8, 4);
   * const soldiers = new Dispatcher(ground, { planner: () => new AStar(ground), collisions: 'avoid' });
   * const large = new UnitGrid(ground, 2);
   * const tanks = soldiers.join(large.grid, { planner: () => new AStar(large.grid), footprint: large });
   * const tank = tanks.add(ground.vertex(0, 0));
   * soldiers.add(ground.vertex(3, 1));
   * tanks.order(tank, ground.vertex(6, 0));
   * for (let frame = 0; frame < 10; frame++) soldiers.frame({ expansions: 1000 });
   * tanks.status(tank); // → 'idle'
   * ```
   */
  join(graph: Graph, options: DispatcherOptions): Dispatcher {
    checkWorld(graph, 'A dispatcher');
    if (this.runner.joint === undefined) throw new Error("Only dispatchers with collisions: 'avoid' can be joined: without, units pass through each other anyway, so call frame of each.");
    checkJoined(this.graph, graph);
    const joined = new Dispatcher(graph, { ...options, side: (options as DispatcherOptions | undefined)?.side ?? this.kind.side, collisions: 'avoid' }, this.runner);
    this.runner.joint.join(graph);
    return joined;
  }

  /** Ends what `join` began: frames leave this dispatcher out, and its memory can be freed. Its units must be removed before. All later calls throw. */
  leave(): void {
    if (this.joined === undefined) throw new Error('This dispatcher has not joined another one: only one that join has returned can leave.');
    this.roster.leave();
    this.frames.removePart(this.part);
    this.frames.joint?.leave(this.graph);
  }

  /** Adds a unit at a vertex and returns its number. */
  add(at: number): number {
    this.checkFree(at);
    const planner = this.makePlanner(this.roster.nextId);
    checkPlanner(planner, this.graph, this.roster.nextId);
    const unit = this.roster.add(at, planner, this.kind);
    this.runner.add(unit);
    return unit.id;
  }

  remove(unit: number): void {
    const removed = this.roster.find(unit);
    this.requests.remove(removed);
    this.runner.remove(removed);
    this.roster.remove(removed);
  }

  /**
   * Sends a unit to a goal. Replaces its last order; a unit that waits keeps its place in the queue. May be called every frame. An order to the same goal changes
   * nothing, except that a planner that threw is asked again; an order to a moving goal is followed as fast as the budget allows. It ends at the goal by itself: `status` is 'idle'.
   */
  order(unit: number, goal: number): void {
    checkVertex(this.graph, goal, 'goal');
    this.send(this.roster.find(unit), goal, 0);
  }

  /**
   * Sends a unit along a path of yours, to where that first reaches its last vertex: from a worker, a player, a saved game. Returns whether it follows it: if an arc is closed,
   * or the unit is not on the path, this is an order to its end. Once an arc ahead is closed or costs more, a new path is planned, as after `order`.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   * import { Dispatcher } from '@pf/crowd';
   * import { AStar } from '@pf/search';
   *
   * const grid = new Grid(3, 2);
   * const dispatcher = new Dispatcher(grid, { planner: () => new AStar(grid) });
   * const scout = dispatcher.add(grid.vertex(0, 0));
   * dispatcher.follow(scout, [[0, 0], [0, 1], [1, 1], [2, 0]].map(([x, y]) => grid.vertex(x, y))); // → true
   * ```
   */
  follow(unit: number, path: ArrayLike<number>): boolean {
    checkList(path, 'path');
    this.order(unit, path[path.length - 1]);
    return this.requests.follow(this.roster.find(unit), path);
  }

  /**
   * Sends a group to one goal, each unit to its own vertex: the goal and the nearest vertices around it. Left out are vertices to which other units are sent, and
   * those on which one stays: without an order, 'unreachable', or held for ever. The nearest units get the innermost vertices; if there are too few, the others get
   * the goal itself. A goal that no unit can reach is replaced by the vertex nearest to it, by `heuristic`, that most can. It searches at once, outside of the budget. The first time
   * from an island to another, that takes floods of the map; `nearestFree` with `Components` of @pf/grid takes less. `units` is any iterable or list, each unit once.
   */
  spread(units: Iterable<number> | ArrayLike<number>, goal: number): void {
    checkVertex(this.graph, goal, 'goal');
    const group = this.roster.findGroup(units);
    this.edits.follow();
    const goals = this.spreads.find(group.map(({ at }) => at), goal, this.runner.takenByOthers(new Set(group)));
    const number = ++this.runner.groups;
    group.forEach((unit, i) => this.send(unit, goals[i], number));
  }

  /** Puts a unit on another vertex: through a portal, or where your steering moved it. It keeps its order, and its path if that passes there within 16 arcs, or beside. */
  place(unit: number, at: number): void {
    const placed = this.roster.find(unit);
    if (at === placed.at) return;
    this.checkFree(at, placed);
    this.runner.joint?.place(placed, at);
    this.requests.place(placed, at);
  }

  /** Ends the order of a unit, which stays where it is. */
  cancel(unit: number): void {
    const cancelled = this.roster.find(unit);
    cancelled.group = 0;
    this.requests.cancel(cancelled);
  }

  position(unit: number): number {
    return this.roster.find(unit).at;
  }

  /** The units of this dispatcher on a vertex: with `collisions: 'avoid'`, the one that covers it, if any. */
  unitsAt(v: number): number[] {
    checkVertex(this.graph, v, 'vertex');
    const { joint } = this.runner;
    return (joint === undefined ? this.roster.units.filter(({ at }) => at === v) : joint.unitsAt(v).filter((unit) => this.roster.has(unit))).map(({ id }) => id);
  }

  /**
   * Whether `add(v)` would throw since a unit is in the way, also one of a joined dispatcher; with `unit`, whether `place(unit, v)` would. Walls do not count.
   * Near a cell, a new unit can appear on `nearestFree(grid, v, (u) => !dispatcher.isTaken(u))`.
   */
  isTaken(v: number, unit?: number): boolean {
    return this.unitInTheWay(v, unit === undefined ? undefined : this.roster.find(unit)) !== undefined;
  }

  /** The goal of a unit: of its order, or its own vertex of a `spread`. NO_VERTEX if it has no order, or has arrived; an 'unreachable' unit keeps its goal. */
  goal(unit: number): number {
    return this.roster.find(unit).goal;
  }

  /** Where a unit without an order belongs: it returns there after a push, once a path of free cells leads back. NO_VERTEX with an order. */
  post(unit: number): number {
    const { goal, post } = this.roster.find(unit);
    return goal === NO_VERTEX ? post : NO_VERTEX;
  }

  status(unit: number): UnitStatus {
    return this.roster.find(unit).status;
  }

  /**
   * Writes the rest of the path of a unit, its position first, until the path ends or `out` is full. Returns the number of vertices; 0 if it has no path. With
   * `collisions: 'avoid'`, others may push the unit elsewhere, also off its path: draw figures between two results of `position`.
   */
  path(unit: number, out: Uint32Array): number {
    const { at, path } = this.roster.find(unit);
    checkBuffer(out);
    return path.write(at, out);
  }

  /** Pauses a unit for `frames` calls of `frame` or `move`; 0 lets it go on, a new order does not. Its path is planned meanwhile. For slow units, expensive ground, or a taken next cell. */
  hold(unit: number, frames: number): void {
    if (typeof frames !== 'number' || !(frames >= 0)) throw new RangeError(`A unit is held for 0 frames or more, got ${shown(frames)}.`);
    this.roster.find(unit).heldUntil = this.runner.moves + frames;
  }

  /**
   * Call after an edit with the vertices whose outgoing arcs changed. Not needed for grids and compressed graphs, which remember their edits. On a graph with
   * a `version`, an unreported edit is noticed at the next frame. On a graph without one, report each edit.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    this.roster.checkJoined();
    if (n !== 0) this.edits.report(tails, n);
  }

  /** Plans within the budget, then moves every unit by at most one arc: `plan` and `move` in one. */
  frame(budget: Budget): FrameReport {
    const runner = this.checkLeads();
    return runner.move(runner.plan(budget, true), true);
  }

  /**
   * Plans within the budget, for turn-based games: no unit moves until you call `move`. Before that, `path(unit, out)` writes the next vertex of a unit to `out[1]`, and `hold` keeps
   * it where it is. If a planner throws, the next `move` throws an error that names the unit, which is 'unreachable' until the world changes or it is ordered again.
   */
  plan(budget: Budget): FrameReport {
    return this.checkLeads().plan(budget, false);
  }

  /** Moves every unit that has a path by one arc; returns how many moved. Plans no paths: call `plan` for that. */
  move(): number {
    return this.checkLeads().move({ expanded: 0, planned: 0, moved: 0, waiting: 0 }, false).moved;
  }

  private send(unit: Unit, goal: number, group: number): void {
    const wasIdle = unit.goal === NO_VERTEX;
    if (group > 0 || goal !== (wasIdle ? unit.post : unit.goal)) unit.group = group;
    this.requests.order(unit, goal);
    // A walking unit whose goal changes keeps its priority; otherwise it might wait for ever.
    if (wasIdle) unit.orderedAt = this.runner.orders++;
  }

  private get runner(): FrameRunner {
    this.roster.checkJoined();
    return this.frames;
  }

  /** A unit that is in the way of `self` at a vertex, or of a new unit. */
  private unitInTheWay(at: number, self?: Unit): Unit | undefined {
    checkVertex(this.graph, at, 'position');
    this.kind.checkOnMap(at);
    return this.runner.joint?.unitsAt(at, this.kind, self)[0];
  }

  private checkFree(at: number, self?: Unit): void {
    const other = this.unitInTheWay(at, self);
    if (other === undefined) return;
    const who = this.roster.has(other) ? `unit ${other.id}` : 'a unit of a joined dispatcher';
    throw new RangeError(`Vertex ${at} is taken by ${who}, and units that avoid each other need vertices of their own: choose a free one, for example nearestFree(grid, v, (u) => !dispatcher.isTaken(u)).`);
  }

  /** Returns what runs the frames; throws if those of another dispatcher include this one. */
  private checkLeads(): FrameRunner {
    const { runner } = this;
    if (this.joined !== undefined) throw new Error('This dispatcher has joined another one, whose frame, plan and move include it: call those.');
    return runner;
  }
}
