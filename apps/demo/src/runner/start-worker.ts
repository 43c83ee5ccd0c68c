/** Starts the script for everything that is computed beside the page, but the battlefield. */
export const startWorker = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
