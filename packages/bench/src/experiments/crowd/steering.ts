import { Steering } from '@pf/crowd';
import { seededRandom } from '@pf/grid';
import type { Experiment, Options } from '../../experiment.ts';
import type { LoadedCrowdPeer, PlainUnit } from '../../measure/peer.ts';
import { mean, quantile } from '../../measure/statistics.ts';
import { threadClock } from '../../measure/thread-clock.ts';
import { column } from '../../record/column.ts';
import type { Recorder } from '../../record/recorder.ts';
import { experiment } from '../../record/run.ts';
import { formatNumber } from '../../write/format.ts';
import { ARRIVED, driftOf, DT, overlapOf, playScene, RADIUS, scenes, SPEED } from './steering-scenes.ts';

const SIZES = {
  tiny: { units: [20], steps: 200, most: 2000, compared: 20, rounds: 1, block: 2 },
  quick: { units: [100, 1000], steps: 200, most: 200, compared: 300, rounds: 2, block: 10 },
  full: { units: [100, 1000, 5000], steps: 300, most: 6000, compared: 1000, rounds: 8, block: 10 },
};
/** Milliseconds allowed for a step, and the time of RVO2 in C++ on another machine. */
const TARGETS: Readonly<Record<number, { readonly atMost: number; readonly native: number }>> = { 1000: { atMost: 2, native: 1.28 }, 5000: { atMost: 10, native: 6.29 } };
const MARGIN = 5;

/** A dense square of units, each with its own goal in a square of five times the side. */
function crowd(n: number, seed: number): readonly PlainUnit[] {
  const random = seededRandom(seed);
  const side = Math.ceil(Math.sqrt(n));
  const cells = Array.from({ length: side * side }, (_, i) => i);
  for (let i = cells.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [cells[i], cells[j]] = [cells[j], cells[i]];
  }
  return Array.from({ length: n }, (_, i) => ({
    x: MARGIN + side + 1.5 * (i % side), y: MARGIN + side + 1.5 * Math.floor(i / side), radius: RADIUS, speed: SPEED,
    goalX: MARGIN + 3.5 * (cells[i] % side), goalY: MARGIN + 3.5 * Math.floor(cells[i] / side),
  }));
}

function steered(units: readonly PlainUnit[]): Steering {
  const steering = new Steering();
  for (const { goalX, goalY, ...unit } of units) steering.seek(steering.add(unit), goalX, goalY);
  return steering;
}

export const steering: Experiment = experiment({
  name: 'steering', title: 'Units that move freely',
  reproduces: 'The scene of RVO2: a dense start, random goals, at most ten neighbours within 5 m. Scenes that lock symmetric methods. The crowds of other libraries.',
}, run);

async function run(record: Recorder, options: Options): Promise<void> {
  const { units, steps, most } = SIZES[options.effort];
  record.table('steps', `Steps of ${DT} s, units of radius ${RADIUS} m and ${SPEED} m/s`, {
    units: column.key('units'), time: column.time('step', 'ms'), slow: column.time('p95', 'ms'), overlap: column.figure('largest overlap', '%'),
    arrived: column.figure('arrived', '%'), drift: column.figure('drift at rest', '%'), steps: column.count('steps'),
  });
  record.note(`Times are of the first ${steps} steps, while nearly all are under way. Overlap and drift are in per cent of a radius: the overlap by all pairs at every 50th step, the drift in 20 steps after all have arrived.`);
  const all = scenes(options.effort === 'tiny');
  record.expect(units.length + all.length + 1);
  for (const n of units) {
    record.step(`${n} units`);
    const clock = threadClock();
    steered(crowd(Math.min(n, 200), options.seed + 1)).step(DT);
    const goals = crowd(n, options.seed);
    const field = steered(goals);
    const isThere = ({ goalX, goalY }: PlainUnit, i: number): boolean => Math.hypot(field.x[i] - goalX, field.y[i] - goalY) < ARRIVED;
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
    const drift = arrived === 100 ? driftOf(field, () => field.step(DT)) : null;
    record.row('steps', { units: String(n), time: median, slow: quantile(spent, 0.95), overlap, arrived, drift, steps: k });
    const target = TARGETS[n];
    if (target !== undefined) record.claim({ name: `A step of ${n} units`, source: 'target; RVO2', reference: target.native, atMost: target.atMost, unit: 'ms', ours: median });
    record.claim({ name: `Largest overlap of ${n} units, of a radius`, source: 'target', reference: 0, atMost: 1, unit: '%', ours: overlap });
    if (most >= 2000) record.claim({ name: `${n} units that arrive`, source: 'target', reference: 100, atLeast: 100, unit: '%', ours: arrived });
    if (drift !== null) record.claim({ name: `Drift of ${n} units at rest, of a radius`, source: 'target', reference: 0, atMost: 1, unit: '%', ours: drift });
  }
  playAll(record, all);
  await compare(record, options);
}

function playAll(record: Recorder, all: ReturnType<typeof scenes>): void {
  record.table('scenes', 'Scenes', {
    scene: column.key('scene'), units: column.count('units'), arrived: column.figure('arrived', '%'), overlap: column.figure('largest overlap', '%'), drift: column.figure('drift at rest', '%'), steps: column.count('steps'),
  });
  const results = all.map((scene) => {
    record.step(scene.name);
    const result = playScene(scene, 6000);
    record.row('scenes', { scene: scene.name, units: scene.starts.length, ...result });
    return result;
  });
  record.claim({ name: 'Units that arrive, the worst scene', source: 'target', reference: 100, atLeast: 100, unit: '%', ours: Math.min(...results.map(({ arrived }) => arrived)) });
  record.claim({ name: 'Largest overlap with a unit or a wall, the worst scene, of a radius', source: 'target', reference: 0, atMost: 1, unit: '%', ours: Math.max(...results.map(({ overlap }) => overlap)) });
  record.claim({ name: 'Drift at rest, the worst scene, of a radius', source: 'target', reference: 0, atMost: 1, unit: '%', ours: Math.max(...results.map(({ drift }) => drift)) });
}

/** All libraries move the same units from the same start, in turns of a block of steps. The first block of each warms it up: its overlap counts, its time does not. */
async function compare(record: Recorder, options: Options): Promise<void> {
  const { compared, rounds, block } = SIZES[options.effort];
  const peers = options.peers?.crowds ?? [];
  record.step('other crowds');
  record.table('crowds', `${compared} units, the crowds of other libraries`, { crowd: column.key('crowd'), time: column.time('step', 'ms'), overlap: column.figure('largest overlap', '%'), moved: column.figure('moved', 'm') });
  const units = crowd(compared, options.seed);
  const side = 2 * MARGIN + 3.5 * Math.ceil(Math.sqrt(compared));
  const ours = steered(units);
  const moving = [{ name: '@pf/crowd', step: (dt: number) => ours.step(dt), position: (i: number) => [ours.x[i], ours.y[i]] as const, spent: [] as number[], overlap: 0 }];
  for (const { name, version, setting, load } of peers) {
    record.version(name, version);
    record.note(`${name}: ${setting}.`);
    let loaded: LoadedCrowdPeer;
    try {
      loaded = await load(side, units);
    } catch (error) {
      record.note(`${name} is left out: ${(error as Error).message}`);
      continue;
    }
    moving.push({ name, step: (dt) => loaded.step(dt), position: (i) => loaded.position(i), spent: [], overlap: 0 });
  }
  const clock = threadClock();
  for (let round = 0; round <= rounds; round++) {
    for (const one of moving) {
      for (let k = 0; k < block; k++) {
        const begin = clock.exact();
        one.step(DT);
        if (round > 0) one.spent.push(clock.exact() - begin);
      }
      const at = units.map((_, i) => one.position(i));
      one.overlap = Math.max(one.overlap, overlapOf({ x: at.map(([x]) => x), y: at.map(([, y]) => y), count: compared }));
    }
  }
  const [mine, ...others] = moving.map(({ name, position, spent, overlap }) => {
    const time = quantile(spent, 0.5);
    const moved = mean(units.map(({ x, y }, i) => Math.hypot(position(i)[0] - x, position(i)[1] - y)));
    record.row('crowds', { crowd: name, time, overlap, moved });
    return { name, time, overlap, moved };
  });
  for (const { name, time, overlap, moved } of others) {
    const remark = `largest overlap, of a radius: ${formatNumber(mine.overlap)}%, theirs ${formatNumber(overlap)}%; moved ${formatNumber(mine.moved)} m, theirs ${formatNumber(moved)} m`;
    record.claim({ name: `A step, against ${name}`, source: 'target', reference: 1, atLeast: 1, unit: '×', ours: time / mine.time, remark });
  }
}
