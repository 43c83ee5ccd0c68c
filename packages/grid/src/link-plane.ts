import type { Heuristic } from '@pf/graph';
import type { Components } from './components.ts';
import type { Grid } from './grid.ts';
import type { GridLink } from './grid-link.ts';
import { lengthBetween } from './heuristics.ts';

/** With more parts, estimates leave out surcharges. */
const MOST_PARTS = 1024;

/** How far a part of the map is moved on the plane; a number for all parts that links connect; and its own number. */
type Shift = readonly [x: number, y: number, group: number, part: number];

/**
 * Estimates over many links. They place the connected parts of the map on a plane so that links are short there: rooms at their doors, floors one above the other. On the plane, no path is
 * shorter than the straight line. Links have a surcharge, what they cost above the distance of their ends there: to another part, an estimate adds the least sum of these.
 */
export class LinkPlane {
  /** By label of a component to which links lead. */
  private readonly shifts = new Map<number, Shift>();
  /** By part, and part before it: the least surcharge of the links from there. */
  private into: readonly Map<number, number>[] = [];
  /** By part of a goal, and part: the least sum of surcharges of links on the way. */
  private sums: Float64Array[] = [];
  private least = 0;
  /** Whether no link is shorter than the walk, so that plain estimates are valid too. */
  private isWalk = false;
  /** Of the last estimate: most are to one goal, and from one part. */
  private goal = -1;
  private goalLabel = -2;
  private aim: Shift | undefined;
  private goalX = 0;
  private goalY = 0;
  private sumsToGoal: Float64Array = new Float64Array(0);
  private label = -2;
  private shift: Shift | undefined;
  private readonly within: Heuristic;
  private readonly lengthOf: (dx: number, dy: number) => number;

  constructor(
    private readonly grid: Grid,
    /** Estimates to where no path leads. */
    private readonly otherwise: Heuristic,
  ) {
    this.within = grid.heuristic();
    this.lengthOf = lengthBetween(grid);
  }

  /** Reads the links between free cells. Returns false if one costs less than the distance of its ends on the plane. */
  read(links: readonly GridLink[], components: Components): boolean {
    this.place(links, components);
    return this.readCosts(links, components);
  }

  /** Call after edits that may have changed estimates. */
  forget(): void {
    this.goal = -1;
    this.label = -2;
  }

  of(v: number, goal: number, components: Components): number {
    const { grid: { stride }, shifts } = this;
    if (goal !== this.goal) this.aimAt(goal, components.label(goal));
    const label = components.label(v);
    if (label !== this.label) {
      this.label = label;
      this.shift = shifts.get(label);
    }
    const { aim, shift } = this;
    // Paths stay in a part without links. Elsewhere there is none, and the plane does not show what is near.
    if (shift === undefined || aim === undefined || shift[2] !== aim[2]) return label === this.goalLabel && shift === undefined ? this.within(v, goal) : this.otherwise(v, goal);
    const x = v % stride;
    // Consistent, as a step or link costs no less than its length on the plane and its surcharge: along it, the first term falls by that length at most, and the second by that surcharge.
    const estimate = this.least * this.lengthOf(x + shift[0] - this.goalX, (v - x) / stride + shift[1] - this.goalY) + this.sumsToGoal[shift[3]];
    return this.isWalk ? Math.max(estimate, this.within(v, goal)) : estimate;
  }

  private aimAt(goal: number, label: number): void {
    const { grid: { stride }, sums } = this;
    this.goal = goal;
    this.goalLabel = label;
    const aim = (this.aim = this.shifts.get(label));
    if (aim === undefined) return;
    const x = goal % stride;
    this.goalX = x + aim[0];
    this.goalY = (goal - x) / stride + aim[1];
    this.sumsToGoal = sums[aim[3]] ?? this.sumsTo(aim[3]);
  }

  /** Places one part after another. A part with several links to those that have their place gets the middle of the places that suit each. */
  private place(links: readonly GridLink[], components: Components): void {
    const { grid, shifts } = this;
    shifts.clear();
    const linksOf = new Map<number, (readonly [inside: number, outside: number])[]>();
    for (const { from, to } of links) {
      for (const pair of [[from, to], [to, from]] as const) {
        const label = components.label(pair[0]);
        if (linksOf.get(label)?.push(pair) === undefined) linksOf.set(label, [pair]);
      }
    }
    for (const root of linksOf.keys()) {
      if (shifts.has(root)) continue;
      shifts.set(root, [0, 0, root, shifts.size]);
      const reached = [root];
      for (const part of reached) {
        for (const [, beyond] of linksOf.get(part)!) {
          const label = components.label(beyond);
          if (shifts.has(label)) continue;
          const [across, down]: number[][] = [[], []];
          for (const [inside, outside] of linksOf.get(label)!) {
            const shift = shifts.get(components.label(outside));
            if (shift === undefined) continue;
            across.push(grid.x(outside) + shift[0] - grid.x(inside));
            down.push(grid.y(outside) + shift[1] - grid.y(inside));
          }
          shifts.set(label, [middle(across), middle(down), root, shifts.size]);
          reached.push(label);
        }
      }
    }
  }

  /** Finds the surcharges of links. */
  private readCosts(links: readonly GridLink[], components: Components): boolean {
    const { shifts, grid, lengthOf } = this;
    const least = (this.least = grid.terrain.least);
    const into = (this.into = Array.from(shifts, () => new Map<number, number>()));
    const lower = (before: number, part: number, surcharge: number): void => {
      if (!(into[part].get(before)! <= surcharge)) into[part].set(before, surcharge);
    };
    this.sums = shifts.size > MOST_PARTS ? Array<Float64Array>(shifts.size).fill(new Float64Array(shifts.size)) : [];
    this.isWalk = true;
    for (const { from, to, cost, oneWay } of links) {
      const [across, down] = [grid.x(from) - grid.x(to), grid.y(from) - grid.y(to)];
      const [shift, toShift] = [shifts.get(components.label(from))!, shifts.get(components.label(to))!];
      if (cost < least * lengthOf(across, down)) this.isWalk = false;
      const surcharge = cost - least * lengthOf(across + shift[0] - toShift[0], down + shift[1] - toShift[1]);
      if (surcharge < 0) return false;
      lower(shift[3], toShift[3], surcharge);
      if (oneWay !== true) lower(toShift[3], shift[3], surcharge);
    }
    return true;
  }

  /** By part: the least sum of surcharges of links from there to the part of a goal. Where nothing leads there, as much as at most elsewhere. */
  private sumsTo(goal: number): Float64Array {
    const { into, sums } = this;
    const least = (sums[goal] = new Float64Array(into.length).fill(Infinity));
    least[goal] = 0;
    const reached = [goal];
    for (const part of reached) {
      for (const [before, surcharge] of into[part]) {
        const sum = least[part] + surcharge;
        if (sum >= least[before]) continue;
        least[before] = sum;
        reached.push(before);
      }
    }
    const most = least.reduce((high, sum) => (sum < Infinity ? Math.max(high, sum) : high), 0);
    least.forEach((sum, i) => (least[i] = Math.min(sum, most)));
    return least;
  }
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const last = sorted.length - 1;
  return Math.round((sorted[last >> 1] + sorted[(last + 1) >> 1]) / 2);
}
