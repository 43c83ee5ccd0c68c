import { fingerprint } from '@pf/graph';
import { checkGrid, checkOptions, shown } from '@pf/graph/kit';
import type { Grid } from '@pf/grid';
import type { ArtifactBytes } from '../artifact/artifact.ts';
import { encodeArtifact } from '../artifact/artifact.ts';
import { checkSections, readSections } from '../artifact/sections.ts';
import { GateFinder } from './gates.ts';
import type { Square } from './gates.ts';
import { SquareFlood } from './square-flood.ts';
import { WindowSearch } from './window-search.ts';

/** Options of `ClusterMap`. */
export interface ClusterMapOptions {
  /**
   * Side of a cluster in cells, 8 to 64. Default 32. Smaller clusters are rebuilt faster after an edit; larger ones make long paths faster to find.
   */
  readonly side?: number | undefined;
  /** The longest run of border cells with one entrance. Default: a whole side. Shorter runs give better paths but take more work. */
  readonly entrance?: number | undefined;
}

/** The entrances of a cluster, its ports, by ascending cell number, and the cost between each pair within the cluster. */
export interface Cluster extends Square {
  readonly ports: Uint32Array;
  /** At from · ports + to; Infinity if there is no path within the cluster. */
  readonly costs: Float64Array;
  /** The number of its first port among the ports of all clusters. */
  readonly firstNode: number;
  /** By port, with one extra entry: its first gate. */
  readonly firstGate: Uint16Array;
  /** By gate: the cell of another cluster that it leads to, that cluster, and the cost of the step. */
  readonly gateTo: Uint32Array;
  readonly gateCluster: Int32Array;
  readonly gateCost: Float64Array;
}

const KIND = 'clusters';

/** Up to this many tails of changed arcs are processed individually; beyond, all clusters are rebuilt on demand. */
const MOST_TAILS = 1 << 16;

const MOST_SIDE = 64;

/** Floods have a bucket for each cost up to that of the most expensive step. */
const MOST_RATIO = 10_000;

/**
 * A grid divided into square clusters with entrances, for near-optimal paths on large maps with frequent edits: HPA* (A. Botea, M. Müller, J.
 * Schaeffer, 2004). Query it with `ClusterSearch`.
 *
 * Accepts every grid whose diagonal steps cost at most 10,000 straight ones: terrain costs, one-way cells, hexagons, and the `grid` of a `UnitGrid` for
 * larger units. A cluster is built when a search first enters it, and rebuilt after an edit in it or next to it. Memory when
 * everything is built: about 2 bytes a cell; several times that among scattered obstacles.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { ClusterMap, ClusterSearch } from '@pf/preprocess';
 *
 * const grid = new Grid(100, 100);
 * const search = new ClusterSearch(new ClusterMap(grid));
 * search.search(grid.vertex(0, 0), grid.vertex(99, 99)) < Infinity; // → true
 * const out = new Uint32Array(grid.vertexCount);
 * search.path(out); // → 100
 * grid.setRectangle(50, 1, 1, 99, 0);
 * search.search(grid.vertex(0, 0), grid.vertex(99, 99)) < Infinity; // → true
 * ```
 */
export class ClusterMap {
  readonly side: number;
  /** Number of clusters in a row, and in all. */
  readonly across: number;
  readonly count: number;
  /** Number of clusters built so far, rebuilt ones included. */
  built = 0;
  /** Searches across clusters. */
  readonly windows: WindowSearch;
  /** Floods of one cluster. */
  readonly floods: SquareFlood;
  private readonly entrance: number;
  private readonly gates: GateFinder;
  private readonly clusters: (Cluster | undefined)[];
  /** Number of port numbers. By cluster: the first one, and the number reserved. */
  nodes = 0;
  private readonly firstNodes: Uint32Array;
  private readonly room: Uint32Array;
  private version: number;
  private readonly tails: Uint32Array;

  constructor(
    readonly grid: Grid,
    options: ClusterMapOptions = {},
  ) {
    checkGrid(grid, 'ClusterMap');
    checkOptions(options, ['side', 'entrance'], 'ClusterMap');
    const { side = 32, entrance = side } = options;
    if (!Number.isInteger(side) || side < 8 || side > MOST_SIDE) throw new RangeError(`The side of clusters is a whole number from 8 to 64, got ${shown(side)}.`);
    if (!Number.isInteger(entrance) || entrance < 1) throw new RangeError(`The longest run with one entrance is a whole number of at least 1, got ${shown(entrance)}.`);
    const { straight, diagonal } = grid.steps;
    if (grid.movement === 'eight' && diagonal > MOST_RATIO * straight) {
      throw new RangeError(`A ClusterMap takes grids whose diagonal steps cost at most 10,000 straight ones, got ${diagonal} and ${straight}: take movement 'four'.`);
    }
    this.side = side;
    this.entrance = Math.min(entrance, side);
    this.across = Math.ceil(grid.width / side);
    this.count = this.across * Math.ceil(grid.height / side);
    this.windows = new WindowSearch(grid);
    this.floods = new SquareFlood(grid, side);
    this.gates = new GateFinder(grid, entrance);
    this.clusters = new Array<Cluster | undefined>(this.count).fill(undefined);
    this.firstNodes = new Uint32Array(this.count);
    this.room = new Uint32Array(this.count);
    this.tails = new Uint32Array(Math.min(MOST_TAILS, grid.vertexCount));
    this.version = grid.version;
  }

  /**
   * Loads all clusters from a buffer that `save` made for the same grid, with the same options. Recomputes the entrances, which takes a fraction of the time of a build. Follows later edits.
   *
   * @example
   * ```ts
   * import { Grid } from '@pf/grid';
   * import { ClusterMap, ClusterSearch } from '@pf/preprocess';
   *
   * const grid = new Grid(100, 100);
   * const saved = new ClusterMap(grid, { side: 16 }).save();
   * const map = ClusterMap.load(grid, saved);
   * new ClusterSearch(map).search(grid.vertex(0, 0), grid.vertex(0, 5)); // → 5
   * map.build(); // → 0
   * ```
   */
  static load(grid: Grid, bytes: ArtifactBytes): ClusterMap {
    checkGrid(grid, 'ClusterMap.load');
    const sections = readSections(bytes, KIND, fingerprint(grid), 2);
    const sizes = { name: 'sizes', types: [Uint8Array], length: 2, range: [1, MOST_SIDE] } as const;
    checkSections(KIND, sections, [sizes]);
    const map = new ClusterMap(grid, { side: sections[0][0], entrance: sections[0][1] });
    const bare = map.clusters.map((_, i) => map.withoutCosts(i));
    const length = bare.reduce((sum, { ports }) => sum + ports.length ** 2, 0);
    checkSections(KIND, sections, [sizes, { name: 'costs', types: [Float64Array], length, range: [0, Infinity] }]);
    const costs = sections[1] as Float64Array;
    let at = 0;
    bare.forEach((one, i) => (map.clusters[i] = { ...one, costs: costs.subarray(at, (at += one.ports.length ** 2)) }));
    return map;
  }

  /** Everything in one buffer, to be saved. Builds missing and edited clusters first. */
  save(): ArrayBuffer {
    this.build();
    const all = this.clusters.map((one) => one!.costs);
    const costs = new Float64Array(all.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const own of all) {
      costs.set(own, at);
      at += own.length;
    }
    return encodeArtifact(KIND, fingerprint(this.grid), [Uint8Array.of(this.side, this.entrance), costs]);
  }

  /** The cluster of a cell. */
  clusterOf(v: number): number {
    const row = Math.floor(v / this.grid.stride);
    const column = v - row * this.grid.stride;
    return Math.floor((row - 1) / this.side) * this.across + Math.floor((column - 1) / this.side);
  }

  /** Builds missing and edited clusters now instead of on demand. Returns their number. */
  build(): number {
    this.update();
    const before = this.built;
    for (let i = 0; i < this.count; i++) this.cluster(i);
    return this.built - before;
  }

  /** Discards the clusters in or next to which the grid was edited. Searches call it. Returns whether the grid was edited. */
  update(): boolean {
    const { grid, clusters, tails } = this;
    if (grid.version === this.version) return false;
    const n = grid.changedSince(this.version, tails);
    this.version = grid.version;
    if (n < 0) clusters.fill(undefined);
    for (let i = 0; i < n; i++) {
      const x = grid.x(tails[i]);
      const y = grid.y(tails[i]);
      // Cells next to the edit may have other entrances.
      for (const row of [Math.max(y - 1, 0), Math.min(y + 1, grid.height - 1)]) {
        for (const column of [Math.max(x - 1, 0), Math.min(x + 1, grid.width - 1)]) clusters[Math.floor(row / this.side) * this.across + Math.floor(column / this.side)] = undefined;
      }
    }
    return true;
  }

  /** A cluster, built on demand. */
  cluster(i: number): Cluster {
    return (this.clusters[i] ??= this.make(i));
  }

  /** The cells of a cluster. */
  square(i: number): Square {
    const { side, across, grid } = this;
    const left = (i % across) * side;
    const top = Math.floor(i / across) * side;
    return { left, top, right: Math.min(left + side, grid.width), bottom: Math.min(top + side, grid.height) };
  }

  /** Memory of the built clusters in bytes. */
  get byteLength(): number {
    let bytes = 0;
    for (const one of this.clusters) if (one !== undefined) bytes += 4 * one.ports.length + 8 * one.costs.length + 2 * one.firstGate.length + 16 * one.gateTo.length;
    return bytes;
  }

  private make(i: number): Cluster {
    this.built++;
    const bare = this.withoutCosts(i);
    return { ...bare, costs: this.costsBetween(bare, bare.ports) };
  }

  private withoutCosts(i: number): Omit<Cluster, 'costs'> {
    const square = this.square(i);
    const { out, into } = this.gates.of(square);
    const cells = Uint32Array.from([...out.map(({ from }) => from), ...into.map(({ to }) => to)]).sort();
    const ports = cells.filter((v, k) => k === 0 || cells[k - 1] !== v);
    out.sort((a, b) => a.from - b.from);
    const firstGate = new Uint16Array(ports.length + 1);
    for (let p = 0, k = 0; p < ports.length; p++) {
      while (k < out.length && out[k].from === ports[p]) k++;
      firstGate[p + 1] = k;
    }
    // A rebuilt cluster keeps its numbers if there are enough of them.
    if (ports.length > this.room[i]) {
      this.room[i] = 2 ** Math.ceil(Math.log2(ports.length));
      this.firstNodes[i] = this.nodes;
      this.nodes += this.room[i];
    }
    return {
      ...square, ports, firstNode: this.firstNodes[i], firstGate,
      gateTo: Uint32Array.from(out, ({ to }) => to), gateCluster: Int32Array.from(out, ({ to }) => this.clusterOf(to)), gateCost: Float64Array.from(out, ({ cost }) => cost),
    };
  }

  private costsBetween(square: Square, ports: Uint32Array): Float64Array {
    const { floods, grid } = this;
    const n = ports.length;
    const costs = new Float64Array(n * n);
    const cost = this.evenCost(square);
    if (cost > 0) {
      const estimate = grid.heuristic();
      const ground = cost / grid.terrain.least;
      for (let a = 0; a < n; a++) for (let b = 0; b < n; b++) costs[a * n + b] = ground * estimate(ports[a], ports[b]);
      return costs;
    }
    floods.load(square);
    const { symmetric } = floods;
    for (let a = 0; a < n; a++) {
      const from = symmetric ? a + 1 : 0;
      if (from === n) break;
      floods.flood(ports[a], false, ports, from);
      for (let b = from; b < n; b++) {
        costs[a * n + b] = floods.cost(ports[b]);
        if (symmetric) costs[b * n + a] = costs[a * n + b];
      }
    }
    return costs;
  }

  /** The common cost of all cells in a square if none is blocked or one-way, so that estimates are exact; otherwise 0. */
  private evenCost({ left, top, right, bottom }: Square): number {
    const { cells, stride, sides } = this.grid;
    if (sides !== undefined) return 0;
    const first = cells[(top + 1) * stride + left + 1];
    for (let y = top + 1; y <= bottom; y++) for (let v = y * stride + left + 1; v <= y * stride + right; v++) if (cells[v] !== first) return 0;
    return first;
  }
}
