import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { eightNeighbours, FogOfWar, fourNeighbours, Grid as GridOf, seededRandom } from '@pf/grid';
import type { Planner } from '@pf/incremental';
import { navigate } from '@pf/incremental';
import { buildCaseBase, buildPartition, buildRegionTable, publishedSubgoalTree, SubgoalTreeBuilder } from '@pf/preprocess';
import type { RealTimeAgent } from '@pf/realtime';
import { CaseGuide, CliqueGuide, GuidedAgent, PartitionGuide, SubgoalTreeGuide } from '@pf/realtime';
import type { Question, Recording, Step } from './recording.ts';
import { blank, CLOSED, freeCells, Glances, keptFor, LONGEST, NOTHING, OPEN } from './recording.ts';
import type { Edit } from '../scenario/scenario.ts';
import { estimatesOf } from './search-recordings.ts';
import { wandering } from './target.ts';

/** Cells painted during the walk, applied step by step. A wall appears once its cell is empty. */
class Painter {
  /** By vertex, the cost to come. */
  private readonly waiting = new Map<number, number>();
  private next = 0;
  private readonly edits: readonly Edit[];
  private readonly tails: Uint32Array;

  constructor(edits: readonly Edit[], private readonly grid: Grid) {
    this.edits = [...edits].sort((a, b) => a.step - b.step);
    this.tails = new Uint32Array(grid.vertexCount);
  }

  /** Paints what is due after `step` steps; returns the cells and their costs. */
  paint(step: number, occupied: readonly number[], changed: (tails: Uint32Array, n: number) => void): number[] {
    const { grid, tails, edits, waiting } = this;
    for (; this.next < edits.length && edits[this.next].step <= step; this.next++) {
      const { x, y, cost } = edits[this.next];
      waiting.set(grid.vertex(x, y), cost);
    }
    const painted: number[] = [];
    for (const [v, cost] of waiting) {
      if (cost === 0 && occupied.includes(v)) continue;
      changed(tails, grid.setCost(grid.x(v), grid.y(v), cost, tails));
      painted.push(v, cost);
      waiting.delete(v);
    }
    return painted;
  }
}

type Agent = RealTimeAgent & { h?(v: number): number; readonly subgoal?: number; readonly learnedCount?: number };

/** An agent, and the tree that guides it. */
interface Guided {
  readonly agent: Agent;
  /** From x, y to x, y. */
  readonly tree: readonly number[];
}

/** An agent that nothing guides. */
export function walking(make: (grid: Grid, heuristic: Heuristic) => Agent): (question: Question) => Recording {
  return moving((grid, heuristic) => ({ agent: make(grid, heuristic), tree: [] }));
}

/** An agent that moves while it thinks. */
export function moving(make: (grid: Grid, heuristic: Heuristic, goal: number) => Guided): (question: Question) => Recording {
  return ({ first: grid, start, goal, edits, looks }) => {
    const heuristic = grid.heuristic();
    const { agent, tree } = make(grid, heuristic, goal);
    const estimates = estimatesOf(grid, goal)();
    const painter = new Painter(edits, grid);
    const cells = freeCells(grid);
    const glances = new Glances(cells.length, looks);
    const h = Float64Array.from(grid.cells, (_, v) => heuristic(v, goal));
    const steps: Step[] = [];
    const path = [start];
    let time = 0;
    agent.begin(start, goal);
    while (agent.status === 'moving' && steps.length < LONGEST) {
      const from = agent.position;
      const painted = painter.paint(steps.length, [from], (tails, n) => agent.arcsChanged(tails, n));
      const { expanded } = agent.counters;
      const before = performance.now();
      const at = agent.step();
      time += performance.now() - before;
      if (at !== path[path.length - 1]) path.push(at);
      const values: number[] = [];
      if (agent.h !== undefined) {
        // One expansion can only have raised the estimate where it was.
        const last = agent.status !== 'moving' || steps.length + 1 === LONGEST;
        for (const v of glances.due(agent.counters.expanded > expanded + 1, last) ? cells : [from]) {
          const value = agent.h(v);
          if (value > h[v] + 1e-9) values.push(v, (h[v] = value));
        }
      }
      // Over heights, what it has visited is marked; elsewhere its trail says enough.
      const aim = agent.subgoal ?? NO_VERTEX;
      const planned = aim === NO_VERTEX || agent.status !== 'moving' ? [] : [at, aim];
      const changes = agent.h === undefined ? [] : [at, CLOSED];
      steps.push({ changes, agent: at, painted, planned, expanded: agent.counters.expanded, values, tally: agent.learnedCount ?? 0 });
    }
    const reached = agent.status === 'reached';
    return {
      ...blank, steps, tree,
      path: reached ? path : [],
      cost: reached ? agent.cost : Infinity,
      noWay: agent.status === 'unreachable' ? 'no path' : `not there after ${LONGEST} moves`,
      milliseconds: perStep(time, steps),
      ...(agent.learnedCount === undefined ? {} : { tallied: 'learned' }),
      labels: agent.h === undefined ? [] : ['h'],
      heights: agent.h !== undefined,
      estimates: () => estimates,
    };
  };
}

/** From node to node: x, y to x, y. */
function lineBetween(grid: Grid, from: number, to: number): readonly number[] {
  return [from, to].flatMap((v) => [grid.x(v) + 0.5, grid.y(v) + 0.5]);
}

/** The agent that walks down a subgoal tree, and the tree as lines; the published tree is walked by the published rules. */
export function subgoalTree(published: boolean): (grid: Grid, heuristic: Heuristic, goal: number) => Guided {
  return (grid, heuristic, goal) => {
    const tree = published ? publishedSubgoalTree(grid, heuristic, goal) : new SubgoalTreeBuilder(grid, heuristic).build(goal);
    const rules = published ? ({ start: 'nearest-walk', change: 'at-any-node' } as const) : {};
    const agent = new GuidedAgent(grid, new SubgoalTreeGuide(grid, () => tree, { heuristic, ...rules }), { heuristic });
    return { agent, tree: [...tree.vertices].flatMap((v, node) => lineBetween(grid, v, tree.vertices[tree.parents[node]])) };
  };
}

const partitionOf = keptFor((grid) => buildPartition(grid));

/** HCDPS, and the paths between the seeds of neighbouring parts as lines. */
export function partitioned(grid: Grid, heuristic: Heuristic): Guided {
  const partition = partitionOf(grid);
  const { partCount, seeds, leg, first, subgoals } = partition;
  const tree = [...leg].flatMap((number, pair) => {
    const stops = number < 0 ? [] : [...subgoals.subarray(first[number], first[number + 1])];
    // Only where the leg leads all the way: farther parts are reached by several.
    if (stops[stops.length - 1] !== seeds[pair % partCount]) return [];
    return stops.flatMap((v, i) => lineBetween(grid, i === 0 ? seeds[Math.floor(pair / partCount)] : stops[i - 1], v));
  });
  return { agent: new GuidedAgent(grid, new PartitionGuide(grid, partition, { heuristic }), { heuristic }), tree };
}

const CASES = 300;
const casesOf = keptFor((grid) => buildCaseBase(grid, { cases: CASES, random: seededRandom(1) }));

/** kNN LRTA*. */
export function byCases(grid: Grid, heuristic: Heuristic): Guided {
  return { agent: new GuidedAgent(grid, new CaseGuide(grid, casesOf(grid), { heuristic }), { heuristic }), tree: [] };
}

const LEVELS = 2;
const regionsOf = keptFor((grid) => buildRegionTable(grid, LEVELS));

/** D LRTA*. */
export function byRegions(grid: Grid, heuristic: Heuristic): Guided {
  return { agent: new GuidedAgent(grid, new CliqueGuide(regionsOf(grid)), { heuristic }), tree: [] };
}

/** The values of a vertex that a planner exposes. */
interface PlannerReadings {
  g?(v: number): number;
  rhs?(v: number): number;
  learned?(v: number): number;
}

const readings = [['g', 'g'], ['rhs', 'rhs'], ['h', 'learned']] as const;
/** 70 and 99 are 1 and √2 to a part in ten thousand, and whole, as all replanners take them. */
const UNIT = 70;

/** A character in fog, which plans on what it has seen. If it `chases`, its goal wanders. */
export function foggy(make: (graph: Graph, heuristic: Heuristic) => Planner & PlannerReadings, chases = false): (question: Question) => Recording {
  return ({ first, start, goal, edits, looks }) => {
    const { width, height, movement, corners } = first;
    const truth = GridOf.fromArray(first.toArray(), width, height, { movement, corners, metric: '70/99' });
    const world = new FogOfWar(truth, new GridOf(width, height, { movement, corners, metric: '70/99' }));
    const planner = make(world.known, world.known.heuristic());
    const spoken = readings.filter(([, method]) => typeof planner[method] === 'function');
    const read = spoken.map(([, method]) => planner[method]!.bind(planner));
    const numbers = spoken.map(() => new Float64Array(truth.vertexCount).fill(Infinity));
    const painter = new Painter(edits, truth);
    const cells = freeCells(new GridOf(width, height));
    const glances = new Glances(cells.length * (1 + read.length), looks);
    const sensor = movement === 'four' ? fourNeighbours : eightNeighbours;
    const sight = new Uint32Array(sensor.most);
    // The path from where it is, and what is left of it after the step.
    const out = new Uint32Array(truth.vertexCount + 1);
    const rest = out.subarray(1);
    const seen = new Uint8Array(truth.vertexCount);
    const state = new Uint8Array(truth.vertexCount);
    const path: number[] = [];
    const steps: Step[] = [];
    let cost = 0;
    let time = 0;
    let expanded = 0;
    let replans = 0;
    let status = 'moving';
    let painted = painter.paint(0, [start], () => {});
    let before = performance.now();
    for (const step of navigate(planner, world, { start, goal: chases ? wandering(truth, goal) : goal, sensor })) {
      time += performance.now() - before;
      status = step.status;
      expanded += step.expanded;
      if (step.replanned) replans++;
      const known = [...sight.subarray(0, sensor.sense(truth, step.vertex, sight))].filter((v) => seen[v] === 0);
      const changes: number[] = [];
      const values: number[] = [];
      for (const v of known) seen[v] = 1;
      // What it learned falls as its goal moves.
      for (const v of glances.due(step.replanned || chases, status !== 'moving' || steps.length + 1 === LONGEST) ? cells : []) {
        const now = planner.isOpen(v) ? OPEN : (planner.g?.(v) ?? Infinity) < Infinity ? CLOSED : NOTHING;
        if (now !== state[v]) changes.push(v, (state[v] = now));
        let differs = false;
        for (let i = 0; i < read.length; i++) {
          const number = read[i](v);
          if (number !== numbers[i][v]) differs = true;
          numbers[i][v] = number;
        }
        if (differs) values.push(v, ...numbers.map((each) => each[v]));
      }
      if (path.length > 0) cost += stepCost(truth, path[path.length - 1], step.vertex);
      path.push(step.vertex);
      out[0] = step.vertex;
      steps.push({ changes, agent: step.vertex, ...(chases && { goal: step.goal }), known, planned: out.slice(0, 1 + planner.path(rest)), painted, values, expanded, tally: replans });
      if (steps.length >= LONGEST) break;
      painted = painter.paint(steps.length, [step.vertex, planner.start, step.goal], () => {});
      before = performance.now();
    }
    const reached = status === 'reached';
    return {
      ...blank, fog: true, steps,
      path: reached ? path : [],
      cost: reached ? cost : Infinity,
      milliseconds: perStep(time, steps),
      tallied: 'replans',
      labels: spoken.map(([name]) => name),
      unit: UNIT,
      estimates: estimatesOf(first, goal),
    };
  };
}

/** Milliseconds a step; undefined if no step was needed. */
function perStep(time: number, steps: readonly Step[]): number {
  return steps.length === 0 ? 0 : time / steps.length;
}

/** The cost of a step: 1 if straight, √2 if diagonal. */
function stepCost(grid: Grid, from: number, to: number): number {
  const straight = grid.x(from) === grid.x(to) || grid.y(from) === grid.y(to);
  return grid.cells[to] * (straight ? 1 : Math.SQRT2);
}
