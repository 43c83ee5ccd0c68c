/** What a run is compared with: A*, or whatever would be used in its place. */
import { eightNeighbours, FogOfWar, fourNeighbours, Grid } from '@pf/grid';
import { navigate, RepeatedAStar } from '@pf/incremental';
import { NavMesh, Polyanya } from '@pf/navmesh';
import { AStar, Dijkstra } from '@pf/search';
import type { Comparison, Question, Recording } from './recording.ts';
import { wandering } from './target.ts';

export type Compare = (question: Question, recording: Recording) => Comparison | undefined;

function expansions({ steps }: Recording): number {
  return steps.length === 0 ? 0 : steps[steps.length - 1].expanded;
}

function aStarExpansions({ grid, start, goal }: Question): number {
  const search = new AStar(grid);
  search.search(start, goal);
  return search.counters.expanded;
}

export const withAStar: Compare = (question, recording) => ({ than: 'A*', before: aStarExpansions(question), after: expansions(recording), what: 'expansions' });

/** For what counts something else than expansions of cells. */
export const withAStarBut = (what: string): Compare => (question, recording) => ({ ...withAStar(question, recording)!, what });

export const withDijkstra: Compare = ({ grid, start, goal }, recording) => {
  const search = new Dijkstra(grid);
  search.search(start, goal);
  return { than: 'Dijkstra', before: search.counters.expanded, after: expansions(recording), what: 'expansions' };
};

/** Of an agent, the most expansions before any move; A* makes all of them before the first. */
export const beforeAMove: Compare = (question, { steps }) => {
  const most = steps.reduce((max, { expanded }, i) => Math.max(max, expanded - (i === 0 ? 0 : steps[i - 1].expanded)), 0);
  return { than: 'A*', before: aStarExpansions(question), after: most, what: 'expansions before a move, at most' };
};

/** A*, run again after each surprise. Not if something was painted during the walk, because it would meet that elsewhere. */
export const withRepeated: Compare = (question, recording) => repeated(question, recording, false);

/** The same, after a goal that moves. */
export const withRepeatedChase: Compare = (question, recording) => repeated(question, recording, true);

function repeated({ first, start, goal, edits }: Question, recording: Recording, chases: boolean): Comparison | undefined {
  if (edits.length > 0) return undefined;
  const { width, height, movement, corners } = first;
  const options = { movement, corners, metric: '70/99' } as const;
  const truth = Grid.fromArray(first.toArray(), width, height, options);
  const world = new FogOfWar(truth, new Grid(width, height, options));
  const planner = new RepeatedAStar(world.known, { heuristic: world.known.heuristic() });
  let before = 0;
  for (const { expanded } of navigate(planner, world, { start, goal: chases ? wandering(truth, goal) : goal, sensor: movement === 'four' ? fourNeighbours : eightNeighbours })) before += expanded;
  return { than: chases ? 'A* again and again, after the same target' : 'A* again and again', before, after: expansions(recording), what: 'expansions' };
}

/** One A* on the map as it is, by somebody who knows it. */
export const withOneAStar: Compare = (question, recording) => ({ ...withAStar(question, recording)!, than: 'A* on the known map' });

/** The length of a path beside that of the shortest one to where it ends: a car may stop beside the goal. */
export const withShortest: Compare = ({ grid, start, goal }, { cost, points = [] }) => {
  if (cost === Infinity) return undefined;
  const at = (v: number): readonly [number, number] => [grid.x(v) + 0.5, grid.y(v) + 0.5];
  const [x = at(goal)[0], y = at(goal)[1]] = points.slice(-2);
  return { than: 'the shortest path', before: new Polyanya(NavMesh.fromGrid(grid)).search(...at(start), x, y), after: cost, what: 'cells long' };
};
