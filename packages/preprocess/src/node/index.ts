export { folderStore } from './folder-store.ts';
export { nodeWorker } from './node-worker.ts';
