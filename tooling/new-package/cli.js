import { repository } from '@pf/workspace';
import { createPackage } from './create-package.js';

const [name, ...words] = process.argv.slice(2);
try {
  const folder = createPackage(repository, name, words.join(' ') || undefined);
  console.log(`Made ${folder}. Next: say in tooling/check-layers/layers.json what it may import, then

  pnpm install
  pnpm --filter @pf/${name} test
  pnpm build && pnpm api:update
  pnpm changeset
  pnpm sizes`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
