import { checkOptions, shown } from '@pf/graph/kit';

/** A unit of a `Steering`. */
export interface SteeredUnit {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** The top speed, in lengths a second. */
  readonly speed: number;
  /** Units of lower priority give way to those of higher. Default 0. */
  readonly priority?: number | undefined;
  /** The bits of the layers that it is on, and of those that it avoids, up to 32. Default: 1, and all. */
  readonly layers?: number | undefined;
  readonly avoids?: number | undefined;
}

/** The state of all units, one typed array for each property. Arrays are replaced when they grow. */
export class UnitArrays {
  x = new Float64Array(0);
  y = new Float64Array(0);
  vx = new Float64Array(0);
  vy = new Float64Array(0);
  /** The position at the start of the last step. */
  fromX = new Float64Array(0);
  fromY = new Float64Array(0);
  /** The number of ids given to units, those of removed units included. */
  count = 0;
  present = new Uint8Array(0);
  radius = new Float64Array(0);
  speed = new Float64Array(0);
  priority = new Float64Array(0);
  layers = new Int32Array(0);
  avoids = new Int32Array(0);
  /** The preferred velocity; if `seeks` is 1, the point at which to stop. */
  wishX = new Float64Array(0);
  wishY = new Float64Array(0);
  seeks = new Uint8Array(0);
  /** The cosine and sine of the angle by which preferred velocities are turned. */
  turnX = new Float64Array(0);
  turnY = new Float64Array(0);
  /** The preferred velocity of this step. */
  preferredX = new Float64Array(0);
  preferredY = new Float64Array(0);
  /** The velocity chosen for this step. */
  nextVx = new Float64Array(0);
  nextVy = new Float64Array(0);
  /** Whether a unit prefers to stay where it is. */
  rests = new Uint8Array(0);
  /** Seconds for which a unit has been stuck. */
  stuck = new Float64Array(0);
  /** The seconds for which a unit still makes room for another, its velocity meanwhile, and the unit whose rank it has: itself, or the one that pushes. */
  pushed = new Float64Array(0);
  pushX = new Float64Array(0);
  pushY = new Float64Array(0);
  leader = new Int32Array(0);
  /** The largest radius and the highest top speed; upper bounds from a removal until `refresh`. */
  widest = 0;
  fastest = 0;
  private readonly free: number[] = [];

  add(unit: SteeredUnit): number {
    if ((unit as SteeredUnit | undefined) === undefined) throw new TypeError('A unit to steer is { x, y, radius, speed }, got undefined.');
    checkOptions(unit, ['x', 'y', 'radius', 'speed', 'priority', 'layers', 'avoids'], 'A unit to steer');
    const { x, y, radius, speed, priority = 0, layers = 1, avoids = -1 } = unit;
    checkPositive('radius', radius);
    if (!(Number.isFinite(speed) && speed >= 0)) throw new RangeError(`speed must be a number from 0 on, got ${shown(speed)}.`);
    for (const [name, value] of Object.entries({ x, y, radius, speed })) checkLength(name, value);
    if (!Number.isFinite(priority)) throw new RangeError(`priority must be a finite number, got ${shown(priority)}.`);
    for (const bits of [layers, avoids]) {
      if (!(Number.isInteger(bits) && bits >= -(2 ** 31) && bits < 2 ** 32)) throw new RangeError(`layers and avoids are sets of up to 32 bits, whole numbers, got ${shown(bits)}.`);
    }
    const i = this.free.pop() ?? this.count++;
    if (i >= this.x.length) this.grow(2 * i + 16);
    this.present[i] = 1;
    this.place(i, x, y);
    this.radius[i] = radius;
    this.speed[i] = speed;
    this.priority[i] = priority;
    this.layers[i] = layers;
    this.avoids[i] = avoids;
    // Multiples of the golden ratio give each unit its own angle. Math.sin would not do: its last digits differ between engines, and moves must be the same everywhere.
    const sine = -0.02 - 0.03 * ((i * 0.6180339887498949) % 1);
    this.turnX[i] = Math.sqrt(1 - sine * sine);
    this.turnY[i] = sine;
    this.wish(i, 0, 0, 0);
    this.widest = Math.max(this.widest, radius);
    this.fastest = Math.max(this.fastest, speed);
    return i;
  }

  remove(unit: number): void {
    this.check(unit);
    this.present[unit] = 0;
    this.free.push(unit);
  }

  /** Finds the largest radius and the highest speed again, since a unit that had them may have been removed: they decide how far all others look. */
  refresh(): void {
    this.widest = this.fastest = 0;
    for (let i = 0; i < this.count; i++) {
      if (this.present[i] === 0) continue;
      this.widest = Math.max(this.widest, this.radius[i]);
      this.fastest = Math.max(this.fastest, this.speed[i]);
    }
  }

  place(unit: number, x: number, y: number): void {
    this.check(unit);
    checkLength('x', x);
    checkLength('y', y);
    this.x[unit] = this.fromX[unit] = x;
    this.y[unit] = this.fromY[unit] = y;
    this.vx[unit] = this.vy[unit] = this.stuck[unit] = this.pushed[unit] = 0;
    this.leader[unit] = unit;
  }

  wish(unit: number, x: number, y: number, seeks: 0 | 1): void {
    this.check(unit);
    checkLength('x', x);
    checkLength('y', y);
    this.wishX[unit] = x;
    this.wishY[unit] = y;
    this.seeks[unit] = seeks;
  }

  /** The distance within which other units touch unit `i`, or may do so soon. */
  reach(i: number): number {
    return 1.5 * this.radius[i] + this.widest;
  }

  private check(unit: number): void {
    if (this.present[unit] !== 1) throw new RangeError(`There is no unit ${shown(unit)}: pass a number that add has returned.`);
  }

  private grow(n: number): void {
    const floats = ['x', 'y', 'vx', 'vy', 'fromX', 'fromY', 'radius', 'speed', 'priority', 'wishX', 'wishY', 'turnX', 'turnY', 'preferredX', 'preferredY', 'nextVx', 'nextVy', 'stuck', 'pushed', 'pushX', 'pushY'] as const;
    for (const name of floats) this[name] = grown(this[name], new Float64Array(n));
    for (const name of ['layers', 'avoids', 'leader'] as const) this[name] = grown(this[name], new Int32Array(n));
    for (const name of ['present', 'seeks', 'rests'] as const) this[name] = grown(this[name], new Uint8Array(n));
  }
}

function grown<T extends Float64Array | Int32Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

export function checkPositive(name: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) throw new RangeError(`${name} must be a number above 0, got ${shown(value)}.`);
}

/** Throws if a coordinate, a radius or a speed is not a number, or so large that products of four would overflow. */
export function checkLength(name: string, value: number): void {
  if (!(typeof value === 'number' && Math.abs(value) <= 1e50)) throw new RangeError(`${name} must be a number from -1e50 to 1e50, got ${shown(value)}.`);
}
