/**
 * Units that move freely in the plane without collisions: optimal reciprocal collision avoidance (J. van den Berg, S. Guy, M. Lin, D. Manocha, "Reciprocal n-body
 * collision avoidance", Robotics Research (STAR 70), 2011).
 *
 * Departures:
 * - A wall is the half-plane behind its nearest point, over a short time, and is never crossed. The truncated cones of the paper keep units farther from walls than necessary.
 * - A unit that makes no progress for a while stops giving way to units of lower rank, and pushes them (see `Pushing`). So two units pass each other in a doorway; the
 *   original method leaves both standing.
 * - Preferred velocities are turned to the right by a small angle, a little different for each unit, so that symmetric scenes do not lock.
 * - Overlap that the half-planes leave is removed after the step (see `Separation`).
 */
import { checkList, checkOptions, shown } from '@pf/graph/kit';
import { Neighbours } from './neighbours.ts';
import { Pushing } from './pushing.ts';
import { Separation } from './separation.ts';
import type { SteeredUnit } from './unit-arrays.ts';
import { checkLength, checkPositive, UnitArrays } from './unit-arrays.ts';
import { UnitWalls } from './unit-walls.ts';
import { HalfPlanes, VelocityProgram } from './velocity-program.ts';

/** Options of a `Steering`. */
export interface SteeringOptions {
  /** Time in seconds for which a velocity should be free of collisions with other units. Default 2. */
  readonly horizon?: number | undefined;
  /** The number of nearest units that a unit avoids by its choice of velocity; larger units count as nearer. Overlap with the ten nearest is removed in any case. Default 10. */
  readonly neighbours?: number | undefined;
  /** The distance between centres within which it considers them; those that it may touch in this step count too, if it moves by at most two widths. About ten radii are enough. Default 5, for people in metres. */
  readonly range?: number | undefined;
}

/** Overlap is removed among at least this number of neighbours. With fewer, some of those that touch a unit would be missed. */
const LEAST_NEIGHBOURS = 10;

/** Units look as far as if none moved more than this in a step, in radii of the widest. Otherwise one very fast unit would make all others search the whole map. */
const MAX_STEP = 4;

/**
 * Moves units of any size through the plane without collisions with each other or walls. Takes preferred velocities: of a path, a flow field, or a `Dispatcher`.
 *
 * Positions and velocities are typed arrays by unit, to read after each `step`. They are replaced when units are added. The same calls give the same moves.
 * `vx` and `vy` are the chosen velocity. Where units touch each other or a wall, they are pushed apart, and may move less or farther: compare positions.
 * A unit that has arrived stays where it is, unless it is in the way of one that is stuck.
 *
 * Memory: 200 to 400 bytes a unit, since arrays grow ahead, and 4 to 8 for each neighbour, of which there are at least ten. About 80 bytes a wall, and up to 1 MiB.
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
  x: Float64Array = new Float64Array(0);
  y: Float64Array = new Float64Array(0);
  vx: Float64Array = new Float64Array(0);
  vy: Float64Array = new Float64Array(0);
  /** The number of ids given to units, those of removed units included. */
  count = 0;
  private readonly horizon: number;
  private readonly range: number;
  /** The number of neighbours that a velocity avoids. */
  private readonly avoided: number;
  private readonly units = new UnitArrays();
  private readonly neighbours: Neighbours;
  private readonly walls: UnitWalls;
  private readonly pushing: Pushing;
  private readonly separation: Separation;
  private readonly planes = new HalfPlanes();
  private readonly program = new VelocityProgram();
  /** The seconds of the step in progress. */
  private dt = 0;

  constructor(options: SteeringOptions = {}) {
    checkOptions(options, ['horizon', 'neighbours', 'range'], 'Steering');
    const { horizon = 2, neighbours = 10, range = 5 } = options;
    checkPositive('horizon', horizon);
    checkPositive('range', range);
    if (!Number.isInteger(neighbours) || neighbours < 1) throw new RangeError(`neighbours must be a whole number from 1 on, got ${shown(neighbours)}.`);
    this.horizon = horizon;
    this.range = range;
    this.avoided = neighbours;
    this.neighbours = new Neighbours(this.units, Math.max(neighbours, LEAST_NEIGHBOURS));
    this.walls = new UnitWalls(this.units);
    this.pushing = new Pushing(this.units, this.neighbours);
    this.separation = new Separation(this.units, this.neighbours, this.walls);
  }

  /** Adds a unit and returns its number. Numbers of removed units are used again. */
  add(unit: SteeredUnit): number {
    const { units } = this;
    const i = units.add(unit);
    this.x = units.x;
    this.y = units.y;
    this.vx = units.vx;
    this.vy = units.vy;
    this.count = units.count;
    return i;
  }

  remove(unit: number): void {
    this.units.remove(unit);
  }

  /** Sets the preferred velocity of a unit: along its path, for example. Cut to its top speed. */
  prefer(unit: number, vx: number, vy: number): void {
    this.units.wish(unit, vx, vy, 0);
  }

  /** Sends a unit straight to a point, where it stops. */
  seek(unit: number, x: number, y: number): void {
    this.units.wish(unit, x, y, 1);
  }

  /** Puts a unit at another position, at rest. Keeps what it prefers or seeks. */
  place(unit: number, x: number, y: number): void {
    this.units.place(unit, x, y);
  }

  /** Replaces all walls: four numbers each, x and y of both ends. `gridWalls` returns those of a grid. Those of a mesh are its `walls()`, on a mesh without a radius. */
  setWalls(edges: ArrayLike<number>): void {
    checkList(edges, 'walls');
    if (edges.length % 4 !== 0) throw new RangeError(`Walls are four numbers each, x and y of both ends, got ${edges.length} numbers.`);
    for (let k = 0; k < edges.length; k++) checkLength(`Number ${k} of the walls`, edges[k]);
    this.walls.set(edges);
  }

  /** Moves all units by `dt` seconds: 0.016 for a frame of 16 ms. */
  step(dt: number): void {
    checkPositive('dt', dt);
    this.dt = dt;
    this.units.refresh();
    this.pushing.begin(dt);
    const { pushing, walls, neighbours, range, units } = this;
    const { count, present, speed, vx, vy, nextVx, nextVy, widest, fastest } = units;
    const mostApart = 2 * MAX_STEP * widest;
    neighbours.sort(Math.max(widest * 2, range / 8), range / 2);
    for (let i = 0; i < count; i++) {
      if (present[i] === 0) continue;
      pushing.update(i, this.setPreferred(i));
      // Units that two moves may bring together are neighbours too.
      neighbours.find(i, Math.max(range, units.reach(i) + Math.min((speed[i] + fastest) * dt, mostApart)));
    }
    for (let i = 0; i < count; i++) if (present[i] !== 0) pushing.push(i);
    for (let i = 0; i < count; i++) if (present[i] !== 0) this.chooseVelocity(i);
    for (let i = 0; i < count; i++) {
      if (present[i] === 0) continue;
      vx[i] = nextVx[i];
      vy[i] = nextVy[i];
      walls.move(i, vx[i] * dt, vy[i] * dt);
      pushing.expire(i, dt);
    }
    this.separation.run();
  }

  /** Sets the preferred velocity of this step; returns its length. */
  private setPreferred(i: number): number {
    const { dt } = this;
    const { x, y, preferredX, preferredY, wishX, wishY, seeks, speed: topSpeed, radius, turnX, turnY } = this.units;
    let wx = wishX[i];
    let wy = wishY[i];
    if (seeks[i] === 1) {
      wx = (wx - x[i]) / dt;
      wy = (wy - y[i]) / dt;
    }
    const length = Math.sqrt(wx * wx + wy * wy);
    const speed = Math.min(topSpeed[i], length);
    const scale = length > 0 ? speed / length : 0;
    const turns = length * dt > 0.01 * radius[i];
    const cos = turns ? turnX[i] : 1;
    const sin = turns ? turnY[i] : 0;
    preferredX[i] = (wx * cos - wy * sin) * scale;
    preferredY[i] = (wx * sin + wy * cos) * scale;
    return speed;
  }

  private chooseVelocity(i: number): void {
    const { planes, program, pushing, neighbours: { ids, counts, limit } } = this;
    const { speed, preferredX, preferredY, pushed, pushX, pushY, avoids, layers, priority, nextVx, nextVy } = this.units;
    planes.count = 0;
    this.walls.addPlanes(i, this.dt, planes);
    const wallPlanes = planes.count;
    const isUrgent = pushing.isUrgent(i);
    const end = i * limit + Math.min(counts[i], this.avoided);
    for (let k = i * limit; k < end; k++) {
      const j = ids[k];
      const yields = (avoids[j] & layers[i]) !== 0;
      if (yields && isUrgent && pushing.outranks(i, j)) continue;
      const mustYield = !yields || priority[i] < priority[j] || (pushing.isUrgent(j) && pushing.outranks(j, i));
      this.addUnitPlane(i, j, mustYield ? 2 : priority[i] > priority[j] ? 0 : 1);
    }
    const isPushed = pushed[i] > 0;
    program.solve(planes, wallPlanes, speed[i], isPushed ? pushX[i] : preferredX[i], isPushed ? pushY[i] : preferredY[i]);
    nextVx[i] = program.x;
    nextVy[i] = program.y;
  }

  /** Adds the half-plane of velocities with which unit `i` does its share, in halves, of avoiding unit `j`. */
  private addUnitPlane(i: number, j: number, halves: number): void {
    const { dt, horizon, units: { x, y, vx, vy, radius } } = this;
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
    const dot = wx * dx + wy * dy;
    let ex: number;
    let ey: number;
    let ux: number;
    let uy: number;
    if (!apart || (dot < 0 && dot * dot > r * r * w2)) {
      // The nearest point of the velocity obstacle is on its disc.
      const w = Math.sqrt(w2);
      // Units on the same point separate by their numbers.
      const nx = w > 0 ? wx / w : i < j ? 1 : -1;
      const ny = w > 0 ? wy / w : 0;
      ex = ny;
      ey = -nx;
      ux = (r / time - w) * nx;
      uy = (r / time - w) * ny;
    } else {
      // It is on one of its legs.
      const leg = Math.sqrt(distance2 - r * r);
      const side = dx * wy - dy * wx > 0 ? 1 : -1;
      ex = (side * dx * leg - dy * r) / distance2;
      ey = (dx * r + side * dy * leg) / distance2;
      const along = rx * ex + ry * ey;
      ux = along * ex - rx;
      uy = along * ey - ry;
    }
    const share = 0.5 * halves;
    this.planes.add(vx[i] + share * ux, vy[i] + share * uy, ex, ey);
  }
}
