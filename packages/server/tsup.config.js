import { library } from '@pf/tsup-config';

export default library({
  entry: { index: 'src/index.ts', node: 'src/node/index.ts', 'path-worker': 'src/node/path-worker.ts', 'web-worker': 'src/web/web-worker.ts' },
  // import.meta.url in CommonJS too: how a thread finds its script.
  shims: true,
  platform: 'node',
});
