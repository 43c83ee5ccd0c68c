import { project } from '@pf/vitest-config';

export default project('release-rehearsal', { isolate: true });
