import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRecorded } from '../files.ts';
import { peersChart } from './chart.ts';
import { crowdPicture, gridPicture, navmeshPicture, preprocessPicture, robotsPicture, samplingPicture } from './packages.ts';

/** The pictures of the READMEs that are drawn from results and packages, with their files. */
const PICTURES: Readonly<Record<string, (root: string) => string>> = {
  'docs/pictures/figures.svg': (root) => peersChart(readRecorded(root, 'peers')),
  'packages/crowd/picture.svg': crowdPicture,
  'packages/grid/picture.svg': gridPicture,
  'packages/navmesh/picture.svg': navmeshPicture,
  'packages/preprocess/picture.svg': preprocessPicture,
  'packages/robots/picture.svg': robotsPicture,
  'packages/sampling/picture.svg': samplingPicture,
};

/** Draws them all, or with `check` only lists those that differ; returns the exit code. */
export function updatePictures(root: string, check: boolean, print: (lines: readonly string[]) => void): number {
  const stale = Object.entries(PICTURES).filter(([path, draw]) => {
    const file = join(root, path);
    const drawn = draw(root);
    let before = '';
    try {
      before = readFileSync(file, 'utf8');
    } catch {
      // The file does not exist yet.
    }
    if (!check && drawn !== before) {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, drawn);
    }
    return drawn !== before;
  });
  print(stale.length === 0 ? ['Every picture shows what the results and the packages say.'] : stale.map(([path]) => `${path}: ${check ? 'differs' : 'drawn anew'}`));
  return check && stale.length > 0 ? 1 : 0;
}
