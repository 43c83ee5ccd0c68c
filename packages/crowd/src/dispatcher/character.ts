import { NO_VERTEX } from '@pf/graph';
import type { RoutePlanner } from './route-planner.ts';
import { UnitPath } from './unit-path.ts';

/**
 * What a character is about. `waiting`: its way is not planned yet. `walking`: on its way, or still on the one to where it was sent before.
 * `unreachable`: its order cannot be carried out.
 */
export type CharacterStatus = 'idle' | 'waiting' | 'walking' | 'unreachable';

/** For so many frames at least a way is walked that was waited for: about a quarter of a second. */
const STEADY = 16;

/** One character of a dispatcher. */
export class Character {
  /** Where it was sent last. */
  goal = NO_VERTEX;
  status: CharacterStatus = 'idle';
  readonly way = new UnitPath();
  /** The goal that the planner was last begun with, so that it can mend its answer. */
  plannedFor = NO_VERTEX;
  /** How many frames its planner took last. */
  took = 0;
  /**
   * What its planner had expanded when the dispatcher was last at it, and how often it had been begun, if it tells: where that is another number now, somebody
   * else has asked it something.
   */
  expanded = 0;
  queries: number | undefined;
  /** Of how many changes its planner knows. */
  told = 0;
  /** How many there were then: one that knows a part of them only cannot take in later ones. */
  toldOf = 0;
  /** Until which frame another goal does not turn it, for it has just got a way; and whether none does until it has one: see `Dispatcher.order`. */
  sticksUntil = 0;
  isChasing = false;
  /** Up to and including which frame it stays where it is. */
  heldUntil = 0;

  // What follows is of characters that avoid each other.

  /** Its number among them; where it goes next; and how early it decides. */
  slot = 0;
  to = NO_VERTEX;
  rank = 0;
  /** Whether it wants to go anywhere in this frame. */
  heads = false;
  /** Where it rests while it has no order; to there it returns when it has been pushed away. */
  post: number;
  /** With whom it was sent last, to spread over the vertices around one goal; 0 where it was sent alone. */
  group = 0;
  /** The order since which it has been under way, counted from the first: who was ordered first comes first. */
  orderedAt = Infinity;
  /** The least that it has had left to go, since when that is so, and how often others have been asked to make room. */
  nearest = Infinity;
  nearestAt = 0;
  tries = 0;
  /** For whom it makes room, by which path, last vertex first, and for how long. */
  makesRoomFor: Character | undefined;
  readonly detour: number[] = [];
  detourUntil = 0;

  constructor(
    public at: number,
    readonly planner: RoutePlanner,
  ) {
    this.post = at;
  }

  /** It has got a way. */
  setOut(frame: number): void {
    this.status = 'walking';
    this.sticksUntil = frame + STEADY;
    this.isChasing = false;
  }

  /** It goes on along the way that it had before a new one was to be planned. */
  resume(): void {
    this.way.uncut();
    if (this.status === 'waiting' && !this.way.isWalked) this.status = 'walking';
  }

  /** It has no goal any more. */
  rest(): void {
    this.way.clear();
    this.post = this.at;
    this.goal = NO_VERTEX;
    this.status = 'idle';
    this.turnsAtOnce();
  }

  /** Its goal cannot be reached. */
  giveUp(): void {
    this.way.clear();
    this.status = 'unreachable';
    this.turnsAtOnce();
  }

  /** Whether another goal leaves it on the way that it walks, or its planner at what it is about. */
  sticks(frame: number): boolean {
    return this.isChasing || frame < this.sticksUntil;
  }

  /** Whether it has yet to get the way to where it was sent last. */
  get awaitsWay(): boolean {
    return this.status === 'waiting' || (this.status === 'walking' && this.way.goal !== this.goal);
  }

  private turnsAtOnce(): void {
    this.sticksUntil = 0;
    this.isChasing = false;
  }
}
