import { grown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import type { EditTiles } from './edit-tiles.ts';
import { GoalSight } from './goal-sight.ts';
import type { JumpFinder } from './jump-finder.ts';
import { JumpRules } from './jump-rules.ts';

/** Nodes of the ends of a query. Nodes of jump points follow. */
export const START = 1;
export const GOAL = 2;
const FIRST = 3;

// A list begins with the update at which it was last checked. Then follow:
/** the box of tiles that it was scanned from, and their count of changes; */
const BOX = 1;
const COUNT = 2;
/** its courses and, above them, its length; the room for entries; the steps of its walks, two in a word; */
export const COURSES = 3;
const ROOM = 4;
const STEPS = 5;
/** two words per entry: 16 · node + arrival, and its offsets in rows and columns. */
export const ENTRIES = 7;
/** Words per vertex after which the graph is cleared: edits leave unused lists behind. */
const MOST_WORDS = 16;

/**
 * The jump points of a grid as a graph, built where searches expand and kept from search to search. A node is a jump point; it has a list of successors per arrival.
 * Lists do not depend on the goal. They are scanned on demand, and each records the box of cells that it was read from. After an edit, a list is scanned again if something changed under its box.
 *
 * Memory: 4 bytes per vertex; per jump point 32 bytes (64 where corners are cut), and per list 28 and 8 per successor.
 */
export class JumpGraph {
  /** The lists. */
  lists = new Int32Array(4096);
  /** Number of nodes, including those of the ends. */
  nodes = FIRST;
  private used = ENTRIES;
  /** By node: its lists by arrival, its cell, and its row and column in 16 bits each. */
  records: Int32Array;
  readonly recordShift: number;
  /** Index of the cell in a record. */
  readonly cellAt: number;
  /** By vertex: its node, 0 if it has none. */
  private readonly nodeOf: Int32Array;
  /** Counts the changes of the map. A list that was checked at its current update holds. */
  readonly tiles: EditTiles;
  private readonly sight: GoalSight;
  private readonly perStride: number;

  constructor(
    private readonly grid: Grid,
    private readonly finder: JumpFinder,
  ) {
    const { map } = finder;
    this.tiles = map.tiles;
    this.sight = new GoalSight(map, grid.stride);
    this.perStride = 1 / grid.stride;
    this.cellAt = map.rules.walksStop ? 8 : 4;
    this.recordShift = map.rules.walksStop ? 4 : 3;
    this.nodeOf = new Int32Array(grid.vertexCount);
    this.records = new Int32Array(64 << this.recordShift);
  }

  /** Processes edits of the grid, at most `budget` edited cells; then aims at a goal. Returns whether it is finished. */
  follow(goal: number, budget: number): boolean {
    const { map } = this.finder;
    if (!map.follow(budget)) return false;
    this.tiles.settle();
    if (this.used + this.nodes * 8 > MOST_WORDS * this.nodeOf.length + 4096) this.clear();
    this.sight.aim(goal);
    return true;
  }

  /** Sets the cells of the nodes of a query's ends. */
  setEnds(start: number, goal: number): void {
    this.setCell(START, start);
    this.setCell(GOAL, goal);
  }

  /** The node of a jump point; 0 if it has none yet. */
  node(v: number): number {
    return this.nodeOf[v];
  }

  cell(node: number): number {
    return this.records[(node << this.recordShift) + this.cellAt];
  }

  /** Row and column, in the upper and lower half. */
  position(node: number): number {
    return this.records[(node << this.recordShift) + this.cellAt + 1];
  }

  /** Number of entries of a list. */
  length(list: number): number {
    return this.lists[list + COURSES] >>> 8;
  }

  /** Index of the list of successors of a node reached by `arrival`. It may move `lists`. */
  list(node: number, arrival: number): number {
    const { tiles } = this;
    // A start has one list, which is not kept.
    if (arrival === JumpRules.ROOT) return this.scan(node, arrival, node << this.recordShift);
    const at = (node << this.recordShift) + arrival;
    const list = this.records[at];
    if (list !== 0) {
      const { lists } = this;
      if (lists[list] === tiles.update) return list;
      if (lists[list + COUNT] === tiles.sum(lists[list + BOX])) {
        lists[list] = tiles.update;
        return list;
      }
    }
    return this.scan(node, arrival, at);
  }

  /** The course on which the goal is reached from a cell with this list; −1 if it cannot be seen. */
  towardsGoal(list: number, row: number, column: number): number {
    const { lists, sight, finder } = this;
    const courses = lists[list + COURSES];
    if (row === sight.row || column === sight.column) {
      const course = sight.from(courses, row, column);
      if (course >= 0) return course;
    }
    for (let left = courses & 0xf0; left !== 0; left &= left - 1) {
      const walk = 27 - Math.clz32(left & -left);
      const steps = (lists[list + STEPS + (walk >> 1)] >> ((walk & 1) << 4)) & 0x7fff;
      const course = sight.along(finder.map.walks[walk], row, column, steps);
      if (course >= 0) return course;
    }
    return -1;
  }

  /** Scans the successors of a node, and keeps them as the list at index `at` of the records. */
  private scan(node: number, arrival: number, at: number): number {
    const { finder, grid, perStride, tiles } = this;
    const { map, steps, found } = finder;
    const { stride } = grid;
    const v = this.cell(node);
    const row = this.position(node) >>> 16;
    const column = this.position(node) & 0xffff;
    const n = finder.jumps(v, row, column, arrival);
    const before = this.records[at];
    const list = before !== 0 && this.lists[before + ROOM] >= n ? before : this.newList(at, n);
    const { lists } = this;
    // The list of a start is not kept. Otherwise the entries are mostly those from before.
    const isKept = arrival !== JumpRules.ROOT;
    // In one list, the offset of an entry determines its arrival.
    const isKnown = isKept && list === before;
    // The box around the vertex, with a margin of one cell: pruning also reads the cell before.
    let left = -1;
    let right = 1;
    let top = -1;
    let bottom = 1;
    for (let i = 0, to = list + ENTRIES; i < n; i++, to += 2) {
      const u = found[i] >> 4;
      let offset = lists[to + 1];
      let x = (offset << 16) >> 16;
      let y = offset >> 16;
      if (!isKnown || v + Math.imul(y, stride) + x !== u) {
        const rowOfU = ((u + 0.5) * perStride) | 0;
        y = (rowOfU - row) | 0;
        x = (u - Math.imul(rowOfU, stride) - column) | 0;
        offset = (y << 16) | (x & 0xffff);
        lists[to] = (this.nodeAt(u) << 4) | (found[i] & 15);
        lists[to + 1] = offset;
      }
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
    }
    if (isKept) {
      for (let i = 0; i < 4; i++) {
        if (steps[i] === 0) continue;
        const { dx, dy } = map.walks[i];
        left = Math.min(left, dx * steps[i]);
        right = Math.max(right, dx * steps[i]);
        top = Math.min(top, dy * steps[i]);
        bottom = Math.max(bottom, dy * steps[i]);
      }
      const box = tiles.box(column + left, row + top, column + right, row + bottom);
      lists[list] = tiles.update;
      lists[list + COUNT] = tiles.sum(box);
      lists[list + BOX] = box;
    }
    lists[list + COURSES] = map.rules.courses(map.moves, v, arrival) | (n << 8);
    lists[list + STEPS] = steps[0] | (steps[1] << 16);
    lists[list + STEPS + 1] = steps[2] | (steps[3] << 16);
    return list;
  }

  /** Makes room for a list of `n` entries, at index `at` of the records. */
  private newList(at: number, n: number): number {
    const list = this.used;
    this.used += ENTRIES + 2 * n;
    while (this.used > this.lists.length) this.lists = grown(this.lists);
    this.lists[list + ROOM] = n;
    this.records[at] = list;
    return list;
  }

  /** The node of a jump point, which is made if there is none. */
  private nodeAt(v: number): number {
    const known = this.nodeOf[v];
    if (known !== 0) return known;
    const node = this.nodes++;
    while (this.nodes << this.recordShift > this.records.length) this.records = grown(this.records);
    this.nodeOf[v] = node;
    this.setCell(node, v);
    return node;
  }

  private setCell(node: number, v: number): void {
    const at = (node << this.recordShift) + this.cellAt;
    const row = ((v + 0.5) * this.perStride) | 0;
    this.records[at] = v;
    this.records[at + 1] = (row << 16) | (v - row * this.grid.stride);
  }

  /** Forgets all nodes and lists, but not the ends of the query. */
  private clear(): void {
    for (let node = FIRST; node < this.nodes; node++) this.nodeOf[this.cell(node)] = 0;
    this.records.fill(0, FIRST << this.recordShift);
    this.records[START << this.recordShift] = 0;
    this.nodes = FIRST;
    this.used = ENTRIES;
  }
}
