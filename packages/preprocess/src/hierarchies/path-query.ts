import type { Graph, Signal } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { checkBegun, checkBudget, checkBuffer, checkList, checkVertex, shown, sliceOf } from '@pf/graph/kit';
import type { ArcPath } from './arc-path.ts';
import type { Unpacker } from './unpack.ts';

/** The common part of queries that climb from both ends: slices, the result, and the path, unpacked on demand. */
export abstract class PathQuery {
  readonly counters: Counters = new Counters();
  protected best = Infinity;
  /** The highest rank of the best path. */
  protected meeting = NO_VERTEX;
  protected finished = true;
  private begun = false;
  private isUnpacked = false;

  protected constructor(private readonly unpacker: Unpacker, private readonly route: ArcPath) {}

  /** The cost of the cheapest path, Infinity if there is none. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /** Starts a query; `run` answers it. */
  abstract begin(start: number, goal: number): void;

  /**
   * Continues for at most `budget` expansions, or until `signal` is aborted. Returns whether it is finished. If costs have changed meanwhile, it starts over
   * on a customizable hierarchy, and throws on one of fixed costs.
   */
  run(budget = Infinity, signal?: Signal): boolean {
    checkBudget(budget);
    checkBegun(this.begun, 'search');
    if (this.finished) return true;
    this.check();
    let left = budget;
    do {
      if (signal?.aborted === true) break;
      const piece = sliceOf(left, signal);
      this.finished = this.slice(piece);
      left -= piece;
    } while (!this.finished && left > 0);
    return this.finished;
  }

  /** The cost of the cheapest path; Infinity if there is none or if `run` has not finished. */
  get cost(): number {
    return this.finished ? this.best : Infinity;
  }

  /**
   * Writes the vertices of the path, start first, and returns their number; 0 if there is no path. Over a customizable hierarchy, throws if costs have
   * changed since the search.
   */
  path(out: Uint32Array): number {
    return this.unpacked(out) ? this.route.vertices(out) : 0;
  }

  /**
   * Writes the arcs of the path in order and returns their number. Arcs are numbered in the order of `successors`, those of vertex 0 first. Over a
   * customizable hierarchy, closed arcs of a `CompressedGraph`, and of views, count too, as in `allSuccessors`. Of parallel arcs, the cheapest is written.
   */
  arcs(out: Uint32Array): number {
    return this.unpacked(out) ? this.route.copy(out) : 0;
  }

  /** Throws if the hierarchy is outdated, or starts over. */
  protected abstract check(): void;

  /** Expands at most `budget` ranks; returns whether the query is finished. */
  protected abstract slice(budget: number): boolean;

  /** Throws if the path is outdated. */
  protected abstract checkPath(): void;

  /** The start, after the arcs of the hierarchy from `meeting` back to it were added to `climb`. */
  protected abstract traceClimb(meeting: number, climb: number[]): number;

  /** Unpacks the arcs from `meeting` to the goal, in order, as `Unpacker.unpack` does. */
  protected abstract unpackDescent(meeting: number, unpacker: Unpacker, out: Uint32Array, at: number): number;

  protected reset(): void {
    this.counters.reset();
    this.best = Infinity;
    this.meeting = NO_VERTEX;
    this.isUnpacked = false;
    this.begun = true;
    this.finished = false;
  }

  /** Unpacks the path, if there is one. */
  private unpacked(out: Uint32Array): boolean {
    checkBuffer(out);
    if (!this.finished || this.meeting === NO_VERTEX) return false;
    this.checkPath();
    if (this.isUnpacked) return true;
    const { unpacker, meeting } = this;
    const climb: number[] = [];
    const start = this.traceClimb(meeting, climb);
    this.route.fill(start, this.best, (arcs) => {
      let at = 0;
      for (let i = climb.length - 1; i >= 0; i--) at = unpacker.unpack(climb[i], true, arcs, at);
      return this.unpackDescent(meeting, unpacker, arcs, at);
    });
    this.isUnpacked = true;
    return true;
  }
}

/** Checks the starts or goals of `beginBetween`. */
export function checkEnds(graph: Graph, role: string, ends: ArrayLike<number>, costs: ArrayLike<number>): void {
  checkList(ends, `${role}s`);
  checkList(costs, `costs of ${role}s`);
  if (ends.length !== costs.length) throw new RangeError(`Each ${role} needs a cost, got ${ends.length} of the one and ${costs.length} of the other.`);
  for (let i = 0; i < ends.length; i++) {
    checkVertex(graph, ends[i], role);
    if (!(typeof costs[i] === 'number' && costs[i] >= 0)) throw new RangeError(`The cost of a ${role} must be 0 or more, got ${shown(costs[i])}.`);
  }
}
