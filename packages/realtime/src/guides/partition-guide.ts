/**
 * HCDPS — R. Lawrence and V. Bulitko, "Database-driven real-time heuristic search in video-game pathfinding", IEEE TCIAIG 5(3), 2013: the map
 * is partitioned so that hill-climbing leads from each vertex of a part to its seed and back. Cheapest paths between the seeds of
 * nearby parts are stored as subgoals that hill-climbing can reach, and dynamic programming gives the next part.
 *
 * Departure: the agent skips subgoals at both ends if hill-climbing can. It climbs from its start to the farthest subgoal of the first leg that
 * it can reach, and to its goal from the earliest subgoal of the last leg from which it can.
 */
import { checkTables } from './check-tables.ts';
import type { Graph, Heuristic } from '@pf/graph';
import { NO_VERTEX } from '@pf/graph';
import { checkHeuristic, checkOptions, checkWorld, HillClimber, lastingHeuristic } from '@pf/graph/kit';
import type { Guide } from '../guide.ts';

/** Parts with their seeds, the next part on the path to each, and the subgoals between neighbours. */
export interface Partition {
  /** The number of parts. */
  readonly partCount: number;
  /** The part of each vertex; −1 if it has none. */
  readonly part: ArrayLike<number>;
  /** The seed of each part: hill-climbing leads to it from each vertex of the part, and back. */
  readonly seeds: ArrayLike<number>;
  /** At index from · partCount + to: the first leg; −1 if there is no path. */
  readonly leg: ArrayLike<number>;
  /** Leg i is subgoals[first[i]] … subgoals[first[i + 1] − 1]; the last one is the seed of another part. */
  readonly first: ArrayLike<number>;
  /** The subgoals, leg after leg. */
  readonly subgoals: ArrayLike<number>;
  /** The `fingerprint` of the graph that it was built for. If undefined, it counts as built for the present graph. */
  readonly world?: string | undefined;
}

/** Options of `PartitionGuide`. */
export interface PartitionGuideOptions {
  /** The heuristic with which the partition was built. Default: that of the graph. */
  readonly heuristic?: Heuristic | undefined;
  /** The number of steps after which hill-climbing fails. Default 250. */
  readonly cutoff?: number | undefined;
}

/**
 * Leads an agent from seed to seed by subgoals that hill-climbing reaches, so that the agent need not learn.
 *
 * @example
 * ```ts
 * import { CompressedGraph } from '@pf/graph';
 * import { PartitionGuide } from '@pf/realtime';
 *
 * const line = new CompressedGraph(4, [[0, 1, 1], [1, 2, 1], [2, 3, 1]]);
 * // Two parts of two vertices with seeds 1 and 2; the one leg leads from seed 1 to seed 2.
 * const partition = { partCount: 2, part: [0, 0, 1, 1], seeds: [1, 2], leg: [-1, 0, -1, -1], first: [0, 1], subgoals: [2] };
 * // With cutoff 1 a climb fails after one step. A climb of three steps would reach the goal.
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
  /** The current climb: from start to goal, to a subgoal of the first leg, or from a subgoal of the last. */
  private trying: 'goal' | 'first leg' | 'last leg' | 'nothing' = 'nothing';
  /** The subgoal being tried, as an index in `subgoals`. */
  private tried = 0;
  /** Whether hill-climbing leads from the start to the goal. */
  private direct = false;
  /** The leg that ends in the part of the goal; −1 if there is none. */
  private last = -1;
  /** The subgoal at which the agent joins the first leg, −1 for its seed, and the one at which it leaves the last leg. */
  private joins = -1;
  private leaves = -1;
  /** The current leg, and the range of its remaining subgoals in `subgoals`. */
  private leg = -1;
  private position = 0;
  private end = 0;

  constructor(
    private readonly graph: Graph,
    partition: Partition,
    options: PartitionGuideOptions = {},
  ) {
    checkWorld(graph, 'A guide');
    checkOptions(options, ['heuristic', 'cutoff'], 'PartitionGuide');
    const { heuristic = lastingHeuristic(graph), cutoff = 250 } = options;
    checkHeuristic(heuristic);
    HillClimber.checkCutoff(cutoff);
    checkTables(partition, ['part', 'seeds', 'leg', 'first', 'subgoals'], 'a partition, as buildPartition gives it');
    if (partition.leg.length !== partition.partCount ** 2) {
      throw new RangeError(`${partition.partCount} parts need ${partition.partCount ** 2} legs, one for each ordered pair, got ${partition.leg.length}.`);
    }
    this.partition = partition;
    this.cutoff = cutoff;
    this.climber = new HillClimber(graph, heuristic);
  }

  get world(): string | undefined {
    return this.partition.world;
  }

  get vertexCount(): number {
    return this.partition.part.length;
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

  /** Handles the end of a climb, and begins the next. */
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
      // Hill-climbing leads to the goal from the last subgoal, the seed of its part. Tries the subgoals before it.
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
    this.climb(this.start, this.partition.subgoals[position]);
  }

  private tryToLeave(position: number): void {
    const { part, first, subgoals } = this.partition;
    if (position < first[this.last] || (this.legFrom(part[this.start]) === this.last && position < this.joins)) return;
    this.trying = 'last leg';
    this.tried = position;
    this.climb(subgoals[position], this.goal);
  }

  /** Begins a climb. It fails if an end is no vertex: data of a map of another shape can name a cell in the border. */
  private climb(from: number, to: number): void {
    const { graph } = this;
    const isPossible = [from, to].every((v) => v < graph.vertexCount && graph.hasVertex?.(v) !== false);
    this.climber.begin(isPossible ? from : NO_VERTEX, isPossible ? to : this.goal, this.cutoff);
  }

  /** The leg from a part towards the part of the goal; −1 if there is no path, or the parts are the same. */
  private legFrom(from: number): number {
    const { part, partCount, leg } = this.partition;
    const there = part[this.goal];
    return from < 0 || there < 0 ? -1 : leg[from * partCount + there];
  }

  /** The leg that ends in the part of the goal, on the path that begins with leg `number`. */
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

  next(at: number, subgoal: number, goal: number): number {
    if (this.direct || subgoal === goal) return goal;
    const { part, seeds, first, subgoals } = this.partition;
    if (part[at] < 0 || part[goal] < 0) return NO_VERTEX;
    if (subgoal === NO_VERTEX) {
      const number = this.legFrom(part[at]);
      if (part[at] !== part[goal] && number < 0) return NO_VERTEX;
      if (this.joins >= 0) this.take(number, this.joins);
      else if (at !== seeds[part[at]]) return seeds[part[at]];
    } else if (subgoal !== at) return subgoal;
    // Handles a reached subgoal. At the seed of a part, a leg ends and the next begins.
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
    // The leg ends here. That happens only if the partition was built for another world.
    return goal;
  }

  private take(number: number, position: number): void {
    this.leg = number;
    this.position = position;
    this.end = number === this.last ? this.leaves + 1 : this.partition.first[number + 1];
  }
}
