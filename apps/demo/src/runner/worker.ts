/** Runs samples, and measures and records searches, beside the page. Packages are loaded when they are needed. */
import type { FromWorker, ToWorker } from './messages.ts';
import type { Packages } from './run-code.ts';
import { runCode } from './run-code.ts';

const scope = globalThis as unknown as { onmessage: (event: MessageEvent<ToWorker>) => void; postMessage(message: FromWorker): void };

const packages: Packages = {
  '@pf/crowd': () => import('@pf/crowd'),
  '@pf/graph': () => import('@pf/graph'),
  '@pf/grid': () => import('@pf/grid'),
  '@pf/incremental': () => import('@pf/incremental'),
  '@pf/navmesh': () => import('@pf/navmesh'),
  '@pf/preprocess': () => import('@pf/preprocess'),
  '@pf/realtime': () => import('@pf/realtime'),
  '@pf/sampling': () => import('@pf/sampling'),
  '@pf/search': () => import('@pf/search'),
};

async function answer(asked: ToWorker): Promise<unknown> {
  const part = (each: unknown): void => scope.postMessage({ part: each });
  if (asked.job === 'run') return runCode(asked.code, packages, part);
  const { gridOfMap, measure, queriesOn } = await import('../which/measuring.ts');
  const grid = gridOfMap(asked.map);
  if (asked.job === 'measure') return measure(grid, asked.contenders, queriesOn(grid, asked.queries, asked.crowd), part);
  const { recorded } = await import('../which/pictures.ts');
  return recorded(asked.contender, grid, asked.start, asked.goal);
}

scope.onmessage = ({ data }) => {
  answer(data).then(
    (result) => scope.postMessage({ result }),
    (error: unknown) => scope.postMessage({ error: error instanceof Error ? error.message : String(error) }),
  );
};
