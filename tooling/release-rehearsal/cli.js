import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '@pf/workspace';
import { changesetFaults } from './publish.js';
import { rehearse } from './rehearse.js';
import { sizeFault, writeSizes } from './sizes.js';

const incomplete = changesetFaults(repository);
if (incomplete.length > 0) {
  for (const fault of incomplete) console.error(fault);
  process.exit(1);
}
const results = await rehearse(repository, console.log);
const measured = results.filter(({ sizes }) => sizes !== undefined);
if (process.argv.includes('--write-sizes')) for (const name of writeSizes(repository, measured)) console.log(`${name}: its README has new sizes.`);
for (const { folder, version, sizes, notes, faults } of measured) {
  const fault = sizeFault(readFileSync(join(repository, folder, 'README.md'), 'utf8'), sizes);
  if (fault !== undefined) faults.push(fault);
  if (notes === undefined) faults.push(`has no release notes: ${folder}/CHANGELOG.md must have an entry for ${version}. Add a changeset: pnpm changeset.`);
}
for (const { name, version, bytes, tag, notes, brought, ran, faults } of results) {
  const others = (brought ?? []).filter((each) => `@pf/${each}` !== name);
  const size = bytes === undefined ? '' : `${(bytes / 1024).toFixed(1)} kB`;
  console.log(`${faults.length === 0 ? 'good' : 'BAD '}  ${name.padEnd(16)} ${version.padEnd(8)} ${size.padStart(9)}  ${ran ?? 0} examples hold, brought ${others.join(', ') || 'nothing'}`);
  if (notes !== undefined) console.log(`      tag ${tag}, release notes of ${notes.split('\n').length} lines: ${notes.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? ''}`);
  for (const fault of faults) console.error(`      ${name}: ${fault}`);
}
const bad = results.filter(({ faults }) => faults.length > 0).length;
const packages = results.filter(({ version }) => version !== '').length;
console.log(bad === 0 ? `${packages} packages could be released.` : `${bad} of ${results.length} would not do.`);
process.exit(bad === 0 ? 0 : 1);
