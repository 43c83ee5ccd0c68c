/**
 * FRIT — N. Rivera, L. Illanes, J. Baier and C. Hernández, "Reconnection with the ideal tree: a new approach to real-time search", JAIR 50, 2014. The agent follows
 * a tree that would lead to the goal if nothing were blocked. If an arc of the tree is gone, another agent walks to any vertex still in the tree, and
 * its path joins the tree.
 *
 * Departures:
 * - Pointers are set when they are first read, on the map as known at that time.
 * - The agent leaves a branch as soon as the cut is known, not only when it reaches the cut.
 * - What the other agent has learned is kept from one reconnection to the next. It stays below the cost to the goal, though not to a tree that has grown.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkFunction, checkHeuristic, checkOptions, checkTails, lastingHeuristic, shown } from '@pf/graph/kit';
import type { RealTimeAgent } from '../agent.ts';
import { checkGraphOf, EpisodeAgent } from './episode-agent.ts';
import { IdealTree } from './ideal-tree.ts';
import { TbaStar } from './tba-star.ts';
import { TreeTarget } from './tree-target.ts';

/** Options of `Frit`: the estimate that shapes its tree, and the agent that walks back to the tree. */
export interface FritOptions {
  /** The tree leads each vertex to the neighbour with the least sum of arc and estimate. Default: the heuristic of the graph that holds through all edits, as grids and meshes have it; else 0. */
  readonly heuristic?: Heuristic | undefined;
  /**
   * Creates the agent that walks back to the tree, in a world whose goal is any vertex of the tree. It needs a heuristic that is 0, the default of
   * agents there. Default: `TbaStar`, which gives FRIT(BFS). `LssLrtaStar` gives FRIT(RTAA*) and FRIT(daRTAA*).
   */
  readonly reconnect?: ((world: Graph) => RealTimeAgent) | undefined;
}

/**
 * FRIT: follows the path that seems best; if that is blocked, looks for the nearest vertex from which it continues. For unknown terrain and very small budgets.
 *
 * A step expands as much as a step of the reconnecting agent, and follows pointers, each at most once between two changes of the tree. If costs are above 0
 * and the goal can be reached from every vertex, the agent reaches it. It does not look for cheaper paths than the one that it follows.
 *
 * Memory: 52 bytes per vertex, and those of the reconnecting agent.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { Frit, LssLrtaStar } from '@pf/realtime';
 *
 * const grid = Grid.fromRows(['...', '.#.', '...'], { movement: 'four' });
 * const agent = new Frit(grid, { reconnect: (world) => new LssLrtaStar(world, { lookahead: 4, update: 'adaptive' }) });
 * agent.begin(grid.vertex(0, 1), grid.vertex(2, 1));
 * while (agent.status === 'moving') agent.step();
 * agent.cost; // → 4
 * ```
 */
export class Frit extends EpisodeAgent implements RealTimeAgent {
  private readonly tree: IdealTree;
  private readonly target: TreeTarget;
  private readonly seeker: RealTimeAgent;
  private readonly heuristic: Heuristic;
  private reconnecting = false;

  constructor(graph: Graph, options: FritOptions = {}) {
    super(graph);
    checkOptions(options, ['heuristic', 'reconnect'], 'Frit');
    const { heuristic = lastingHeuristic(graph), reconnect = (world): RealTimeAgent => new TbaStar(world) } = options;
    checkHeuristic(heuristic);
    checkFunction(reconnect, 'reconnect');
    this.heuristic = heuristic;
    this.tree = new IdealTree(graph, heuristic);
    this.target = new TreeTarget(graph, this.tree, heuristic);
    this.seeker = reconnect(this.target);
    if (typeof (this.seeker as Partial<RealTimeAgent> | null | undefined)?.step !== 'function') {
      throw new TypeError(`reconnect must return an agent on the given world, such as new LssLrtaStar(world), got ${shown(this.seeker)}.`);
    }
    checkGraphOf(this.seeker, this.target, 'reconnect must return an agent on the given world');
  }

  begin(start: number, goal: number): void {
    this.checkEnds(start, goal);
    if (this.working || goal !== this.goal) this.tree.begin(goal);
    this.beginEpisode(start, goal);
    this.working = true;
    this.target.begin(goal);
    this.seeker.begin(start, goal);
    this.reconnecting = false;
    this.working = false;
  }

  arcsChanged(tails: ArrayLike<number>, n: number): void {
    checkTails(this.graph, tails, n);
    const isCut = this.tree.arcsChanged(tails, n);
    this.seeker.arcsChanged(tails, n);
    // An arc that entered the tree may no longer do so.
    if (isCut && this.reconnecting) this.seeker.begin(this.at, this.goal);
  }

  forget(): void {
    if (this.goal === NO_VERTEX) return;
    this.tree.begin(this.goal);
    this.seeker.forget();
    this.reconnecting = false;
  }

  protected advance(): void {
    if (!this.reconnecting && !this.tree.has(this.at)) {
      this.reconnecting = true;
      this.seeker.begin(this.at, this.goal);
    }
    if (this.reconnecting) this.reconnect();
    else this.follow();
  }

  private follow(): void {
    const next = this.tree.parent(this.at);
    const cost = this.arcs.costOf(this.at, next);
    // After an unreported edit the next step reconnects.
    if (cost === Infinity) this.tree.cut(this.at);
    else this.moveTo(next, cost);
  }

  private reconnect(): void {
    const { seeker, counters, tree, at } = this;
    const { expanded, generated } = seeker.counters;
    this.target.beginStep();
    const next = seeker.step();
    counters.expanded += seeker.counters.expanded - expanded;
    counters.generated += seeker.counters.generated - generated;
    if (seeker.status === 'unreachable') this.state = 'unreachable';
    if (next === at) return;
    const hasArrived = next === this.goal;
    const head = hasArrived ? this.entry() : next;
    tree.connect(at, head);
    this.moveTo(head, this.arcs.costOf(at, head));
    if (!hasArrived) return;
    tree.changed();
    this.reconnecting = false;
  }

  /** The neighbour in the tree with the cheapest arc; ties are broken by the smaller estimate. */
  private entry(): number {
    const { arcs, at, goal, heuristic, tree } = this;
    const { to, cost } = arcs;
    let best = NO_VERTEX;
    let least = Infinity;
    let leastH = Infinity;
    const n = arcs.leaving(at);
    for (let i = 0; i < n; i++) {
      if (cost[i] > least || !tree.has(to[i])) continue;
      const h = to[i] === goal ? 0 : heuristic(to[i], goal);
      if (cost[i] === least && h >= leastH) continue;
      best = to[i];
      least = cost[i];
      leastH = h;
    }
    return best;
  }
}
