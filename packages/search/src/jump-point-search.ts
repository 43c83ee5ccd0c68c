import { checkBuffer, checkVertex, reverseFirst } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { BucketRing } from './bucket-ring.ts';
import { checkGrid } from './check-grid.ts';
import type { JumpLocator } from './jump-locator.ts';
import { bendOf, checkRoom, lengthOf, stepsOf, unroll } from './jump-path.ts';
import { JumpRules } from './jump-rules.ts';
import { JumpScanner } from './jump-scanner.ts';
import { SlicedSearch } from './sliced-search.ts';
import { wholeLengths } from './whole-lengths.ts';

/** How jump points are found. */
export interface JumpPointSearchOptions {
  /** What finds the jump points. Default: a `JumpScanner`, which follows the grid's edits. */
  readonly locator?: JumpLocator | undefined;
}

/** What the stamp of a vertex says, on top of the search's own number: labelled, expanded, labelled again since. */
const OPEN = 0;
const CLOSED = 1;
const REOPENED = 2;
const STATES = 4;
const NONE = -1;
/** How many edited cells are taken in when a search begins, and for an expansion less thereafter. */
const EDITS_AT_ONCE = 64;
const EDITS_AN_EXPANSION = 4;

/**
 * Jump point search: Harabor & Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, and "Improving Jump Point
 * Search", ICAPS 2014. A* whose steps are jumps to the next cell at which a shortest path may have to turn. The same costs as A* on the grid,
 * from a fraction of the expansions; on terrain of one cost, 4- or 8-connected, under each corner rule.
 *
 * Departures. What finds the jump points is a part of its own (`JumpScanner`). Diagonal jump points are not queued: their successors are
 * (intermediate pruning, 2014). The goal is never queued either: where it is found, its label ends the search as soon as nothing open can be
 * better. The queue is one of buckets, as wide as half a straight step, so that a label may turn out not to be final; a vertex that
 * gets a better one is opened again. Costs are summed in whole numbers (whole-lengths.ts), and so compared exactly.
 *
 * A second query allocates no more than a number or two. 16 bytes a vertex here; the scanner holds 3.6 on a map of 512 × 512.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { JumpPointSearch } from '@pf/search';
 *
 * const grid = Grid.fromRows(['.....', '.###.', '.....']);
 * const search = new JumpPointSearch(grid);
 * search.search(grid.vertex(0, 0), grid.vertex(4, 2)); // → 6
 * const out = new Uint32Array(grid.vertexCount);
 * search.path(out); // → 7
 * search.waypoints(out); // → 3
 * [grid.x(out[1]), grid.y(out[1])]; // → [4, 0]
 * ```
 */
export class JumpPointSearch extends SlicedSearch {
  /** The cost of the path found; Infinity before, and where there is none. */
  cost = Infinity;
  private readonly locator: JumpLocator;
  private readonly open: BucketRing;
  /** What steps cost, in whole numbers if they can be; how many of them make one. A 4-connected way around a corner is two steps. */
  private readonly straight: number;
  private readonly diagonal: number;
  private readonly unit: number;
  /** With which a row is found by a multiplication: exactly, since v + ½ is at least ½ of it away from any whole row. */
  private readonly perStride: number;
  /** 16 bytes a vertex, in one cache line: g; a stamp; the parent and the arrival, as a locator gives them. */
  private readonly labels: Float64Array;
  private readonly words: Int32Array;
  /** The ends of a path's jumps, the last first. */
  private ends = new Int32Array(64);
  /** No vertex has this one before the first search. */
  private stamp = STATES;
  private start = 0;
  private goal = 0;
  private best = Infinity;
  /** What to go on from without asking the queue: the start, and whatever alone follows while nothing else is open. */
  private next = NONE;
  /** The expansions of the last `goOn`. */
  private went = 0;
  /** Whether the locator has taken in the map and all edits, and the goal. */
  private ready = true;

  constructor(
    private readonly grid: Grid,
    options: JumpPointSearchOptions = {},
  ) {
    super(grid);
    if (grid.vertexCount > 2 ** 27) throw new RangeError(`Jump point search takes grids of up to 2²⁷ vertices, got ${grid.vertexCount}; take AStar.`);
    checkGrid(grid, 'Jump point search');
    this.locator = options.locator ?? new JumpScanner(grid);
    if (this.locator.grid !== grid) throw new RangeError('The locator was made for another grid: a jump point search takes one that was made for its own.');
    const { lengths, unit } = wholeLengths(grid.lengths, grid.maxDegree);
    this.straight = lengths[0];
    this.diagonal = grid.movement === 'four' ? 2 * lengths[0] : lengths[4];
    this.unit = unit;
    this.perStride = 1 / grid.stride;
    this.open = new BucketRing(this.straight / 2, 'lifo');
    this.labels = new Float64Array(2 * grid.vertexCount);
    this.words = new Int32Array(this.labels.buffer);
  }

  /** The cost of the cheapest path; Infinity where there is none. */
  search(start: number, goal: number): number {
    this.begin(start, goal);
    this.run();
    return this.cost;
  }

  /**
   * Sets out from `start` to `goal`, on the map as it is now; `run` does the work. After many edits that is also to take in the map, which the constructor
   * did at first: nine looks at each cell at most, eighty of which count as an expansion.
   */
  begin(start: number, goal: number): void {
    const { grid } = this;
    checkVertex(grid, start, 'start');
    checkVertex(grid, goal, 'goal');
    this.setOut(start, goal);
    this.counters.reset();
  }

  /** Begins in the world as it is now. */
  protected setOut(start = this.start, goal = this.goal): void {
    const { words, open } = this;
    this.ready = this.locator.begin(start, goal, EDITS_AT_ONCE);
    this.watch.begin();
    this.start = start;
    this.goal = goal;
    this.best = Infinity;
    this.cost = start === goal ? 0 : Infinity;
    this.finished = start === goal;
    this.stamp += STATES;
    if (this.stamp > 2 ** 31 - STATES) {
      words.fill(0);
      this.stamp = STATES;
    }
    this.labels[2 * start] = 0;
    words[4 * start + 2] = this.stamp + (start === goal ? CLOSED : OPEN);
    words[4 * start + 3] = (start << 4) | JumpRules.ROOT;
    if (open.size > 0) open.clear(0);
    this.next = start;
  }

  protected slice(budget: number): boolean {
    if (this.grid.cells[this.goal] === 0) return true;
    // Another search may share the locator, and have begun since.
    if (this.locator.goal !== this.goal) this.ready = false;
    // For a budget of expansions that are not made.
    this.ready ||= this.locator.begin(this.start, this.goal, EDITS_AN_EXPANSION * budget);
    if (!this.ready) return false;
    const { grid, locator, open, goal, labels, words, straight, diagonal, perStride, counters } = this;
    const { stride } = grid;
    const { found } = locator;
    const stamp = this.stamp;
    const closed = stamp + CLOSED;
    const turn = diagonal - straight;
    const goalRow = Math.floor(goal / stride);
    const goalColumn = goal - goalRow * stride;
    let { best, next } = this;
    let spent = 0;
    let pops = 0;
    let pushes = 0;
    let reached = 0;
    let finished = false;
    while (spent < budget) {
      let v = next;
      let n: number;
      if (v >= 0) {
        n = this.goOn(budget - spent);
        spent += this.went;
        ({ best } = this);
        v = this.next;
        next = n < 0 ? v : NONE;
        if (n <= 0) continue;
        // No key that follows is lower.
        open.clear(labels[2 * v] + this.octile(v, goal));
      } else {
        v = open.pop(best);
        if (v < 0) {
          finished = true;
          break;
        }
        pops++;
        const state = words[4 * v + 2];
        if (state === closed) continue;
        // Of the bucket in which the goal's label lies, only what can still be better.
        if (best < Infinity && labels[2 * v] + this.octile(v, goal) >= best) {
          words[4 * v + 2] = closed;
          continue;
        }
        if (state === stamp + REOPENED) counters.reopened++;
        if (open.size === 0 && best === Infinity) {
          // All that is open: `goOn` closes it.
          next = this.next = v;
          continue;
        }
        words[4 * v + 2] = closed;
        spent++;
        n = locator.jumps(v, words[4 * v + 3] & 15);
      }
      const gv = labels[2 * v];
      const row = ((v + 0.5) * perStride) | 0;
      const column = v - row * stride;
      for (let i = 0; i < n; i++) {
        const jump = found[i];
        const u = jump >> 4;
        const rowOfU = ((u + 0.5) * perStride) | 0;
        const columnOfU = u - rowOfU * stride;
        const jx = Math.abs(columnOfU - column);
        const jy = Math.abs(rowOfU - row);
        const gu = gv + (jx > jy ? jx * straight + jy * turn : jy * straight + jx * turn);
        const stateOfU = words[4 * u + 2];
        if (stateOfU >= stamp && gu >= labels[2 * u]) continue;
        words[4 * u + 2] = stateOfU > stamp ? stamp + REOPENED : stamp + OPEN;
        labels[2 * u] = gu;
        words[4 * u + 3] = (v << 4) | (jump & 15);
        if (u === goal) {
          best = gu;
          reached++;
          continue;
        }
        pushes++;
        const dx = Math.abs(columnOfU - goalColumn);
        const dy = Math.abs(rowOfU - goalRow);
        open.push(u, gu + (dx > dy ? dx * straight + dy * turn : dy * straight + dx * turn));
      }
    }
    this.next = next;
    this.best = best;
    counters.expanded += spent;
    counters.generated += pushes + reached;
    counters.queueOperations += pops + pushes;
    if (!finished) return false;
    this.cost = best / this.unit;
    if (best < Infinity) words[4 * goal + 2] = closed;
    return true;
  }

  /**
   * Goes on from `next`, which is all that is open, for as long as one jump alone follows, with at most `budget` expansions: the queue need not hear of
   * those. Returns how many jumps follow the vertex where that ends, `next` then: none where the goal was reached, or −1 where the budget was.
   */
  private goOn(budget: number): number {
    const { grid, locator, labels, words, goal, straight, diagonal, perStride, stamp, counters } = this;
    const { stride } = grid;
    const { found } = locator;
    const turn = diagonal - straight;
    let v = this.next;
    let gv = labels[v << 1];
    let row = ((v + 0.5) * perStride) | 0;
    let column = (v - Math.imul(row, stride)) | 0;
    let arrival = words[(v << 2) | 3] & 15;
    let n = -1;
    let spent = 0;
    let generated = 0;
    while (spent < budget) {
      spent++;
      words[(v << 2) | 2] = stamp + CLOSED;
      n = locator.jumps(v, arrival);
      if (n !== 1) break;
      const jump = found[0];
      const u = jump >> 4;
      arrival = jump & 15;
      const at = u << 2;
      const rowOfU = ((u + 0.5) * perStride) | 0;
      const columnOfU = (u - Math.imul(rowOfU, stride)) | 0;
      const jx = Math.abs(columnOfU - column);
      const jy = Math.abs(rowOfU - row);
      gv += jx > jy ? jx * straight + jy * turn : jy * straight + jx * turn;
      n = 0;
      const state = words[at | 2];
      if (state >= stamp) {
        if (gv >= labels[u << 1]) break;
        if (state > stamp) counters.reopened++;
      }
      generated++;
      words[at | 2] = stamp + OPEN;
      words[at | 3] = (v << 4) | arrival;
      labels[u << 1] = gv;
      if (u === goal) {
        this.best = gv;
        break;
      }
      v = u;
      row = rowOfU;
      column = columnOfU;
      n = -1;
    }
    counters.generated += generated;
    this.next = v;
    this.went = spent;
    return n;
  }

  /** Writes all cells of the path, start first, both ends included; returns how many, 0 where there is no path. */
  path(out: Uint32Array): number {
    if (this.cost === Infinity) return 0;
    checkBuffer(out);
    const { grid, start, goal, words, perStride } = this;
    let { ends } = this;
    let jumps = 0;
    for (let v = goal; v !== start; v = words[(v << 2) | 3] >> 4) {
      if (jumps === ends.length) ends = this.ends = longer(ends);
      ends[jumps++] = v;
    }
    let length = 1;
    if (out.length < grid.vertexCount) {
      for (let i = jumps - 1, v = start; i >= 0; v = ends[i--]) length += stepsOf(grid, perStride, v, ends[i]);
      checkRoom(length, out);
      length = 1;
    }
    out[0] = start;
    for (let i = jumps - 1, v = start; i >= 0; v = ends[i--]) length = unroll(grid, perStride, v, ends[i], out, length, i > 2);
    return length;
  }

  /** Writes the cells where the path turns, with the start before and the goal after them; returns how many, 0 where there is no path. */
  waypoints(out: Uint32Array): number {
    if (this.cost === Infinity) return 0;
    checkBuffer(out);
    const { grid, start, goal } = this;
    let length = 0;
    let last = 0;
    // From the goal back: the end of a line is kept if what comes after it goes in another direction.
    const keep = (from: number, to: number): void => {
      if (from === to) return;
      const step = (to - from) / lengthOf(grid, from, to);
      if (step === last) return;
      last = step;
      checkRoom(length + 2, out);
      out[length++] = to;
    };
    checkRoom(1, out);
    for (let v = goal; v !== start; v = this.parent(v)) {
      const bend = bendOf(grid, this.parent(v), v);
      keep(bend, v);
      keep(this.parent(v), bend);
    }
    out[length++] = start;
    reverseFirst(out, length);
    return length;
  }

  /** The cost of the best way to `v` known so far; Infinity where none is, or `v` is no jump point. */
  g(v: number): number {
    return this.words[4 * v + 2] >= this.stamp ? this.labels[2 * v] / this.unit : Infinity;
  }

  /** Whether `v` waits to be expanded. */
  isOpen(v: number): boolean {
    const state = this.words[4 * v + 2] - this.stamp;
    return state === OPEN || state === REOPENED;
  }

  /** Whether `v` has been expanded, was found to be of no use once the goal had a label, or is the goal and was reached. */
  isClosed(v: number): boolean {
    return this.words[4 * v + 2] === this.stamp + CLOSED;
  }

  private parent(v: number): number {
    return this.words[4 * v + 3] >> 4;
  }

  private octile(from: number, to: number): number {
    const { straight, diagonal, perStride } = this;
    const { stride } = this.grid;
    const down = (((to + 0.5) * perStride) | 0) - (((from + 0.5) * perStride) | 0);
    const dx = Math.abs(to - from - Math.imul(down, stride));
    const dy = Math.abs(down);
    return straight * Math.abs(dx - dy) + diagonal * Math.min(dx, dy);
  }
}

function longer(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const twice = new Int32Array(2 * numbers.length);
  twice.set(numbers);
  return twice;
}
