import { config } from '@pf/eslint-config';

// This app runs in Node only.
export default [
  ...config(import.meta.dirname),
  { files: ['src/**/*.ts'], rules: { 'no-restricted-globals': 'off', 'no-restricted-imports': 'off' } },
  { files: ['*.js'], languageOptions: { globals: { URL: 'readonly' } } },
];
