import type { Graph, Heuristic, Located } from '@pf/graph';
import { CompressedGraph } from '@pf/graph';
import { Grid, zero } from '@pf/grid';
import type { OracleGraph, Sides, World, WorldArc } from '@pf/testkit';
import { rulesOf, worldArcs, worldSteps } from '@pf/testkit';
import type { DigraphCase, Event, GridCase, Place } from './case.ts';

/** The world of an episode, shared by all players, and a model of it that shares no code with the packages. */
export interface Stage {
  readonly graph: Graph & Located;
  readonly grid: Grid | undefined;
  /** Consistent through all future changes. */
  readonly heuristic: Heuristic;
  /** Whether all costs are whole, now and later: then sums are exact. */
  readonly whole: boolean;
  /** Whether all costs are above 0. */
  readonly positive: boolean;
  /** Whether a future change may make an arc cheaper or new. */
  readonly model: OracleGraph;
  vertex(place: Place): number;
  /** Applies a change to the graph and the model; returns the number of tails, or -1 if the event changes nothing in this kind of world. */
  change(event: Event, tails: Uint32Array): number;
}

/** Rows of arcs, for the oracle. */
export class Rows implements OracleGraph {
  readonly maxDegree: number;
  private readonly out: (readonly [number, number])[][];
  private readonly into: (readonly [number, number])[][];

  constructor(
    readonly vertexCount: number,
    arcs: Iterable<WorldArc>,
  ) {
    this.out = Array.from({ length: vertexCount }, () => []);
    this.into = Array.from({ length: vertexCount }, () => []);
    for (const [from, to, cost] of arcs) {
      this.out[from].push([to, cost]);
      this.into[to].push([from, cost]);
    }
    this.maxDegree = Math.max(0, ...this.out.map((row) => row.length), ...this.into.map((row) => row.length));
  }

  successors(v: number, to: Uint32Array, cost: Float64Array): number {
    return write(this.out[v], to, cost);
  }

  predecessors(v: number, to: Uint32Array, cost: Float64Array): number {
    return write(this.into[v], to, cost);
  }
}

function write(row: readonly (readonly [number, number])[], to: Uint32Array, cost: Float64Array): number {
  row.forEach(([v, c], i) => {
    to[i] = v;
    cost[i] = c;
  });
  return row.length;
}

export class GridStage implements Stage {
  readonly grid: Grid;
  readonly graph: Grid;
  readonly heuristic: Heuristic;
  readonly whole: boolean;
  readonly positive = true;
  model: OracleGraph;
  /** The expected current world. */
  world: World;
  /** By previously free cell: its last cost. */
  private readonly terrain = new Map<string, string>();

  constructor({ world }: GridCase) {
    this.world = world;
    this.grid = this.graph = gridOf(world);
    // Costs will fall, and an estimate must never be too high.
    this.heuristic = this.grid.heuristic({ least: 1 });
    const { straight, diagonal } = worldSteps(world);
    this.whole = Number.isInteger(straight) && (Number.isInteger(diagonal) || world.movement !== 'eight');
    this.model = this.modelOf(world);
  }

  vertex(place: Place): number {
    return this.grid.vertex(...this.cell(place));
  }

  change({ what, at, to, n }: Event, tails: Uint32Array): number {
    const { grid } = this;
    const [x, y] = this.cell(at);
    const cost = grid.cost(x, y);
    const [right, bottom] = this.cell(to);
    let written: number;
    let { rows, sides } = this.world;
    const paint = (x0: number, y0: number, x1: number, y1: number, value: number): void => {
      for (let r = y0; r <= y1; r++) for (let c = x0; c <= x1; c++) if (rows[r][c] !== '#') this.terrain.set(`${c} ${r}`, rows[r][c]);
      rows = rows.map((row, r) => (r < y0 || r > y1 ? row : row.slice(0, x0) + symbol(value).repeat(x1 - x0 + 1) + row.slice(x1 + 1)));
    };
    switch (what) {
      case 'block':
        written = grid.setBlocked(x, y, true, tails);
        paint(x, y, x, y, 0);
        break;
      case 'free':
        written = grid.setBlocked(x, y, false, tails);
        if (cost === 0) rows = rows.map((row, r) => (r === y ? row.slice(0, x) + (this.terrain.get(`${x} ${y}`) ?? '.') + row.slice(x + 1) : row));
        break;
      case 'cost':
        written = grid.setCost(x, y, 1 + (n % 9), tails);
        paint(x, y, x, y, 1 + (n % 9));
        break;
      case 'area': {
        const [x0, x1] = x < right ? [x, right] : [right, x];
        const [y0, y1] = y < bottom ? [y, bottom] : [bottom, y];
        written = n % 2 === 0 ? grid.setRectangle(x0, y0, x1 - x0 + 1, y1 - y0 + 1, n % 3, tails) : this.setCells(x0, y0, x1, y1, n % 3, tails);
        paint(x0, y0, x1, y1, n % 3);
        break;
      }
      case 'sides': {
        const masks: Sides = { x, y, enter: n, leave: n % 5 === 0 ? n ^ 0x55 : 255 };
        written = grid.setSides(x, y, { enter: masks.enter, leave: masks.leave }, tails);
        sides = [...sides.filter((other) => other.x !== x || other.y !== y), masks];
        break;
      }
      default:
        return -1;
    }
    this.world = { ...this.world, rows, sides };
    this.model = this.modelOf(this.world);
    return written;
  }

  /** Sets the cells of a rectangle, in an order by columns, from a list over which the tails are written. */
  private setCells(left: number, top: number, right: number, bottom: number, cost: number, tails: Uint32Array): number {
    let count = 0;
    for (let x = left; x <= right; x++) for (let y = top; y <= bottom; y++) tails[count++] = this.grid.vertex(x, y);
    return this.grid.setCells(tails, new Uint8Array(count).fill(cost), count, tails);
  }

  private cell([x, y]: Place): Place {
    return [Math.min(x, this.world.width - 1), Math.min(y, this.world.height - 1)];
  }

  /** The arcs of the world by plain rules, with the grid's cell numbers. */
  private modelOf(world: World): OracleGraph {
    const { grid } = this;
    const number = (cell: number): number => grid.vertex(cell % world.width, Math.floor(cell / world.width));
    return new Rows(
      grid.vertexCount,
      worldArcs(world).map(([from, to, cost]) => [number(from), number(to), cost] as const),
    );
  }
}

function gridOf(world: World): Grid {
  const grid = Grid.fromRows(world.rows, rulesOf(world));
  for (const { x, y, enter, leave } of world.sides) grid.setSides(x, y, { enter, leave });
  return grid;
}

function symbol(cost: number): string {
  return cost === 0 ? '#' : cost === 1 ? '.' : String(cost);
}

/** A compressed graph whose arc costs change. */
export class DigraphStage implements Stage {
  readonly graph: CompressedGraph;
  readonly grid = undefined;
  readonly heuristic: Heuristic = zero;
  readonly whole: boolean;
  readonly positive: boolean;
  model: OracleGraph;
  private arcs: WorldArc[];

  constructor({ digraph: { vertexCount, arcs } }: DigraphCase) {
    this.arcs = [...arcs];
    // Random coordinates, for players that need them.
    const coordinates = Array.from({ length: 2 * vertexCount }, (_, i) => Math.imul(i + 7, 2654435761) >>> 26);
    this.graph = new CompressedGraph(vertexCount, arcs, { coordinates });
    this.model = new Rows(vertexCount, arcs);
    this.whole = arcs.every(([, , cost]) => Number.isInteger(cost));
    this.positive = arcs.every(([, , cost]) => cost > 0);
  }

  vertex([x]: Place): number {
    return Math.min(x, this.graph.vertexCount - 1);
  }

  change({ what, at, n }: Event, tails: Uint32Array): number {
    if (what !== 'block' && what !== 'free' && what !== 'cost') return -1;
    const arc = this.arcs[n % Math.max(1, this.arcs.length)];
    if (arc === undefined) return -1;
    const [from, to, cost] = arc;
    const least = this.positive ? 1 : 0;
    // More expensive, cheaper or any cost; whole costs stay whole.
    const now =
      what === 'block'
        ? cost + 1 + (at[0] % 7)
        : what === 'free'
          ? Math.max(Math.min(least, cost), this.whole ? Math.floor(cost / 2) : cost / 2)
          : least + (n % 9);
    this.graph.setCost(from, to, now);
    this.arcs = this.arcs.map(([f, t, c]) => (f === from && t === to ? [f, t, now] : [f, t, c]));
    this.model = new Rows(this.graph.vertexCount, this.arcs);
    tails[0] = from;
    return 1;
  }
}
