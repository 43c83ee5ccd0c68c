import { library } from '@pf/tsup-config';

export default library({ entry: { index: 'src/index.ts', readers: 'src/readers.ts' } });
