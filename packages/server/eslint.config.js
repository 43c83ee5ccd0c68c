import { config } from '@pf/eslint-config';

export default config(import.meta.dirname);
