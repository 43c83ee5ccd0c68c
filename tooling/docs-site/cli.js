import { relative, resolve } from 'node:path';
import { repository } from '@pf/workspace';
import { publishedAt } from '@pf/workspace/address';
import { buildSite } from './build-site.js';

const out = resolve(process.argv[2] ?? `${repository}/reports/site`);
const faults = await buildSite(repository, out, publishedAt());
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? `The site is in ${relative(process.cwd(), out) || '.'}.` : `The site is not built: ${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;
