import { project } from '@pf/vitest-config';
import { repository } from '@pf/workspace';
import { mergeConfig } from 'vitest/config';
import { examples } from './plugin.js';

export default mergeConfig(project('examples', { isolate: true }, { bundled: false }), { plugins: [examples(repository)] });
