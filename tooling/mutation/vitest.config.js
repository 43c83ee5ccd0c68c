import { project } from '@pf/vitest-config';

export default project('mutation');
