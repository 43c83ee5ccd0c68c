/**
 * What Informed RRT* and BIT* reach within 50 and 200 milliseconds of processor time, and the time of RRT-Connect's first path: a unit cube of 2 and of 7 dimensions
 * with a wall across the first axis and a gap above it along the last, and an arm of 7 joints that swings past three discs. bench/ompl.cpp runs the same with
 * OMPL. Run: node ../../tooling/run/cli.js bench/time.ts
 */
import type { Space } from '../src/index.ts';
import { BITStar, box, obstacles, RRT, RRTConnect } from '../src/index.ts';
import { seeded } from '../test/random.ts';

const SEEDS = 8;
const FIRST_PATHS = 400;
/** The longest edge of RRT-Connect as a share of the diagonal: the default, and OMPL's default. */
const STEPS = [1 / 20, 1 / 5];

interface World {
  readonly name: string;
  readonly space: Space;
  readonly from: readonly number[];
  readonly to: readonly number[];
}

function cube(d: number): World {
  const wide = (value: number): number[] => new Array<number>(d).fill(value);
  const min = wide(-1), max = wide(2), to = wide(0.1);
  min[0] = 0.4; max[0] = 0.6; max[d - 1] = 0.7; to[0] = 0.9;
  return { name: `d ${d}`, space: obstacles({ min: wide(0), max: wide(1) }, [box(min, max)]), from: wide(0.1), to };
}

/** Links of equal length, one long together; a joint turns by at most 2.5 radians. A motion is tested every 0.05 radians of the joint that turns most. */
function arm(joints: number): World {
  const discs = [[0.55, 0, 0.15], [-0.1, 0.55, 0.12], [0.35, -0.5, 0.1]] as const;
  const limit = new Array<number>(joints).fill(2.5);
  const pose = new Float64Array(joints);
  const pointFree = (turns: Float64Array): boolean => {
    let [x, y, heading] = [0, 0, 0];
    for (const turn of turns) {
      heading += turn;
      const [dx, dy] = [Math.cos(heading) / joints, Math.sin(heading) / joints];
      for (const [cx, cy, radius] of discs) {
        const share = Math.max(0, Math.min(1, ((cx - x) * dx + (cy - y) * dy) * joints * joints));
        if ((x + share * dx - cx) ** 2 + (y + share * dy - cy) ** 2 < radius * radius) return false;
      }
      x += dx;
      y += dy;
    }
    return true;
  };
  const segmentFree = (a: Float64Array, b: Float64Array): boolean => {
    let most = 0;
    for (let k = 0; k < joints; k++) most = Math.max(most, Math.abs(b[k] - a[k]));
    const steps = Math.max(1, Math.ceil(most / 0.05));
    for (let i = 0; i <= steps; i++) {
      for (let k = 0; k < joints; k++) pose[k] = a[k] + (i / steps) * (b[k] - a[k]);
      if (!pointFree(pose)) return false;
    }
    return true;
  };
  const turned = (angle: number): number[] => limit.map((_, k) => (k === 0 ? angle : 0));
  return { name: `arm of ${joints} joints`, space: { bounds: { min: limit.map((angle) => -angle), max: limit }, pointFree, segmentFree }, from: turned(-1.2), to: turned(1) };
}

for (const { name: world, space, from, to } of [cube(2), cube(7), arm(7)]) {
  const diagonal = Math.hypot(...Array.from(space.bounds.max, (max, k) => max - space.bounds.min[k]));
  const planners = {
    'Informed RRT*': (seed: number) => new RRT(space, { informed: true, random: seeded(seed) }),
    'BIT*': (seed: number) => new BITStar(space, { random: seeded(seed) }),
  };
  for (const step of STEPS) {
    const times: number[] = [], costs: number[] = [];
    for (let seed = 1 - FIRST_PATHS; seed <= FIRST_PATHS; seed++) {
      const planner = new RRTConnect(space, { random: seeded(Math.abs(seed) + 1), step: step * diagonal });
      const began = performance.now();
      const cost = planner.search(from, to, Infinity);
      if (seed < 1) continue;
      times.push(performance.now() - began);
      costs.push(cost);
    }
    console.log(`${world}  RRT-Connect, step ${step} of the diagonal: first path after ${median(times).toFixed(3)} ms, cost ${median(costs).toFixed(2)}, medians of ${FIRST_PATHS} seeds`);
  }
  for (const [name, make] of Object.entries(planners)) {
    for (const budget of [50, 200]) {
      let [cost, took, solved, samples] = [0, 0, 0, 0];
      // The first are to compile what the others run.
      for (let seed = 1 - SEEDS; seed <= SEEDS; seed++) {
        const planner = make(Math.abs(seed) + 1);
        const began = process.cpuUsage();
        const spent = (): number => process.cpuUsage(began).user / 1000;
        for (planner.search(from, to, 100); spent() < budget; planner.resume(100));
        if (seed < 1) continue;
        took += spent();
        samples += planner.counters.samples;
        if (planner.cost === Infinity) continue;
        solved++;
        cost += planner.cost;
      }
      console.log(`${world}  ${name} within ${budget} ms: cost ${(cost / solved).toFixed(3)}, ${(took / SEEDS).toFixed(2)} ms, ${solved} of ${SEEDS}, ${Math.round(samples / SEEDS)} samples`);
    }
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
