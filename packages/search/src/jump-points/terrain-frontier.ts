import type { Counters } from '@pf/graph';
import type { Grid } from '@pf/grid';
import { wholeLengths } from '@pf/graph/kit';
import { BucketRing } from '../bucket-ring.ts';
import { JumpRules } from './jump-rules.ts';
import type { TerrainCourses } from './terrain-courses.ts';
import { UNKNOWN } from './terrain-courses.ts';

/** What the stamp of a vertex says, on top of the search's own number: labelled and to be expanded; expanded, passed by a scan, or of no use. */
const OPEN = 0;
const CLOSED = 1;
const STATES = 2;
/** So many straight steps of least cost a scan goes beyond the cell that it began at, before it waits for its turn. */
const REACH = 24;

/**
 * The labels of a jump point search on terrain, its open list, and the loop that expands them: as `JumpFrontier`, but the cells that a scan passes get labels too, and
 * are not queued. Where a scan meets a label that is no higher, it ends: on terrain most rays come to a jump point, and many pass the same cells.
 * 16 bytes a vertex, and 8 for each that is open.
 */
export class TerrainFrontier {
  private readonly open: BucketRing;
  private readonly stride: number;
  private readonly perStride: number;
  /** What steps cost on ground of cost 1, in whole numbers if they can be; how many of them make one. */
  private readonly straightStep: number;
  private readonly diagonalStep: number;
  private readonly unit: number;
  /** The same on the cheapest ground, for estimates. */
  private straight = 1;
  private diagonal = 1;
  private reach = 0;
  /** By course: what a step adds to a vertex, and its length. */
  private readonly steps = new Int32Array(8);
  private readonly lengths = new Float64Array(8);
  /** 16 bytes a vertex, in one cache line: g; a stamp; the jump's first cell and its course. */
  private readonly labels: Float64Array;
  private readonly words: Int32Array;
  /** No vertex has this stamp before the first search. */
  private stamp = STATES;
  private goal = 0;
  private best = Infinity;
  constructor(
    private readonly grid: Grid,
    private readonly courses: TerrainCourses,
    private readonly counters: Counters,
  ) {
    const { lengths, unit } = wholeLengths(grid.lengths, grid.maxDegree);
    const four = grid.movement === 'four';
    this.straightStep = lengths[0];
    this.diagonalStep = four ? 2 * lengths[0] : lengths[4];
    this.unit = unit;
    this.stride = grid.stride;
    this.perStride = 1 / grid.stride;
    this.open = new BucketRing(this.straightStep / 2, 'lifo');
    this.labels = new Float64Array(2 * grid.vertexCount);
    this.words = new Int32Array(this.labels.buffer);
    const { rays, walks } = courses.rules;
    for (const { course, step } of [...rays, ...walks]) {
      this.steps[course] = step;
      this.lengths[course] = lengths[course < 4 || four ? 0 : 4];
    }
  }

  /** Forgets the last search, and begins at `start`, which is closed already where it is the goal. */
  begin(start: number, goal: number): void {
    const { words, labels, open } = this;
    const { least } = this.grid.terrain;
    this.straight = least * this.straightStep;
    this.diagonal = least * this.diagonalStep;
    this.reach = REACH * this.straight;
    this.goal = goal;
    this.best = Infinity;
    this.stamp += STATES;
    if (this.stamp > 2 ** 31 - STATES) {
      words.fill(0);
      this.stamp = STATES;
    }
    labels[2 * start] = 0;
    words[4 * start + 2] = this.stamp + (start === goal ? CLOSED : OPEN);
    words[4 * start + 3] = (start << 4) | JumpRules.ROOT;
    const first = this.estimate(start);
    open.clear(first);
    open.push(start, first);
  }

  /** Makes at most `budget` expansions. Returns false where nothing is left that could be better than the goal's label, which is then final. */
  advance(budget: number): boolean {
    const { open, labels, words, courses, stamp, counters, reach, goal, steps, lengths, straight, diagonal, perStride, stride } = this;
    const { follows, natural } = courses;
    const { cells } = this.grid;
    const closed = stamp + CLOSED;
    const turn = diagonal - straight;
    const goalRow = Math.floor(goal / stride);
    const goalColumn = goal - goalRow * stride;
    let { best } = this;
    let spent = 0;
    let pops = 0;
    let pushes = 0;
    let reopened = 0;
    let finished = false;
    while (spent < budget) {
      const v = open.pop(best);
      if (v < 0) {
        finished = true;
        break;
      }
      pops++;
      if (words[(v << 2) | 2] !== stamp) continue;
      words[(v << 2) | 2] = closed;
      const gv = labels[v << 1];
      // Of the bucket in which the goal's label lies, only what can still be better.
      if (best < Infinity && gv + this.estimate(v) >= best) continue;
      spent++;
      const limit = gv + reach;
      const origin = v << 4;
      const follow = courses.of(v, words[(v << 2) | 3] & 15);
      // Rays are scanned from `base`: first from `v`, then from each cell of each walk.
      let base = v;
      let gBase = gv;
      let rays = follow & 15;
      let walks = follow & 0xf0;
      let walk = 0;
      for (;;) {
        // What is scanned next: a ray until it ends, or one step of a walk.
        let course: number;
        let u: number;
        let g: number;
        let own: number;
        if (rays !== 0) {
          course = 31 - Math.clz32(rays);
          rays ^= 1 << course;
          u = base;
          g = gBase;
          own = 1 << course;
        } else {
          if (walk === 0) {
            if (walks === 0) break;
            walk = 31 - Math.clz32(walks);
            walks ^= 1 << walk;
            base = v;
            gBase = gv;
          }
          course = walk;
          u = base;
          g = gBase;
          own = natural[walk];
        }
        const step = steps[course];
        const length = lengths[course];
        let left: number;
        for (;;) {
          u += step;
          g += length * cells[u];
          const at = u << 2;
          const state = words[at | 2];
          left = 0;
          // As good a label is there.
          if (state >= stamp && labels[u << 1] <= g) break;
          labels[u << 1] = g;
          words[at | 3] = origin | course;
          words[at | 2] = closed;
          if (u === goal) {
            best = g;
            break;
          }
          left = follows[(u << 3) | course];
          if (left === UNKNOWN) left = courses.of(u, course);
          if (left === 0) break;
          if ((left & ~own) !== 0 || g > limit) {
            left = 0;
            words[at | 2] = stamp;
            if (state === closed) reopened++;
            const row = ((u + 0.5) * perStride) | 0;
            const dx = Math.abs(u - row * stride - goalColumn);
            const dy = Math.abs(row - goalRow);
            const f = g + (dx > dy ? dx * straight + dy * turn : dy * straight + dx * turn);
            if (f < best) {
              pushes++;
              open.push(u, f);
            }
            break;
          }
          if (course >= 4) break;
        }
        if (course < 4) continue;
        base = u;
        gBase = g;
        rays = left & 15;
        // The rays are scanned before the walk goes on.
        if ((left & 0xf0) === 0) walk = 0;
      }
    }
    this.best = best;
    counters.expanded += spent;
    counters.generated += pushes;
    counters.reopened += reopened;
    counters.queueOperations += pops + pushes;
    if (finished && best < Infinity) words[4 * goal + 2] = closed;
    return !finished;
  }

  /** g, the cost of the cheapest path found so far; Infinity if there is none. */
  cost(v: number): number {
    return this.words[4 * v + 2] >= this.stamp ? this.labels[2 * v] / this.unit : Infinity;
  }

  /** The cell from which the jump began that gave `v` its label. */
  parent(v: number): number {
    return this.words[(v << 2) | 3] >> 4;
  }

  isOpen(v: number): boolean {
    return this.words[4 * v + 2] === this.stamp + OPEN;
  }

  isClosed(v: number): boolean {
    return this.words[4 * v + 2] === this.stamp + CLOSED;
  }

  /** h, the cost from `v` to the goal on an empty map of the cheapest ground. */
  private estimate(v: number): number {
    const { goal, stride, straight, diagonal, perStride } = this;
    const down = (((goal + 0.5) * perStride) | 0) - (((v + 0.5) * perStride) | 0);
    const dx = Math.abs(goal - v - Math.imul(down, stride));
    const dy = Math.abs(down);
    return straight * Math.abs(dx - dy) + diagonal * Math.min(dx, dy);
  }
}
