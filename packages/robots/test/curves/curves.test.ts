import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import type { Curve, Pose } from '../../src/index.ts';
import { curvePoses, dubins, dubinsLength, reedsShepp, reedsSheppLength } from '../../src/index.ts';
import { seeded } from '../robot-worlds.ts';

const random = seeded(1990);
const anyPose = (spread: number): Pose => ({ x: spread * (random() - 0.5), y: spread * (random() - 0.5), heading: 14 * (random() - 0.5) });
/** Poses of all distances, and sometimes one whose heading or position makes a formula degenerate. */
function pair(): [Pose, Pose] {
  const spread = 10 ** (3 * random() - 1);
  const [from, to] = [anyPose(spread), anyPose(spread)];
  const turned = { ...to, heading: from.heading + (Math.floor(random() * 5) * Math.PI) / 2 };
  return random() < 0.05 ? [from, { ...turned, x: random() < 0.5 ? from.x : to.x }] : [from, random() < 0.1 ? turned : to];
}

/** The end of a curve, step by step: complex numbers, no code of the package. */
function endOf(from: Pose, { segments, radius }: Curve): Pose {
  let { x, y, heading } = from;
  for (const { turn, length } of segments) {
    // The chord of an arc lies halfway between both headings.
    const angle = (turn * length) / radius;
    const half = angle / 2;
    const chord = turn === 0 ? length : length * (Math.abs(half) < 1e-8 ? 1 : Math.sin(half) / half);
    x += chord * Math.cos(heading + half);
    y += chord * Math.sin(heading + half);
    heading += angle;
  }
  return { x, y, heading };
}

function checkEnd(from: Pose, to: Pose, curve: Curve): void {
  const end = endOf(from, curve);
  const off = Math.max(Math.abs(end.x - to.x), Math.abs(end.y - to.y), 2 * Math.abs(Math.sin((end.heading - to.heading) / 2)));
  const size = Math.max(1, curve.radius, curve.length);
  if (!(off <= 1e-9 * size)) throw new Error(`the curve ends ${off} off: ${JSON.stringify({ from, to, curve, end })}`);
  const sum = curve.segments.reduce((total, { length }) => total + Math.abs(length), 0);
  if (Math.abs(sum - curve.length) > 1e-9 * size) throw new Error(`the pieces are ${sum} long, not ${curve.length}`);
}

test('Reeds–Shepp curves end at the goal, are no shorter than the lower bounds and no longer than Dubins, and are symmetric', () => {
  for (let i = 0; i < runs(60_000); i++) {
    const [from, to] = pair();
    const radius = 10 ** (2 * random() - 1);
    const curve = reedsShepp(from, to, radius);
    checkEnd(from, to, curve);
    const straight = Math.hypot(to.x - from.x, to.y - from.y);
    const slack = 1e-9 * (1 + curve.length + radius);
    if (curve.length < straight - slack) throw new Error(`${curve.length} is shorter than the straight line of ${straight}`);
    const back = reedsSheppLength(to, from, radius);
    if (Math.abs(back - curve.length) > slack) throw new Error(`${curve.length} there, ${back} back: ${JSON.stringify({ from, to, radius })}`);
    const ahead = dubins(from, to, radius);
    checkEnd(from, to, ahead);
    if (ahead.segments.some(({ length }) => length < 0)) throw new Error('Dubins curves do not reverse');
    if (curve.length > ahead.length + slack) throw new Error(`${curve.length} is longer than ${ahead.length} without reversing: ${JSON.stringify({ from, to, radius })}`);
    const mirrored = dubinsLength({ ...to, heading: to.heading + Math.PI }, { ...from, heading: from.heading + Math.PI }, radius);
    if (Math.abs(mirrored - ahead.length) > slack) throw new Error(`${ahead.length} there, ${mirrored} when the road is driven from its end: ${JSON.stringify({ from, to, radius })}`);
  }
}, 600_000);

/** The segments of a car's curves: every word that could be shorter consists of these. */
const SHAPES = ['C', 'CC', 'CS', 'SC', 'CSC', 'CCC', 'CCCC', 'CCSC', 'CSCC', 'CCSCC', 'CCSCSC', 'CSCSC'];

test('a straight drive is one piece, also if the poses are rounded', () => {
  const from = { x: 0, y: 0, heading: 0 };
  for (const off of [2e-16, -2e-16, 1e-15, -1e-15, 0]) {
    for (const to of [{ x: 5, y: off, heading: 0 }, { x: 5, y: 0, heading: off }, { x: 5, y: off, heading: -off }]) {
      const drives = [reedsShepp(from, to, 1), reedsShepp(to, from, 1)].map(({ segments }) => segments.map(({ turn, length }) => [Math.abs(turn), length]));
      expect(drives).toEqual([[[0, expect.closeTo(5, 12)]], [[0, expect.closeTo(-5, 12)]]]);
    }
  }
});

test('rounding adds no loop to a quarter turn or a change of lanes', () => {
  const from = { x: 2, y: 2, heading: 0 };
  expect(dubinsLength(from, { x: 2.3, y: 2.3, heading: Math.PI / 2 }, 0.3)).toBeCloseTo((0.3 * Math.PI) / 2, 9);
  expect(dubinsLength(from, { x: 2.3, y: 2.3, heading: 0 }, 0.15)).toBeCloseTo(0.15 * Math.PI, 9);
  // Two turning circles are slightly too far apart to touch.
  const [start, end] = [{ x: 1.5775578384449447, y: 0.5139356916246297, heading: 4.908998095388057 }, { x: 2.6737381054834612, y: -0.2840332035548485, heading: 6.398888955078501 }];
  expect(dubinsLength(start, end, 1)).toBeCloseTo(end.heading - start.heading, 9);
});

test('nor far from the origin, as in UTM coordinates', () => {
  for (let i = 0; i < 300; i++) {
    const radius = 0.5 + 5 * random(), at = anyPose(1000), from = { ...at, x: 5e5 + at.x, y: 5.3e6 + at.y };
    const segments = Array.from({ length: 1 + (i % 2) }, (_, k) => ({ turn: k === 0 ? 1 : -1, length: radius * random() } as const));
    const length = segments.reduce((total, segment) => total + segment.length, 0);
    expect(dubinsLength(from, endOf(from, { length, radius, segments }), radius)).toBeLessThan(length + 1e-6);
  }
});

test('no word of arcs and lines that leads to the same pose is shorter', () => {
  for (let i = 0; i < runs(60_000); i++) {
    const shape = SHAPES[i % SHAPES.length];
    const reverse = random() < 0.6;
    const from = anyPose(random() < 0.2 ? 1000 : 10);
    let turn: 1 | -1 = random() < 0.5 ? 1 : -1;
    const scale = random() < 0.5 ? 1 : 3;
    const segments = [...shape].map((letter, k) => {
      // Adjacent arcs turn to different sides.
      if (letter === 'C' && (shape[k - 1] === 'C' || random() < 0.5)) turn = turn === 1 ? -1 : 1;
      const length = scale * random() * (letter === 'S' ? 2 : 1) * (reverse && random() < 0.5 ? -1 : 1);
      return { turn: letter === 'S' ? (0 as const) : turn, length };
    });
    const to = endOf(from, { length: 0, radius: 1, segments });
    const length = segments.reduce((total, segment) => total + Math.abs(segment.length), 0);
    const found = reverse ? reedsSheppLength(from, to, 1) : dubinsLength(from, to, 1);
    if (found > length + 1e-7) throw new Error(`${found} was found, and ${JSON.stringify(segments)} is ${length} long`);
  }
}, 600_000);

test('poses along a curve are no farther apart than requested, and end at its end', () => {
  for (let i = 0; i < 300; i++) {
    const [from, to] = pair();
    const poses = curvePoses(from, reedsShepp(from, to, 1), 0.3);
    for (let k = 1; k < poses.length; k++) expect(Math.hypot(poses[k].x - poses[k - 1].x, poses[k].y - poses[k - 1].y)).toBeLessThanOrEqual(0.3 + 1e-9);
    expect(Math.hypot(poses.at(-1)!.x - to.x, poses.at(-1)!.y - to.y)).toBeLessThan(1e-7);
  }
  expect(curvePoses({ x: 1, y: 2, heading: 3 }, reedsShepp({ x: 1, y: 2, heading: 3 }, { x: 1, y: 2, heading: 3 }, 1), 1)).toEqual([{ x: 1, y: 2, heading: 3 }]);
  expect(() => dubins({ x: 0, y: 0, heading: 0 }, { x: 0, y: 0, heading: NaN }, 1)).toThrow('NaN for heading');
  expect(() => reedsShepp({ x: 0, y: 0, heading: 0 }, { x: 0, y: 0, heading: 0 }, 0)).toThrow('got 0');
  expect(() => curvePoses({ x: 0, y: 0, heading: 0 }, dubins({ x: 0, y: 0, heading: 0 }, { x: 1, y: 0, heading: 0 }, 1), 0)).toThrow('got 0');
  expect(() => curvePoses({ x: 0, y: 0, heading: 0 }, dubins({ x: 0, y: 0, heading: 0 }, { x: 5, y: 0, heading: 0 }, 1), 1e-12)).toThrow('A curve of 5 m in steps of 1e-12 m has more than 10000000 poses: take longer steps.');
});
