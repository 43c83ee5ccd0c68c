import { expect, test } from 'vitest';
import type { Graph } from '@pf/graph';
import { expectLegal, illegalGraphs } from '@pf/testkit';
import type { RealTimeAgent } from '../src/index.ts';
import { FLrtaStar, Frit, GuidedAgent, LrtaStar, LssLrtaStar, TbaStar } from '../src/index.ts';

const straight = { begin: () => undefined, prepare: () => true, next: (_at: number, _subgoal: number, goal: number): number => goal };

/** With a `costBound`, an agent does not read all arcs when it is made. */
const agents: Readonly<Record<string, (graph: Graph, costBound: number | undefined) => RealTimeAgent>> = {
  'LRTA*': (graph, costBound) => new LrtaStar(graph, { costBound }),
  'LRTA*(k)': (graph, costBound) => new LrtaStar(graph, { k: 5, costBound }),
  'LSS-LRTA*': (graph, costBound) => new LssLrtaStar(graph, { costBound }),
  'RTAA*': (graph, costBound) => new LssLrtaStar(graph, { update: 'adaptive', lookahead: 2, costBound }),
  'f-LRTA*': (graph, costBound) => new FLrtaStar(graph, { costBound }),
  'TBA*': (graph, costBound) => new TbaStar(graph, { costBound }),
  FRIT: (graph, costBound) => new Frit(graph, { reconnect: (world) => new TbaStar(world, { costBound }) }),
  'a guided agent': (graph, costBound) => new GuidedAgent(graph, straight, { costBound }),
};

test.each(Object.entries(agents))('%s names an illegal arc of a graph of one\'s own, and does not walk along it or for ever', (_, make) => {
  for (const illegal of illegalGraphs()) {
    for (const costBound of [undefined, 100]) {
      expectLegal(illegal, (graph, start, goal) => {
        const agent = make(graph, costBound);
        agent.begin(start, goal);
        for (let steps = 0; agent.status === 'moving'; steps++) {
          expect(steps).toBeLessThan(1000);
          agent.step();
        }
        return agent.status === 'reached' ? agent.cost : Infinity;
      });
    }
  }
});
