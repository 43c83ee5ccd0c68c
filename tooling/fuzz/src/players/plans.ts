import { LaCAM, PIBT, RealTimeLaCAM, Reservations, SafeIntervalSearch } from '@pf/crowd';
import type { OracleGraph } from '@pf/testkit';
import { firstConflict } from '../conflicts.ts';
import { closedDoor, jointCosts, soonest, trackOf } from '../joint-oracle.ts';
import type { Player } from '../player.ts';
import { costOfStep, demand } from '../player.ts';
import type { Stage } from '../stage.ts';
import { ThrowingGraph } from '../throwing-graph.ts';
import { rejects } from './grid-searches.ts';

const MOST = 6;
/** Worlds in which all states of two units are tried. */
const MOST_VERTICES_OF_PAIRS = 40;

/** The first conflict between two rows of vertices, by cells on grids of squares, and by arcs of the model elsewhere. */
export function conflictOf({ grid, model }: Stage, before: ArrayLike<number>, after: ArrayLike<number>): string | undefined {
  const [was, is] = [Array.from(before), Array.from(after)];
  for (const [unit, v] of is.entries()) {
    if (v !== was[unit] && costOfStep(model, was[unit], v) === Infinity) return `unit ${unit} went from ${was[unit]} to ${v}, where there is no arc`;
    const other = is.indexOf(v);
    if (other !== unit) return `units ${other} and ${unit} are both at ${v}`;
    const swapped = was.findIndex((u, i) => i !== unit && u === v && is[i] === was[unit]);
    if (swapped >= 0) return `units ${unit} and ${swapped} changed places`;
  }
  if (grid === undefined || grid.movement === 'hex') return undefined;
  const cell = (v: number): readonly [number, number] => [grid.x(v), grid.y(v)];
  return firstConflict(was.map(cell), is.map(cell), () => true);
}

function holdPlan(stage: Stage, plan: ArrayLike<number>, starts: readonly number[], who: string): void {
  const units = starts.length;
  for (let row = 0; row * units < plan.length; row++) {
    const at = Array.from({ length: units }, (_, i) => plan[row * units + i]);
    const before = row === 0 ? starts : Array.from({ length: units }, (_, i) => plan[(row - 1) * units + i]);
    const conflict = row === 0 && at.join() !== starts.join() ? `it begins at ${at.join(' ')}` : conflictOf(stage, before, at);
    demand(conflict === undefined, () => `${who}, step ${row}: ${conflict}`);
  }
}

/** Whether every arc has one back. */
function isTwoWay(model: OracleGraph): boolean {
  const to = new Uint32Array(model.maxDegree);
  const cost = new Float64Array(model.maxDegree);
  for (let v = 0; v < model.vertexCount; v++) {
    for (const u of to.slice(0, model.successors(v, to, cost))) if (costOfStep(model, u, v) === Infinity) return false;
  }
  return true;
}

/** Plans for the units of the last queries, in a world that is edited. */
const several: Player = {
  name: 'plans for several units',
  join(stage, tally) {
    const { graph } = stage;
    const [lacam, pibt] = [new LaCAM(graph), new PIBT(graph)];
    // Needs arcs both ways, now and after the edits.
    let steady: RealTimeLaCAM | undefined;
    let [starts, goals]: [number[], number[]] = [[], []];
    return {
      query({ start, goal, model, n }) {
        tally.queries++;
        if (starts.includes(start) || goals.includes(goal)) return;
        if (starts.length === MOST) [starts, goals] = [starts.slice(1), goals.slice(1)];
        [starts, goals] = [[...starts, start], [...goals, goal]];
        const at = new Uint32Array(starts.length);
        if (!isTwoWay(model)) {
          demand(
            rejects(() => {
              const planner = steady ?? new RealTimeLaCAM(graph);
              planner.begin(starts, goals);
              planner.step(1);
            }),
            () => 'Real-time LaCAM took a graph with an arc that has none back.',
          );
          steady = undefined;
        } else steady ??= new RealTimeLaCAM(graph);
        for (const [name, planner] of [['PIBT', pibt], ['Real-time LaCAM', steady]] as const) {
          if (planner === undefined) continue;
          planner.begin(starts, goals);
          const rows = [...starts];
          for (let step = 0; step < 1 + (n % 5); step++) {
            planner.step(1 + (n % 50));
            planner.positions(at);
            rows.push(...at);
          }
          holdPlan(stage, rows, starts, name);
        }
        lacam.begin(starts, goals);
        if (!lacam.run(1 + (n % 300)) || lacam.cost === Infinity) return;
        lacam.improve(n % 40);
        const plan = new Uint32Array(starts.length * (lacam.makespan + 1));
        lacam.plan(plan);
        holdPlan(stage, plan, starts, 'LaCAM');
        demand([...plan.subarray(plan.length - goals.length)].join() === goals.join(), () => `A plan to ${goals.join(' ')} ends otherwise: ${plan.join(' ')}.`);
        holdAlone(stage, model, lacam, starts, goals, n);
      },
    };
  },
};

/** The first unit among the paths of the others, and some closed doors: it arrives at the step of the oracle, and collides with no unit. */
function holdAlone(stage: Stage, model: OracleGraph, lacam: LaCAM, starts: readonly number[], goals: readonly number[], n: number): void {
  const reservations = new Reservations(stage.graph);
  const out = new Uint32Array(lacam.makespan + 1);
  const others = starts.slice(1).map((_, i) => [...out.subarray(0, lacam.path(i + 1, out))]);
  for (const path of others) reservations.add(path);
  const doors = stage.graph.vertexCount > 2 && n % 3 === 0 ? [[(n * 7) % stage.graph.vertexCount, 1 + (n % 5), 1 + (n % 5) + (n % 9)] as const] : [];
  const closed = doors.filter(([v]) => v !== starts[0] && !others.some((path) => path.includes(v)) && stage.graph.hasVertex?.(v) !== false);
  for (const [v, from, to] of closed) reservations.block(v, from, to);
  const throwing = new ThrowingGraph(stage.graph);
  const search = new SafeIntervalSearch(throwing.view, reservations);
  const alone = throwing.retry(1 + (n % 61), () => search.search(starts[0], goals[0]));
  const last = Math.max(lacam.makespan, ...closed.map(([, , to]) => to + 1));
  const truth = soonest(model, stage.grid, starts[0], goals[0], [...others.map((path) => trackOf(path)), ...closed.map((door) => closedDoor(...door))], last);
  demand(alone === truth, () => `Among the paths ${others.map((path) => path.join(' ')).join('; ')} and the doors ${closed.map((door) => door.join(' ')).join('; ')} a unit gets from ${starts[0]} to ${goals[0]} in ${truth} steps, but SIPP says ${alone}.`);
  if (alone === Infinity) return;
  const path = new Uint32Array(alone + 1);
  search.path(path);
  const unit = (walk: ArrayLike<number>, step: number): number => walk[Math.min(step, walk.length - 1)];
  const row = (step: number): number[] => [unit(path, step), ...others.map((other) => unit(other, step))];
  for (let step = 1; step <= alone; step++) {
    const conflict = conflictOf(stage, row(step - 1), row(step));
    demand(conflict === undefined, () => `SIPP, step ${step}: ${conflict}`);
  }
}

/** Two units in a small world: LaCAM finds a plan if there is one, and improves it to the cheapest. */
const pairs: Player = {
  name: 'the cheapest plan for two units',
  join(stage, tally) {
    const { graph } = stage;
    if (graph.vertexCount > MOST_VERTICES_OF_PAIRS) return undefined;
    const planners = { 'sum-of-costs': new LaCAM(graph), makespan: new LaCAM(graph, { objective: 'makespan' }) };
    let last: readonly [number, number] | undefined;
    return {
      query({ start, goal, model, n }) {
        const other = last;
        last = [start, goal];
        if (other === undefined || other[0] === start || other[1] === goal || n % 6 !== 0) return;
        tally.queries++;
        const [starts, goals] = [[start, other[0]], [goal, other[1]]];
        const truth = jointCosts(model, stage.grid, starts, goals);
        for (const [objective, lacam] of Object.entries(planners)) {
          const first = lacam.search(starts, goals);
          const expected = truth[objective as keyof typeof truth];
          demand((first === Infinity) === (expected === Infinity), () => `LaCAM says ${first} from ${starts.join(' ')} to ${goals.join(' ')}, where the least ${objective} is ${expected}.`);
          if (first === Infinity) continue;
          demand(lacam.improve(200_000), () => 'LaCAM does not come to the cheapest plan of two units.');
          const cost = objective === 'makespan' ? lacam.makespan : lacam.cost;
          demand(cost === expected, () => `From ${starts.join(' ')} to ${goals.join(' ')} the least ${objective} is ${expected}, but LaCAM ends at ${cost}.`);
        }
      },
    };
  },
};

export const planPlayers: readonly Player[] = [several, pairs];
