/** Runs samples, measures and records searches, and builds tables, beside the page. Packages are loaded when they are needed. */
import type { FromWorker, ToWorker } from './messages.ts';
import type { Packages } from './run-code.ts';
import { runCode } from './run-code.ts';

const scope = globalThis as unknown as { onmessage: (event: { readonly data: ToWorker | object }) => void; postMessage(message: FromWorker): void };

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
  if (asked.job === 'run') return runCode(asked.code, packages, part, () => scope.postMessage({ begun: true }));
  const { gridOfMap, measure, queriesOn } = await import('../which/measuring.ts');
  const grid = gridOfMap(asked.map);
  if (asked.job === 'measure') return measure(grid, asked.contenders, queriesOn(grid, asked.queries, asked.crowd), part);
  const { recorded } = await import('../which/pictures.ts');
  return recorded(asked.contender, grid, asked.start, asked.goal);
}

const failed = (error: unknown): void => scope.postMessage({ error: error instanceof Error ? error.message : String(error) });

/** One promise for all messages keeps their order. */
let builder: Promise<unknown> | undefined;

scope.onmessage = ({ data }) => {
  if ('job' in data) answer(data).then((result) => scope.postMessage({ result }), failed);
  // Once it is loaded, the package listens itself.
  else (builder ??= import('@pf/preprocess/web-worker')).then(() => scope.onmessage({ data }), failed);
};
