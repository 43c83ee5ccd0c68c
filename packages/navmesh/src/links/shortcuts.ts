import { distance } from '../orientation.ts';

/**
 * Estimates for meshes with links that cost less than their length. The estimate at a point is the minimum of the straight distance to the goal and,
 * for each such link, the distance to its start plus the remaining cost from there. Time and memory are linear in the number of such links, quadratic
 * for each query.
 */
export class Shortcuts {
  count = 0;
  /** By shortcut: its start, and a lower bound of the cost from there to the goal. */
  fromX: Float64Array = new Float64Array(0);
  fromY: Float64Array = new Float64Array(0);
  rest: Float64Array = new Float64Array(0);
  private fromZ = new Float64Array(0);
  private toX = new Float64Array(0);
  private toY = new Float64Array(0);
  private toZ = new Float64Array(0);
  private cost = new Float64Array(0);
  /** Before `clear`: the number of shortcuts. Since then: whether rate and added shortcuts are the same as before. */
  private before = 0;
  private isSame = true;
  private goalX = NaN;
  private goalY = NaN;
  private goalZ = NaN;

  /** `rate`: the lowest cost of a unit of length. `isLevel`: heights are ignored. */
  constructor(private readonly isLevel: boolean) {}

  rate = 1;

  /** Removes all shortcuts and the goal. */
  clear(rate: number): void {
    this.before = this.count;
    this.isSame = rate === this.rate;
    this.rate = rate;
    this.count = 0;
    this.goalX = NaN;
  }

  /** Whether estimates differ from those before `clear`. */
  get haveChanged(): boolean {
    return !this.isSame || this.count !== this.before;
  }

  /** Adds a link if it costs less than its length. */
  add(ax: number, ay: number, az: number, bx: number, by: number, bz: number, cost: number): void {
    if (cost >= this.length(ax - bx, ay - by, az - bz)) return;
    const n = this.count++;
    if (n === this.cost.length) {
      for (const name of ['fromX', 'fromY', 'fromZ', 'toX', 'toY', 'toZ', 'cost', 'rest'] as const) {
        const wider = new Float64Array(2 * n + 4);
        wider.set(this[name]);
        this[name] = wider;
      }
    }
    const { fromX, fromY, fromZ, toX, toY, toZ } = this;
    this.isSame &&= fromX[n] === ax && fromY[n] === ay && fromZ[n] === az && toX[n] === bx && toY[n] === by && toZ[n] === bz && this.cost[n] === cost;
    this.fromX[n] = ax;
    this.fromY[n] = ay;
    this.fromZ[n] = az;
    this.toX[n] = bx;
    this.toY[n] = by;
    this.toZ[n] = bz;
    this.cost[n] = cost;
  }

  /** Sets the goal: computes the remaining cost from each shortcut by Dijkstra's algorithm over them. */
  aim(x: number, y: number, z = 0): void {
    const { count, rest, cost, toX, toY, toZ, fromX, fromY, fromZ } = this;
    if (count === 0 || (x === this.goalX && y === this.goalY && z === this.goalZ)) return;
    this.goalX = x;
    this.goalY = y;
    this.goalZ = z;
    for (let i = 0; i < count; i++) rest[i] = cost[i] + this.length(toX[i] - x, toY[i] - y, toZ[i] - z);
    const isDone = new Uint8Array(count);
    for (let left = count; left > 0; left--) {
      let least = -1;
      for (let i = 0; i < count; i++) if (isDone[i] === 0 && (least < 0 || rest[i] < rest[least])) least = i;
      isDone[least] = 1;
      for (let i = 0; i < count; i++) {
        rest[i] = Math.min(rest[i], cost[i] + this.length(toX[i] - fromX[least], toY[i] - fromY[least], toZ[i] - fromZ[least]) + rest[least]);
      }
    }
  }

  /** A lower bound of the cost from a point to the goal. */
  estimate(x: number, y: number, z = 0): number {
    const { count, rest, fromX, fromY, fromZ } = this;
    let least = this.length(x - this.goalX, y - this.goalY, z - this.goalZ);
    for (let i = 0; i < count; i++) {
      const through = this.length(x - fromX[i], y - fromY[i], z - fromZ[i]) + rest[i];
      if (through < least) least = through;
    }
    return least;
  }

  private length(dx: number, dy: number, dz: number): number {
    const flat = distance(dx, dy);
    // The same formula as the default cost of a link, which is then not less by rounding.
    return this.rate * (this.isLevel ? flat : distance(flat, dz));
  }
}
