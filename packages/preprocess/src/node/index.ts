export { folderStore } from './folder-store.ts';
export { nodeWorker } from './node-worker.ts';
export { writeWhole } from './write-whole.ts';
