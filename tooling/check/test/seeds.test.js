import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { files, repository } from '@pf/workspace';
import { expect, test } from 'vitest';

test('every property names the seed of its random cases, so that a failure is found again', () => {
  let properties = 0;
  for (const folder of ['packages', 'apps', 'tooling']) {
    for (const file of files(repository, folder, /\.test\.[jt]s$/)) {
      // The part from one assertion to the next has the options of the first one.
      const [, ...parts] = readFileSync(join(repository, file), 'utf8').split(/\bfc\.assert\(/);
      properties += parts.length;
      for (const part of parts) expect(part.includes('numRuns:') && /\bseed(:|,| })/.test(part), `${file}: ${part.slice(0, 200)}`).toBe(true);
    }
  }
  expect(properties).toBeGreaterThan(150);
});
