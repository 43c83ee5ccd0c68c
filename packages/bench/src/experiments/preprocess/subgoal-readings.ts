import type { Corners } from '@pf/grid';
import { seededRandom } from '@pf/grid';
import type { PublishedTreeOptions } from '@pf/preprocess';
import { publishedSubgoalTree } from '@pf/preprocess';
import { GuidedAgent, SubgoalTreeGuide } from '@pf/realtime';
import { AStar } from '@pf/search';
import type { Options } from '../../experiment.ts';
import { mean, quantile } from '../../measure/statistics.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { drawProblems } from '../../worlds/worlds.ts';
import type { WorldSource } from '../../worlds/worlds.ts';

const PROBLEMS = { tiny: 3, quick: 10, full: 100 };
/** Share of problems, by ratio, that is left out in a column of its own: a few of them cost more than all others. */
const WORST = 0.03;
const CORNERS: readonly Corners[] = ['never', 'one', 'always'];
const SUMS: readonly NonNullable<PublishedTreeOptions['sums']>[] = ['rounded', 'exact'];

/**
 * Readings of Algorithms 2 and 3 that the text leaves open: whether diagonal steps may pass blocked corners, and whether costs and estimates are compared with or
 * without the errors of rounding. The first subgoal and its changes are as published.
 */
export function measureReadings(record: Recorder, options: Options, sources: readonly WorldSource[]): void {
  record.table('readings', 'Readings of the published algorithm', {
    corners: column.key('blocked corners'), sums: column.key('sums compared'), nodes: column.count('nodes a tree'), above: column.figure('above optimal', '%'),
    most: column.figure('without the worst 3%', '%'), median: column.figure('median above optimal', '%'), missed: column.count('goals missed'),
  });
  for (const corners of CORNERS) {
    for (const sums of SUMS) {
      const random = seededRandom(options.seed);
      const costs: number[] = [];
      const optimal: number[] = [];
      const nodes: number[] = [];
      let missed = 0;
      for (const source of sources) {
        const { grid, heuristic } = source.load({ corners });
        const astar = new AStar(grid);
        const guide = new SubgoalTreeGuide(grid, (goal) => {
          const tree = publishedSubgoalTree(grid, heuristic, goal, { sums });
          nodes.push(tree.vertices.length);
          return tree;
        }, { heuristic, start: 'nearest', change: 'at-any-node' });
        const agent = new GuidedAgent(grid, guide, { heuristic });
        for (const { from, to } of drawProblems(grid, PROBLEMS[options.effort], random)) {
          agent.begin(from, to);
          while (agent.status === 'moving') agent.step();
          if (agent.status !== 'reached') missed++;
          costs.push(agent.cost);
          optimal.push(astar.search(from, to));
        }
      }
      const ratios = costs.map((cost, i) => (optimal[i] === 0 ? 1 : cost / optimal[i]));
      record.row('readings', {
        corners, sums, nodes: mean(nodes), above: above(costs, optimal, Infinity), most: above(costs, optimal, quantile(ratios, 1 - WORST)),
        median: 100 * (quantile(ratios, 0.5) - 1), missed,
      });
    }
  }
}

/** Percent by which costs are above optimal, of means, over the problems up to a ratio. */
function above(costs: readonly number[], optimal: readonly number[], most: number): number {
  const kept = costs.map((_, i) => i).filter((i) => costs[i] <= most * optimal[i]);
  return 100 * (mean(kept.map((i) => costs[i])) / mean(kept.map((i) => optimal[i])) - 1);
}
