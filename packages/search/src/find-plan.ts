import type { Graph, Signal } from '@pf/graph';
import { checkBoolean, checkFunction, checkOptions, shown } from '@pf/graph/kit';
import { AStar } from './a-star.ts';
import type { Resumable } from './run-in-slices.ts';

/** A step from one state to another. */
export interface PlanStep<State, Action> {
  /** What is done: a name, or an object of yours. Plans list it. */
  readonly action: Action;
  /** The state after it. */
  readonly to: State;
  /** 0 or more. Default 1. */
  readonly cost?: number | undefined;
}

/** Options of `findPlan`. */
export interface FindPlanOptions<State, Action> {
  readonly start: State;
  /**
   * The steps that are possible in a state: a list, or a generator. It must not change the state, and give the same steps each time: some states are asked twice. It also gets the cost
   * to the state: with costs in minutes the time that has passed, for opening hours and patrols. A later start of a step must then not give it an earlier end.
   */
  readonly steps: (state: State, cost: number) => Iterable<PlanStep<NoInfer<State>, Action>>;
  /** Whether the state is a goal. */
  readonly isGoal: (state: State) => boolean;
  /** Identifies a state: a string or a number, the same for equal states. Default: the state itself, if it is a string or a number. */
  readonly key?: ((state: State) => string | number | bigint) | undefined;
  /** At most the cost that is left from the state to a goal. The closer, the fewer states are searched. Infinity: no goal can be reached from it. Default 0. */
  readonly estimate?: ((state: State) => number) | undefined;
  /** The highest number of states to find, up to 2²⁴; if it does not suffice, the search ends without a plan. Default 2²⁰. */
  readonly limit?: number | undefined;
  /** The highest cost of a plan. Default: any. */
  readonly maxCost?: number | undefined;
  /** Ends the search without a plan. Read every 256 states. A timer cannot abort it meanwhile: for a deadline, pass an object with a getter `aborted`, or take `PlanSearch`. */
  readonly signal?: Signal | undefined;
}

/** A plan as lists of actions and states. */
export interface FoundPlan<State, Action> {
  /** Cost of the plan; Infinity if there is none. */
  readonly cost: number;
  /** From the start to the goal; empty if there is no plan, or the start is a goal. */
  readonly actions: Action[];
  /** The states before, between and after the actions; empty if there is no plan. Of states with the same key, the one found first. */
  readonly states: State[];
  /** Number of states that were expanded. */
  readonly expanded: number;
  /** Whether there is a plan. */
  readonly arrived: boolean;
  /** Why there is none: no plan exists (with `maxCost`, none as cheap as that), more states than `limit` were found, or `signal` was aborted. Absent if there is one. */
  readonly reason?: 'no-plan' | 'limit' | 'aborted';
}

/** The goal: every state that passes the test leads to it, at no cost. */
const GOAL = 0;
const START = 1;
/** A search has room for so many states and steps first, and starts over with more. */
const FIRST_STATES = 2 ** 10;
const FIRST_STEPS = 2 ** 6;
/** Starting over for more states then takes little longer than the last search; for more steps, up to twice as long. Room that is not used takes addresses, but no memory. */
const GROWTH = 16;
/** The number of keys that a `Map` can hold. */
const MOST_STATES = 2 ** 24;
/** Above the relative rounding error of sums of costs, plus 1. */
const ROUNDED_UP = 1 + 1e-12;
/** Thrown to leave a search that has no room for another state or step. */
const full = new Error('full');

/**
 * Finds the cheapest plan from a state to a goal, by A*. For spaces that are too large to list, or unknown before they are searched: puzzles, and the actions of characters (GOAP).
 * States are found by `steps`, and each is kept until the end.
 *
 * @example
 * ```ts
 * import { findPlan } from '@pf/search';
 *
 * // Two jugs of 5 and 3 litres, and a well: measure 4.
 * const { cost, actions } = findPlan({
 *   start: { large: 0, small: 0 },
 *   key: ({ large, small }) => `${large} ${small}`,
 *   isGoal: ({ large }) => large === 4,
 *   *steps({ large, small }) {
 *     yield { action: 'fill large', to: { large: 5, small } };
 *     yield { action: 'fill small', to: { large, small: 3 } };
 *     yield { action: 'empty small', to: { large, small: 0 } };
 *     const poured = Math.min(large, 3 - small);
 *     yield { action: 'pour', to: { large: large - poured, small: small + poured } };
 *   },
 * });
 * cost; // → 6
 * actions; // → ['fill large', 'pour', 'empty small', 'pour', 'fill large', 'pour']
 * ```
 */
export function findPlan<State, Action>(options: FindPlanOptions<State, Action>): FoundPlan<State, Action> {
  const search = new PlanSearch(options);
  search.run();
  return search.plan!;
}

/**
 * `findPlan` in slices, for a server or a frame: `run(budget)` continues until it returns true.
 *
 * @example
 * ```ts
 * import { PlanSearch, runInSlices } from '@pf/search';
 *
 * // From 1 to 1000 by doubling, or adding 1.
 * const search = new PlanSearch({
 *   start: 1,
 *   steps: (n) => [{ action: 'double', to: 2 * n }, { action: 'add', to: n + 1 }],
 *   isGoal: (n) => n === 1000,
 * });
 * await runInSlices(search, { budget: 200 });
 * search.plan?.cost; // → 14
 * ```
 */
export class PlanSearch<State, Action> implements Resumable {
  /** The result; undefined until `run` returns true. */
  plan: FoundPlan<State, Action> | undefined;
  private readonly space: StateSpace<State, Action>;
  private search: AStar;

  constructor(private readonly options: FindPlanOptions<State, Action>) {
    if ('heuristic' in Object(options)) throw new TypeError("findPlan has no option 'heuristic': did you mean 'estimate'?");
    checkOptions(options, ['start', 'steps', 'isGoal', 'key', 'estimate', 'limit', 'maxCost', 'signal'], 'findPlan');
    if ((options as Partial<typeof options> | undefined)?.start === undefined) throw new TypeError('findPlan needs start, steps and isGoal: findPlan({ start, steps, isGoal }).');
    this.space = new StateSpace(options);
    this.search = this.space.newSearch();
  }

  /** Number of states that the present search has expanded. */
  get expanded(): number {
    return this.search.counters.expanded;
  }

  /** Expands at most `budget` states; returns whether it is finished. `signal` interrupts it until the next call, that of the options ends it. */
  run(budget = Infinity, signal?: Signal): boolean {
    const { space, options: { signal: end } } = this;
    let isOver = false;
    const either = end === undefined ? signal : {
      get aborted(): boolean {
        isOver ||= end.aborted;
        return isOver || signal?.aborted === true;
      },
    };
    let left = budget;
    while (this.plan === undefined) {
      const { search, expanded } = this;
      try {
        if (search.run(left, either)) this.plan = search.cost < Infinity ? { cost: search.cost, ...space.plan(), expanded: this.expanded, arrived: true } : noPlan('no-plan', this.expanded);
        else if (isOver) this.plan = noPlan('aborted', this.expanded);
        else return false;
      } catch (error) {
        if (error !== full) throw error;
        if (space.isOver) this.plan = noPlan('limit', this.expanded);
        else {
          left -= this.expanded - expanded;
          this.search = space.newSearch();
          if (!(left > 0)) return false;
        }
      }
    }
    return true;
  }
}

function noPlan<State, Action>(reason: NonNullable<FoundPlan<State, Action>['reason']>, expanded: number): FoundPlan<State, Action> {
  return { cost: Infinity, actions: [], states: [], expanded, arrived: false, reason };
}

/** The states found so far, as the vertices of a graph. */
class StateSpace<State, Action> implements Graph {
  vertexCount: number;
  maxDegree = FIRST_STEPS;
  /** Whether there are more states than the limit. */
  isOver = false;
  /** By vertex. */
  private readonly states: State[];
  private readonly estimates: number[] = [0];
  private readonly numbers = new Map<unknown, number>();
  private readonly limit: number;
  private readonly maxCost: number;
  private search!: AStar;
  /** The steps that were read last. */
  private readonly heads: number[] = [];
  private readonly costs: number[] = [];
  private readonly actions: Action[] = [];

  constructor(private readonly options: FindPlanOptions<State, Action>) {
    const { start, steps, isGoal, key, estimate, limit = 2 ** 20, maxCost = Infinity } = options;
    for (const [name, given] of Object.entries({ steps, isGoal, key, estimate })) {
      if (given !== undefined || name === 'steps' || name === 'isGoal') checkFunction(given, name);
    }
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST_STATES) throw new RangeError(`The limit of findPlan must be a whole number from 1 to ${MOST_STATES}, got ${shown(limit)}.`);
    if (typeof maxCost !== 'number' || !(maxCost >= 0)) throw new RangeError(`The option maxCost of findPlan must be a number, 0 or more, got ${shown(maxCost)}.`);
    this.limit = limit;
    this.maxCost = maxCost * ROUNDED_UP;
    this.vertexCount = Math.min(limit, FIRST_STATES) + 1;
    // The goal is no state: any fills its place.
    this.states = [start];
    this.vertex(start);
  }

  /** Begins a search with room for more states or steps than the last. */
  newSearch(): AStar {
    const { estimates } = this;
    this.search = new AStar(this, { heuristic: this.options.estimate === undefined ? undefined : (v) => estimates[v] });
    this.search.begin(START, GOAL);
    return this.search;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    // When a search is made, it reads the arcs of vertex 0.
    if (v === GOAL) return 0;
    const isGoal = this.options.isGoal(this.states[v]);
    checkBoolean(isGoal, 'isGoal(state)');
    if (isGoal) {
      to[0] = GOAL;
      cost[0] = 0;
      return 1;
    }
    const steps = this.read(v);
    const { heads, costs, estimates, maxCost } = this;
    const g = this.search.g(v);
    let n = 0;
    for (let i = 0; i < steps; i++) {
      if (g + costs[i] + (estimates[heads[i]] ?? 0) > maxCost) continue;
      to[n] = heads[i];
      cost[n++] = costs[i];
    }
    return n;
  }

  predecessors(): number {
    throw new Error('A* forward asks for no predecessors.');
  }

  /** The plan that the search found. Steps are read again, since keeping all of them would take more memory than the states. */
  plan(): Pick<FoundPlan<State, Action>, 'actions' | 'states'> {
    const path = new Uint32Array(this.states.length);
    const length = this.search.path(path) - 1;
    const actions: Action[] = [];
    for (let i = 1; i < length; i++) {
      const steps = this.read(path[i - 1]);
      let best = -1;
      for (let j = 0; j < steps; j++) if (this.heads[j] === path[i] && (best < 0 || this.costs[j] < this.costs[best])) best = j;
      if (best < 0) throw new Error('steps(state) must not change the state, and return the same steps each time: a step of the plan is missing when asked again.');
      actions.push(this.actions[best]);
    }
    return { actions, states: Array.from(path.subarray(0, length), (v) => this.states[v]) };
  }

  /** Reads the steps of a state and returns their number. */
  private read(v: number): number {
    const { heads, costs, actions } = this;
    const steps = this.options.steps(this.states[v], this.search.g(v)) as Iterable<PlanStep<State, Action>> | undefined;
    if (typeof steps?.[Symbol.iterator] !== 'function') throw new TypeError(`steps(state) must return a list of { action, to, cost }, got ${shown(steps)}.`);
    let n = 0;
    for (const step of steps as Iterable<Partial<PlanStep<State, Action>> | null | undefined>) {
      if (step?.to === undefined) throw new TypeError(`steps(state) must return a list of { action, to, cost }, got ${shown(step)} as a step${typeof step === 'object' && step !== null ? ', without to' : ''}.`);
      const { action, to, cost = 1 } = step;
      if (typeof cost !== 'number' || !(cost >= 0)) throw new RangeError(`A step must cost a number, 0 or more, got ${shown(cost)} for the action ${shown(action)}.`);
      heads[n] = this.vertex(to);
      costs[n] = cost;
      actions[n++] = action!;
    }
    if (n <= this.maxDegree) return n;
    this.maxDegree = 2 * n;
    throw full;
  }

  /** The vertex of a state, which may be new. */
  private vertex(state: State): number {
    const { options, numbers, states, estimates } = this;
    const name: unknown = options.key === undefined ? state : options.key(state);
    if ((typeof name !== 'string' && typeof name !== 'number' && typeof name !== 'bigint') || Number.isNaN(name)) {
      throw new TypeError(options.key === undefined ? `States are identified by strings or numbers, got ${shown(state)} as a state: give findPlan a key, such as key: (state) => JSON.stringify(state).` : `key(state) must return a string or a number, got ${shown(name)}.`);
    }
    const known = numbers.get(name);
    if (known !== undefined) return known;
    if (states.length === this.vertexCount) this.grow();
    if (options.estimate !== undefined) {
      const h = options.estimate(state);
      if (typeof h !== 'number' || Number.isNaN(h)) throw new RangeError(`estimate(state) must return a number, 0 where it knows nothing, got ${shown(h)}.`);
      estimates.push(Math.max(0, h));
    }
    numbers.set(name, states.length);
    return states.push(state) - 1;
  }

  /** Leaves the search: the next one has more room, unless there are too many states. */
  private grow(): never {
    this.isOver = this.vertexCount > this.limit;
    this.vertexCount = Math.min(this.limit + 1, GROWTH * this.vertexCount);
    throw full;
  }
}
