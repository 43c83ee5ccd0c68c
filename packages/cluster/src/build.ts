/**
 * The description of a build: its world, its kind, and the number of its shards. Its id is a hash of these and of the release that computes it. Equal
 * submissions therefore share their shards, and an artifact never mixes shards of two releases.
 *
 * The blob store has the hash of shard N under `shard/ID/N`, and the content of shards and worlds under `content/HASH`.
 */
import { createRequire } from 'node:module';
import type { Graph } from '@pf/graph';
import type { Grid } from '@pf/grid';
import type { BuildKind, WorldData } from '@pf/preprocess';
import { isBuiltWhole, jumpPoints } from '@pf/preprocess';
import type { BlobStore } from './blob-store.ts';
import { getContent, hashOf, putContent } from './blob-store.ts';
import { decodeWorld } from './world-blob.ts';

/** What Redis stores of a build. */
export interface Build {
  readonly id: string;
  /** The release whose workers compute its shards. */
  readonly release: string;
  /** The names under which it was submitted: several if maps are the same. */
  readonly names: readonly string[];
  readonly kind: BuildKind;
  /** The hash of the world's bytes in the blob store. */
  readonly world: string;
  readonly fingerprint: string;
  readonly vertexCount: number;
  readonly shards: number;
  /** Milliseconds before the first retry of a shard. */
  readonly backOff: number;
  readonly priority?: number | undefined;
}

/** The version of the package whose code computes shards. */
export const RELEASE = (createRequire(import.meta.url)('@pf/preprocess/package.json') as { version: string }).version;

/**
 * The number of vertices that a shard visits, rounded up to whole floods: about twenty seconds of one core. The overhead of a shard is small beside that, and a dead worker
 * loses little. On a map of a million cells, a shard floods from a thousand of them.
 */
const VISITS_PER_SHARD = 2 ** 30;

/** Whether a build floods from jump points only. */
export function floodsFromJumpPoints(kind: BuildKind): boolean {
  return kind.startsWith('jump-point');
}

/**
 * The first vertices of the shards. Each shard has the same number of floods: from all vertices or, for some kinds, only from jump points. By default a shard takes about
 * twenty seconds. Given the number of shards that it returned, it returns the same shards. Of the world it reads only the
 * number of vertices and, if the build floods from them, the jump points.
 *
 * The result is part of the stored format: `collect` assembles the shards of other releases by it. A change needs a new version of the format.
 */
export function shardStarts(world: Pick<Graph, 'vertexCount'>, kind: BuildKind, shards?: number): number[] {
  const { vertexCount } = world;
  const marks = floodsFromJumpPoints(kind) ? jumpPoints(world as Grid) : undefined;
  const floods = marks?.reduce((sum, mark) => sum + mark, 0) ?? vertexCount;
  const count = isBuiltWhole(kind) ? 1 : (shards ?? Math.ceil((floods * vertexCount) / VISITS_PER_SHARD));
  const size = Math.ceil(floods / count);
  const starts: number[] = [];
  for (let v = 0, flooded = 0; v < vertexCount; v++) {
    const mark = marks?.[v] ?? 1;
    if (v === 0 || (mark === 1 && flooded > 0 && flooded % size === 0)) starts.push(v);
    flooded += mark;
  }
  return starts;
}

export function buildId(world: string, kind: BuildKind, shards: number): string {
  return hashOf(`${RELEASE} ${world} ${kind} ${shards}`).slice(0, 16);
}

export async function readWorld(blobs: BlobStore, { names, world, fingerprint }: Build): Promise<WorldData> {
  const bytes = await getContent(blobs, world);
  if (bytes === undefined) {
    const what = `The map ${names[0]} is missing from the blob store or damaged there (content/${world})`;
    throw new Error(`${what}: use the blob store it was submitted to, or submit it again.`);
  }
  return decodeWorld(bytes, fingerprint);
}

/** The name of the entry with the hash of a shard. */
export function shardEntry({ id }: Build, shard: number): string {
  return `shard/${id}/${shard}`;
}

/** Writes the content first and its entry second, so that a shard with an entry is complete. */
export async function writeShard(blobs: BlobStore, build: Build, shard: number, part: ArrayBuffer): Promise<void> {
  const hash = await putContent(blobs, part);
  await blobs.put(shardEntry(build, shard), new TextEncoder().encode(hash).buffer);
}

/** The content of a shard; undefined if it is missing or damaged. */
export async function readShard(blobs: BlobStore, build: Build, shard: number): Promise<ArrayBuffer | undefined> {
  const entry = await blobs.get(shardEntry(build, shard));
  const hash = entry === undefined ? '' : new TextDecoder().decode(entry);
  return /^[0-9a-f]{64}$/.test(hash) ? getContent(blobs, hash) : undefined;
}
