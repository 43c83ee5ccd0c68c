import { Steering } from '@pf/crowd';
import { seededRandom } from '@pf/grid';
import type { Experiment, Options } from '../../experiment.ts';
import { quantile } from '../../measure/statistics.ts';
import { threadClock } from '../../measure/thread-clock.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';

const SIZES = {
  tiny: { units: [20], steps: 200, most: 2000 },
  quick: { units: [100, 1000], steps: 200, most: 200 },
  full: { units: [100, 1000, 5000], steps: 300, most: 6000 },
};
/** Milliseconds that a step may take, and what RVO2 takes in C++ on another machine. */
const TARGETS: Readonly<Record<number, { readonly atMost: number; readonly native: number }>> = { 1000: { atMost: 2, native: 1.28 }, 5000: { atMost: 10, native: 6.29 } };
const RADIUS = 0.5;
const SPEED = 1.5;
const DT = 0.1;

/** A dense square of units, each with a place of its own to go to somewhere in a square of five times the ground. */
function crowd(n: number, seed: number): { steering: Steering; goals: readonly (readonly [number, number])[] } {
  const random = seededRandom(seed);
  const steering = new Steering();
  const side = Math.ceil(Math.sqrt(n));
  const cells = Array.from({ length: side * side }, (_, i) => i);
  for (let i = cells.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [cells[i], cells[j]] = [cells[j], cells[i]];
  }
  const goals = Array.from({ length: n }, (_, i) => [3.5 * (cells[i] % side), 3.5 * Math.floor(cells[i] / side)] as const);
  for (let i = 0; i < n; i++) {
    steering.add({ x: side + 1.5 * (i % side), y: side + 1.5 * Math.floor(i / side), radius: RADIUS, speed: SPEED });
    steering.seek(i, ...goals[i]);
  }
  return { steering, goals };
}

/** The largest overlap of two units, in per cent of a radius. */
function overlapOf({ x, y, count }: Steering): number {
  let most = 0;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      const dx = x[i] - x[j];
      const dy = y[i] - y[j];
      if (dx * dx + dy * dy < 4 * RADIUS * RADIUS) most = Math.max(most, 2 * RADIUS - Math.hypot(dx, dy));
    }
  }
  return (100 * most) / RADIUS;
}

export const steering: Experiment = experiment({
  name: 'steering', title: 'Units that move freely',
  reproduces: 'The scene of RVO2: a dense start, random goals, at most ten neighbours within 5 m.',
}, run);

function run(record: Recorder, options: Options): void {
  const { units, steps, most } = SIZES[options.effort];
  record.table('steps', `Steps of ${DT} s, units of radius ${RADIUS} m and ${SPEED} m/s`, {
    units: column.key('units'), time: column.time('step', 'ms'), slow: column.time('p95', 'ms'), overlap: column.figure('largest overlap', '%'),
    arrived: column.figure('arrived', '%'), steps: column.count('steps'),
  });
  record.note(`Times are of the first ${steps} steps, while nearly all are under way. An overlap is in per cent of a radius, by all pairs at every 50th step.`);
  record.expect(units.length);
  for (const n of units) {
    record.step(`${n} units`);
    const clock = threadClock();
    crowd(Math.min(n, 200), options.seed + 1).steering.step(DT);
    const { steering: field, goals } = crowd(n, options.seed);
    const isThere = ([gx, gy]: readonly [number, number], i: number): boolean => Math.hypot(field.x[i] - gx, field.y[i] - gy) < RADIUS;
    const spent: number[] = [];
    let overlap = 0;
    let k = 0;
    for (; k < most && !goals.every(isThere); k++) {
      const begin = clock.exact();
      field.step(DT);
      if (k < steps) spent.push(clock.exact() - begin);
      if (k % 50 === 0) overlap = Math.max(overlap, overlapOf(field));
    }
    const median = quantile(spent, 0.5);
    const arrived = (100 * goals.filter(isThere).length) / n;
    record.row('steps', { units: String(n), time: median, slow: quantile(spent, 0.95), overlap, arrived, steps: k });
    const target = TARGETS[n];
    if (target !== undefined) record.claim({ name: `A step of ${n} units`, source: 'target; RVO2', reference: target.native, atMost: target.atMost, unit: 'ms', ours: median });
    record.claim({ name: `Largest overlap of ${n} units, of a radius`, source: 'target', reference: 0, atMost: 1, unit: '%', ours: overlap });
    if (most >= 2000) record.claim({ name: `${n} units that arrive`, source: 'target', reference: 100, atLeast: 100, unit: '%', ours: arrived });
  }
}
