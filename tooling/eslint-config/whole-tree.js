import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { config } from './index.js';

// Lints the whole tree with one program, by `eslint --config`; without it eslint finds the configuration of each package and makes a program for
// each. Code for web pages has other types and so a program of its own.
const projects = ['tooling/tsconfig/all.json', 'apps/demo/tsconfig.json'];

const root = join(import.meta.dirname, '../..');

export default config(root, projects.filter((project) => existsSync(join(root, project))));
