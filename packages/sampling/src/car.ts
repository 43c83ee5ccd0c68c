import { checkBoolean, checkOptions, shown } from '@pf/graph/kit';
import type { Dynamics } from './kinodynamic-rrt.ts';

/** Options of `car`. Lengths are in units of the space, angles in radians. */
export interface CarOptions {
  /** The radius of the tightest circle that the car can drive. */
  readonly turningRadius: number;
  /** Length of one motion. Default: the turning radius. */
  readonly stride?: number | undefined;
  /** Segments of one motion in the collision test. Default 4. */
  readonly pieces?: number | undefined;
  /** Whether it can drive backwards (Reeds & Shepp's car) or not (Dubins', the default). */
  readonly reverse?: boolean | undefined;
  /** Number of random motions to try; the one that ends nearest is taken. Default 5. */
  readonly trials?: number | undefined;
  /** The distance that counts as much as one radian of heading. Default: the turning radius. */
  readonly turnWeight?: number | undefined;
}

/**
 * A car as `Dynamics`. Its state is [x, y, heading]; it drives arcs of circles. `steer` takes any heading and writes headings from −π to π. The
 * bounds of the space may be narrower: those of `footprint` are −π and π.
 *
 * @example
 * ```ts
 * import { car } from '@pf/sampling';
 *
 * const drive = car({ turningRadius: 2, stride: 1, pieces: 1 });
 * const out = new Float64Array(3);
 * drive.steer(Float64Array.of(0, 0, 0), Float64Array.of(9, 0, 0), out, new Float64Array(2), () => 0.5);
 * [...out]; // → [1, 0, 0]
 * ```
 */
export function car(options: CarOptions): Dynamics {
  if ((options as CarOptions | undefined) === undefined) throw new TypeError('A car needs its turning radius: car({ turningRadius: 5 }).');
  checkOptions(options, ['turningRadius', 'stride', 'pieces', 'reverse', 'trials', 'turnWeight'], 'car');
  const { turningRadius, stride = turningRadius, pieces = 4, reverse = false, trials = 5, turnWeight = turningRadius } = options;
  checkBoolean(reverse, 'reverse');
  if (!(typeof turningRadius === 'number' && turningRadius > 0)) throw new RangeError(`The turning radius must be above 0, got ${shown(turningRadius)}.`);
  if (!(Number.isFinite(stride) && stride > 0)) throw new RangeError(`The stride must be above 0 and finite, got ${shown(stride)}.`);
  if (!(Number.isFinite(turnWeight) && turnWeight >= 0)) throw new RangeError(`The weight of a turn must be 0 or more and finite, got ${shown(turnWeight)}.`);
  if (!(Number.isInteger(trials) && trials >= 1)) throw new RangeError(`The trials must be a whole number, at least 1, got ${shown(trials)}.`);
  if (!(Number.isInteger(pieces) && pieces >= 1)) throw new RangeError(`The pieces of a motion must be a whole number, at least 1, got ${shown(pieces)}.`);
  const state = new Float64Array(3);
  const away = (x: number, y: number, heading: number, goal: Float64Array): number =>
    (x - goal[0]) ** 2 + (y - goal[1]) ** 2 + 2 * turnWeight ** 2 * (1 - Math.cos(heading - goal[2]));
  return {
    states: pieces,
    controls: 2,
    dimension: 3,
    period: [0, 0, 2 * Math.PI],
    // The heading as a point on a circle, so that headings on both sides of π are near each other.
    embedding: {
      dimension: 4,
      write(from, out) {
        out[0] = from[0];
        out[1] = from[1];
        out[2] = turnWeight * Math.cos(from[2]);
        out[3] = turnWeight * Math.sin(from[2]);
      },
    },
    cost: () => stride / pieces,
    steer(from, toward, out, controls, random) {
      let bestCurvature = 0, bestLength = stride, least = Infinity;
      for (let trial = 0; trial < trials; trial++) {
        const curvature = (2 * random() - 1) / turningRadius;
        const length = reverse && random() < 0.5 ? -stride : stride;
        arc(from, curvature, length, state);
        const left = away(state[0], state[1], state[2], toward);
        if (left < least) {
          least = left;
          bestCurvature = curvature;
          bestLength = length;
        }
      }
      for (let i = 0; i < pieces; i++) {
        arc(from, bestCurvature, (bestLength * (i + 1)) / pieces, state);
        out.set(state, 3 * i);
      }
      controls[0] = bestCurvature;
      controls[1] = bestLength / pieces;
      return pieces;
    },
  };
}

/** The state after an arc of `length`; negative lengths are backwards. */
function arc(from: Float64Array, curvature: number, length: number, out: Float64Array): void {
  const heading = from[2];
  const turned = heading + curvature * length;
  if (Math.abs(curvature * length) < 1e-9) {
    out[0] = from[0] + length * Math.cos(heading);
    out[1] = from[1] + length * Math.sin(heading);
  } else {
    out[0] = from[0] + (Math.sin(turned) - Math.sin(heading)) / curvature;
    out[1] = from[1] - (Math.cos(turned) - Math.cos(heading)) / curvature;
  }
  out[2] = turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
}
