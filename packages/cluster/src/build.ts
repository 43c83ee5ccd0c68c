/**
 * A build as all knows it: what world, what kind, cut where. Its id is a hash of that and of the release that computes it, so that
 * whoever submits the same again means the same shards, and shards of two releases never meet in one artifact.
 *
 * The blob store has, under `shard/ID/N`, the hash of the content of shard N, and under `content/HASH` the content: of shards and of worlds.
 */
import { createRequire } from 'node:module';
import type { BuildKind, WorldData } from '@pf/preprocess';
import type { BlobStore } from './blob-store.ts';
import { getContent, hashOf, putContent } from './blob-store.ts';
import { decodeWorld } from './world-blob.ts';

/** What Redis keeps of a build. */
export interface Build {
  readonly id: string;
  /** What it was submitted as: more than one name where maps are the same. */
  readonly names: readonly string[];
  readonly kind: BuildKind;
  /** The hash of the world's bytes in the blob store. */
  readonly world: string;
  readonly fingerprint: string;
  readonly vertexCount: number;
  /** Vertices in a shard. */
  readonly size: number;
  /** Milliseconds before a shard that failed is tried again, the first time. */
  readonly backOff: number;
}

/** The version of the package whose code computes shards. */
export const RELEASE = (createRequire(import.meta.url)('@pf/preprocess/package.json') as { version: string }).version;

/**
 * A shard visits at most about this many vertices, some twenty seconds of work on one core: long against what a shard costs besides, short against what
 * is lost with a worker. A shard of a map of a million cells is the floods of a thousand of them.
 */
const VISITS = 2 ** 30;

/** How many vertices a shard has: as many as take about twenty seconds, or an equal share of as many shards as are asked for. */
export function shardSize(vertexCount: number, shards: number | undefined): number {
  return Math.max(1, shards === undefined ? Math.floor(VISITS / Math.max(1, vertexCount)) : Math.ceil(vertexCount / shards));
}

export function buildId(world: string, kind: BuildKind, size: number): string {
  return hashOf(`${RELEASE} ${world} ${kind} ${size}`).slice(0, 16);
}

/** Whether its shards are this release's to compute: the queue of another is not seen from here, and only workers of that may repair what is lost. */
export function isOfThisRelease({ id, world, kind, size }: Build): boolean {
  return id === buildId(world, kind, size);
}

export function shardCount({ vertexCount, size }: Build): number {
  return Math.ceil(vertexCount / size);
}

export async function readWorld(blobs: BlobStore, { names, world, fingerprint }: Build): Promise<WorldData> {
  const bytes = await getContent(blobs, world);
  if (bytes === undefined) {
    const what = `The map ${names[0]} is missing from the blob store or damaged there (content/${world})`;
    throw new Error(`${what}: see that it is the blob store it was submitted to, or submit it again.`);
  }
  return decodeWorld(bytes, fingerprint);
}

/** The name under which the hash of a shard lies. */
export function shardEntry({ id }: Build, shard: number): string {
  return `shard/${id}/${shard}`;
}

/** The content first and what points to it second: a shard that can be found is whole. */
export async function writeShard(blobs: BlobStore, build: Build, shard: number, part: ArrayBuffer): Promise<void> {
  const hash = await putContent(blobs, part);
  await blobs.put(shardEntry(build, shard), new TextEncoder().encode(hash).buffer);
}

/** The content of a shard: undefined where it is not there yet, and where it is damaged. */
export async function readShard(blobs: BlobStore, build: Build, shard: number): Promise<ArrayBuffer | undefined> {
  const entry = await blobs.get(shardEntry(build, shard));
  const hash = entry === undefined ? '' : new TextDecoder().decode(entry);
  return /^[0-9a-f]{64}$/.test(hash) ? getContent(blobs, hash) : undefined;
}
