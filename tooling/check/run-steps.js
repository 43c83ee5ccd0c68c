import { spawn } from 'node:child_process';

/**
 * Runs `steps`, `[{ name, command, cores, live, after, counts }]`, in order, as many at once as there are `cores`.
 *
 * A `live` step prints directly to the terminal; the lines of the others are held until it ends. A step whose `after` has not passed
 * is skipped. `counts()` reads how many tests a step ran; each other step counts as one.
 * A failure does not stop other steps. Returns `[{ name, outcome, seconds, passed, failed, skipped }]`.
 */
export async function runSteps(steps, { cores, env, cwd, say }) {
  const waiting = [...steps];
  const running = new Map();
  const results = new Map();
  let free = cores;
  const held = [];
  const sayOf = (step) => (line) => void (!step.live && [...running.keys()].some(({ live }) => live) ? held.push(line) : say(line));
  while (waiting.length + running.size > 0) {
    const next = waiting.find(({ after = [] }) => after.every((name) => results.has(name)));
    const wanted = Math.min(next?.cores ?? 0, cores);
    if (next !== undefined && next.after?.some((name) => results.get(name).outcome !== 'passed')) {
      waiting.splice(waiting.indexOf(next), 1);
      results.set(next.name, { name: next.name, outcome: 'skipped', seconds: 0, passed: 0, failed: 0, skipped: 1 });
      sayOf(next)(`── ${next.name}: skipped, because ${next.after.join(' and ')} did not pass`);
    } else if (next !== undefined && wanted <= free) {
      waiting.splice(waiting.indexOf(next), 1);
      free -= wanted;
      running.set(next, runStep(next, { wanted, env, cwd, say: sayOf(next) }));
    } else {
      const { step, result, wanted: given } = await Promise.race(running.values());
      running.delete(step);
      if (step.live) for (const line of held.splice(0)) say(line);
      results.set(step.name, result);
      free += given;
    }
  }
  return steps.map(({ name }) => results.get(name));
}

async function runStep(step, { wanted, env, cwd, say }) {
  say(`── ${step.name}: begins`);
  const begin = performance.now();
  const { code, output } = await run(step.command, { live: step.live, cwd, env: { ...env, ...step.env } });
  const seconds = (performance.now() - begin) / 1000;
  const counts = step.counts?.();
  const result = { name: step.name, seconds, passed: 0, failed: 0, skipped: 0, ...counts };
  // A step that fails without a count counts as one failure.
  if (code !== 0 && result.failed === 0) result.failed = 1;
  else if (counts === undefined && code === 0) result.passed = 1;
  result.outcome = code === 0 && result.failed === 0 ? 'passed' : 'failed';
  say(`── ${step.name}: ${result.outcome} in ${seconds.toFixed(1)} s${output === '' ? '' : `\n${output.trimEnd()}`}`);
  return { step, result, wanted };
}

function run(command, { live = false, cwd, env }) {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, cwd, env, stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout?.on('data', (data) => (output += data));
    child.stderr?.on('data', (data) => (output += data));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** The table of times and outcomes, and the last line. */
export function summary(results) {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  const width = Math.max(...results.map(({ name }) => name.length));
  const rows = results.map(({ name, outcome, seconds }) => `${name.padEnd(width)}  ${outcome.padEnd(7)}  ${seconds.toFixed(1).padStart(6)} s`);
  return [...rows, '', `${sum('passed')} passed, ${sum('failed')} failed, ${sum('skipped')} skipped`].join('\n');
}
