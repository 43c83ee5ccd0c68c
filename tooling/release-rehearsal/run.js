import { availableParallelism } from 'node:os';
import { killGroup, spawnGroup } from '@pf/workspace/process-group';

/** Removes the variables that npm, npx and pnpm pass to their scripts, since they would affect the npm of a rehearsal. Settings of registry, proxy, certificates and cache stay. */
const handedDown = /^npm_(?!config_(registry|proxy|https_proxy|noproxy|ca|cafile|strict_ssl|cache|userconfig)$)/i;
const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !handedDown.test(name)));

/** Runs a command; resolves to `{ code, output }` and never rejects. */
export function run(command, words, { cwd, env = {}, seconds = 120 }) {
  return new Promise((resolve) => {
    const child = spawnGroup(command, words, { cwd, env: { ...environment, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    const timer = setTimeout(() => killGroup(child), seconds * 1000);
    let output = '';
    child.stdout.on('data', (data) => (output += data));
    child.stderr.on('data', (data) => (output += data));
    const end = (code, more = '') => {
      clearTimeout(timer);
      resolve({ code, output: output + more });
    };
    child.on('error', (error) => end(1, error.message));
    child.on('close', (code, signal) => end(code ?? 1, signal === null ? '' : `\nended by ${signal} after at most ${seconds} s`));
  });
}

/** `Promise.all` of `work` over `items`, with one item at a time for each core. */
export async function inParallel(items, work) {
  const results = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return results;
}
