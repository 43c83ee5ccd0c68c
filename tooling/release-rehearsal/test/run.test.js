import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@pf/workspace';
import { expect, test } from 'vitest';
import { run } from '../run.js';

test('a command that takes too long is ended, with what it has started', async () => {
  // What it has started keeps its output open.
  const began = performance.now();
  const { code, output } = await run('sh', ['-c', 'sleep 20 & wait'], { cwd: '.', seconds: 0.3 });
  expect([code, output]).toEqual([1, '\nended by SIGKILL after at most 0.3 s']);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test('an interrupted rehearsal leaves no folder behind', async () => {
  const [root, temporary] = ['pf-interrupted-', 'pf-interrupted-'].map(temporaryFolder);
  mkdirSync(join(root, '.changeset'));
  writeFileSync(join(root, '.changeset/config.json'), JSON.stringify({ access: 'public', baseBranch: 'main' }));
  writeFileSync(join(root, 'package.json'), '{ "name": "root", "private": true }');
  writeFileSync(join(root, 'pnpm-workspace.yaml'), 'packages:\n  - packages/*\n');
  const code = `import { rehearse } from ${JSON.stringify(new URL('../rehearse.js', import.meta.url).href)};
await rehearse(${JSON.stringify(root)}, console.log);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { env: { ...process.env, TMPDIR: temporary }, stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.stdout.on('data', (data) => {
    said += data;
    if (said.includes('applied the changesets')) child.kill('SIGINT');
  });
  expect([await ended, said]).toEqual([130, expect.stringContaining('applied the changesets')]);
  expect(readdirSync(temporary).filter((name) => name.startsWith('pf-'))).toEqual([]);
});
