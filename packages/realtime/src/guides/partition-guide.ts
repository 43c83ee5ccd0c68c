/**
 * HCDPS — R. Lawrence and V. Bulitko, "Database-driven real-time heuristic search in video-game pathfinding", IEEE TCIAIG 5(3), 2013: the map
 * is partitioned so that hill-climbing leads from each vertex of a part to its seed and back; cheapest paths between the seeds of
 * parts near to each other are kept as subgoals that hill-climbing can reach, and dynamic programming says which part comes next.
 *
 * Departure: what of the way by the seeds hill-climbing can leave out is left out, at its begin and at its end: the agent climbs from its start to the
 * farthest aim of the first leg that it can, and from the first aim of the last leg from which it can to its goal.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { HillClimber, lastingHeuristic } from '@pf/graph/kit';
import type { Guide } from '../guide.ts';

/** Parts with their seeds, the next part on the path to each, and the subgoals between neighbours. */
export interface Partition {
  /** How many parts there are. */
  readonly partCount: number;
  /** The part of each vertex, −1 where it has none. */
  readonly part: ArrayLike<number>;
  /** The vertex of each part to which and from which its vertices can be climbed. */
  readonly seeds: ArrayLike<number>;
  /** At from · partCount + to: the leg to take first, −1 if there is no path. */
  readonly leg: ArrayLike<number>;
  /** Leg i leads by subgoals[first[i]] … subgoals[first[i + 1] − 1], the last of which is the seed of another part. */
  readonly first: ArrayLike<number>;
  /** The vertices to pursue, leg after leg. */
  readonly subgoals: ArrayLike<number>;
}

/** Options of `PartitionGuide`: the estimate by which its agent climbs, and how far it climbs at most. */
export interface PartitionGuideOptions {
  /** Which the partition was built with. Default: the graph's own. */
  readonly heuristic?: Heuristic | undefined;
  /** Steps after which a climb is given up. Default 250. */
  readonly cutoff?: number | undefined;
}

/**
 * Leads an agent from seed to seed by subgoals that hill-climbing reaches, so that it need not learn.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { PartitionGuide } from '@pf/realtime';
 *
 * const line = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 3, 1]]);
 * // Two parts of two vertices with seeds 1 and 2; the one leg leads from seed 1 to seed 2.
 * const partition = { partCount: 2, part: [0, 0, 1, 1], seeds: [1, 2], leg: [-1, 0, -1, -1], first: [0, 1], subgoals: [2] };
 * // Here a climb is given up after one step; one of three would lead straight to the goal.
 * const guide = new PartitionGuide(line, partition, { heuristic: (v, goal) => Math.abs(goal - v), cutoff: 1 });
 * guide.begin(0, 3);
 * guide.prepare(Infinity);
 * guide.next(0, -1, 3); // → 1
 * guide.next(1, 1, 3); // → 2
 * guide.next(2, 2, 3); // → 3
 * ```
 */
export class PartitionGuide implements Guide {
  readonly steady = true;
  private readonly partition: Partition;
  private readonly cutoff: number;
  private readonly climber: HillClimber;
  private start = NO_VERTEX;
  private goal = NO_VERTEX;
  /** What is being tried: to climb from start to goal, to an aim of the first leg, or from an aim of the last. */
  private trying: 'goal' | 'first leg' | 'last leg' | 'nothing' = 'nothing';
  /** The aim that is being tried: a position in `subgoals`. */
  private tried = 0;
  /** Whether climbing leads from the start to the goal. */
  private direct = false;
  /** The leg that ends in the goal's part, −1 if there is none. */
  private last = -1;
  /** Which aim of the first leg comes first, −1 where the leg is joined at its seed, and which of the last leg comes last. */
  private joins = -1;
  private leaves = -1;
  /** The leg under way, and the aims of it that are still to come: positions in `subgoals`. */
  private leg = -1;
  private position = 0;
  private end = 0;

  constructor(graph: Graph, partition: Partition, options: PartitionGuideOptions = {}) {
    const { heuristic = lastingHeuristic(graph), cutoff = 250 } = options;
    if (partition.leg.length !== partition.partCount ** 2) {
      throw new RangeError(`${partition.partCount} parts need ${partition.partCount ** 2} legs, one for each ordered pair, got ${partition.leg.length}.`);
    }
    this.partition = partition;
    this.cutoff = cutoff;
    this.climber = new HillClimber(graph, heuristic);
  }

  begin(start: number, goal: number): void {
    this.start = start;
    this.goal = goal;
    this.direct = false;
    this.last = this.joins = this.leg = -1;
    this.position = this.end = 0;
    this.trying = 'goal';
    this.climber.begin(start, goal, this.cutoff);
  }

  prepare(budget: number): boolean {
    const { climber } = this;
    for (let left = budget; this.trying !== 'nothing'; ) {
      left = climber.walk(left);
      if (!climber.ended) return false;
      this.conclude(climber.arrived);
    }
    return true;
  }

  /** A climb is over: what follows from it, and what to try next. */
  private conclude(arrived: boolean): void {
    const { trying, tried, start } = this;
    const { part, first } = this.partition;
    const number = this.legFrom(part[start]);
    this.trying = 'nothing';
    if (trying === 'goal') {
      this.direct = arrived;
      if (!arrived && number >= 0) this.tryToJoin(first[number]);
    } else if (trying === 'first leg') {
      if (arrived) this.joins = tried;
      if (arrived && tried + 1 < first[number + 1]) return this.tryToJoin(tried + 1);
      this.last = this.lastLeg(number);
      // From the last aim, the seed of its part, climbing leads to the goal: those before it are tried.
      this.leaves = first[this.last + 1] - 1;
      this.tryToLeave(this.leaves - 1);
    } else if (arrived) {
      this.leaves = tried;
      this.tryToLeave(tried - 1);
    }
  }

  private tryToJoin(position: number): void {
    this.trying = 'first leg';
    this.tried = position;
    this.climber.begin(this.start, this.partition.subgoals[position], this.cutoff);
  }

  private tryToLeave(position: number): void {
    const { part, first, subgoals } = this.partition;
    if (position < first[this.last] || (this.legFrom(part[this.start]) === this.last && position < this.joins)) return;
    this.trying = 'last leg';
    this.tried = position;
    this.climber.begin(subgoals[position], this.goal, this.cutoff);
  }

  /** The leg to take from a part towards the goal's; −1 if there is no path, or no need of one. */
  private legFrom(from: number): number {
    const { part, partCount, leg } = this.partition;
    const there = part[this.goal];
    return from < 0 || there < 0 ? -1 : leg[from * partCount + there];
  }

  /** The leg that ends in the goal's part, from the one that is taken first: at most as many as there are parts. */
  private lastLeg(number: number): number {
    const { part, partCount, first, subgoals } = this.partition;
    let last = number;
    for (let legs = 0; legs < partCount; legs++) {
      const next = this.legFrom(part[subgoals[first[last + 1] - 1]]);
      if (next < 0) break;
      last = next;
    }
    return last;
  }

  next(at: number, aim: number, goal: number): number {
    if (this.direct || aim === goal) return goal;
    const { part, seeds, first, subgoals } = this.partition;
    if (part[at] < 0 || part[goal] < 0) return NO_VERTEX;
    if (aim === NO_VERTEX) {
      const number = this.legFrom(part[at]);
      if (part[at] !== part[goal] && number < 0) return NO_VERTEX;
      if (this.joins >= 0) this.take(number, this.joins);
      else if (at !== seeds[part[at]]) return seeds[part[at]];
    } else if (aim !== at) return aim;
    // An aim is reached; the seed of a part is where a leg ends and the next begins.
    for (let legs = 0; legs < 2; legs++) {
      while (this.position < this.end) {
        const next = subgoals[this.position++];
        if (next !== at) return next;
      }
      const number = this.legFrom(part[at]);
      if (this.leg === this.last && this.leg >= 0) return goal;
      if (number < 0) return part[at] === part[goal] ? goal : NO_VERTEX;
      this.take(number, first[number]);
    }
    // The leg from here leads nowhere else, in a partition that was not built for this world.
    return goal;
  }

  private take(number: number, position: number): void {
    this.leg = number;
    this.position = position;
    this.end = number === this.last ? this.leaves + 1 : this.partition.first[number + 1];
  }
}
