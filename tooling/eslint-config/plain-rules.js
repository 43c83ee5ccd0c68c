import { builtinRules } from 'eslint/use-at-your-own-risk';

/** Rules of ESLint that oxlint lacks, as a plugin for it. */
const rules = { 'no-restricted-syntax': builtinRules.get('no-restricted-syntax') };
export default { meta: { name: 'plain' }, rules };
