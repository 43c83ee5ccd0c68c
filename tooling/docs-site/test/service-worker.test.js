import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@pf/workspace';
import { writeServiceWorker } from '@pf/workspace/service-worker';
import { expect, test } from 'vitest';

test('hidden files, which are not uploaded, are not kept', () => {
  const folder = temporaryFolder('pf-service-worker-');
  mkdirSync(join(folder, 'docs'));
  for (const file of ['index.html', 'docs/a.b.js', '.nojekyll', 'docs/.nojekyll']) writeFileSync(join(folder, file), '');
  expect(writeServiceWorker(folder)).toBe(2);
  expect(readFileSync(join(folder, 'sw.js'), 'utf8')).toContain('const FILES = ["docs/a.b.js","index.html"];');
});
