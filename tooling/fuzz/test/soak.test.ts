import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runs } from '@pf/testkit';

test('a game goes on without drift and without growing', () => {
  const here = fileURLToPath(new URL('.', import.meta.url));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`${here}../../run/cli.js`, `${here}../src/soak.ts`, '--replans', String(runs(60_000)), '--minutes', '1'],
    { encoding: 'utf8' },
  );
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/^\d+ replans in \d+ frames, .* every cost the oracle's/m);
});
