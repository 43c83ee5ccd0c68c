import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OracleGraph } from './oracle.ts';
import { oracleDistances } from './oracle.ts';
import { runs } from './runs.ts';
import type { World } from './world.ts';
import type { WorldsOptions } from './worlds.ts';
import { worlds } from './worlds.ts';

/** A real-time agent as the contract sees it. */
export interface ContractAgent {
  begin(start: number, goal: number): void;
  step(): number;
  readonly position: number;
  readonly status: 'moving' | 'reached' | 'unreachable';
  readonly cost: number;
  readonly counters: { readonly expanded: number };
  h?(v: number): number;
}

export interface ContractArena {
  readonly graph: OracleGraph;
  readonly heuristic: (v: number, goal: number) => number;
  /** The vertices that an agent can be on. */
  readonly cells: readonly number[];
}

export interface AgentTraits {
  /** Maximum expansions in a step. */
  readonly stepBound: number;
  /** Whether its learned estimates stay consistent, not only admissible. */
  readonly consistent?: boolean;
  /** Whether its trajectory is a cheapest path. */
  readonly optimal?: boolean;
  readonly episodes?: number;
  readonly worlds?: WorldsOptions;
}

const tolerance = 1e-9;

/**
 * The contract of every real-time agent: each step is bounded and takes at most one arc, a reachable goal is reached, an unreachable one reported,
 * the reported cost is that of the walk, estimates stay admissible; all of it twice in a row with the same agent.
 */
export function realtimeAgentContract(name: string, arenaOf: (world: World) => ContractArena, make: (arena: ContractArena) => ContractAgent, traits: AgentTraits): void {
  describe(`${name}, as every real-time agent`, () => {
    test('reaches what is reachable, reports what is not, one legal arc a step', () => {
      fc.assert(
        fc.property(worlds({ maxSize: 7, ...traits.worlds }), fc.nat(), fc.nat(), fc.nat(), (world, a, b, c) => {
          const arena = arenaOf(world);
          if (arena.cells.length === 0) return;
          const agent = make(arena);
          const [first, second, third] = [a, b, c].map((i) => arena.cells[i % arena.cells.length]);
          for (const [start, goal] of [[first, second], [third, second], [second, first], [first, first]]) episode(arena, agent, start, goal, traits);
        }),
        { numRuns: runs(traits.episodes ?? 150), seed: 20112011 },
      );
    });
  });
}

function episode({ graph, cells }: ContractArena, agent: ContractAgent, start: number, goal: number, traits: AgentTraits): void {
  const truth = oracleDistances(graph, goal, { backward: true });
  const to = new Uint32Array(graph.maxDegree);
  const cost = new Float64Array(graph.maxDegree);
  let highest = 0;
  let cheapest = Infinity;
  for (const v of cells) {
    for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) {
      highest = Math.max(highest, cost[i]);
      cheapest = Math.min(cheapest, cost[i]);
    }
  }
  // Each move of LRTA* raises the sum of all estimates, less that of its position, by the cost of the arc. Guides, and searches spread over several
  // moves, add waiting.
  const limit = 1000 + 4 * graph.vertexCount + (cheapest === Infinity ? 0 : (cells.length * graph.vertexCount * highest) / cheapest);
  agent.begin(start, goal);
  expect(agent.position).toBe(start);
  let walked = 0;
  let steps = 0;
  for (; agent.status === 'moving'; steps++) {
    expect(steps, `steps from ${start} to ${goal}`).toBeLessThanOrEqual(limit);
    const before = agent.position;
    const expanded = agent.counters.expanded;
    const after = agent.step();
    expect(after).toBe(agent.position);
    expect(agent.counters.expanded).toBeGreaterThanOrEqual(expanded);
    expect(agent.counters.expanded - expanded).toBeLessThanOrEqual(traits.stepBound);
    if (after === before) continue;
    let least = Infinity;
    for (let i = graph.successors(before, to, cost) - 1; i >= 0; i--) if (to[i] === after) least = Math.min(least, cost[i]);
    expect(least, `an arc from ${before} to ${after}`).toBeLessThan(Infinity);
    walked += least;
  }
  expect(agent.status).toBe(truth[start] === Infinity ? 'unreachable' : 'reached');
  if (agent.status === 'reached') expect(agent.position).toBe(goal);
  expect(agent.cost).toBeCloseTo(walked, 6);
  if (agent.status === 'reached') {
    expect(walked).toBeGreaterThanOrEqual(truth[start] - tolerance);
    if (traits.optimal === true) expect(walked).toBeCloseTo(truth[start], 6);
  }
  if (agent.h === undefined) return;
  for (const v of cells) {
    const h = agent.h(v);
    expect(h, `the estimate at ${v}`).toBeLessThanOrEqual(truth[v] + tolerance);
    if (traits.consistent !== true) continue;
    for (let i = graph.successors(v, to, cost) - 1; i >= 0; i--) {
      expect(h, `the estimate at ${v} against ${to[i]}`).toBeLessThanOrEqual(cost[i] + agent.h(to[i]) + tolerance);
    }
  }
}
