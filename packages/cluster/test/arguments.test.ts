import { expect, test } from 'vitest';
import { Cluster, folderBlobs, startWork } from '../src/index.ts';

const blobs = folderBlobs('unused');

test('a connection needs a blob store, and no unknown options', async () => {
  const address = 'redis://127.0.0.1:1';
  for (const begin of [(options: unknown) => Cluster.connect(options as never), (options: unknown) => startWork(options as never)]) {
    await expect(begin({ address, blobs: '/mnt/builds' })).rejects.toThrow("blobs must be a blob store, such as folderBlobs('/mnt/builds'), got '/mnt/builds'.");
    await expect(begin(undefined)).rejects.toThrow('blobs must be a blob store');
    await expect(begin({ adress: address, blobs: blobs })).rejects.toThrow("did you mean 'address'?");
  }
  const startWith = (options: object): Promise<unknown> => startWork({ address, blobs: blobs, ...options });
  await expect(startWith({ onShard: true })).rejects.toThrow('onShard must be a function, got true.');
  await expect(startWith({ onTrouble: 'log' })).rejects.toThrow("onTrouble must be a function, got 'log'.");
  await expect(startWith({ worker: 5 })).rejects.toThrow('worker must be a function that starts one');
  await expect(startWith({ workers: '3' })).rejects.toThrow("got '3'.");
});
