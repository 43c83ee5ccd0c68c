/**
 * Many characters in one frame: orders are queued, planned within a budget a frame, and walked one arc a frame. No paper; the
 * habits of games (a cap by count for lockstep, a cap by clock otherwise, shared work for shared goals) put behind one class.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { checkVertex, greedyStep, NO_VERTEX } from '@pf/graph';
import { ArcBuffer } from './agent.ts';
import type { Character, CharacterStatus } from './character.ts';
import type { Budget, RoutePlanner } from './route-planner.ts';
import { Meter } from './route-planner.ts';
import { PRICE, SharedField } from './shared-field.ts';
import { WaitingLine } from './waiting-line.ts';

/** Who plans for the characters of a `Dispatcher`, what they do meanwhile, and when they share their work. */
export interface DispatcherOptions {
  /** The planner of a character: one for all of them, or one each for planners that mend their answer. Asked once a character. */
  readonly planner: (character: number) => RoutePlanner;
  /** For the first moves of characters whose way is not planned yet; without one they wait. */
  readonly heuristic?: Heuristic;
  /** From so many characters with one goal on, they share one field. Default 3; Infinity switches sharing off. */
  readonly shareFrom?: number;
  /** How many goals may be shared at once, 40 bytes a vertex each. Default 4. */
  readonly fields?: number;
}

/** What one frame did. */
export interface FrameReport {
  /** Expansions spent on planning; a changed vertex that a planner is told of counts as one. */
  expanded: number;
  /** Characters whose way was found, or found not to exist, in this frame. */
  planned: number;
  /** Characters that moved. */
  moved: number;
  /** Characters still waiting for their way. */
  waiting: number;
}

/** How many arcs ahead a walking character looks for changes. */
const FORESIGHT = 16;
/** How many characters move between two looks at the clock. */
const COMPANY = 32;

/**
 * Moves thousands of characters over one shared world within a budget a frame.
 *
 * Orders are served first come, first served; a character that waits makes greedy moves that bring its estimate down; characters that
 * share a goal share a field, which is mended where the world changes; a character whose way is blocked within 16 arcs plans anew; one whose
 * goal was found out of reach looks again after changes, when nobody else waits. With a budget that counts expansions, the same orders
 * give the same moves on every machine. With one of milliseconds, the clock is looked at 64 times a frame or more, and moves are part of the
 * frame: those for which there is no time are the first of the next one. What a planner does not do in pieces (`begin`, `path`) is not
 * cut short. It holds 9 bytes a vertex, 40 for each field in use, and a route for each character. Arcs must cost more than 0.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { Dispatcher } from '@pf/realtime';
 * import { AStar } from '@pf/search';
 *
 * const grid = new Grid(3, 1);
 * const astar = new AStar(grid);
 * const dispatcher = new Dispatcher(grid, { planner: () => astar });
 * const scout = dispatcher.add(grid.vertex(0, 0));
 * dispatcher.order(scout, grid.vertex(2, 0));
 * dispatcher.frame({ expansions: 100 }).moved; // → 1
 * dispatcher.frame({ expansions: 100 }).moved; // → 1
 * dispatcher.status(scout); // → 'idle'
 * ```
 */
export class Dispatcher {
  private readonly graph: Graph;
  private readonly makePlanner: (character: number) => RoutePlanner;
  private readonly heuristic: Heuristic | undefined;
  private readonly shareFrom: number;
  private readonly fieldLimit: number;
  private readonly arcs: ArcBuffer;
  private readonly characters = new Map<number, Character>();
  /** The same in the order in which they move, and whose turn it is first. */
  private readonly roster: Character[] = [];
  private turn = 0;
  private nextId = 0;
  private readonly line = new WaitingLine<Character>();
  /** Those who look again whether their goals are still out of reach. */
  private readonly doubtful = new WaitingLine<Character>();
  private hasNews = false;
  /** The character whose planner is under way, and whether that has to be told first where the character is. */
  private current: Character | undefined;
  private hasMoved = false;
  private spentOnWay = 0;
  /** Whose question a planner answered last: only that one's answer can be mended. */
  private readonly lastUser = new Map<RoutePlanner, Character>();
  private readonly fields: SharedField[] = [];
  /** How many characters have each goal. */
  private readonly orders = new Map<number, number>();
  private readonly scratch: Uint32Array;
  /** Tails of changed arcs, change i at i modulo the length: planners that mend their answers are told when they are asked again. */
  private readonly changes: Uint32Array;
  /** How many changes there have been; by vertex, as of which of them its arcs are as they are. */
  private changeCount = 0;
  private readonly changedAt: Uint32Array;
  private readonly meter = new Meter();

  constructor(graph: Graph, options: DispatcherOptions) {
    const { planner, heuristic, shareFrom = 3, fields = 4 } = options;
    const n = graph.vertexCount;
    this.graph = graph;
    this.makePlanner = planner;
    this.heuristic = heuristic;
    this.shareFrom = shareFrom;
    this.fieldLimit = fields;
    this.arcs = new ArcBuffer(graph);
    this.scratch = new Uint32Array(n);
    this.changedAt = new Uint32Array(n);
    // Beyond so many, an answer is found anew sooner than mended.
    this.changes = new Uint32Array(Math.max(64, n >> 3));
  }

  /** Puts a character into the world and returns its number. */
  add(at: number): number {
    checkVertex(this.graph, at, 'position');
    const planner = this.makePlanner(this.nextId);
    const character: Character = {
      at, goal: NO_VERTEX, status: 'idle', planner, plannedFor: NO_VERTEX, plannedAt: 0, told: 0,
      route: new Uint32Array(64), length: 0, position: 0, field: undefined,
    };
    this.characters.set(this.nextId, character);
    this.roster.push(character);
    return this.nextId++;
  }

  /** Takes a character out of the world. */
  remove(character: number): void {
    const c = this.find(character);
    this.forget(c);
    this.characters.delete(character);
    const place = this.roster.indexOf(c);
    this.roster.splice(place, 1);
    if (place < this.turn) this.turn--;
    if (this.lastUser.get(c.planner) === c) this.lastUser.delete(c.planner);
  }

  /** Sends a character to a goal, whatever it was about before; one that waits keeps its place in the queue. */
  order(character: number, goal: number): void {
    checkVertex(this.graph, goal, 'goal');
    const c = this.find(character);
    this.forget(c);
    if (c.at === goal) return;
    c.goal = goal;
    this.orders.set(goal, (this.orders.get(goal) ?? 0) + 1);
    // The memory of a field is taken here, and not within a frame.
    this.fieldFor(c);
    this.enqueue(c);
  }

  /** Makes a character stand where it is. */
  cancel(character: number): void {
    this.forget(this.find(character));
  }

  position(character: number): number {
    return this.find(character).at;
  }

  status(character: number): CharacterStatus {
    return this.find(character).status;
  }

  /** Tells everybody that arcs that leave these vertices have changed. */
  arcsChanged(tails: ArrayLike<number>, n: number): void {
    if (n === 0) return;
    const { changes, changedAt } = this;
    for (let i = 0; i < n; i++) {
      changes[this.changeCount++ % changes.length] = tails[i];
      changedAt[tails[i]] = this.changeCount;
    }
    for (const field of this.fields) field.arcsChanged(tails, n);
    this.hasNews = true;
  }

  /** Plans within the budget, then lets every character that knows its way take one arc. */
  frame(budget: Budget): FrameReport {
    const { meter } = this;
    const report: FrameReport = { expanded: 0, planned: 0, moved: 0, waiting: 0 };
    meter.begin(budget);
    if (this.hasNews) for (const c of this.roster) if (c.status === 'unreachable') this.doubtful.push(c);
    this.hasNews = false;
    let mended = false;
    for (let slice = meter.slice(); slice > 0; slice = meter.slice()) {
      // Fields work by turns with the orders, so that neither has to wait for all of the other.
      const due: SharedField | undefined = mended ? undefined : this.dueField();
      const c: Character | undefined = due === undefined ? this.current ?? this.dequeue() : undefined;
      mended = c === undefined;
      if (c !== undefined) {
        meter.pay(this.plan(c, slice));
        if (this.current === undefined) report.planned++;
      } else {
        const field = due ?? this.dueField();
        if (field === undefined) break;
        meter.pay(field.work(Math.ceil(slice / PRICE)));
      }
    }
    report.expanded = meter.spent;
    this.move(report);
    return report;
  }

  /** Everybody in turn, but for those for whom no time is left. */
  private move(report: FrameReport): void {
    const { roster, meter } = this;
    const count = roster.length;
    let moved = 0;
    for (; moved < count; moved++) {
      if (moved % COMPANY === 0 && moved > 0 && meter.isOver()) break;
      const c = roster[(this.turn + moved) % count];
      if (c.status === 'walking' ? this.walk(c) : c.status === 'waiting' && this.wander(c)) report.moved++;
    }
    meter.moved(moved / count);
    this.turn = moved === count ? 0 : (this.turn + moved) % count;
    for (const { status } of roster) if (status === 'waiting') report.waiting++;
  }

  private dueField(): SharedField | undefined {
    return this.fields.find(({ isDue }) => isDue);
  }

  /** Works on the way of one character; returns what that took, in expansions. */
  private plan(c: Character, slice: number): number {
    const { planner } = c;
    if (this.current !== c) {
      this.leaveField(c);
      if (this.follow(c)) return 0;
      this.current = c;
      this.spentOnWay = 0;
      this.beginPlanner(c);
    }
    let spent = this.tell(c, slice);
    const before = planner.counters.expanded;
    const done = spent < slice && planner.run(slice - spent);
    spent += planner.counters.expanded - before;
    this.spentOnWay += spent;
    if (done) {
      this.fieldFor(c)?.missed(this.spentOnWay, this.orders.get(c.goal)!);
      this.takeRoute(c);
      this.current = undefined;
    }
    return spent;
  }

  /** Whether the field of its goal says which way a character goes, or that there is none. */
  private follow(c: Character): boolean {
    const field = this.fieldFor(c);
    if (field === undefined) return false;
    if (field.excludes(c.at)) c.status = 'unreachable';
    else if (field.next(c.at) === NO_VERTEX) return false;
    else {
      c.status = 'walking';
      c.field = field;
      field.users++;
    }
    return true;
  }

  private beginPlanner(c: Character): void {
    const { planner } = c;
    this.hasMoved = planner.moveTo !== undefined && c.plannedFor === c.goal && this.lastUser.get(planner) === c;
    if (!this.hasMoved) this.beginAnew(c);
    c.plannedFor = c.goal;
    this.lastUser.set(planner, c);
  }

  private beginAnew(c: Character): void {
    c.planner.begin(c.at, c.goal);
    c.told = this.changeCount;
    this.hasMoved = false;
  }

  /** Tells the planner of a character what has changed since it was last told, `budget` changes at most; returns how many. */
  private tell(c: Character, budget: number): number {
    const { planner } = c;
    const { changes, changedAt, changeCount, scratch } = this;
    let n = 0;
    if (c.told < changeCount) {
      // A search that does not mend its answer would go on with what it saw before.
      if (planner.arcsChanged === undefined || changeCount - c.told > changes.length) this.beginAnew(c);
      // Of several changes of one vertex, the last.
      for (; c.told < changeCount && n < budget; c.told++) {
        const tail = changes[c.told % changes.length];
        if (changedAt[tail] === c.told + 1) scratch[n++] = tail;
      }
      if (n > 0) planner.arcsChanged?.(scratch, n);
    }
    if (this.hasMoved && c.told === changeCount) {
      planner.moveTo?.(c.at);
      this.hasMoved = false;
    }
    return n;
  }

  private takeRoute(c: Character): void {
    const { scratch } = this;
    c.length = c.planner.path(scratch);
    c.position = 1;
    c.plannedAt = this.changeCount;
    if (c.length > c.route.length) c.route = new Uint32Array(2 * c.length);
    c.route.set(scratch.subarray(0, c.length));
    c.status = c.length > 0 ? 'walking' : 'unreachable';
  }

  /** The field of a goal that enough characters share: the one that has it, a new one, or one that is no longer wanted. */
  private fieldFor({ goal }: Character): SharedField | undefined {
    const { fields, orders, shareFrom } = this;
    if ((orders.get(goal) ?? 0) < shareFrom) return undefined;
    let field = fields.find((candidate) => candidate.goal === goal);
    if (field === undefined) {
      if (fields.length < this.fieldLimit) fields.push((field = new SharedField(this.graph)));
      else field = fields.find((candidate) => candidate.users === 0 && (orders.get(candidate.goal) ?? 0) < shareFrom);
      field?.begin(goal);
    }
    return field;
  }

  /** One arc along the way; false where the way is not what it was, and is planned anew. */
  private walk(c: Character): boolean {
    const { field } = c;
    let next: number;
    if (field !== undefined) next = field.next(c.at);
    else {
      const end = Math.min(c.length, c.position + FORESIGHT);
      for (let i = c.position; i < end; i++) {
        if (this.changedAt[c.route[i - 1]] > c.plannedAt && !this.hasArc(c.route[i - 1], c.route[i])) return this.replan(c);
      }
      next = c.route[c.position++];
    }
    if (next === NO_VERTEX) return this.replan(c);
    c.at = next;
    if (next === c.goal) this.forget(c);
    return true;
  }

  /** While a character waits: the greedy move, if it brings the estimate down; not while its own search runs from where it stands. */
  private wander(c: Character): boolean {
    if (this.heuristic === undefined || c === this.current) return false;
    const { to, cost } = this.arcs;
    const next = greedyStep(this.graph, this.heuristic, c.at, c.goal, to, cost);
    if (next === NO_VERTEX || this.heuristic(next, c.goal) >= this.heuristic(c.at, c.goal)) return false;
    c.at = next;
    if (next === c.goal) this.forget(c);
    return true;
  }

  private replan(c: Character): false {
    this.leaveField(c);
    this.enqueue(c);
    return false;
  }

  private enqueue(c: Character): void {
    c.status = 'waiting';
    this.line.push(c);
  }

  /** The next character that still waits; those whose orders were cancelled have lost their place. */
  private dequeue(): Character | undefined {
    for (let c = this.line.shift(); c !== undefined; c = this.line.shift()) {
      if (c.status === 'waiting') return c;
    }
    for (let c = this.doubtful.shift(); c !== undefined; c = this.doubtful.shift()) {
      if (c.status === 'unreachable') return c;
    }
    return undefined;
  }

  /** The character has no order any more. */
  private forget(c: Character): void {
    this.leaveField(c);
    if (this.current === c) this.current = undefined;
    if (c.goal !== NO_VERTEX) {
      const left = this.orders.get(c.goal)! - 1;
      if (left > 0) this.orders.set(c.goal, left);
      else this.orders.delete(c.goal);
    }
    c.goal = NO_VERTEX;
    c.status = 'idle';
  }

  private leaveField(c: Character): void {
    if (c.field !== undefined) c.field.users--;
    c.field = undefined;
  }

  private hasArc(from: number, head: number): boolean {
    const { to, cost } = this.arcs;
    for (let i = this.graph.successors(from, to, cost) - 1; i >= 0; i--) if (to[i] === head) return true;
    return false;
  }

  private find(character: number): Character {
    const c = this.characters.get(character);
    if (c === undefined) throw new RangeError(`There is no character ${character}: add(vertex) returns the number of a new one.`);
    return c;
  }
}
