import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repository } from '@pf/workspace';
import { publishedAt } from '@pf/workspace/address';
import { buildWholeSite } from './whole-site.js';

const usage = `Writes the whole site: home, articles, lab, benchmarks, and the documentation of all packages.

  node tooling/docs-site/cli.js [FOLDER]

FOLDER defaults to reports/site.`;

const [folder = `${repository}/reports/site`] = folderOf(process.argv.slice(2));
const out = resolve(folder);
const faults = await buildWholeSite(repository, out, publishedAt());
for (const fault of faults) console.error(fault);
console.log(faults.length === 0 ? `The site is in ${relative(process.cwd(), out) || '.'}.` : `The site has ${faults.length} faults.`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** The folder among the arguments, if there is one. Ends the process after --help, and after arguments that it does not know. */
function folderOf(args) {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { help: { type: 'boolean', short: 'h' } } });
    if (values.help === true) {
      console.log(usage);
      process.exit(0);
    }
    if (positionals.length > 1) throw new Error(`Expected one folder, got ${positionals.join(', ')}.`);
    return positionals;
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}
