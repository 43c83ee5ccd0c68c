import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { ArcBuffer, greedyStep } from '@pf/graph/kit';
import { ChangeLog } from './change-log.ts';
import type { Character } from './character.ts';
import { PathJob } from './path-job.ts';
import type { FlowFields } from './flow-fields.ts';
import { RequestScheduler } from './request-scheduler.ts';

/** What becomes of the orders that characters have: how they get their ways, walk them, and need others. */
export class PathRequests {
  readonly turns: RequestScheduler;
  /** How many frames there have been. */
  frames = 0;
  private readonly planning: PathJob;
  private readonly changes: ChangeLog;
  private readonly arcs: ArcBuffer;

  constructor(
    private readonly graph: Graph,
    private readonly heuristic: Heuristic | undefined,
    private readonly goals: FlowFields,
    private readonly avoids: boolean,
  ) {
    this.changes = new ChangeLog(graph);
    this.planning = new PathJob(this.changes, graph.vertexCount);
    this.turns = new RequestScheduler(this.planning);
    this.arcs = new ArcBuffer(graph);
  }

  /** Sends a character to a goal, as `Dispatcher.order` says. */
  give(c: Character, goal: number): void {
    if (goal === c.goal) return;
    if (goal === c.at) return this.drop(c);
    const sticks = c.sticks(this.frames);
    if (c.awaitsWay) c.isChasing = true;
    if (!sticks) {
      c.way.clear();
      c.status = 'waiting';
    }
    if (c !== this.turns.current) this.turns.lineUp(c);
    else if (!sticks) this.planning.hasBegun = false;
    this.goals.delete(c.goal);
    c.goal = goal;
    this.goals.add(goal);
    if (c.awaitsWay) return;
    // Back to where the way leads that it walks.
    c.isChasing = false;
    this.turns.giveUp(c);
  }

  /** The character has no order any more. */
  drop(c: Character): void {
    this.turns.end(c);
    this.goals.delete(c.goal);
    c.rest();
  }

  /** The character leaves the world. */
  dismiss(c: Character): void {
    this.drop(c);
    this.planning.forget(c);
  }

  /** The character is somewhere else now, and not by a step of its own. */
  displace(c: Character, at: number): void {
    if (at === c.at) return;
    c.at = c.post = at;
    if (at === c.goal) this.drop(c);
    else if (c.goal !== NO_VERTEX && !(c.status === 'walking' && c.way.goOnFrom(at))) this.replan(c);
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    this.changes.add(tails, n);
    this.goals.arcsChanged(tails, n);
  }

  /** Somebody has edited the world, and did not say where. */
  startOver(): void {
    this.changes.addAll();
    this.goals.startOver();
  }

  /** Before all move at once: whoever cannot go on along its way needs another. */
  prepare(c: Character): void {
    if (c.status === 'walking') {
      const { way } = c;
      if (way.field !== undefined ? way.field.next(c.at) === NO_VERTEX : !way.isOpen(this.changes) || way.isLost) this.replan(c);
    }
    // Whose search runs from where it stands waits there.
    c.heads = c.status === 'walking' || (c.status === 'waiting' && c !== this.turns.current);
  }

  /** The character has been moved together with the others, along its way or off it, or had to stay. */
  moved(c: Character, at: number): void {
    const stayed = c.at === at;
    c.at = at;
    if (at === c.goal) return this.drop(c);
    if (c.status !== 'walking') return;
    c.way.locate(at);
    if (stayed) return;
    if (c.way.isWalked) this.endOfWay(c);
    else if (c.way.hasRisen) this.turns.lookAgain(c);
  }

  /** One arc along its way, or while it waits for one, the greedy one; returns whether it moved. */
  step(c: Character): boolean {
    return c.status === 'walking' ? this.walk(c) : c.status === 'waiting' && this.wander(c);
  }

  /** Works on the way of the character whose turn it is; returns what that took, in expansions. */
  plan(c: Character, slice: number): number {
    const { planning, turns } = this;
    if (!planning.hasBegun) {
      if (this.follow(c)) {
        turns.end(c);
        return 0;
      }
      planning.begin(c, this.frames);
    }
    const { spent } = planning;
    if (planning.work(c, slice)) {
      const n = planning.answer(c, this.frames);
      if (n >= 0) {
        turns.end(c);
        this.goals.missed(c.plannedFor, planning.spent);
        this.takeRoute(c, n);
      }
    }
    return planning.spent - spent;
  }

  /** Its planner has thrown: it stays where it is until the world changes or it is sent elsewhere. */
  fail(c: Character): void {
    this.planning.forget(c);
    this.turns.end(c);
    c.plannedFor = NO_VERTEX;
    c.giveUp();
  }

  /** Whether the field of its goal says which way a character goes, or that there is none. */
  private follow(c: Character): boolean {
    const field = this.goals.fieldOf(c.goal);
    if (field === undefined) return false;
    if (field.excludes(c.at)) c.giveUp();
    else if (field.next(c.at) === NO_VERTEX) return false;
    else {
      c.way.follow(field);
      c.setOut(this.frames);
    }
    return true;
  }

  private takeRoute(c: Character, n: number): void {
    c.took = this.frames - this.planning.begunIn;
    if (n > 0) {
      c.way.extend(this.planning.route, n, c.plannedFor, this.changes);
      c.setOut(this.frames);
      // Those who avoid each other may have been moved meanwhile.
      if (this.avoids) c.way.locate(c.at);
      if (c.way.isWalked) this.endOfWay(c);
    } else if (!c.way.isWalked) this.replan(c); // No way leads on from where it would be by now; from where it is, one may.
    else if (c.plannedFor === c.goal) c.giveUp();
    else c.way.clear();
    if (c.awaitsWay) this.turns.lineUp(c);
  }

  /** One arc along the way; false where the way leads no further, and is planned anew. */
  private walk(c: Character): boolean {
    const next = c.way.next(c.at, this.changes);
    if (next === NO_VERTEX) {
      this.replan(c);
      return false;
    }
    c.at = next;
    if (next === c.goal) this.drop(c);
    else if (c.way.isWalked) this.endOfWay(c);
    else if (c.way.hasRisen) this.turns.lookAgain(c);
    return true;
  }

  /** Its way ends before its goal: more of it is on the way, or it was as far as the planner could tell. */
  private endOfWay(c: Character): void {
    if (c === this.turns.current || c.way.goal !== c.goal) c.status = 'waiting';
    else if (c.way.isOutdated(this.changes)) this.replan(c);
    else c.giveUp();
  }

  /** While a character waits: the greedy move, if it brings the estimate down; not while its own search runs from where it stands. */
  private wander(c: Character): boolean {
    if (this.heuristic === undefined || c === this.turns.current) return false;
    const { to, cost } = this.arcs;
    const next = greedyStep(this.graph, this.heuristic, c.at, c.goal, to, cost);
    if (next === NO_VERTEX || this.heuristic(next, c.goal) >= this.heuristic(c.at, c.goal)) return false;
    c.at = next;
    if (next === c.goal) this.drop(c);
    return true;
  }

  private replan(c: Character): void {
    this.turns.end(c);
    c.way.clear();
    c.status = 'waiting';
    this.turns.lineUp(c);
  }
}
