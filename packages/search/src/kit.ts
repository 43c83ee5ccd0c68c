/** What other packages share: the open list of searches; of jump point search its rules, its scans of rows, and how it finds the cells at which it turns. */
export { BucketRing } from './bucket-ring.ts';
export type { JumpLocator } from './jump-points/jump-locator.ts';
export { JumpRules } from './jump-points/jump-rules.ts';
export type { JumpRay, JumpWalk } from './jump-points/jump-rules.ts';
export { JumpScanner } from './jump-points/jump-scanner.ts';
