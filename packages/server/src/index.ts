export type { FromPathWorker, ToPathWorker } from './messages.ts';
export { pathLoop } from './path-loop.ts';
export type { WorkerSearch } from './path-loop.ts';
export { PathPool } from './path-pool.ts';
export type { PathPoolOptions } from './path-pool.ts';
export type { PoolGrid, PoolGridOptions } from './pool-grid.ts';
export type { CancelSignal, PathAnswer, PathQueryOptions } from './query.ts';
