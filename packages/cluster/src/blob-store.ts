import { createHash } from 'node:crypto';
import { shown } from '@pf/graph/kit';

/**
 * Stores maps and the results of shards: a folder that all machines share, a bucket, anything that keeps bytes by name. Names consist of
 * letters, digits, dots, hyphens and slashes, such as `content/9f86d081…`. A name may be written twice. `put` must resolve only when all machines can read the
 * bytes. Nothing else is required, since bytes are checked against their hash when they are read.
 *
 * @example
 * ```ts
 * import type { BlobStore } from '@pf/cluster';
 *
 * function memoryBlobs(): BlobStore {
 *   const blobs = new Map<string, ArrayBuffer>();
 *   return {
 *     has: (name) => Promise.resolve(blobs.has(name)),
 *     get: (name) => Promise.resolve(blobs.get(name)),
 *     put: (name, bytes) => Promise.resolve(void blobs.set(name, bytes)),
 *   };
 * }
 *
 * const blobs = memoryBlobs();
 * await blobs.put('greeting', Uint8Array.of(104, 105).buffer);
 * await blobs.has('greeting'); // → true
 * ```
 */
export interface BlobStore {
  has(name: string): Promise<boolean>;
  /** The bytes; undefined if there are none of that name. */
  get(name: string): Promise<ArrayBuffer | undefined>;
  put(name: string, bytes: ArrayBuffer): Promise<void>;
}

/** Throws unless `given` is a blob store: the path of a folder, for instance, is none. */
export function checkBlobs(given: unknown): void {
  const store = given as Partial<BlobStore> | null | undefined;
  if (typeof store?.has === 'function' && typeof store.get === 'function' && typeof store.put === 'function') return;
  throw new TypeError(`blobs must be a blob store, such as folderBlobs('/mnt/builds'), got ${shown(given)}.`);
}

/** Stores bytes by their hash and returns the hash. Always writes, since stored bytes may be damaged. */
export async function putContent(blobs: BlobStore, bytes: ArrayBuffer): Promise<string> {
  const hash = hashOf(bytes);
  await blobs.put(`content/${hash}`, bytes);
  return hash;
}

/** The bytes with this hash; undefined if they are missing or damaged. */
export async function getContent(blobs: BlobStore, hash: string): Promise<ArrayBuffer | undefined> {
  const bytes = await blobs.get(`content/${hash}`);
  return bytes !== undefined && hashOf(bytes) === hash ? bytes : undefined;
}

export function hashOf(bytes: ArrayBuffer | string): string {
  return createHash('sha256').update(typeof bytes === 'string' ? bytes : new Uint8Array(bytes)).digest('hex');
}
