/** Motion primitives: the short motions that a state lattice is made of. M. Pivtoraiko, R. A. Knepper, A. Kelly, "Differentially Constrained Mobile Robot Motion Planning in State Lattices", Journal of Field Robotics 26(3), 2009. */
import { shown } from '@pf/graph/kit';
import type { Pose } from '../maps/map-frame.ts';
import { checkMotions, checkText } from '../checks.ts';

/** A short motion between the centres of two cells and two headings of the lattice. */
export interface MotionPrimitive {
  /** Its initial and final heading, by number. */
  readonly from: number;
  readonly to: number;
  /** Its end, in cells. */
  readonly dx: number;
  readonly dy: number;
  /** Cost multiplier: above 1 for motions to avoid. */
  readonly multiplier: number;
  /** Poses along it, both ends included: metres from its start, headings in radians. */
  readonly poses: readonly Pose[];
}

/** The headings of a base and its motions from each. */
export interface MotionPrimitives {
  /** Side of a cell in metres. */
  readonly resolution: number;
  /** The headings in radians, counter-clockwise from 0, below 2π. */
  readonly headings: readonly number[];
  readonly primitives: readonly MotionPrimitive[];
  /** Radius of the tightest arc in metres, for you to compare with that of the robot; Infinity without arcs. Of a file, by its poses. */
  readonly tightestRadius?: number;
}

/** From 0 to π; both headings lie less than a full turn apart. */
export function angleBetween(a: number, b: number): number {
  const turned = Math.abs(a - b);
  return Math.min(turned, 2 * Math.PI - turned);
}

/** Above any real lattice, and low enough that a damaged file cannot exhaust memory. */
const MOST_HEADINGS = 4096;

/**
 * Reads a motion primitive file of SBPL (`.mprim`), with or without a list of angles.
 *
 * @example
 * ```ts
 * import { parseMotionPrimitives } from '@pf/robots';
 *
 * const text = `resolution_m: 0.1
 * numberofangles: 4
 * totalnumberofprimitives: 1
 * primID: 0
 * startangle_c: 0
 * endpose_c: 1 0 0
 * additionalactioncostmult: 2
 * intermediateposes: 2
 * 0 0 0
 * 0.1 0 0
 * `;
 * const { headings, primitives } = parseMotionPrimitives(text);
 * [headings.length, primitives[0].dx, primitives[0].multiplier]; // → [4, 1, 2]
 * ```
 */
export function parseMotionPrimitives(text: string): Required<MotionPrimitives> {
  checkText(text, 'The file of motion primitives');
  const lines = text.split(/\r?\n/);
  let at = 0;
  const fail = (problem: string): never => {
    throw new Error(`Line ${at} of the motion primitives ${problem}.`);
  };
  const line = (): string => {
    while (at < lines.length && lines[at].trim() === '') at++;
    return lines[at++]?.trim() ?? '';
  };
  const numbersOf = (said: string, count: number, what: string): number[] => {
    const numbers = said.split(/\s+/).filter((part) => part !== '').map(Number);
    if (numbers.length !== count || !numbers.every(Number.isFinite)) fail(`should have ${count === 1 ? 'a number' : `${count} numbers`} for ${what}, got ${shown(said)}`);
    return numbers;
  };
  const field = (name: string, count = 1): number[] => {
    for (;;) {
      const said = line();
      if (said.startsWith(`${name}:`)) return numbersOf(said.slice(name.length + 1), count, name);
      // Radii are part of the motions.
      if (!/^(min_turning_radius_m|turning_radius):/.test(said)) fail(`should be '${name}: …', got ${shown(said)}`);
    }
  };
  const [resolution] = field('resolution_m');
  if (!(resolution > 0)) fail(`has a resolution of ${resolution}: it must be above 0`);
  const [count] = field('numberofangles');
  if (!(Number.isInteger(count) && count > 0 && count <= MOST_HEADINGS)) fail(`has ${count} angles: their number must be from 1 to ${MOST_HEADINGS}`);
  const headings = Array.from({ length: count }, (_, i) => (2 * Math.PI * i) / count);
  let ahead = line();
  for (let i = 0; i < count && ahead.startsWith('angle:'); i++) {
    const [index, angle] = numbersOf(ahead.slice(6), 2, 'an angle');
    if (index !== i || !(angle >= 0 && angle < 2 * Math.PI + 1e-6) || (i > 0 && angle <= headings[i - 1])) fail(`should have angle ${i}, above the one before, got ${shown(ahead)}`);
    headings[i] = angle;
    ahead = line();
  }
  if (!ahead.startsWith('totalnumberofprimitives:')) fail(`should be 'totalnumberofprimitives: …', got ${shown(ahead)}`);
  const [total] = numbersOf(ahead.slice(ahead.indexOf(':') + 1), 1, 'totalnumberofprimitives');
  const primitives: MotionPrimitive[] = [];
  for (let i = 0; i < total; i++) {
    field('primID');
    const [from] = field('startangle_c');
    const [dx, dy, end] = field('endpose_c', 3);
    const [multiplier] = field('additionalactioncostmult');
    const [n] = field('intermediateposes');
    if (![from, dx, dy, end].every(Number.isInteger)) fail('ends a motion whose cells and angles are no whole numbers');
    if (!(from >= 0 && from < count)) fail(`ends a motion from angle ${from}, of ${count}`);
    if (!(multiplier > 0)) fail(`ends a motion with a multiplier of ${multiplier}: it must be above 0`);
    if (!(Number.isInteger(n) && n >= 1 && n <= lines.length)) fail(`says ${n} intermediate poses`);
    const poses: Pose[] = [];
    for (let k = 0; k < n; k++) {
      const [x, y, heading] = numbersOf(line(), 3, 'a pose');
      poses.push({ x, y, heading });
    }
    const to = ((end % count) + count) % count;
    const [first, last] = [poses[0], poses[n - 1]];
    if (Math.hypot(first.x, first.y) > resolution / 2) fail(`ends a motion that begins at ${first.x}, ${first.y}: its first pose must be its start, 0, 0`);
    if (Math.hypot(last.x - dx * resolution, last.y - dy * resolution) > resolution / 2) fail(`ends a motion at ${last.x}, ${last.y}, which is not its end of ${dx}, ${dy} cells`);
    // More than half the mean gap between headings off.
    for (const [which, { heading }, angle] of [['first', first, from], ['last', last, to]] as const) if (Math.cos(heading - headings[angle]) < Math.cos(Math.PI / count)) fail(`ends a motion whose ${which} pose has a heading of ${heading}, but angle ${angle} is ${headings[angle]} radians`);
    primitives.push({ from, to, dx, dy, multiplier, poses });
  }
  return { resolution, headings, primitives, tightestRadius: tightestOf(primitives) };
}

/** The least radius of an arc from one pose to the next. */
function tightestOf(primitives: readonly MotionPrimitive[]): number {
  let least = Infinity;
  for (const { poses } of primitives) {
    for (let k = 1; k < poses.length; k++) {
      const [a, b] = [poses[k - 1], poses[k]];
      const chord = Math.hypot(b.x - a.x, b.y - a.y);
      if (chord > 0) least = Math.min(least, chord / Math.abs(2 * Math.sin((b.heading - a.heading) / 2)));
    }
  }
  return least;
}

/**
 * Writes motion primitives as an SBPL file, angles included.
 *
 * @example
 * ```ts
 * import { formatMotionPrimitives, makeMotionPrimitives, parseMotionPrimitives } from '@pf/robots';
 *
 * const motions = makeMotionPrimitives({ base: 'differential', resolution: 0.1, turningRadius: 0.5 });
 * parseMotionPrimitives(formatMotionPrimitives(motions)).primitives.length === motions.primitives.length; // → true
 * ```
 */
export function formatMotionPrimitives(motions: MotionPrimitives): string {
  checkMotions(motions, 'formatMotionPrimitives');
  const { resolution, headings, primitives } = motions;
  const lines = [`resolution_m: ${resolution}`, `numberofangles: ${headings.length}`];
  for (const [i, heading] of headings.entries()) lines.push(`angle:${i} ${heading.toFixed(8)}`);
  lines.push(`totalnumberofprimitives: ${primitives.length}`);
  const ids = headings.map(() => 0);
  for (const { from, to, dx, dy, multiplier, poses } of primitives) {
    lines.push(`primID: ${ids[from]++}`, `startangle_c: ${from}`, `endpose_c: ${dx} ${dy} ${to}`, `additionalactioncostmult: ${multiplier}`, `intermediateposes: ${poses.length}`);
    for (const { x, y, heading } of poses) lines.push(`${x.toFixed(6)} ${y.toFixed(6)} ${heading.toFixed(6)}`);
  }
  lines.push('');
  return lines.join('\n');
}
