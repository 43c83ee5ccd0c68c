import { repository } from '@pf/workspace';
import { checkSurfaces } from './api-surface.js';

const update = process.argv.includes('--update');
const { faults, written, old } = await checkSurfaces(repository, { update });
for (const file of written) console.log(file);
for (const sentence of old) console.warn(sentence);
for (const fault of faults) console.error(fault);
if (update) console.log(`${written.length} snapshots written${faults.length === 0 ? '' : `, ${faults.length} not`}.`);
else console.log(faults.length === 0 ? `Every package exports what its snapshot says${old.length === 0 ? '' : ', by builds of which some may be old'}.` : `${faults.length} snapshots differ. If that is intended: pnpm api:update, and a changeset for users.`);
process.exitCode = faults.length === 0 ? 0 : 1;
