import type { Graph, Heuristic } from '@pf/graph';
import { seededRandom } from '@pf/grid';
import { buildCaseBase, buildPartition, buildRegionTable, SubgoalTreeBuilder } from '@pf/preprocess';
import type { RealTimeAgent, SubgoalTreeGuideOptions } from '@pf/realtime';
import { CaseGuide, CliqueGuide, FLrtaStar, Frit, GuidedAgent, LrtaStar, LssLrtaStar, PartitionGuide, SubgoalTreeGuide, TbaStar } from '@pf/realtime';
import type { OracleGraph } from '@pf/testkit';
import { oracleDistances } from '@pf/testkit';
import type { Player } from '../player.ts';
import { agree, costOfStep, demand } from '../player.ts';
import type { Stage } from '../stage.ts';

/** Larger worlds are left to other players, because agents take many steps where costs differ much. */
const MOST_VERTICES = 130;

interface Traits {
  /** Maximum expansions in a step. */
  readonly stepBound: number;
  readonly optimal?: boolean;
  /** Uses precomputed data: between two walks, an edit makes it build them again. */
  readonly built?: boolean;
  /** Requires that the estimate between neighbours is the cost of the arc. */
  readonly uniform?: boolean;
}

function agent(name: string, make: (graph: Graph, heuristic: Heuristic) => RealTimeAgent, traits: Traits): Player {
  return {
    name,
    join(stage, tally) {
      if (stage.graph.vertexCount > MOST_VERTICES || !stage.positive || !suits(stage, traits)) return undefined;
      let agent: RealTimeAgent | undefined;
      /** Whether the agent is on a walk, which the next query ends. */
      let walking = false;
      let outdated = false;
      /** The most expensive arc so far: until an estimate exceeds the paths that it allows, agents search for one. */
      let mostExpensive = 0;
      return {
        changed(tails, n) {
          agent?.arcsChanged(tails, n);
          mostExpensive = Math.max(mostExpensive, arcCosts(stage.graph).mostExpensive);
          outdated = traits.built === true;
        },
        query({ start, goal, model, toGoal, n }) {
          if (walking && agent !== undefined) {
            // Edits are met during the walk; then the walk continues to its end.
            walk(model, agent, traits, Infinity, mostExpensive);
            walking = false;
          }
          if (n % 2 === 1 || !suits(stage, traits)) return;
          mostExpensive = Math.max(mostExpensive, arcCosts(stage.graph).mostExpensive);
          if (agent === undefined || outdated) agent = make(stage.graph, stage.heuristic);
          outdated = false;
          agent.begin(start, goal);
          goalOf.set(agent, goal);
          tally.queries++;
          walking = n % 4 === 0;
          const before = toGoal[start];
          const walked = walk(model, agent, traits, walking ? n >> 5 : Infinity, mostExpensive);
          walking &&= agent.status === 'moving';
          if (agent.status !== 'reached') return;
          demand(walked >= before - 1e-9 * (1 + before), () => `From ${start} to ${goal} nothing is cheaper than ${before}, but ${walked} was walked.`);
          if (traits.optimal === true)
            demand(agree(stage, walked, before), () => `From ${start} to ${goal} the path costs ${before}, but ${walked} was walked.`);
        },
        end(model) {
          if (walking && agent !== undefined) walk(model, agent, traits, Infinity, mostExpensive);
        },
      };
    },
  };
}

const goalOf = new WeakMap<RealTimeAgent, number>();

function suits({ grid }: Stage, { uniform = false, built = false }: Traits): boolean {
  if (uniform || built)
    return (
      grid !== undefined &&
      !grid.weighted &&
      grid.sides === undefined &&
      (grid.movement !== 'eight' || (grid.steps.diagonal <= 2 * grid.steps.straight && grid.steps.diagonal >= grid.steps.straight))
    );
  return true;
}

/** Walks up to this many steps, or to the end; returns the cost by the model. */
function walk(model: OracleGraph, agent: RealTimeAgent, { stepBound }: Traits, most: number, mostExpensive: number): number {
  const goal = goalOf.get(agent)!;
  const truth = oracleDistances(model, goal, { backward: true });
  const { cheapest } = arcCosts(model);
  const safe = isSafe(model, agent.position, truth);
  const limit = 2000 + 8 * model.vertexCount + (model.vertexCount ** 2 * mostExpensive) / cheapest;
  let walked = 0;
  for (let steps = 0; agent.status === 'moving' && steps < most; steps++) {
    if (steps > limit) {
      // Where a step can enter a dead end, nothing is promised.
      demand(!safe, () => `After ${steps} steps the agent is still walking to ${goal}, at ${agent.position}, from where the path costs ${truth[agent.position]}.`);
      return walked;
    }
    const before = agent.position;
    const { expanded } = agent.counters;
    const after = agent.step();
    demand(after === agent.position, () => `step() gave ${after}, but the position is ${agent.position}.`);
    demand(agent.counters.expanded - expanded <= stepBound, () => `A step expanded ${agent.counters.expanded - expanded}, more than ${stepBound}.`);
    if (after !== before) walked += costOfStep(model, before, after);
    demand(walked < Infinity, () => `From ${before} to ${after} there is no arc.`);
  }
  if (agent.status === 'reached') demand(agent.position === goal, () => `The agent says that it has reached ${goal}, and stands at ${agent.position}.`);
  if (agent.status === 'unreachable')
    demand(truth[agent.position] === Infinity, () => `From ${agent.position} the path to ${goal} costs ${truth[agent.position]}, but is reported not to exist.`);
  return walked;
}

function arcCosts(model: OracleGraph): { cheapest: number; mostExpensive: number } {
  const heads = new Uint32Array(model.maxDegree);
  const costs = new Float64Array(model.maxDegree);
  let [cheapest, mostExpensive] = [Infinity, 0];
  for (let v = 0; v < model.vertexCount; v++) {
    for (let i = model.successors(v, heads, costs) - 1; i >= 0; i--) {
      cheapest = Math.min(cheapest, costs[i]);
      mostExpensive = Math.max(mostExpensive, costs[i]);
    }
  }
  return { cheapest, mostExpensive };
}

/** Whether no step leads from a vertex with a path to the goal to one without. */
function isSafe(model: OracleGraph, from: number, toGoal: Float64Array): boolean {
  const reached = oracleDistances(model, from);
  return toGoal[from] === Infinity || reached.every((cost, v) => cost === Infinity || toGoal[v] < Infinity);
}

const trees = (graph: Graph, heuristic: Heuristic, options: Omit<SubgoalTreeGuideOptions, 'heuristic'> = {}): SubgoalTreeGuide => {
  const builder = new SubgoalTreeBuilder(graph, heuristic);
  return new SubgoalTreeGuide(graph, (goal) => builder.build(goal), { heuristic, ...options });
};

const uniform = { stepBound: 1, built: true, uniform: true };

export const realtimePlayers: readonly Player[] = [
  agent('LRTA*', (graph, heuristic) => new LrtaStar(graph, { heuristic }), { stepBound: 1 }),
  agent('LRTA*(6)', (graph, heuristic) => new LrtaStar(graph, { heuristic, k: 6 }), { stepBound: 7 }),
  agent('LSS-LRTA*', (graph, heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 5 }), { stepBound: 5 }),
  agent('RTAA*', (graph, heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 5, update: 'adaptive' }), { stepBound: 5 }),
  agent('daLSS-LRTA*', (graph, heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 5, avoidDepressions: true }), { stepBound: 5 }),
  agent('daRTAA*', (graph, heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 3, update: 'adaptive', avoidDepressions: true }), { stepBound: 3 }),
  agent('TBA*', (graph, heuristic) => new TbaStar(graph, { heuristic, expansions: 3, traces: 4 }), { stepBound: 3 }),
  agent('wLSS-LRTA*', (graph, heuristic) => new LssLrtaStar(graph, { heuristic, lookahead: 4, weight: 5 }), { stepBound: 4 }),
  agent('f-LRTA*', (graph, heuristic) => new FLrtaStar(graph, { heuristic, lookahead: 4 }), { stepBound: 4 }),
  agent('FRIT(BFS)', (graph, heuristic) => new Frit(graph, { heuristic, reconnect: (world) => new TbaStar(world, { expansions: 3, traces: 4 }) }), { stepBound: 3 }),
  agent('FRIT(LSS-LRTA*)', (graph, heuristic) => new Frit(graph, { heuristic, reconnect: (world) => new LssLrtaStar(world, { lookahead: 4 }) }), { stepBound: 4 }),
  agent('FRIT(daRTAA*)', (graph, heuristic) => new Frit(graph, { heuristic, reconnect: (world) => new LssLrtaStar(world, { lookahead: 2, update: 'adaptive', avoidDepressions: true }) }), { stepBound: 2 }),
  agent('optimal subgoal trees', (graph, heuristic) => new GuidedAgent(graph, trees(graph, heuristic), { heuristic, preparation: 7 }), {
    ...uniform,
    optimal: true,
  }),
  agent(
    'subgoal trees, as published',
    (graph, heuristic) => new GuidedAgent(graph, trees(graph, heuristic, { start: 'nearest', change: 'at-any-node' }), { heuristic }),
    uniform,
  ),
  agent(
    'subgoal trees under LSS-LRTA*',
    (graph, heuristic) => new GuidedAgent(graph, trees(graph, heuristic), { heuristic, pursuit: new LssLrtaStar(graph, { heuristic, lookahead: 4 }) }),
    { ...uniform, stepBound: 4 },
  ),
  agent(
    'kNN LRTA*',
    (graph, heuristic) => {
      const free = Array.from({ length: graph.vertexCount }, (_, v) => v).filter(
        (v) => graph.successors(v, new Uint32Array(graph.maxDegree), new Float64Array(graph.maxDegree)) > 0,
      );
      const cases =
        free.length < 2 ? { starts: [], goals: [], first: [0], subgoals: [] } : buildCaseBase(graph, { heuristic, cases: 8, random: seededRandom(5) });
      return new GuidedAgent(graph, new CaseGuide(graph, cases, { heuristic }), { heuristic, preparation: 20 });
    },
    { stepBound: 1, built: true },
  ),
  agent('D LRTA*', (graph, heuristic) => new GuidedAgent(graph, new CliqueGuide(buildRegionTable(graph, 2)), { heuristic }), { stepBound: 1, built: true }),
  agent('HCDPS', (graph, heuristic) => new GuidedAgent(graph, new PartitionGuide(graph, buildPartition(graph, { heuristic }), { heuristic }), { heuristic }), {
    stepBound: 1,
    built: true,
  }),
];
