/**
 * What Informed RRT* and BIT* reach within 50 and 200 milliseconds of processor time, and the time of RRT-Connect's first path: a unit cube of 2 and of 7 dimensions
 * with a wall across the first axis and a gap above it along the last. bench/ompl.cpp runs the same with OMPL. Run: node ../../tooling/run/cli.js bench/time.ts
 */
import { BITStar, box, obstacles, RRT, RRTConnect } from '../src/index.ts';
import { seeded } from '../test/random.ts';

const SEEDS = 8;
const FIRST_PATHS = 400;
/** The longest edge of RRT-Connect as a share of the diagonal: the default, and OMPL's default. */
const STEPS = [1 / 20, 1 / 5];

for (const d of [2, 7]) {
  const wide = (value: number): number[] => new Array<number>(d).fill(value);
  const min = wide(-1), max = wide(2), to = wide(0.1);
  min[0] = 0.4; max[0] = 0.6; max[d - 1] = 0.7; to[0] = 0.9;
  const space = obstacles({ min: wide(0), max: wide(1) }, [box(min, max)]);
  const planners = {
    'Informed RRT*': (seed: number) => new RRT(space, { informed: true, random: seeded(seed) }),
    'BIT*': (seed: number) => new BITStar(space, { random: seeded(seed) }),
  };
  for (const step of STEPS) {
    const times: number[] = [], costs: number[] = [];
    for (let seed = 1 - FIRST_PATHS; seed <= FIRST_PATHS; seed++) {
      const planner = new RRTConnect(space, { random: seeded(Math.abs(seed) + 1), step: step * Math.sqrt(d) });
      const began = performance.now();
      const cost = planner.search(wide(0.1), to, Infinity);
      if (seed < 1) continue;
      times.push(performance.now() - began);
      costs.push(cost);
    }
    console.log(`d ${d}  RRT-Connect, step ${step} of the diagonal: first path after ${median(times).toFixed(3)} ms, cost ${median(costs).toFixed(2)}, medians of ${FIRST_PATHS} seeds`);
  }
  for (const [name, make] of Object.entries(planners)) {
    for (const budget of [50, 200]) {
      let [cost, took, solved, samples] = [0, 0, 0, 0];
      // The first are to compile what the others run.
      for (let seed = 1 - SEEDS; seed <= SEEDS; seed++) {
        const planner = make(Math.abs(seed) + 1);
        const began = process.cpuUsage();
        const spent = (): number => process.cpuUsage(began).user / 1000;
        for (planner.search(wide(0.1), to, 100); spent() < budget; planner.resume(100));
        if (seed < 1) continue;
        took += spent();
        samples += planner.counters.samples;
        if (planner.cost === Infinity) continue;
        solved++;
        cost += planner.cost;
      }
      console.log(`d ${d}  ${name} within ${budget} ms: cost ${(cost / solved).toFixed(3)}, ${(took / SEEDS).toFixed(2)} ms, ${solved} of ${SEEDS}, ${Math.round(samples / SEEDS)} samples`);
    }
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
