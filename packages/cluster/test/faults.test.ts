import { once } from 'node:events';
import type { Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { rooms, seededRandom } from '@pf/grid';
import type { BuildWorker, PartBuilder } from '@pf/preprocess';
import { assembleParts, GoalBounds, partBuilder, restoreWorld } from '@pf/preprocess';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { BlobStore, ShardReport, WorkOptions } from '../src/index.ts';
import { Cluster, startWork } from '../src/index.ts';
import { hasRedis, RedisServer, until } from './fleet.ts';

const grid = rooms(26, 20, 7, seededRandom(3));
const right = Buffer.from(GoalBounds.build(grid).save());
const SHARDS = 8;

class MemoryBlobs implements BlobStore {
  readonly blobs = new Map<string, ArrayBuffer>();
  has = (name: string): Promise<boolean> => Promise.resolve(this.blobs.has(name));
  get = (name: string): Promise<ArrayBuffer | undefined> => Promise.resolve(this.blobs.get(name)?.slice(0));
  put = (name: string, bytes: ArrayBuffer): Promise<void> => Promise.resolve(void this.blobs.set(name, bytes.slice(0)));
}

/** A worker on this thread with a delay for each part; `lie` changes the bytes. */
function worker(milliseconds: number, lie: (part: ArrayBuffer) => ArrayBuffer = (part) => part): () => BuildWorker {
  return () => {
    let build: PartBuilder | undefined;
    let answer: Parameters<BuildWorker['listen']>[0] = () => undefined;
    return {
      listen: (callback) => void (answer = callback),
      post: (message) => {
        if ('world' in message) build = partBuilder(restoreWorld(message.world), message.kind);
        else setTimeout(() => answer({ part: lie(build!(message.from, message.to)) }), milliseconds);
      },
      end: () => undefined,
    };
  };
}

/** A network between Redis and its clients that can be cut. */
class Network {
  private cut = false;
  private readonly sockets = new Set<Socket>();
  private constructor(private readonly server: Server) {}

  static async before(port: number): Promise<Network> {
    const network: Network = new Network(
      createServer((socket) => {
        if (network.cut) return void socket.destroy();
        const onward = connect(port, '127.0.0.1');
        for (const [from, to] of [[socket, onward], [onward, socket]]) {
          network.sockets.add(from);
          from.on('error', () => undefined).on('close', () => to.destroy()).pipe(to);
        }
      }).listen(0, '127.0.0.1'),
    );
    await once(network.server, 'listening');
    return network;
  }

  get address(): string {
    return `redis://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Cuts all connections for a while; new ones fail meanwhile. */
  async cutFor(milliseconds: number): Promise<void> {
    this.cut = true;
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    this.cut = false;
  }

  close(): void {
    void this.cutFor(0);
    this.server.close();
  }
}

describe.skipIf(!hasRedis)('a cluster with faults', () => {
  let redis: RedisServer;
  let network: Network;
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    redis = await RedisServer.start();
    network = await Network.before(redis.port);
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
  });
  afterAll(async () => {
    network.close();
    await redis.stop();
  });

  async function cluster(blobs: BlobStore, address = network.address): Promise<Cluster> {
    const each = await Cluster.connect({ address, blobs });
    open.push(each);
    return each;
  }

  async function work(blobs: BlobStore, options: Partial<WorkOptions> = {}): Promise<ShardReport[]> {
    const reports: ShardReport[] = [];
    open.push(await startWork({ address: network.address, blobs, worker: worker(20), workers: 2, deadAfter: 1000, onShard: (report) => void reports.push(report), ...options }));
    return reports;
  }

  const submit = async (to: Cluster): Promise<string> => (await to.submit(grid, 'goal-bounds', { name: 'arena', shards: SHARDS, backOff: 20 })).id;
  /** Collects the artifact, and removes the build from Redis for the next test. */
  async function collectRight(from: Cluster, id: string): Promise<void> {
    expect(Buffer.from(await from.collect(id, { wait: true })).equals(right)).toBe(true);
    await from.forget(id);
  }

  test('workers and waiting callers survive a cut of the network while shards are built', async () => {
    const blobs = new MemoryBlobs();
    const submitting = await cluster(blobs);
    const id = await submit(submitting);
    const troubles: string[] = [];
    const reports = await work(blobs, { worker: worker(60), onTrouble: (message) => troubles.push(message) });
    const collected = collectRight(submitting, id);
    await until('some are built', () => reports.length >= 2);
    await network.cutFor(300);
    await collected;
    expect(troubles.length).toBeGreaterThan(0);
  });

  test('a build survives a restart of Redis while shards are built', async () => {
    const blobs = new MemoryBlobs();
    const submitting = await cluster(blobs);
    const id = await submit(submitting);
    const reports = await work(blobs, { worker: worker(60) });
    const collected = collectRight(submitting, id);
    await until('some are built', () => reports.length >= 2);
    await redis.restart(100);
    await collected;
  });

  test('the collector names a worker that reports a wrong size of a shard; with an empty store it is built by others', async () => {
    const blobs = new MemoryBlobs();
    const submitting = await cluster(blobs);
    const id = await submit(submitting);
    await work(blobs, { worker: worker(1, (part) => part.slice(0, part.byteLength - 8)) });
    await expect(submitting.collect(id, { wait: true })).rejects.toThrow(/The part of the vertices from 0 to \d+ has \d+ bytes and is not what was built of 'goal-bounds' for them: build it anew/);
    await open.pop()!.close();
    await submitting.forget(id);
    blobs.blobs.clear();
    await work(blobs);
    await collectRight(submitting, await submit(submitting));
  });

  test.each(['goal-bounds', 'paths', 'subgoal-trees', 'hierarchy'] as const)(
    'wrong bytes of the right size about %s: an error, or an artifact that differs from that of honest machines; without that worker all is right',
    async (kind) => {
      const [tampered, honest] = [new MemoryBlobs(), new MemoryBlobs()];
      const submitting = await cluster(tampered);
      const { id } = await submitting.submit(grid, kind, { name: 'arena', shards: SHARDS, backOff: 20 });
      const lies = (part: ArrayBuffer): ArrayBuffer => {
        const bytes = new Uint8Array(part.slice(0));
        for (let i = 64; i < bytes.length; i += 97) bytes[i] ^= 1 << i % 8;
        return bytes.buffer;
      };
      await work(tampered, { worker: worker(1, lies) });
      const lied = await submitting.collect(id, { wait: true }).then((artifact) => Buffer.from(artifact), (error: Error) => error.message);
      await open.pop()!.close();
      await submitting.forget(id);

      // As the README advises: once more without the machine, in a separate store.
      const again = await cluster(honest);
      await work(honest);
      const second = await again.submit(grid, kind, { name: 'arena', shards: SHARDS, backOff: 20 });
      const truth = assembleParts(grid, kind, [0], [partBuilder(grid, kind)(0, grid.vertexCount)]);
      const built = Buffer.from(await again.collect(second.id, { wait: true }));
      expect(built.equals(Buffer.from(truth))).toBe(true);
      if (typeof lied === 'string') expect(lied).toMatch(/^[A-Z].*\.$/s);
      else expect(lied.equals(built)).toBe(false);
      await again.forget(second.id);
    },
  );

  test('if a store alters bytes, the shards are built again by workers with a sound one', async () => {
    const blobs = new MemoryBlobs();
    const submitting = await cluster(blobs);
    const id = await submit(submitting);
    let lies = 3;
    const lying: BlobStore = {
      has: blobs.has,
      get: blobs.get,
      put: (name, bytes) => blobs.put(name, name.startsWith('content/') && lies-- > 0 ? new Uint8Array(bytes).map((byte) => byte ^ 1).buffer : bytes),
    };
    const reports = await work(lying);
    await collectRight(submitting, id);
    expect(reports.filter(({ outcome }) => outcome === 'built')).toHaveLength(SHARDS + 3);
  });

  test('on a full disk the shards are set aside with its error, and built after room is made and they are submitted again', async () => {
    const blobs = new MemoryBlobs();
    const submitting = await cluster(blobs);
    let full = true;
    const put: BlobStore['put'] = (name, bytes) => (full ? Promise.reject(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })) : blobs.put(name, bytes));
    const id = await submit(submitting);
    await work({ has: blobs.has, get: blobs.get, put });
    await expect(submitting.collect(id, { wait: true })).rejects.toThrow('ENOSPC: no space left on device, write. Correct that and submit it again.');
    full = false;
    await submit(submitting);
    await collectRight(submitting, id);
  });

  test('a full disk during submit gives an error there', async () => {
    const full: BlobStore = { has: () => Promise.resolve(false), get: () => Promise.resolve(undefined), put: () => Promise.reject(new Error('ENOSPC: no space left on device, write')) };
    await expect(submit(await cluster(full))).rejects.toThrow('ENOSPC');
  });

  test('two callers that submit and collect the same build both get the artifact, and each shard is built once', async () => {
    const blobs = new MemoryBlobs();
    const both = [await cluster(blobs), await cluster(blobs)];
    const reports = await work(blobs);
    const ids = await Promise.all(both.map(submit));
    expect(ids[0]).toBe(ids[1]);
    for (const bytes of await Promise.all(both.map((each) => each.collect(ids[0], { wait: true })))) expect(Buffer.from(bytes).equals(right)).toBe(true);
    expect(reports.filter(({ outcome }) => outcome === 'built')).toHaveLength(SHARDS);
    await both[0].forget(ids[0]);
  });
});
