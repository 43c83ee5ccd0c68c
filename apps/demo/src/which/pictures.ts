/** What an advised contender, or the one it is compared with, does between one start and one goal, as steps to be shown. */
import { Dispatcher } from '@pf/crowd';
import type { Grid } from '@pf/grid';
import { Components, eightNeighbours, seededRandom } from '@pf/grid';
import { ADStar, createPlanner, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import { LssLrtaStar, TbaStar } from '@pf/realtime';
import { AStar, BoundedSearch, JumpPointSearch, smooth, TerrainJumps } from '@pf/search';
import { polyanya } from '../lab/recordings/plane-recordings.ts';
import type { Question, Recording, Step, SteppedSearch } from '../lab/recordings/recording.ts';
import { blank, CLOSED, recordSearch } from '../lab/recordings/recording.ts';
import { flooding, reshaped } from '../lab/recordings/search-recordings.ts';
import { foggy, moving } from '../lab/recordings/walk-recordings.ts';
import type { DrawnName } from './advice.ts';
import { boundsSearch, cornerSearch, FRAME, LOOKAHEAD, SLICE, subgoalAgent, unknownWorld, stepCost } from './contenders.ts';

/** Looks at cells that a recording takes. */
const LOOKS = 4e6;

type Record = (question: Question) => Recording;

const stepped = (make: (grid: Grid) => SteppedSearch): Record => ({ grid, start, goal }) => ({ ...blank, ...recordSearch(grid, make(grid), start, goal, LOOKS) });
const walks = (make: Parameters<typeof moving>[0]): Record => moving(make);
const inFog = (make: Parameters<typeof foggy>[0]): Record => foggy(make);

/** A search whose inside cannot be seen: its path, and the points where it turns. */
function answered(make: (grid: Grid) => { search(start: number, goal: number): number; path(out: Uint32Array): number; readonly counters: { readonly expanded: number } }): Record {
  return ({ grid, start, goal }) => {
    const search = make(grid);
    const cost = search.search(start, goal);
    const out = new Uint32Array(grid.vertexCount);
    const path = [...out.subarray(0, search.path(out))];
    const turns = path.filter((v, i) => i > 0 && i < path.length - 1 && path[i + 1] - v !== v - path[i - 1]);
    return { ...blank, steps: [{ changes: turns.flatMap((v) => [v, CLOSED]), expanded: search.counters.expanded }], path, cost };
  };
}

const UNITS = 60;

/** Units that walk to the goal, a frame a step; the first begins at the start. At the end, the paths that they took. */
const dispatched: Record = ({ grid, start, goal }) => {
  const components = new Components(grid);
  const cells = [...grid.cells.keys()].filter((v) => grid.cells[v] !== 0 && components.same(v, goal));
  const random = seededRandom(3);
  const search = grid.terrain.weighted ? new JumpPointSearch(grid, { locator: new TerrainJumps(grid) }) : new JumpPointSearch(grid);
  const dispatcher = new Dispatcher(grid, { planner: () => search });
  const starts = components.same(start, goal) ? [start, ...Array.from({ length: UNITS - 1 }, () => cells[Math.floor(random() * cells.length)])] : [];
  const units = starts.map((v) => dispatcher.add(v));
  units.forEach((unit) => dispatcher.order(unit, goal));
  const steps: Step[] = [];
  const moves: number[] = [];
  let [expanded, cost, last] = [0, 0, start];
  let before = starts;
  for (let busy = units.length > 0; busy;) {
    const frame = dispatcher.frame({ expansions: FRAME });
    busy = frame.moved + frame.waiting > 0;
    expanded += frame.expanded;
    const at = units.map((unit) => dispatcher.position(unit));
    if (at[0] !== last) cost += stepCost(grid, last, at[0]);
    last = at[0];
    at.forEach((v, i) => { if (v !== before[i]) moves.push(grid.x(before[i]) + 0.5, grid.y(before[i]) + 0.5, grid.x(v) + 0.5, grid.y(v) + 0.5); });
    before = at;
    steps.push({ changes: [], expanded, ...(busy ? {} : { edges: moves }), units: at.flatMap((v) => [grid.x(v) + 0.5, grid.y(v) + 0.5]) });
  }
  return { ...blank, steps, cost: steps.length === 0 ? Infinity : cost };
};

/** LSS-LRTA* on a map that it discovers. */
const learning: Record = ({ grid, start, goal }) => {
  const world = unknownWorld(grid, grid.toArray());
  const agent = new LssLrtaStar(world.known, { heuristic: world.known.heuristic({ least: 1 }), lookahead: LOOKAHEAD });
  const [tails, sight] = [new Uint32Array(world.known.vertexCount), new Uint32Array(eightNeighbours.most)];
  const steps: Step[] = [];
  const path = [start];
  let cost = 0;
  agent.begin(start, goal);
  while (agent.status === 'moving') {
    const from = agent.position;
    agent.arcsChanged(tails, world.reveal(from, eightNeighbours, tails));
    const at = agent.step();
    if (at !== from) cost += stepCost(grid, from, at);
    path.push(at);
    steps.push({ changes: [at, CLOSED], agent: at, known: [...sight.subarray(0, eightNeighbours.sense(world.truth, from, sight))], expanded: agent.counters.expanded });
  }
  return { ...blank, fog: true, steps, path, cost: agent.status === 'reached' ? cost : Infinity };
};

const records: Readonly<{ [Name in DrawnName]: Record }> = {
  'a-star': stepped((grid) => new AStar(grid)),
  'jps': stepped((grid) => new JumpPointSearch(grid)),
  'jps-bounds': stepped(boundsSearch),
  'terrain-jumps': stepped((grid) => new JumpPointSearch(grid, { locator: new TerrainJumps(grid) })),
  'corners': answered(cornerSearch),
  'within': stepped((grid) => new BoundedSearch(grid, { within: 1.1 })),
  'mesh': polyanya,
  'smooth': reshaped(smooth),
  'field': flooding,
  'dispatcher': dispatched,
  'tba': walks((grid, heuristic) => ({ agent: new TbaStar(grid, { heuristic, expansions: SLICE }), tree: [] })),
  'subgoals': walks((grid) => ({ agent: subgoalAgent(grid), tree: [] })),
  'repeated': inFog((known, heuristic) => new RepeatedAStar(known, { heuristic })),
  'd-star-extra-lite': inFog((known, heuristic) => createPlanner(known, { heuristic })),
  'mpaa': inFog((known, heuristic) => new MultipathAdaptiveAStar(known, { heuristic })),
  'ad-star': inFog((known, heuristic) => new ADStar(known, { heuristic, weight: 1.5 })),
  'lss-lrta-fog': learning,
};

/** A recording that can be posted: without functions. */
export function recorded(name: DrawnName, grid: Grid, start: number, goal: number): Recording {
  const question: Question = { grid, first: grid, start, goal, landmarks: [], edits: [], longer: 0, patience: 0, table: () => { throw new Error('No contender of this page takes a table of the lab.'); } };
  const recording = { ...records[name](question) };
  delete recording.estimates;
  delete recording.boxesOf;
  // Never hurried: a step of the player is one of the recording.
  delete recording.budget;
  return recording;
}
