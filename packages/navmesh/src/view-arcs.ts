import { NO_VERTEX } from '@pf/graph';
import type { TailLog } from '@pf/graph';
import { Branches } from './branches.ts';
import { components } from './components.ts';
import { eachFan } from './fans.ts';
import type { Faces } from './faces.ts';
import { heightIn } from './heights.ts';
import type { Links } from './links/links.ts';
import { Shortcuts } from './links/shortcuts.ts';
import type { Locator } from './locator.ts';
import { distance } from './orientation.ts';

/** Shared by all views of a mesh. */
export interface MeshCore {
  readonly faces: Faces;
  readonly locator: Locator;
  readonly links: Links;
  /** Rises with every edit. */
  edits: number;
  /** The faces whose arcs changed. */
  readonly log: TailLog;
}

/**
 * The arcs of a mesh as one view has them: sides and links with the view's costs. Forbidden faces are walls. With uniform ground the arrays are those
 * of the faces; otherwise they are rebuilt on the first query after an edit.
 */
export class ViewArcs {
  /** Whether ground is uniform and lengths are horizontal. */
  readonly isPlain: boolean;
  /** Whether lengths are horizontal, and all ground that may be entered costs 1: Polyanya needs that. */
  readonly isUniform: boolean;
  /** Links cheaper than their length, for estimates. */
  readonly shortcuts: Shortcuts;
  /** By side: the face beyond, NO_VERTEX if this view cannot enter it; and the cost from centre to centre. */
  beyond: Int32Array = new Int32Array(0);
  costs: Float64Array = new Float64Array(0);
  /** By link arc: its cost, Infinity if it is unusable. */
  linkCosts: Float64Array = new Float64Array(0);
  /** By side: its pivot in this view; by pivot: its class (fans.ts) and position. */
  pivots: Int32Array = new Int32Array(0);
  wallAt: Uint8Array = new Uint8Array(0);
  xs: Float64Array = new Float64Array(0);
  ys: Float64Array = new Float64Array(0);
  zs: Float64Array = new Float64Array(0);
  /** The pivots, if they are not those of the mesh. */
  private own = new Int32Array(0);
  /** Heights of centres, if heights count. */
  private heights = new Float64Array(0);
  readonly branches = new Branches();
  private labels = new Int32Array(0);
  private isLabelled = false;
  private seen = -1;
  /** The edit after which estimates last changed for reasons other than new faces: a shortcut, or the lowest rate. */
  estimatedAt = 0;

  /** `rates`: by area, the cost of a unit of length. `isSurface`: heights count. */
  constructor(private readonly core: MeshCore, readonly rates: Float64Array, readonly isSurface: boolean) {
    this.isPlain = !isSurface && rates.every((rate) => rate === 1);
    this.isUniform = !isSurface && rates.every((rate) => rate === 1 || rate === Infinity);
    this.shortcuts = new Shortcuts(!isSurface);
  }

  /** Applies edits since the last call. */
  refresh(): void {
    const { core, rates } = this;
    if (this.seen === core.edits) return;
    const { faces, links } = core;
    this.seen = core.edits;
    this.isLabelled = false;
    if (this.isPlain) {
      this.beyond = faces.neighbours;
      this.costs = faces.lengths;
    } else this.refreshSides();
    this.refreshPivots();
    if (this.linkCosts.length < links.arcs.length) this.linkCosts = new Float64Array(2 * links.arcs.length);
    this.shortcuts.clear(this.isPlain ? 1 : this.leastRate());
    const { xs, ys, zs } = faces;
    links.arcs.forEach(({ link, from, to, cost, area }, i) => {
      const isUsable = links.isOpen[link] && from.faces.some((f) => this.allows(f)) && to.faces.some((g) => this.allows(g)) && rates[area] < Infinity;
      const a = from.vertex, b = to.vertex;
      this.linkCosts[i] = isUsable ? (cost ?? distance(distance(xs[a] - xs[b], ys[a] - ys[b]), zs[a] - zs[b])) * rates[area] : Infinity;
      if (isUsable) this.shortcuts.add(xs[a], ys[a], zs[a], xs[b], ys[b], zs[b], this.linkCosts[i]);
    });
    if (this.shortcuts.haveChanged) this.estimatedAt = core.edits;
  }

  /** Whether these are the same arcs with the same costs. */
  isLike({ core, isSurface, rates }: ViewArcs): boolean {
    return core === this.core && isSurface === this.isSurface && rates.every((rate, area) => rate === this.rates[area]);
  }

  /** Whether a face may be entered. */
  allows(face: number): boolean {
    return this.rates[this.core.faces.areas[face]] < Infinity;
  }

  /** The number of a face's connected component. */
  component(face: number): number {
    this.label();
    return this.labels[face];
  }

  /** Finds components and branches after an edit. */
  label(): void {
    this.refresh();
    if (this.isLabelled) return;
    const { faces, links } = this.core;
    const pairs = links.arcs.flatMap(({ from, to }, i): [number, number][] => {
      if (this.linkCosts[i] === Infinity) return [];
      const ends = to.faces.filter((g) => this.allows(g));
      return from.faces.filter((f) => this.allows(f)).flatMap((f) => ends.map((g): [number, number] => [f, g]));
    });
    if (this.labels.length < faces.capacity) this.labels = new Int32Array(faces.capacity);
    components(faces, this.beyond, pairs, this.labels);
    this.branches.find(faces, this.beyond, links);
    this.isLabelled = true;
  }

  /** Appends the arcs of links that leave a face, or reach it, to buffers with `n` arcs; returns the new number. */
  addLinks(v: number, isForward: boolean, to: Uint32Array, cost: Float64Array, n: number): number {
    const { links } = this.core;
    if (!this.allows(v)) return n;
    for (let entry = isForward ? links.leaving(v) : links.arriving(v); entry >= 0; entry = links.next(entry)) {
      const arc = links.arc(entry), { from, to: end } = links.arcs[arc];
      if (this.linkCosts[arc] === Infinity) continue;
      for (const g of isForward ? end.faces : from.faces) {
        if (!this.allows(g)) continue;
        to[n] = g;
        cost[n++] = isForward ? this.overLink(v, arc, g) : this.overLink(g, arc, v);
      }
    }
    return n;
  }

  /** The cheapest link arc between two faces if it is cheaper than walking over a side, otherwise −1. */
  linkBetween(f: number, g: number): number {
    const { links, faces } = this.core;
    let best = -1, least = Infinity;
    for (let entry = links.leaving(f); entry >= 0; entry = links.next(entry)) {
      const arc = links.arc(entry);
      if (this.linkCosts[arc] === Infinity || !links.arcs[arc].to.faces.includes(g)) continue;
      const cost = this.overLink(f, arc, g);
      if (cost >= least) continue;
      best = arc;
      least = cost;
    }
    if (best < 0) return -1;
    for (let i = f * faces.stride, end = i + faces.sides[f]; i < end; i++) if (this.beyond[i] === g && this.costs[i] <= least) return -1;
    return best;
  }

  /** A lower bound of the cost between the centres of two faces. */
  estimate(v: number, goal: number): number {
    const { centreX, centreY, isFlat } = this.core.faces;
    const { shortcuts, heights } = this;
    const isLevel = isFlat || !this.isSurface;
    if (shortcuts.count === 0) {
      const flat = distance(centreX[v] - centreX[goal], centreY[v] - centreY[goal]);
      return shortcuts.rate * (isLevel ? flat : distance(flat, heights[v] - heights[goal]));
    }
    shortcuts.aim(centreX[goal], centreY[goal], isLevel ? 0 : heights[goal]);
    return shortcuts.estimate(centreX[v], centreY[v], isLevel ? 0 : heights[v]);
  }

  /** From centre to centre by a link. */
  private overLink(f: number, arc: number, g: number): number {
    const { xs, ys, zs } = this.core.faces;
    const { from, to } = this.core.links.arcs[arc];
    const a = from.vertex, b = to.vertex;
    return this.toPoint(f, xs[a], ys[a], zs[a]) + this.linkCosts[arc] + this.toPoint(g, xs[b], ys[b], zs[b]);
  }

  /** Sides for ground that is not uniform. */
  private refreshSides(): void {
    const { faces } = this.core;
    const { stride, sides, corners, neighbours, capacity, centreX, centreY, xs, ys, zs } = faces;
    if (this.beyond.length < neighbours.length) {
      this.beyond = new Int32Array(neighbours.length);
      this.costs = new Float64Array(neighbours.length);
    }
    this.beyond.fill(NO_VERTEX);
    if (this.isSurface) {
      if (this.heights.length < capacity) this.heights = new Float64Array(capacity);
      for (let f = 0; f < capacity; f++) if (sides[f] > 0) this.heights[f] = heightIn(faces, f, centreX[f], centreY[f]);
    }
    for (let f = 0; f < capacity; f++) {
      const isOpen = this.allows(f);
      for (let i = 0, at = f * stride; i < sides[f]; i++, at++) {
        const a = corners[at], b = corners[f * stride + (i + 1 < sides[f] ? i + 1 : 0)], g = neighbours[at];
        if (!isOpen || g === NO_VERTEX || !this.allows(g)) continue;
        const x = (xs[a] + xs[b]) / 2, y = (ys[a] + ys[b]) / 2, z = (zs[a] + zs[b]) / 2;
        this.beyond[at] = g;
        this.costs[at] = this.toPoint(f, x, y, z) + this.toPoint(g, x, y, z);
      }
    }
  }

  /** The pivots of the mesh; forbidden faces divide fans. */
  private refreshPivots(): void {
    const { faces } = this.core;
    const { stride, sides, capacity, pivots, wallAt, xs, ys, zs } = faces;
    this.pivots = pivots;
    this.wallAt = wallAt;
    this.xs = xs;
    this.ys = ys;
    this.zs = zs;
    if (this.isPlain) return;
    // By pivot: 1 at a forbidden face, 2 if a fan has it.
    const marks = new Uint8Array(xs.length), around: number[] = [];
    let isDivided = false;
    for (let f = 0; f < capacity; f++) {
      if (this.allows(f)) continue;
      for (let at = f * stride, end = at + sides[f]; at < end; at++) marks[pivots[at]] = 1;
      isDivided ||= sides[f] > 0;
    }
    if (!isDivided) return;
    if (this.own.length < pivots.length) this.own = new Int32Array(pivots.length);
    const { own } = this, copied: number[] = [], classes: number[] = [], walls = wallAt.slice();
    own.set(pivots);
    for (let f = 0; f < capacity; f++) {
      if (!this.allows(f)) continue;
      let isAround = false;
      for (let at = f * stride, end = at + sides[f]; at < end; at++) {
        if (marks[pivots[at]] === 0) continue;
        own[at] = NO_VERTEX;
        isAround = true;
      }
      if (isAround) around.push(f);
    }
    eachFan(faces, this.beyond, own, around, (fan, wall) => {
      const v = pivots[fan[0]];
      const pivot = marks[v] === 1 ? v : xs.length + copied.push(v) - 1;
      if (pivot === v) walls[v] = wall;
      else classes.push(wall);
      marks[v] = 2;
      for (const at of fan) own[at] = pivot;
    });
    this.pivots = own;
    this.wallAt = walls;
    if (copied.length === 0) return;
    const longer = <T extends Float64Array | Uint8Array>(to: T, from: T, more: readonly number[]): T => {
      to.set(from);
      to.set(more, from.length);
      return to;
    };
    const n = xs.length + copied.length;
    this.wallAt = longer(new Uint8Array(n), walls, classes);
    this.xs = longer(new Float64Array(n), xs, copied.map((v) => xs[v]));
    this.ys = longer(new Float64Array(n), ys, copied.map((v) => ys[v]));
    this.zs = longer(new Float64Array(n), zs, copied.map((v) => zs[v]));
  }

  /** From a face's centre to a point in it, at the face's rate. */
  private toPoint(f: number, x: number, y: number, z: number): number {
    const { centreX, centreY, areas } = this.core.faces;
    const flat = distance(x - centreX[f], y - centreY[f]);
    return this.rates[areas[f]] * (this.isSurface ? distance(flat, z - this.heights[f]) : flat);
  }

  /** The lowest cost of a unit of length on existing ground. */
  private leastRate(): number {
    const { capacity, sides, areas } = this.core.faces;
    let least = Infinity;
    for (let f = 0; f < capacity; f++) if (sides[f] > 0 && this.rates[areas[f]] < least) least = this.rates[areas[f]];
    return least === Infinity ? 0 : least;
  }
}
