import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Graph, Located } from '@pf/graph';
import { avoiding, CompressedGraph, fingerprint } from '@pf/graph';
import { Grid, rooms, seededRandom } from '@pf/grid';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BuildKind, BuildProgress, BuildWorker, PartStore, ToWorker } from '../../src/index.ts';
import { assembleParts, buildInParallel, ContractionHierarchy, CornerHierarchy, CustomizableHierarchy, describeWorld, encodeArtifact, GoalBounds, isBuiltWhole, jumpPoints, partBuilder, PathDatabase, SubgoalTrees } from '../../src/index.ts';
import { folderStore } from '../../src/node/folder-store.ts';
import { nodeWorker } from '../../src/node/node-worker.ts';
import { PART_FORMAT } from '../../src/parallel/build-kinds.ts';
import { workerLoop } from '../../src/parallel/worker-loop.ts';

const grid = rooms(26, 20, 7, seededRandom(3));
const serial: Record<BuildKind, () => ArrayBuffer> = {
  'goal-bounds': () => GoalBounds.build(grid).save(),
  'jump-point-bounds': () => GoalBounds.build(grid, jumpPoints(grid)).save(),
  paths: () => PathDatabase.build(grid).save(),
  'jump-point-paths': () => PathDatabase.build(grid, { rows: 'jump-points' }).save(),
  'subgoal-trees': () => SubgoalTrees.build(grid).save(),
  hierarchy: () => ContractionHierarchy.build(grid).save(),
  customizable: () => CustomizableHierarchy.build(grid).save(),
  'corner-hierarchy': () => CornerHierarchy.build(grid).save(),
};

/** Hashes of the stored parts of a small grid. */
const PARTS_OF_FORMAT_2: Record<BuildKind, string> = {
  'goal-bounds': '17e6e37ade9d1153', 'jump-point-bounds': 'efc3997f6dcb1ce8', paths: '963051658e916e4a', 'jump-point-paths': 'b1b2214bf3c6d686',
  'subgoal-trees': 'c05ccaa36a4f4197', hierarchy: 'b00bf61658bbf84c', customizable: '2a3e1cf4e79f407a', 'corner-hierarchy': 'd567bdf31132a143',
};

/** A worker on this thread that dies before it answers the messages for which `dies` returns true. */
function local(dies: (message: ToWorker) => boolean = () => false): BuildWorker {
  let handle: (message: ToWorker) => void = () => undefined;
  let fail: (reason: string) => void = () => undefined;
  return {
    post: (message) => void setTimeout(() => (dies(message) ? fail('it was killed') : handle(message)), 0),
    listen: (answer, died) => {
      handle = workerLoop((message) => answer(message));
      fail = died;
    },
    end: () => undefined,
  };
}

function memoryStore(): PartStore & { readonly parts: Map<string, ArrayBuffer> } {
  const parts = new Map<string, ArrayBuffer>();
  return { parts, read: (name) => Promise.resolve(parts.get(name)), write: (name, part) => Promise.resolve(void parts.set(name, part)) };
}

describe('building in parallel', () => {
  let folder = '';
  let script = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pf-preprocess-'));
    script = join(folder, 'worker.js');
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const entryPoints = [fileURLToPath(new URL('../../src/node/worker.ts', import.meta.url))];
    await build({ entryPoints, outdir: folder, bundle: true, platform: 'node', format: 'esm', conditions: ['@pf/source'] });
  });
  afterAll(() => rm(folder, { recursive: true }));

  test.each(Object.keys(serial) as BuildKind[])('%s: two threads build the bytes of the main thread', async (kind) => {
    const progress: BuildProgress[] = [];
    const artifact = await buildInParallel(grid, kind, { worker: () => nodeWorker(script), workers: 2, onProgress: (p) => progress.push(p) });
    expect(new Uint8Array(artifact)).toEqual(new Uint8Array(serial[kind]()));
    expect(progress.at(-1)).toMatchObject({ done: grid.vertexCount, total: grid.vertexCount, secondsLeft: 0 });
    expect(progress.every((p, i) => i === 0 || p.done > progress[i - 1].done)).toBe(true);
  });

  test('worlds with one-way cells and worlds that are no grids arrive unchanged', async () => {
    const oneWay = Grid.fromRows(['....', '.#2.', '....'], { movement: 'four' });
    oneWay.setSides(0, 0, { leave: 1 });
    const digraph = new CompressedGraph(4, [[0, 1, 2], [1, 2, 0.5], [2, 0, 1], [2, 3, 7]], { coordinates: [0, 0, 1, 5, -3, 2, 4, 4] });
    for (const graph of [oneWay, digraph]) {
      const artifact = await buildInParallel(graph, 'goal-bounds', { worker: local, workers: 3 });
      expect(new Uint8Array(artifact)).toEqual(new Uint8Array(GoalBounds.build(graph).save()));
    }
  });

  test('so do graphs of one’s own that list closed arcs, and their views', async () => {
    const arcs = new CompressedGraph(6, [[1, 0, 1], [2, 1, 1], [3, 2, 1], [4, 0, Infinity], [4, 5, 1]]);
    const graph: Graph & Located = {
      vertexCount: 6, maxDegree: arcs.maxDegree, x: (v) => v, y: () => 0,
      successors: (...args) => arcs.allSuccessors(...args), predecessors: (...args) => arcs.predecessors(...args),
    };
    const builds = { 'goal-bounds': GoalBounds, 'paths': PathDatabase, 'hierarchy': ContractionHierarchy, 'customizable': CustomizableHierarchy };
    const view = (avoids: number): Graph & Located => Object.assign(avoiding(graph, (v) => v === avoids), { x: (v: number) => v, y: () => 0 });
    // 4 → 0 is closed in both, but only this view lists it.
    expect(() => describeWorld(view(1))).toThrow('describeWorld takes a graph that lists all of its closed arcs or none: copy the arcs to a CompressedGraph.');
    for (const world of [graph, view(-1), view(0)]) {
      for (const kind of Object.keys(builds) as (keyof typeof builds)[]) {
        const artifact = await buildInParallel(world, kind, { worker: local, workers: 2 });
        expect(new Uint8Array(artifact), kind).toEqual(new Uint8Array(builds[kind].build(world).save()));
      }
    }
  });

  test('a worker that dies is replaced and its part redone; a part that kills three ends the build', async () => {
    const killed = new Set<number>();
    const mortal = (): BuildWorker => local((message) => 'from' in message && killed.size < 4 && !killed.has(message.from) && killed.add(message.from).size > 0);
    const artifact = await buildInParallel(grid, 'goal-bounds', { worker: mortal, workers: 2 });
    expect(killed.size).toBe(4);
    expect(new Uint8Array(artifact)).toEqual(new Uint8Array(serial['goal-bounds']()));
    await expect(buildInParallel(grid, 'goal-bounds', { worker: () => local((message) => 'from' in message), workers: 1 })).rejects.toThrow(/3 workers died or hung .* it was killed/);
  });

  test('a worker that hangs is ended and replaced, and its part redone', async () => {
    let made = 0;
    let ended = 0;
    // The first two never answer their first part.
    const hanging = (): BuildWorker => {
      const deaf = made++ < 2;
      const worker = local();
      return { ...worker, post: (message) => (deaf && 'from' in message ? undefined : worker.post(message)), end: () => void ended++ };
    };
    const artifact = await buildInParallel(grid, 'subgoal-trees', { worker: hanging, workers: 2, deadAfter: 300 });
    expect([made, ended]).toEqual([4, 4]);
    expect(new Uint8Array(artifact)).toEqual(new Uint8Array(serial['subgoal-trees']()));
  });

  test('a part on which three workers hang ends the build with an error, and other workers start no more parts', async () => {
    const deaf = (): BuildWorker => {
      const worker = local();
      return { ...worker, post: (message) => ('from' in message && message.from === 0 ? undefined : worker.post(message)) };
    };
    await expect(buildInParallel(grid, 'goal-bounds', { worker: deaf, workers: 1, deadAfter: 20 })).rejects.toThrow(
      '3 workers died or hung while building the vertices from 0; last reason: it gave no answer for 0.02 s',
    );
    let made = 0;
    const hangs = (): BuildWorker => ({ ...local(), post: () => void made++ });
    const full: PartStore = { read: () => Promise.resolve(undefined), write: () => Promise.reject(new Error('the disk is full')) };
    const mixed = (): BuildWorker => (made++ === 0 ? hangs() : local());
    await expect(buildInParallel(grid, 'goal-bounds', { worker: mixed, workers: 2, deadAfter: 300, store: full })).rejects.toThrow('the disk is full');
    const before = made;
    await wait(500);
    expect(made).toBe(before);
    await expect(buildInParallel(grid, 'goal-bounds', { worker: local, workers: 1, deadAfter: 0 })).rejects.toThrow(/above 0, got 0/);
  });

  test('rejects wrong arguments with a sentence', async () => {
    const given = { worker: local, workers: 1 };
    const wrong: readonly (readonly [object | undefined, string])[] = [
      [undefined, 'worker must be a function that starts one'],
      [{ ...given, progress: () => undefined }, "buildInParallel has no option 'progress'"],
      [{ ...given, signal: new AbortController() }, 'signal must have `aborted`, true or false'],
      [{ ...given, onProgress: true }, 'onProgress must be a function, got true.'],
      [{ ...given, store: 'folder' }, 'store.read must be a function, got undefined.'],
      [{ ...given, now: 5 }, 'now must be a function, got 5.'],
    ];
    for (const [options, message] of wrong) await expect(buildInParallel(grid, 'paths', options as never)).rejects.toThrow(message);
    await expect(buildInParallel(null as never, 'paths', given)).rejects.toThrow('buildInParallel');
    const thread = { postMessage: () => undefined, terminate: () => undefined };
    for (const made of [thread, Promise.resolve(local()), undefined, { ...local(), end: 7 }]) {
      const message = `worker must return a worker with post, listen and end, such as nodeWorker() or webWorker(new Worker(url)), got ${made === undefined ? 'undefined' : made instanceof Promise ? 'a Promise (await it)' : 'an object'}.`;
      await expect(buildInParallel(grid, 'paths', { worker: () => made as never, workers: 2 })).rejects.toThrow(message);
    }
  });

  test.each([[10, 60], [10_000, 200]])('if parts take %d ms, the time limit is ten minutes at first, then %d seconds', async (took, seconds) => {
    vi.useFakeTimers();
    try {
      const births: number[] = [];
      // The first worker never answers, the second not from its third part on.
      const worker = (): BuildWorker => {
        const handles = [0, 2, Infinity][births.push(Date.now()) - 1];
        let parts = 0;
        const inner = local();
        const post = (message: ToWorker): void => {
          if (!('from' in message)) inner.post(message);
          else if (parts++ < handles) setTimeout(() => inner.post(message), took);
        };
        return { ...inner, post };
      };
      const building = buildInParallel(grid, 'goal-bounds', { worker, workers: 1 });
      await vi.advanceTimersByTimeAsync(5e6);
      expect(new Uint8Array(await building)).toEqual(new Uint8Array(serial['goal-bounds']()));
      expect([births[1] - births[0], births[2] - births[1]].map((ms) => Math.round(ms / 1000))).toEqual([600, Math.round((2 * took) / 1000) + seconds]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('time in which this thread is busy does not count against the time limit', async () => {
    let made = 0;
    const artifact = await buildInParallel(grid, 'goal-bounds', {
      workers: 1,
      deadAfter: 200,
      worker: () => {
        made++;
        return local((message) => {
          const early = 'from' in message && message.from < 3 * Math.ceil(grid.vertexCount / 256);
          if (early) for (const until = performance.now() + 250; performance.now() < until; ) Math.sqrt(2);
          return false;
        });
      },
    });
    expect(made).toBe(1);
    expect(new Uint8Array(artifact)).toEqual(new Uint8Array(serial['goal-bounds']()));
  });

  test('time in which the machine sleeps does not lengthen the time limit of later parts', async () => {
    vi.useFakeTimers();
    try {
      let slept = 0;
      let made = 0;
      // The first worker sleeps through the night with its machine, and hangs a few parts later.
      const worker = (): BuildWorker => {
        const inner = local();
        const tires = made++ === 0;
        let parts = 0;
        const post = (message: ToWorker): void => {
          const part = 'from' in message ? parts++ : 0;
          if (tires && part === 2) slept = 8 * 3_600_000;
          if (!tires || part < 5) inner.post(message);
        };
        return { ...inner, post };
      };
      const building = buildInParallel(grid, 'goal-bounds', { worker, workers: 1, now: () => Date.now() + slept });
      await vi.advanceTimersByTimeAsync(3_600_000);
      expect(made).toBe(2);
      expect(new Uint8Array(await building)).toEqual(new Uint8Array(serial['goal-bounds']()));
    } finally {
      vi.useRealTimers();
    }
  });

  test('a real thread that runs without end on its first part is stopped', async () => {
    const endless = join(folder, 'endless.js');
    await writeFile(endless, "import { parentPort } from 'node:worker_threads'; parentPort.on('message', (message) => { while ('from' in message) ; });");
    let made = 0;
    const artifact = await buildInParallel(grid, 'goal-bounds', { worker: () => nodeWorker(made++ === 0 ? endless : script), workers: 1, deadAfter: 3000 });
    expect(made).toBe(2);
    expect(new Uint8Array(artifact)).toEqual(new Uint8Array(serial['goal-bounds']()));
  });

  test('a real thread that exits is replaced too', async () => {
    let made = 0;
    const artifact = await buildInParallel(grid, 'goal-bounds', {
      workers: 1,
      worker: () => {
        const thread = nodeWorker(script);
        // Ended from outside, like a crash.
        if (made++ === 0) return { ...thread, post: (message) => ('from' in message ? void thread.end() : thread.post(message)), listen: (answer, died) => { thread.listen(answer, died); setTimeout(() => died('it exited with code 1'), 50); } };
        return thread;
      },
    });
    expect(made).toBe(2);
    expect(new Uint8Array(artifact)).toEqual(new Uint8Array(serial['goal-bounds']()));
  });

  test('a file that is no part is not taken for a missing part', async () => {
    const odd = join(folder, 'odd');
    const store = folderStore(odd);
    expect(await store.read('a')).toBeUndefined();
    await mkdir(join(odd, 'a'), { recursive: true });
    await expect(store.read('a')).rejects.toThrow(/EISDIR/);
    await writeFile(join(odd, 'file'), '');
    const inFile = folderStore(join(odd, 'file'));
    await expect(inFile.write('b', new ArrayBuffer(1))).rejects.toThrow(/EEXIST|ENOTDIR/);
    await expect(inFile.clear()).rejects.toThrow(/ENOTDIR/);
    expect((await readdir(odd)).sort()).toEqual(['a', 'file']);
  });

  test('a stopped build resumes from its store', async () => {
    for (const store of [memoryStore(), folderStore(join(folder, 'parts'))]) {
      const signal = { aborted: false };
      let built = 0;
      const stopping = buildInParallel(grid, 'paths', { worker: local, workers: 1, store, signal, onProgress: () => (signal.aborted = ++built === 40) });
      await expect(stopping).rejects.toThrow(/stopped after .* resumes from them/);
      let after = 0;
      const artifact = await buildInParallel(grid, 'paths', { worker: local, workers: 2, store, onProgress: () => after++ });
      expect(new Uint8Array(artifact)).toEqual(new Uint8Array(serial.paths()));
      expect(built).toBe(40);
      expect(after).toBe(Math.ceil(grid.vertexCount / Math.ceil(grid.vertexCount / 256)) - 40);
    }
  });

  test('two builds at once share one folder, and killed writers leave nothing', async () => {
    const parts = join(folder, 'shared');
    await mkdir(parts);
    const [cutOff, foreign] = ['cut-off.0b5c1c44-9a3e-4f0e-8d53-0a3f5c5b7e21.partial', 'film.partial'];
    for (const name of [cutOff, foreign]) await writeFile(join(parts, name), 'cut o');
    const artifacts = await Promise.all([0, 1].map(() => buildInParallel(grid, 'goal-bounds', { worker: local, workers: 2, store: folderStore(parts) })));
    for (const artifact of artifacts) expect(new Uint8Array(artifact)).toEqual(new Uint8Array(serial['goal-bounds']()));
    // A user's file with such a name stays.
    expect((await readdir(parts)).filter((name) => name.endsWith('.partial'))).toEqual([foreign]);
  });

  test('a folder that another build has removed is made again', async () => {
    const store = folderStore(join(folder, 'cleared'));
    await store.write('a', new ArrayBuffer(3));
    await rm(join(folder, 'cleared'), { recursive: true });
    await store.write('b', new ArrayBuffer(4));
    expect(await store.read('a')).toBeUndefined();
    expect((await store.read('b'))!.byteLength).toBe(4);
    await expect(store.write('no/where', new ArrayBuffer(4))).rejects.toThrow(/ENOENT/);
  });

  test('a store deletes the files of killed writers before its first part only, since later ones may be of living writers', async () => {
    const parts = join(folder, 'living');
    const store = folderStore(parts);
    await store.write('a', new ArrayBuffer(3));
    const living = 'b.0b5c1c44-9a3e-4f0e-8d53-0a3f5c5b7e21.partial';
    await writeFile(join(parts, living), 'half of b');
    await expect(store.write('no/where', new ArrayBuffer(4))).rejects.toThrow(/ENOENT/);
    expect((await readdir(parts)).sort()).toEqual(['a', living]);
    const stores = Array.from({ length: 4 }, () => folderStore(parts));
    await Promise.all(stores.flatMap((each, i) => Array.from({ length: 16 }, (_, k) => each.write(`${i}-${k}`, new ArrayBuffer(1000)))));
    expect(await readdir(parts)).toHaveLength(1 + 4 * 16);
  });

  test('clearing a store removes its own parts, and the folder only if nothing else is in it', async () => {
    const parts = join(folder, 'several');
    const [mine, others] = [folderStore(parts), folderStore(parts)];
    await mine.clear();
    await others.write('b', new ArrayBuffer(4));
    await mine.write('a', new ArrayBuffer(3));
    for (const of of ['a', 'b']) await writeFile(join(parts, `${of}.0b5c1c44-9a3e-4f0e-8d53-0a3f5c5b7e21.partial`), 'cut o');
    // A part that was only read is of the same build: it was written before that was stopped.
    await writeFile(join(parts, 'c'), 'of a build that was stopped');
    await mine.read('c');
    await mine.clear();
    expect((await readdir(parts)).sort()).toEqual(['b', 'b.0b5c1c44-9a3e-4f0e-8d53-0a3f5c5b7e21.partial']);
    await others.clear();
    expect(await readdir(folder)).not.toContain('several');
    await mine.write('a', new ArrayBuffer(3));
    expect(await readdir(parts)).toEqual(['a']);
  });

  test('an abort does not wait for the store, neither for reads nor for writes', async () => {
    const never = new Promise<never>(() => undefined);
    const reads: PartStore = { read: () => never, write: () => Promise.resolve() };
    const writes: PartStore = { read: () => Promise.resolve(undefined), write: () => never };
    for (const store of [reads, writes]) {
      const stop = new AbortController();
      let ended = 0;
      const worker = (): BuildWorker => ({ ...local(), end: () => void ended++ });
      setTimeout(() => stop.abort(), 50);
      await expect(buildInParallel(grid, 'paths', { worker, workers: 2, store, signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
      expect(ended).toBe(store === reads ? 0 : 2);
    }
  });

  test('a worker without events is ended', async () => {
    let ended = 0;
    const listen = (): never => {
      throw new Error('no events');
    };
    await expect(buildInParallel(grid, 'paths', { worker: () => ({ ...local(), listen, end: () => void ended++ }), workers: 1 })).rejects.toThrow('no events');
    expect(ended).toBe(1);
  });

  test('an abort ends busy workers at once, a hung one too', async () => {
    const stop = new AbortController();
    let ended = 0;
    const hung = (): BuildWorker => ({ post: () => undefined, listen: () => undefined, end: () => void ended++ });
    setTimeout(() => stop.abort(), 20);
    const began = performance.now();
    const building = buildInParallel(grid, 'paths', { worker: hung, workers: 3, signal: stop.signal });
    await expect(building).rejects.toMatchObject({ name: 'AbortError', message: `The build was stopped after 0 of ${grid.vertexCount} vertices.` });
    expect(ended).toBe(3);
    // Ten minutes without.
    expect(performance.now() - began).toBeLessThan(60_000);
  });

  test('an abort after the last part changes nothing', async () => {
    const signal = { aborted: false };
    const artifact = await buildInParallel(grid, 'paths', { worker: local, workers: 2, signal, onProgress: ({ done, total }) => (signal.aborted = done === total) });
    expect(new Uint8Array(artifact)).toEqual(new Uint8Array(serial.paths()));
  });

  test('if one worker fails, all have ended when the build rejects', async () => {
    let [made, ended] = [0, 0];
    const worker = (): BuildWorker => {
      const inner = local();
      const fails = made++ === 0;
      return { ...inner, listen: (answer, died) => inner.listen((message) => answer(fails ? { error: 'it has no room' } : message), died), post: (message) => (fails || !('from' in message)) && inner.post(message), end: () => void ended++ };
    };
    await expect(buildInParallel(grid, 'paths', { worker, workers: 3 })).rejects.toThrow('it has no room');
    expect([made, ended]).toEqual([3, 3]);
  });

  test('an edit of the world during a build is rejected', async () => {
    const edited = rooms(26, 20, 7, seededRandom(3));
    const building = buildInParallel(edited, 'paths', { worker: local, workers: 1, onProgress: () => edited.setBlocked(5, 5, true) });
    await expect(building).rejects.toThrow(/The world was edited during the build/);
  });

  test.each(Object.keys(serial) as BuildKind[])('%s: stored parts carry the number of their format, and those of another are built anew', async (kind) => {
    const store = memoryStore(), tiny = Grid.fromRows(['.....', '.#.#.', '.....', '...#.']);
    const build = async (): Promise<[built: number, bytes: Uint8Array]> => {
      let built = 0;
      const artifact = await buildInParallel(tiny, kind, { worker: local, workers: 1, store, onProgress: () => built++ });
      return [built, new Uint8Array(artifact)];
    };
    const [count, bytes] = await build();
    const names = [...store.parts.keys()];
    for (const name of names) expect(name).toMatch(new RegExp(`^${kind === 'customizable' ? '[0-9a-f]{16}' : fingerprint(tiny)}-${kind}-${PART_FORMAT}-\\d+-\\d+$`));
    // If this fails, the bytes of parts have changed: raise PART_FORMAT, and write the new hash here.
    const hash = createHash('sha256');
    for (const name of names.sort()) hash.update(new Uint8Array(store.parts.get(name)!));
    expect([PART_FORMAT, hash.digest('hex').slice(0, 16)]).toEqual([2, PARTS_OF_FORMAT_2[kind]]);
    expect(await build()).toEqual([0, bytes]);
    // Valid artifacts with content that no release has written.
    for (const name of names) {
      store.parts.delete(name);
      store.parts.set(name.replace(`-${PART_FORMAT}-`, `-${PART_FORMAT - 1}-`), encodeArtifact('part', name.slice(0, 16), [Uint8Array.of(7)]));
    }
    expect(await build()).toEqual([count, bytes]);
  });

  test('parts of a large map have about the same work, however few cells are flooded from', async () => {
    const large = new Grid(1024, 1024);
    large.setRectangle(500, 500, 5, 5, 0);
    const sparse = jumpPoints(large).reduce((sum, mark) => sum + mark, 0);
    for (let x = 0; x < 1000; x += 4) for (let y = 0; y < 80; y += 4) large.setBlocked(x, y, true);
    const [marks, floods] = [jumpPoints(large), Math.floor(5e7 / large.vertexCount)];
    const jumps = marks.reduce((sum, mark) => sum + mark, 0);
    expect(jumps).toBeGreaterThan(100 * sparse);
    for (const kind of ['jump-point-bounds', 'jump-point-paths', 'paths'] as const) {
      const ranges: [from: number, to: number][] = [];
      const read = (name: string): Promise<undefined> => Promise.resolve(void ranges.push(name.split('-').slice(-2).map(Number) as [number, number]));
      const store: PartStore = { read, write: () => Promise.resolve() };
      const worker = (): BuildWorker => {
        throw new Error('enough');
      };
      await expect(buildInParallel(large, kind, { worker, workers: 1, store })).rejects.toThrow('enough');
      expect(ranges.length).toBeLessThan(kind === 'paths' ? 23_000 : 513 + jumps / floods);
      ranges.sort((a, b) => a[0] - b[0]);
      ranges.forEach(([from, to], i) => {
        expect(from).toBe(i === 0 ? 0 : ranges[i - 1][1]);
        expect(to - from).toBeLessThanOrEqual(Math.ceil(large.vertexCount / 256));
        expect(marks.subarray(from, to).reduce((sum, mark) => sum + mark, 0)).toBeLessThanOrEqual(floods);
      });
      expect(ranges.at(-1)![1]).toBe(large.vertexCount);
    }
  });

  test('corrupted parts in the store are built anew', async () => {
    const store = memoryStore();
    await buildInParallel(grid, 'goal-bounds', { worker: local, workers: 1, store });
    const [first, second, third] = [...store.parts.keys()].filter((name) => store.parts.get(name)!.byteLength > 100);
    new Uint8Array(store.parts.get(first)!)[100] ^= 1;
    store.parts.set(second, store.parts.get(second)!.slice(0, 70));
    store.parts.set(third, new ArrayBuffer(0));
    let built = 0;
    const artifact = await buildInParallel(grid, 'goal-bounds', { worker: local, workers: 1, store, onProgress: () => built++ });
    expect(built).toBe(3);
    expect(new Uint8Array(artifact)).toEqual(new Uint8Array(serial['goal-bounds']()));
  });

  test('a worker that dies between two parts is replaced too, and a store that cannot write stops the build', async () => {
    let deaths = 0;
    const shortLived = (): BuildWorker => {
      const worker = local();
      return { ...worker, listen: (answer, died) => worker.listen((message) => {
        answer(message);
        if (deaths++ < 5) died('it was killed after its answer');
      }, died) };
    };
    const artifact = await buildInParallel(grid, 'goal-bounds', { worker: shortLived, workers: 2 });
    expect(deaths).toBeGreaterThan(5);
    expect(new Uint8Array(artifact)).toEqual(new Uint8Array(serial['goal-bounds']()));
    const full: PartStore = { read: () => Promise.resolve(undefined), write: () => Promise.reject(new Error('the disk is full')) };
    await expect(buildInParallel(grid, 'goal-bounds', { worker: local, workers: 2, store: full })).rejects.toThrow('the disk is full');
  });

  test('an impossible build is rejected before a worker starts', async () => {
    const local = (): never => {
      throw new Error('A worker is employed.');
    };
    await expect(buildInParallel(grid, 'boxes' as BuildKind, { worker: local, workers: 1 })).rejects.toThrow(/'corner-hierarchy', got 'boxes'/);
    const graph = new CompressedGraph(2, [[0, 1, 1]]);
    await expect(buildInParallel(graph, 'subgoal-trees', { worker: local, workers: 1 })).rejects.toThrow(/this world is not a grid/);
    await expect(buildInParallel(Grid.fromRows(['.3']), 'subgoal-trees', { worker: local, workers: 1 })).rejects.toThrow(/this world has some/);
    await expect(buildInParallel(graph, 'jump-point-bounds', { worker: local, workers: 1 })).rejects.toThrow(/Only grids have jump points/);
    await expect(buildInParallel(graph, 'goal-bounds', { worker: local, workers: 1 })).rejects.toThrow('vertex 0 lies at (NaN, NaN)');
    const steep = Grid.fromRows(['.#', '#.'], { corners: 'always', metric: { straight: 1, diagonal: 3 } });
    await expect(buildInParallel(steep, 'subgoal-trees', { worker: local, workers: 1 })).rejects.toThrow(/need diagonals .* got 3 and 1/);
    await expect(buildInParallel(grid, 'paths', { worker: local, workers: 0 })).rejects.toThrow(/at least 1, got 0/);
  });

  test.each((Object.keys(serial) as BuildKind[]).filter((kind) => !isBuiltWhole(kind)))('%s: missing, misplaced or truncated parts are rejected', (kind) => {
    const small = rooms(9, 9, 4, seededRandom(1));
    const half = 70;
    const build = partBuilder(small, kind);
    const [whole, first, second] = [build(0, small.vertexCount), build(0, half), build(half, small.vertexCount)];
    const longer = new ArrayBuffer(second.byteLength + 8);
    new Uint8Array(longer).set(new Uint8Array(second));
    expect(() => assembleParts(small, kind, [0], [whole])).not.toThrow();
    expect(() => assembleParts(small, kind, [0, half], [first, second])).not.toThrow();
    const rejection = (from: number): RegExp => new RegExp(`The part of the vertices from ${from} to 120 has \\d+ bytes and is not what was built|The rows up to that of vertex 120 have \\d+ words`);
    expect(() => assembleParts(small, kind, [0], [first])).toThrow(rejection(0));
    for (const wrong of [first, longer, second.slice(0, -4), second.slice(0, -1), new ArrayBuffer(0)]) {
      expect(() => assembleParts(small, kind, [0, half], [first, wrong])).toThrow(rejection(half));
    }
    expect(() => assembleParts(small, kind, [0], [])).toThrow('Each part needs its first vertex, got 0 parts and 1 first vertices.');
    expect(() => assembleParts(small, kind, [half], [second])).toThrow(/must rise from 0 to less than 121, got 70\.$/);
    expect(() => assembleParts(small, kind, [0, half, 20], [first, second, second])).toThrow(/got 70 and then 20\.$/);
    expect(() => assembleParts(small, kind, [], [])).toThrow(/got none/);
    expect(() => assembleParts(small, kind, [0, 0], [first, whole])).toThrow(/got 0 and then 0\.$/);
    if (kind === 'subgoal-trees') expect(() => assembleParts(small, kind, [0], [second])).toThrow(rejection(0));
  });

  test('parts of an unknown kind are rejected', () => {
    expect(() => assembleParts(grid, 'boxes' as BuildKind, [], [])).toThrow(/'corner-hierarchy', got 'boxes'/);
  });

  test('an abort takes effect while stored parts are read', async () => {
    const stop = new AbortController();
    let read = 0;
    const store: PartStore = {
      read: async () => {
        await wait(5);
        if (++read === 3) stop.abort();
        return undefined;
      },
      write: () => Promise.resolve(),
    };
    await expect(buildInParallel(grid, 'paths', { worker: local, workers: 1, store, signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(read).toBe(3);
    await expect(buildInParallel(grid, 'paths', { worker: local, workers: 1, store, signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
    expect(read).toBe(3);
  });

  test('no more workers start than parts are left; the rate counts only new parts; no timer is left', async () => {
    const store = memoryStore();
    await buildInParallel(grid, 'paths', { worker: local, workers: 2, store });
    store.parts.delete([...store.parts.keys()].at(-1)!);
    let made = 0;
    const worker = (): BuildWorker => (made++, local());
    const rates: number[] = [];
    const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const before = timers();
    let clock = 0;
    const now = (): number => (clock += 1000);
    await buildInParallel(grid, 'paths', { worker, workers: 4, store, now, onProgress: ({ rate }) => rates.push(rate) });
    expect(made).toBe(1);
    expect(rates).toHaveLength(1);
    expect(rates[0]).toBeLessThanOrEqual(grid.vertexCount / store.parts.size);
    expect(timers()).toBe(before);
  });

  test('the time limit follows the slowest part so far, and can be infinite', async () => {
    await buildInParallel(new Grid(1, 1), 'paths', { worker: () => slowly(() => 60), workers: 1, deadAfter: Infinity });
    vi.useFakeTimers();
    try {
      let made = 0;
      // 20 seconds, then at once, then 300: less than twenty times the slowest.
      const built = buildInParallel(grid, 'paths', { worker: () => (made++, slowly((part) => (part === 0 ? 20_000 : part === 5 ? 300_000 : 0))), workers: 1 });
      await vi.advanceTimersByTimeAsync(400_000);
      await built;
      expect(made).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });
});

/** A worker on this thread that answers each part after a delay in milliseconds. */
function slowly(after: (part: number) => number): BuildWorker {
  let parts = 0;
  let handle: (message: ToWorker) => void = () => undefined;
  return {
    post: (message) => void setTimeout(() => handle(message), 'world' in message ? 0 : after(parts++)),
    listen: (answer) => (handle = workerLoop((message) => answer(message))),
    end: () => undefined,
  };
}

test('rejects a worker in place of a function that starts one', async () => {
  await expect(buildInParallel(new Grid(3, 3), 'goal-bounds', { worker: {} as never, workers: 1 })).rejects.toThrow('worker must be a function that starts one');
});
