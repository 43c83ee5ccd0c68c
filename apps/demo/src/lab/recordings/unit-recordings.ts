import type { Grid } from '@pf/grid';
import { gridWalls, LaCAM, RealTimeLaCAM, Steering, sumOfCosts } from '@pf/crowd';
import { AStar, BreadthFirst } from '@pf/search';
import type { Question, Recording, Step } from './recording.ts';
import { blank, timed } from './recording.ts';
import { lengthOf } from './search-recordings.ts';

/** The number of units in each team, where the map has room for them. */
const TEAM = 8;
/** Joint steps after which LaCAM* gives up: on a crowded map the first plan can take minutes. */
const PATIENCE = 10_000;
/** Joint steps that LaCAM* may spend on a cheaper plan. */
const IMPROVE = 200;
/** Joint steps that RealTimeLaCAM plans in each step. */
const BUDGET = 1;
const MAX_STEPS = 600;
const RADIUS = 0.2;
const SPEED = 3;
const DT = 0.1;
const MAX_SECONDS = 150;
/** A steered unit heads for the next cell of its path from this distance on, and plans again when it was pushed farther away than that. */
const NEAR = 0.7;
const FAR = 2.5;

/** Two teams that change places: the cells around the start, then those around the goal. */
interface Teams {
  readonly starts: readonly number[];
  readonly goals: readonly number[];
}

/** The teams of a map; undefined if no path leads from start to goal. */
function teamsOf(grid: Grid, start: number, goal: number): Teams | undefined {
  if (start === goal) return { starts: [start], goals: [start] };
  const near = around(grid, start);
  if (!near.includes(goal)) return undefined;
  const size = Math.max(1, Math.min(TEAM, Math.floor(near.length / 3)));
  const one = near.filter((v) => v !== goal).slice(0, size);
  const other = around(grid, goal).filter((v) => !one.includes(v)).slice(0, size);
  const smaller = Math.min(one.length, other.length);
  const [a, b] = [one.slice(0, smaller), other.slice(0, smaller)];
  return { starts: [...a, ...b], goals: [...b, ...a] };
}

/** All cells that can be reached, nearest first. */
function around(grid: Grid, from: number): number[] {
  const to = new Uint32Array(grid.maxDegree);
  const cost = new Float64Array(grid.maxDegree);
  const found = new Set([from]);
  for (const v of found) {
    const n = grid.successors(v, to, cost);
    for (let k = 0; k < n; k++) found.add(to[k]);
  }
  return [...found];
}

const noWay: Recording = { ...blank, steps: [{ changes: [], expanded: 0 }] };

/** The steps that all units would take in all if there were no others. */
function stepsAlone(grid: Grid, starts: readonly number[], goals: readonly number[]): number {
  const search = new BreadthFirst(grid);
  return starts.reduce((sum, start, i) => {
    search.search(start, goals[i]);
    return sum + search.steps(goals[i]);
  }, 0);
}

/** A plan, one row of cells a step, as a recording. */
function planned(grid: Grid, rows: ArrayLike<number>, { starts, goals }: Teams, rest: Pick<Recording, 'milliseconds' | 'noWay'>): Recording {
  const n = starts.length;
  const steps: Step[] = [];
  const path: number[] = [];
  for (let row = 0; row < rows.length / n; row++) {
    const at = Array.from({ length: n }, (_, i) => rows[row * n + i]);
    path.push(at[0]);
    steps.push({ changes: [], expanded: at.filter((v, i) => v === goals[i]).length, units: at.flatMap((v) => [grid.x(v) + 0.5, grid.y(v) + 0.5]) });
  }
  const cost = sumOfCosts(rows, goals);
  return { ...blank, steps, path, cost, comparison: { than: 'each alone', before: stepsAlone(grid, starts, goals), after: cost, what: 'steps in all' }, counted: 'arrived', facts: [['units', String(n)]], rising: true, ...rest };
}

export function jointPlan({ grid, start, goal, patience }: Question): Recording {
  const teams = teamsOf(grid, start, goal);
  if (teams === undefined) return noWay;
  const lacam = new LaCAM(grid);
  lacam.begin(teams.starts, teams.goals);
  if (!lacam.run(PATIENCE)) return { ...noWay, noWay: 'none found yet' };
  lacam.improve(IMPROVE);
  if (lacam.cost === Infinity) return noWay;
  const rows = new Uint32Array(teams.starts.length * (lacam.makespan + 1));
  lacam.plan(rows);
  return planned(grid, rows, teams, { milliseconds: timed(() => lacam.search(teams.starts, teams.goals), patience) });
}

export function inRealTime({ grid, start, goal }: Question): Recording {
  const teams = teamsOf(grid, start, goal);
  if (teams === undefined) return noWay;
  const units = new RealTimeLaCAM(grid);
  units.begin(teams.starts, teams.goals);
  const n = teams.starts.length;
  const rows = [...teams.starts];
  const at = new Uint32Array(n);
  const begin = performance.now();
  let steps = 0;
  for (let arrived = start === goal ? n : 0; arrived < n && steps < MAX_STEPS; steps++) {
    arrived = units.step(BUDGET);
    units.positions(at);
    rows.push(...at);
  }
  return planned(grid, rows, teams, { milliseconds: (performance.now() - begin) / Math.max(1, steps), noWay: 'not all arrive' });
}

export function steered({ grid, start, goal }: Question): Recording {
  const teams = teamsOf(grid, start, goal);
  if (teams === undefined) return noWay;
  const { starts, goals } = teams;
  const astar = new AStar(grid);
  const buffer = new Uint32Array(grid.vertexCount);
  const pathTo = (from: number, to: number): Uint32Array => {
    astar.search(from, to);
    return buffer.slice(0, astar.path(buffer));
  };
  const steering = new Steering();
  for (const v of starts) steering.add({ x: grid.x(v) + 0.5, y: grid.y(v) + 0.5, radius: RADIUS, speed: SPEED });
  steering.setWalls(gridWalls(grid.width, grid.height, (x, y) => grid.isBlocked(x, y)));
  const paths = starts.map((v, i) => pathTo(v, goals[i]));
  // Rough ground does not slow them down.
  const alone = Math.max(...paths.map((path) => lengthOf(grid, [...path]))) / SPEED;
  const next = new Int32Array(starts.length);
  const distance = (i: number, v: number): number => Math.hypot(steering.x[i] - grid.x(v) - 0.5, steering.y[i] - grid.y(v) - 0.5);
  const lead = (i: number): void => {
    if (distance(i, paths[i][next[i]]) > FAR) {
      const [x, y] = [Math.floor(steering.x[i]), Math.floor(steering.y[i])];
      if (!grid.isBlocked(x, y)) {
        paths[i] = pathTo(grid.vertex(x, y), goals[i]);
        next[i] = 0;
      }
    }
    while (next[i] < paths[i].length - 1 && distance(i, paths[i][next[i]]) < NEAR) next[i]++;
    const v = paths[i][next[i]];
    steering.seek(i, grid.x(v) + 0.5, grid.y(v) + 0.5);
  };
  const arrived = (): number => goals.filter((v, i) => distance(i, v) < 0.01).length;
  const steps: Step[] = [];
  const keep = (): void => void steps.push({ changes: [], expanded: arrived(), units: goals.flatMap((_, i) => [steering.x[i], steering.y[i]]) });
  keep();
  const begin = performance.now();
  let count = 0;
  while (arrived() < goals.length && count * DT < MAX_SECONDS) {
    for (const i of goals.keys()) lead(i);
    steering.step(DT);
    if (++count % 2 === 0) keep();
  }
  if (count % 2 === 1) keep();
  return {
    ...blank, steps, points: steps.flatMap(({ units = [] }) => [units[0], units[1]]), cost: arrived() === goals.length ? count * DT : Infinity,
    noWay: 'not all arrive', counted: 'arrived', facts: [['units', String(goals.length)], ['cost is in', 'seconds']],
    comparison: { than: 'the slowest alone', before: alone, after: count * DT, what: 'seconds' }, milliseconds: (performance.now() - begin) / Math.max(1, count),
  };
}
