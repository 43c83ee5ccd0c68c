export type { BlobStore } from './blob-store.ts';
export { Cluster } from './cluster.ts';
export type { BuildStatus, ClusterOptions, ClusterStatus, SubmitOptions } from './cluster.ts';
export { folderBlobs } from './folder-blobs.ts';
export type { RedisAddress } from './redis.ts';
export { startWork } from './worker.ts';
export type { ShardReport, Work, WorkOptions } from './worker.ts';
