import type { Heuristic } from '@pf/graph';
import type { Components } from './components.ts';
import type { Grid } from './grid.ts';
import type { GridLink } from './grid-link.ts';
import { lengthBetween } from './heuristics.ts';

/** With more links, or more pairs of ends to compare for each goal, the first estimate to a goal would take longer than many a search. */
const MOST_WAYS = 256;
const MOST_PAIRS = 8192;
/** Sums that differ by a smaller part of a step are equal. */
const ROUNDING = 1e-9;
const NONE: readonly Way[] = [];
/** So many goals, and so many starts, are remembered. */
const MOST_AIMS = 512;

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
  /** That of the part with the goal. */
  readonly label: number;
  readonly exits: ReadonlyMap<number, Exits>;
}

/** Estimates to goals. For estimates from starts, pass links the other way around. */
class Aims {
  /** By label of the part to which they lead. */
  private readonly into = new Map<number, Way[]>();
  private readonly ways: Way[] = [];
  private readonly aims = new Map<number, Aim>();
  /** Of the last estimate: most are for cells of one part, and one goal. */
  private goal = -1;
  private aim: Aim = { label: -1, exits: new Map() };
  private label = -2;
  private exits: Exits | undefined;
  private readonly lengthOf: (dx: number, dy: number) => number;

  constructor(private readonly grid: Grid) {
    this.lengthOf = lengthBetween(grid);
  }

  clear(): void {
    this.into.clear();
    this.ways.length = 0;
  }

  add(from: number, label: number, to: number, toLabel: number, cost: number): void {
    const { grid, into, ways } = this;
    const way = { number: ways.length, x: grid.x(from), y: grid.y(from), label, toX: grid.x(to), toY: grid.y(to), cost };
    ways.push(way);
    if (into.get(toLabel)?.push(way) === undefined) into.set(toLabel, [way]);
  }

  forget(): void {
    this.aims.clear();
    this.goal = -1;
  }

  /** Whether each goal is in the part in which it was. */
  isSame(components: Components): boolean {
    for (const [goal, { label }] of this.aims) if (components.label(goal) !== label) return false;
    return true;
  }

  knows(goal: number): boolean {
    return goal === this.goal || this.aims.has(goal);
  }

  /** Makes room for another goal. Returns whether one was forgotten for it. */
  makeRoom(): boolean {
    return this.aims.size === MOST_AIMS && this.aims.delete(this.aims.keys().next().value!);
  }

  /** Infinity if no path leads from the part with `v`. */
  of(v: number, goal: number, components: Components): number {
    const { grid, aims } = this;
    if (goal !== this.goal) {
      this.goal = goal;
      this.label = -2;
      const known = aims.get(goal);
      this.aim = known ?? this.aimAt(goal, components.label(goal));
      if (known === undefined) aims.set(goal, this.aim);
    }
    const label = components.label(v);
    if (label !== this.label) {
      this.label = label;
      this.exits = this.aim.exits.get(label);
    }
    return this.exits === undefined ? Infinity : this.exits.from(grid.x(v), grid.y(v));
  }

  /** Dijkstra's algorithm from the goal over links. Exits from which another one is on a cheapest path are left out. */
  private aimAt(goal: number, goalLabel: number): Aim {
    const { into, ways, grid, lengthOf } = this;
    const { least } = grid.terrain;
    const straight = least * lengthOf(1, 0);
    const steps = { straight, together: least * lengthOf(1, 1) - straight, apart: least * lengthOf(1, -1) - straight };
    const known = new Map<number, Exits>();
    if (goalLabel === -1) return { label: goalLabel, exits: known };
    const after = new Float64Array(ways.length).fill(Infinity);
    /** The same, of those that may still be exits. */
    const open = after.slice();
    const settle = (x: number, y: number, label: number, cost: number): void => {
      const exits = known.get(label) ?? new Exits(steps);
      if (exits.from(x, y) <= cost + ROUNDING * straight) return;
      exits.add(x, y, cost);
      known.set(label, exits);
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
    return { label: goalLabel, exits: known };
  }
}

/**
 * Estimates over a few links: what the cheapest path costs if nothing is in the way within each connected part of the map. A search over the ends of links finds, for each goal,
 * where such paths leave each part, and what they cost from there; for backward searches, from each start.
 */
export class LinkExits {
  private readonly goals: Aims;
  private readonly starts: Aims;
  /** The start of the last estimate whose ends were both new. */
  private start = -1;
  /** No estimate is higher where a path may lead to the goal: all links, and as often across the whole map. */
  private most = 0;
  /** How many goals and starts were forgotten because they were too many. */
  forgotten = 0;

  constructor(
    private readonly grid: Grid,
    /** Estimates to where no path leads: searches for the nearest vertex compare them. */
    private readonly otherwise: Heuristic,
  ) {
    this.goals = new Aims(grid);
    this.starts = new Aims(grid);
  }

  /** Reads the links between free cells. Returns false if they are too many. */
  read(links: Iterable<GridLink>, components: Components): boolean {
    const { grid, goals, starts } = this;
    const [leaving, entering] = [new Map<number, number>(), new Map<number, number>()];
    goals.clear();
    starts.clear();
    const across = grid.terrain.least * lengthBetween(grid)(grid.width, grid.height);
    let count = 0;
    this.most = across;
    for (const { from, to, cost, oneWay } of links) {
      for (const [tail, head] of oneWay === true ? [[from, to]] : [[from, to], [to, from]]) {
        if (count++ === MOST_WAYS) return false;
        this.most += cost + across;
        const [label, toLabel] = [components.label(tail), components.label(head)];
        goals.add(tail, label, head, toLabel, cost);
        starts.add(head, toLabel, tail, label, cost);
        leaving.set(label, (leaving.get(label) ?? 0) + 1);
        entering.set(toLabel, (entering.get(toLabel) ?? 0) + 1);
      }
    }
    let pairs = 0;
    for (const [label, n] of entering) pairs += n * (leaving.get(label) ?? 0);
    return pairs <= MOST_PAIRS;
  }

  /** Call after edits that may have changed estimates. */
  forget(): void {
    this.goals.forget();
    this.starts.forget();
  }

  isSame(components: Components): boolean {
    return this.goals.isSame(components) && this.starts.isSame(components);
  }

  of(v: number, goal: number, components: Components): number {
    const { goals, starts } = this;
    let isForward = goals.knows(goal);
    if (!isForward && !starts.knows(v)) {
      isForward = v !== this.start;
      this.start = v;
      if ((isForward ? goals : starts).makeRoom()) this.forgotten++;
    }
    const estimate = isForward ? goals.of(v, goal, components) : starts.of(goal, v, components);
    return estimate < Infinity ? estimate : v === goal ? 0 : this.most + this.otherwise(v, goal);
  }
}
