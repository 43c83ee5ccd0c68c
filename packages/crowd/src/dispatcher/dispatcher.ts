/**
 * Many characters in one frame: orders are queued, planned within a budget a frame, and walked one arc a frame. No paper; the
 * habits of games (a cap by count for lockstep, a cap by clock otherwise, shared work for shared goals) put behind one class.
 */
import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkBuffer, checkOption, checkOptions, checkTails, checkVertex, EditFollower, lastingHeuristic } from '@pf/graph/kit';
import type { CharacterStatus } from './character.ts';
import { Character } from './character.ts';
import { PathRequests } from './path-requests.ts';
import type { DispatcherOptions, FrameReport } from './dispatcher-options.ts';
import { planWithin } from './plan-within.ts';
import { JointMoves } from './joint-moves.ts';
import { spreadGoals } from './spread-goals.ts';
import type { Budget } from './frame-budget.ts';
import { FrameBudget } from './frame-budget.ts';
import type { RoutePlanner } from './route-planner.ts';
import { FlowFields } from './flow-fields.ts';

/** How many characters move between two looks at the clock. */
const COMPANY = 32;

/**
 * Moves thousands of characters over one world, within a planning budget per frame.
 *
 * Requests are served in order. Characters with the same goal share a flow field. A character without a path yet takes greedy steps.
 * With a budget of expansions, the same calls give the same moves on every machine.
 *
 * Memory: 9 bytes per vertex, 40 more per flow field in use, one path per character. Arc costs must be positive. The README lists the rules.
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
  private readonly graph: Graph;
  private readonly makePlanner: (character: number) => RoutePlanner;
  private readonly characters = new Map<number, Character>();
  /** The same in the order in which they move, and whose turn it is first. */
  private readonly roster: Character[] = [];
  private turn = 0;
  private nextId = 0;
  private hasNews = false;
  /** The graph's, when it was last told of changes, or found that it had not been. */
  private readonly edits: EditFollower;
  private readonly goals: FlowFields;
  private readonly errands: PathRequests;
  private readonly meter = new FrameBudget();
  /** For characters that avoid each other. */
  private readonly joint: JointMoves | undefined;
  private orders = 0;
  private groups = 0;
  /** What a planner threw, until the end of the move. */
  private failure: Error | undefined;

  constructor(graph: Graph, options: DispatcherOptions) {
    checkOptions(options, ['planner', 'heuristic', 'shareFrom', 'fields', 'collisions'], 'Dispatcher');
    const { planner, heuristic, shareFrom = 3, fields = 4, collisions = 'pass' } = options;
    checkOption('collisions', collisions, ['pass', 'avoid']);
    if (typeof planner !== 'function') throw new TypeError('The planner of a dispatcher is a function that gives the one of a character, such as () => search, also where all have the same.');
    if (!(shareFrom >= 1)) throw new RangeError(`shareFrom must be at least 1, got ${shareFrom}: from so many characters on they share a field.`);
    if (!(fields >= 0)) throw new RangeError(`fields must be 0 or more, got ${fields}: so many goals are shared at once.`);
    this.graph = graph;
    this.edits = new EditFollower(graph);
    this.makePlanner = planner;
    this.goals = new FlowFields(graph, shareFrom, fields);
    const avoids = collisions === 'avoid';
    this.errands = new PathRequests(graph, heuristic, this.goals, avoids);
    this.joint = avoids ? new JointMoves(graph, heuristic ?? lastingHeuristic(graph)) : undefined;
  }

  /** Puts a character into the world and returns its number. */
  add(at: number): number {
    checkVertex(this.graph, at, 'position');
    this.checkFree(at);
    const planner = this.makePlanner(this.nextId);
    if (typeof (planner as RoutePlanner | undefined)?.run !== 'function') {
      throw new TypeError('The planner of a character must have begin, run, path and counters, as searches of @pf/search and planners of @pf/incremental do.');
    }
    const character = new Character(at, planner);
    this.characters.set(this.nextId, character);
    this.roster.push(character);
    this.joint?.add(character);
    return this.nextId++;
  }

  /** Takes a character out of the world. */
  remove(character: number): void {
    const c = this.find(character);
    this.errands.dismiss(c);
    this.joint?.remove(c);
    this.characters.delete(character);
    const place = this.roster.indexOf(c);
    this.roster.splice(place, 1);
    if (place < this.turn) this.turn--;
  }

  /**
   * Sends a character to a goal, whatever it was about before; one that waits keeps its place in the queue. May be called every frame: an order
   * for the goal that it has already changes nothing.
   *
   * Another goal turns it at once, be it on its way or being planned, as a player expects. But whoever gets goal after goal is after something
   * that moves: turned by each of them, it would never have a way planned to its end, nor walk it. So when a second goal comes while it waits, what
   * is being planned is planned to its end; and within 16 frames after it has got a way, it goes on walking that until the way to its newest
   * goal is there, for which it lines up behind the others. Sent back to where that way leads, it keeps it, and needs no other.
   */
  order(character: number, goal: number): void {
    checkVertex(this.graph, goal, 'goal');
    this.send(this.find(character), goal, 0);
  }

  /**
   * Sends a group to one goal, each to a vertex of its own: the goal and the nearest ones around it that can be reached from there and are nobody else's goal
   * or resting place. The nearest characters get the innermost. Those for whom there is none are sent to the goal itself.
   */
  spread(characters: readonly number[], goal: number): void {
    checkVertex(this.graph, goal, 'goal');
    const group = characters.map((id) => this.find(id));
    const taken = new Set<number>();
    for (const c of this.roster) taken.add(c.goal === NO_VERTEX ? c.at : c.goal);
    for (const c of group) taken.delete(c.goal === NO_VERTEX ? c.at : c.goal);
    const goals = spreadGoals(this.graph, group.map(({ at }) => at), goal, taken);
    this.groups++;
    group.forEach((c, i) => this.send(c, goals[i], this.groups));
  }

  /**
   * Puts a character somewhere else: thrown back, through a portal, or where your own steering has it by now. It keeps its order, and its way too where that
   * leads on from there within 16 arcs; else it waits for another one.
   */
  place(character: number, at: number): void {
    checkVertex(this.graph, at, 'position');
    const c = this.find(character);
    if (at === c.at) return;
    this.checkFree(at);
    this.joint?.relocate(c, at);
    this.errands.displace(c, at);
  }

  /** Makes a character stand where it is. */
  cancel(character: number): void {
    this.errands.drop(this.find(character));
  }

  position(character: number): number {
    return this.find(character).at;
  }

  status(character: number): CharacterStatus {
    return this.find(character).status;
  }

  /**
   * Writes the way that a character walks, from where it stands on, as it is known now and as far as `out` reaches: to draw it, or to move a figure
   * smoothly towards `out[1]`. Returns how many vertices it wrote; 0 of one that is idle, waits or cannot get to its goal.
   */
  path(character: number, out: Uint32Array): number {
    const c = this.find(character);
    checkBuffer(out);
    return c.way.write(c.at, out);
  }

  /**
   * Keeps a character where it is for the next `frames` frames; its way is planned and kept meanwhile, and 0 lets it go on. So some walk more slowly than
   * others, expensive ground takes its time, and who finds `path(character, out)[1]` taken gives way.
   */
  hold(character: number, frames: number): void {
    if (!(frames >= 0)) throw new RangeError(`A character is held for 0 frames or more, got ${frames}.`);
    this.find(character).heldUntil = this.errands.frames + frames;
  }

  /**
   * Call after an edit with the vertices whose outgoing arcs changed. Grids and compressed graphs remember their edits: there, and where `version` tells of an
   * edit at all, an edit that was not reported is noticed at the next frame. A graph without a `version` has to have each reported.
   */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    checkTails(this.graph, tails, n);
    if (n === 0) return;
    if (this.edits.isComplete(tails, n)) this.report(tails, n);
    else this.followEdits();
  }

  /** Plans within the budget, then moves every character by one arc at most: `plan` and `move` in one. */
  frame(budget: Budget): FrameReport {
    return this.walk(this.plan(budget), true);
  }

  /**
   * Plans within the budget, and moves nobody. For games with turns: between this and `move`, `path(character, out)[1]` says where a character is about to go, and
   * `hold` keeps it where it is. What a planner throws, the next `move` throws at its end; the character is then out of reach of its goal, until the
   * world changes or it is sent elsewhere.
   */
  plan(budget: Budget): FrameReport {
    const { meter, errands, goals } = this;
    const { turns } = errands;
    const report: FrameReport = { expanded: 0, planned: 0, moved: 0, waiting: 0 };
    meter.begin(budget);
    errands.frames++;
    if (this.edits.isBehind) this.followEdits();
    if (this.hasNews) for (const c of this.roster) if (c.status === 'unreachable') turns.lookAgain(c);
    this.hasNews = false;
    report.planned = planWithin(meter, errands, goals, (c, error) => (this.failure ??= this.failureOf(c, error)));
    report.expanded = meter.spent;
    for (const { status } of this.roster) if (status === 'waiting') report.waiting++;
    return report;
  }

  /** Moves every character that knows its path by one arc; returns how many moved. */
  move(): number {
    const report: FrameReport = { expanded: 0, planned: 0, moved: 0, waiting: 0 };
    if (this.edits.isBehind) this.followEdits();
    return this.walk(report, false).moved;
  }

  private send(c: Character, goal: number, group: number): void {
    const isNew = c.goal === NO_VERTEX;
    this.errands.give(c, goal);
    c.group = group;
    // Who is sent elsewhere on its way keeps its turn among those who avoid each other; or it might wait for ever.
    if (isNew && c.goal !== NO_VERTEX) c.orderedAt = this.orders++;
  }

  private report(tails: ArrayLike<number>, n: number): void {
    this.edits.catchUp();
    if (n > 0) this.errands.arcsChanged(tails, n);
    this.hasNews = true;
  }

  /** Follows edits that were not reported: by what the graph remembers, or else by planning everything anew. */
  private followEdits(): void {
    const n = this.edits.find();
    if (n >= 0) return this.report(this.edits.tails, n);
    this.edits.catchUp();
    this.errands.startOver();
    this.hasNews = true;
  }

  /** Everybody in turn; `timed`, but for those for whom no time is left. */
  private walk(report: FrameReport, timed: boolean): FrameReport {
    const { roster, meter, errands } = this;
    const count = roster.length;
    let moved = 0;
    if (this.joint !== undefined) {
      this.walkTogether(this.joint, report);
      moved = count;
    }
    for (; moved < count; moved++) {
      if (timed && moved % COMPANY === 0 && moved > 0 && meter.isOver()) break;
      const c = roster[(this.turn + moved) % count];
      if (errands.frames <= c.heldUntil) continue;
      if (errands.step(c)) report.moved++;
    }
    if (timed) meter.moved(moved / count);
    this.turn = moved === count ? 0 : (this.turn + moved) % count;
    report.waiting = 0;
    for (const { status } of roster) if (status === 'waiting') report.waiting++;
    const { failure } = this;
    this.failure = undefined;
    if (failure !== undefined) throw failure;
    return report;
  }

  /** All at once, none on the vertex of another. */
  private walkTogether(joint: JointMoves, report: FrameReport): void {
    const { roster, errands } = this;
    for (const c of roster) errands.prepare(c);
    joint.decide(roster, errands.frames);
    joint.commit(roster);
    for (const c of roster) {
      if (c.to !== c.at) report.moved++;
      errands.moved(c, c.to);
    }
  }

  /** What a planner threw is the frame's to throw, once everybody has moved. */
  private failureOf(c: Character, error: unknown): Error {
    const [id] = [...this.characters].find(([, other]) => other === c)!;
    const reason = error instanceof Error ? error.message : String(error);
    return new Error(`No way could be planned for character ${id}, which stays at vertex ${c.at}: ${reason}`, { cause: error });
  }

  private checkFree(at: number): void {
    if (this.joint?.isTaken(at) !== true) return;
    const [id] = [...this.characters].find(([, other]) => other.at === at)!;
    throw new RangeError(`Vertex ${at} is taken by character ${id}, and characters that avoid each other need a vertex each: choose a free one, as nearestFree of @pf/grid does.`);
  }

  private find(character: number): Character {
    const c = this.characters.get(character);
    if (c === undefined) throw new RangeError(`There is no character ${character}: add(vertex) returns the number of a new one.`);
    return c;
  }
}
