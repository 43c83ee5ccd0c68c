import type { Graph, Signal } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { checkBegun, checkBudget, checkBuffer, checkList, checkVertex, shown, sliceOf } from '@pf/graph/kit';
import type { ArcPath } from './arc-path.ts';
import type { Unpacker } from './unpack.ts';

const FREE: readonly number[] = [0];

/** The common part of queries that climb from both ends: slices, the result, and the path, unpacked on demand. */
export abstract class PathQuery {
  readonly counters: Counters = new Counters();
  protected best = Infinity;
  /** The highest rank of the best path. */
  protected meeting = NO_VERTEX;
  protected finished = true;
  private begun = false;
  private isUnpacked = false;
  private readonly start = [0];
  private readonly goal = [0];

  protected constructor(private readonly graph: Graph, private readonly unpacker: Unpacker, private readonly route: ArcPath) {}

  /** The cost of the cheapest path, Infinity if there is none. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /** Starts a query; `run` answers it. */
  begin(start: number, goal: number): void {
    this.start[0] = start;
    this.goal[0] = goal;
    this.beginBetween(this.start, FREE, this.goal, FREE);
  }

  /**
   * Like `begin`, with several starts and goals, each with an initial cost. Finds the path with the lowest total. For positions between vertices,
   * such as a house on a road.
   *
   * @example
   * ```ts
   * import { CompressedGraph } from '@pf/graph';
   * import { ContractionHierarchy, HierarchyQuery } from '@pf/preprocess';
   *
   * const road = new CompressedGraph(4, [[0, 1, 5], [1, 2, 5], [2, 3, 5]], { directed: false });
   * const query = new HierarchyQuery(ContractionHierarchy.build(road));
   * query.beginBetween([0, 1], [4, 1], [3], [0]); // from between 0 and 1
   * query.run(); // → true
   * query.cost; // → 11
   * ```
   */
  beginBetween(starts: ArrayLike<number>, startCosts: ArrayLike<number>, goals: ArrayLike<number>, goalCosts: ArrayLike<number>): void {
    checkEnds(this.graph, 'start', starts, startCosts);
    checkEnds(this.graph, 'goal', goals, goalCosts);
    this.enter(starts, startCosts, goals, goalCosts);
  }

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

  /** Clears the last query and enters the ends of this one. Throws if the hierarchy is outdated. */
  protected abstract enter(starts: ArrayLike<number>, startCosts: ArrayLike<number>, goals: ArrayLike<number>, goalCosts: ArrayLike<number>): void;

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
function checkEnds(graph: Graph, role: string, ends: ArrayLike<number>, costs: ArrayLike<number>): void {
  checkList(ends, `${role}s`);
  checkList(costs, `costs of ${role}s`);
  if (ends.length !== costs.length) throw new RangeError(`Each ${role} needs a cost, got ${ends.length} of the one and ${costs.length} of the other.`);
  for (let i = 0; i < ends.length; i++) {
    checkVertex(graph, ends[i], role);
    if (!(typeof costs[i] === 'number' && costs[i] >= 0)) throw new RangeError(`The cost of a ${role} must be 0 or more, got ${shown(costs[i])}.`);
  }
}
