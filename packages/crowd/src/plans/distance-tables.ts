import type { Graph, Lattice } from '@pf/graph';
import { checkOptions, checkWorld, isLattice, isLive, shown } from '@pf/graph/kit';

/** The number of levels searched beyond the requested vertex: units that are pushed aside will soon need them. */
const SLACK = 8;
const DEFAULT_MEMORY = 2 ** 28;
/** Above the memory, tables are dropped once this many claims in a row did not need them. */
const KEPT_CLAIMS = 8;

/**
 * The number of steps from every vertex to each goal: one table for each goal, shared by all units with that goal.
 *
 * A table is filled on demand by breadth-first search against the arcs. Tables of goals that no unit has any more stay cached, up
 * to `memory` bytes in all, 256 MiB by default. The least recently used are replaced, but none that the same planner needs. If planners that take turns need more
 * tables than `memory` holds, each may have to fill some again at its turn. That is slower, and may break ties differently. Tables above `memory` are dropped
 * once no planner has needed them for some time.
 *
 * Memory: 2 bytes a vertex and table, 4 where the graph has more than 65,535 vertices.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { DistanceTables, LaCAM, PIBT } from '@pf/crowd';
 *
 * // Two planners use the same tables.
 * const grid = new Grid(9, 9);
 * const distances = new DistanceTables(grid, { memory: 64 * 2 ** 20 });
 * const lacam = new LaCAM(grid, { distances });
 * const pibt = new PIBT(grid, { distances });
 * lacam.search([grid.vertex(0, 0)], [grid.vertex(8, 8)]); // → 8
 * pibt.begin([grid.vertex(4, 0)], [grid.vertex(8, 8)]);
 * distances.tables.length; // → 1
 * ```
 */
export class DistanceTables {
  /** By slot: the steps to its goal; `far` if they are not known yet, or no path exists. */
  readonly tables: (Uint16Array | Uint32Array)[] = [];
  readonly far: number;
  /** The number of vertices of the graph when the tables were made. */
  readonly vertexCount: number;
  /** Changes whenever a slot gets another goal or may be dropped. A planner that keeps slots must then claim them again. */
  generation = 0;
  private readonly slots = new Map<number, number>();
  private readonly goals: number[] = [];
  private readonly used: number[] = [];
  private readonly frontiers: Int32Array[] = [];
  private readonly sizes: number[] = [];
  private readonly levels: number[] = [];
  private readonly queue: Int32Array;
  private readonly to: Uint32Array;
  private readonly cost: Float64Array;
  private readonly limit: number;
  private readonly lattice: Lattice | undefined;
  private clock = 0;
  private version: number | undefined;
  private readonly isLive: boolean;
  /** What the last planner had read of a live view when it called `refresh`. */
  private steps: { readonly revision: number } | undefined;
  private revision = 0;

  constructor(
    /** @internal */
    readonly graph: Graph,
    options: { readonly memory?: number | undefined } = {},
  ) {
    checkWorld(graph, 'A table of distances');
    checkOptions(options, ['memory'], 'new DistanceTables');
    const { memory = DEFAULT_MEMORY } = options;
    if (!(typeof memory === 'number' && memory >= 0)) throw new RangeError(`The memory must be a number of bytes, 0 or more, got ${shown(memory)}.`);
    const { vertexCount, maxDegree } = graph;
    this.vertexCount = vertexCount;
    this.far = vertexCount > 0xffff ? 0xffffffff : 0xffff;
    this.lattice = isLattice(graph) ? graph : undefined;
    this.queue = new Int32Array(vertexCount);
    this.to = new Uint32Array(maxDegree);
    this.cost = new Float64Array(maxDegree);
    this.limit = Math.max(1, Math.floor(memory / (vertexCount * (vertexCount > 0xffff ? 4 : 2))));
    this.version = graph.version;
    this.isLive = isLive(graph);
  }

  /** The bytes of all tables. */
  get bytes(): number {
    return this.tables.reduce((sum, table) => sum + table.byteLength, 0);
  }

  /**
   * Empties all tables if the graph was edited. The arcs of an `avoiding` or `withCosts` view may change without an edit: its tables are emptied too, unless the same
   * `steps` as in the last call, what a planner has read of the view, still have the same revision.
   */
  refresh(steps?: { readonly revision: number }): void {
    if (this.graph.version === this.version && (!this.isLive || (steps !== undefined && steps === this.steps && steps.revision === this.revision))) return;
    const { vertexCount, maxDegree } = this.graph;
    if (vertexCount > this.vertexCount || maxDegree > this.to.length) {
      throw new RangeError(`The graph has ${vertexCount} vertices of up to ${maxDegree} arcs, but had ${this.vertexCount} of up to ${this.to.length} when these DistanceTables were made: make new ones.`);
    }
    this.version = this.graph.version;
    this.steps = steps;
    this.revision = steps?.revision ?? 0;
    this.generation++;
    this.slots.clear();
    this.goals.fill(-1);
  }

  /** Whether there are more tables than `memory` holds. Planners then claim theirs in each step, so that those which none of them uses get old. */
  get isFull(): boolean {
    return this.tables.length > this.limit;
  }

  /** Writes the slots of the first `n` goals. None of them is replaced before the next claim. */
  claim(goals: ArrayLike<number>, n: number, slots: Int32Array): void {
    this.clock++;
    for (let i = 0; i < n; i++) {
      const slot = this.slots.get(goals[i]);
      if (slot !== undefined) this.used[slot] = this.clock;
    }
    let idle: number[] | undefined;
    for (let i = 0; i < n; i++) {
      let slot = this.slots.get(goals[i]);
      if (slot === undefined) {
        idle ??= this.idle();
        const next = idle.at(-1);
        const replace = next !== undefined && (this.goals[next] < 0 || this.tables.length >= this.limit);
        slot = replace ? idle.pop()! : this.tables.length;
        this.open(slot, goals[i]);
      }
      slots[i] = slot;
    }
    const excess = this.tables.length - this.limit;
    if (excess <= 0 || (idle ??= this.idle()).length === 0) return;
    // Planners that use the others claim them again.
    this.generation++;
    const old = idle.filter((slot) => this.used[slot] < this.clock - KEPT_CLAIMS);
    if (old.length === 0) return;
    this.drop(old.slice(-excess));
    for (let i = 0; i < n; i++) slots[i] = this.slots.get(goals[i])!;
  }

  /** The number of steps from `v` to the goal of a slot; `far` if no path exists. */
  distance(slot: number, v: number): number {
    const known = this.tables[slot][v];
    return known === this.far ? this.reach(slot, v) : known;
  }

  /** Continues the search until `v` is reached or nothing is left; returns the distance. */
  reach(slot: number, v: number): number {
    const { queue, far } = this;
    const table = this.tables[slot];
    const size = this.sizes[slot];
    if (size === 0) return far;
    queue.set(this.frontiers[slot].length === size ? this.frontiers[slot] : this.frontiers[slot].subarray(0, size));
    let level = this.levels[slot];
    let head = 0;
    let tail = size;
    let last = Infinity;
    try {
      do {
        const end = tail;
        level++;
        tail = this.lattice !== undefined ? this.expandLattice(this.lattice, table, head, end, level) : this.expand(table, head, end, level);
        head = end;
        if (last === Infinity && table[v] !== far) last = level + SLACK + (level >> 3);
      } while (head < tail && level < last);
    } catch (error) {
      // The graph threw in the middle of a level.
      this.clear(slot);
      throw error;
    }
    this.levels[slot] = level;
    this.keep(slot, head, tail);
    return table[v];
  }

  private keep(slot: number, head: number, tail: number): void {
    const size = tail - head;
    if (this.frontiers[slot].length < size) this.frontiers[slot] = new Int32Array(size + (size >> 1));
    const kept = this.frontiers[slot];
    for (let i = 0; i < size; i++) kept[i] = this.queue[head + i];
    this.sizes[slot] = size;
  }

  /** Queues the predecessors of one level, which is queued from `head` to `end`; returns the end of the next level. */
  private expandLattice({ moves, offsets, maxDegree }: Lattice, table: Uint16Array | Uint32Array, head: number, end: number, level: number): number {
    const { queue, far } = this;
    let tail = end;
    for (let i = head; i < end; i++) {
      const v = queue[i];
      for (let d = 0; d < maxDegree; d++) {
        const u = v - offsets[d];
        if (table[u] !== far || ((moves[u] >> d) & 1) === 0) continue;
        table[u] = level;
        queue[tail++] = u;
      }
    }
    return tail;
  }

  private expand(table: Uint16Array | Uint32Array, head: number, end: number, level: number): number {
    const { queue, far, graph, to, cost } = this;
    let tail = end;
    for (let i = head; i < end; i++) {
      const n = graph.predecessors(queue[i], to, cost);
      for (let k = 0; k < n; k++) {
        const u = to[k];
        if (table[u] !== far) continue;
        table[u] = level;
        queue[tail++] = u;
      }
    }
    return tail;
  }

  /** Slots that no unit uses. The best one to replace comes last: an empty one, else the least recently used. */
  private idle(): number[] {
    const { used, goals } = this;
    const idle = used.flatMap((at, slot) => (at < this.clock ? [slot] : []));
    return idle.sort((a, b) => Number(goals[a] < 0) - Number(goals[b] < 0) || used[b] - used[a]);
  }

  /** Drops tables; the others move up to their slots. */
  private drop(dropped: number[]): void {
    const { tables, goals, used, frontiers, sizes, levels } = this;
    const kept = used.flatMap((_, slot) => (dropped.includes(slot) ? [] : [slot]));
    for (const list of [tables, goals, used, frontiers, sizes, levels] as unknown[][]) {
      for (const [to, from] of kept.entries()) list[to] = list[from];
      list.length = kept.length;
    }
    this.slots.clear();
    for (const [slot, goal] of goals.entries()) if (goal >= 0) this.slots.set(goal, slot);
  }

  private open(slot: number, goal: number): void {
    if (slot === this.tables.length) {
      const { vertexCount } = this;
      this.tables.push(vertexCount > 0xffff ? new Uint32Array(vertexCount) : new Uint16Array(vertexCount));
      this.frontiers.push(new Int32Array(16));
    } else if (this.goals[slot] >= 0) {
      this.slots.delete(this.goals[slot]);
      this.generation++;
    }
    this.goals[slot] = goal;
    this.used[slot] = this.clock;
    this.slots.set(goal, slot);
    this.clear(slot);
  }

  /** Begins the search from a goal anew. */
  private clear(slot: number): void {
    const goal = this.goals[slot];
    const table = this.tables[slot];
    table.fill(this.far);
    table[goal] = 0;
    this.frontiers[slot][0] = goal;
    this.sizes[slot] = 1;
    this.levels[slot] = 0;
  }
}
