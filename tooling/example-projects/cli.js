// pnpm example-lines: the lines of code of the projects in examples, beside those of the same with a peer; --write puts them into examples/README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@pf/workspace';
import { linesTable, withLines } from './lines.js';

console.log(linesTable(repository));
const page = join(repository, 'examples/README.md');
if (process.argv.includes('--write')) writeFileSync(page, withLines(readFileSync(page, 'utf8'), repository));
