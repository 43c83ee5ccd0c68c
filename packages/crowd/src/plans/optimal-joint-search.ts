import { longer } from '../grow.ts';
import type { JointProblem } from './joint-search.ts';
import { JointSearch } from './joint-search.ts';

const NONE = -1;

/** What to minimise: 'sum-of-costs', the sum of the steps from which each unit stays at its goal; or 'makespan', the number of steps of the plan. */
export type Objective = 'sum-of-costs' | 'makespan';

/** The cost of a plan in which no unit has to avoid others, by the number of steps that each needs. */
export function leastCost(lengths: Int32Array, objective: Objective): number {
  return lengths.reduce((cost, length) => (objective === 'makespan' ? Math.max(cost, length) : cost + length), 0);
}

/**
 * LaCAM* (Okumura, "Improving LaCAM for Scalable Eventually Optimal Multi-Agent Pathfinding", IJCAI 2023): keeps all transitions between states, propagates every
 * cheaper path to a state, and prunes states that cannot be part of a better solution. When no state is left, the best plan is optimal.
 *
 * Departure: the sum of costs is not a sum over transitions, because the cost of a wait at the goal depends on whether the unit leaves again. So a state also
 * records which units stay at their goals for good. Such units never move again and add no further cost.
 */
export class OptimalJointSearch extends JointSearch {
  /** The cost that a better solution must be below. */
  upper: number;
  /** By state: the cost from the start, the cost of the step into it, and a lower bound of the cost to the goals. */
  private g = new Int32Array(1024);
  private stepCosts = new Int32Array(1024);
  private h = new Int32Array(1024);
  /** By state: its first transition. By transition: its target, and the next transition of the same state. */
  private first = new Int32Array(1024);
  private heads = new Int32Array(4096);
  private others = new Int32Array(4096);
  private transitions = 0;
  private readonly vertexCount: number;
  private coin: number;

  constructor(problem: JointProblem, private readonly objective: Objective, upper: number) {
    super(problem);
    this.upper = upper;
    this.vertexCount = problem.steps.degrees.length;
    this.coin = (problem.seed * 2) | 1;
    this.describe(0);
    this.stepCosts[0] = 0;
    this.g[0] = 0;
  }

  override get bytes(): number {
    return super.bytes + this.g.byteLength * 4 + this.heads.byteLength * 2;
  }

  /** Continues the search until its budget is used up or it finds a solution cheaper than `upper`, which is then in `found`. */
  override run(budget: number): number {
    let done = 0;
    this.found = NONE;
    while (done < budget && this.found === NONE) {
      if (this.depth === 0) {
        this.exhausted = true;
        break;
      }
      const id = this.stack[this.depth - 1];
      const constraint = this.g[id] + this.h[id] >= this.upper || this.isGoal(id) ? NONE : this.trees.pop(id);
      if (constraint === NONE) {
        this.depth--;
        continue;
      }
      done++;
      if (!this.successor(id, constraint)) continue;
      this.arrive(id);
    }
    return done;
  }

  private arrive(id: number): void {
    const hash = this.hashAfter(id);
    const known = this.states.find(this.there, hash);
    if (known !== NONE) {
      this.connect(id, known);
      this.relax(id);
      if (this.g[known] + this.h[known] < this.upper) this.push(known);
      return;
    }
    const state = this.add(id, hash);
    this.describe(state);
    this.g[state] = this.g[id] + this.stepCosts[state];
    this.connect(id, state);
    if (this.isGoal(state)) this.offer(state);
    else this.push(state);
  }

  /** Keeps a solution if it is cheaper than all before. */
  private offer(id: number): void {
    if (this.g[id] >= this.upper) return;
    this.upper = this.g[id];
    this.found = id;
  }

  /** Propagates the cost of a state to all states that become cheaper. */
  private relax(id: number): void {
    const { g, parents, first, heads, others, stepCosts } = this;
    const queue = [id];
    for (let at = 0; at < queue.length; at++) {
      const s = queue[at];
      for (let e = first[s]; e !== NONE; e = others[e]) {
        const t = heads[e];
        const cost = g[s] + stepCosts[t];
        if (cost >= g[t]) continue;
        g[t] = cost;
        parents[t] = s;
        queue.push(t);
        if (this.isGoal(t)) this.offer(t);
        else if (cost + this.h[t] < this.upper) this.push(t);
      }
    }
  }

  private connect(from: number, to: number): void {
    if (this.transitions === this.heads.length) {
      this.heads = longer(this.heads);
      this.others = longer(this.others);
    }
    const e = this.transitions++;
    this.heads[e] = to;
    this.others[e] = this.first[from];
    this.first[from] = e;
  }

  /** Computes the costs of a new state. */
  private describe(id: number): void {
    if (id === this.g.length) {
      this.g = longer(this.g);
      this.h = longer(this.h);
      this.stepCosts = longer(this.stepCosts);
      this.first = longer(this.first);
    }
    const { there, units, vertexCount, problem: { distances, planner } } = this;
    let [left, sum, most] = [0, 0, 0];
    for (let i = 0; i < units; i++) {
      if (there[i] >= vertexCount) continue;
      left++;
      const d = distances.distance(planner.slots[i], there[i]);
      sum += d;
      most = Math.max(most, d);
    }
    const sums = this.objective === 'sum-of-costs';
    this.stepCosts[id] = sums ? left : 1;
    this.h[id] = sums ? sum : most;
    this.first[id] = NONE;
  }

  protected override vertexOf(at: number): number {
    return at < this.vertexCount ? at : at - this.vertexCount;
  }

  /** Also keeps the units in place that stay for good. */
  protected override constrain(constraint: number, page: Int32Array, first: number, decided: Int32Array): number {
    const { there, units, vertexCount, problem: { planner: { to } }, trees } = this;
    let n = super.constrain(constraint, page, first, decided);
    there.fill(NONE);
    for (let c = constraint; trees.depths[c] > 0; c = trees.parents[c]) there[page[first + units + trees.depths[c] - 1]] = trees.where[c];
    for (let i = 0; i < units; i++) {
      if (page[first + i] < vertexCount) continue;
      there[i] = page[first + i];
      if (to[i] !== NONE) continue;
      to[i] = this.vertexOf(page[first + i]);
      decided[n++] = i;
    }
    return n;
  }

  /** Decides at random whether a unit that waits at its goal stays for good, unless a constraint decides it. The search tries both in the end. */
  protected override settle(page: Int32Array, first: number): boolean {
    const { there, problem: { goals, planner: { to } }, vertexCount } = this;
    for (let i = 0; i < there.length; i++) {
      if (there[i] !== NONE) continue;
      const stays = this.objective === 'sum-of-costs' && to[i] === goals[i] && page[first + i] === goals[i];
      there[i] = stays && this.toss() ? to[i] + vertexCount : to[i];
    }
    return true;
  }

  protected override options(unit: number, at: number, out: Int32Array): number {
    if (at >= this.vertexCount) {
      out[0] = at;
      return 1;
    }
    const n = super.options(unit, at, out);
    if (this.objective === 'makespan' || at !== this.problem.goals[unit]) return n;
    out[n] = at + this.vertexCount;
    return n + 1;
  }

  private toss(): boolean {
    this.coin = (Math.imul(this.coin, 1664525) + 1013904223) | 0;
    return this.coin < 0;
  }
}
