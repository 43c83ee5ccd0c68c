import { FogOfWar } from './fog-of-war.ts';
import type { Grid } from './grid.ts';
import { EditListeners } from './edit-listeners.ts';
import type { Sensor } from './sensors.ts';
import { checkSensor } from './sensors.ts';
import type { UnitOptions } from './terrain-prices.ts';
import { UnitGrid } from './unit-grid.ts';
import { fromAllOf } from './wide-sensor.ts';

/** What goes on while one looks around. */
interface Look {
  /** Where the fog writes its tails: what it tells with them is what this look has seen, and not another. */
  readonly seen: Uint32Array;
  /** Those of the map as the unit finds it. */
  readonly tails: Uint32Array;
  n: number;
}

/**
 * A fog as a kind of unit finds it, larger than a cell or at costs of its own. It is shared with all others: what a scout sees, the giants are told, and what
 * these see, the scout is. A unit looks around from every cell that it stands on, so that a sensor which shows one cell what lies beside it shows a unit what
 * lies in its way.
 *
 * Where the numbers of the map are names of terrains, what was not seen needs one as well, which `costOf` knows: give `FogOfWar` a `known` map full of it.
 *
 * Where the known map of the fog is edited otherwise, as when a door is heard to open, `units` follows it, and so do planners over `known`.
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
  private readonly observers = new EditListeners<[tails: Uint32Array, n: number]>();
  private readonly wide = new WeakMap<Sensor, Sensor>();
  /** The look that goes on, the last one where observers look in turn; undefined where nobody looks from here. */
  private look: Look | undefined;
  /** Buffers for the tails of all cells that nobody uses at present: observers may look in turn, and what the others are told stays as it is. */
  private readonly spare: Uint32Array[] = [];

  constructor(
    /** Who sees what: the fog of all. */
    readonly fog: FogOfWar,
    size: number,
    options: UnitOptions = {},
  ) {
    if (!(fog instanceof FogOfWar)) throw new TypeError('A UnitFog shares a FogOfWar, through which all see: of a map without fog, UnitGrid says how a unit finds it.');
    this.units = new UnitGrid(fog.known, size, options);
    this.known = this.units.grid;
    this.stop = fog.observe((tails, _n, cells, m) => this.follow(tails, cells, m));
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
      checkSensor(sensor);
      wide = fromAllOf(sensor, this.known, this.units);
      this.wide.set(sensor, wide);
    }
    const before = this.look;
    const look: Look = { seen: this.take(), tails: this.take(), n: 0 };
    this.look = look;
    try {
      this.fog.reveal(v, wide, look.seen);
      tails?.set(look.tails.subarray(0, look.n));
    } finally {
      this.look = before;
      this.spare.push(look.seen, look.tails);
    }
    return look.n;
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

  /** Follows what the fog tells, with these tails of its own, and tells it on: also where the costs refuse a terrain, which comes out once all is told. */
  private follow(seen: Uint32Array, cells: Uint32Array, m: number): void {
    // While one looks in turn, it is told of its own look only: the one before goes on when that has ended.
    const own = this.look?.seen === seen ? this.look : undefined;
    const tails = own?.tails ?? this.take();
    try {
      this.units.followCells(cells, m, tails);
    } finally {
      const n = this.units.tailCount;
      if (own !== undefined) own.n = n;
      try {
        if (n > 0) this.observers.tell(tails, n);
      } finally {
        if (own === undefined) this.spare.push(tails);
      }
    }
  }

  private take(): Uint32Array {
    return this.spare.pop() ?? new Uint32Array(this.known.vertexCount);
  }
}
