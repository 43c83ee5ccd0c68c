import type { Heuristic } from '@pf/graph';
import type { Components } from './components.ts';
import type { Grid } from './grid.ts';
import type { GridLink } from './grid-link.ts';
import { lengthBetween } from './heuristics.ts';

/** With more links, or more pairs of ends to compare for each goal, the first estimate to a goal would take longer than many a search. */
const MOST_WAYS = 2048;
const MOST_PAIRS = 1 << 16;
/** Sums that differ by no more are equal. */
const ROUNDING = 1 + 1e-12;
const NONE: readonly Way[] = [];

/** A link in one direction: where it begins, in the part with this label, and where it leads. */
interface Way {
  readonly number: number;
  readonly x: number;
  readonly y: number;
  readonly label: number;
  readonly toX: number;
  readonly toY: number;
  readonly cost: number;
}

/** The lengths of steps, times the lowest terrain cost. Over hexagons, a diagonal step is one step if it is towards the upper right or lower left, else two. */
interface Steps {
  readonly straight: number;
  /** What a step costs more if it is diagonal, by whether x and y grow together. */
  readonly together: number;
  readonly apart: number;
}

/** Where paths to a goal leave a part of the map: at links, or at the goal itself. */
class Exits {
  /** The coordinates of each, and the cost from there, in the order of these costs. */
  private all = new Float64Array(12);
  private end = 0;

  constructor(private readonly steps: Steps) {}

  add(x: number, y: number, after: number): void {
    if (this.end === this.all.length) {
      const { all } = this;
      this.all = new Float64Array(2 * all.length);
      this.all.set(all);
    }
    this.all[this.end++] = x;
    this.all[this.end++] = y;
    this.all[this.end++] = after;
  }

  /** The least cost over one of them. */
  from(x: number, y: number): number {
    const { all, end } = this;
    const { straight, together, apart } = this.steps;
    let cost = Infinity;
    for (let i = 0; i < end; i += 3) {
      const after = all[i + 2];
      if (after >= cost) break;
      const dx = x - all[i];
      const dy = y - all[i + 1];
      const across = Math.abs(dx);
      const down = Math.abs(dy);
      const diagonal = dx * dy > 0 ? together : apart;
      const sum = after + (across > down ? straight * across + diagonal * down : straight * down + diagonal * across);
      if (sum < cost) cost = sum;
    }
    return cost;
  }
}

/** What is known of a goal: by the label of a part, its exits. */
interface Aim {
  readonly exits: ReadonlyMap<number, Exits>;
  /** No estimate is higher where exits are known. */
  readonly most: number;
}

/**
 * Estimates over a few links: what the cheapest path costs if nothing is in the way within each connected part of the map. A search over the ends of links finds, for each goal,
 * where such paths leave each part, and what they cost from there.
 */
export class LinkExits {
  /** By label of the part to which they lead. */
  private readonly into = new Map<number, Way[]>();
  private readonly ways: Way[] = [];
  private least = 0;
  private readonly aims = new Map<number, Aim>();
  private aim: Aim = { exits: new Map(), most: 0 };
  /** Of the last estimate: most are for cells of one part, and one goal. */
  private goal = -1;
  private label = -2;
  private exits: Exits | undefined;
  private readonly lengthOf: (dx: number, dy: number) => number;

  constructor(
    private readonly grid: Grid,
    /** Estimates to where no path leads: searches for the nearest vertex compare them. */
    private readonly otherwise: Heuristic,
  ) {
    this.lengthOf = lengthBetween(grid);
  }

  /** Reads the links between free cells. Returns false if they are too many. */
  read(links: Iterable<GridLink>, components: Components): boolean {
    const { into, ways, grid } = this;
    const leaving = new Map<number, number>();
    into.clear();
    ways.length = 0;
    this.least = grid.terrain.least;
    for (const { from, to, cost, oneWay } of links) {
      for (const [tail, head] of oneWay === true ? [[from, to]] : [[from, to], [to, from]]) {
        if (ways.length === MOST_WAYS) return false;
        const [label, toLabel] = [components.label(tail), components.label(head)];
        const way = { number: ways.length, x: grid.x(tail), y: grid.y(tail), label, toX: grid.x(head), toY: grid.y(head), cost };
        ways.push(way);
        if (into.get(toLabel)?.push(way) === undefined) into.set(toLabel, [way]);
        leaving.set(label, (leaving.get(label) ?? 0) + 1);
      }
    }
    let pairs = 0;
    for (const [label, entering] of into) pairs += entering.length * (leaving.get(label) ?? 0);
    return pairs <= MOST_PAIRS;
  }

  /** Call after edits that may have changed estimates. */
  forget(): void {
    this.aims.clear();
    this.goal = -1;
  }

  of(v: number, goal: number, components: Components): number {
    const { grid, otherwise } = this;
    if (goal !== this.goal) {
      this.goal = goal;
      this.label = -2;
      const known = this.aims.get(goal);
      this.aim = known ?? this.aimAt(goal, components.label(goal));
      if (known === undefined) this.aims.set(goal, this.aim);
    }
    const label = components.label(v);
    if (label !== this.label) {
      this.label = label;
      this.exits = this.aim.exits.get(label);
    }
    return this.exits === undefined ? this.aim.most + otherwise(v, goal) : this.exits.from(grid.x(v), grid.y(v));
  }

  /** Dijkstra's algorithm from the goal over links. Exits from which another one is on a cheapest path are left out. */
  private aimAt(goal: number, goalLabel: number): Aim {
    const { into, ways, grid, least, lengthOf } = this;
    const [straight, diagonal] = [least * lengthOf(1, 0), least];
    const steps = { straight, together: diagonal * lengthOf(1, 1) - straight, apart: diagonal * lengthOf(1, -1) - straight };
    const known = new Map<number, Exits>();
    let most = 0;
    if (goalLabel === -1) return { exits: known, most };
    const after = new Float64Array(ways.length).fill(Infinity);
    /** The same, of those that may still be exits. */
    const open = after.slice();
    const settle = (x: number, y: number, label: number, cost: number): void => {
      const exits = known.get(label) ?? new Exits(steps);
      if (exits.from(x, y) <= cost * ROUNDING) return;
      exits.add(x, y, cost);
      known.set(label, exits);
      most = cost;
      for (const { number, toX, toY, cost: link } of into.get(label) ?? NONE) {
        const sum = link + least * lengthOf(toX - x, toY - y) + cost;
        if (sum < after[number]) after[number] = open[number] = sum;
      }
    };
    settle(grid.x(goal), grid.y(goal), goalLabel, 0);
    for (;;) {
      let first = -1;
      let cost = Infinity;
      for (let i = 0; i < open.length; i++) {
        if (open[i] >= cost) continue;
        cost = open[i];
        first = i;
      }
      if (first === -1) break;
      open[first] = Infinity;
      settle(ways[first].x, ways[first].y, ways[first].label, cost);
    }
    return { exits: known, most: most + least * lengthOf(grid.width, grid.height) };
  }
}
