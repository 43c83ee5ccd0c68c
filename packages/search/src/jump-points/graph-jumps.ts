import type { Counters, Heuristic } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { JumpGraphFrontier } from './jump-graph-frontier.ts';
import type { JumpFinder } from './jump-finder.ts';
import { JumpGraph } from './jump-graph.ts';
import type { JumpMap } from './jump-map.ts';
import { JumpScanner } from './jump-scanner.ts';

/** Largest side of a grid: offsets between cells fit into 16 bits. */
const MOST_CELLS = 0x7ff0;
/** Ends of rays per vertex above which scanning is as fast, and takes less memory: among random obstacles. */
const MOST_STOPS = 0.6;

/** Jump points kept from search to search, for `JumpPointSearch`: its default. Unlike a `JumpScanner`, it belongs to one search. */
export class GraphJumps {
  /** Goal of the last finished `begin`. */
  goal = 0;
  private readonly graph: JumpGraph;

  constructor(readonly grid: Grid, finder: JumpFinder) {
    this.graph = new JumpGraph(grid, finder);
  }

  /** The locator for a grid as it is now: kept jump points, or a scanner if that is better. */
  static orScanner(grid: Grid): GraphJumps | JumpScanner {
    const scanner = new JumpScanner(grid);
    const finder = scanner['finder'];
    const keeps = Math.max(grid.width, grid.height) <= MOST_CELLS && stopCount(finder.map) <= MOST_STOPS * grid.vertexCount;
    return keeps ? new GraphJumps(grid, finder) : scanner;
  }

  /** Processes edits, as a `JumpLocator` does. */
  begin(_start: number, goal: number, budget = Infinity): boolean {
    if (!this.graph.follow(goal, budget)) return false;
    this.goal = goal;
    return true;
  }

  /** Creates the labels, open list and loop of the search. */
  frontier(counters: Counters, given?: Heuristic): JumpGraphFrontier {
    return new JumpGraphFrontier(this.grid, this.graph, counters, given);
  }
}

/** Number of cells at which a ray stops at a jump point, counted once for each ray. */
function stopCount({ stops }: JumpMap): number {
  let count = 0;
  for (const word of stops) for (let left = word; left !== 0; left &= left - 1) count++;
  return count;
}
