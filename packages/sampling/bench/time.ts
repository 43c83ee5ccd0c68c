/**
 * What RRT-Connect, Informed RRT* and BIT* reach within 50 and 200 milliseconds of processor time: a unit cube of 2 and of 7 dimensions with a wall across the first
 * axis and a way over it along the last. bench/ompl.cpp runs the same with OMPL. Run: node ../../tooling/run/cli.js bench/time.ts
 */
import { BITStar, box, obstacles, RRT, RRTConnect } from '../src/index.ts';
import { seeded } from '../test/random.ts';

const SEEDS = 8;

for (const d of [2, 7]) {
  const wide = (value: number): number[] => new Array<number>(d).fill(value);
  const min = wide(-1), max = wide(2), to = wide(0.1);
  min[0] = 0.4; max[0] = 0.6; max[d - 1] = 0.7; to[0] = 0.9;
  const space = obstacles({ min: wide(0), max: wide(1) }, [box(min, max)]);
  const planners = {
    'RRT-Connect': (seed: number) => new RRTConnect(space, { random: seeded(seed) }),
    'Informed RRT*': (seed: number) => new RRT(space, { informed: true, random: seeded(seed) }),
    'BIT*': (seed: number) => new BITStar(space, { random: seeded(seed) }),
  };
  for (const [name, make] of Object.entries(planners)) {
    for (const budget of [50, 200]) {
      let [cost, took, solved, samples] = [0, 0, 0, 0];
      // The first are to compile what the others run.
      for (let seed = 1 - SEEDS; seed <= SEEDS; seed++) {
        const planner = make(Math.abs(seed) + 1);
        const began = process.cpuUsage();
        const spent = (): number => process.cpuUsage(began).user / 1000;
        for (let found = planner.search(wide(0.1), to, 100); spent() < budget; found = planner.resume(100)) if (name === 'RRT-Connect' && found < Infinity) break;
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
