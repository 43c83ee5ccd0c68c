import { repository } from '@pf/workspace';
import { checkSurfaces } from './api-surface.js';

const update = process.argv.includes('--update');
const told = checkSurfaces(repository, { update });
for (const each of told) (update ? console.log : console.error)(each);
if (update) console.log(`${told.length} snapshots changed.`);
else console.log(told.length === 0 ? 'Every package exports what its snapshot says.' : `${told.length} snapshots differ. If that is meant: pnpm api:update, and a changeset that tells users.`);
process.exitCode = update || told.length === 0 ? 0 : 1;
