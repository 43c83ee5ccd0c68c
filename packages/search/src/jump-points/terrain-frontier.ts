import type { Counters, Heuristic } from '@pf/graph';
import { wholeLengths } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import { CLOSED, JumpLabels, OPEN } from './jump-labels.ts';
import type { TerrainCourses } from './terrain-courses.ts';
import { UNKNOWN } from './terrain-courses.ts';

/** A scan ends this many straight steps of lowest cost beyond its first cell. Its last cell is then queued. */
const REACH = 24;

/**
 * The labels and loop of a jump point search on terrain: like `JumpFrontier`, but the cells that a scan passes also get labels, and
 * are not queued. A scan ends at a label that is no higher: on terrain most rays reach a jump point, and many pass the same cells.
 */
export class TerrainFrontier extends JumpLabels {
  /** Costs of steps on ground of cost 1. Estimates assume the cheapest ground. */
  private readonly straightStep: number;
  private readonly diagonalStep: number;
  private reach = 0;
  /** By course: the vertex offset of a step, and its length. */
  private readonly steps = new Int32Array(8);
  private readonly lengths = new Float64Array(8);

  constructor(
    private readonly grid: Grid,
    private readonly courses: TerrainCourses,
    private readonly counters: Counters,
    given?: Heuristic,
  ) {
    super(grid, given);
    const { lengths } = wholeLengths(grid.lengths, grid.maxDegree);
    const four = grid.movement === 'four';
    this.straightStep = this.straight;
    this.diagonalStep = this.diagonal;
    const { rays, walks } = courses.rules;
    for (const { course, step } of [...rays, ...walks]) {
      this.steps[course] = step;
      this.lengths[course] = lengths[course < 4 || four ? 0 : 4];
    }
  }

  /** Starts a new search at `start`. */
  begin(start: number, goal: number): void {
    const { least } = this.grid.terrain;
    this.straight = least * this.straightStep;
    this.diagonal = least * this.diagonalStep;
    this.reach = REACH * this.straight;
    this.beginAt(start, goal);
    const first = this.estimate(start);
    // An estimate of Infinity proves that there is no path.
    this.open.clear(first < Infinity ? first : 0);
    if (first < Infinity) this.open.push(start, first);
  }

  /** Makes at most `budget` expansions. Returns false if nothing open can improve the goal's label; the label is then final. */
  advance(budget: number): boolean {
    const { open, labels, words, courses, stamp, counters, reach, goal, steps, lengths, straight, diagonal, perStride, stride, given } = this;
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
      if (words[(v << 2) | 2] !== stamp + OPEN) continue;
      words[(v << 2) | 2] = closed;
      const gv = labels[v << 1];
      // In the bucket of the goal's label, only better keys count.
      if (best < Infinity && gv + this.estimate(v) >= best) continue;
      spent++;
      const limit = gv + reach;
      const origin = v << 4;
      const follow = courses.of(v, words[(v << 2) | 3] & 15);
      // Rays are scanned from `base`: first `v`, then each cell of each walk.
      let base = v;
      let gBase = gv;
      let rays = follow & 15;
      let walks = follow & 0xf0;
      let walk = 0;
      for (;;) {
        // The current scan: a ray up to its end, or one step of a walk.
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
          // The cell already has a label that is as good.
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
            words[at | 2] = stamp + OPEN;
            if (state === closed) reopened++;
            let h: number;
            if (given !== undefined) {
              h = this.estimate(u);
            } else {
              const row = ((u + 0.5) * perStride) | 0;
              const dx = Math.abs(u - row * stride - goalColumn);
              const dy = Math.abs(row - goalRow);
              h = dx > dy ? dx * straight + dy * turn : dy * straight + dx * turn;
            }
            const f = g + h;
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
        // The rays are scanned before the walk continues.
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
}
