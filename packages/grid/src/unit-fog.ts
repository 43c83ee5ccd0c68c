import { checkBuffer } from '@pf/graph/kit';
import type { FogOfWar } from './fog-of-war.ts';
import { isFog } from './fog-checks.ts';
import type { Grid } from './grid.ts';
import { EditListeners } from './edit-listeners.ts';
import type { Sensor } from './sensors.ts';
import { checkSensor } from './sensors.ts';
import type { UnitOptions } from './terrain-costs.ts';
import { UnitGrid } from './unit-grid.ts';
import type { Looks } from './wide-sensor.ts';
import { fromAllOf } from './wide-sensor.ts';

/** The state of one call of `reveal`. */
interface Look {
  /** The buffer for the tails of the fog. It identifies this call to observers. */
  readonly seen: Uint32Array;
  /** The tails of the unit's own map. */
  readonly tails: Uint32Array;
  n: number;
}

/**
 * The fog for one kind of unit, larger than a cell or with its own terrain costs. All kinds share what any of them sees. A unit looks around from every cell
 * that it covers, so a sensor of a cell's neighbours shows a unit all cells next to it.
 *
 * If the numbers of the map mean terrains, unseen cells need a terrain that `costOf` accepts: pass `FogOfWar` a `known` map filled with it.
 *
 * If the known map of the fog is edited directly, `units` and planners over `known` follow.
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
  /** The known map for this kind of unit, for its planners. */
  readonly known: Grid;
  /** Follows the known map of the fog. */
  readonly units: UnitGrid;
  /**
   * Stops the reports to observers. `known` still follows the fog when read, and `reveal` still returns tails. Until then, the fog keeps this object. Create one
   * for each kind of unit, not for each unit.
   */
  readonly stop: () => void;
  private readonly observers = new EditListeners<[tails: Uint32Array, n: number]>();
  private readonly wide = new WeakMap<Sensor, Sensor>();
  /** Of all sensors, since one may be made for a single look. */
  private readonly looks: Looks = { seenAt: new Uint32Array(0), count: 0 };
  /** The current call of `reveal`, the innermost if observers call it too; undefined outside of calls. */
  private look: Look | undefined;
  private isStopped = false;
  /** Unused buffers for the tails of all cells. Nested calls of observers need one each. */
  private readonly spare: Uint32Array[] = [];

  constructor(
    /** The shared fog. */
    readonly fog: FogOfWar,
    size: number,
    options: UnitOptions = {},
  ) {
    if (!isFog(fog)) throw new TypeError('A UnitFog shares a FogOfWar with others; for a map without fog, take UnitGrid.');
    this.units = new UnitGrid(fog.known, size, options);
    this.known = this.units.grid;
    const stop = fog.observe((tails, _n, cells, m) => this.follow(tails, cells, m));
    this.stop = () => {
      this.isStopped = true;
      stop();
    };
  }

  /**
   * Looks around from each cell of a unit at `v`. All units of the fog share what is seen. Writes the tails of the arcs of `known` that changed, each
   * once, and returns their number. A buffer of `known.vertexCount` entries is always enough.
   */
  reveal(v: number, sensor: Sensor, tails?: Uint32Array): number {
    if (tails !== undefined) checkBuffer(tails);
    if (tails !== undefined && tails.length < this.known.vertexCount) {
      throw new RangeError(`A look may change the arcs of ${this.known.vertexCount} cells, but tails holds ${tails.length}; pass a longer Uint32Array.`);
    }
    let wide = this.wide.get(sensor);
    if (wide === undefined) {
      checkSensor(sensor);
      wide = fromAllOf(sensor, this.known, this.units, this.looks);
      this.wide.set(sensor, wide);
    }
    const before = this.look;
    const look: Look = { seen: this.take(), tails: this.take(), n: 0 };
    this.look = look;
    try {
      this.fog.reveal(v, wide, look.seen);
      if (this.isStopped && look.n === 0) look.n = this.units.update(look.tails);
      tails?.set(look.tails.subarray(0, look.n));
    } finally {
      this.look = before;
      this.spare.push(look.seen, look.tails);
    }
    return look.n;
  }

  /**
   * Calls `observer` with the tails of changed arcs whenever a unit's `reveal`, or `learn` of the fog, changes `known`. Read them during the call. Returns a function that removes the observer.
   * `navigate` of @pf/incremental does this by itself.
   *
   * @example
   * ```ts
   * import { eightNeighbours, FogOfWar, Grid, UnitFog } from '@pf/grid';
   *
   * const fog = new FogOfWar(Grid.fromRows(['....', '.#..', '....']));
   * const counts: number[] = [];
   * const stop = new UnitFog(fog, 2).observe((tails, n) => counts.push(n));
   * fog.reveal(fog.known.vertex(0, 0), eightNeighbours);
   * stop();
   * counts; // → [6]
   * ```
   */
  observe(observer: (tails: Uint32Array, n: number) => void): () => void {
    return this.observers.add(observer);
  }

  /** Follows a report of the fog with its own buffer, and passes it on. Errors of `costOf` are thrown after all were notified. */
  private follow(seen: Uint32Array, cells: Uint32Array, m: number): void {
    // A nested call receives only its own report. The outer one continues afterwards.
    const own = this.look?.seen === seen ? this.look : undefined;
    const tails = own?.tails ?? this.take();
    try {
      this.units.followCells(cells, m, tails);
    } finally {
      const n = this.units.tailCount;
      if (own !== undefined) own.n = n;
      try {
        if (n > 0) this.observers.notify(tails, n);
      } finally {
        if (own === undefined) this.spare.push(tails);
      }
    }
  }

  private take(): Uint32Array {
    return this.spare.pop() ?? new Uint32Array(this.known.vertexCount);
  }
}
