import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { config } from '@pf/eslint-config';

// Used for the whole tree by `eslint --config`; without that each package's own is found, and a program is made for each.
// What runs in a page has types of its own, and so a program of its own.
const projects = ['tooling/tsconfig/all.json', 'apps/demo/tsconfig.json'];

export default config(import.meta.dirname, projects.filter((project) => existsSync(join(import.meta.dirname, project))));
