/**
 * HCDPS — R. Lawrence and V. Bulitko, "Database-driven real-time heuristic search in video-game pathfinding", IEEE TCIAIG 5(3), 2013: the map
 * is partitioned so that hill-climbing leads from each vertex of a part to its seed and back; cheapest paths between the seeds of
 * neighbouring parts are kept as subgoals that hill-climbing can reach, and dynamic programming says which part comes next.
 *
 * Departure: where start and goal lie in one part and hill-climbing leads from one to the other, the way by the seed is left out.
 */
import type { Graph, Heuristic } from '@pf/graph';
import { HillClimber, lastingHeuristic, NO_VERTEX } from '@pf/graph';
import type { Guide } from './guide.ts';

/** Parts with their seeds, the next part on the way to each, and the subgoals between neighbours. */
export interface Partition {
  /** How many parts there are. */
  readonly partCount: number;
  /** The part of each vertex, −1 where it has none. */
  readonly part: ArrayLike<number>;
  /** The vertex of each part to which and from which its vertices can be climbed. */
  readonly seeds: ArrayLike<number>;
  /** At from · partCount + to: the leg to take first, −1 where there is no way. */
  readonly leg: ArrayLike<number>;
  /** Leg i leads by subgoals[first[i]] … subgoals[first[i + 1] − 1], the last of which is the seed of a neighbouring part. */
  readonly first: ArrayLike<number>;
  /** The vertices to pursue, leg after leg. */
  readonly subgoals: ArrayLike<number>;
}

/** What `PartitionGuide` can be told: the estimate by which its agent climbs, and how far it climbs at most. */
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
 * const guide = new PartitionGuide(line, partition, { heuristic: (v, goal) => Math.abs(goal - v) });
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
  /** The subgoals of the present leg that are still to come: positions in `subgoals`. */
  private position = 0;
  private end = 0;
  /** Whether climbing from the start, in the part of the goal, has led to the goal. */
  private direct = false;

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
    const { part } = this.partition;
    this.position = this.end = 0;
    this.direct = false;
    // In another part there is nothing to be tried: the climb has failed before it begins.
    this.climber.begin(part[start] === part[goal] ? start : NO_VERTEX, goal, this.cutoff);
  }

  prepare(budget: number): boolean {
    this.climber.walk(budget);
    this.direct = this.climber.arrived;
    return this.climber.ended;
  }

  next(at: number, aim: number, goal: number): number {
    if (this.direct || aim === goal) return goal;
    const { part, partCount, seeds, leg, first, subgoals } = this.partition;
    if (part[at] < 0 || part[goal] < 0) return NO_VERTEX;
    if (aim === NO_VERTEX && part[at] !== part[goal] && leg[part[at] * partCount + part[goal]] < 0) return NO_VERTEX;
    if (aim === NO_VERTEX && at !== seeds[part[at]]) return seeds[part[at]];
    if (aim !== NO_VERTEX && aim !== at) return aim;
    // A subgoal is reached; the seed of a part is where a leg ends and the next begins.
    for (let legs = 0; legs < 2; legs++) {
      while (this.position < this.end) {
        const next = subgoals[this.position++];
        if (next !== at) return next;
      }
      if (part[at] === part[goal]) return goal;
      const number = leg[part[at] * partCount + part[goal]];
      if (number < 0) return NO_VERTEX;
      this.position = first[number];
      this.end = first[number + 1];
    }
    // The leg from here leads nowhere else, in a partition that was not built for this world.
    return goal;
  }
}
