/**
 * Draws samples from the whole box or, once a path is known, from the ellipsoid of points that a shorter path can pass.
 *
 * Gammell, Srinivasa & Barfoot, "Informed RRT*: Optimal Sampling-based Path Planning Focused via Direct Sampling of an
 * Admissible Ellipsoidal Heuristic", IROS 2014. Departures: one Householder reflection rotates the ball instead
 * of a singular value decomposition, as only the axis of an ellipsoid of revolution matters. While the ellipsoid
 * is larger than the box, the box is sampled and points outside the ellipsoid are discarded.
 */
import { seededRandom } from '@pf/graph';
import { shown } from '@pf/graph/kit';
import type { Bounds } from './space.ts';

/** Maximum number of draws from the box before any point is accepted. Reached only if box and ellipsoid hardly overlap. */
const PATIENCE = 64;

/** The volume of the unit ball in `d` dimensions, ζ_d. */
export function unitBallVolume(d: number): number {
  return d === 0 ? 1 : d === 1 ? 2 : (unitBallVolume(d - 2) * 2 * Math.PI) / d;
}

/** `random`, with a check that its numbers lie in [0, 1): others would silently spoil the tree. Default: `seededRandom(1)`. */
export function checkedRandom(random: (() => number) | undefined): () => number {
  if (random === undefined) return seededRandom(1);
  if (typeof random !== 'function') throw new TypeError(`random must be a function that gives numbers from 0 to below 1, got ${shown(random)}.`);
  return () => {
    const value = random();
    if (!(value >= 0 && value < 1)) throw new RangeError(`random must give numbers from 0 to below 1, got ${shown(value)}.`);
    return value;
  };
}

/** Throws unless `samples` is a number, 0 or more. */
export function checkSamples(samples: number): void {
  if (typeof samples !== 'number' || !(samples >= 0)) throw new RangeError(`The samples must be a number, 0 or more, got ${shown(samples)}.`);
}

export class Sampler {
  private readonly d: number;
  /** Side of the cube that is as large as the box. Volumes are shares of the box: in many dimensions they themselves may be 0 or Infinity. */
  readonly side: number;
  private readonly ballVolume: number;
  private readonly centre: Float64Array;
  private readonly from: Float64Array;
  private readonly to: Float64Array;
  /** Vector u of the reflection x − 2 u (u·x) that maps the first axis onto the line between the foci. */
  private readonly mirror: Float64Array;
  private focal = 0;

  constructor(private readonly bounds: Bounds, private readonly random: () => number) {
    this.d = bounds.min.length;
    this.side = 1;
    for (let k = 0; k < this.d; k++) this.side *= (bounds.max[k] - bounds.min[k]) ** (1 / this.d);
    this.ballVolume = unitBallVolume(this.d);
    this.centre = new Float64Array(this.d);
    this.from = new Float64Array(this.d);
    this.to = new Float64Array(this.d);
    this.mirror = new Float64Array(this.d);
  }

  /** Sets the foci: start and goal of the path. */
  aim(from: Float64Array, to: Float64Array): void {
    this.from.set(from);
    this.to.set(to);
    let squared = 0;
    for (let k = 0; k < this.d; k++) {
      this.centre[k] = (from[k] + to[k]) / 2;
      squared += (to[k] - from[k]) ** 2;
    }
    this.focal = Math.sqrt(squared);
    // u = (e₁ − axis) / |e₁ − axis|; zero if they are equal or the foci coincide.
    let length = 0;
    for (let k = 0; k < this.d; k++) {
      this.mirror[k] = this.focal > 0 ? (k === 0 ? 1 : 0) - (to[k] - from[k]) / this.focal : 0;
      length += this.mirror[k] ** 2;
    }
    if (length > 0) for (let k = 0; k < this.d; k++) this.mirror[k] /= Math.sqrt(length);
  }

  /** A uniform sample of the box. */
  uniform(out: Float64Array): void {
    const { min, max } = this.bounds;
    for (let k = 0; k < this.d; k++) out[k] = min[k] + this.random() * (max[k] - min[k]);
  }

  /** Volume of the region of all paths up to `cost`, as a share of the box: the ellipsoid's, but at most 1. */
  volume(cost: number): number {
    return Math.min(1, (this.ballVolume * (cost / this.side) * (this.short(cost) / this.side) ** (this.d - 1)) / 2);
  }

  /** A uniform sample of the region of all paths up to `cost`. */
  informed(out: Float64Array, cost: number): void {
    const long = cost / 2;
    const short = this.short(cost);
    const direct = this.volume(cost) < 1;
    for (let draw = 0; draw < PATIENCE; draw++) {
      if (direct) {
        this.ellipsoid(out, long, short);
        if (this.inBox(out)) return;
      } else {
        this.uniform(out);
        if (this.detour(out) <= cost) return;
      }
    }
    this.uniform(out);
  }

  /** Half the width of the ellipsoid, across the line between the foci. */
  private short(cost: number): number {
    return Math.sqrt(Math.max(0, cost * cost - this.focal * this.focal)) / 2;
  }

  private ellipsoid(out: Float64Array, long: number, short: number): void {
    const d = this.d;
    // Uniform in the unit ball: a direction by normal deviates (Box and Muller), and a radius by the d-th root.
    let squared = 0;
    for (let k = 0; k < d; k++) {
      out[k] = Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random());
      squared += out[k] ** 2;
    }
    const scale = this.random() ** (1 / d) / Math.sqrt(squared);
    let along = 0;
    for (let k = 0; k < d; k++) {
      out[k] *= scale * (k === 0 ? long : short);
      along += out[k] * this.mirror[k];
    }
    for (let k = 0; k < d; k++) out[k] = this.centre[k] + out[k] - 2 * along * this.mirror[k];
  }

  private inBox(point: Float64Array): boolean {
    const { min, max } = this.bounds;
    for (let k = 0; k < this.d; k++) if (!(point[k] >= min[k] && point[k] <= max[k])) return false;
    return true;
  }

  /** The length of the path from one focus to the other through `point`. */
  detour(point: Float64Array): number {
    let first = 0, second = 0;
    for (let k = 0; k < this.d; k++) {
      first += (point[k] - this.from[k]) ** 2;
      second += (point[k] - this.to[k]) ** 2;
    }
    return Math.sqrt(first) + Math.sqrt(second);
  }
}
