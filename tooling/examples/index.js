export { collect, collectEmpty, moduleOf, runnable } from './collect.js';
export { Surface } from './surface.js';
