/**
 * LRTA* that pursues subgoals — C. Hernández and J. Baier, "Fast subgoaling for pathfinding via real-time search", ICAPS 2011 (Algorithm 3),
 * and before it D LRTA* (V. Bulitko et al., ICAPS 2007) and kNN LRTA* (V. Bulitko and Y. Björnsson, AIIDE 2009). The guide chooses
 * subgoals; the agent moves and learns.
 *
 * Departures: estimates are stored only for pairs (vertex, subgoal) that learning has raised, so an agent that never has to learn
 * stores nothing; another agent (LSS-LRTA*, LRTA*(k)) can walk to the subgoals, which the paper names as future work.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { fingerprint, NO_VERTEX } from '@pf/graph';
import { checkHeuristic, checkOptions, checkTails, lastingHeuristic, OctileClimb, shown } from '@pf/graph/kit';
import type { AgentOptions, RealTimeAgent } from '../agent.ts';
import { CostBound } from '../agent.ts';
import { checkGraphOf, EpisodeAgent } from '../agents/episode-agent.ts';
import type { Guide } from '../guide.ts';
import { checkEstimate, exceedsAnArc } from '../learned-heuristic.ts';
import { perVersion } from '../per-version.ts';
import { SparseHeuristic } from '../sparse-heuristic.ts';

/** Options of `GuidedAgent`: those of every agent, the agent that walks to subgoals, and limits for the guide. */
export interface GuidedAgentOptions extends AgentOptions {
  /** The agent that walks to a subgoal, on the same graph, used by this agent alone. Default: LRTA* with separate estimates for each subgoal. */
  readonly pursuit?: RealTimeAgent | undefined;
  /** Budget per step for the guide to find its first subgoal, in arcs of simulated walks and candidates. Default 256. */
  readonly preparation?: number | undefined;
  /**
   * The number of moves after which the agent ignores its guide and walks to the goal by itself. A guide can lead in a circle; LRTA* alone
   * cannot. Default: vertexCount, more than any simple path has.
   */
  readonly patience?: number | undefined;
}

/** The fingerprint that the claims of guides are compared with. */
const fingerprintOf = perVersion(fingerprint);

/** The agent that used each guide last. A guide serves one episode at a time. */
const userOfGuide = new WeakMap<Guide, GuidedAgent>();
/** The agent that used each pursuing agent last. */
const userOfPursuit = new WeakMap<RealTimeAgent, GuidedAgent>();

/**
 * An agent that walks from subgoal to subgoal of its guide.
 *
 * A step expands one vertex, or what `pursuit` expands. While the guide prepares, the agent waits. If costs are above 0 and the goal can be reached from every
 * vertex, the agent reaches it. After `patience` moves, or once a subgoal turns out to be unreachable, it continues without its guide.
 *
 * The goal counts as unreachable if the guide reports it and its data hold, if there is no arc to take, or if an estimate exceeds the cost of any path. Data hold
 * if their `world` is the fingerprint of the graph, and no change was reported since `begin`. Data without `world` hold until the first change is reported. The
 * first such step for each version of the graph computes the fingerprint, in time linear in the map. Every such step does on a view of `avoiding` or `withCosts`, or if the graph
 * has no `version`. The constructor throws for data with another number of vertices.
 *
 * Memory: nothing by vertex; 40 to 80 bytes for each estimate that an episode raises.
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
export class GuidedAgent extends EpisodeAgent implements RealTimeAgent {
  private readonly guide: Guide;
  private readonly steady: boolean;
  private readonly heuristic: Heuristic;
  private readonly pursuit: RealTimeAgent | undefined;
  private readonly preparation: number;
  private readonly patience: number;
  private readonly costBound: CostBound;
  private readonly learned = new SparseHeuristic();
  /** On an octile lattice: computes moves from coordinates, without the heuristic, as long as nothing was learned. */
  private readonly climb: OctileClimb | undefined;
  private isOctile = false;
  /** Whether a change was reported: to this agent, and since `begin`. */
  private changed = false;
  private changedMeanwhile = false;
  /** The subgoal to which `dx` and `dy` lead from here; NO_VERTEX if they are not known. */
  private offsetTarget = NO_VERTEX;
  private dx = 0;
  private dy = 0;
  private ready = false;
  private target = NO_VERTEX;
  /** The goal of the pursuit. */
  private pursued = NO_VERTEX;
  private moves = 0;

  constructor(graph: Graph, guide: Guide, options: GuidedAgentOptions = {}) {
    super(graph);
    checkOptions(options, ['heuristic', 'costBound', 'pursuit', 'preparation', 'patience'], 'GuidedAgent');
    const { heuristic = lastingHeuristic(graph), pursuit, preparation = 256, patience = graph.vertexCount, costBound } = options;
    if (typeof preparation !== 'number' || !(preparation >= 1)) throw new RangeError(`preparation must be at least 1, got ${shown(preparation)}: with less the guide would never be ready.`);
    if (typeof patience !== 'number' || !(patience >= 0)) throw new RangeError(`patience must be 0 or more, got ${shown(patience)}: it is the number of moves after which the agent ignores its guide.`);
    if (typeof (guide as Partial<Guide> | null | undefined)?.next !== 'function') throw new TypeError(`A GuidedAgent needs a guide, such as new PartitionGuide(graph, partition), got ${shown(guide)}.`);
    if (pursuit !== undefined && typeof (pursuit as Partial<RealTimeAgent>).step !== 'function') throw new TypeError(`pursuit must be an agent, such as new LssLrtaStar(graph), got ${shown(pursuit)}.`);
    if (pursuit !== undefined) checkGraphOf(pursuit, graph, 'pursuit must be an agent on the graph of the GuidedAgent');
    checkHeuristic(heuristic);
    if (guide.vertexCount !== undefined && guide.vertexCount !== graph.vertexCount) {
      throw new RangeError(`The data of the guide are for ${guide.vertexCount} vertices, and the graph has ${graph.vertexCount}: build them anew for this graph.`);
    }
    this.guide = guide;
    this.steady = guide.steady === true;
    this.heuristic = heuristic;
    this.pursuit = pursuit;
    this.preparation = preparation;
    this.patience = patience;
    this.costBound = new CostBound(graph, costBound, this.arcs);
    this.climb = OctileClimb.of(graph, heuristic);
  }

  /** The present subgoal; NO_VERTEX before the first. */
  get subgoal(): number {
    return this.target;
  }

  /** The number of estimates that this episode has raised: 0 if greedy walks reach every subgoal of the guide. */
  get learnedCount(): number {
    return this.learned.size;
  }

  begin(start: number, goal: number): void {
    this.checkEnds(start, goal);
    // The heuristic or the guide may throw on a goal, so they are called before the agent changes.
    if (start !== goal) {
      checkEstimate(this.heuristic(start, goal), start, goal);
      this.guide.begin(start, goal);
      userOfGuide.set(this.guide, this);
    }
    this.beginEpisode(start, goal);
    this.target = this.pursued = NO_VERTEX;
    this.moves = 0;
    this.changedMeanwhile = false;
    this.learned.clear();
    this.offsetTarget = NO_VERTEX;
    this.isOctile = this.climb?.holds === true;
    this.ready = false;
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    checkTails(this.graph, tails, n);
    this.costBound.arcsChanged(tails, n);
    this.isOctile = this.climb?.holds === true;
    this.offsetTarget = NO_VERTEX;
    if (n > 0) this.changed = this.changedMeanwhile = true;
    if (this.learnedIsTooHigh(tails, n)) this.learned.clear();
    this.pursuit?.arcsChanged(tails, n);
  }

  forget(): void {
    this.learned.clear();
    this.pursuit?.forget();
    // A guide whose preparation threw may have lost candidates.
    if (this.working && !this.ready && userOfGuide.get(this.guide) === this) this.guide.begin(this.at, this.goal);
  }

  /** Whether a change makes learned estimates to the goal too high. Those to other subgoals prove nothing, and cost only a detour. */
  private learnedIsTooHigh(tails: ArrayLike<number>, n: number): boolean {
    const { arcs, learned, heuristic, goal } = this;
    const h = (v: number): number => learned.get(v, goal, heuristic(v, goal));
    for (let i = 0; i < n; i++) if (learned.get(tails[i], goal, 0) > 0 && exceedsAnArc(arcs, tails[i], h)) return true;
    return false;
  }

  /** The guide, if no other agent uses it. */
  private ownGuide(): Guide {
    if (userOfGuide.get(this.guide) === this) return this.guide;
    throw new Error('Another agent has begun an episode with the guide of this agent: give each agent a guide of its own. The trees, cases or tables behind guides can be shared.');
  }

  protected advance(): void {
    if (!this.ready && !(this.ready = this.ownGuide().prepare(this.preparation))) return;
    const before = this.target;
    if (this.moves++ >= this.patience) this.target = this.goal;
    else if (!this.steady || before === this.at || before === NO_VERTEX) this.target = this.ownGuide().next(this.at, before, this.goal);
    if (this.target === NO_VERTEX && this.guideHolds()) this.state = 'unreachable';
    else if (this.target === NO_VERTEX) this.dropSubgoal();
    else if (this.pursuit !== undefined) this.pursue(this.pursuit);
    else if (!this.isOctile || this.learned.size > 0 || !this.stepByCoordinates(this.climb!)) this.stepByHeuristic();
    if (this.at === this.goal) this.state = 'reached';
  }

  /** Whether the data of the guide hold for the graph as it is now. Those without a fingerprint count as built for it. */
  private guideHolds(): boolean {
    const { world } = this.guide;
    return world === undefined ? !this.changed : !this.changedMeanwhile && world === fingerprintOf(this.graph);
  }

  private pursue(agent: RealTimeAgent): void {
    if (this.target !== this.pursued) {
      // Data of a map of another shape can name a cell in the border.
      if (this.target >= this.graph.vertexCount || this.graph.hasVertex?.(this.target) === false) return this.dropSubgoal();
      agent.begin(this.at, this.target);
      this.pursued = this.target;
      userOfPursuit.set(agent, this);
    } else if (userOfPursuit.get(agent) !== this) {
      throw new Error('Another agent uses the pursuit of this agent: give each agent a pursuit of its own.');
    }
    const { cost, counters } = agent;
    const { expanded, generated } = counters;
    this.at = agent.step();
    this.walked += agent.cost - cost;
    this.counters.expanded += counters.expanded - expanded;
    this.counters.generated += counters.generated - generated;
    if (agent.status === 'unreachable') this.dropSubgoal();
  }

  /** Handles an unreachable subgoal. If it is not the goal, the agent continues without its guide. */
  private dropSubgoal(): void {
    if (this.target === this.goal) this.state = 'unreachable';
    else this.moves = this.patience;
  }

  /** Makes the same move as `stepByHeuristic`, but from coordinates. Returns false, without a move, if that one would learn something. */
  private stepByCoordinates(climb: OctileClimb): boolean {
    const { at, target } = this;
    if (this.offsetTarget !== target) {
      this.offsetTarget = target;
      this.dx = climb.dx(at, target);
      this.dy = climb.dy(at, target);
    }
    const d = climb.direction(at, this.dx, this.dy);
    if (d < 0) {
      this.offsetTarget = NO_VERTEX;
      return false;
    }
    this.dx -= climb.xOf(d);
    this.dy -= climb.yOf(d);
    this.counters.expanded++;
    this.counters.generated += climb.degree(at);
    this.walked += d < 4 ? climb.straight : climb.diagonal;
    this.at = at + climb.offsets[d];
    return true;
  }

  /** Handles a step without a neighbour to move to. Throws if an estimate is the cause. */
  private endWithoutMove(n: number): void {
    const { arcs, target, heuristic } = this;
    for (let i = 0; i < n; i++) checkEstimate(heuristic(arcs.to[i], target), arcs.to[i], target);
    this.dropSubgoal();
  }

  /** Makes one move of LRTA* towards the subgoal. */
  private stepByHeuristic(): void {
    const { arcs, at, target, heuristic, learned } = this;
    const { to, cost } = arcs;
    const n = arcs.leaving(at);
    let best = NO_VERTEX;
    let least = Infinity;
    let chosen = 0;
    for (let i = 0; i < n; i++) {
      const f = cost[i] + learned.get(to[i], target, heuristic(to[i], target));
      if (Number.isNaN(f)) checkEstimate(heuristic(to[i], target), to[i], target);
      // As in greedyStep, rounding must not decide between neighbours. An arc from a vertex to itself is no move.
      if (f * (1 + 1e-12) < least && to[i] !== at) {
        least = f;
        best = to[i];
        chosen = cost[i];
      }
    }
    this.counters.expanded++;
    this.counters.generated += n;
    if (best === NO_VERTEX) return this.endWithoutMove(n);
    // Rounding alone must not count as learning.
    const h = learned.get(at, target, heuristic(at, target));
    checkEstimate(h, at, target);
    if (least > h * (1 + 1e-12)) {
      learned.set(at, target, least);
      if (this.costBound.isExceededBy(least)) return this.dropSubgoal();
    }
    this.walked += chosen;
    this.at = best;
  }
}
