import { seededRandom } from '@pf/grid';
import { buildCaseBase, buildPartition, buildRegionTable, SubgoalTreeBuilder } from '@pf/preprocess';
import { CaseGuide, CliqueGuide, FLrtaStar, Frit, GuidedAgent, LrtaStar, LssLrtaStar, PartitionGuide, SubgoalTreeGuide, TbaStar } from '@pf/realtime';
import { edits, grids, pairs } from './worlds.js';

/** Walks of every agent through worlds that change. */
export function run(ledger) {
  const agents = {
    'LRTA*': (graph) => new LrtaStar(graph),
    'LRTA*(k)': (graph) => new LrtaStar(graph, { k: 20 }),
    'LSS-LRTA*': (graph) => new LssLrtaStar(graph, { lookahead: 20 }),
    'daRTAA*': (graph) => new LssLrtaStar(graph, { lookahead: 20, update: 'adaptive', avoidDepressions: true }),
    'f-LRTA*': (graph) => new FLrtaStar(graph, { lookahead: 20 }),
    'TBA*': (graph) => new TbaStar(graph, { expansions: 20 }),
    'FRIT': (graph) => new Frit(graph),
  };
  for (const [name, make] of Object.entries(agents)) {
    for (const [, grid] of grids(24)) {
      const agent = make(grid);
      for (const [start, goal] of pairs(grid, 3)) {
        agent.begin(start, goal);
        for (let i = 0; i < 200 && agent.status === 'moving'; i++) agent.step();
        ledger.add(name, agent.position, agent.cost, agent.counters.expanded);
      }
      edits(grid, 30, 14, (tails, n) => {
        agent.arcsChanged(tails, n);
        ledger.add(name, agent.step(), agent.cost, agent.counters.expanded);
      });
    }
  }
  const guides = {
    'subgoal trees': (graph) => new SubgoalTreeGuide(graph, (goal) => new SubgoalTreeBuilder(graph).build(goal)),
    'cases': (graph) => new CaseGuide(graph, buildCaseBase(graph, { cases: 30, random: seededRandom(15) })),
    'regions': (graph) => new CliqueGuide(buildRegionTable(graph, 3)),
    'partitions': (graph) => new PartitionGuide(graph, buildPartition(graph)),
  };
  for (const [name, make] of Object.entries(guides)) {
    for (const [world, grid] of grids(20)) {
      if (world === 'terrain') continue;
      const agent = new GuidedAgent(grid, make(grid));
      for (const [start, goal] of pairs(grid, 3)) {
        agent.begin(start, goal);
        for (let i = 0; i < 400 && agent.status === 'moving'; i++) agent.step();
        ledger.add(`guided by ${name}`, agent.position, agent.cost, agent.counters.expanded);
      }
    }
  }
}
