import type { Graph } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkFunction, checkList, checkOptions, checkWorld, shown } from '@pf/graph/kit';
import { checkRows, checkUnit } from './check-units.ts';
import type { CrossingRule } from './crossings.ts';
import { crossedBy, crossingsOf, MAX_CROSSED } from './crossings.ts';
import { validatePlan } from './validate-plan.ts';

/** Answers of a step: whether a unit moves in it. A unit that is asked already waits for one that waits for it. */
const UNKNOWN = 0;
const ASKED = 1;
const STAYS = 2;
const GOES = 3;

/**
 * Follows a plan although some units are late: W. Hönig et al., "Persistent and Robust Execution of MAPF Schedules in Warehouses", RA-L 2019.
 *
 * Units keep their routes, and on each vertex the order of the plan: a unit enters a vertex once all before it have left, or leave in the same step. Steps that cross
 * keep their order too. So a late unit holds up only those that must come after it, and no delay leads to a deadlock.
 *
 * Waits of the plan are left out: units may be earlier than planned, never later unless a unit is late. Edits of the graph are not followed.
 *
 * Memory: 12 bytes for each step along an arc, about 100 more for one that crosses another.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { PlanFollower } from '@pf/crowd';
 *
 * const grid = new Grid(4, 1);
 * const [a, b, c, d] = [0, 1, 2, 3].map((x) => grid.vertex(x, 0));
 * const follower = new PlanFollower(grid, [a, b, b, c, c, d], 2); // rows of two units
 * follower.step((unit) => unit === 1); // → 0
 * follower.position(0) === a; // → true
 * follower.step(); // → 0
 * follower.step(); // → 2
 * ```
 */
export class PlanFollower {
  /** Steps along arcs are numbered by unit: those of unit i begin at first[i]. */
  private readonly first: Uint32Array;
  /** The next step of each unit. */
  private readonly next: Uint32Array;
  /** By step: the vertex to which it leads. */
  private readonly to: Uint32Array;
  /** By step: the step by which the unit before leaves that vertex; −1 if there is none. */
  private readonly leaving: Int32Array;
  /** By step: earlier steps that it crosses. */
  private readonly crossed = new Map<number, number[]>();
  private readonly owner: Uint32Array;
  private readonly at: Uint32Array;
  private readonly answers: Uint8Array;
  private readonly chain: Uint32Array;

  /** `plan[step · units + unit]` is the vertex of a unit, as `plan` of a `LaCAM` writes it. Throws if the plan has a fault (see `validatePlan`). */
  constructor(graph: Graph, plan: ArrayLike<number>, readonly units: number, options: { readonly crossings?: CrossingRule | undefined } = {}) {
    checkWorld(graph, 'A plan');
    checkOptions(options, ['crossings'], 'new PlanFollower');
    checkList(plan, 'plan');
    if (!(Number.isInteger(units) && units >= 0)) throw new RangeError(`The number of units must be a whole number, got ${shown(units)}.`);
    checkRows(plan, units);
    const starts = Array.from({ length: units }, (_, i) => plan[i]);
    const fault = validatePlan(graph, plan, starts, starts, { crossings: options.crossings, partial: true });
    if (fault !== undefined) throw new RangeError(`The plan cannot be followed. ${fault.message}`);
    this.at = Uint32Array.from(starts);
    this.answers = new Uint8Array(units);
    this.chain = new Uint32Array(units);
    this.first = new Uint32Array(units + 1);
    for (let k = units; k < plan.length; k++) if (plan[k] !== plan[k - units]) this.first[(k % units) + 1]++;
    for (let i = 0; i < units; i++) this.first[i + 1] += this.first[i];
    this.next = this.first.slice(0, units);
    const count = this.first[units];
    this.to = new Uint32Array(count);
    this.leaving = new Int32Array(count).fill(-1);
    this.owner = new Uint32Array(count);
    this.order(plan, graph.vertexCount, options.crossings ?? crossingsOf(graph));
  }

  /** Moves every unit that may go and is not late by one step; returns the number of units at the end of their routes. `isLate` is asked at most once for each unit. */
  step(isLate?: (unit: number) => boolean): number {
    if (isLate !== undefined) checkFunction(isLate, 'isLate');
    const { units, first, next, to, at, answers } = this;
    answers.fill(UNKNOWN);
    for (let unit = 0; unit < units; unit++) if (answers[unit] === UNKNOWN) this.decide(unit, isLate);
    let arrived = 0;
    for (let unit = 0; unit < units; unit++) {
      if (answers[unit] === GOES) at[unit] = to[next[unit]++];
      if (next[unit] === first[unit + 1]) arrived++;
    }
    return arrived;
  }

  /** The vertex of a unit. */
  position(unit: number): number {
    checkUnit(unit, this.units, 'the plan has none');
    return this.at[unit];
  }

  /** The next vertex on the route of a unit; `NO_VERTEX` at its end. */
  nextVertex(unit: number): number {
    checkUnit(unit, this.units, 'the plan has none');
    return this.next[unit] === this.first[unit + 1] ? NO_VERTEX : this.to[this.next[unit]];
  }

  /** Follows the chain of units that each wait for the next one to leave. All of them go, or none. */
  private decide(unit: number, isLate: ((unit: number) => boolean) | undefined): void {
    const { answers, chain, next, leaving, owner } = this;
    let length = 0;
    let answer = UNKNOWN;
    for (let i = unit; answer === UNKNOWN;) {
      answers[i] = ASKED;
      chain[length++] = i;
      if (!this.isReady(i, isLate)) answer = STAYS;
      else {
        const before = leaving[next[i]];
        if (before < 0 || before < next[owner[before]]) answer = GOES;
        else if (next[owner[before]] !== before) answer = STAYS;
        else {
          i = owner[before];
          // Back at a unit of this chain: they form a cycle, and go together.
          answer = answers[i] === ASKED ? GOES : answers[i];
        }
      }
    }
    for (let k = 0; k < length; k++) answers[chain[k]] = answer;
  }

  /** Whether a unit has a step to take, is not late, and the steps that it crosses are completed. */
  private isReady(unit: number, isLate: ((unit: number) => boolean) | undefined): boolean {
    const step = this.next[unit];
    if (step === this.first[unit + 1] || (isLate !== undefined && isLate(unit))) return false;
    return this.crossed.get(step)?.every((other) => other < this.next[this.owner[other]]) ?? true;
  }

  /** Finds out which steps must come before which. */
  private order(plan: ArrayLike<number>, vertexCount: number, crossings: CrossingRule | undefined): void {
    const { units, to, leaving, owner, crossed } = this;
    const left = new Map<number, number>();
    const over = new Map<number, number>();
    const pairs = new Int32Array(MAX_CROSSED);
    const keyOf = (u: number, v: number): number => Math.min(u, v) * vertexCount + Math.max(u, v);
    const next = this.first.slice();
    for (let row = units; row < plan.length; row += units) {
      for (let k = row; k < row + units; k++) if (plan[k] !== plan[k - units]) left.set(plan[k - units], next[k - row]);
      for (let k = row; k < row + units; k++) {
        const [from, v] = [plan[k - units], plan[k]];
        if (from === v) continue;
        const step = next[k - row]++;
        to[step] = v;
        owner[step] = k - row;
        leaving[step] = left.get(v) ?? -1;
        if (crossings === undefined) continue;
        // The last unit over an edge comes after all others over it. None crosses this step in the same row, as the plan has no faults.
        const count = crossedBy(crossings, from, v, pairs);
        for (let p = 0; p < count; p += 2) {
          const other = over.get(keyOf(pairs[p], pairs[p + 1]));
          if (other !== undefined) crossed.set(step, [...(crossed.get(step) ?? []), other]);
        }
        over.set(keyOf(from, v), step);
      }
    }
  }
}
