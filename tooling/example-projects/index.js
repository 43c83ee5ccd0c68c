export { checkTypes, projects, runBundle } from './projects.js';
