/**
 * What RRT* makes of 5000 samples as dimensions are added, with the step that it takes by itself and with a 20th of the diagonal: a unit cube
 * with a wall across the first axis and a way over it along the last. Run: node ../../tooling/run/cli.js bench/dimensions.ts
 */
import { box, obstacles, RRT, type RRTOptions } from '../src/index.ts';
import { seeded } from '../test/random.ts';

const SAMPLES = 5000;
const SEEDS = 16;

for (const d of [2, 3, 4, 5, 6, 7]) {
  const wide = (value: number): number[] => new Array<number>(d).fill(value);
  const min = wide(-1), max = wide(2), to = wide(0.1);
  min[0] = 0.4; max[0] = 0.6; max[d - 1] = 0.7; to[0] = 0.9;
  const space = obstacles({ min: wide(0), max: wide(1) }, [box(min, max)]);
  const kinds: Record<string, Omit<RRTOptions, 'random'>> = {
    'RRT': {}, 'RRT*, a 20th of the diagonal': { star: true, step: Math.sqrt(d) / 20 }, 'RRT*': { star: true }, 'Informed RRT*': { informed: true },
  };
  const row = Object.entries(kinds).map(([name, options]) => {
    let cost = 0;
    const begin = performance.now();
    for (let seed = 0; seed < SEEDS; seed++) cost += new RRT(space, { ...options, random: seeded(seed) }).search(wide(0.1), to, SAMPLES);
    return `${name} ${(cost / SEEDS).toFixed(2)} in ${((performance.now() - begin) / SEEDS).toFixed(0)} ms`;
  });
  console.log(`d ${d}  ${row.join('   ')}`);
}
