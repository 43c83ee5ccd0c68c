import { checkRows, checkStepPlanner } from './check-units.ts';
import type { Graph } from '@pf/graph';
import { checkBoolean, checkList, checkOptions, checkVertex, checkWorld } from '@pf/graph/kit';
import type { CrossingRule } from './crossings.ts';
import { crossedBy, crossingsOf, MAX_CROSSED } from './crossings.ts';

/** The first fault of a plan, by step, then by unit. */
export interface PlanFault {
  /**
   * 'start', 'goal': a unit does not begin or end where it should. 'step': no arc leads there. 'vertex': two units are on one vertex. 'swap': two units swap
   * places. 'crossing': the steps of two units cross.
   */
  readonly kind: 'start' | 'goal' | 'step' | 'vertex' | 'swap' | 'crossing';
  /** The row of the plan with the fault, which is the number of steps before it. */
  readonly step: number;
  readonly unit: number;
  /** The second unit, if there are two. */
  readonly other?: number | undefined;
  readonly vertex: number;
  /** The fault in a sentence. */
  readonly message: string;
}

/**
 * Returns the first fault of a plan for several units; undefined if it has none. It shares no code with the planners.
 *
 * A plan has a row for each step, the starts first: `plan[step · units + unit]` is the vertex of a unit. Every unit makes one step along an arc, or waits. No two units are on one
 * vertex, swap places, or cross.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { validatePlan } from '@pf/crowd';
 *
 * const grid = new Grid(3, 1);
 * const [a, b, c] = [0, 1, 2].map((x) => grid.vertex(x, 0));
 * validatePlan(grid, [a, b, b, c], [a, b], [b, c]); // → undefined
 * validatePlan(grid, [a, b, b, a], [a, b], [b, a])?.kind; // → 'swap'
 * ```
 */
export function validatePlan(
  graph: Graph,
  plan: ArrayLike<number>,
  starts: ArrayLike<number>,
  goals: ArrayLike<number>,
  options: { readonly crossings?: CrossingRule | undefined; readonly partial?: boolean | undefined } = {},
): PlanFault | undefined {
  checkOptions(options, ['crossings', 'partial'], 'validatePlan');
  checkWorld(graph, 'validatePlan');
  checkList(plan, 'plan');
  checkList(starts, 'starts');
  checkList(goals, 'goals');
  checkStepPlanner(graph, options);
  const n = starts.length;
  if (goals.length !== n) throw new RangeError(`Every unit needs a start and a goal, got ${n} starts and ${goals.length} goals.`);
  checkRows(plan, n);
  const rows = n === 0 ? 0 : plan.length / n;
  const at = (step: number, unit: number): number => plan[step * n + unit];
  for (let i = 0; i < n; i++) {
    checkVertex(graph, starts[i], `start of unit ${i}`);
    if (at(0, i) !== starts[i]) return { kind: 'start', step: 0, unit: i, vertex: at(0, i), message: `Unit ${i} begins at vertex ${at(0, i)} instead of ${starts[i]}.` };
  }
  const { crossings = crossingsOf(graph), partial = false } = options;
  checkBoolean(partial, 'partial');
  for (let step = 0; step < rows; step++) {
    const fault = faultOfRow(graph, n, step, at, crossings);
    if (fault !== undefined) return fault;
  }
  if (partial) return undefined;
  for (let i = 0; i < n; i++) {
    const end = at(rows - 1, i);
    if (end !== goals[i]) return { kind: 'goal', step: rows - 1, unit: i, vertex: end, message: `Unit ${i} ends at vertex ${end} instead of ${goals[i]}.` };
  }
  return undefined;
}

function faultOfRow(graph: Graph, n: number, step: number, at: (step: number, unit: number) => number, crossings: CrossingRule | undefined): PlanFault | undefined {
  const here = new Map<number, number>();
  const moves = new Map<string, number>();
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  for (let unit = 0; unit < n; unit++) {
    const v = at(step, unit);
    const other = here.get(v);
    if (other !== undefined) return { kind: 'vertex', step, unit: other, other: unit, vertex: v, message: `Units ${other} and ${unit} are both on vertex ${v} after ${step} steps.` };
    here.set(v, unit);
    if (step === 0) continue;
    const u = at(step - 1, unit);
    if (u === v) continue;
    const arcs = graph.successors(u, to, cost);
    if (!to.subarray(0, arcs).includes(v)) return { kind: 'step', step, unit, vertex: v, message: `No arc leads from vertex ${u} to ${v}, where unit ${unit} is after ${step} steps.` };
    const swapped = moves.get(`${v} ${u}`);
    if (swapped !== undefined) return { kind: 'swap', step, unit: swapped, other: unit, vertex: v, message: `Units ${swapped} and ${unit} swap places on vertices ${u} and ${v} in step ${step}.` };
    moves.set(`${u} ${v}`, unit);
  }
  if (step === 0 || crossings === undefined) return undefined;
  const pairs = new Int32Array(MAX_CROSSED);
  for (const [move, unit] of moves) {
    const [u, v] = move.split(' ').map(Number) as [number, number];
    const count = crossedBy(crossings, u, v, pairs);
    for (let k = 0; k < count; k += 2) {
      const other = moves.get(`${pairs[k]} ${pairs[k + 1]}`) ?? moves.get(`${pairs[k + 1]} ${pairs[k]}`);
      if (other !== undefined) return { kind: 'crossing', step, unit, other, vertex: v, message: `The steps of units ${unit} and ${other} cross in step ${step}: ${u} to ${v}, and ${pairs[k]} with ${pairs[k + 1]}.` };
    }
  }
  return undefined;
}

/**
 * The sum of costs of a plan: for each unit, the step from which it stays at its goal. Infinity if one never does.
 *
 * @example
 * ```ts
 * import { sumOfCosts } from '@pf/crowd';
 *
 * sumOfCosts([0, 5, 1, 4, 2, 4], [2, 4]); // → 3
 * ```
 */
export function sumOfCosts(plan: ArrayLike<number>, goals: ArrayLike<number>): number {
  checkList(plan, 'plan');
  checkList(goals, 'goals');
  const n = goals.length;
  const rows = n === 0 ? 0 : Math.floor(plan.length / n);
  let sum = 0;
  for (let i = 0; i < n; i++) {
    let step = rows;
    while (step > 0 && plan[(step - 1) * n + i] === goals[i]) step--;
    sum += step === rows ? Infinity : step;
  }
  return sum;
}
