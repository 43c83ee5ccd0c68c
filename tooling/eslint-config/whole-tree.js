import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { config } from './index.js';

// Used for the whole tree by `eslint --config`; without that each package's own is found, and a program is made for each.
// What runs in a page has types of its own, and so a program of its own.
const projects = ['tooling/tsconfig/all.json', 'apps/demo/tsconfig.json'];

const root = join(import.meta.dirname, '../..');

export default config(root, projects.filter((project) => existsSync(join(root, project))));
