import type { Neighbours } from './neighbours.ts';
import type { UnitArrays } from './unit-arrays.ts';
import type { UnitWalls } from './unit-walls.ts';

/** The maximum number of rounds in which a step removes overlaps, and of visits of units in them: for each unit, and in addition. The rest is left for later steps. */
const MAX_ROUNDS = 200;
const VISITS_PER_UNIT = 20;
const MORE_VISITS = 20_000;
/** The overlap that may remain, as a fraction of the smaller radius. */
const TOLERANCE = 0.005;
/** Neighbours are found again in every round of this number. */
const REFRESH = 4;

/** Removes the overlap that remains after a step, in rounds: first of all units, then of those that had to move. */
export class Separation {
  private active = new Int32Array(0);
  private isActive = new Uint8Array(0);
  private hasMoved = new Uint8Array(0);

  constructor(
    private readonly units: UnitArrays,
    private readonly neighbours: Neighbours,
    private readonly walls: UnitWalls,
  ) {}

  run(): void {
    const { count, present, x } = this.units;
    if (this.active.length < x.length) {
      this.active = new Int32Array(x.length);
      this.isActive = new Uint8Array(x.length);
      this.hasMoved = new Uint8Array(x.length);
    }
    const { active, isActive, hasMoved } = this;
    let n = 0;
    for (let i = 0; i < count; i++) if (present[i] !== 0) active[n++] = i;
    hasMoved.fill(0);
    let isChecked = true;
    let visits = VISITS_PER_UNIT * n + MORE_VISITS;
    for (let round = 0; n > 0 && round < MAX_ROUNDS && visits > 0; round++) {
      visits -= n;
      if (round % REFRESH === REFRESH - 1) this.findNeighbours(n);
      isActive.fill(0);
      for (let k = 0; k < n; k++) this.separate(active[k]);
      n = 0;
      for (let i = 0; i < count; i++) if (isActive[i] !== 0) hasMoved[(active[n++] = i)] = 1;
      if (n > 0) isChecked = false;
      else if (!isChecked) {
        // Units that moved may now touch other units than their former neighbours.
        for (let i = 0; i < count; i++) if (hasMoved[i] !== 0) active[n++] = i;
        this.findNeighbours(n);
        isChecked = true;
      }
    }
  }

  private findNeighbours(n: number): void {
    const { active, neighbours, units } = this;
    neighbours.sort(2 * units.widest, 2 * units.widest);
    for (let k = 0; k < n; k++) neighbours.find(active[k], units.reach(active[k]));
  }

  /** Moves a unit and its neighbours apart, mostly the ones of lower priority. */
  private separate(i: number): void {
    const { walls, isActive, units: { x, y, radius, avoids, layers, priority }, neighbours: { ids, counts, limit } } = this;
    for (let k = i * limit; k < i * limit + counts[i]; k++) {
      const j = ids[k];
      const dx = x[j] - x[i];
      const dy = y[j] - y[i];
      const r = radius[i] + radius[j];
      const d2 = dx * dx + dy * dy;
      const least = Math.min(radius[i], radius[j]);
      const near = r - TOLERANCE * least;
      // Smaller overlaps stay: a move without another check could leave a larger one.
      if (d2 >= near * near) continue;
      const d = Math.sqrt(d2);
      // Slightly more than needed; otherwise chains of units take many rounds.
      const overlap = r - d + TOLERANCE * 0.2 * least;
      isActive[i] = isActive[j] = 1;
      const nx = d > 0 ? dx / d : 1;
      const ny = d > 0 ? dy / d : 0;
      const yields = (avoids[j] & layers[i]) !== 0;
      const share = !yields ? 1 : priority[i] === priority[j] ? 0.5 : priority[i] < priority[j] ? 0.9 : 0.1;
      walls.move(i, -nx * overlap * share, -ny * overlap * share);
      if (yields) walls.move(j, nx * overlap * (1 - share), ny * overlap * (1 - share));
    }
  }
}
