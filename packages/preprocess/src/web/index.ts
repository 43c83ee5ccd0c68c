export { fetchArtifact } from './fetch-artifact.ts';
export type { DownloadProgress, FetchOptions } from './fetch-artifact.ts';
export { indexedDbStore } from './indexed-db-store.ts';
export type { BrowserStore } from './indexed-db-store.ts';
export { webWorker } from './web-worker.ts';
export type { WorkerEvent, WorkerLike } from './web-worker.ts';
