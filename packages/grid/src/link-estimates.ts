import type { Heuristic } from '@pf/graph';
import type { Grid } from './grid.ts';
import type { GridLink } from './grid-link.ts';
import type { HeuristicOptions } from './heuristics.ts';

/** For up to so many cells, lengths are computed when they are asked for: most vertices never are before links change again. */
const FEW = 16;

/** The lengths of shortest paths on an empty map between every cell and the nearest of some cells. */
class Lengths {
  private cells: readonly number[] = [];
  /** By vertex; −1 if not known yet. */
  private known = new Float64Array(0);
  private readonly between: Heuristic;

  constructor(private readonly grid: Grid) {
    this.between = grid.heuristic({ least: 1 });
  }

  begin(cells: readonly number[]): void {
    this.cells = cells;
    if (this.known.length === 0) this.known = new Float64Array(this.grid.vertexCount);
    this.known.fill(-1);
    if (cells.length > FEW) this.readMap();
  }

  of(v: number): number {
    const { known, cells } = this;
    if (known[v] < 0) {
      let least = Infinity;
      for (const cell of cells) least = Math.min(least, this.between(v, cell));
      known[v] = least;
    }
    return known[v];
  }

  /** Two passes over the map find all lengths, as a path can take all its steps up or left first. */
  private readMap(): void {
    const { known, cells, grid: { width, height, stride, maxDegree, offsets, lengths } } = this;
    known.fill(Infinity);
    for (const v of cells) known[v] = 0;
    // The border stays at Infinity.
    for (const sign of [1, -1]) {
      const before = Array.from({ length: maxDegree }, (_, d) => d).filter((d) => sign * offsets[d] < 0);
      const first = sign > 0 ? stride + 1 : height * stride + width;
      for (let i = 0; i < height; i++) {
        for (let j = 0; j < width; j++) {
          const v = first + sign * (i * stride + j);
          let least = known[v];
          for (const d of before) least = Math.min(least, known[v + offsets[d]] + lengths[d]);
          known[v] = least;
        }
      }
    }
  }
}

/** Estimates of a grid over links: by steps alone, or to where some link begins and from where some link ends. Memory: 16 bytes a cell, from the first estimate over links on. */
export class LinkEstimates {
  readonly heuristic: Heuristic;
  private readonly toLink: Lengths;
  private readonly fromLink: Lengths;
  private readonly within: Heuristic;
  private leastCost = Infinity;
  /** Whether an estimate was given out since the last `reset`. */
  private isKnown = false;

  constructor(
    grid: Grid,
    private readonly links: ReadonlyMap<number, GridLink>,
    options: HeuristicOptions,
  ) {
    const toLink = (this.toLink = new Lengths(grid));
    const fromLink = (this.fromLink = new Lengths(grid));
    const within = (this.within = grid.heuristic(options));
    this.heuristic = (v, goal) => {
      const walked = within(v, goal);
      if (!this.isKnown) this.readLinks();
      if (this.leastCost === Infinity) return walked;
      const least = options.least ?? grid.terrain.least;
      const after = least * fromLink.of(goal) + this.leastCost;
      return after < walked ? Math.min(walked, least * toLink.of(v) + after) : walked;
    };
  }

  /** Call after a change of links, unless estimates should stay as they are. */
  reset(): void {
    this.isKnown = false;
  }

  /** Whether the estimates that were given out are valid with this link too: it costs as much as the walk, or begins and ends where others do and costs as much. */
  allows({ from, to, cost, oneWay }: GridLink): boolean {
    if (!this.isKnown || cost >= this.within(from, to)) return true;
    const { toLink, fromLink } = this;
    const suits = (tail: number, head: number): boolean => toLink.of(tail) === 0 && fromLink.of(head) === 0;
    return cost >= this.leastCost && suits(from, to) && (oneWay === true || suits(to, from));
  }

  private readLinks(): void {
    const links = [...this.links.values()];
    this.isKnown = true;
    this.leastCost = links.reduce((least, { cost }) => Math.min(least, cost), Infinity);
    if (links.length === 0) return;
    const twoWay = links.filter(({ oneWay }) => oneWay !== true);
    this.toLink.begin([...links.map(({ from }) => from), ...twoWay.map(({ to }) => to)]);
    this.fromLink.begin([...links.map(({ to }) => to), ...twoWay.map(({ from }) => from)]);
  }
}
