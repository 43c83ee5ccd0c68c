import { createHash } from 'node:crypto';

/**
 * Where maps and the results of shards lie: a folder that all machines see, a bucket, anything that keeps bytes under a name. Names are made of
 * letters, digits, dots, hyphens and slashes, such as `content/9f86d081…`. The same name may be put twice; what is read back is checked, so a store
 * need not promise more than that `put` ends after the bytes are there for all.
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
  /** The bytes, or undefined where nothing was put under that name. */
  get(name: string): Promise<ArrayBuffer | undefined>;
  put(name: string, bytes: ArrayBuffer): Promise<void>;
}

/** Puts bytes under their own hash and returns it. Always writes: what lies there already may be damaged. */
export async function putContent(blobs: BlobStore, bytes: ArrayBuffer): Promise<string> {
  const hash = hashOf(bytes);
  await blobs.put(`content/${hash}`, bytes);
  return hash;
}

/** The bytes that have this hash: undefined where they are missing, and where what lies there is something else. */
export async function getContent(blobs: BlobStore, hash: string): Promise<ArrayBuffer | undefined> {
  const bytes = await blobs.get(`content/${hash}`);
  return bytes !== undefined && hashOf(bytes) === hash ? bytes : undefined;
}

export function hashOf(bytes: ArrayBuffer | string): string {
  return createHash('sha256').update(typeof bytes === 'string' ? bytes : new Uint8Array(bytes)).digest('hex');
}
