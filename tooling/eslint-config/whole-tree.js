import { join } from 'node:path';
import { config } from './index.js';

// Lints the whole tree at once, by `eslint --config`, without the rules that need types: typed-rules.js checks those, much faster. Without this file
// eslint finds the configuration of each package, which has all rules, and makes a program for each.
export default config(join(import.meta.dirname, '../..'), { typed: false });
