// pnpm example-lines: lines of code of the projects in examples and of the same with another library; --write puts them into examples/README.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@pf/workspace';
import { linesTable, withLines } from './lines.js';

console.log(linesTable(repository));
const page = join(repository, 'examples/README.md');
if (process.argv.includes('--write')) writeFileSync(page, withLines(readFileSync(page, 'utf8'), repository));
