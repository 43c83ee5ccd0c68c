import { FogOfWar, Grid, radius, seededRandom } from '@pf/grid';
import { navigate } from '@pf/incremental';
import { PLANNERS } from '../../episodes/planners.ts';
import { runEpisodes } from '../../episodes/run-episodes.ts';
import type { EpisodeRecords } from '../../episodes/run-episodes.ts';
import { mean, ratioOfMeans } from '../../measure/statistics.ts';
import type { MapPanel } from '../../record/result.ts';
import type { Task } from '../../worlds/unknown-worlds.ts';
import type { World } from '../../worlds/worlds.ts';
import { drawMap } from '../../write/picture.ts';
import type { Answer } from './answer.ts';

const SIGHT = 10;

/** Agents that see ten cells far in an unknown world: MPAA* beside an A* from scratch after each sighting. */
export function exploreInFog({ grid: truth, problems }: World, rounds: number, seed: number): { readonly answer: Answer; readonly panel: MapPanel; readonly all: readonly EpisodeRecords[] } {
  const tasks: Task[] = problems.filter(({ from, to }) => from !== to).map(({ from, to }) => ({ truth, start: from, goal: to }));
  const sensor = radius(SIGHT);
  const all = runEpisodes(tasks, { sensor, planners: [PLANNERS.multipath, PLANNERS.forward, PLANNERS.dstarLite], rounds });
  const [repairing, fromScratch] = all;
  const longest = tasks[repairing.moves.indexOf(Math.max(...repairing.moves))];
  return {
    all, panel: drawEpisode(longest),
    answer: {
      question: `A maze in fog: ${Math.round(mean(repairing.moves))} moves`, ours: repairing.name, time: mean(repairing.time),
      beside: 'A* from scratch', besideTime: mean(fromScratch.time),
      faster: ratioOfMeans(fromScratch.time, repairing.time, seededRandom(seed)),
    },
  };
}

function drawEpisode({ truth, start, goal }: Task): MapPanel {
  const { movement, corners, metric } = truth;
  const fog = new FogOfWar(truth, new Grid(truth.width, truth.height, { movement, corners, metric }));
  const steps = [...navigate(PLANNERS.multipath.make(fog.known), fog, { start, goal, sensor: radius(SIGHT) })];
  return drawMap({
    title: `${PLANNERS.multipath.name} in fog: what was seen, ${steps.length - 1} moves`, width: truth.width, height: truth.height,
    cost: (x, y) => fog.known.cost(x, y),
    order: (x, y) => (fog.isSeen(fog.known.vertex(x, y)) && fog.known.isFree(x, y) ? 1 : -1), last: 2,
    paths: [steps.map(({ vertex }) => [truth.x(vertex) + 0.5, truth.y(vertex) + 0.5])],
  });
}
