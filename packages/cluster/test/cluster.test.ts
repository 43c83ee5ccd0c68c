import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompressedGraph } from '@pf/graph';
import type { Graph, Located } from '@pf/graph';
import { Grid, rooms, seededRandom } from '@pf/grid';
import type { BuildKind, BuildWorker, FromWorker, PartBuilder } from '@pf/preprocess';
import { ContractionHierarchy, CornerHierarchy, CustomizableHierarchy, GoalBounds, jumpPoints, partBuilder, PathDatabase, restoreWorld, SubgoalTrees } from '@pf/preprocess';
import { nodeWorker } from '@pf/preprocess/node';
import { digraphs, rulesOf, runs, worlds } from '@pf/testkit';
import { Queue, Worker } from 'bullmq';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BlobStore, ShardReport, Work, WorkOptions } from '../src/index.ts';
import { Cluster, folderBlobs, startWork } from '../src/index.ts';
import type { ShardJob } from '../src/queue.ts';
import { lostShards, MAX_PRIORITY, PREFIX, QUEUE, queueName, readBuild } from '../src/queue.ts';
import { bundle, hasRedis, RedisServer, until } from './fleet.ts';

/** A store that counts its calls, with settings for the tests. */
class TestBlobs implements BlobStore {
  readonly blobs = new Map<string, ArrayBuffer>();
  readonly gets: string[] = [];
  failPuts = 0;
  has = (name: string): Promise<boolean> => Promise.resolve(this.blobs.has(name));
  get = (name: string): Promise<ArrayBuffer | undefined> => {
    this.gets.push(name);
    return Promise.resolve(this.blobs.get(name)?.slice(0));
  };
  put = (name: string, bytes: ArrayBuffer): Promise<void> => {
    if (this.failPuts-- > 0) return Promise.reject(new Error('The disk is full.'));
    this.blobs.set(name, bytes.slice(0));
    return Promise.resolve();
  };
}

/** A worker on this thread. `change` may replace an answer, or return a string to let the worker die. */
function local(change: (from: number, message: FromWorker) => FromWorker | string = (_, message) => message): () => BuildWorker {
  return () => {
    let build: PartBuilder | undefined;
    let dead = false;
    let answer: (message: FromWorker) => void = () => undefined;
    let died: (reason: string) => void = () => undefined;
    return {
      listen: (...callbacks) => ([answer, died] = callbacks),
      post: (message) => {
        if ('world' in message) return void (build = partBuilder(restoreWorld(message.world), message.kind));
        if (dead) return;
        const outcome = change(message.from, { part: build!(message.from, message.to) });
        dead = typeof outcome === 'string';
        setTimeout(() => (typeof outcome === 'string' ? died(outcome) : answer(outcome)), 0);
      },
      end: () => undefined,
    };
  };
}

const serial: Record<BuildKind, (graph: Graph & Located) => ArrayBuffer> = {
  'goal-bounds': (graph) => GoalBounds.build(graph).save(),
  'jump-point-bounds': (graph) => GoalBounds.build(graph, jumpPoints(graph as Grid)).save(),
  paths: (graph) => PathDatabase.build(graph).save(),
  'jump-point-paths': (graph) => PathDatabase.build(graph, { rows: 'jump-points' }).save(),
  'subgoal-trees': (graph) => SubgoalTrees.build(graph as Grid).save(),
  hierarchy: (graph) => ContractionHierarchy.build(graph).save(),
  customizable: (graph) => CustomizableHierarchy.build(graph).save(),
  'corner-hierarchy': (graph) => CornerHierarchy.build(graph as Grid).save(),
};
const same = (a: ArrayBuffer, b: ArrayBuffer): boolean => Buffer.from(a).equals(Buffer.from(b));
const grid = rooms(26, 20, 7, seededRandom(3));

describe.skipIf(!hasRedis)('a cluster', () => {
  let redis: RedisServer;
  let raw: Redis;
  let thread: string;
  let folder = '';
  let remove: () => Promise<void>;
  let address = '';
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    const [server, command] = await Promise.all([RedisServer.start(), bundle()]);
    redis = server;
    address = server.address;
    thread = command.thread;
    remove = () => command.remove();
    raw = new Redis(redis.port);
    folder = await mkdtemp(join(tmpdir(), 'pf-cluster-'));
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
    await raw.flushall();
  });
  afterAll(async () => {
    raw.disconnect();
    await Promise.all([redis.stop(), remove(), rm(folder, { recursive: true })]);
  });

  async function cluster(blobs: BlobStore): Promise<Cluster> {
    const each = await Cluster.connect({ address, blobs });
    open.push(each);
    return each;
  }

  async function work(blobs: BlobStore, options: Partial<WorkOptions> = {}): Promise<Work & { readonly reports: ShardReport[] }> {
    const reports: ShardReport[] = [];
    const each = await startWork({ address, blobs, worker: local(), workers: 2, deadAfter: 5000, onShard: (report) => void reports.push(report), ...options });
    open.push(each);
    return { close: () => each.close(), reports };
  }

  test('two workers with threads build each kind of any world like one thread, byte for byte, and fetch each map once', async () => {
    const oneWay = Grid.fromRows(['....', '.#2.', '....'], { movement: 'four', metric: '5/7' });
    oneWay.setSides(0, 0, { leave: 1 });
    const digraph = new CompressedGraph(4, [[0, 1, 2], [1, 2, 0.5], [2, 0, 1], [2, 3, 7]], { coordinates: [0, 0, 1, 5, -3, 2, 4, 4] });
    const roads = new CompressedGraph(4, [[0, 1, Infinity], [0, 2, 1], [2, 3, 7]]);
    const closedToo: Graph & Located = {
      vertexCount: 4, maxDegree: roads.maxDegree, x: (v) => v, y: () => 0,
      successors: (...args) => roads.allSuccessors(...args), predecessors: (...args) => roads.predecessors(...args),
    };
    const builds: [Graph & Located, BuildKind, number][] = [[grid, 'goal-bounds', 20], [grid, 'jump-point-bounds', 7], [grid, 'paths', 30], [grid, 'jump-point-paths', 9], [grid, 'subgoal-trees', 11], [oneWay, 'goal-bounds', 5], [digraph, 'goal-bounds', 3], [digraph, 'paths', 2], [closedToo, 'paths', 2]];
    const shared = folderBlobs(join(folder, 'shared'));
    const gets: string[] = [];
    const counting = { ...shared, get: (name: string) => (gets.push(name), shared.get(name)) };
    const submitting = await cluster(shared);
    const ids: string[] = [];
    for (const [graph, kind, shards] of builds) ids.push((await submitting.submit(graph, kind, { name: `map ${ids.length}`, shards })).id);
    const threads = { worker: () => nodeWorker(thread) };
    const workers = await Promise.all([work(counting, threads), work(shared, threads)]);
    for (const [i, [graph, kind]] of builds.entries()) expect(same(await submitting.collect(ids[i], { wait: true }), serial[kind](graph)), `${i}`).toBe(true);
    for (const { reports } of workers) expect(reports.every(({ outcome }) => outcome === 'built')).toBe(true);
    const parts = (await submitting.status()).builds.reduce((sum, { shards }) => sum + shards, 0);
    expect(workers[0].reports.length + workers[1].reports.length).toBe(parts);
    // Besides the entries of shards it read four worlds, each once.
    const maps = gets.filter((name) => name.startsWith('content/'));
    expect(maps.length).toBeLessThanOrEqual(4);
    expect(new Set(maps).size).toBe(maps.length);
  });

  test('random grids and graphs give the artifacts of one thread', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    await work(blobs);
    const check = async (graph: Graph & Located, kind: BuildKind, shards: number): Promise<void> => {
      const { id } = await submitting.submit(graph, kind, { name: 'world', shards });
      // There is no event for a finished shard: frequent polling is quicker here than waiting.
      await until('it is done', async () => (await submitting.status()).builds.every((build) => build.done === build.shards));
      expect(same(await submitting.collect(id), serial[kind](graph))).toBe(true);
      await submitting.forget(id);
    };
    const kinds = fc.constantFrom<BuildKind>('goal-bounds', 'paths');
    const jumpKinds = fc.constantFrom<BuildKind>('jump-point-bounds', 'jump-point-paths');
    const builds = fc.oneof(fc.tuple(worlds({ maxSize: 7, sides: true }), kinds), fc.tuple(worlds({ maxSize: 7, movements: ['eight'], metrics: ['exact'], terrain: false }), jumpKinds));
    await fc.assert(
      fc.asyncProperty(builds, fc.integer({ min: 1, max: 9 }), async ([world, kind], shards) => {
        const random = Grid.fromRows(world.rows, rulesOf(world));
        for (const { x, y, ...sides } of world.sides) random.setSides(x, y, sides);
        await check(random, kind, shards);
      }),
      { numRuns: runs(60), seed: 1 },
    );
    await fc.assert(
      fc.asyncProperty(digraphs(), fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 40, maxLength: 40 }), kinds, fc.integer({ min: 1, max: 9 }), async ({ vertexCount, arcs }, coordinates, kind, shards) => {
        await check(new CompressedGraph(vertexCount, arcs, { coordinates: coordinates.slice(0, 2 * vertexCount) }), kind, shards);
      }),
      { numRuns: runs(20), seed: 2 },
    );
  });

  test('shards have equal work, also where only jump points are flooded from', async () => {
    const submitting = await cluster(new TestBlobs());
    const shardsOf = async (graph: Grid, kind: BuildKind, shards?: number): Promise<number> => (await submitting.submit(graph, kind, { name: 'plain', shards })).shards;
    const plain = new Grid(512, 512);
    expect(await shardsOf(plain, 'goal-bounds')).toBeGreaterThan(60);
    for (const kind of ['jump-point-bounds', 'jump-point-paths'] as const) {
      expect(await shardsOf(plain, kind)).toBe(1);
      expect(await shardsOf(plain, kind, 20)).toBe(1);
    }
    plain.setBlocked(200, 200, true);
    expect(await shardsOf(plain, 'jump-point-bounds')).toBe(1);
    expect(await shardsOf(plain, 'jump-point-bounds', 2)).toBe(2);
  });

  test('a graph without vertices has no shards, and is done at once', async () => {
    const submitting = await cluster(new TestBlobs());
    const empty = new CompressedGraph(0, [], { coordinates: [] });
    for (const kind of ['goal-bounds', 'paths'] as const) {
      for (const shards of [undefined, 3]) {
        const { id, ...status } = await submitting.submit(empty, kind, { name: 'empty', shards });
        expect(status).toMatchObject({ shards: 0, done: 0, setAside: 0 });
        expect((await submitting.status()).builds).toMatchObject([{ id, ...status }]);
        expect(same(await submitting.collect(id), serial[kind](empty))).toBe(true);
        await submitting.forget(id);
      }
    }
  });

  test('submitting twice, collecting twice, and a Redis that lost its data: no shard is computed again', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const { id } = await submitting.submit(grid, 'goal-bounds', { name: 'arena', shards: 12 });
    expect(await submitting.submit(grid, 'goal-bounds', { name: 'arena', shards: 12 })).toEqual({ id, names: ['arena'], kind: 'goal-bounds', shards: 12, done: 0, setAside: 0, error: undefined });
    expect(await submitting.status()).toMatchObject({ workers: 0, waiting: 12 });
    const { reports } = await work(blobs);
    const artifact = await submitting.collect(id, { wait: true });
    expect(same(await submitting.collect(id), artifact)).toBe(true);
    expect(await submitting.submit(grid, 'goal-bounds', { name: 'the same under another name', shards: 12 })).toMatchObject({ id, names: ['arena', 'the same under another name'], done: 12 });
    await submitting.forget(id);
    await expect(submitting.collect(id)).rejects.toThrow(/^No build "\w+" is in progress: submit it again; finished shards are not computed again\.$/);
    await raw.flushall();
    expect(await submitting.submit(grid, 'goal-bounds', { name: 'arena', shards: 12 })).toMatchObject({ id, done: 12 });
    expect(await submitting.status()).toMatchObject({ waiting: 0, active: 0, toRetry: 0 });
    expect(same(await submitting.collect(id), artifact)).toBe(true);
    expect(reports.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 12 }, () => 'built'));
  });

  test('a world that grows while it is submitted is built as it was', async () => {
    const blobs = new TestBlobs();
    const none = { maxDegree: 1, successors: () => 0, predecessors: () => 0, x: (v: number) => v, y: () => 0 };
    const world = { ...none, vertexCount: 3 };
    const growing = { ...blobs, put: (name: string, bytes: ArrayBuffer) => ((world.vertexCount = 5), blobs.put(name, bytes)) };
    const submitting = await cluster(growing);
    const { id } = await submitting.submit(world, 'goal-bounds', { name: 'growing', shards: 3 });
    await work(blobs);
    expect(same(await submitting.collect(id, { wait: true }), serial['goal-bounds']({ ...none, vertexCount: 3 }))).toBe(true);
  });

  test('a build that is submitted again stays done meanwhile, and leaves nothing behind if it is forgotten meanwhile', async () => {
    const blobs = new TestBlobs();
    const first = await cluster(blobs);
    const { id } = await first.submit(grid, 'paths', { name: 'arena', shards: 4 });
    const working = await work(blobs);
    const artifact = await first.collect(id, { wait: true });
    await working.close();
    let [asked, answer] = [false, (): void => undefined];
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const second = await cluster({ ...blobs, has: (name) => ((asked = true), answered.then(() => blobs.has(name))) });
    const submitted = second.submit(grid, 'paths', { name: 'copy', shards: 4 });
    await until('the store is asked', () => asked);
    expect((await first.status()).builds).toMatchObject([{ id, done: 4 }]);
    expect(same(await first.collect(id), artifact)).toBe(true);
    await first.forget(id);
    answer();
    await submitted;
    expect(await raw.keys(`*${id}*`)).toEqual([]);
    expect(same(await second.collect(id), artifact)).toBe(true);
  });

  test('the traffic of status grows with the number of shards that were set aside, not times the number of builds', async () => {
    const submitting = await cluster(new TestBlobs());
    const count = 40;
    for (let i = 0; i < count; i++) {
      const { id } = await submitting.submit(new Grid(1, 10 + i), 'paths', { name: `${i}`, shards: 10 });
      for (let shard = 0; shard < 10; shard++) await raw.zadd(`${PREFIX}:${QUEUE}:failed`, 0, `${id}.${shard}`);
    }
    const sent = async (): Promise<number> => Number(/total_net_output_bytes:(\d+)/.exec(await raw.info('stats'))![1]);
    const before = await sent();
    expect((await submitting.status()).builds.every(({ setAside }) => setAside === 10)).toBe(true);
    expect((await sent()) - before).toBeLessThan(count * 1000);
  });

  test('two callers that submit, collect and forget the same build both get the artifact, in any order', async () => {
    const blobs = new TestBlobs();
    const [first, second] = [await cluster(blobs), await cluster(blobs)];
    const right = serial.paths(grid);
    const submit = (each: Cluster): Promise<{ id: string }> => each.submit(grid, 'paths', { name: 'arena', shards: 4 });
    const { id } = await submit(first);
    const waiting = second.collect(id, { wait: true });
    await work(blobs);
    await until('it is done', async () => (await first.status()).builds[0].done === 4);
    await first.forget(id);
    expect(same(await waiting, right)).toBe(true);

    await Promise.all([submit(first), submit(second)]);
    expect(same(await first.collect(id), right)).toBe(true);
    await first.forget(id);
    for (const wait of [false, true]) expect(same(await second.collect(id, { wait }), right)).toBe(true);
    await second.forget(id);
    await expect(second.collect(id)).rejects.toThrow(/^No build "\w+" is in progress/);
  });

  test('a caller that waits for a build gets an error if it is forgotten before it is done', async () => {
    const blobs = new TestBlobs();
    const [first, second] = [await cluster(blobs), await cluster(blobs)];
    const { id } = await first.submit(grid, 'paths', { name: 'arena', shards: 4 });
    await second.submit(grid, 'paths', { name: 'arena', shards: 4 });
    const waiting = expect(second.collect(id, { wait: true })).rejects.toThrow(/^No build "\w+" is in progress: submit it again/);
    await first.forget(id);
    await waiting;
  });

  test('the same map submitted by many at once keeps every name', async () => {
    const blobs = new TestBlobs();
    const submitting = await Promise.all([cluster(blobs), cluster(blobs), cluster(blobs)]);
    const names = ['arena', 'bay', 'cave', 'dune', 'edge', 'fort'];
    const submitted = await Promise.all(names.map((name, i) => submitting[i % 3].submit(grid, 'paths', { name, shards: 4 })));
    submitted.forEach((build, i) => expect(build.names).toContain(names[i]));
    const { builds, waiting } = await submitting[0].status();
    expect(builds.map((build) => [...build.names].sort())).toEqual([names]);
    expect(waiting).toBe(4);
  });

  test('a shard built by a worker that was presumed dead is found, not built again', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const { id } = await submitting.submit(grid, 'paths', { name: 'arena', shards: 4 });
    const first = await work(blobs);
    await submitting.collect(id, { wait: true });
    await first.close();
    // As if the first had died between writing and reporting.
    const entries = [...blobs.blobs].filter(([name]) => name.startsWith('shard/'));
    for (const [name] of entries) blobs.blobs.delete(name);
    await submitting.submit(grid, 'paths', { name: 'arena', shards: 4 });
    for (const [name, bytes] of entries) blobs.blobs.set(name, bytes);
    const { reports } = await work(blobs);
    await submitting.collect(id, { wait: true });
    expect(reports.map(({ outcome }) => outcome)).toEqual(['found', 'found', 'found', 'found']);
  });

  test('jobs that Redis lost are queued again by a waiting caller', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const { id } = await submitting.submit(grid, 'goal-bounds', { name: 'arena', shards: 6 });
    await raw.del(await raw.keys('pf-cluster:shards-*:*'));
    await work(blobs);
    expect(same(await submitting.collect(id, { wait: true }), serial['goal-bounds'](grid))).toBe(true);
  });

  test('jobs that Redis lost are queued again while other builds are in progress; shards that wait, are in progress, will be retried or were built are not', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const there = { connection: { port: redis.port }, prefix: PREFIX };
    const queue = new Queue(QUEUE, there);
    const worker = new Worker<unknown, void, string>(QUEUE, null, there);
    open.push(queue, worker);
    const { id, shards } = await submitting.submit(rooms(50, 40, 7, seededRandom(1)), 'goal-bounds', { name: 'arena', shards: 2000, backOff: 60_000 });
    expect(shards).toBeGreaterThan(1000);
    const other = await submitting.submit(grid, 'paths', { name: 'other', shards: 3 });
    const failing = await worker.getNextJob('token', { block: false });
    const active = await worker.getNextJob('token', { block: false });
    await failing.moveToFailed(new Error('The disk is full.'), 'token');
    expect([await failing.getState(), await active.getState()]).toEqual(['delayed', 'active']);
    const lost = [`${id}.5`, `${id}.${shards - 1}`];
    // Shard 7 was built, and Redis has lost that too.
    for (const job of [...lost, `${id}.7`]) expect(await queue.remove(job)).toBe(1);
    blobs.blobs.set(`shard/${id}/7`, new ArrayBuffer(0));
    const jobs = async (): Promise<string[]> => (await queue.getRanges(['prioritized', 'waiting', 'active', 'delayed'], 0, -1)).sort();
    const before = await jobs();
    expect(before.length).toBe(shards + 3 - 3);

    await expect(submitting.collect(id)).rejects.toThrow(`0 of ${shards} shards of arena (goal-bounds) are done: collect it later, or wait for it.`);
    expect(await jobs()).toEqual([...before, ...lost].sort());
    expect((await submitting.status()).builds).toMatchObject([{ id, done: 1 }, { id: other.id, done: 0 }]);
    // Once is enough.
    await expect(submitting.collect(id)).rejects.toThrow(`1 of ${shards} shards`);
    expect(await jobs()).toEqual([...before, ...lost].sort());
  });

  test('a build of another release is left to its own queue, but its progress is reported, and it can be forgotten', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const { id } = await submitting.submit(grid, 'paths', { name: 'arena', shards: 3 });
    // A build of an earlier release differs only in its id, its release and its queue.
    const builds = `${PREFIX}:builds`;
    await raw.hset(builds, 'earlier', JSON.stringify({ ...(JSON.parse((await raw.hget(builds, id))!) as object), release: '0.0.9' }));
    const there = { connection: { port: redis.port }, prefix: PREFIX };
    const queue = new Queue(queueName('0.0.9'), there);
    const worker = new Worker<unknown, void, string>(queueName('0.0.9'), null, there);
    open.push(queue, worker);
    for (const shard of [0, 1]) await queue.add('paths', { build: 'earlier', shard }, { jobId: `earlier.${shard}` });
    const state = async (): Promise<object> => (await submitting.status()).builds.find((build) => build.id === 'earlier')!;
    expect(await state()).toMatchObject({ done: 0, setAside: 0 });
    // It may have no workers any more, and shard 2 is lost: waiting might never end.
    for (const wait of [false, true]) {
      await expect(submitting.collect('earlier', { wait })).rejects.toThrow(/^0 of 3 shards of arena \(paths\) are done, and another release has to build the others: collect it later, or submit it again\.$/);
    }
    await (await worker.getNextJob('token', { block: false })).moveToFailed(new Error('The disk is full.'), 'token');
    expect(await state()).toMatchObject({ done: 0, setAside: 1, error: 'The disk is full.' });
    await expect(submitting.collect('earlier', { wait: true })).rejects.toThrow(/^1 of 3 shards of arena \(paths\) were set aside, the first because: The disk is full\. Correct that and submit it again\.$/);
    for (const shard of [0, 1, 2]) await raw.setbit(`${PREFIX}:done:earlier`, shard, 1);
    await expect(submitting.collect('earlier', { wait: true })).rejects.toThrow(
      /^3 of 3 shards of arena \(paths\) are missing from the blob store or damaged there, and another release has to build them: submit it again\.$/,
    );
    expect((await submitting.status()).waiting).toBe(3);
    // The record of a release that stores no number of shards does not count as done.
    await raw.hset(builds, 'other', JSON.stringify({ ...(JSON.parse((await raw.hget(builds, 'earlier'))!) as object), shards: undefined }));
    await expect(submitting.collect('other')).rejects.toThrow('another release has to build the others');
    await submitting.forget('other');
    await submitting.forget('earlier');
    expect(await raw.keys('*earlier*')).toEqual([]);
    expect(await queue.getJobCountByTypes('prioritized', 'waiting', 'failed', 'active', 'delayed')).toBe(0);
    expect(await submitting.status()).toMatchObject({ builds: [{ id }], waiting: 3 });
  });

  test('damage in the blob store is noticed and repaired: results, entries, and maps', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const submit = (): Promise<{ id: string }> => submitting.submit(grid, 'goal-bounds', { name: 'arena', shards: 6, backOff: 20 });
    const { id } = await submit();
    const [world] = blobs.blobs.keys();
    const first = await work(blobs);
    await submitting.collect(id, { wait: true });
    await first.close();
    const text = (name: string): string => new TextDecoder().decode(blobs.blobs.get(name));
    new Uint8Array(blobs.blobs.get(`content/${text(`shard/${id}/0`)}`)!)[9] ^= 1;
    blobs.blobs.delete(`content/${text(`shard/${id}/1`)}`);
    blobs.blobs.set(`shard/${id}/2`, new TextEncoder().encode('../../etc/passwd').buffer);
    blobs.blobs.delete(`shard/${id}/3`);
    await expect(submitting.collect(id)).rejects.toThrow(/^4 of 6 shards of arena \(goal-bounds\) are missing from the blob store or damaged there; they are queued again: collect it later\.$/);
    new Uint8Array(blobs.blobs.get(world)!)[100] ^= 1;
    await work(blobs);
    const missing = 'The map arena is missing from the blob store or damaged there \\(content/\\w{64}\\): use the blob store it was submitted to, or submit it again\\.';
    await expect(submitting.collect(id, { wait: true })).rejects.toThrow(new RegExp(`^${missing}$`));
    await until('all are set aside', async () => (await submitting.status()).builds[0].setAside === 4);
    await expect(submitting.collect(id)).rejects.toThrow(new RegExp(`^4 of 6 shards of arena \\(goal-bounds\\) were set aside, the first because: ${missing} Correct that and submit it again\\.$`));
    await submit();
    expect(same(await submitting.collect(id, { wait: true }), serial['goal-bounds'](grid))).toBe(true);
  });

  test('a waiting caller with another blob store than the workers gets an error, and does not queue shards repeatedly', async () => {
    const [here, there] = [new TestBlobs(), new TestBlobs()];
    const submitting = await cluster(there);
    const { id } = await submitting.submit(grid, 'goal-bounds', { name: 'arena', shards: 6 });
    const { reports } = await work(there);
    await until('all is built', async () => (await submitting.status()).builds[0].done === 6);
    const collecting = await cluster(here);
    const waited = (): Promise<ArrayBuffer> => collecting.collect(id, { wait: true });
    await expect(waited()).rejects.toThrow(
      /^The map arena is missing from the blob store or damaged there \(content\/\w{64}\): use the blob store it was submitted to, or submit it again\.$/,
    );
    await until('all is reported', () => reports.length >= 6);
    expect(reports.length).toBe(6);

    // The map is there, and no result.
    await (await cluster(here)).submit(grid, 'goal-bounds', { name: 'arena', shards: 6 });
    await until('all is found', async () => (await submitting.status()).builds[0].done === 6);
    await expect(waited()).rejects.toThrow(
      /^6 of 6 shards of arena \(goal-bounds\) are missing from the blob store or damaged there, though workers have since found them complete: make sure that all use the same blob store, mounted with lookupcache=positive if it is NFS\.$/,
    );
    await until('all is found', () => reports.length >= 18);
    expect(reports.slice(6).map(({ outcome }) => outcome)).toEqual(Array.from({ length: 12 }, () => 'found'));
    expect(await submitting.status()).toMatchObject({ builds: [{ done: 6 }], waiting: 0 });
    expect(same(await submitting.collect(id), serial['goal-bounds'](grid))).toBe(true);
  }, 30_000);

  test('a caller that pauses for a build whose map is missing gets an error before the build is done', async () => {
    const submitting = await cluster(new TestBlobs());
    const { id } = await submitting.submit(grid, 'goal-bounds', { name: 'arena', shards: 6 });
    const collecting = await cluster(new TestBlobs());
    await expect(collecting.collect(id)).rejects.toThrow(/^0 of 6 shards of arena/);
    await expect(collecting.collect(id, { wait: true })).rejects.toThrow(/^The map arena is missing from the blob store/);
    expect(await submitting.status()).toMatchObject({ waiting: 6 });
  }, 30_000);

  test('a shard that always fails is tried four times, at growing intervals, and set aside with its error; the others are built', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const size = Math.ceil(grid.vertexCount / 8);
    let cured = false;
    const { id } = await submitting.submit(grid, 'goal-bounds', { name: 'arena', shards: 8, backOff: 100 });
    const times: number[] = [];
    const { reports } = await work(blobs, {
      worker: local((from, message) => (from !== 3 * size || cured ? message : (times.push(performance.now()), { error: 'the vertices disagree' }))),
    });
    await expect(submitting.collect(id, { wait: true })).rejects.toThrow(/^1 of 8 shards of arena \(goal-bounds\) were set aside, the first because: The vertices from \d+ cannot be built: the vertices disagree\. Correct that and submit it again\.$/);
    expect(times.length).toBe(4);
    const pauses = times.slice(1).map((time, i) => time - times[i]);
    [100, 200, 400].forEach((least, i) => expect(pauses[i]).toBeGreaterThan(0.95 * least));
    await until('the others are built', async () => (await submitting.status()).builds[0].done === 7);
    expect((await submitting.status()).builds).toMatchObject([{ id, done: 7, shards: 8, setAside: 1, error: `The vertices from ${3 * size} cannot be built: the vertices disagree` }]);
    // Workers report a moment after the shard exists.
    const built = (): number => reports.filter(({ outcome }) => outcome === 'built').length;
    await until('the others are reported', () => built() >= 7);
    expect(built()).toBe(7);
    // Submitted again once the cause is repaired, only that one is built.
    cured = true;
    await submitting.submit(grid, 'goal-bounds', { name: 'arena', shards: 8 });
    expect(same(await submitting.collect(id, { wait: true }), serial['goal-bounds'](grid))).toBe(true);
    await until('it is reported', () => built() >= 8);
    expect(built()).toBe(8);
  });

  test('a callback that throws is reported, and does not disturb the build', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const { id } = await submitting.submit(grid, 'goal-bounds', { name: 'arena', shards: 5, backOff: 10 });
    const troubles: string[] = [];
    const outcomes: string[] = [];
    blobs.failPuts = 1;
    const onShard = ({ outcome }: ShardReport): Promise<void> => {
      const full = new Error('The log is full.');
      if (outcomes.push(outcome) % 2 === 0) return Promise.reject(full);
      throw full;
    };
    const onTrouble = (message: string): void => {
      troubles.push(message);
      throw new Error('And so is this one.');
    };
    const printed = vi.spyOn(console, 'error').mockReturnValue(undefined);
    await work(blobs, { onShard, onTrouble });
    expect(same(await submitting.collect(id, { wait: true }), serial['goal-bounds'](grid))).toBe(true);
    await until('all is finished', async () => (await submitting.status()).active === 0);
    printed.mockRestore();
    expect(outcomes.sort()).toEqual(['built', 'built', 'built', 'built', 'built', 'failed']);
    expect(troubles.filter((message) => message === 'The log is full.').length).toBe(6);
    expect((await submitting.status()).builds).toMatchObject([{ done: 5, setAside: 0, error: undefined }]);
  });

  test('a shard that was set aside and completed later is done', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const submit = (): Promise<{ id: string }> => submitting.submit(grid, 'paths', { name: 'arena', shards: 3, backOff: 10 });
    const { id } = await submit();
    const first = await work(blobs);
    const artifact = await submitting.collect(id, { wait: true });
    await first.close();
    const entries = [...blobs.blobs].filter(([name]) => name.startsWith('shard/'));
    for (const [name] of entries) blobs.blobs.delete(name);
    await submit();
    await work(blobs, { worker: local(() => ({ error: 'the vertices disagree' })) });
    await until('all are set aside', async () => (await submitting.status()).builds[0].setAside === 3);
    // Like workers that were presumed dead, and were only slow.
    const finish = async (shard: number): Promise<void> => {
      blobs.blobs.set(...entries.find(([name]) => name.endsWith(`/${shard}`))!);
      await raw.setbit(`${PREFIX}:done:${id}`, shard, 1);
    };
    await finish(1);
    expect((await submitting.status()).builds).toMatchObject([{ done: 1, setAside: 2, error: expect.stringMatching(/the vertices disagree$/) as string }]);
    await expect(submitting.collect(id)).rejects.toThrow(/^2 of 3 shards of arena \(paths\) were set aside, the first because: The vertices from \d+ cannot be built/);
    await Promise.all([finish(0), finish(2)]);
    expect((await submitting.status()).builds).toMatchObject([{ done: 3, setAside: 0, error: undefined }]);
    expect(same(await submitting.collect(id), artifact)).toBe(true);
    await submitting.forget(id);
    expect(await raw.keys(`*${id}*`)).toEqual([]);
  });

  test('threads that die are replaced; a shard that kills each of them is set aside', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const size = Math.ceil(grid.vertexCount / 8);
    const killed = new Set<number>();
    const { id } = await submitting.submit(grid, 'paths', { name: 'arena', shards: 8, backOff: 20 });
    const die = (from: number, message: FromWorker): FromWorker | string => {
      if (from === 5 * size) return 'out of memory';
      return killed.size === killed.add(from).size ? message : 'it was killed';
    };
    const { reports } = await work(blobs, { worker: local(die) });
    await expect(submitting.collect(id, { wait: true })).rejects.toThrow(/set aside, the first because: The thread died while it built the vertices from \d+: out of memory\. Correct/);
    const count = (wanted: string): number => reports.filter(({ outcome }) => outcome === wanted).length;
    // A waiting caller may receive the last failure before the worker has reported it.
    await until('all is reported', () => count('built') === 7 && count('failed') >= 4 + 7);
    expect(count('failed')).toBe(4 + 7);
  });

  test('a shard is taken over from workers that died, and set aside when it has outlived three', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const { id } = await submitting.submit(grid, 'paths', { name: 'arena', shards: 1 });
    // Takes shards, never builds them, and detects stalled shards at once.
    const dead = new Worker(QUEUE, null, { connection: raw.duplicate({ maxRetriesPerRequest: null }), prefix: PREFIX, lockDuration: 50, stalledInterval: 50, maxStalledCount: 100 });
    await dead.startStalledCheckTimer();
    for (let deaths = 0; deaths < 4; deaths++) await until('it is taken', async () => (await dead.getNextJob('token', { block: false })) !== undefined);
    await dead.close(true);
    const { reports } = await work(blobs, { deadAfter: 200 });
    await expect(submitting.collect(id, { wait: true })).rejects.toThrow(/^1 of 1 shards of arena \(paths\) were set aside, the first because: job stalled more than allowable limit\. Correct that and submit it again\.$/);
    expect(reports).toEqual([]);
    await submitting.submit(grid, 'paths', { name: 'arena', shards: 1 });
    expect(same(await submitting.collect(id, { wait: true }), serial.paths(grid))).toBe(true);
  });

  test('a blob store that fails for a while only causes a delay', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const { id } = await submitting.submit(grid, 'goal-bounds', { name: 'arena', shards: 5, backOff: 20 });
    blobs.failPuts = 3;
    const { reports } = await work(blobs);
    expect(same(await submitting.collect(id, { wait: true }), serial['goal-bounds'](grid))).toBe(true);
    expect(reports.filter(({ error }) => error === 'The disk is full.').length).toBe(3);
  });

  test('Redis holds less than a kilobyte a shard during a build, almost nothing afterwards, and never a result: it receives less than 2 kB a shard', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    await submitting.submit(grid, 'goal-bounds', { name: 'warm', shards: 1 });
    const memory = async (): Promise<number> => Number(/used_memory:(\d+)/.exec(await raw.info('memory'))![1]);
    // The memory of its keys, without the buffers of its connections, which vary.
    const held = async (): Promise<number> => {
      const sizes = await Promise.all((await raw.keys('*')).map((key) => raw.memory('USAGE', key, 'SAMPLES', 0)));
      return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
    };
    const large = rooms(50, 40, 7, seededRandom(1));
    const received = async (): Promise<number> => Number(/total_net_input_bytes:(\d+)/.exec(await raw.info('stats'))![1]);
    const before = await held();
    const { id, shards } = await submitting.submit(large, 'goal-bounds', { name: 'arena', shards: 1000 });
    const waiting = ((await held()) - before) / shards;
    expect(waiting).toBeGreaterThan(0);
    expect(waiting).toBeLessThan(1024);
    let written = 0;
    // Twenty kilobytes a result: twenty megabytes in all, if Redis received them.
    const put = (name: string, bytes: ArrayBuffer): Promise<void> => ((written += bytes.byteLength), blobs.put(name, name.startsWith('content/') ? new ArrayBuffer(0) : bytes));
    await work({ ...blobs, put }, { workers: 8, worker: local((from) => ({ part: new Uint8Array(20_000).fill(from).buffer })) });
    const [begin, queued] = [await received(), await memory()];
    let most = 0;
    await until('all is done', async () => {
      most = Math.max(most, (await memory()) - queued);
      return (await submitting.status()).builds.some((build) => build.id === id && build.done === shards);
    });
    expect(written).toBeGreaterThan(19_000 * shards);
    const traffic = ((await received()) - begin) / shards;
    expect(traffic).toBeLessThan(2048);
    expect(most).toBeLessThan(2_000_000);
    // Only the bit of a finished shard is left.
    await until('all is finished', async () => (await submitting.status()).active === 0);
    expect(await raw.keys(`*${id}*`)).toEqual([`pf-cluster:done:${id}`]);
    await submitting.forget(id);
    expect(await raw.keys(`*${id}*`)).toEqual([]);
    expect((await raw.keys('*')).length).toBeLessThan(12);
    console.log(`Redis: ${waiting.toFixed(0)} bytes a shard that pauses, ${traffic.toFixed(0)} received a shard, ${most} more bytes while ${shards} shards were built`);
  });

  test('shards of a build with a higher priority come first, of equal ones those submitted first; submitting it again may change it', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const submit = (name: string, shards: number, priority?: number): Promise<unknown> => submitting.submit(grid, 'goal-bounds', { name, shards, priority });
    await submit('late', 2, -1);
    await submit('first', 3, 0);
    await submit('second', 4);
    await submit('raised', 5, -1_000_000);
    await submit('raised', 5, 1);
    await submit('raised', 5);
    expect((await submitting.status()).waiting).toBe(14);
    let begun = 0;
    const put = async (name: string, bytes: ArrayBuffer): Promise<void> => {
      // While the second shard of "second" is built.
      if (name.startsWith('content/') && ++begun === 10) await submit('urgent', 6, 1_000_000);
      await blobs.put(name, bytes);
    };
    const { reports } = await work({ ...blobs, put }, { workers: 1 });
    await until('all are built', () => reports.length === 20);
    const order = [['raised', 5], ['first', 3], ['second', 2], ['urgent', 6], ['second', 2], ['late', 2]] as const;
    expect(reports.map(({ name }) => name)).toEqual(order.flatMap(([name, count]) => Array<string>(count).fill(name)));
    expect(reports.map(({ shard }) => shard).slice(0, 8)).toEqual([0, 1, 2, 3, 4, 0, 1, 2]);
    expect((await submitting.status()).waiting).toBe(0);
  });

  test('a priority is not lost if the blob store fails midway, or if others submit the build at once', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const submit = (priority?: number): Promise<{ id: string }> => submitting.submit(grid, 'goal-bounds', { name: 'arena', shards: 3, priority });
    const queue = new Queue<ShardJob, void, string>(QUEUE, { connection: { port: redis.port }, prefix: PREFIX });
    open.push(queue);
    const priorities = async (): Promise<number[]> => (await queue.getPrioritized()).map(({ priority }) => MAX_PRIORITY + 1 - priority);
    const { id } = await submit();
    const { has } = blobs;
    blobs.has = () => ((blobs.has = has), Promise.reject(new Error('The network is down.')));
    await expect(submit(5)).rejects.toThrow('The network is down.');
    await submit(5);
    expect(await priorities()).toEqual([5, 5, 5]);
    // One that has the priority keeps its place.
    const [first] = await queue.getPrioritized();
    await submit(5);
    expect((await queue.getPrioritized())[0].timestamp).toBe(first.timestamp);
    await submitting.forget(id);
    await Promise.all([submit(7), submit(), submit(), submit()]);
    expect((await readBuild(raw, id))!.priority).toBe(7);
    await submit();
    expect(await priorities()).toEqual([7, 7, 7]);
  });

  test('a build that is forgotten while its shards are in progress leaves nothing behind, whether they are built or fail', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    let forgotten: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => (forgotten = resolve));
    let begun = 0;
    const { id } = await submitting.submit(grid, 'goal-bounds', { name: 'arena', shards: 6, backOff: 10 });
    const build = (await readBuild(raw, id))!;
    const put = async (name: string, bytes: ArrayBuffer): Promise<void> => {
      if (!name.startsWith('content/')) return blobs.put(name, bytes);
      const fails = begun++ === 0;
      await waiting;
      if (fails) throw new Error('The disk is full.');
      await blobs.put(name, bytes);
    };
    const { reports } = await work({ ...blobs, put });
    await until('two are in progress', () => begun === 2);
    await submitting.forget(id);
    forgotten();
    await until('both are finished', async () => reports.length >= 2 && (await submitting.status()).active === 0);
    expect(await submitting.status()).toMatchObject({ builds: [], waiting: 0, toRetry: 0 });
    expect(await raw.keys(`*${id}*`)).toEqual([]);
    expect(await raw.zcard(`${PREFIX}:${QUEUE}:failed`)).toBe(0);
    expect(reports.map(({ outcome }) => outcome).sort()).toEqual(['built', 'failed']);
    // A waiting caller does not queue it again either.
    const queue = new Queue<ShardJob, void, string>(QUEUE, { connection: { port: redis.port }, prefix: PREFIX });
    open.push(queue);
    expect(await lostShards(raw, queue, build)).toEqual([]);
  });

  test('queued shards of a forgotten build are ended, and built if it is submitted again', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const submit = (): Promise<{ id: string }> => submitting.submit(grid, 'paths', { name: 'arena', shards: 3 });
    const { id } = await submit();
    // Forgetting removes the build first and its shards second.
    await raw.hdel(`${PREFIX}:builds`, id);
    const { reports } = await work(blobs);
    await until('all are ended', async () => (await raw.keys(`*${id}.*`)).length === 0);
    expect(reports).toEqual([]);
    await submit();
    await until('all are built', async () => (await submitting.status()).builds[0].done === 3);
    expect(same(await submitting.collect(id), serial.paths(grid))).toBe(true);
  });

  test('a fractional number of milliseconds is rounded for Redis', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    await submitting.submit(grid, 'paths', { name: 'arena', shards: 3, backOff: 1 / 3 });
    blobs.failPuts = 1;
    const troubles: string[] = [];
    await work(blobs, { deadAfter: 16.1 * 1000, onTrouble: (message) => void troubles.push(message) });
    await work(blobs, { deadAfter: 1001, onTrouble: (message) => void troubles.push(message) });
    await until('it is done, or there is trouble', async () => troubles.length > 0 || (await submitting.status()).builds[0].done === 3);
    expect(troubles).toEqual([]);
  });

  test('invalid builds and requests are rejected at once', async () => {
    const blobs = new TestBlobs();
    const submitting = await cluster(blobs);
    const digraph = new CompressedGraph(2, [[0, 1, 1]], { coordinates: [0, 0, 1, 1] });
    await expect(submitting.submit(digraph, 'jump-point-bounds', { name: 'digraph' })).rejects.toThrow(/Only grids have jump points/);
    const roads = new CompressedGraph(2, [[0, 1, 1]]);
    await expect(submitting.submit(roads, 'goal-bounds', { name: 'roads' })).rejects.toThrow('vertex 0 lies at (NaN, NaN): give the graph coordinates');
    const steep = Grid.fromRows(['.#', '#.'], { corners: 'always', metric: { straight: 1, diagonal: 3 } });
    await expect(submitting.submit(steep, 'subgoal-trees', { name: 'steep' })).rejects.toThrow(/need diagonals .* got 3 and 1/);
    await expect(submitting.submit(grid, 'paths', { name: 'arena', shards: 0 })).rejects.toThrow(/^shards must be a whole number of at least 1, got 0\.$/);
    await expect(work(blobs, { workers: 0 })).rejects.toThrow(/^workers must be a whole number of at least 1, got 0\.$/);
    for (const deadAfter of [5, 2 ** 32, Infinity, NaN]) {
      await expect(work(blobs, { deadAfter })).rejects.toThrow(`deadAfter must be from 100 to 4294967294 milliseconds, got ${deadAfter}.`);
    }
    for (const backOff of [NaN, -5, Infinity]) {
      const submission = submitting.submit(grid, 'paths', { name: 'arena', backOff });
      await expect(submission).rejects.toThrow(`backOff must be a finite number of milliseconds of at least 0, got ${backOff}.`);
    }
    for (const priority of [0.5, NaN, -1_000_001, '1']) {
      await expect(submitting.submit(grid, 'paths', { name: 'arena', priority: priority as number })).rejects.toThrow('priority must be a whole number from -1000000 to 1000000, got ');
    }
    const submit = (world: unknown, options: unknown): Promise<unknown> => submitting.submit(world as Grid, 'paths', options as { name: string });
    for (const name of [undefined, '', 5]) await expect(submit(grid, { name })).rejects.toThrow('name must be a text of at least one letter');
    await expect(submit(grid, undefined)).rejects.toThrow('name must be a text');
    await expect(submit(grid, { name: 'arena', shard: 5 })).rejects.toThrow("did you mean 'shards'?");
    await expect(submit(grid, { name: 'arena', shards: '3' })).rejects.toThrow("got '3'.");
    await expect(submit(null, { name: 'arena' })).rejects.toThrow('Cluster.submit');
    await expect(submitting.collect('arena', { waits: true } as never)).rejects.toThrow("did you mean 'wait'?");
    expect((await submitting.status()).builds).toEqual([]);
    expect(blobs.blobs.size).toBe(0);
  });
});
