import type { Neighbours } from './neighbours.ts';
import type { UnitArrays } from './unit-arrays.ts';

/** A unit slower than this fraction of its preferred speed counts as stuck. After PATIENCE seconds it pushes others. */
const SLOW = 0.2;
const PATIENCE = 0.6;
/** After this many seconds, it also pushes resting units of higher rank, and moving units that have been stuck for JAMMED seconds. Those stuck for so long take turns in ranking first. */
const LONG_PATIENCE = 3;
const JAMMED = 2;
/** The longest time that counts. A unit that moves again loses its turn soon, so that crowds at doors keep moving. */
const MAX_STUCK = 3.5;
/** Seconds for which a pushed unit makes room. */
const PUSH_TIME = 0.5;

/** Resolves jams: a unit that is stuck pushes resting units of lower rank out of its way, and jammed ones after a while. A pushed unit has the rank of the one that pushes, and pushes others in turn. */
export class Pushing {
  /** The seconds of this step, of the last one, and of all. */
  private dt = 0;
  private lastDt = 0;
  private time = 0;
  /** Whether higher numbers come first among units that are stuck for long. It changes every LONG_PATIENCE seconds. */
  private isTurned = false;

  constructor(
    private readonly units: UnitArrays,
    private readonly neighbours: Neighbours,
  ) {}

  /** Begins a step of `dt` seconds. */
  begin(dt: number): void {
    this.lastDt = this.time === 0 ? dt : this.dt;
    this.dt = dt;
    this.time += dt;
    this.isTurned = Math.floor(this.time / LONG_PATIENCE) % 2 === 1;
  }

  /** Updates the time for which unit `i`, which prefers to move at `speed`, has been stuck: by how far it came in the last step, after all overlap was removed. */
  update(i: number, speed: number): void {
    const { dt, lastDt } = this;
    const { x, y, fromX, fromY, preferredX, preferredY, rests, stuck, speed: topSpeed } = this.units;
    const along = (x[i] - fromX[i]) * preferredX[i] + (y[i] - fromY[i]) * preferredY[i];
    fromX[i] = x[i];
    fromY[i] = y[i];
    const isTrying = speed > 0.01 * topSpeed[i];
    rests[i] = isTrying ? 0 : 1;
    stuck[i] = isTrying && along < SLOW * speed * speed * lastDt ? Math.min(MAX_STUCK, stuck[i] + dt) : Math.max(0, stuck[i] - dt / 2);
  }

  /** Pushes the resting neighbours in front of unit `i` that rank lower, if it is stuck or pushed. */
  push(i: number): void {
    if (!this.isUrgent(i)) return;
    const { x, y, preferredX, preferredY, radius, speed, pushed, pushX, pushY, leader, rests, stuck } = this.units;
    const { ids, counts, limit } = this.neighbours;
    const isPushed = pushed[i] > 0;
    const wx = isPushed ? pushX[i] : preferredX[i];
    const wy = isPushed ? pushY[i] : preferredY[i];
    const length = Math.sqrt(wx * wx + wy * wy);
    for (let k = i * limit; k < i * limit + counts[i]; k++) {
      const j = ids[k];
      // Units that move make room better by themselves: pushed ones would jam corridors. Where nothing moves any more, they have to be pushed.
      if (rests[j] === 0 && (stuck[i] < LONG_PATIENCE || stuck[j] < JAMMED)) continue;
      const dx = x[j] - x[i];
      const dy = y[j] - y[i];
      const distance = Math.sqrt(dx * dx + dy * dy);
      if (distance > 1.3 * (radius[i] + radius[j]) || dx * wx + dy * wy <= 0.3 * distance * length || !this.outranks(i, j)) continue;
      // Forward, and to the side on which it is.
      const side = wx * dy - wy * dx >= 0 ? 1 : -1;
      const ux = wx / length;
      const uy = wy / length;
      pushed[j] = PUSH_TIME;
      leader[j] = leader[i];
      pushX[j] = (ux - 0.5 * side * uy) * speed[j];
      pushY[j] = (uy + 0.5 * side * ux) * speed[j];
    }
  }

  /** Ends the push of unit `i` when its time is over. */
  expire(i: number, dt: number): void {
    const { pushed, leader } = this.units;
    pushed[i] = Math.max(0, pushed[i] - dt);
    if (pushed[i] === 0) leader[i] = i;
  }

  /** Whether unit `i` is stuck or pushed. */
  isUrgent(i: number): boolean {
    return this.units.stuck[i] >= PATIENCE || this.units.pushed[i] > 0;
  }

  /** Whether unit `i` comes before unit `j` by the ranks of their leaders. */
  outranks(i: number, j: number): boolean {
    const { leader, priority, rests, stuck } = this.units;
    const a = leader[i];
    const b = leader[j];
    if (priority[a] !== priority[b]) return priority[a] > priority[b];
    if (this.isTurned && rests[a] + rests[b] === 0 && stuck[a] >= LONG_PATIENCE && stuck[b] >= LONG_PATIENCE) return a > b;
    return a < b || (rests[a] < rests[b] && stuck[a] >= LONG_PATIENCE);
  }
}
