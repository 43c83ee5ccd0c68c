/**
 * Motion primitives of a straight line, an arc and a straight line: the shortest between two headings of a grid. Each ends exactly at
 * the centre of a cell, and no arc is narrower than the turning radius.
 */
import { checkOption, shown } from '@pf/graph/kit';
import type { Pose } from '../maps/map-frame.ts';
import type { MotionPrimitive, MotionPrimitives } from './motion-primitives.ts';
import { checkGiven } from '../checks.ts';

/** Options of `makeMotionPrimitives`: the base, the cells, and the costs of its motions. */
export interface MakeMotionPrimitivesOptions {
  /**
   * What the base can do besides driving forwards. `differential`: turn in place. `ackermann`: nothing, a car. `omnidirectional`: turn in place and
   * move sideways.
   */
  readonly base: 'differential' | 'ackermann' | 'omnidirectional';
  /** Side of a cell in metres. */
  readonly resolution: number;
  /** No arc is tighter, in metres. As arcs end in cells and at headings, all may be wider: `tightestRadius` of the result says how wide. */
  readonly turningRadius: number;
  /** 4, 8 or 16. Headings point at centres of cells, so their angles are not uniform. Default 16. */
  readonly headings?: 4 | 8 | 16 | undefined;
  /** Length of the long straight motion, in addition to that of one cell, in metres: up to 1000 cells. Default: 8 cells. */
  readonly straight?: number | undefined;
  /** Cost multiplier of driving backwards; Infinity: never. Default 3. */
  readonly reverse?: number | undefined;
  /** Cost multiplier of arcs. Default 1. */
  readonly turn?: number | undefined;
  /** Cost multiplier of turning in place. Default 1. */
  readonly spin?: number | undefined;
  /** Cost multiplier of moving sideways. Default 2. */
  readonly sideways?: number | undefined;
}

/** A heading as an offset in columns and rows. */
type Direction = readonly [x: number, y: number];

const TURN = 2 * Math.PI;
/** Between two poses of a turn in place, in radians. */
const SPIN_STEP = 0.1;
/** An arc over several headings has at most this share of the radius of those over fewer. */
const TIGHTER = 0.9;
/** The headings of the first quarter. */
const DIRECTIONS: Readonly<Record<4 | 8 | 16, readonly Direction[]>> = {
  4: [[1, 0]],
  8: [[1, 0], [1, 1]],
  16: [[1, 0], [2, 1], [1, 1], [1, 2]],
};

/**
 * Makes the motion primitives of a base: straight lines, and arcs to the next heading. An `ackermann` base also gets arcs over several headings, up to
 * a quarter turn, where these are tighter.
 *
 * @example
 * ```ts
 * import { makeMotionPrimitives } from '@pf/robots';
 *
 * const car = makeMotionPrimitives({ base: 'ackermann', resolution: 0.1, turningRadius: 1, reverse: Infinity });
 * car.primitives.filter(({ from }) => from === 0).map(({ dx, dy, to }) => [dx, dy, to]); // → [[1, 0, 0], [8, 0, 0], [7, 2, 1], [8, 3, 2], [7, -2, 15], [8, -3, 14]]
 * car.tightestRadius; // ≈ 1.0062
 * ```
 */
export function makeMotionPrimitives(options: MakeMotionPrimitivesOptions): Required<MotionPrimitives> {
  const { base, resolution, turningRadius, count, straight, reverse, turn, spin, sideways } = checkedOptions(options);
  const directions = [0, 1, 2, 3].flatMap((q) => DIRECTIONS[count].map(([x, y]): Direction => (q === 0 ? [x, y] : q === 1 ? [-y, x] : q === 2 ? [-x, -y] : [y, -x])));
  const headings = directions.map(([x, y]) => (Math.atan2(y, x) + TURN) % TURN);
  const primitives: MotionPrimitive[] = [];
  const add = (from: number, to: number, poses: readonly Pose[], multiplier: number): void => {
    if (multiplier === Infinity) return;
    const { x, y } = poses[poses.length - 1];
    // Adding 0 turns −0 into 0.
    primitives.push({ from, to, dx: Math.round(x / resolution) + 0, dy: Math.round(y / resolution) + 0, multiplier, poses });
  };
  // Where cells are coarse, an arc to the next heading is wide. Without turning in place, one over several headings is needed too, if it is tighter.
  const most = base === 'ackermann' ? count / 4 : 1;
  let tightestRadius = Infinity;
  for (const [from, heading] of headings.entries()) {
    const [ux, uy] = directions[from];
    const line = (dx: number, dy: number): Pose[] => linePoses(dx * resolution, dy * resolution, heading, resolution / 2);
    const long = Math.max(1, Math.round(straight / resolution / Math.hypot(ux, uy)));
    for (const k of long > 1 ? [1, long] : [1]) {
      add(from, from, line(k * ux, k * uy), 1);
      add(from, from, line(-k * ux, -k * uy), reverse);
    }
    for (const side of [1, -1]) {
      const over = (k: number): number => (from + side * k + count) % count;
      const turned = (k: number): number => side * ((side * (headings[over(k)] - heading) + 2 * TURN) % TURN);
      let least = Infinity;
      for (let k = 1; k <= most && TIGHTER * least > turningRadius; k++) {
        const { radius, poses } = bend(directions[from], directions[over(k)], heading, turned(k), turningRadius, resolution);
        if (radius >= TIGHTER * least) continue;
        least = radius;
        add(from, over(k), poses, turn);
        // The same curve driven backwards, from its end to its start.
        add(over(k), from, reversed(poses), turn * reverse);
      }
      if (turn < Infinity) tightestRadius = Math.min(tightestRadius, least);
      if (base !== 'ackermann') add(from, over(1), spinPoses(heading, turned(1)), spin);
      if (base === 'omnidirectional') add(from, from, line(-side * uy, side * ux), sideways);
    }
  }
  return { resolution, headings, primitives: primitives.sort((a, b) => a.from - b.from), tightestRadius };
}

/** The options with their defaults. */
function checkedOptions(options: MakeMotionPrimitivesOptions) {
  checkGiven(options, ['base', 'resolution', 'turningRadius', 'headings', 'straight', 'reverse', 'turn', 'spin', 'sideways'], 'makeMotionPrimitives');
  const { base, resolution, turningRadius, headings: count = 16, straight = 8 * resolution, reverse = 3, turn = 1, spin = 1, sideways = 2 } = options;
  checkOption('base', base, ['differential', 'ackermann', 'omnidirectional']);
  if (typeof count !== 'number' || !(count in DIRECTIONS)) throw new RangeError(`A lattice is made for 4, 8 or 16 headings, got ${shown(count)}.`);
  if (!(Number.isFinite(resolution) && resolution > 0)) throw new RangeError(`The resolution must be above 0, in metres, got ${shown(resolution)}.`);
  if (!(typeof turningRadius === 'number' && turningRadius >= 0 && turningRadius <= 1000 * resolution)) throw new RangeError(`The turning radius must be from 0 to 1000 cells, got ${shown(turningRadius)} m at ${resolution} m a cell.`);
  if (straight > 1000 * resolution) throw new RangeError(`The option straight must be up to 1000 cells, got ${shown(straight)} m at ${resolution} m a cell.`);
  for (const [name, value] of Object.entries({ straight, reverse, turn, spin, sideways })) if (!(typeof value === 'number' && value > 0)) throw new RangeError(`The option ${name} must be above 0, got ${shown(value)}.`);
  return { base, resolution, turningRadius, count, straight, reverse, turn, spin, sideways };
}

/** Along a straight line, without turning. */
function linePoses(x: number, y: number, heading: number, step: number): Pose[] {
  const n = Math.max(1, Math.ceil(Math.hypot(x, y) / step - 1e-9));
  return Array.from({ length: n + 1 }, (_, i) => ({ x: (x * i) / n, y: (y * i) / n, heading }));
}

function spinPoses(heading: number, turned: number): Pose[] {
  const n = Math.max(1, Math.ceil(Math.abs(turned) / SPIN_STEP));
  return Array.from({ length: n + 1 }, (_, i) => ({ x: 0, y: 0, heading: heading + (turned * i) / n }));
}

/** The same motion reversed. */
function reversed(poses: readonly Pose[]): Pose[] {
  const last = poses[poses.length - 1];
  return poses.map(({ x, y, heading }) => ({ x: x - last.x, y: y - last.y, heading })).reverse();
}

/** The shortest curve of line, arc and line from direction `u`, turning by `turned`, to direction `w`, that ends at the centre of a cell. */
function bend(u: Direction, w: Direction, heading: number, turned: number, turningRadius: number, resolution: number): { radius: number; poses: Pose[] } {
  const half = Math.tan(Math.abs(turned) / 2);
  const [along, beyond] = endOf(u, w, half, Math.abs(turned), turningRadius / resolution);
  // In cells, as all lengths until the poses.
  const tangent = Math.min(along, beyond);
  const radius = tangent / half;
  const before = along - tangent;
  const arc = radius * Math.abs(turned);
  const length = before + arc + (beyond - tangent);
  const start = Math.atan2(u[1], u[0]);
  const side = Math.sign(turned);
  const n = Math.max(2, Math.ceil(2 * length));
  const poses = Array.from({ length: n + 1 }, (_, i) => {
    const s = (length * i) / n;
    const bent = Math.min(Math.max(s - before, 0), arc) / radius;
    const rest = Math.max(0, s - before - arc);
    // In the frame of the first direction.
    const x = Math.min(s, before) + radius * Math.sin(bent) + rest * Math.cos(bent);
    const y = side * (radius * (1 - Math.cos(bent)) + rest * Math.sin(bent));
    return { x: (x * Math.cos(start) - y * Math.sin(start)) * resolution, y: (x * Math.sin(start) + y * Math.cos(start)) * resolution, heading: heading + side * bent };
  });
  return { radius: radius * resolution, poses };
}

/**
 * Where the shortest such curve ends: its distance along the first direction, then along the second, in cells. Its arc begins and ends equally far from
 * the corner of both directions, at the shorter distance. `half` is the tangent of half its angle.
 */
function endOf(u: Direction, w: Direction, half: number, angle: number, radius: number): [along: number, beyond: number] {
  const first = Math.hypot(u[0], u[1]);
  const second = Math.hypot(w[0], w[1]);
  const determinant = u[0] * w[1] - u[1] * w[0];
  // With this length, plus a step in each direction, a solution exists.
  const farthest = Math.ceil(2 * (radius * half + first + second)) + 2;
  let least = Infinity;
  let best: [number, number] = [0, 0];
  for (let x = -farthest; x <= farthest; x++) {
    for (let y = -farthest; y <= farthest; y++) {
      const along = ((x * w[1] - y * w[0]) / determinant) * first;
      const beyond = ((y * u[0] - x * u[1]) / determinant) * second;
      const tangent = Math.min(along, beyond);
      if (!(tangent > 1e-9 && tangent >= radius * half - 1e-9)) continue;
      const length = along + beyond - 2 * tangent + (tangent / half) * angle;
      // Of equal solutions the largest radius, so that mirrored directions get mirrored curves.
      const rank = length + 1e-6 * Math.abs(along - beyond);
      if (rank >= least - 1e-9) continue;
      least = rank;
      best = [along, beyond];
    }
  }
  return best;
}
