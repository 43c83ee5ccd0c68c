import { bundle } from './bundle.js';

await import((await bundle()).href);
