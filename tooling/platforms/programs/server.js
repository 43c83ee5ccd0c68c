import { Grid, seededRandom } from '@pf/grid';
import { PathPool } from '@pf/server';
import { pairs } from './worlds.js';

/** Answers of a pool on two threads while the grid is edited: the cost in the version that each names. Which thread answers, and when, is left to the runtime. */
export async function run(ledger, startWorker) {
  const grid = new Grid(60, 60);
  const random = seededRandom(51);
  for (let i = 0; i < 900; i++) grid.setBlocked(Math.floor(random() * 60), Math.floor(random() * 60), true);
  const pool = new PathPool(grid, { worker: startWorker, workers: 2 });
  try {
    for (let round = 0; round < 6; round++) {
      const ends = pairs(grid, 60, 60 + round);
      const answers = await Promise.all(ends.map(([start, goal]) => pool.search(start, goal)));
      for (const { cost, expanded, path, version } of answers) ledger.add('answers of a pool', cost, expanded, path, version - grid.version);
      for (let i = 0; i < 40; i++) grid.setBlocked(Math.floor(random() * 60), Math.floor(random() * 60), random() < 0.5);
    }
  } finally {
    pool.close();
  }
}
