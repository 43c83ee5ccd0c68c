import { library } from '@pf/tsup-config';

export default library({
  entry: {
    index: 'src/index.ts',
    node: 'src/node/index.ts',
    web: 'src/web/index.ts',
    worker: 'src/node/worker.ts',
    'web-worker': 'src/workers/web-worker.ts',
    cli: 'src/node/cli.ts',
  },
  // import.meta.url in CommonJS too: how a thread finds its script.
  shims: true,
  platform: 'node',
});
