/**
 * Units that move freely in the plane and do not touch: optimal reciprocal collision avoidance (J. van den Berg, S. Guy, M. Lin, D. Manocha, "Reciprocal n-body
 * collision avoidance", Robotics Research (STAR 70), 2011).
 *
 * Departures:
 * - A wall is the half-plane behind its nearest point, over a short time, and never given up; the paper's cut-off cones keep units farther from walls than need be.
 * - Who comes no further for a while no longer gives way to those of lower rank, and pushes them out of its way; who is pushed has the rank of the one that
 *   pushes. So two that meet in a doorway pass, where the plain method leaves both standing.
 * - Preferred velocities are turned by a small angle, to the right, a little more or less for each unit: symmetric scenes do not lock.
 * - What overlap is left where the half-planes leave nothing is removed after the step.
 */
import { checkOptions, shown } from '@pf/graph/kit';
import { PointBuckets } from './point-buckets.ts';
import { HalfPlanes, VelocityProgram } from './velocity-program.ts';
import { WallBuckets } from './wall-buckets.ts';

/** How far ahead units look. */
export interface SteeringOptions {
  /** Seconds for which a velocity is to be free of collisions with other units. Default 2. */
  readonly horizon?: number | undefined;
  /** How many others a unit looks at, the nearest. Default 10. */
  readonly neighbours?: number | undefined;
  /** How far it sees them. Default 5. */
  readonly range?: number | undefined;
}

/** A unit of a `Steering`. */
export interface SteeredUnit {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Its top speed, in lengths a second. */
  readonly speed: number;
  /** Units of less priority give way to those of more. Default 0. */
  readonly priority?: number | undefined;
  /** Bits of the layers that it is on, and of those that it avoids. Default 1 and all. */
  readonly layers?: number | undefined;
  readonly avoids?: number | undefined;
}

/** Seconds within which a unit does not reach a wall. */
const WALL_HORIZON = 0.25;
/** Below this part of what it would like to do, a unit counts as stuck; for so many seconds it puts up with that. */
const SLOW = 0.2;
const PATIENCE = 0.6;
/** After so many seconds, those of higher rank that stand where they want to be are asked too. */
const LONG_PATIENCE = 3;
/** Seconds for which one that was pushed goes on to make room. */
const PUSHED = 0.5;
const MOST_WALLS = 24;
/** Rounds at most in which overlaps are removed, and how much of the radii may be left. */
const ROUNDS = 200;
const TOLERANCE = 0.005;
/** Every so many rounds it is looked anew who is near. */
const REFRESH = 4;

/**
 * Moves units of any size through the plane so that they do not touch each other or walls, by preferred velocities: of a path, a flow field, or a `Dispatcher`.
 *
 * Positions and velocities are typed arrays by unit, to be read after each `step`; they are replaced when units are added. The same calls give the same moves.
 * A unit that has arrived and prefers to stand stays where it is, unless it is in the way of one that is stuck.
 *
 * Memory: about 150 bytes a unit, and 4 for each neighbour.
 *
 * @example
 * ```ts
 * import { Steering } from '@pf/crowd';
 *
 * const steering = new Steering();
 * const a = steering.add({ x: 0, y: 0, radius: 0.5, speed: 2 });
 * const b = steering.add({ x: 10, y: 0, radius: 0.5, speed: 2 });
 * steering.seek(a, 10, 0);
 * steering.seek(b, 0, 0);
 * for (let i = 0; i < 100; i++) steering.step(0.1); // they pass each other
 * steering.x[a]; // ≈ 10.00
 * ```
 */
export class Steering {
  x = new Float64Array(0);
  y = new Float64Array(0);
  vx = new Float64Array(0);
  vy = new Float64Array(0);
  /** How many numbers have been given to units. */
  count = 0;
  private readonly horizon: number;
  private readonly most: number;
  private readonly range: number;
  private readonly free: number[] = [];
  private present = new Uint8Array(0);
  private radius = new Float64Array(0);
  private speed = new Float64Array(0);
  private priority = new Float64Array(0);
  private layers = new Int32Array(0);
  private masks = new Int32Array(0);
  /** What a unit wants: a velocity, or a point to stop at. */
  private wishX = new Float64Array(0);
  private wishY = new Float64Array(0);
  private seeks = new Uint8Array(0);
  /** The same as a velocity in this step. */
  private px = new Float64Array(0);
  private py = new Float64Array(0);
  private nextVx = new Float64Array(0);
  private nextVy = new Float64Array(0);
  private stuck = new Float64Array(0);
  private pushed = new Float64Array(0);
  private pushX = new Float64Array(0);
  private pushY = new Float64Array(0);
  /** The unit by whose rank this one goes: itself, or the one that pushes. */
  private chief = new Int32Array(0);
  private near = new Int32Array(0);
  private nearCount = new Int32Array(0);
  /** Whether a unit wants to stay where it is. */
  private rests = new Uint8Array(0);
  private active = new Int32Array(0);
  private isActive = new Uint8Array(0);
  private hasMoved = new Uint8Array(0);
  private readonly distances: Float64Array;
  private readonly found: Int32Array;
  private readonly walls = new Int32Array(MOST_WALLS);
  private readonly buckets = new PointBuckets();
  private wallBuckets = new WallBuckets([], 1);
  private readonly planes: HalfPlanes;
  private readonly program: VelocityProgram;
  private widest = 0;

  constructor(options: SteeringOptions = {}) {
    checkOptions(options, ['horizon', 'neighbours', 'range'], 'Steering');
    const { horizon = 2, neighbours = 10, range = 5 } = options;
    positive('horizon', horizon);
    positive('range', range);
    if (!Number.isInteger(neighbours) || neighbours < 1) throw new RangeError(`neighbours must be a whole number from 1 on, got ${shown(neighbours)}.`);
    this.horizon = horizon;
    this.most = neighbours;
    this.range = range;
    this.distances = new Float64Array(neighbours);
    this.found = new Int32Array(neighbours);
    this.planes = new HalfPlanes(neighbours + MOST_WALLS);
    this.program = new VelocityProgram(neighbours + MOST_WALLS);
  }

  /** Puts a unit into the world and returns its number; numbers of removed ones are given again. */
  add(unit: SteeredUnit): number {
    checkOptions(unit, ['x', 'y', 'radius', 'speed', 'priority', 'layers', 'avoids'], 'a unit');
    const { x, y, radius, speed, priority = 0, layers = 1, avoids = -1 } = unit;
    positive('radius', radius);
    if (!(speed >= 0 && speed < Infinity)) throw new RangeError(`speed must be a number from 0 on, got ${shown(speed)}.`);
    finite('x', x);
    finite('y', y);
    finite('priority', priority);
    const i = this.free.pop() ?? this.count++;
    if (i >= this.x.length) this.grow(2 * i + 16);
    this.present[i] = 1;
    this.x[i] = x;
    this.y[i] = y;
    this.vx[i] = this.vy[i] = this.stuck[i] = this.pushed[i] = 0;
    this.radius[i] = radius;
    this.speed[i] = speed;
    this.priority[i] = priority;
    this.layers[i] = layers;
    this.masks[i] = avoids;
    this.chief[i] = i;
    this.prefer(i, 0, 0);
    this.widest = Math.max(this.widest, radius);
    return i;
  }

  /** Takes a unit out of the world. */
  remove(unit: number): void {
    this.check(unit);
    this.present[unit] = 0;
    this.free.push(unit);
  }

  /** What velocity a unit would like to have from now on: along its path, say. Longer ones than its top speed are cut. */
  prefer(unit: number, vx: number, vy: number): void {
    this.wish(unit, vx, vy, 0);
  }

  /** Sends a unit straight to a point, where it stops. */
  seek(unit: number, x: number, y: number): void {
    this.wish(unit, x, y, 1);
  }

  /** Puts a unit somewhere else. */
  place(unit: number, x: number, y: number): void {
    this.check(unit);
    finite('x', x);
    finite('y', y);
    this.x[unit] = x;
    this.y[unit] = y;
    this.vx[unit] = this.vy[unit] = 0;
  }

  /** Replaces all walls: four numbers each, x and y of both ends. `gridWalls` makes them of a grid; those of a mesh are its borders. */
  setWalls(edges: ArrayLike<number>): void {
    if (edges.length % 4 !== 0) throw new RangeError(`Walls are four numbers each, x and y of both ends, got ${edges.length} numbers.`);
    for (let k = 0; k < edges.length; k++) if (!Number.isFinite(edges[k])) throw new RangeError(`Number ${k} of the walls is ${shown(edges[k])}: all must be finite.`);
    this.wallBuckets = new WallBuckets(edges, 1 + 2 * this.widest);
  }

  /** Moves all units by `dt` seconds. */
  step(dt: number): void {
    positive('dt', dt);
    const { count, present, x, y, vx, vy, nextVx, nextVy, pushed } = this;
    this.buckets.fill(count, present, x, y, Math.max(this.widest * 2, this.range / 8), this.range / 2);
    for (let i = 0; i < count; i++) if (present[i] !== 0) this.look(i, dt);
    for (let i = 0; i < count; i++) if (present[i] !== 0) this.push(i);
    for (let i = 0; i < count; i++) if (present[i] !== 0) this.choose(i, dt);
    for (let i = 0; i < count; i++) {
      if (present[i] === 0) continue;
      vx[i] = nextVx[i];
      vy[i] = nextVy[i];
      this.shift(i, vx[i] * dt, vy[i] * dt);
      pushed[i] = Math.max(0, pushed[i] - dt);
      if (pushed[i] === 0) this.chief[i] = i;
    }
    this.separate();
  }

  /** What a unit prefers, and who is near. */
  private look(i: number, dt: number): void {
    const { x, y, px, py, wishX, wishY, most, found } = this;
    let [wx, wy] = [wishX[i], wishY[i]];
    if (this.seeks[i] === 1) {
      wx = (wx - x[i]) / dt;
      wy = (wy - y[i]) / dt;
    }
    const length = Math.hypot(wx, wy);
    const speed = Math.min(this.speed[i], length);
    // A progression without a pattern gives each its own angle, the same at each run.
    const angle = -0.02 - 0.03 * ((i * 0.6180339887498949) % 1);
    const scale = length > 0 ? speed / length : 0;
    const [cos, sin] = length * dt > 0.01 * this.radius[i] ? [Math.cos(angle), Math.sin(angle)] : [1, 0];
    px[i] = (wx * cos - wy * sin) * scale;
    py[i] = (wx * sin + wy * cos) * scale;
    const along = speed > 0 ? (this.vx[i] * px[i] + this.vy[i] * py[i]) / speed : 0;
    this.rests[i] = speed > 0.01 * this.speed[i] ? 0 : 1;
    this.stuck[i] = speed > 0.01 * this.speed[i] && along < SLOW * speed ? Math.min(LONG_PATIENCE + 1, this.stuck[i] + dt) : Math.max(0, this.stuck[i] - dt / 2);
    const n = this.buckets.nearest(i, x, y, this.range, most, this.masks[i], this.layers, found, this.distances);
    for (let k = 0; k < n; k++) this.near[i * most + k] = found[k];
    this.nearCount[i] = n;
  }

  /** One that is stuck asks those before it for room who rank lower. */
  private push(i: number): void {
    if (this.stuck[i] < PATIENCE && this.pushed[i] === 0) return;
    const { x, y, px, py, radius, near, nearCount, most, pushed, pushX, pushY, chief } = this;
    const [wx, wy] = pushed[i] > 0 ? [pushX[i], pushY[i]] : [px[i], py[i]];
    const length = Math.hypot(wx, wy);
    if (length === 0) return;
    for (let k = i * most; k < i * most + nearCount[i]; k++) {
      const j = near[k];
      const [dx, dy] = [x[j] - x[i], y[j] - y[i]];
      const distance = Math.hypot(dx, dy);
      if (distance > 1.3 * (radius[i] + radius[j]) || dx * wx + dy * wy < 0.3 * distance * length || !this.precedes(chief[i], chief[j])) continue;
      // To the side on which it is, more or less along.
      const side = wx * dy - wy * dx >= 0 ? 1 : -1;
      const [ux, uy] = [wx / length, wy / length];
      pushed[j] = PUSHED;
      chief[j] = chief[i];
      pushX[j] = (ux - 0.5 * side * uy) * this.speed[j];
      pushY[j] = (uy + 0.5 * side * ux) * this.speed[j];
    }
  }

  private precedes(i: number, j: number): boolean {
    const { priority, rests } = this;
    if (priority[i] !== priority[j]) return priority[i] > priority[j];
    return i < j || (rests[i] < rests[j] && this.stuck[i] >= LONG_PATIENCE);
  }

  private choose(i: number, dt: number): void {
    const { planes, program, near, nearCount, most, pushed, stuck, chief, masks, layers, priority } = this;
    planes.count = 0;
    this.addWalls(i, dt);
    const soft = planes.count;
    const isUrgent = stuck[i] >= PATIENCE || pushed[i] > 0;
    for (let k = i * most; k < i * most + nearCount[i]; k++) {
      const j = near[k];
      const yields = (masks[j] & layers[i]) !== 0;
      if (yields && isUrgent && chief[i] !== chief[j] && this.precedes(chief[i], chief[j])) continue;
      const mustYield = !yields || priority[i] < priority[j] || ((stuck[j] >= PATIENCE || pushed[j] > 0) && chief[i] !== chief[j] && this.precedes(chief[j], chief[i]));
      this.addUnit(i, j, dt, mustYield ? 1 : priority[i] > priority[j] ? 0 : 0.5);
    }
    const isPushed = pushed[i] > 0;
    program.solve(planes, soft, this.speed[i], isPushed ? this.pushX[i] : this.px[i], isPushed ? this.pushY[i] : this.py[i]);
    this.nextVx[i] = program.x;
    this.nextVy[i] = program.y;
  }

  /** The half-plane of velocities that avoid another unit, if that does the rest. */
  private addUnit(i: number, j: number, dt: number, share: number): void {
    const { x, y, vx, vy, radius, horizon } = this;
    const dx = x[j] - x[i];
    const dy = y[j] - y[i];
    const rx = vx[i] - vx[j];
    const ry = vy[i] - vy[j];
    const distance2 = dx * dx + dy * dy;
    const r = radius[i] + radius[j];
    const apart = distance2 > r * r;
    const time = apart ? horizon : dt;
    const wx = rx - dx / time;
    const wy = ry - dy / time;
    const w2 = wx * wx + wy * wy;
    const ahead = wx * dx + wy * dy;
    let ex: number;
    let ey: number;
    let ux: number;
    let uy: number;
    if (!apart || (ahead < 0 && ahead * ahead > r * r * w2)) {
      const w = Math.sqrt(w2);
      // Two on one point part by their numbers.
      const nx = w > 0 ? wx / w : i < j ? 1 : -1;
      const ny = w > 0 ? wy / w : 0;
      ex = ny;
      ey = -nx;
      ux = (r / time - w) * nx;
      uy = (r / time - w) * ny;
    } else {
      const leg = Math.sqrt(distance2 - r * r);
      const side = dx * wy - dy * wx > 0 ? 1 : -1;
      ex = (side * dx * leg - dy * r) / distance2;
      ey = (dx * r + side * dy * leg) / distance2;
      const along = rx * ex + ry * ey;
      ux = along * ex - rx;
      uy = along * ey - ry;
    }
    this.planes.add(vx[i] + share * ux, vy[i] + share * uy, ex, ey);
  }

  private addWalls(i: number, dt: number): void {
    if (this.wallBuckets.isEmpty) return;
    const { x, y, radius, wallBuckets, walls, planes } = this;
    const time = Math.max(dt, WALL_HORIZON);
    const reach = radius[i] + this.speed[i] * time;
    const n = wallBuckets.near(x[i], y[i], reach, walls);
    for (let k = 0; k < n; k++) {
      const [dx, dy] = this.toWall(walls[k], x[i], y[i]);
      const distance = Math.hypot(dx, dy);
      if (distance > reach || distance === 0) continue;
      const most = Math.max(0, distance - radius[i]) / time;
      planes.add((dx / distance) * most, (dy / distance) * most, -dy / distance, dx / distance);
    }
  }

  /** From a point to the nearest of a wall. */
  private toWall(e: number, x: number, y: number): readonly [number, number] {
    const { edges } = this.wallBuckets;
    const [ax, ay] = [edges[4 * e], edges[4 * e + 1]];
    const [ex, ey] = [edges[4 * e + 2] - ax, edges[4 * e + 3] - ay];
    const length2 = ex * ex + ey * ey;
    const t = length2 > 0 ? Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / length2)) : 0;
    return [ax + t * ex - x, ay + t * ey - y];
  }

  /** Moves a unit, but not through a wall. */
  private shift(i: number, dx: number, dy: number): void {
    const { x, y, walls, wallBuckets, radius } = this;
    const qx = x[i] + dx;
    const qy = y[i] + dy;
    const n = wallBuckets.isEmpty ? 0 : wallBuckets.near(x[i], y[i], radius[i] + Math.hypot(dx, dy), walls);
    for (let k = 0; k < n; k++) if (wallBuckets.isCrossed(walls[k], x[i], y[i], qx, qy)) return;
    x[i] = qx;
    y[i] = qy;
    for (let k = 0; k < n; k++) {
      const [wx, wy] = this.toWall(walls[k], x[i], y[i]);
      const distance = Math.hypot(wx, wy);
      if (distance >= radius[i] || distance === 0) continue;
      x[i] -= (wx / distance) * (radius[i] - distance);
      y[i] -= (wy / distance) * (radius[i] - distance);
    }
  }

  /** Moves those apart that overlap, and mostly the one of lower priority: all once, then again those that had to move. */
  private separate(): void {
    const { count, present, active, isActive, hasMoved } = this;
    let n = 0;
    for (let i = 0; i < count; i++) if (present[i] !== 0) active[n++] = i;
    hasMoved.fill(0);
    let isChecked = true;
    for (let round = 0; n > 0 && round < ROUNDS; round++) {
      if (round % REFRESH === REFRESH - 1) this.refresh(n);
      isActive.fill(0);
      for (let k = 0; k < n; k++) this.separateFromNear(active[k]);
      n = 0;
      for (let i = 0; i < count; i++) if (isActive[i] !== 0) hasMoved[(active[n++] = i)] = 1;
      if (n > 0) isChecked = false;
      else if (!isChecked) {
        // Those that have moved may touch others by now than those that were near before.
        for (let i = 0; i < count; i++) if (hasMoved[i] !== 0) active[n++] = i;
        this.refresh(n);
        isChecked = true;
      }
    }
  }

  /** In a crush, those that overlap are not those that were near before. */
  private refresh(n: number): void {
    const { x, y, active, radius, widest, most, found, near, nearCount } = this;
    this.buckets.fill(this.count, this.present, x, y, 2 * widest, 2 * widest);
    for (let k = 0; k < n; k++) {
      const i = active[k];
      const m = this.buckets.nearest(i, x, y, 1.5 * radius[i] + widest, most, this.masks[i], this.layers, found, this.distances);
      for (let j = 0; j < m; j++) near[i * most + j] = found[j];
      nearCount[i] = m;
    }
  }

  private separateFromNear(i: number): void {
    const { x, y, radius, near, nearCount, most, masks, layers, priority, isActive } = this;
    for (let k = i * most; k < i * most + nearCount[i]; k++) {
      const j = near[k];
      const dx = x[j] - x[i];
      const dy = y[j] - y[i];
      const r = radius[i] + radius[j];
      const d2 = dx * dx + dy * dy;
      if (d2 >= r * r) continue;
      const d = Math.sqrt(d2);
      // A little more than needed, or chains of them would take long.
      const overlap = r - d + TOLERANCE * 0.2 * Math.min(radius[i], radius[j]);
      if (r - d > TOLERANCE * Math.min(radius[i], radius[j])) isActive[i] = isActive[j] = 1;
      const nx = d > 0 ? dx / d : 1;
      const ny = d > 0 ? dy / d : 0;
      const yields = (masks[j] & layers[i]) !== 0;
      const share = !yields ? 1 : priority[i] === priority[j] ? 0.5 : priority[i] < priority[j] ? 0.9 : 0.1;
      this.shift(i, -nx * overlap * share, -ny * overlap * share);
      if (yields) this.shift(j, nx * overlap * (1 - share), ny * overlap * (1 - share));
    }
  }

  private wish(unit: number, x: number, y: number, seeks: 0 | 1): void {
    this.check(unit);
    finite('x', x);
    finite('y', y);
    this.wishX[unit] = x;
    this.wishY[unit] = y;
    this.seeks[unit] = seeks;
  }

  private check(unit: number): void {
    if (this.present[unit] !== 1) throw new RangeError(`There is no unit ${shown(unit)}: add(unit) returns the number of a new one.`);
  }

  private grow(n: number): void {
    for (const name of ['x', 'y', 'vx', 'vy', 'radius', 'speed', 'priority', 'wishX', 'wishY', 'px', 'py', 'nextVx', 'nextVy', 'stuck', 'pushed', 'pushX', 'pushY'] as const) this[name] = grown(this[name], new Float64Array(n));
    for (const name of ['layers', 'masks', 'chief', 'nearCount', 'active'] as const) this[name] = grown(this[name], new Int32Array(n));
    for (const name of ['present', 'seeks', 'rests', 'isActive', 'hasMoved'] as const) this[name] = grown(this[name], new Uint8Array(n));
    this.near = new Int32Array(n * this.most);
  }
}

function grown<T extends Float64Array | Int32Array | Uint8Array>(old: T, made: T): T {
  made.set(old);
  return made;
}

function positive(name: string, value: number): void {
  if (!(value > 0 && value < Infinity)) throw new RangeError(`${name} must be a number above 0, got ${shown(value)}.`);
}

function finite(name: string, value: number): void {
  if (!Number.isFinite(value)) throw new RangeError(`${name} must be a finite number, got ${shown(value)}.`);
}
