import { library } from '@pf/tsup-config';

// Shims for import.meta.url in CommonJS too: how the version of @pf/preprocess is found.
export default library({ entry: { index: 'src/index.ts', cli: 'src/cli.ts' }, shims: true, platform: 'node' });
