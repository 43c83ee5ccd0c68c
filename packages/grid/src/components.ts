import { NO_VERTEX } from '@pf/graph';
import { checkGrid, checkVertex } from '@pf/graph/kit';
import type { Grid } from './grid.ts';
import { directionsOf } from './movement.ts';
import { neighbourhoods } from './neighbourhoods.ts';

/** After more changed tails than this, the moves of all cells are compared. */
const MOST_CHANGED = 8192;

/**
 * Connected components: whether a path exists, without a search.
 *
 * With one-way cells the components are weak: no path leads from one to another, but within one a path may be missing.
 *
 * Follows edits of the map at the next call; those that only change costs are skipped. If components join, the smaller one is relabelled. If one may have split, floods start from all
 * cells around the edit, and take turns until they meet or only one is left. That takes time proportional to the smaller parts, times the number of floods. After many edits, all
 * labels are recomputed once this would take less time.
 *
 * @example
 * ```ts
 * import { Components, Grid } from '@pf/grid';
 *
 * const grid = Grid.fromRows(['..#..', '..#..']);
 * const components = new Components(grid);
 * components.same(grid.vertex(0, 0), grid.vertex(4, 0)); // → false
 * grid.setBlocked(2, 1, false);
 * components.same(grid.vertex(0, 0), grid.vertex(4, 0)); // → true
 * components.count; // → 1
 * ```
 */
export class Components {
  /**
   * The label of each cell that has an arc; −1 for other cells, which are blocked or a component of one cell. During a split, −2
   * and below: the number of the flood that reached it.
   */
  private readonly labels: Int32Array;
  /** The cells of a flood as a linked list: first its queue, then the list of its visited cells. */
  private readonly next: Int32Array;
  /** By label: its number of cells; 0 for an unused label. */
  private sizes: number[] = [];
  private spare: number[] = [];
  private labelled = 0;
  /** At the last update of the labels: the map's version, whether it had one-way cells, and the legal moves of each cell. */
  private version: number;
  private oneWay: boolean;
  private readonly seen: Uint8Array;
  /** The tails of the arcs that have changed since. */
  private tails = new Uint32Array(0);
  private readonly degree: number;
  private readonly opposite: readonly number[];
  /** The steps that a repair may still take. After that, recomputing all labels takes less time. */
  private left = 0;
  private changes = 0;

  constructor(private readonly grid: Grid) {
    checkGrid(grid, 'Components');
    this.labels = new Int32Array(grid.vertexCount);
    this.next = new Int32Array(grid.vertexCount);
    this.seen = new Uint8Array(grid.vertexCount);
    this.degree = grid.maxDegree;
    this.opposite = directionsOf(grid.movement).opposite;
    this.version = grid.version;
    this.oneWay = grid.sides !== undefined;
    this.build();
  }

  /** How many components there are. */
  get count(): number {
    this.follow();
    return this.sizes.length - this.spare.length + this.grid.terrain.free - this.labelled;
  }

  /** Whether two free cells are in one component. A blocked cell and NO_VERTEX are in none. */
  same(a: number, b: number): boolean {
    const first = this.checkedLabel(a, 'first cell');
    return this.checkedLabel(b, 'second cell') === first && first !== -1;
  }

  /** Rises when components join, split, or end as a single cell. Until then, cells that stay free keep their labels, but for a single cell that joins one. */
  get revision(): number {
    this.follow();
    return this.changes;
  }

  /** A number shared by the cells of one component, at least until `revision` rises; −1 for a blocked cell, and for anything that is not a vertex. */
  label(v: number): number {
    this.follow();
    const { labels, grid } = this;
    if (labels[v] !== -1 || grid.cells[v] === 0) return labels[v] ?? -1;
    return grid.vertexCount + v;
  }

  /** How many cells the component of `v` has; 0 for a blocked cell. */
  size(v: number): number {
    this.follow();
    return this.labels[v] === -1 ? Number(this.grid.cells[v] !== 0) : (this.sizes[this.labels[v]] ?? 0);
  }

  /** The label; throws unless a vertex without one is a cell of the map, or NO_VERTEX. */
  private checkedLabel(v: number, role: string): number {
    const label = this.label(v);
    if (label === -1 && v !== NO_VERTEX) checkVertex(this.grid, v, role);
    return label;
  }

  /** Updates the labels after edits of the map. */
  private follow(): void {
    const { grid } = this;
    if (grid.version === this.version) return;
    if (this.tails.length === 0) this.tails = new Uint32Array(Math.min(grid.vertexCount, MOST_CHANGED));
    const n = grid.changedSince(this.version, this.tails);
    const isOneWay = this.oneWay || grid.sides !== undefined;
    this.oneWay = grid.sides !== undefined;
    this.version = grid.version;
    const { moves, offsets } = grid;
    const touched = new Set<number>();
    // On small maps, neither takes long.
    this.left = Math.max(1024, grid.vertexCount >> 2);
    for (let i = 0, end = n < 0 ? grid.vertexCount : n; i < end; i++) {
      const v = n < 0 ? i : this.tails[i];
      if (moves[v] === this.seen[v]) continue; // only costs changed
      this.seen[v] = moves[v];
      touched.add(v);
      // A touched cell is compared with its neighbours. Each takes about as long as a step of a flood.
      this.left -= this.degree;
      if (this.left < 0) return this.build();
      // With one-way cells, before or after the edit, the head of an arc may have lost a connection too.
      if (isOneWay) for (let d = 0; d < this.degree; d++) touched.add(v + offsets[d]);
    }
    this.repair(touched);
    if (this.left < 0) this.build();
  }

  private build(): void {
    const { labels, grid } = this;
    this.changes++;
    labels.fill(-1);
    this.seen.set(grid.moves);
    [this.sizes, this.spare, this.labelled] = [[], [], 0];
    for (let v = 0; v < grid.vertexCount; v++) if (labels[v] === -1 && this.joined(v) !== 0) this.labelled += this.relabel(v, -1, this.take());
  }

  /** Repairs the labels where the connections of these cells may have changed. */
  private repair(touched: ReadonlySet<number>): void {
    const { labels, sizes, grid: { cells } } = this;
    /** Labels of cells that had none. */
    const fresh = new Set<number>();
    for (const v of touched) {
      const [label, joined] = [labels[v], this.joined(v) !== 0];
      if (joined === (label !== -1)) continue;
      if (joined) {
        sizes[(labels[v] = this.take())] = 1;
        fresh.add(labels[v]);
        this.labelled++;
      } else {
        if (cells[v] !== 0) this.changes++;
        labels[v] = -1;
        this.labelled--;
        this.shrink(label, 1);
      }
    }
    // First joins what is connected now, so that the floods find all connections.
    const isWhole = Array.from(touched, (v) => this.join(v, fresh)).every(Boolean);
    // A component is whole if the cells around each edit are connected to each other. They need not reach those around an edit elsewhere.
    const groups = Array.from<Iterable<number>, [number, number[]][]>(isWhole ? neighbourhoods(touched, this.grid.offsets) : [touched], (near) => Array.from(this.byLabel(near))).flat();
    const unsure = new Set<number>();
    for (const [label, seeds] of groups) {
      // A part between two edits has come apart from what is around one of them: is the rest of both still connected?
      if (seeds.some((v) => labels[v] !== label)) unsure.add(label);
      else this.split(seeds);
    }
    for (const [label, seeds] of unsure.size > 0 ? this.byLabel(touched) : []) if (unsure.has(label)) this.split(seeds);
  }

  /** Those of the cells that have a label, by their labels. */
  private byLabel(cells: Iterable<number>): Map<number, number[]> {
    const groups = new Map<number, number[]>();
    for (const v of cells) if (groups.get(this.labels[v])?.push(v) === undefined) groups.set(this.labels[v], [v]);
    groups.delete(-1);
    return groups;
  }

  /** The directions in which `v` is connected to a neighbour, by an arc in either direction. */
  private joined(v: number): number {
    const { cells, moves, offsets, sides } = this.grid;
    let joined = moves[v];
    if (sides === undefined || cells[v] === 0) return joined;
    for (let d = 0; d < this.degree; d++) joined |= ((moves[v + offsets[d]] >> this.opposite[d]) & 1) << d;
    return joined;
  }

  /** Merges the component of `v` with those of its neighbours. Returns false if one of them has come apart, so that only the part at `v` was merged. */
  private join(v: number, fresh: ReadonlySet<number>): boolean {
    const { labels, sizes, grid: { offsets } } = this;
    const joined = this.joined(v);
    let isWhole = true;
    for (let d = 0; d < this.degree; d++) {
      const u = v + offsets[d];
      if (((joined >> d) & 1) === 0 || labels[u] === labels[v]) continue;
      const [small, large] = sizes[labels[u]] < sizes[labels[v]] ? [u, v] : [v, u];
      const label = labels[small];
      if (!fresh.has(label)) this.changes++;
      isWhole = this.shrink(label, this.relabel(small, label, labels[large])) && isWhole;
    }
    return isWhole;
  }

  /** Separates the parts of one component, given a cell of each. */
  private split(seeds: readonly number[]): void {
    if (seeds.length < 2 || this.left < 0) return;
    const { labels, next, grid: { offsets } } = this;
    const label = labels[seeds[0]];
    const [at, last] = [Int32Array.from(seeds), Int32Array.from(seeds)];
    // Floods that meet form a group. A group is complete when none of its floods can grow.
    const group = Int32Array.from(seeds.keys());
    const running = new Int32Array(seeds.length).fill(1);
    const groupOf = (i: number): number => {
      while (group[i] !== i) i = group[i] = group[group[i]];
      return i;
    };
    seeds.forEach((seed, i) => {
      labels[seed] = -2 - i;
      next[seed] = NO_VERTEX;
    });
    // The floods that can still grow.
    const going = Int32Array.from(seeds.keys());
    for (let groups = seeds.length, floods = seeds.length, turn = 0; groups > 1; turn++) {
      if (--this.left < 0) return;
      if (turn >= floods) turn = 0;
      const i = going[turn];
      const v = at[i];
      const joined = this.joined(v);
      for (let d = 0; d < this.degree; d++) {
        if (((joined >> d) & 1) === 0) continue;
        const u = v + offsets[d];
        if (labels[u] === label) {
          labels[u] = -2 - i;
          next[u] = NO_VERTEX;
          next[last[i]] = u;
          last[i] = u;
        } else {
          const mine = groupOf(i);
          const other = groupOf(-2 - labels[u]);
          if (mine === other) continue;
          group[other] = mine;
          running[mine] += running[other];
          groups--;
        }
      }
      at[i] = next[v];
      if (at[i] !== NO_VERTEX) continue;
      going[turn--] = going[--floods];
      if (--running[groupOf(i)] === 0) groups--;
    }
    const after = new Int32Array(seeds.length).fill(-1);
    seeds.forEach((seed, i) => {
      const mine = groupOf(i);
      if (after[mine] === -1 && running[mine] === 0) this.changes++;
      if (after[mine] === -1) after[mine] = running[mine] > 0 ? label : this.take();
      let moved = 0;
      for (let v = seed; v !== NO_VERTEX; v = next[v], moved++) labels[v] = after[mine];
      this.sizes[after[mine]] += moved;
      this.shrink(label, moved);
    });
  }

  /** Relabels all cells that are connected to `v` and have the label `before`; adds them to the size of `after`, and returns how many there are. */
  private relabel(v: number, before: number, after: number): number {
    const { labels, next, grid: { offsets } } = this;
    let size = 1;
    labels[v] = after;
    next[0] = v;
    for (let i = 0; i < size; i++) {
      const u = next[i];
      const joined = this.joined(u);
      for (let d = 0; d < this.degree; d++) {
        const w = u + offsets[d];
        if (((joined >> d) & 1) === 0 || labels[w] !== before) continue;
        labels[w] = after;
        next[size++] = w;
      }
    }
    this.sizes[after] += size;
    return size;
  }

  /** An unused label. */
  private take(): number {
    const label = this.spare.pop() ?? this.sizes.length;
    this.sizes[label] = 0;
    return label;
  }

  /** Returns whether no cell has the label any more. */
  private shrink(label: number, cells: number): boolean {
    if ((this.sizes[label] -= cells) > 0) return false;
    this.spare.push(label);
    return true;
  }
}
