import { join } from 'node:path';
import { temporaryFolder } from '@pf/workspace';
import { expect, test } from 'vitest';
import { runSteps, summary } from '../run-steps.js';

const step = (name, code, more = {}) => ({ name, command: `node -e "${code}"`, cores: 1, ...more });

async function check(steps, cores = 2) {
  const said = [];
  const results = await runSteps(steps, { cores, env: process.env, cwd: '.', say: (line) => said.push(line.replace(/ in [\d.]+ s/, '')) });
  return { said, results, closing: summary(results).split('\n').at(-1) };
}

test('every step runs, whatever fails before it, and a failure is reported with its output', async () => {
  const { said, results, closing } = await check([step('a', `console.error('broken'); process.exit(3)`), step('b', '')], 3);
  expect(results.map(({ name, outcome }) => [name, outcome])).toEqual([['a', 'failed'], ['b', 'passed']]);
  expect(said).toContain('── a: failed\nbroken');
  expect(closing).toBe('1 passed, 1 failed, 0 skipped');
});

test('a step that depends on a failed one is skipped, with a note', async () => {
  const { said, results, closing } = await check([step('build', 'process.exit(1)'), step('use', '', { after: ['build'] }), step('more', '', { after: ['use'] })]);
  expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'skipped', 'skipped']);
  expect(said).toContain('── use: skipped, because build did not pass');
  expect(closing).toBe('0 passed, 1 failed, 2 skipped');
});

test('a step that depends on a passed one runs after it', async () => {
  const { said } = await check([step('build', 'setTimeout(() => {}, 200)'), step('use', '', { after: ['build'] })], 3);
  expect(said).toEqual(['── build: begins', '── build: passed', '── use: begins', '── use: passed']);
});

test('no more steps run at once than there are cores', async () => {
  const slow = 'setTimeout(() => {}, 100)';
  const { said } = await check([step('a', slow), step('b', slow), step('c', slow)], 2);
  let running = 0;
  let most = 0;
  for (const line of said) most = Math.max(most, line.endsWith('begins') ? ++running : running--);
  expect(most).toBe(2);
});

test('while a live step prints, the output of others is held', async () => {
  // The live step ends when the last of the others has begun.
  const sign = join(temporaryFolder('pf-run-steps-'), 'sign');
  const untilSign = `const clock = setInterval(() => { if (require('fs').existsSync('${sign}')) clearInterval(clock); }, 10)`;
  const { said } = await check([
    step('tests', untilSign, { live: true }), step('a', `console.log('news')`), step('b', 'process.exit(1)'), step('c', '', { after: ['b'] }), step('d', `require('fs').writeFileSync('${sign}', '')`),
  ]);
  expect(said).toEqual([
    '── tests: begins', '── tests: passed', '── a: begins', '── a: passed\nnews', '── b: begins', '── b: failed', '── c: skipped, because b did not pass', '── d: begins', '── d: passed',
  ]);
});

test('tests are counted one by one, and a run that fails without a failed test is a failure', async () => {
  const counts = () => ({ passed: 40, failed: 0, skipped: 2 });
  expect((await check([step('tests', '', { counts })])).closing).toBe('40 passed, 0 failed, 2 skipped');
  expect((await check([step('tests', 'process.exit(1)', { counts })])).closing).toBe('40 passed, 1 failed, 2 skipped');
  expect((await check([step('tests', 'process.exit(1)', { counts: () => ({ passed: 40, failed: 2, skipped: 0 }) })])).closing).toBe('40 passed, 2 failed, 0 skipped');
  const { results } = await check([step('tests', '', { counts: () => ({ failed: 1 }) })]);
  expect(results[0].outcome).toBe('failed');
});
