import type { Heuristic } from '@pf/graph';
import { nextStamp } from '@pf/graph/kit';
import type { Components } from './components.ts';
import type { Grid } from './grid.ts';
import type { GridLink } from './grid-link.ts';
import { lengthBetween } from './heuristics.ts';

/** With more shortcuts, estimates are those that know no plane. */
const MOST_SHORTCUTS = 24;
/** With more parts, estimates leave out surcharges. */
const MOST_PARTS = 1024;

/** How far a part of the map is moved on the plane; a number for all parts that links connect; and its own number. */
type Shift = readonly [x: number, y: number, group: number, part: number];

/** No vertex, and no label. */
const NOWHERE = -2;

/** The lengths on the plane between every cell and the nearest of some. */
class NearestEnds {
  private ends: Float64Array = new Float64Array(0);
  private known = new Float64Array(0);
  private stamps = new Uint32Array(0);
  private stamp = 0;

  constructor(
    private readonly vertexCount: number,
    private readonly lengthOf: (dx: number, dy: number) => number,
  ) {}

  /** `ends`: the coordinates of each on the plane. */
  begin(ends: readonly number[]): void {
    this.ends = Float64Array.from(ends);
    if (ends.length === 0) return;
    if (this.stamps.length === 0) {
      this.known = new Float64Array(this.vertexCount);
      this.stamps = new Uint32Array(this.vertexCount);
    }
    this.stamp = nextStamp(this.stamps, this.stamp);
  }

  /** From cell `v`, which is at `x` and `y` of the plane. */
  of(v: number, x: number, y: number): number {
    const { ends, known, stamps, stamp } = this;
    if (stamps[v] === stamp) return known[v];
    let least = Infinity;
    for (let i = 0; i < ends.length; i += 2) least = Math.min(least, this.lengthOf(x - ends[i], y - ends[i + 1]));
    stamps[v] = stamp;
    return (known[v] = least);
  }
}

/**
 * Estimates for searches over links. They place the connected parts of the map on a plane so that links are short there: rooms at their doors, floors one above the
 * other. On the plane, no path is shorter than the straight line, except over shortcuts, links that cost less than the distance of their ends there. Over these, an estimate is that
 * to where one begins and from where one ends. Other links have a surcharge, what they cost above that distance: to another part, an estimate adds the least sum of these.
 *
 * Follows edits at the next estimate: then it compares the labels of the ends of all links. Memory: 12 bytes a cell, if there are shortcuts; twice that if some are one-way.
 */
export class LinkPlane {
  readonly heuristic: Heuristic;
  /** By label of a component to which links lead. */
  private shifts = new Map<number, Shift>();
  private components: Components | undefined;
  /** The ends of all links, two a link, and their labels when they were compared last; −1 is the label of a blocked cell. */
  private cells = new Uint32Array(0);
  private labels = new Float64Array(0);
  /** By part, and part before it: the least surcharge of the links from there. */
  private into: readonly Map<number, number>[] = [];
  /** By part of a goal, and part: the least sum of surcharges of links on the way. */
  private sums: Float64Array[] = [];
  private seen = -1;
  /** The number of edits of links that are read. */
  private linkEdits = -1;
  private least = 0;
  private leastCost = Infinity;
  private isPlain = true;
  /** Whether no link is shorter than the walk, so that plain estimates are valid too. */
  private isWalk = false;
  private hasMany = false;
  private readonly begins: NearestEnds;
  private readonly others: NearestEnds;
  private ends: NearestEnds;
  private readonly lengthOf: (dx: number, dy: number) => number;

  constructor(
    private readonly grid: Grid,
    private readonly links: ReadonlyMap<number, GridLink>,
    /** Changes with each edit of the map and of the links. */
    private readonly version: () => number,
    private readonly componentsOf: () => Components,
    /** Estimates for many shortcuts. */
    otherwise: Heuristic,
  ) {
    const { stride } = grid;
    const lengthOf = (this.lengthOf = lengthBetween(grid));
    const begins = (this.begins = this.ends = new NearestEnds(grid.vertexCount, lengthOf));
    this.others = new NearestEnds(grid.vertexCount, lengthOf);
    const within = grid.heuristic();
    let aim = NOWHERE;
    let [aimX, aimY, aimLabel] = [0, 0, NOWHERE];
    let aimShift: Shift | undefined;
    /** The cost from where some shortcut begins to the goal. */
    let after = Infinity;
    /** Of the last cell: most estimates are for cells of one part. */
    let label = NOWHERE;
    let shift: Shift | undefined;
    /** To the part of the goal. */
    let sums: Float64Array = this.labels;
    this.heuristic = (v, goal) => {
      if (version() !== this.seen) {
        this.follow();
        aim = label = NOWHERE;
      }
      if (this.isPlain) return within(v, goal);
      if (this.hasMany) return otherwise(v, goal);
      const components = this.components!;
      if (goal !== aim) {
        aim = goal;
        aimLabel = components.label(goal);
        aimShift = this.shifts.get(aimLabel);
        if (aimShift !== undefined) {
          aimX = (goal % stride) + aimShift[0];
          aimY = Math.floor(goal / stride) + aimShift[1];
          sums = this.sums[aimShift[3]] ?? this.sumsTo(aimShift[3]);
          after = this.leastCost === Infinity ? Infinity : this.least * this.ends.of(goal, aimX, aimY) + this.leastCost;
        }
      }
      const own = components.label(v);
      if (own !== label) {
        label = own;
        shift = this.shifts.get(label);
      }
      if (aimShift === undefined || shift === undefined || shift[2] !== aimShift[2]) {
        // Paths stay in a part without links. Elsewhere there is none, and the plane does not show what is near.
        return label === aimLabel && shift === undefined ? within(v, goal) : otherwise(v, goal);
      }
      const column = v % stride;
      const x = column + shift[0];
      const y = (v - column) / stride + shift[1];
      // Consistent, as a step or link costs no less than its length on the plane and its surcharge: along it, the first term falls by that length at most, and the second by that surcharge.
      const walked = this.least * lengthOf(x - aimX, y - aimY) + sums[shift[3]];
      const estimate = after < walked ? Math.min(walked, this.least * begins.of(v, x, y) + after) : walked;
      return this.isWalk ? Math.max(estimate, within(v, goal)) : estimate;
    };
  }

  private follow(): void {
    const { grid, links } = this;
    this.seen = this.version();
    this.isPlain = links.size === 0;
    if (this.isPlain) return;
    const components = (this.components ??= this.componentsOf());
    const linkEdits = this.seen - grid.edits;
    let isSame = linkEdits === this.linkEdits;
    if (!isSame) {
      this.linkEdits = linkEdits;
      this.cells = new Uint32Array(2 * links.size);
      this.labels = new Float64Array(2 * links.size);
      let i = 0;
      for (const { from, to } of links.values()) {
        this.cells[i++] = from;
        this.cells[i++] = to;
      }
    }
    const { cells, labels } = this;
    for (let i = 0; i < cells.length; i++) {
      const label = components.label(cells[i]);
      if (label !== labels[i]) isSame = false;
      labels[i] = label;
    }
    if (!isSame) this.place();
    else if (this.least === grid.terrain.least) return;
    this.least = grid.terrain.least;
    this.readCosts();
  }

  /** Places one part after another. A part with several links to those that have their place gets the middle of the places that suit each. */
  private place(): void {
    const { grid, components } = this;
    const shifts = (this.shifts = new Map<number, Shift>());
    const linksOf = new Map<number, (readonly [inside: number, outside: number])[]>();
    for (const { from, to } of this.open()) {
      for (const pair of [[from, to], [to, from]] as const) {
        const label = components!.label(pair[0]);
        const own = linksOf.get(label);
        if (own === undefined) linksOf.set(label, [pair]);
        else own.push(pair);
      }
    }
    for (const root of linksOf.keys()) {
      if (shifts.has(root)) continue;
      shifts.set(root, [0, 0, root, shifts.size]);
      const reached = [root];
      for (const part of reached) {
        for (const [, beyond] of linksOf.get(part)!) {
          const label = components!.label(beyond);
          if (shifts.has(label)) continue;
          const [across, down]: number[][] = [[], []];
          for (const [inside, outside] of linksOf.get(label)!) {
            const shift = shifts.get(components!.label(outside));
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

  /** Finds shortcuts, and the surcharges of other links. */
  private readCosts(): void {
    const { shifts, components, grid: { stride }, lengthOf, least } = this;
    const [begins, ends]: number[][] = [[], []];
    const into = (this.into = Array.from(shifts, () => new Map<number, number>()));
    const lower = (before: number, part: number, surcharge: number): void => {
      if (!(into[part].get(before)! <= surcharge)) into[part].set(before, surcharge);
    };
    this.sums = shifts.size > MOST_PARTS ? Array<Float64Array>(shifts.size).fill(new Float64Array(shifts.size)) : [];
    let isOneWay = false;
    let count = 0;
    this.leastCost = Infinity;
    this.isWalk = true;
    for (const { from, to, cost, oneWay } of this.open()) {
      const [x, y, toX, toY] = [from % stride, Math.floor(from / stride), to % stride, Math.floor(to / stride)];
      const [shift, toShift] = [shifts.get(components!.label(from))!, shifts.get(components!.label(to))!];
      if (cost < least * lengthOf(x - toX, y - toY)) this.isWalk = false;
      const [a, b] = [[x + shift[0], y + shift[1]], [toX + toShift[0], toY + toShift[1]]];
      const length = least * lengthOf(a[0] - b[0], a[1] - b[1]);
      if (cost >= length) {
        lower(shift[3], toShift[3], cost - length);
        if (oneWay !== true) lower(toShift[3], shift[3], cost - length);
        continue;
      }
      if (++count > MOST_SHORTCUTS) break;
      this.leastCost = Math.min(this.leastCost, cost);
      begins.push(...a);
      ends.push(...b);
      if (oneWay === true) isOneWay = true;
      else {
        begins.push(...b);
        ends.push(...a);
      }
    }
    this.hasMany = count > MOST_SHORTCUTS;
    if (this.hasMany) return;
    this.begins.begin(begins);
    this.ends = isOneWay ? this.others : this.begins;
    if (isOneWay) this.ends.begin(ends);
  }

  /** By part: the least sum of surcharges of links from there to the part of a goal. Where only shortcuts lead there, or nothing does, as much as at most elsewhere. */
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

  /** The links between free cells. */
  private *open(): Generator<GridLink> {
    const { cells } = this.grid;
    for (const link of this.links.values()) if (cells[link.from] !== 0 && cells[link.to] !== 0) yield link;
  }
}

function middle(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const last = sorted.length - 1;
  return Math.round((sorted[last >> 1] + sorted[(last + 1) >> 1]) / 2);
}
