import type { FogOfWar } from './fog-of-war.ts';
import type { Grid } from './grid.ts';
import { Observers } from './observers.ts';
import type { Sensor } from './sensors.ts';
import type { UnitOptions } from './unit-grid.ts';
import { UnitGrid } from './unit-grid.ts';
import { fromAllOf } from './wide-sensor.ts';

/**
 * A fog as a kind of unit finds it, larger than a cell or at costs of its own. It is shared with all others: what a scout sees, the giants are told, and what
 * these see, the scout is. A unit looks around from every cell that it stands on, so that a sensor which shows one cell what lies beside it shows a unit what
 * lies in its way.
 *
 * Where the numbers of the map are names of terrains, what was not seen needs one as well, which `costOf` knows: give `FogOfWar` a `known` map full of it.
 *
 * Where the known map of the fog is edited otherwise, as when a door is heard to open, `units` follows it, and says what planners have to be told.
 *
 * @example
 * ```ts
 * import { eightNeighbours, FogOfWar, Grid, UnitFog } from '@pf/grid';
 *
 * const fog = new FogOfWar(Grid.fromRows(['....', '...#', '....']));
 * const giants = new UnitFog(fog, 2);
 * giants.known.toRows(); // → ['...#', '...#', '####']
 * giants.reveal(giants.known.vertex(1, 0), eightNeighbours); // → 4
 * giants.known.toRows(); // → ['..##', '..##', '####']
 * ```
 */
export class UnitFog {
  /** The map as the unit finds what is known: what planners plan on. */
  readonly known: Grid;
  /** What follows the known map of the fog. */
  readonly units: UnitGrid;
  /** Ends the following of the fog, which otherwise goes on for as long as that is there: one of these is for a kind of unit, not for each unit. */
  readonly stop: () => void;
  private readonly observers = new Observers<[tails: Uint32Array, n: number]>();
  private readonly wide = new WeakMap<Sensor, Sensor>();
  /** What was told last, and how many vertices that were. */
  private tails = new Uint32Array(0);
  private told = 0;

  constructor(
    /** Who sees what: the fog of all. */
    readonly fog: FogOfWar,
    size: number,
    options: UnitOptions = {},
  ) {
    this.units = new UnitGrid(fog.known, size, options);
    this.known = this.units.grid;
    this.stop = fog.observe((_tails, _n, cells, m) => this.follow(cells, m));
  }

  /**
   * Looks around from each cell of a unit at `v`: what is seen becomes known to all who share the fog. Writes the tails of the arcs of `known` that changed, each
   * once, and returns how many; `known.vertexCount` entries are always enough.
   */
  reveal(v: number, sensor: Sensor, tails?: Uint32Array): number {
    if (tails !== undefined && tails.length < this.known.vertexCount) {
      throw new RangeError(`What a unit sees may change the arcs of ${this.known.vertexCount} cells, but tails holds ${tails.length}; give it a longer Uint32Array.`);
    }
    let wide = this.wide.get(sensor);
    if (wide === undefined) {
      wide = fromAllOf(sensor, this.known, this.units);
      this.wide.set(sensor, wide);
    }
    this.told = 0;
    this.fog.reveal(v, wide);
    tails?.set(this.tails.subarray(0, this.told));
    return this.told;
  }

  /**
   * Calls `observer` whenever arcs of `known` change by what anyone sees, with their tails, to be read now; returns what ends that. `navigate` of
   * @pf/incremental does it by itself.
   *
   * @example
   * ```ts
   * import { eightNeighbours, FogOfWar, Grid, UnitFog } from '@pf/grid';
   *
   * const fog = new FogOfWar(Grid.fromRows(['....', '.#..', '....']));
   * const heard: number[] = [];
   * const stop = new UnitFog(fog, 2).observe((tails, n) => heard.push(n));
   * fog.reveal(fog.known.vertex(0, 0), eightNeighbours);
   * stop();
   * heard; // → [6]
   * ```
   */
  observe(observer: (tails: Uint32Array, n: number) => void): () => void {
    return this.observers.add(observer);
  }

  /** What observers are told stays as it is, should one of them look in turn. */
  private follow(cells: Uint32Array, m: number): void {
    const tails = this.tails.length > 0 ? this.tails : new Uint32Array(this.known.vertexCount);
    this.tails = new Uint32Array(0);
    const n = this.units.cellsChanged(cells, m, tails);
    try {
      if (n > 0) this.observers.tell(tails, n);
    } finally {
      this.tails = tails;
      this.told = n;
    }
  }
}
