import type { Heuristic } from '@pf/graph';
import type { Grid } from './grid.ts';
import type { GridLink } from './grid-link.ts';
import type { HeuristicOptions } from './heuristics.ts';

/** For up to so many cells, lengths are computed when they are asked for: most vertices never are before links change again. */
const FEW = 16;

/** The lengths of shortest paths on an empty map between every cell and the nearest of some cells. */
class Lengths {
  private cells: readonly number[] = [];
  /** By vertex; −1 if not known yet, and in the border of the map. */
  private known = new Float64Array(0);
  private readonly between: Heuristic;

  constructor(private readonly grid: Grid) {
    this.between = grid.heuristic({ least: 1 });
  }

  begin(cells: readonly number[]): void {
    this.cells = cells;
    if (cells.length === 0) return;
    if (this.known.length === 0) this.known = new Float64Array(this.grid.vertexCount);
    this.known.fill(-1);
    if (cells.length > FEW) this.readMap();
  }

  /** Whether all are soon found again after a change of the cells. */
  get isFew(): boolean {
    return this.cells.length <= FEW;
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

  private readMap(): void {
    const { known, grid: { width, height, stride } } = this;
    for (let y = 1; y <= height; y++) known.fill(Infinity, y * stride + 1, y * stride + 1 + width);
    this.lower(this.cells);
  }

  /** Takes more cells into account: from ring to ring around them, as far as they are the nearest. Only if there are more than a few. */
  lower(cells: readonly number[]): void {
    const { known, grid: { maxDegree, offsets, lengths } } = this;
    // Two straight steps may cost less than a diagonal one, which would be taken first.
    const degree = lengths[4] > 2 * lengths[0] ? 4 : maxDegree;
    for (const v of cells) known[v] = 0;
    for (let ring = cells; ring.length > 0;) {
      const next: number[] = [];
      for (const v of ring) {
        for (let d = 0; d < degree; d++) {
          const w = v + offsets[d];
          const through = known[v] + lengths[d];
          if (through >= known[w]) continue;
          known[w] = through;
          next.push(w);
        }
      }
      ring = next;
    }
  }
}

/**
 * Estimates of a grid over links: by steps alone, or to where some link begins and from where some link ends. Memory: 8 bytes a cell, from the first estimate over links on, and 8 more
 * with a one-way link.
 */
export class LinkEstimates {
  readonly heuristic: Heuristic;
  private readonly begins: Lengths;
  /** `begins` too, if all links lead both ways. */
  private ends: Lengths;
  private readonly ofOneWay: Lengths;
  private readonly within: Heuristic;
  /** Whether estimates stay as they are after a change of links, as far as they are valid. */
  private readonly isLasting: boolean;
  private leastCost = Infinity;
  /** Whether an estimate was given out since the links were to be read again. */
  private isKnown = false;
  /** The number of removed links that count on. */
  private removed = 0;

  constructor(
    grid: Grid,
    private readonly links: ReadonlyMap<number, GridLink>,
    options: HeuristicOptions,
  ) {
    const begins = (this.begins = this.ends = new Lengths(grid));
    this.ofOneWay = new Lengths(grid);
    this.isLasting = options.least !== undefined;
    const within = (this.within = grid.heuristic(options));
    this.heuristic = (v, goal) => {
      const walked = within(v, goal);
      if (!this.isKnown) this.readLinks();
      if (this.leastCost === Infinity) return walked;
      const least = options.least ?? grid.terrain.least;
      const after = least * this.ends.of(goal) + this.leastCost;
      return after < walked ? Math.min(walked, least * begins.of(v) + after) : walked;
    };
  }

  /** Call after a link was added. Returns whether the estimates are the same as before. */
  add(link: GridLink): boolean {
    if (!this.isKnown || (this.isLasting && this.allows(link))) return true;
    const { begins, ends } = this;
    const isOneWay = link.oneWay === true;
    if (begins.isFew || this.removed > this.links.size || (isOneWay && ends === begins)) this.isKnown = false;
    else {
      this.leastCost = Math.min(this.leastCost, link.cost);
      begins.lower(isOneWay ? [link.from] : [link.from, link.to]);
      if (ends !== begins) ends.lower(isOneWay ? [link.to] : [link.from, link.to]);
    }
    return false;
  }

  /** Call after a link was removed. Estimates may stay as they are: then they are too low, which is valid. */
  remove({ cost }: GridLink): void {
    this.removed++;
    if (!this.isLasting && cost === this.leastCost) this.leastCost = this.lowestCost();
    if (!this.isLasting && (this.begins.isFew || this.removed > this.links.size)) this.isKnown = false;
  }

  /** Whether the estimates are valid with this link too: it costs as much as the walk, or begins and ends where others do and costs as much. */
  private allows({ from, to, cost, oneWay }: GridLink): boolean {
    if (cost >= this.within(from, to)) return true;
    const { begins, ends } = this;
    const suits = (tail: number, head: number): boolean => begins.of(tail) === 0 && ends.of(head) === 0;
    return cost >= this.leastCost && suits(from, to) && (oneWay === true || suits(to, from));
  }

  private readLinks(): void {
    const links = [...this.links.values()];
    this.isKnown = true;
    this.removed = 0;
    this.leastCost = this.lowestCost();
    const twoWay = links.filter(({ oneWay }) => oneWay !== true);
    this.begins.begin([...links.map(({ from }) => from), ...twoWay.map(({ to }) => to)]);
    this.ends = twoWay.length === links.length ? this.begins : this.ofOneWay;
    if (this.ends !== this.begins) this.ends.begin([...links.map(({ to }) => to), ...twoWay.map(({ from }) => from)]);
  }

  private lowestCost(): number {
    let least = Infinity;
    for (const { cost } of this.links.values()) least = Math.min(least, cost);
    return least;
  }
}
