import type { Graph, Heuristic, Located, NearLattice } from '@pf/graph';
import { checkBuffer, checkGrid, checkOptions, checkVertex, shown } from '@pf/graph/kit';
import { Components } from './components.ts';
import type { Grid } from './grid.ts';
import type { GridLink } from './grid-link.ts';
import type { HeuristicOptions } from './heuristics.ts';
import { LinkEstimates } from './link-estimates.ts';
import type { Sensor } from './sensors.ts';

/** Options of a `LinkedGrid`. */
export interface LinkedGridOptions {
  /** How many links may leave a cell, and how many may enter it. Default 2. */
  readonly linksPerCell?: number | undefined;
}

/** The number of added and removed links that are remembered for `changedSince`. */
const REMEMBERED = 1024;

/** The end of a link, as the cell at its other end has it. */
interface Arc {
  readonly link: number;
  readonly end: number;
  readonly cost: number;
}

/**
 * A grid with links between cells, as a graph for searches and planners: the stairs of a building, portals, jumps down a cliff. For floors, put their rows below each
 * other into one grid, with a blocked row between them.
 *
 * A link is open while both its cells are free. Edit the grid, and add and remove links, as you like: planners follow. Only after a link that lowers their estimates do they
 * start over: one that is shorter than the walk, and does not begin and end where links do or did, or costs less than all before. Where such links come all the time, as if blocks are dug, pass all planners
 * the heuristic `(v, goal) => Math.min(walk(v, goal), 2)`, with 2 for the lowest cost of a link and `walk = grid.heuristic({ least: 1 })`: then they follow these too.
 * To close a link for a while, you can also block a cell, or close all arcs between the two in an `EdgeCosts` over this graph.
 *
 * `AStar`, `Dijkstra`, planners and dispatchers accept it. Searches that need a `Grid`, such as jump point search and `findPath`, do not. `smooth` and `expandPath` of
 * `@pf/search` take only parts of paths between two links. Over the grid of a `UnitGrid`, or the known map of a fog, make another one with the same links.
 *
 * Memory: a byte a cell, 8 more from the first estimate of searches on, and 8 from the first of planners; twice that with one-way links.
 *
 * @example
 * ```ts
 * import { Grid, LinkedGrid } from '@pf/grid';
 * import { AStar } from '@pf/search';
 *
 * // Two floors of two rows.
 * const grid = Grid.fromRows(['.#.', '.#.', '###', '...', '...']);
 * const world = new LinkedGrid(grid);
 * world.addLink({ from: grid.vertex(0, 0), to: grid.vertex(0, 3), cost: 2 });
 * world.addLink({ from: grid.vertex(2, 0), to: grid.vertex(2, 3), cost: 2 });
 * new AStar(world).search(grid.vertex(0, 0), grid.vertex(2, 0)); // → 6
 * ```
 */
export class LinkedGrid implements Graph, Located {
  readonly vertexCount: number;
  readonly maxDegree: number;
  private readonly byNumber = new Map<number, GridLink>();
  /** Where links begin or end. */
  readonly nearLattice: NearLattice;
  /** The same, with the range of costs to change. */
  private readonly near: NearLattice & { least: number; most: number };
  private readonly leaving = new Map<number, Arc[]>();
  private readonly entering = new Map<number, Arc[]>();
  private readonly perCell: number;
  private nextNumber = 0;
  /** The number of added and removed links. */
  private changes = 0;
  /** By added or removed link, the last ones: the version after it, and the tails of its arcs. Complete from version `first` on. */
  private readonly recent: { readonly version: number; readonly tails: readonly number[] }[] = [];
  private first = 0;
  /** Those of searches; those that planners keep, by `least`. */
  private readonly estimates: LinkEstimates;
  private readonly lasting = new Map<number, LinkEstimates>();
  private components: Components | undefined;
  /** By label of a component: that of another one to which links lead, or its own. */
  private readonly joined = new Map<number, number>();
  private joinedAt = -1;

  constructor(
    /** The map. Edit it as you like. */
    readonly grid: Grid,
    options: LinkedGridOptions = {},
  ) {
    checkGrid(grid, 'LinkedGrid');
    checkOptions(options, ['linksPerCell'], 'LinkedGrid');
    const { linksPerCell = 2 } = options;
    if (!(Number.isInteger(linksPerCell) && linksPerCell > 0)) throw new RangeError(`linksPerCell must be a whole number from 1, got ${shown(linksPerCell)}.`);
    this.perCell = linksPerCell;
    this.vertexCount = grid.vertexCount;
    this.maxDegree = grid.maxDegree + linksPerCell;
    this.nearLattice = this.near = { lattice: grid, differs: new Uint8Array(grid.vertexCount), least: 0, most: 0 };
    this.countCosts();
    this.estimates = new LinkEstimates(grid, this.byNumber, {});
    Object.assign(this.estimates.heuristic, { follows: true });
  }

  /** Increases with every edit of the map and of the links. */
  get version(): number {
    return this.grid.edits + this.changes;
  }

  /**
   * The links by their numbers, to draw or to save them: JSON needs `[...world.links.values()]`, which `addLink` takes. Saved links get new numbers; restore them with the same
   * `linksPerCell`.
   */
  get links(): ReadonlyMap<number, GridLink> {
    return this.byNumber;
  }

  /** Adds a link, and returns its number. To agents of @pf/realtime, report its two cells by `arcsChanged`, and call `forget`. */
  addLink(link: GridLink): number {
    if (typeof link !== 'object' || (link as GridLink | null) === null) throw new TypeError(`A link is { from, to, cost }, got ${shown(link)}.`);
    checkOptions(link, ['from', 'to', 'cost', 'oneWay'], 'A link');
    const { from, to, cost, oneWay = false } = link;
    checkVertex(this, from, 'start of a link');
    checkVertex(this, to, 'end of a link');
    if (from === to) throw new RangeError(`A link must lead to another cell, got ${from} twice.`);
    if (!(typeof cost === 'number' && cost >= 0 && cost <= 1e12)) throw new RangeError(`A link costs a number from 0 to 10¹², got ${shown(cost)}.`);
    if (typeof oneWay !== 'boolean') throw new TypeError(`oneWay must be true or false, got ${shown(oneWay)}.`);
    const ways = oneWay ? [[from, to]] : [[from, to], [to, from]];
    for (const [tail, head] of ways) {
      for (const [arcs, v] of [[this.leaving, tail], [this.entering, head]] as const) {
        if ((arcs.get(v)?.length ?? 0) === this.perCell) throw new RangeError(`Cell (${this.x(v)}, ${this.y(v)}) has ${this.perCell} links already: make the LinkedGrid with linksPerCell: ${this.perCell + 1}.`);
      }
    }
    const number = this.nextNumber++;
    const added = { from, to, cost, oneWay };
    this.byNumber.set(number, added);
    this.countCost(cost);
    for (const [tail, head] of ways) {
      listOf(this.leaving, tail).push({ link: number, end: head, cost });
      listOf(this.entering, head).push({ link: number, end: tail, cost });
    }
    this.countChange(added);
    this.estimates.add(added);
    for (const one of this.lasting.values()) if (!one.add(added)) this.first = this.version;
    return number;
  }

  /** Removes a link. Others keep their numbers. */
  removeLink(number: number): void {
    const link = this.byNumber.get(number);
    if (link === undefined) throw new RangeError(`There is no link ${shown(number)}: pass a number that addLink has returned.`);
    this.byNumber.delete(number);
    if (link.cost === this.near.least || link.cost === this.near.most) this.countCosts();
    for (const arcs of [this.leaving, this.entering]) {
      for (const v of [link.from, link.to]) arcs.set(v, listOf(arcs, v).filter((arc) => arc.link !== number));
    }
    this.countChange(link);
    for (const one of [this.estimates, ...this.lasting.values()]) one.remove();
  }

  /**
   * As `Grid.changedSince`, and the ends of links that were added, removed, or are at edited cells; −1 also if the estimates of `heuristic({ least })` have fallen since. Edits of
   * the grid write no tails of links: report those of this method to agents of @pf/realtime.
   */
  changedSince(version: number, tails: Uint32Array): number {
    checkBuffer(tails);
    if (version === this.version) return 0;
    if (!(version >= this.first && version < this.version)) return -1;
    const { grid, recent, nearLattice: { differs } } = this;
    const ends = new Set<number>();
    let later = 0;
    for (; later < recent.length && recent[recent.length - 1 - later].version > version; later++) for (const v of recent[recent.length - 1 - later].tails) ends.add(v);
    const visit = (left: number, top: number, width: number, height: number): void => {
      for (let y = top; y < top + height; y++) {
        const first = grid.vertex(left, y);
        for (let v = first; v < first + width; v++) {
          if (differs[v] === 0) continue;
          ends.add(v);
          for (const { end } of listOf(this.entering, v)) ends.add(end);
        }
      }
    };
    const edits = version - (this.changes - later);
    // The rectangles may have more cells than the map: then any link may have changed.
    if (!grid.editedSince(edits, visit)) visit(0, 0, grid.width, grid.height);
    let n = grid.tailsSince(edits, tails);
    for (let i = 0; i < n && ends.size > 0; i++) ends.delete(tails[i]);
    if (n < 0 || n + ends.size > tails.length) return -1;
    for (const v of ends) tails[n++] = v;
    return n;
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    const n = this.grid.successors(v, to, cost);
    return this.nearLattice.differs[v] === 0 ? n : this.addArcs(this.leaving, v, to, cost, n);
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    const n = this.grid.predecessors(v, to, cost);
    return this.nearLattice.differs[v] === 0 ? n : this.addArcs(this.entering, v, to, cost, n);
  }

  /**
   * As `Grid.heuristic`, over links if that may be shorter. Planners take it with `least`, as they do by default, and reject it without. With more than eight two-way links, the first estimate of all reads the whole map,
   * and removed links count on until there are more of them than links. With `least`, as planners pass it, estimates only fall: removed links count on until one is added that lowers
   * the estimates.
   */
  heuristic(options: HeuristicOptions = {}): Heuristic {
    // Checks the options.
    this.grid.heuristic(options);
    const { least } = options;
    if (least === undefined) return this.estimates.heuristic;
    const lasting = this.lasting.get(least) ?? new LinkEstimates(this.grid, this.byNumber, { least });
    this.lasting.set(least, lasting);
    return lasting.heuristic;
  }

  /**
   * Whether two free cells are connected, without a search: by steps and by links, whatever their direction. See `Components`, of which this keeps one from the first
   * call on. For the map with a wall that is only planned, block the cell, call `same`, and free it again.
   */
  same(a: number, b: number): boolean {
    const components = (this.components ??= new Components(this.grid));
    if (components.same(a, b)) return true;
    if (this.joinedAt !== this.version) {
      this.joinedAt = this.version;
      this.joined.clear();
      const { cells } = this.grid;
      for (const { from, to } of this.byNumber.values()) if (cells[from] !== 0 && cells[to] !== 0) this.joined.set(this.groupOf(components.label(from)), this.groupOf(components.label(to)));
    }
    const group = this.groupOf(components.label(a));
    return group !== -1 && group === this.groupOf(components.label(b));
  }

  /**
   * A sensor that also sees the other end of each link that leaves a cell in sight, for the `FogOfWar` of a map with these links. With it, exploring goes on behind
   * stairs, and a blocked exit is known.
   */
  withEnds(sensor: Sensor): Sensor {
    return {
      most: sensor.most * (1 + this.perCell),
      sense: (grid, v, seen) => {
        const n = sensor.sense(grid, v, seen);
        let count = n;
        for (let i = 0; i < n; i++) if (this.nearLattice.differs[seen[i]] === 1) for (const { end } of listOf(this.leaving, seen[i])) seen[count++] = end;
        return count;
      },
    };
  }

  hasVertex(v: number): boolean {
    return this.grid.hasVertex(v);
  }

  x(v: number): number {
    return this.grid.x(v);
  }

  y(v: number): number {
    return this.grid.y(v);
  }

  private addArcs(arcs: Map<number, Arc[]>, v: number, to: Uint32Array, cost: Float64Array, n: number): number {
    const { cells } = this.grid;
    if (cells[v] === 0) return n;
    for (const arc of listOf(arcs, v)) {
      if (cells[arc.end] === 0) continue;
      to[n] = arc.end;
      cost[n++] = arc.cost;
    }
    return n;
  }

  private groupOf(label: number): number {
    let group = label;
    for (let next = this.joined.get(group); next !== undefined && next !== group; next = this.joined.get(group)) group = next;
    return group;
  }

  /** Sets the range of costs: of steps on any terrain, and of links. */
  private countCosts(): void {
    const { straight, diagonal } = this.grid.steps;
    this.near.least = straight;
    this.near.most = 255 * diagonal;
    for (const { cost } of this.byNumber.values()) this.countCost(cost);
  }

  private countCost(cost: number): void {
    this.near.least = Math.min(this.near.least, cost);
    this.near.most = Math.max(this.near.most, cost);
  }

  private countChange({ from, to, oneWay }: GridLink): void {
    for (const v of [from, to]) this.nearLattice.differs[v] = Number([this.leaving, this.entering].some((arcs) => listOf(arcs, v).length > 0));
    this.changes++;
    this.recent.push({ version: this.version, tails: oneWay === true ? [from] : [from, to] });
    if (this.recent.length > REMEMBERED) this.first = Math.max(this.first, this.recent.shift()!.version);
  }
}

function listOf(arcs: Map<number, Arc[]>, v: number): Arc[] {
  let list = arcs.get(v);
  if (list === undefined) arcs.set(v, (list = []));
  return list;
}
