import type { Graph, Heuristic, Located, NearLattice } from '@pf/graph';
import { checkBuffer, checkFunction, checkGrid, checkOptions, shown } from '@pf/graph/kit';
import type { Grid } from './grid.ts';
import type { GridLink } from './grid-link.ts';
import { checkLink, isLinkCost } from './grid-link.ts';
import type { HeuristicOptions } from './heuristics.ts';
import type { LinkArc } from './link-arcs.ts';
import { LinkArcs } from './link-arcs.ts';
import { LinkHeuristics } from './link-heuristics.ts';
import { LinkedComponents } from './linked-components.ts';
import type { Sensor } from './sensors.ts';

/** Options of a `LinkedGrid`. */
export interface LinkedGridOptions {
  /** How many links may leave a cell, and how many may enter it. Default 2. Not with `links`, which has its own. */
  readonly linksPerCell?: number | undefined;
  /**
   * Another `LinkedGrid` to share links with, over a map of the same size, such as that of another kind of unit or the known map of a fog: links that are added to or removed
   * from one of them are added to or removed from all, with the same numbers.
   */
  readonly links?: LinkedGrid | undefined;
  /** What a link costs here, in place of its `cost`; Infinity: it leads nowhere. It is called once for each link. */
  readonly costOf?: ((link: GridLink) => number) | undefined;
}

/** Links, and the `LinkedGrid`s that share them, as long as they are used. None if a single one has them, since a `WeakRef` keeps it until the end of the task. */
interface LinkList {
  readonly all: LinkArcs;
  nextNumber: number;
  worlds: WeakRef<LinkedGrid>[];
}

/** The number of added and removed links that are remembered for `changedSince`. */
const REMEMBERED = 1024;

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
 * `@pf/search` take only parts of paths between two links. The map of each kind of unit, and the known map of a fog, need one of their own: with the option `links` they share their links.
 *
 * Memory: a byte a cell, 9 more from the first estimate of searches on, and 8 from the first of planners; with shortcuts and one-way links up to 64. A link takes about 2 kB,
 * 1.2 if it is `oneWay`: for links at most cells, such as vias, write a graph of your own, as `Blocks` in the README of @pf/graph.
 *
 * @example
 * ```ts
 * import { Grid, LinkedGrid } from '@pf/grid';
 * import { AStar } from '@pf/search';
 *
 * const grid = Grid.fromRows(['.#.', '.#.', '###', '...', '...']); // two floors of two rows
 * const world = new LinkedGrid(grid);
 * for (const x of [0, 2]) world.addLink({ from: grid.vertex(x, 0), to: grid.vertex(x, 3), cost: 2 });
 * new AStar(world).search(grid.vertex(0, 0), grid.vertex(2, 0)); // → 6
 * ```
 */
export class LinkedGrid implements Graph, Located {
  readonly vertexCount: number;
  readonly maxDegree: number;
  private readonly list: LinkList;
  /** The links that lead somewhere here, with their costs. */
  private readonly arcs: LinkArcs;
  /** Where links begin or end. */
  readonly nearLattice: NearLattice;
  /** The same, with the range of costs to change. */
  private readonly near: NearLattice & { least: number; most: number };
  private readonly costOf: ((link: GridLink) => number) | undefined;
  /** The number of added and removed links. */
  private changes = 0;
  /** By added or removed link, the last ones: the version after it, and the tails of its arcs. Complete from version `first` on. */
  private readonly recent: { readonly version: number; readonly tails: readonly number[] }[] = [];
  private first = 0;
  private readonly heuristics: LinkHeuristics;
  private components: LinkedComponents | undefined;

  constructor(
    /** The map. Edit it as you like. */
    readonly grid: Grid,
    options: LinkedGridOptions = {},
  ) {
    checkGrid(grid, 'LinkedGrid');
    checkOptions(options, ['linksPerCell', 'links', 'costOf'], 'LinkedGrid');
    const { links, costOf } = options;
    if (links !== undefined && !(links instanceof LinkedGrid)) throw new TypeError(`links takes another LinkedGrid, whose links are shared, got ${shown(links)}.`);
    if (links !== undefined && options.linksPerCell !== undefined) throw new TypeError('linksPerCell is that of the links that are shared: leave it out.');
    const { linksPerCell = links?.list.all.perCell ?? 2 } = options;
    const { width, height } = links?.grid ?? grid;
    if (width !== grid.width || height !== grid.height) throw new RangeError(`LinkedGrids that share links must have maps of one size, got ${grid.width} × ${grid.height} and ${width} × ${height}.`);
    if (costOf !== undefined) checkFunction(costOf, 'costOf');
    if (!(Number.isInteger(linksPerCell) && linksPerCell > 0)) throw new RangeError(`linksPerCell must be a whole number from 1, got ${shown(linksPerCell)}.`);
    this.list = links?.list ?? { all: new LinkArcs(linksPerCell), nextNumber: 0, worlds: [] };
    this.arcs = new LinkArcs(linksPerCell);
    this.costOf = costOf;
    this.vertexCount = grid.vertexCount;
    this.maxDegree = grid.maxDegree + linksPerCell;
    this.nearLattice = this.near = { lattice: grid, differs: new Uint8Array(grid.vertexCount), least: 0, most: 0 };
    this.countCosts();
    this.heuristics = new LinkHeuristics(grid, this.arcs.byNumber, () => this.version, () => this.parts.components);
    for (const [number, link] of this.links) this.insert(number, this.priced(link));
    if (links === undefined) return;
    if (this.list.worlds.length === 0) this.list.worlds.push(new WeakRef(links));
    this.list.worlds.push(new WeakRef(this));
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
    return this.list.all.byNumber;
  }

  /** Adds a link, and returns its number. To agents of @pf/realtime, report its two cells by `arcsChanged`, and call `forget`. */
  addLink(link: GridLink): number {
    checkLink(this, link);
    const added = { ...link, oneWay: link.oneWay === true };
    const { all } = this.list;
    all.checkRoom(this, added);
    const priced = this.sharing().map((world) => [world, world.priced(added)] as const);
    const number = this.list.nextNumber++;
    all.add(number, added);
    for (const [world, own] of priced) world.insert(number, own);
    return number;
  }

  /** Removes a link. Others keep their numbers. */
  removeLink(number: number): void {
    const link = this.links.get(number);
    if (link === undefined) throw new RangeError(`There is no link ${shown(number)}: pass a number that addLink has returned.`);
    const worlds = this.sharing();
    this.list.all.remove(number, link);
    for (const world of worlds) world.remove(number);
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
          for (const { end } of this.arcs.into(v)) ends.add(end);
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
    return this.nearLattice.differs[v] === 0 ? n : this.addArcs(this.arcs.from(v), v, to, cost, n);
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    const n = this.grid.predecessors(v, to, cost);
    return this.nearLattice.differs[v] === 0 ? n : this.addArcs(this.arcs.into(v), v, to, cost, n);
  }

  /**
   * As `Grid.heuristic`, over links. An estimate is what the cheapest path costs if nothing is in the way in each connected part of the map. Over more than 128 links, or 45 within one part, it is lower:
   * floors lie one above the other, rooms at their doors, and it adds what links on the way cost beyond their length there; if some cost less, it is that to where some link begins and from
   * where some link ends. The first estimate takes about a flood of the map, and reads all links. The first after an edit updates the connected parts as `Components` does: closing a door may
   * take a flood. All links are read again if one or its end opened or closed, if parts with ends joined or split, or if the lowest terrain cost changed. With a heuristic of your own, none of this is done.
   * Planners take it with `least`, as they do by default, and reject it without. These estimates are lower: from a cell to where some link begins, and from where some link
   * ends to the goal. With more than eight two-way links, the first reads the whole map; so does one after the first one-way link, or after more links were removed than are
   * left. They only fall: removed links count on.
   */
  heuristic(options: HeuristicOptions = {}): Heuristic {
    return this.heuristics.of(options);
  }

  /**
   * Whether two free cells are connected, without a search: by steps and by links, whatever their direction. See `Components`, of which this keeps one from the first
   * call on. For the map with a wall that is only planned, block the cell, call `same`, and free it again.
   */
  same(a: number, b: number): boolean {
    return this.parts.same(a, b, this.version);
  }

  /**
   * A sensor that also sees the other end of each link that leaves a cell in sight, for the `FogOfWar` of a map with these links. With it, exploring goes on behind
   * stairs, and a blocked exit is known.
   */
  withEnds(sensor: Sensor): Sensor {
    return {
      most: sensor.most * (1 + this.list.all.perCell),
      sense: (grid, v, seen) => {
        let count = sensor.sense(grid, v, seen);
        for (let i = 0, n = count; i < n; i++) if (this.nearLattice.differs[seen[i]] === 1) for (const { end } of this.arcs.from(seen[i])) seen[count++] = end;
        return count;
      },
    };
  }

  private get parts(): LinkedComponents {
    return (this.components ??= new LinkedComponents(this.grid, this.arcs.byNumber));
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

  /** All that share the links. Their maps are up to date, so that an error of a `costOf` comes before any of them changes. */
  private sharing(): LinkedGrid[] {
    const worlds = (this.list.worlds = this.list.worlds.filter((one) => one.deref() !== undefined));
    const used = worlds.length === 0 ? [this] : worlds.map((one) => one.deref()!);
    return used.filter((one) => one.version >= 0);
  }

  /** A link with its cost here. */
  private priced(link: GridLink): GridLink {
    const cost = this.costOf === undefined ? link.cost : this.costOf(link);
    if (cost !== Infinity && !isLinkCost(cost)) throw new RangeError(`costOf must return the cost of a link, a number from 0 to 10¹², or Infinity for none, got ${shown(cost)}.`);
    return { ...link, cost };
  }

  private insert(number: number, link: GridLink): void {
    if (link.cost === Infinity) return;
    this.arcs.add(number, link);
    this.countCost(link.cost);
    this.countChange(link);
    if (!this.heuristics.add(link)) this.first = this.version;
  }

  private remove(number: number): void {
    const link = this.arcs.byNumber.get(number);
    if (link === undefined) return;
    this.arcs.remove(number, link);
    if (link.cost === this.near.least || link.cost === this.near.most) this.countCosts();
    this.countChange(link);
    this.heuristics.remove(link);
  }

  private addArcs(arcs: readonly LinkArc[], v: number, to: Uint32Array, cost: Float64Array, n: number): number {
    const { cells } = this.grid;
    if (cells[v] === 0) return n;
    for (const arc of arcs) {
      if (cells[arc.end] === 0) continue;
      to[n] = arc.end;
      cost[n++] = arc.cost;
    }
    return n;
  }

  /** Sets the range of costs: of steps on any terrain, and of links. */
  private countCosts(): void {
    const { straight, diagonal } = this.grid.steps;
    this.near.least = straight;
    this.near.most = 255 * diagonal;
    for (const { cost } of this.arcs.byNumber.values()) this.countCost(cost);
  }

  private countCost(cost: number): void {
    this.near.least = Math.min(this.near.least, cost);
    this.near.most = Math.max(this.near.most, cost);
  }

  private countChange({ from, to, oneWay }: GridLink): void {
    for (const v of [from, to]) this.nearLattice.differs[v] = Number(this.arcs.from(v).length + this.arcs.into(v).length > 0);
    this.changes++;
    this.recent.push({ version: this.version, tails: oneWay === true ? [from] : [from, to] });
    if (this.recent.length > REMEMBERED) this.first = Math.max(this.first, this.recent.shift()!.version);
  }
}
