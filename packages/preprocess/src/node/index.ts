export type { FolderStore } from './folder-store.ts';
export { folderStore } from './folder-store.ts';
export { nodeWorker } from './node-worker.ts';
export { readMap, readWorld } from './read-map.ts';
export { writeWhole } from './write-whole.ts';
