import type { Heuristic } from '@pf/graph';
import type { Components } from './components.ts';
import type { Grid } from './grid.ts';
import type { GridLink } from './grid-link.ts';
import type { HeuristicOptions } from './heuristics.ts';
import { LinkEstimates } from './link-estimates.ts';
import { PartEstimates } from './part-estimates.ts';

/** The heuristics of a grid with links: one for searches, and those that planners keep, by `least`. */
export class LinkHeuristics {
  private readonly forSearches: Heuristic;
  /** For searches too, if links are many and some are shortcuts. */
  private readonly estimates: LinkEstimates;
  private readonly lasting = new Map<number, LinkEstimates>();

  constructor(
    private readonly grid: Grid,
    private readonly links: ReadonlyMap<number, GridLink>,
    version: () => number,
    componentsOf: () => Components,
  ) {
    this.estimates = new LinkEstimates(grid, links, {});
    const { heuristic } = new PartEstimates(grid, links, version, componentsOf, this.estimates.heuristic);
    this.forSearches = Object.assign(heuristic, { follows: true });
  }

  of(options: HeuristicOptions): Heuristic {
    // Checks the options.
    this.grid.heuristic(options);
    const { least } = options;
    if (least === undefined) return this.forSearches;
    const known = this.lasting.get(least) ?? new LinkEstimates(this.grid, this.links, { least });
    this.lasting.set(least, known);
    return known.heuristic;
  }

  /** Call after a link was added. Returns whether the estimates of planners are the same as before. */
  add(link: GridLink): boolean {
    this.estimates.add(link);
    let isSame = true;
    for (const one of this.lasting.values()) if (!one.add(link)) isSame = false;
    return isSame;
  }

  /** Call after a link was removed. */
  remove(link: GridLink): void {
    for (const one of [this.estimates, ...this.lasting.values()]) one.remove(link);
  }
}
