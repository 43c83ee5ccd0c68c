/** Shared with sibling packages: what a grid is, the open list, and the rules, scans and path unrolling of jump point search. */
export { BucketRing } from './bucket-ring.ts';
export { isGrid } from './is-grid.ts';
export type { JumpLocator } from './jump-points/jump-locator.ts';
export { JumpRules } from './jump-points/jump-rules.ts';
export type { JumpRay, JumpWalk } from './jump-points/jump-rules.ts';
export { JumpScanner } from './jump-points/jump-scanner.ts';
