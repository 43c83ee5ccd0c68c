import type { Counters, Heuristic } from '@pf/graph';
import { grown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import type { JumpGraph } from './jump-graph.ts';
import { COURSES, ENTRIES, GOAL, START } from './jump-graph.ts';
import { CLOSED, JumpLabels, OPEN, REOPENED } from './jump-labels.ts';
import { JumpRules } from './jump-rules.ts';

const NONE = -1;
/** Nodes for which there is room at first. */
const NODES = 1024;

/** Labels and loop of a jump point search on a `JumpGraph`: like `JumpFrontier`, with labels by node. */
export class JumpGraphFrontier extends JumpLabels {
  private start = 0;
  /** A node that is open but not in the queue: the last one that was labelled. It often comes next, or is the only one. */
  private held = NONE;
  private heldKey = 0;

  constructor(
    grid: Grid,
    private readonly graph: JumpGraph,
    private readonly counters: Counters,
    given?: Heuristic,
  ) {
    super(grid, given, NODES);
  }

  /** Starts a new search at `start`. */
  begin(start: number, goal: number): void {
    this.start = start;
    this.beginAt(start, goal, START);
    this.graph.setEnds(start, goal);
    this.open.clear(0);
    // An estimate of Infinity proves that there is no path.
    this.held = NONE;
    this.heldKey = this.estimate(start);
    if (this.heldKey < Infinity) this.held = START;
  }

  /** Makes at most `budget` expansions. Returns false if nothing open can improve the goal's label; the label is then final. */
  advance(budget: number): boolean {
    const { graph, open, straight, diagonal, stamp, counters, given, stride, perStride, goal } = this;
    const closed = stamp + CLOSED;
    // What a diagonal step saves against two straight ones. Costs are computed without branches, which could not be predicted.
    const saved = 2 * straight - diagonal;
    const goalRow = ((goal + 0.5) * perStride) | 0;
    const goalColumn = goal - goalRow * stride;
    let { best, held, heldKey, labels, words } = this;
    const { recordShift, cellAt } = graph;
    const { update } = graph.tiles;
    let { lists, records } = graph;
    let spent = 0;
    let pops = 0;
    let pushes = 0;
    let reached = 0;
    let reopened = 0;
    let finished = false;
    while (spent < budget) {
      let s = held;
      if (s >= 0 && open.size === 0) {
        // Later keys are not lower.
        open.clear(heldKey);
        held = NONE;
      } else {
        if (s >= 0) {
          pushes++;
          open.push(s, heldKey);
          held = NONE;
        }
        s = open.pop(best);
        if (s < 0) {
          finished = true;
          break;
        }
        pops++;
      }
      const at = s << 2;
      const state = words[at | 2];
      if (state === closed) continue;
      const gs = labels[s << 1];
      const record = s << recordShift;
      const position = records[record + cellAt + 1];
      const row = position >>> 16;
      const column = position & 0xffff;
      if (best < Infinity && gs + this.estimate(graph.cell(s)) >= best) {
        words[at | 2] = closed;
        continue;
      }
      if (state === stamp + REOPENED) reopened++;
      words[at | 2] = closed;
      spent++;
      const arrival = words[at | 3] & 15;
      let list = arrival === JumpRules.ROOT ? 0 : records[record + arrival];
      if (list === 0 || lists[list] !== update) {
        list = graph.list(s, arrival);
        ({ lists, records } = graph);
        if (graph.nodes << 1 > labels.length) {
          this.grow();
          ({ labels, words } = this);
        }
      }
      const course = graph.towardsGoal(list, row, column);
      if (course >= 0) {
        const jx = Math.abs(goalColumn - column);
        const jy = Math.abs(goalRow - row);
        const gu = gs + straight * (jx + jy) - saved * Math.min(jx, jy);
        if (gu >= best) continue;
        best = gu;
        reached++;
        labels[GOAL << 1] = gu;
        words[(GOAL << 2) | 2] = stamp + OPEN;
        words[(GOAL << 2) | 3] = (s << 4) | course;
        continue;
      }
      const origin = s << 4;
      for (let i = list + ENTRIES, end = i + ((lists[list + COURSES] >>> 8) << 1); i < end; i += 2) {
        const entry = lists[i];
        const offset = lists[i + 1];
        const right = (offset << 16) >> 16;
        const down = offset >> 16;
        const jx = Math.abs(right);
        const jy = Math.abs(down);
        const less = (jx - jy) | 0;
        const gu = gs + straight * (jx + jy) - saved * (jy + (less & (less >> 31)));
        const u = entry >> 4;
        const to = u << 2;
        const stateOfU = words[to | 2];
        if (stateOfU >= stamp && gu >= labels[u << 1]) continue;
        words[to | 2] = stateOfU > stamp ? stamp + REOPENED : stamp + OPEN;
        labels[u << 1] = gu;
        words[to | 3] = origin | (entry & 15);
        let f: number;
        if (given !== undefined) {
          f = gu + this.estimate(graph.cell(u));
          if (f >= best) continue;
        } else {
          const dx = Math.abs(column + right - goalColumn);
          const dy = Math.abs(row + down - goalRow);
          const lower = (dx - dy) | 0;
          f = gu + straight * (dx + dy) - saved * (dy + (lower & (lower >> 31)));
        }
        if (held >= 0) {
          pushes++;
          open.push(held, heldKey);
        }
        held = u;
        heldKey = f;
      }
    }
    this.best = best;
    this.held = held;
    this.heldKey = heldKey;
    counters.expanded += spent;
    counters.reopened += reopened;
    counters.generated += pushes + reached;
    counters.queueOperations += pops + pushes;
    if (finished && best < Infinity) words[(GOAL << 2) | 2] = closed;
    return !finished;
  }

  override cost(v: number): number {
    return super.cost(this.node(v));
  }

  override parent(v: number): number {
    return this.graph.cell(super.parent(this.node(v)));
  }

  override isOpen(v: number): boolean {
    return super.isOpen(this.node(v));
  }

  override isClosed(v: number): boolean {
    return super.isClosed(this.node(v));
  }

  private node(v: number): number {
    if (v === this.start) return START;
    return v === this.goal ? GOAL : this.graph.node(v);
  }

  /** Makes room for the labels of all nodes. */
  private grow(): void {
    this.labels = grown(this.labels, 2 * 2 ** Math.ceil(Math.log2(this.graph.nodes + 1)));
    this.words = new Int32Array(this.labels.buffer);
  }
}
