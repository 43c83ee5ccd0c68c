/**
 * LRTA* that pursues subgoals — C. Hernández and J. Baier, "Fast subgoaling for pathfinding via real-time search", ICAPS 2011 (Algorithm 3),
 * and before it D LRTA* (V. Bulitko et al., ICAPS 2007) and kNN LRTA* (V. Bulitko and Y. Björnsson, AIIDE 2009). Which subgoal comes
 * next is the guide's business; moving and learning is this one's.
 *
 * Departures: estimates are remembered only for the pairs (vertex, subgoal) that learning has raised, so an agent that never has to learn
 * remembers nothing; another agent (LSS-LRTA*, LRTA*(k)) can do the pursuing, the future work that the paper names.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { Counters, NO_VERTEX } from '@pf/graph';
import { ArcBuffer, checkOptions, checkTails, checkVertex, lastingHeuristic, OctileClimb } from '@pf/graph/kit';
import type { AgentOptions, AgentStatus, RealTimeAgent } from '../agent.ts';
import { CostBound } from '../agent.ts';
import type { Guide } from '../guide.ts';
import { exceedsAnArc } from '../learned-heuristic.ts';
import { SparseHeuristic } from '../sparse-heuristic.ts';

/** Options of `GuidedAgent`: that of every agent, who walks, and how long it waits for and trusts its guide. */
export interface GuidedAgentOptions extends AgentOptions {
  /** Who walks to a subgoal, for this agent alone. Default: LRTA* with an estimate for each subgoal of its own. */
  readonly pursuit?: RealTimeAgent | undefined;
  /** Arcs that the guide may walk in its mind a step, and subgoals that it may think of, until it knows its first one. Default 256. */
  readonly preparation?: number | undefined;
  /**
   * Moves after which the agent no longer listens to its guide and pursues the goal by itself: a guide can lead in a circle, LRTA* alone
   * cannot. Default: vertexCount, more than any path has that does not cross itself.
   */
  readonly patience?: number | undefined;
}

/** Whom a guide was asked to lead last: it knows of one episode at a time. */
const led = new WeakMap<Guide, GuidedAgent>();
/** And for whom an agent was sent to a subgoal last. */
const sent = new WeakMap<RealTimeAgent, GuidedAgent>();

/**
 * An agent that walks from subgoal to subgoal as its guide says.
 *
 * A step expands one vertex, or what `pursuit` expands; while the guide prepares, a step walks `preparation` arcs in
 * thought and the agent waits. It holds nothing by vertex. Where the goal can be reached from everywhere and costs are above 0, it is
 * reached: by the guide, or without it, after `patience` moves or once an aim turns out to be out of reach. It ends as unreachable where the
 * guide says so of a world that has not changed since it was given, where there is no arc to take, or where an estimate to the goal exceeds
 * the cost of any path.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { GuidedAgent, SubgoalTreeGuide } from '@pf/realtime';
 *
 * const graph = new CompressedGraph(3, [[0, 1, 1], [1, 2, 1]]);
 * const tree = { vertices: [2], parents: [0], children: [1, 1], costs: [0] };
 * const heuristic = (v: number, goal: number): number => Math.abs(goal - v);
 * const agent = new GuidedAgent(graph, new SubgoalTreeGuide(graph, () => tree, { heuristic }), { heuristic });
 * agent.begin(0, 2);
 * while (agent.status === 'moving') agent.step();
 * agent.cost; // → 2
 * ```
 */
export class GuidedAgent implements RealTimeAgent {
  readonly counters = new Counters();
  private readonly graph: Graph;
  private readonly guide: Guide;
  private readonly steady: boolean;
  private readonly heuristic: Heuristic;
  private readonly pursuit: RealTimeAgent | undefined;
  private readonly preparation: number;
  private readonly patience: number;
  private readonly costBound: CostBound;
  private readonly arcs: ArcBuffer;
  private readonly learned = new SparseHeuristic();
  /** Where the graph is such a lattice: moves need not ask the heuristic as long as nothing was learned. */
  private readonly glide: OctileClimb | undefined;
  private glides = false;
  /** The guide knows a world that is no more: what it says is advice, and proves nothing. */
  private outdated = false;
  /** How far the aim is from here, where the last move was a glide towards `near`. */
  private near = NO_VERTEX;
  private dx = 0;
  private dy = 0;
  private ready = false;
  private aim = NO_VERTEX;
  private goal = NO_VERTEX;
  private at = NO_VERTEX;
  private walked = 0;
  private moves = 0;
  private state: AgentStatus = 'reached';

  constructor(graph: Graph, guide: Guide, options: GuidedAgentOptions = {}) {
    checkOptions(options, ['heuristic', 'costBound', 'pursuit', 'preparation', 'patience'], 'GuidedAgent');
    const { heuristic = lastingHeuristic(graph), pursuit, preparation = 256, patience = graph.vertexCount, costBound } = options;
    if (!(preparation >= 1)) throw new RangeError(`preparation must be at least 1, got ${preparation}: with less the guide would never be ready.`);
    if (!(patience >= 0)) throw new RangeError(`patience must be 0 or more, got ${patience}: after so many moves the agent does without its guide.`);
    this.graph = graph;
    this.guide = guide;
    this.steady = guide.steady === true;
    this.heuristic = heuristic;
    this.pursuit = pursuit;
    this.preparation = preparation;
    this.patience = patience;
    this.arcs = new ArcBuffer(graph);
    this.costBound = new CostBound(graph, costBound, this.arcs);
    this.glide = OctileClimb.of(graph, heuristic);
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

  /** What the agent aims at now: NO_VERTEX until the guide has said. */
  get subgoal(): number {
    return this.aim;
  }

  /** How many estimates this episode has raised: 0 for guides whose every subgoal can be walked to greedily. */
  get learnedCount(): number {
    return this.learned.size;
  }

  begin(start: number, goal: number): void {
    checkVertex(this.graph, start, 'start');
    checkVertex(this.graph, goal, 'goal');
    // First of all: a guide may throw on a goal, and then nothing has changed.
    if (start !== goal) {
      this.guide.begin(start, goal);
      led.set(this.guide, this);
    }
    this.goal = goal;
    this.at = start;
    this.aim = NO_VERTEX;
    this.walked = 0;
    this.moves = 0;
    this.learned.clear();
    this.near = NO_VERTEX;
    this.glides = this.glide?.holds === true;
    this.counters.reset();
    this.state = start === goal ? 'reached' : 'moving';
    this.ready = false;
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    checkTails(this.graph, tails, n);
    this.costBound.arcsChanged(tails, n);
    this.glides = this.glide?.holds === true;
    this.near = NO_VERTEX;
    this.outdated ||= n > 0;
    if (this.learnedTooMuch(tails, n)) this.learned.clear();
    this.pursuit?.arcsChanged(tails, n);
  }

  forget(): void {
    this.learned.clear();
    this.pursuit?.forget();
  }

  /** Of estimates to the goal: those to other aims prove nothing, and who goes a longer way to one of them than there is loses little. */
  private learnedTooMuch(tails: ArrayLike<number>, n: number): boolean {
    const { graph, arcs, learned, heuristic, goal } = this;
    const h = (v: number): number => learned.get(v, goal, heuristic(v, goal));
    for (let i = 0; i < n; i++) if (learned.get(tails[i], goal, 0) > 0 && exceedsAnArc(graph, arcs, tails[i], h)) return true;
    return false;
  }

  private ask(): Guide {
    if (led.get(this.guide) === this) return this.guide;
    throw new Error('The guide of this agent leads another one by now, and knows of one at a time: give each agent a guide of its own. The trees, cases or tables that guides are made of can be shared.');
  }

  step(): number {
    if (this.state !== 'moving') return this.at;
    if (!this.ready && !(this.ready = this.ask().prepare(this.preparation))) return this.at;
    const before = this.aim;
    if (this.moves++ >= this.patience) this.aim = this.goal;
    else if (!this.steady || before === this.at || before === NO_VERTEX) this.aim = this.ask().next(this.at, before, this.goal);
    if (this.aim === NO_VERTEX && !this.outdated) this.state = 'unreachable';
    else if (this.aim === NO_VERTEX) this.giveUpAim();
    else if (this.pursuit !== undefined) this.pursue(this.pursuit, before);
    else if (!this.glides || this.learned.size > 0 || !this.glideOn(this.glide!)) this.climb();
    if (this.at === this.goal) this.state = 'reached';
    return this.at;
  }

  private pursue(agent: RealTimeAgent, before: number): void {
    if (this.aim !== before) {
      agent.begin(this.at, this.aim);
      sent.set(agent, this);
    } else if (sent.get(agent) !== this) {
      throw new Error('The pursuit of this agent walks for another one by now, and is in one place at a time: give each agent a pursuit of its own.');
    }
    const { cost, counters } = agent;
    const { expanded, generated } = counters;
    this.at = agent.step();
    this.walked += agent.cost - cost;
    this.counters.expanded += counters.expanded - expanded;
    this.counters.generated += counters.generated - generated;
    if (agent.status === 'unreachable') this.giveUpAim();
  }

  /** There is no way to the aim. If that is not the goal, the agent has been misled, and goes on without its guide. */
  private giveUpAim(): void {
    if (this.aim === this.goal) this.state = 'unreachable';
    else this.moves = this.patience;
  }

  /** The same move as `climb` makes where it learns nothing, decided by coordinates; false where there would be something to learn. */
  private glideOn(glide: OctileClimb): boolean {
    const { at, aim } = this;
    if (this.near !== aim) {
      this.near = aim;
      this.dx = glide.dx(at, aim);
      this.dy = glide.dy(at, aim);
    }
    const d = glide.direction(at, this.dx, this.dy);
    if (d < 0) {
      this.near = NO_VERTEX;
      return false;
    }
    this.dx -= glide.xOf(d);
    this.dy -= glide.yOf(d);
    this.counters.expanded++;
    this.counters.generated += glide.degree(at);
    this.walked += d < 4 ? glide.straight : glide.diagonal;
    this.at = at + glide.offsets[d];
    return true;
  }

  /** One move of LRTA* towards the aim. */
  private climb(): void {
    const { at, aim, heuristic, learned } = this;
    const { to, cost } = this.arcs;
    const n = this.graph.successors(at, to, cost);
    let best = NO_VERTEX;
    let least = Infinity;
    let chosen = 0;
    for (let i = 0; i < n; i++) {
      const f = cost[i] + learned.get(to[i], aim, heuristic(to[i], aim));
      // As in greedyStep: rounding does not decide between neighbours.
      if (f * (1 + 1e-12) < least) {
        least = f;
        best = to[i];
        chosen = cost[i];
      }
    }
    this.counters.expanded++;
    this.counters.generated += n;
    if (best === NO_VERTEX) return this.giveUpAim();
    // Rounding alone must not count as learning.
    const h = learned.get(at, aim, heuristic(at, aim));
    if (least > h * (1 + 1e-12)) {
      learned.set(at, aim, least);
      if (this.costBound.isExceededBy(least)) return this.giveUpAim();
    }
    this.walked += chosen;
    this.at = best;
  }
}
