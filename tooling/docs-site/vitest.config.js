import { project } from '@pf/vitest-config';

export default project('docs-site', { isolate: true });
