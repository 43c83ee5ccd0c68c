/** A thread that edits and publishes a world as fast as it can. */
import { parentPort, workerData } from 'node:worker_threads';
import { GridPublisher } from '../../src/index.ts';
import { EditedWorld } from './random-edit.ts';

const { seed, publications, flags } = workerData as { seed: number; publications: number; flags: Int32Array };
const world = new EditedWorld(seed);
const publisher = new GridPublisher(world.grid);
parentPort!.postMessage(publisher.published);
// The reader begins with the initial world.
Atomics.wait(flags, 0, 0, 5000);
for (let i = 0; i < publications; i++) {
  world.edit();
  publisher.publish();
}
Atomics.store(flags, 1, 1);
