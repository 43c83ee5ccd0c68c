import { library } from '@pf/tsup-config';

// Shared chunks: code of both entries is loaded once.
export default library({ entry: { index: 'src/index.ts', kit: 'src/kit.ts' }, splitting: true });
