import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@pf/grid';
import type { Pose } from '@pf/robots';
import { formatMotionPrimitives, makeMotionPrimitives, reedsSheppLength } from '@pf/robots';
import { runs } from '@pf/testkit';
import { expect, test } from 'vitest';
import { shortestByWords } from '../../src/experiments/robots/reeds-shepp-words.ts';
import { sbplWorlds } from '../../src/experiments/robots/sbpl-worlds.ts';
import { drawTruth, drive, driving } from '../../src/experiments/robots/unknown-worlds.ts';

test('Reeds–Shepp curves are as short as the best of all words, solved by brute force', () => {
  const random = seededRandom(1990);
  for (let i = 0; i < runs(10_000); i++) {
    const spread = 10 ** (2 * random() - 0.5);
    // Includes poses where words meet: on one line, side by side, at right angles.
    const snap = (value: number, to: number): number => (i % 4 === 0 ? Math.round(value / to) * to : value);
    const pose = (): Pose => ({ x: snap(spread * (random() - 0.5), 1), y: snap(spread * (random() - 0.5), 1), heading: snap(2 * Math.PI * random(), Math.PI / 2) });
    const [from, to] = [pose(), pose()];
    const [found, expected] = [reedsSheppLength(from, to, 1), shortestByWords(from, to)];
    if (!(Math.abs(found - expected) < 1e-7)) throw new Error(`${found} was found, and the best word is ${expected} long: ${JSON.stringify({ from, to })}`);
  }
}, 600_000);

test('reads any folder of worlds and motions, and names what does not fit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pf-robots-'));
  const world = (cells: number, end: string): string =>
    `discretization(cells): 3 2\nobsthresh: 1\ncost_inscribed_thresh: 1\ncost_possibly_circumscribed_thresh: 0\ncellsize(meters): ${cells}\nnominalvel(mpersecs): 1\ntimetoturn45degsinplace(secs): 2\nstart(meters,rads): 0.1 0.1 0\nend(meters,rads): ${end} 0\nenvironment:\n0 0 0\n0 0 0\n`;
  writeFileSync(join(folder, 'a.cfg'), world(0.1, '0.25 0.1'));
  writeFileSync(join(folder, 'coarse.cfg'), world(0.5, '1.2 0.1'));
  writeFileSync(join(folder, 'outside.cfg'), world(0.1, '9 9'));
  writeFileSync(join(folder, 'broken.cfg'), 'nothing');
  writeFileSync(join(folder, 'flat.cfg'), 'discretization(cells): 2 1\nobsthresh: 1\nstart(cells): 0 0\nend(cells): 1 0\nenvironment:\n0 0\n');
  writeFileSync(join(folder, 'turns.mprim'), formatMotionPrimitives(makeMotionPrimitives({ base: 'differential', resolution: 0.1, turningRadius: 0.2 })));
  try {
    const { worlds, left } = sbplWorlds(folder);
    expect(worlds.map(({ name }) => name)).toEqual(['a, turns']);
    expect(left.map((sentence) => sentence.split(':')[0])).toEqual(['broken.cfg', 'coarse.cfg', 'flat.cfg', 'outside.cfg']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('robots that see only by their beams reach their goals, or prove that they cannot, and touch nothing', () => {
  for (const name of driving) {
    let [driven, reached] = [0, 0];
    for (let seed = 1; driven < runs(8); seed++) {
      const end = drive(name, drawTruth(seed), seed);
      if (end === undefined) continue;
      driven++;
      if (end.end === 'reached') reached++;
      expect([seed, end.end, end.right, end.touched]).toEqual([seed, end.end, true, 0]);
    }
    expect(reached).toBeGreaterThan(driven / 2);
  }
}, 600_000);
