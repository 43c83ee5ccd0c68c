import { longer } from '../grow.ts';
import { Configurations, hashShare } from './configurations.ts';
import { ConstraintTrees } from './constraint-trees.ts';
import type { PibtStep } from './pibt-step.ts';
import type { DistanceTables } from './distance-tables.ts';
import { nextOrder } from './priority-order.ts';
import type { StepTable } from './step-table.ts';
import { xorshift } from './xorshift.ts';

const NONE = -1;

/** Starts and goals of all units, and the planner of their steps. */
export interface JointProblem {
  readonly steps: StepTable;
  readonly distances: DistanceTables;
  readonly planner: PibtStep;
  readonly starts: Int32Array;
  readonly goals: Int32Array;
  /** Units that need not be at their goals in the end. */
  readonly waiting?: ReadonlySet<number>;
  /** The order in which units decide in the first step. */
  readonly ranking: Int32Array;
  readonly seed: number;
}

/**
 * Lazy constraints addition search, depth-first over the joint states of all units (Okumura, "LaCAM: Search-Based Algorithm for Quick Multi-Agent Pathfinding", AAAI 2023).
 * The successor of a state is one step of PIBT under constraints. Each time the search returns to a state, the constraints fix more units. So in the end all successors are
 * tried, and the search detects a problem without a solution.
 */
export class JointSearch {
  readonly states: Configurations;
  /** The parent of each state. */
  parents = new Int32Array(1024);
  /** The last state in which all units are at their goals; NONE before. */
  found = NONE;
  /** Whether all states and constraints have been tried. */
  exhausted = false;
  protected readonly trees = new ConstraintTrees();
  protected stack = new Int32Array(1024);
  protected depth = 0;
  protected readonly units: number;
  /** By unit: its vertex after the step that is being planned. */
  protected readonly there: Int32Array;
  private readonly decided: Int32Array;
  private readonly choices: Int32Array;
  private random: number;

  constructor(protected readonly problem: JointProblem) {
    this.units = problem.starts.length;
    this.states = new Configurations(this.units);
    this.there = new Int32Array(this.units);
    this.decided = new Int32Array(this.units);
    this.choices = new Int32Array(problem.steps.width + 2);
    this.random = (Math.imul(problem.seed, 0x85ebca6b) ^ 0x3c6ef372) | 1;
    this.there.set(problem.starts);
    const root = this.add(NONE, hashOf(problem.starts));
    this.push(root);
  }

  /** The bytes of all states and constraints. */
  get bytes(): number {
    return this.states.bytes + this.trees.bytes + this.parents.byteLength + this.stack.byteLength;
  }

  /** The state from which the search continues. */
  get newest(): number {
    return this.depth === 0 ? 0 : this.stack[this.depth - 1];
  }

  /** Plans at most `budget` joint steps; returns how many. Ends early when a solution is found, or no state is left. */
  run(budget: number): number {
    let done = 0;
    while (done < budget) {
      if (this.depth === 0) {
        this.exhausted = true;
        break;
      }
      const id = this.stack[this.depth - 1];
      if (this.isGoal(id)) {
        this.found = id;
        break;
      }
      const constraint = this.trees.pop(id);
      if (constraint === NONE) {
        this.depth--;
        continue;
      }
      done++;
      if (!this.successor(id, constraint)) continue;
      const hash = this.hashAfter(id);
      const known = this.states.find(this.there, hash);
      this.push(known === NONE ? this.add(id, hash) : known);
    }
    return done;
  }

  /** The number of states on the path to `id`, `id` included. */
  length(id: number): number {
    let length = 0;
    for (let s = id; s !== NONE; s = this.parents[s]) length++;
    return length;
  }

  /** Writes the states on the path to `id`, the first one first, one row of vertices each. */
  write(id: number, out: Int32Array | Uint32Array): void {
    const { states, units } = this;
    let row = this.length(id);
    for (let s = id; s !== NONE; s = this.parents[s]) {
      const page = states.page(s);
      const first = states.at(s);
      row--;
      for (let i = 0; i < units; i++) out[row * units + i] = this.vertexOf(page[first + i]);
    }
  }

  /** Decodes an entry of a state to a vertex. */
  protected vertexOf(at: number): number {
    return at;
  }

  protected isGoal(id: number): boolean {
    const { goals, waiting } = this.problem;
    const page = this.states.page(id);
    const first = this.states.at(id);
    for (let i = 0; i < goals.length; i++) if (this.vertexOf(page[first + i]) !== goals[i] && waiting?.has(i) !== true) return false;
    return true;
  }

  protected push(id: number): void {
    if (this.depth === this.stack.length) this.stack = longer(this.stack);
    this.stack[this.depth++] = id;
  }

  /** Adds the state `there`. */
  protected add(parent: number, hash: number): number {
    const { states, units, problem } = this;
    const id = states.add(this.there, hash);
    if (id === this.parents.length) this.parents = longer(this.parents);
    this.parents[id] = parent;
    this.trees.open(id);
    const page = states.page(id);
    const first = states.at(id);
    if (parent === NONE) page.set(problem.ranking, first + units);
    else nextOrder(states.page(parent), states.at(parent) + units, problem.ranking, problem.planner.to, problem.goals, page, first + units);
    return id;
  }

  /** Plans the successor of a state under a constraint into `there`; returns false if there is none. */
  protected successor(id: number, constraint: number): boolean {
    const { units, states, problem: { planner } } = this;
    const { from, to } = planner;
    const page = states.page(id);
    const first = states.at(id);
    this.branch(id, constraint, page, first);
    for (let i = 0; i < units; i++) {
      from[i] = this.vertexOf(page[first + i]);
      to[i] = NONE;
    }
    const n = this.constrain(constraint, page, first, this.decided);
    const done = planner.place(this.decided, n) && planner.decide(page, first + units);
    planner.clear();
    return done && this.settle(page, first);
  }

  /** Gives the steps of a constraint to the planner, and writes their units to `decided`; returns the number of units. */
  protected constrain(constraint: number, page: Int32Array, first: number, decided: Int32Array): number {
    const { where, parents, depths } = this.trees;
    const { to } = this.problem.planner;
    let n = 0;
    for (let c = constraint; depths[c] > 0; c = parents[c]) {
      const i = page[first + this.units + depths[c] - 1];
      to[i] = this.vertexOf(where[c]);
      decided[n++] = i;
    }
    return n;
  }

  /** Turns the step of the planner into the state `there`. Returns false if the search need not visit it. */
  protected settle(_page: Int32Array, _first: number): boolean {
    this.there.set(this.problem.planner.to);
    return true;
  }

  /** Writes the steps that a unit at `at` may take; returns how many. */
  protected options(_unit: number, at: number, out: Int32Array): number {
    const { heads, degrees, width } = this.problem.steps;
    const degree = degrees[at];
    for (let k = 0; k < degree; k++) out[k] = heads[at * width + k];
    out[degree] = at;
    return degree + 1;
  }

  /** Adds the constraints that fix one more unit, in random order. */
  private branch(id: number, constraint: number, page: Int32Array, first: number): void {
    const depth = this.trees.depths[constraint];
    if (depth === this.units) return;
    const { choices } = this;
    const unit = page[first + this.units + depth];
    for (let left = this.options(unit, page[first + unit], choices); left > 0; left--) {
      this.random = xorshift(this.random);
      const k = (this.random >>> 1) % left;
      this.trees.push(id, constraint, choices[k], depth + 1);
      choices[k] = choices[left - 1];
    }
  }

  protected hashAfter(id: number): number {
    const { there, states } = this;
    const page = states.page(id);
    const first = states.at(id);
    let hash = states.hashes[id];
    for (let i = 0; i < there.length; i++) {
      const at = page[first + i];
      if (there[i] !== at) hash = (hash + hashShare(i, there[i]) - hashShare(i, at)) | 0;
    }
    return hash;
  }
}

function hashOf(where: ArrayLike<number>): number {
  let hash = 0;
  for (let i = 0; i < where.length; i++) hash = (hash + hashShare(i, where[i])) | 0;
  return hash;
}
