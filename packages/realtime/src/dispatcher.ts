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
import { SharedField } from './shared-field.ts';
import { WaitingLine } from './waiting-line.ts';

/** Who plans for the characters of a `Dispatcher`, what they do meanwhile, and when they share their work. */
export interface DispatcherOptions {
  /** The planner of a character: one for all of them, or one each for planners that mend their answer. Asked once a character. */
  readonly planner: (character: number) => RoutePlanner;
  /** For the first moves of characters whose way is not planned yet; without one they wait. */
  readonly heuristic?: Heuristic;
  /** From so many characters with one goal on, they share one field. Default 3; Infinity switches sharing off. */
  readonly shareFrom?: number;
  /** How many goals may be shared at once, 36 bytes a vertex each. Default 4. */
  readonly fields?: number;
}

/** What one frame did. */
export interface FrameReport {
  /** Expansions spent on planning. */
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

/**
 * Moves thousands of characters over one shared world within a budget a frame.
 *
 * Orders are served first come, first served; a character that waits makes greedy moves that bring its estimate down; characters that
 * share a goal share a field; a character whose way is blocked within 16 arcs plans anew. With a budget that counts
 * expansions, the same orders give the same moves on every machine. It holds 8 bytes a vertex, 36 for each field in
 * use, and a route for each character.
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
  private nextId = 0;
  private readonly line = new WaitingLine<Character>();
  /** The character whose planner is under way. */
  private current: Character | undefined;
  /** Whose question a planner answered last: only that one's answer can be mended. */
  private readonly lastUser = new Map<RoutePlanner, Character>();
  private readonly fields: SharedField[] = [];
  /** How many characters have each goal. */
  private readonly orders = new Map<number, number>();
  private readonly scratch: Uint32Array;
  /** When the arcs of a vertex last changed. */
  private readonly changedAt: Uint32Array;
  private clock = 0;

  constructor(graph: Graph, options: DispatcherOptions) {
    const { planner, heuristic, shareFrom = 3, fields = 4 } = options;
    this.graph = graph;
    this.makePlanner = planner;
    this.heuristic = heuristic;
    this.shareFrom = shareFrom;
    this.fieldLimit = fields;
    this.arcs = new ArcBuffer(graph);
    this.scratch = new Uint32Array(graph.vertexCount);
    this.changedAt = new Uint32Array(graph.vertexCount);
  }

  /** Puts a character into the world and returns its number. */
  add(at: number): number {
    checkVertex(this.graph, at, 'position');
    const planner = this.makePlanner(this.nextId);
    this.characters.set(this.nextId, {
      at, goal: NO_VERTEX, status: 'idle', planner, plannedFor: NO_VERTEX, plannedAt: 0,
      route: new Uint32Array(64), length: 0, position: 0, field: undefined, alone: false, queued: false,
    });
    return this.nextId++;
  }

  /** Takes a character out of the world. */
  remove(character: number): void {
    const c = this.find(character);
    this.forget(c);
    this.characters.delete(character);
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
    this.clock++;
    for (let i = 0; i < n; i++) this.changedAt[tails[i]] = this.clock;
    for (const field of this.fields) field.arcsChanged(tails, n);
    for (const planner of this.lastUser.keys()) planner.arcsChanged?.(tails, n);
    // A search that does not mend its answer would go on with what it saw before.
    const { current } = this;
    if (current?.field === undefined && current?.planner.arcsChanged === undefined) current?.planner.begin(current.at, current.goal);
    for (const c of this.characters.values()) if (c.status === 'unreachable') this.replan(c);
  }

  /** Plans within the budget, then lets every character that knows its way take one arc. */
  frame(budget: Budget): FrameReport {
    const meter = new Meter(budget);
    const report: FrameReport = { expanded: 0, planned: 0, moved: 0, waiting: 0 };
    for (let slice = meter.slice(); slice > 0; slice = meter.slice()) {
      const c = this.current ?? this.dequeue();
      if (c === undefined) break;
      // A look that expands nothing counts as one, so that a frame ends however many there are.
      meter.spent += Math.max(1, this.plan(c, slice));
      if (this.current === undefined) report.planned++;
    }
    report.expanded = meter.spent;
    for (const c of this.characters.values()) {
      if (c.status === 'walking' ? this.walk(c) : c.status === 'waiting' && this.wander(c)) report.moved++;
      if (c.status === 'waiting') report.waiting++;
    }
    return report;
  }

  /** Works on the way of one character; returns the expansions that it took. */
  private plan(c: Character, slice: number): number {
    if (this.current !== c) {
      this.leaveField(c);
      c.field = this.fieldFor(c);
    }
    const { field } = c;
    let done: boolean;
    let spent: number;
    if (field !== undefined) {
      spent = field.growTo(c.at, slice);
      done = field.knows(c.at);
      if (done && field.next(c.at) !== NO_VERTEX) c.status = 'walking';
      else if (done && field.stale) {
        // It has grown around what has changed since, and proves nothing: this order is better planned alone.
        c.alone = true;
        done = false;
        this.leaveField(c);
        this.beginPlanner(c);
      } else if (done) c.status = 'unreachable';
    } else {
      if (this.current !== c) this.beginPlanner(c);
      const before = c.planner.counters.expanded;
      done = c.planner.run(slice);
      spent = c.planner.counters.expanded - before;
      if (done) this.takeRoute(c);
    }
    this.current = done ? undefined : c;
    return spent;
  }

  private beginPlanner(c: Character): void {
    const mends = c.planner.moveTo !== undefined && c.plannedFor === c.goal && this.lastUser.get(c.planner) === c;
    if (mends) c.planner.moveTo?.(c.at);
    else c.planner.begin(c.at, c.goal);
    c.plannedFor = c.goal;
    this.lastUser.set(c.planner, c);
  }

  private takeRoute(c: Character): void {
    const { scratch } = this;
    c.length = c.planner.path(scratch);
    c.position = 1;
    c.plannedAt = this.clock;
    if (c.length > c.route.length) c.route = new Uint32Array(2 * c.length);
    c.route.set(scratch.subarray(0, c.length));
    c.status = c.length > 0 ? 'walking' : 'unreachable';
  }

  /** The field of a goal that enough characters share: the one that has it, a new one, or one that nobody follows. */
  private fieldFor(c: Character): SharedField | undefined {
    if (c.alone || (this.orders.get(c.goal) ?? 0) < this.shareFrom) return undefined;
    const { fields } = this;
    let field = fields.find((candidate) => candidate.goal === c.goal);
    if (field === undefined) {
      field = fields.length < this.fieldLimit ? fields[fields.push(new SharedField(this.graph)) - 1] : fields.find(({ users }) => users === 0);
      field?.begin(c.goal);
    } else if (field.stale) {
      // Those who follow it go on until they meet what has changed; only one that nobody follows is begun again.
      if (field.users === 0) field.begin(c.goal);
      else if (field.isWhole) return undefined;
    }
    if (field !== undefined) field.users++;
    return field;
  }

  /** One arc along the way; false where the way is not what it was, and is planned anew. */
  private walk(c: Character): boolean {
    const { field } = c;
    let next: number;
    if (field !== undefined) {
      if (!field.knows(c.at)) return this.replan(c);
      next = field.next(c.at);
      if (field.stale && next !== NO_VERTEX && !this.hasArc(c.at, next)) {
        // The field would be blocked here again: this order is better planned alone.
        c.alone = true;
        return this.replan(c);
      }
    } else {
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
    c.alone = false;
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
