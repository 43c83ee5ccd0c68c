import { project } from '@pf/vitest-config';

export default project('demo', { testTimeout: 180_000, hookTimeout: 180_000 });
