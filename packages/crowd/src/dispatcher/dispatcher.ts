/**
 * Many characters in one frame: orders are queued, planned within a budget a frame, and walked one arc a frame. No paper; the
 * habits of games (a cap by count for lockstep, a cap by clock otherwise, shared work for shared goals) put behind one class.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { checkBuffer, checkOptions, checkTails, checkVertex, EditFollower } from '@pf/graph/kit';
import type { CharacterStatus } from './character.ts';
import { Character } from './character.ts';
import { PathRequests } from './path-requests.ts';
import type { Budget } from './frame-budget.ts';
import { FrameBudget } from './frame-budget.ts';
import type { RoutePlanner } from './route-planner.ts';
import type { FlowField } from './flow-field.ts';
import { PRICE } from './flow-field.ts';
import { FlowFields } from './flow-fields.ts';

/** Who plans for the characters of a `Dispatcher`, what they do meanwhile, and when they share their work. */
export interface DispatcherOptions {
  /**
   * The planner of a character: one for all of them, or one each for planners that mend their answer. Asked once a character. As long as orders wait,
   * it is the dispatcher's: asked anything else between two frames, it begins anew with what it was at, which goes behind the others; asked every frame, it
   * may never come to its end. For the way under the mouse, take a search of your own.
   */
  readonly planner: (character: number) => RoutePlanner;
  /** For the first moves of characters whose way is not planned yet; without one they wait. */
  readonly heuristic?: Heuristic | undefined;
  /**
   * From so many characters with one goal on, they share one field, as soon as that takes less than their own searches would. Default 3;
   * Infinity switches sharing off.
   */
  readonly shareFrom?: number | undefined;
  /** How many goals may be shared at once, 40 bytes a vertex each. Default 4. */
  readonly fields?: number | undefined;
}

/** What one frame did. */
export interface FrameReport {
  /** Expansions spent on planning; a changed vertex that a planner is told of counts as one. */
  expanded: number;
  /** Characters whose way was found, or found not to exist, in this frame. */
  planned: number;
  /** Characters that moved. */
  moved: number;
  /** Characters still waiting for their way; not those that walk an older one meanwhile. */
  waiting: number;
}

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

  constructor(graph: Graph, options: DispatcherOptions) {
    checkOptions(options, ['planner', 'heuristic', 'shareFrom', 'fields'], 'Dispatcher');
    const { planner, heuristic, shareFrom = 3, fields = 4 } = options;
    if (typeof planner !== 'function') throw new TypeError('The planner of a dispatcher is a function that gives the one of a character, such as () => search, also where all have the same.');
    if (!(shareFrom >= 1)) throw new RangeError(`shareFrom must be at least 1, got ${shareFrom}: from so many characters on they share a field.`);
    if (!(fields >= 0)) throw new RangeError(`fields must be 0 or more, got ${fields}: so many goals are shared at once.`);
    this.graph = graph;
    this.edits = new EditFollower(graph);
    this.makePlanner = planner;
    this.goals = new FlowFields(graph, shareFrom, fields);
    this.errands = new PathRequests(graph, heuristic, this.goals);
  }

  /** Puts a character into the world and returns its number. */
  add(at: number): number {
    checkVertex(this.graph, at, 'position');
    const planner = this.makePlanner(this.nextId);
    if (typeof (planner as RoutePlanner | undefined)?.run !== 'function') {
      throw new TypeError('The planner of a character must have begin, run, path and counters, as searches of @pf/search and planners of @pf/incremental do.');
    }
    const character = new Character(at, planner);
    this.characters.set(this.nextId, character);
    this.roster.push(character);
    return this.nextId++;
  }

  /** Takes a character out of the world. */
  remove(character: number): void {
    const c = this.find(character);
    this.errands.dismiss(c);
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
    this.errands.give(this.find(character), goal);
  }

  /**
   * Puts a character somewhere else: thrown back, through a portal, or where your own steering has it by now. It keeps its order, and its way too where that
   * leads on from there within 16 arcs; else it waits for another one.
   */
  place(character: number, at: number): void {
    checkVertex(this.graph, at, 'position');
    this.errands.displace(this.find(character), at);
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
   * others, dear ground takes its time, and who finds `path(character, out)[1]` taken gives way.
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

  /**
   * Plans within the budget, then lets every character that knows its way take one arc. What a planner throws, this throws at its end; the character is then
   * out of reach of its goal, until the world changes or it is sent elsewhere.
   */
  frame(budget: Budget): FrameReport {
    const { meter, errands, goals } = this;
    const { turns } = errands;
    const report: FrameReport = { expanded: 0, planned: 0, moved: 0, waiting: 0 };
    meter.begin(budget);
    errands.frames++;
    if (this.edits.isBehind) this.followEdits();
    if (this.hasNews) for (const c of this.roster) if (c.status === 'unreachable') turns.lookAgain(c);
    this.hasNews = false;
    let mended = false;
    let failure: Error | undefined;
    for (let slice = meter.slice(); slice > 0; slice = meter.slice()) {
      // Fields work by turns with the orders, so that neither has to wait for all of the other.
      const due: FlowField | undefined = mended ? undefined : goals.due;
      const c: Character | undefined = due === undefined ? turns.next() : undefined;
      mended = c === undefined;
      if (c !== undefined) {
        try {
          meter.pay(errands.plan(c, slice));
        } catch (error) {
          errands.fail(c);
          failure ??= this.failureOf(c, error);
          meter.pay(0);
        }
        if (turns.current === undefined) report.planned++;
      } else {
        const field = due ?? goals.due;
        if (field === undefined) break;
        meter.pay(field.work(Math.ceil(slice / PRICE)));
      }
    }
    report.expanded = meter.spent;
    this.move(report);
    if (failure !== undefined) throw failure;
    return report;
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

  /** Everybody in turn, but for those for whom no time is left. */
  private move(report: FrameReport): void {
    const { roster, meter, errands } = this;
    const count = roster.length;
    let moved = 0;
    for (; moved < count; moved++) {
      if (moved % COMPANY === 0 && moved > 0 && meter.isOver()) break;
      const c = roster[(this.turn + moved) % count];
      if (errands.frames <= c.heldUntil) continue;
      if (errands.step(c)) report.moved++;
    }
    meter.moved(moved / count);
    this.turn = moved === count ? 0 : (this.turn + moved) % count;
    for (const { status } of roster) if (status === 'waiting') report.waiting++;
  }

  /** What a planner threw is the frame's to throw, once everybody has moved. */
  private failureOf(c: Character, error: unknown): Error {
    const [id] = [...this.characters].find(([, other]) => other === c)!;
    const reason = error instanceof Error ? error.message : String(error);
    return new Error(`No way could be planned for character ${id}, which stays at vertex ${c.at}: ${reason}`, { cause: error });
  }

  private find(character: number): Character {
    const c = this.characters.get(character);
    if (c === undefined) throw new RangeError(`There is no character ${character}: add(vertex) returns the number of a new one.`);
    return c;
  }
}
