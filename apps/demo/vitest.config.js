import { project } from '@pf/vitest-config';

export default project('demo', { globalSetup: ['test/page/browser.ts'], testTimeout: 180_000, hookTimeout: 180_000 });
