import { project } from '@pf/vitest-config';

// Stryker runs this in a copy of the repository: the tests of one package, told by the environment.
const name = process.env.PF_MUTATE ?? 'queues';

export default { ...project(name), root: new URL(`../../packages/${name}`, import.meta.url).pathname };
