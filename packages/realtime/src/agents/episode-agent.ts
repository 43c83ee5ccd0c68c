import type { Graph } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { ArcBuffer, checkBegun, checkFit, checkVertex, checkWorld } from '@pf/graph/kit';
import type { AgentStatus, RealTimeAgent } from '../agent.ts';

/** The state of an agent's episode: start, goal, position, cost and status. */
export abstract class EpisodeAgent {
  readonly counters = new Counters();
  protected readonly arcs: ArcBuffer;
  protected goal = NO_VERTEX;
  protected at = NO_VERTEX;
  protected walked = 0;
  protected state: AgentStatus = 'reached';
  /** Whether a step is under way. Still set at the next one, or at `begin`, if the graph or the heuristic threw: what was learned may be incomplete. */
  protected working = false;
  private readonly room: number;

  constructor(protected readonly graph: Graph) {
    checkWorld(graph, 'An agent');
    this.arcs = new ArcBuffer(graph);
    this.room = graph.vertexCount;
  }

  get position(): number {
    return this.at;
  }

  get status(): AgentStatus {
    return this.state;
  }

  get cost(): number {
    return this.walked;
  }

  /** Plans and moves along at most one arc; returns the new position. Throws before the first `begin`. After a step that threw, the next one, or `begin`, first forgets what was learned. */
  step(): number {
    if (this.state !== 'moving') {
      checkBegun(this.at !== NO_VERTEX, 'agent');
      return this.at;
    }
    checkFit(this.graph, 'agent', this.room, this.arcs.to.length);
    if (this.working) this.forget();
    this.working = true;
    this.advance();
    this.working = false;
    return this.at;
  }

  abstract forget(): void;
  protected abstract advance(): void;

  protected checkEnds(start: number, goal: number): void {
    checkFit(this.graph, 'agent', this.room, this.arcs.to.length);
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
  }

  protected beginEpisode(start: number, goal: number): void {
    this.goal = goal;
    this.at = start;
    this.walked = 0;
    this.counters.reset();
    this.working = false;
    this.state = start === goal ? 'reached' : 'moving';
  }

  /** Moves along an arc. */
  protected moveTo(next: number, cost: number): void {
    this.walked += cost;
    this.at = next;
    if (next === this.goal) this.state = 'reached';
  }
}

/** Throws if `agent`, one of this package, works on another graph: its moves might lead through walls. */
export function checkGraphOf(agent: RealTimeAgent, graph: Graph, rule: string): void {
  if (agent instanceof EpisodeAgent && agent['graph'] !== graph) throw new RangeError(`${rule}, got one on another graph.`);
}
