import { getEventListeners } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { pathCost } from '@pf/graph';
import { Grid, GridPublisher, randomObstacles, seededRandom, UnitGrid } from '@pf/grid';
import type { BuildWorker } from '@pf/preprocess';
import { AStar } from '@pf/search';
import { BoundedSearch } from '@pf/search';
import { oracleDistances, runs } from '@pf/testkit';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { FromPathWorker, PathAnswer, PathPoolOptions, PoolGrid, ToPathWorker, WorkerSearch } from '../src/index.ts';
import { pathLoop, PathPool } from '../src/index.ts';
import { pathWorker } from '../src/node/index.ts';
import { QUERY_FIELDS } from '../src/messages.ts';
import { Query } from '../src/query.ts';

type AnyWorker = BuildWorker<ToPathWorker, FromPathWorker>;

/** A worker on this thread: it takes a message at every turn of the event loop. */
function local(makeSearch?: Parameters<typeof pathLoop>[1]): AnyWorker {
  let handle: (message: ToPathWorker) => void = () => undefined;
  return { post: (message) => void setTimeout(() => handle(message)), listen: (answer) => void (handle = pathLoop(answer, makeSearch)), end: () => undefined };
}

/** A worker that receives messages only when the test releases them. */
function held(): { worker: () => AnyWorker; release: () => void } {
  const waiting: (() => void)[] = [];
  const worker = (): AnyWorker => {
    let handle: (message: ToPathWorker) => void = () => undefined;
    return {
      post: (message) => void ('published' in message ? setTimeout(() => handle(message)) : waiting.push(() => handle(message))),
      listen: (answer) => void (handle = pathLoop(answer)),
      end: () => undefined,
    };
  };
  return { worker, release: () => waiting.splice(0).forEach((act) => act()) };
}

/** Workers that search from the vertex `slow` until the test releases them. Like threads, they begin one query after the other. They report `busy` ms a query. */
function stalling(slow: number, busy = 0): { worker: () => AnyWorker; gates: (() => void)[]; kills: ((reason: string) => void)[]; begun: number[] } {
  const [gates, kills, begun]: [(() => void)[], ((reason: string) => void)[], number[]] = [[], [], []];
  const worker = (): AnyWorker => {
    let [handle, last, isOver] = [(_message: ToPathWorker): void => undefined, turn(), false];
    let stop: Int32Array;
    const answer = async (message: ToPathWorker, query: Float64Array): Promise<void> => {
      await turn();
      const [entry, start, goal] = query;
      if (isOver) return;
      if (stop[entry] !== 1) begun.push(goal);
      if (start === slow && stop[entry] !== 1) {
        stop[entry] = 2;
        await new Promise<void>((resolve) => gates.push(resolve));
      }
      if (!isOver) handle({ ...message, queries: query });
    };
    return {
      post: (message) => {
        if ('published' in message) {
          ({ stop } = message);
          setTimeout(() => handle(message));
        } else {
          const { queries } = message as Extract<ToPathWorker, { readonly queries: unknown }>;
          for (let i = 0; i < queries.length; i += QUERY_FIELDS) last = last.then(() => answer(message, queries.slice(i, i + QUERY_FIELDS)));
        }
      },
      // Of searches that take no time, the pool sends many at once.
      listen: (post, died) => {
        handle = pathLoop((message) => post({ ...message, busy }));
        kills.push(died);
      },
      end: () => void (isOver = true),
    };
  };
  return { worker, gates, kills, begun };
}

/** Shows a pool of up to three workers that queries take no time. */
async function warm(pool: PathPool, start: number): Promise<void> {
  for (let round = 0; round < 40; round++) await Promise.all([1, 2, 3, 4, 5, 6].map(() => pool.search(start, start)));
}

function below(random: () => number, n: number): number {
  return Math.floor(random() * n);
}

function poolOf(grid: Grid, options: Partial<PathPoolOptions> = {}): PathPool {
  return new PathPool(grid, { worker: local, workers: 2, ...options });
}

const kindOf = async (promise: Promise<unknown>): Promise<string> => promise.then(() => 'answered', (error: unknown) => (error as Error).name);

describe('a pool of path workers', () => {
  test('every answer is the cheapest path in the version that it names, which has all edits made before the query', async () => {
    for (let seed = 0; seed < runs(12); seed++) {
      const random = seededRandom(seed);
      const grid = randomObstacles(12 + below(random, 12), 9, 0.3, random, { movement: seed % 3 === 0 ? 'four' : 'eight' });
      const pool = poolOf(grid, { workers: 1 + (seed % 3) });
      await checkAgainstOracle(pool, grid, random, 40);
      pool.close();
    }
  });

  test('several grids share the workers: each answer is right for its own grid, and grids come and go', async () => {
    for (let seed = 0; seed < runs(6); seed++) {
      const random = seededRandom(seed);
      const gridOf = (): Grid => randomObstacles(5 + below(random, 15), 5 + below(random, 9), 0.25, random, { movement: random() < 0.5 ? 'four' : 'eight' });
      const first = gridOf();
      const pool = poolOf(first, { workers: 1 + (seed % 3) });
      const others = async (): Promise<void> => {
        for (let round = 0; round < 3; round++) {
          const grid = gridOf();
          const added = pool.add(grid);
          await checkAgainstOracle(added, grid, random, 10);
          const left = [kindOf(added.search(grid.vertex(0, 0), grid.vertex(1, 1))), kindOf(added.search(grid.vertex(0, 0), grid.vertex(2, 2)))];
          if (random() < 0.5) await turn();
          added.remove();
          added.remove();
          const [kind, next] = await Promise.all(left);
          expect(next).toBe(kind);
          expect(['answered', 'ClosedError']).toContain(kind);
          await expect(added.search(grid.vertex(0, 0), grid.vertex(1, 1))).rejects.toThrow('The grid was removed from the pool.');
        }
      };
      await Promise.all([checkAgainstOracle(pool, first, random, 40), others(), others(), others()]);
      expect(pool.queries).toBe(0);
      pool.close();
      expect(() => pool.add(first)).toThrow('The pool was closed.');
    }
  });

  test('a worker takes a grid with its first query, and drops it when it is removed', async () => {
    const sent: string[] = [];
    const worker = (): AnyWorker => {
      const inner = local();
      return { ...inner, post: (message) => void (sent.push(Object.keys(message)[0]), inner.post(message)) };
    };
    const pool = poolOf(new Grid(9, 9), { worker, workers: 1 });
    const [used, unused] = [pool.add(new Grid(4, 4)), pool.add(new Grid(3, 3))];
    expect((await used.search(7, 8)).cost).toBe(1);
    expect((await used.search(7, 7)).cost).toBe(0);
    used.remove();
    unused.remove();
    expect((await pool.search(12, 13)).cost).toBe(1);
    expect(sent).toEqual(['published', 'added', 'queries', 'queries', 'removed', 'queries']);
    pool.close();
    used.remove();
  });

  test('the function that makes searches gets the data of each grid', async () => {
    const made: unknown[] = [];
    const makeSearch = (grid: Grid, { data }: { readonly data: unknown }): WorkerSearch => {
      made.push(data);
      return new AStar(grid);
    };
    const pool = poolOf(new Grid(9, 9), { worker: () => local(makeSearch), workers: 1 });
    const slow = pool.add(new Grid(3, 3), { data: { kind: 'cellar' } });
    expect((await Promise.all([slow.search(6, 7), slow.search(7, 6), pool.search(12, 13)])).map(({ cost }) => cost)).toEqual([1, 1, 1]);
    expect(made).toEqual([undefined, { kind: 'cellar' }]);
    expect(() => pool.add(new Grid(3, 3), { data: () => 7 })).toThrow('data is copied to a worker');
    expect(() => pool.add(new Grid(3, 3), { dat: 7 } as never)).toThrow("did you mean 'data'?");
    pool.close();
  });

  test('without such a function, the data of a grid is ignored', async () => {
    const pool = poolOf(new Grid(1, 1));
    const grid = new Grid(9, 9);
    expect((await pool.add(grid, { data: { template: 3 } }).search(grid.vertex(0, 0), grid.vertex(3, 0))).cost).toBe(3);
    pool.close();
  });

  test('settled queries do not keep the grids that were removed', async () => {
    const pool = poolOf(new Grid(9, 9));
    const added = pool.add(new Grid(3, 3));
    await added.search(6, 7);
    added.remove();
    expect((await pool.search(12, 13)).cost).toBe(1);
    expect(pool['queue']['queries']).toHaveLength(0);
    pool.close();
  });

  test('if the search of an added grid cannot be made, only its queries fail', async () => {
    const makeSearch = (grid: Grid): WorkerSearch => {
      if (grid.width === 3) throw new Error('no data for this grid');
      return new AStar(grid);
    };
    const pool = poolOf(new Grid(9, 9), { worker: () => local(makeSearch), workers: 1 });
    const bad = pool.add(new Grid(3, 3));
    await expect(bad.search(6, 7)).rejects.toThrow('The search failed: no data for this grid');
    expect((await pool.search(12, 13)).cost).toBe(1);
    pool.close();
  });

  test('keeps a bound of the cost', async () => {
    const random = seededRandom(4);
    const grid = randomObstacles(40, 40, 0.2, random);
    const pool = poolOf(grid, { within: 1.5 });
    const cells = Array.from({ length: 60 }, () => grid.vertex(below(random, 40), below(random, 40))).filter((v) => !grid.isBlocked(grid.x(v), grid.y(v)));
    let [reachable, above] = [0, 0];
    for (let i = 1; i < cells.length; i++) {
      const least = oracleDistances(grid, cells[i - 1])[cells[i]];
      if (least === Infinity) continue;
      const { cost } = await pool.search(cells[i - 1], cells[i]);
      expect(cost).toBeLessThanOrEqual(1.5 * least);
      reachable++;
      if (cost > least + 1e-9) above++;
    }
    expect(reachable).toBeGreaterThan(20);
    expect(above).toBeGreaterThan(0);
    pool.close();
  });

  test('a search of the user gets the bound', async () => {
    const bounds: number[] = [];
    const worker = (): AnyWorker => {
      let handle: (message: ToPathWorker) => void = () => undefined;
      const makeSearch = (grid: Grid, { within }: { readonly within: number }): BoundedSearch => {
        bounds.push(within);
        return new BoundedSearch(grid, { within });
      };
      return { post: (message) => void setTimeout(() => handle(message)), listen: (answer) => void (handle = pathLoop(answer, makeSearch)), end: () => undefined };
    };
    const pool = poolOf(new Grid(9, 9), { worker, within: 1.5 });
    expect((await pool.search(12, 15)).cost).toBe(3);
    expect(bounds).toContain(1.5);
    pool.close();
  });

  test('a query can be cancelled in the queue, at the worker, and before it is submitted', async () => {
    const { worker, release } = held();
    const pool = poolOf(new Grid(9, 9), { worker, workers: 1 });
    await wait(5);
    const controllers = Array.from({ length: 200 }, () => new AbortController());
    const answers = controllers.map(({ signal }) => kindOf(pool.search(12, 13, { signal })));
    await turn();
    controllers[0].abort(); // with the worker
    controllers[150].abort(new RangeError('not wanted')); // in the queue
    expect(await answers[0]).toBe('AbortError');
    expect(await answers[150]).toBe('RangeError');
    expect(await kindOf(pool.search(12, 13, { signal: AbortSignal.abort() }))).toBe('AbortError');
    expect(pool.queries).toBe(198);
    const releasing = setInterval(release, 1);
    const ends = await Promise.all(answers);
    clearInterval(releasing);
    expect(ends.filter((end) => end === 'answered')).toHaveLength(198);
    expect(pool.queries).toBe(0);
    pool.close();
  });

  test('one signal cancels many queries, of several pools too, behind one listener', async () => {
    const { worker } = held();
    const pools = [poolOf(new Grid(9, 9), { worker, workers: 1 }), poolOf(new Grid(9, 9), { worker, workers: 1 })];
    const controller = new AbortController();
    const { signal } = controller;
    const listeners = (): number => getEventListeners(signal, 'abort').length;
    const early = kindOf(pools[0].search(12, 13, { signal, timeLimit: 1 }));
    const queries = Array.from({ length: 30 }, (_, i) => kindOf(pools[i % 2].search(12, 13, { signal })));
    expect(listeners()).toBe(1);
    expect(await early).toBe('TimeoutError');
    expect(listeners()).toBe(1);
    controller.abort(new RangeError('enough'));
    expect(new Set(await Promise.all(queries))).toEqual(new Set(['RangeError']));
    expect([listeners(), pools[0].queries, pools[1].queries]).toEqual([0, 0, 0]);
    const other = new AbortController();
    for (let round = 0; round < 2; round++) {
      expect(await kindOf(pools[0].search(12, 13, { signal: other.signal, timeLimit: 1 }))).toBe('TimeoutError');
      expect(getEventListeners(other.signal, 'abort')).toHaveLength(0);
    }
    for (const pool of pools) pool.close();
  });

  test('a worker stops a query that was cancelled or is out of time', () => {
    const answers: FromPathWorker[] = [];
    const stop = new Int32Array(new SharedArrayBuffer(12));
    let expanded = 0;
    let act: () => void = () => undefined;
    const handle = pathLoop((message) => answers.push(message), () => ({
      cost: 7,
      counters: { expanded: 1 },
      begin: () => undefined,
      path: () => 0,
      run: (_, signal) => {
        for (expanded = 0; expanded < 50 && signal?.aborted !== true; expanded++) act();
        return expanded === 50;
      },
    }));
    handle({ published: new GridPublisher(new Grid(3, 3)).published, within: 1, stop });
    act = () => void (expanded === 20 && (stop[1] = 1));
    handle({ queries: Float64Array.of(1, 6, 7, Infinity, 0) });
    expect(expanded).toBe(21);
    act = () => {
      for (const end = performance.now() + 1; performance.now() < end; );
    };
    handle({ queries: Float64Array.of(2, 6, 7, 5, 0) });
    expect(expanded).toBeLessThan(10);
    act = () => undefined;
    handle({ queries: Float64Array.of(0, 6, 7, 5, 0) });
    expect(answers.flatMap((message) => ('answers' in message ? [message.answers[1]] : []))).toEqual([1, 1, 0]);
  });

  test('a time limit counts from the submission on, in the queue too', async () => {
    const { worker, release } = held();
    const pool = poolOf(new Grid(9, 9), { worker, workers: 1 });
    const late = Array.from({ length: 100 }, async () => kindOf(pool.search(12, 13, { timeLimit: 20 })));
    const patient = pool.search(12, 14, { timeLimit: 60_000 });
    expect(new Set(await Promise.all(late))).toEqual(new Set(['TimeoutError']));
    const releasing = setInterval(release, 1);
    expect((await patient).cost).toBe(2);
    clearInterval(releasing);
    pool.close();
  });

  test('limits beyond what a timer takes hold, and infinite ones need no timer', async () => {
    const slow = (): AnyWorker => {
      const worker = local();
      return { ...worker, post: (message) => void setTimeout(() => worker.post(message), 40) };
    };
    for (const deadAfter of [1e11, Infinity]) {
      const pool = poolOf(new Grid(9, 9), { worker: slow, workers: 1, deadAfter });
      const answers = [2 ** 31 - 1, 2 ** 31, 1e10, Number.MAX_SAFE_INTEGER, Infinity].map(async (timeLimit) => kindOf(pool.search(12, 13, { timeLimit })));
      expect(new Set(await Promise.all(answers))).toEqual(new Set(['answered']));
      pool.close();
    }
  });

  test('a limit of months elapses after months', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const ends: string[] = [];
    new Query(null as never, 12, 13, () => undefined, ({ name }) => ends.push(name), () => undefined, undefined, 1e10);
    vi.advanceTimersByTime(1e10 - 1);
    expect(ends).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ends).toEqual(['TimeoutError']);
    vi.useRealTimers();
  });

  test('a full pool rejects queries, and reports when there is room', async () => {
    const pool = poolOf(new Grid(9, 9), { maxQueries: 10, workers: 1 });
    const first = Array.from({ length: 10 }, () => pool.search(12, 13));
    let copies = 0;
    expect(await kindOf(pool.search(12, 13, { data: { get goal() { return ++copies; } } }))).toBe('QueueFullError');
    expect(copies).toBe(0);
    let answered = 0;
    for (let i = 0; i < 200; i++) {
      while (pool.full) await pool.room();
      expect(pool.queries).toBeLessThan(10);
      void pool.search(12, 13).then(() => answered++);
    }
    await Promise.all(first);
    while (pool.queries > 0) await turn();
    await turn();
    expect(answered).toBe(200);
    pool.close();
    await pool.room();
  });

  test('a closed pool rejects present and later queries', async () => {
    const pool = poolOf(new Grid(9, 9), { worker: held().worker });
    const left = kindOf(pool.search(12, 13));
    pool.close();
    expect(await left).toBe('ClosedError');
    await expect(pool.search(12, 13)).rejects.toThrow('The pool was closed.');
  });

  test('a pool is idle once every query is settled and its handlers have run, also after it is closed', async () => {
    const pool = poolOf(new Grid(9, 9));
    await pool.idle();
    const handled: string[] = [];
    const other = pool.add(new Grid(9, 9));
    void pool.search(12, 13).then(async () => {
      handled.push('first');
      await other.search(12, 13);
      handled.push('second');
    });
    await pool.idle();
    expect(handled).toEqual(['first', 'second']);
    void pool.search(12, 13).catch(({ name }: Error) => void handled.push(name));
    pool.close();
    await pool.idle();
    expect(handled).toEqual(['first', 'second', 'ClosedError']);
  });

  test('if the second of two workers cannot be made, the first is ended', () => {
    for (const fails of [() => { throw new Error('no thread'); }, () => ({ ...local(), post: () => { throw new Error('no thread'); } })]) {
      let [made, ended] = [0, 0];
      const worker = (): AnyWorker => (made++ === 1 ? fails() : { ...local(), end: () => void ended++ });
      expect(() => poolOf(new Grid(9, 9), { worker })).toThrow('no thread');
      expect([made, ended]).toEqual([2, 1]);
    }
  });

  test('if a replacement cannot be made, it is tried again; without any worker, queries reject', async () => {
    let [made, left] = [0, 0];
    let kill: (reason: string) => void = () => undefined;
    const worker = (): AnyWorker => {
      if (++made > 1 && left-- > 0) throw new Error('no thread');
      const inner = local();
      return { ...inner, listen: (answer, died) => inner.listen(answer, (kill = died)) };
    };
    const pool = poolOf(new Grid(9, 9), { worker, workers: 1 });
    expect((await pool.search(12, 15)).cost).toBe(3);
    left = 2;
    const pending = pool.search(12, 15);
    kill('it was killed');
    await expect(pending).rejects.toThrow('no thread');
    await expect(pool.search(12, 15)).rejects.toThrow('no thread');
    expect((await pool.search(12, 15)).cost).toBe(3);
    expect(made).toBe(4);
    pool.close();
  });

  test('if replacements die before they have the grid, queries reject until one has it', async () => {
    for (const workers of [1, 2]) {
      let [made, dying] = [0, false];
      const kills: ((reason: string) => void)[] = [];
      const worker = (): AnyWorker => {
        made++;
        // Of two, one neither starts nor dies.
        const hangs = workers === 2 && made === 3;
        if (dying) return { post: () => undefined, listen: (_, died) => void (hangs || setTimeout(() => died('no memory'))), end: () => undefined };
        const inner = local();
        return { ...inner, listen: (answer, died) => inner.listen(answer, (kills[made - 1] = died)) };
      };
      const pool = poolOf(new Grid(9, 9), { worker, workers });
      expect((await pool.search(12, 15)).cost).toBe(3);
      dying = true;
      const pending = pool.search(12, 15);
      for (const kill of kills) kill('it was killed');
      await expect(pending).rejects.toThrow('A worker died before it had the grid: no memory');
      await expect(pool.search(12, 15)).rejects.toThrow('no memory');
      dying = false;
      while ((await kindOf(pool.search(12, 15))) !== 'answered');
      pool.close();
    }
  });

  test('a worker may take any time to start, however soon it counts as dead later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    for (const deadAfter of [10, 100, 20_000]) {
      let [made, start, hangs] = [0, 40_000, true];
      const worker = (): AnyWorker => {
        made++;
        let handle: (message: ToPathWorker) => void = () => undefined;
        const post = (message: ToPathWorker): void => {
          if ('published' in message || !hangs) setTimeout(() => handle(message), start);
          else hangs = false;
        };
        return { post, listen: (answer) => void (handle = pathLoop(answer)), end: () => undefined };
      };
      const pool = poolOf(new Grid(9, 9), { worker, workers: 3, deadAfter });
      const answer = pool.search(12, 15);
      await vi.advanceTimersByTimeAsync(start - 1);
      expect(made).toBe(3);
      start = 0;
      // The first that gets the query hangs.
      await vi.advanceTimersByTimeAsync(2 * deadAfter + 100);
      expect((await answer).cost).toBe(3);
      expect(made).toBe(4);
      pool.close();
    }
  });

  test('over the map of a unit whose costOf throws, the queries that wait reject with its error, and later ones are answered', async () => {
    const ground = new Grid(5, 1);
    const boats = new UnitGrid(ground, 1, {
      costOf: (terrain) => {
        if (terrain === 7) throw new Error('no boat knows lava');
        return terrain;
      },
    });
    const pool = poolOf(boats.grid);
    const [from, to] = [boats.grid.vertex(0, 0), boats.grid.vertex(4, 0)];
    expect((await pool.search(from, to)).cost).toBe(4);
    const other = pool.add(new Grid(3, 3));
    const waiting = [pool.search(from, to), pool.search(to, from)];
    const elsewhere = other.search(6, 7);
    ground.setCost(2, 0, 7);
    for (const each of waiting) await expect(each).rejects.toThrow('no boat knows lava');
    expect((await elsewhere).cost).toBe(1);
    expect((await pool.search(from, to)).cost).toBe(Infinity);
    pool.close();
  });

  test('a search of your own gets the data of each query, as it was when it was submitted', async () => {
    const ground = Grid.fromRows(['.33.', '.##.', '....']);
    const seen: unknown[] = [];
    const kinds = (grid: Grid): WorkerSearch => {
      const searches = { foot: new AStar(grid), boat: new AStar(new UnitGrid(grid, 1, { costOf: (terrain) => (terrain === 3 ? 1 : 0) }).grid) };
      let current = searches.foot;
      return {
        get cost() { return current.cost; },
        get counters() { return current.counters; },
        begin(start, goal, data?: { kind: 'foot' | 'boat' }) {
          seen.push(data);
          current = searches[data?.kind ?? 'foot'];
          current.begin(start, goal);
        },
        run: (budget, signal) => current.run(budget, signal),
        path: (out) => current.path(out),
      };
    };
    const pool = poolOf(ground, { worker: () => local(kinds), workers: 1 });
    const [from, to] = [ground.vertex(1, 0), ground.vertex(2, 0)];
    const data: { kind: 'foot' | 'boat' } = { kind: 'boat' };
    const answers = [pool.search(from, to, { data }), pool.search(from, to), pool.search(from, to, { data: { kind: 'foot' } })];
    data.kind = 'foot';
    expect((await Promise.all(answers)).map(({ cost }) => cost)).toEqual([1, 3, 3]);
    expect(seen).toEqual([{ kind: 'boat' }, undefined, { kind: 'foot' }]);
    ground.setCost(2, 0, 1);
    expect((await pool.search(from, to, { data: { kind: 'boat' } })).cost).toBe(Infinity);
    const refused = pool.search(from, to, { data: { accepts: Symbol('any') } });
    await expect(refused).rejects.toThrow(/^data is copied to a worker, as by postMessage: pass plain objects, arrays and numbers, without functions\. Symbol\(any\) could not be cloned\.$/u);
    expect(pool.queries).toBe(0);
    pool.close();
  });

  test('a closed pool leaves no timer', () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let made = 0;
    const worker = (): AnyWorker => (made++ === 0 ? { ...local(), listen: (_, died) => died('it was born dead') } : local());
    const pool = poolOf(new Grid(9, 9), { worker, workers: 1 });
    expect(vi.getTimerCount()).toBe(1);
    pool.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a worker that dies soon after it is ready is replaced after a pause', async () => {
    let made = 0;
    const worker = (): AnyWorker => {
      let [answer, die]: [(message: FromPathWorker) => void, (reason: string) => void] = [() => undefined, () => undefined];
      made++;
      return {
        post: () => void setTimeout(() => {
          answer({ ready: true });
          setTimeout(() => die('no data'));
        }),
        listen: (...both) => void ([answer, die] = both),
        end: () => undefined,
      };
    };
    const pool = poolOf(new Grid(9, 9), { worker, workers: 1 });
    await wait(220);
    pool.close();
    expect(made).toBeGreaterThan(1);
    expect(made).toBeLessThan(7);
  });

  test('the pauses between replacements that die at their start grow, also while another worker answers', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const made: number[] = [];
    let clock = 0;
    const worker = (): AnyWorker => {
      if (made.push(clock) === 1) return local();
      let die: (reason: string) => void = () => undefined;
      return { post: () => void setTimeout(() => die('no memory')), listen: (_, died) => void (die = died), end: () => undefined };
    };
    const pool = poolOf(new Grid(9, 9), { worker });
    let answered = 0;
    for (; clock < 10_000; clock += 10) {
      void pool.search(12, 15).then(() => answered++);
      await vi.advanceTimersByTimeAsync(10);
    }
    pool.close();
    expect(answered).toBeGreaterThan(990);
    expect(made.length).toBeGreaterThan(15);
    expect(made.length).toBeLessThan(25);
  });

  test('while some replacements die at their start, one of a worker that answered has time to start', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    let [made, late] = [0, Infinity];
    let [kill, start] = [(_reason: string): void => undefined, (): void => undefined];
    const worker = (): AnyWorker => {
      const number = ++made;
      const inner = local();
      if (number === 1) return { ...inner, listen: (answer, died) => inner.listen(answer, (kill = died)) };
      // It has the grid soon after the next one has died.
      if (number === late) return { ...inner, post: (message) => void ('published' in message ? (start = () => inner.post(message)) : inner.post(message)) };
      let die: (reason: string) => void = () => undefined;
      return { post: () => void setTimeout(() => (die('no memory'), setTimeout(start, 10))), listen: (_, died) => void (die = died), end: () => undefined };
    };
    const pool = poolOf(new Grid(9, 9), { worker });
    const first = pool.search(12, 15);
    await vi.advanceTimersByTimeAsync(5000);
    expect([(await first).cost, made > 8]).toEqual([3, true]);
    late = made + 1;
    const pending = pool.search(12, 16).catch(String);
    kill('it was killed');
    await vi.advanceTimersByTimeAsync(1500);
    expect(await pending).toMatchObject({ cost: 4 });
    pool.close();
  });

  test('a worker that takes no queries is replaced, and a query that three did not take is rejected', async () => {
    let broken = 1;
    const worker = (): AnyWorker => {
      const inner = local();
      const post = (message: ToPathWorker): void => {
        if ('queries' in message && broken-- > 0) throw new Error('cannot post');
        inner.post(message);
      };
      return { ...inner, post };
    };
    for (const workers of [1, 3]) {
      broken = 1;
      const pool = poolOf(new Grid(9, 9), { worker, workers });
      const answers = await Promise.all(Array.from({ length: 30 }, () => pool.search(12, 15)));
      expect(answers.map(({ cost }) => cost)).toEqual(new Array<number>(30).fill(3));
      broken = Infinity;
      await expect(pool.search(12, 15)).rejects.toThrow('3 workers died or hung while they had this query; last reason: it took no message: cannot post');
      pool.close();
    }
  });

  test('no other query is sent to a worker while it has one whose worker died', async () => {
    const { worker, release } = held();
    let kill: (reason: string) => void = () => undefined;
    let sent: number[] = [];
    const pool = poolOf(new Grid(9, 9), {
      workers: 1,
      worker: () => {
        const inner = worker();
        const post = (message: ToPathWorker): void => {
          if ('queries' in message) sent.push(message.queries.length / QUERY_FIELDS);
          inner.post(message);
        };
        return { ...inner, post, listen: (answer, died) => inner.listen(answer, (kill = died)) };
      },
    });
    const first = pool.search(12, 15);
    await vi.waitUntil(() => sent.length > 0, { interval: 1 });
    sent = [];
    kill('it was killed');
    await vi.waitUntil(() => sent.length > 0, { interval: 1 });
    const others = [pool.search(12, 16), pool.search(12, 17)];
    await wait(5);
    expect(sent).toEqual([1]);
    const releasing = setInterval(release, 1);
    expect((await Promise.all([first, ...others])).map(({ cost }) => cost)).toEqual([3, 4, 5]);
    clearInterval(releasing);
    pool.close();
  });

  test('the queries of a worker that died are sent again in their order, but the one that it had begun last', async () => {
    // No answer is posted before the last query of a message.
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    let [goals, deadly, isBroken]: [number[], number, boolean] = [[], -1, false];
    const pool = poolOf(new Grid(9, 9), {
      workers: 1,
      worker: () => {
        let [handle, kill] = [(_message: ToPathWorker): void => undefined, (_reason: string): void => undefined];
        const begin = (_start: number, goal: number): void => {
          if (goal !== deadly) return;
          deadly = -1;
          kill('it was killed');
        };
        const search = { cost: 1, counters: { expanded: 0 }, begin, run: () => true, path: () => 0 };
        const post = (message: ToPathWorker): void => {
          if ('queries' in message) goals.push(...message.queries.filter((_, i) => i % QUERY_FIELDS === 2));
          if (isBroken) {
            isBroken = false;
            throw new Error('cannot post');
          }
          setTimeout(() => handle(message));
        };
        // Searches that take no time, so that the pool sends several at once.
        return { post, listen: (answer, died) => void ([handle, kill] = [pathLoop((message) => answer({ ...message, busy: 0 }), () => search), died]), end: () => undefined };
      },
    });
    const sent = async (): Promise<number[]> => {
      goals = [];
      await Promise.all([13, 14, 15, 16, 17].map((goal) => pool.search(12, goal)));
      return goals;
    };
    const makeFast = (): Promise<unknown> => Promise.all(Array.from({ length: 30 }, () => pool.search(12, 13)));
    await makeFast();
    deadly = 15;
    expect(await sent()).toEqual([13, 14, 15, 16, 17, 13, 14, 16, 17, 15]);
    await makeFast();
    isBroken = true;
    expect(await sent()).toEqual([13, 14, 15, 16, 17, 13, 14, 15, 16, 17]);
    pool.close();
  });

  describe('behind a long search', () => {
    const grid = new Grid(12, 12);
    const [slow, other] = [grid.vertex(0, 0), grid.vertex(1, 0)];
    const goals = Array.from({ length: 60 }, (_, i) => grid.vertex(i % 12, 1 + Math.floor(i / 12)));

    test('queries go to a free worker, in the order of submission', async () => {
      const { worker, gates, begun } = stalling(slow);
      const pool = poolOf(grid, { worker, workers: 3 });
      await warm(pool, other);
      const long = [1, 2].map((x) => pool.search(slow, grid.vertex(x, 0)));
      await vi.waitUntil(() => gates.length === 2, { interval: 1 });
      begun.length = 0;
      const early = goals.slice(0, 30).map((goal) => pool.search(other, goal));
      await Promise.resolve();
      const answers = await Promise.all([...early, ...goals.slice(30).map((goal) => pool.search(other, goal))]);
      // Each gets ten of the first 30, and ten of the others.
      expect(begun).toEqual([0, 30, 10, 20, 40, 50].flatMap((i) => goals.slice(i, i + 10)));
      expect(answers.map(({ path }) => path.at(-1))).toEqual(goals);
      for (const release of gates) release();
      expect((await Promise.all(long)).map(({ cost }) => cost)).toEqual([1, 2]);
      // What the workers have dropped leaves them free.
      await warm(pool, other);
      pool.close();
    });

    test('only as many slow queries move as free workers can begin', async () => {
      const { worker, gates } = stalling(slow, 10);
      let sent = 0;
      const counting = (): AnyWorker => {
        const inner = worker();
        const post = (message: ToPathWorker): void => {
          if ('queries' in message) sent += message.queries.length / QUERY_FIELDS;
          inner.post(message);
        };
        return { ...inner, post };
      };
      const pool = poolOf(grid, { worker: counting, workers: 3 });
      await warm(pool, other);
      const long = [1, 2].map((x) => pool.search(slow, grid.vertex(x, 0)));
      await vi.waitUntil(() => gates.length === 2, { interval: 1 });
      sent = 0;
      // One for each worker: the first is answered at once, and then one of the others moves.
      const quick = pool.search(other, goals[0]);
      const late = [1, 2].map((i) => pool.search(slow, goals[i]));
      await quick;
      await vi.waitUntil(() => gates.length === 3, { interval: 1 });
      // The other one is still at its worker.
      gates[1]();
      await vi.waitUntil(() => gates.length === 4, { interval: 1 });
      expect(sent).toBe(4);
      for (const release of gates) release();
      await Promise.all([...long, ...late]);
      pool.close();
    });

    test('answers that a worker has found, but holds, do not wait', async () => {
      const held: (() => void)[] = [];
      let [made, isHolding] = [0, false];
      const { worker } = stalling(-1);
      // The first holds its answers.
      const holding = (): AnyWorker => {
        const inner = worker();
        if (made++ > 0) return inner;
        return { ...inner, listen: (post, died) => inner.listen((message) => void (isHolding ? held.push(() => post(message)) : post(message)), died) };
      };
      const pool = poolOf(grid, { worker: holding });
      await warm(pool, other);
      isHolding = true;
      const answers = await Promise.all(goals.map((goal) => pool.search(other, goal)));
      expect(answers.map(({ path }) => path.at(-1))).toEqual(goals);
      expect(held).toHaveLength(30);
      isHolding = false;
      for (const post of held) post();
      await warm(pool, other);
      expect([pool.queries, made]).toEqual([0, 2]);
      pool.close();
    });

    test('queries behind one that hangs its worker are answered before that worker is replaced', async () => {
      const { worker, gates, begun } = stalling(slow);
      const pool = poolOf(grid, { worker, deadAfter: 300 });
      await warm(pool, other);
      const long = pool.search(slow, other);
      const answers = goals.map((goal) => pool.search(other, goal));
      await Promise.all(answers);
      expect([begun.length, gates.length]).toEqual([40 * 6 + 61, 1]);
      const releasing = setInterval(() => gates[1]?.(), 1);
      expect((await long).cost).toBe(1);
      clearInterval(releasing);
      pool.close();
    });

    test('a worker that hangs before it begins any of them is replaced', async () => {
      let [made, isDeaf, unheard] = [0, false, 0];
      const { worker } = stalling(-1);
      const deaf = (): AnyWorker => {
        const inner = worker();
        const isFirst = made++ === 0;
        return { ...inner, post: (message) => isDeaf && isFirst ? void unheard++ : inner.post(message) };
      };
      const pool = poolOf(grid, { worker: deaf, deadAfter: 200 });
      await warm(pool, other);
      isDeaf = true;
      for (let round = 0; round < 3; round++) await Promise.all(goals.map((goal) => pool.search(other, goal)));
      expect([made, unheard]).toEqual([2, 1]);
      await vi.waitUntil(() => made === 3, { interval: 1, timeout: 4000 });
      pool.close();
    });

    test('every query is settled once, whatever is cancelled, edited, late or killed meanwhile', async () => {
      for (let seed = 0; seed < runs(8); seed++) {
        const random = seededRandom(seed);
        const world = randomObstacles(12, 12, 0.2, random);
        const start = world.vertex(0, 0);
        const { worker, gates, kills } = stalling(start);
        const pool = poolOf(world, { worker, workers: 2 + (seed % 2) });
        await warm(pool, other);
        const opening = setInterval(() => void (random() < 0.2 && gates.splice(below(random, gates.length), 1)[0]?.()), 1);
        const controller = new AbortController();
        const patient = checkAgainstOracle(pool, world, random, 20, [start]);
        const others = Array.from({ length: 80 }, (_, i) => kindOf(pool.search(i % 9 === 0 ? start : other, world.vertex(i % 12, 5), i % 2 === 0 ? { signal: controller.signal } : { timeLimit: below(random, 12) })));
        await wait(below(random, 15));
        controller.abort();
        // Twice at most: a query is rejected after three deaths.
        for (let i = 0; i < 2; i++) {
          await wait(below(random, 8));
          kills[below(random, kills.length)]('it was killed');
        }
        const ends = new Set(await Promise.all(others));
        for (const end of ends) expect(['answered', 'AbortError', 'TimeoutError']).toContain(end);
        await patient;
        expect(pool.queries).toBe(0);
        clearInterval(opening);
        pool.close();
      }
    });
  });

  test('a worker may report at once that it has died', async () => {
    let made = 0;
    const worker = (): AnyWorker => (made++ < 2 ? { ...local(), listen: (_, died) => died('it was born dead') } : local());
    const pool = poolOf(new Grid(9, 9), { worker, workers: 1 });
    expect((await pool.search(12, 15)).cost).toBe(3);
    pool.close();
    made = -9;
    const none = poolOf(new Grid(9, 9), { worker, workers: 1 });
    await expect(none.search(12, 15)).rejects.toThrow('3 workers died before they had the grid; last reason: it was born dead');
  });

  test('a search of the user that does not finish is reported as such', async () => {
    const search = { cost: 1, counters: { expanded: 0 }, begin: () => undefined, run: () => false, path: () => 0 };
    const worker = (): AnyWorker => {
      let handle: (message: ToPathWorker) => void = () => undefined;
      return { post: (message) => void setTimeout(() => handle(message)), listen: (answer) => void (handle = pathLoop(answer, () => search)), end: () => undefined };
    };
    const pool = poolOf(new Grid(9, 9), { worker });
    await expect(pool.search(12, 15)).rejects.toThrow('its run returned false, though nothing had stopped it');
    pool.close();
  });

  test('rejects wrong arguments', async () => {
    const grid = new Grid(9, 9);
    expect(() => new PathPool({} as Grid, { worker: local, workers: 1 })).toThrow('PathPool');
    expect(() => new PathPool(grid, undefined as unknown as PathPoolOptions)).toThrow('worker must be a function');
    expect(() => new PathPool(grid, { worker: PathPool as never, workers: 1 })).toThrow('such as pathWorker of @pf/server/node, got the class PathPool.');
    for (const wrong of [{ worker: undefined }, { workers: 0 }, { within: 0.5 }, { maxQueries: 0 }, { deadAfter: 0 }, { maxQueued: 5 }]) expect(() => poolOf(grid, wrong as never)).toThrow(Object.keys(wrong)[0]);
    const thread = { postMessage: () => undefined, terminate: () => undefined };
    for (const made of [thread, Promise.resolve(local()), undefined, { ...local(), end: 7 }]) {
      expect(() => poolOf(grid, { worker: () => made as never })).toThrow(`worker must return a worker with post, listen and end, such as pathWorker() or webWorker(new Worker(url)), got ${made === undefined ? 'undefined' : made instanceof Promise ? 'a Promise (await it)' : 'an object'}.`);
    }
    const pool = poolOf(grid);
    await expect(pool.search(-1, 12)).rejects.toThrow('start');
    await expect(pool.search(12, 1e9)).rejects.toThrow('goal');
    await expect(pool.search(12, 13, { timeLimit: NaN })).rejects.toThrow('timeLimit');
    await expect(pool.search(12, 13, { signal: true as never })).rejects.toThrow('signal');
    await expect(pool.search(12, 13, { limit: 3 } as never)).rejects.toThrow('limit');
    pool.close();
  });
});

describe('in threads', () => {
  let folder = '';
  let script = '';
  let mortal = '';
  const started: Worker[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pf-server-'));
    const entryPoints = ['../src/node/path-worker.ts', './path-thread.ts'].map((file) => fileURLToPath(new URL(file, import.meta.url)));
    await build({ entryPoints, outdir: folder, outExtension: { '.js': '.mjs' }, entryNames: '[name]', bundle: true, platform: 'node', format: 'esm', conditions: ['@pf/source'] });
    [script, mortal] = [join(folder, 'path-worker.mjs'), join(folder, 'path-thread.mjs')];
  });
  afterAll(async () => {
    await Promise.all(started.map((thread) => thread.terminate()));
    await rm(folder, { recursive: true });
  });

  /** A thread that a test can kill. */
  function thread(file: string, workerData?: object): AnyWorker {
    const worker = new Worker(file, { workerData });
    started.push(worker);
    return {
      post: (message) => worker.postMessage(message),
      listen: (answer, died) => {
        worker.on('message', answer);
        worker.on('error', (error) => died(error.message));
        worker.on('exit', (code) => died(`it exited with code ${code}`));
      },
      end: () => void worker.terminate(),
    };
  }

  test('edits between queries, and threads that die during some of them: every answer is right, and none is lost', async () => {
    const random = seededRandom(9);
    const grid = randomObstacles(40, 30, 0.3, random);
    const before = started.length;
    const pool = poolOf(grid, { worker: () => thread(mortal, { lives: 60 + below(random, 60) }) });
    const cellar = randomObstacles(20, 15, 0.3, random);
    await Promise.all([checkAgainstOracle(pool, grid, random, runs(60)), checkAgainstOracle(pool.add(cellar), cellar, random, runs(60))]);
    expect(started.length - before).toBeGreaterThan(3);
    pool.close();
  });

  test('a search that takes longer to be made than a worker may be silent is waited for, and the other queries move', async () => {
    const before = started.length;
    const pool = poolOf(new Grid(9, 9), { worker: () => thread(mortal), deadAfter: 100 });
    await Promise.all([1, 2, 3, 4].map(() => pool.search(12, 13)));
    const order: string[] = [];
    const slow = pool.add(new Grid(3, 3), { data: 500 });
    await Promise.all([
      slow.search(6, 7).then(({ cost }) => order.push(`slow ${cost}`)),
      ...Array.from({ length: 20 }, () => pool.search(12, 15).then(({ cost }) => order.push(`quick ${cost}`))),
    ]);
    expect(order.at(-1)).toBe('slow 1');
    expect(new Set(order)).toEqual(new Set(['slow 1', 'quick 3']));
    expect(started.length - before).toBe(2);
    pool.close();
  });

  test('threads that are killed are replaced', async () => {
    const grid = new Grid(9, 9);
    const pool = poolOf(grid, { worker: () => thread(script) });
    for (let round = 0; round < 2; round++) {
      const answers = Array.from({ length: 100 }, () => pool.search(12, 15));
      await answers[0];
      for (const worker of started.slice(-2)) void worker.terminate();
      for (const { cost } of await Promise.all(answers)) expect(cost).toBe(3);
    }
    pool.close();
  });

  test('a query that kills threads is rejected, and the other queries are answered', async () => {
    const grid = new Grid(9, 9);
    const pool = poolOf(grid, { worker: () => thread(mortal, { dies: 13, fails: 14 }), workers: 1 });
    const others = Array.from({ length: 20 }, () => pool.search(12, 15));
    const deadly = pool.search(13, 15);
    const failing = pool.search(14, 15);
    const more = Array.from({ length: 20 }, () => pool.search(12, 15));
    await Promise.all([
      expect(deadly).rejects.toThrow('3 workers died or hung while they had this query; last reason: it exited with code 3'),
      expect(failing).rejects.toThrow('this start is not liked'),
    ]);
    for (const { cost } of await Promise.all([...others, ...more])) expect(cost).toBe(3);
    pool.close();
  });

  test('the data of a query reaches each thread that gets it', async () => {
    const grid = new Grid(9, 9);
    const before = started.length;
    const pool = poolOf(grid, { worker: () => thread(mortal), workers: 1 });
    const data = { goal: 18, deaths: new Int32Array(new SharedArrayBuffer(4)).fill(2) };
    const answers = await Promise.all([pool.search(12, 15), pool.search(12, 15, { data })]);
    expect([...answers.map(({ cost }) => cost), started.length - before]).toEqual([3, 6, 3]);
    pool.close();
  });

  test('a thread that hangs is replaced', async () => {
    const grid = new Grid(9, 9);
    let made = 0;
    const pool = poolOf(grid, { worker: () => thread(mortal, made++ === 0 ? { hangs: 13 } : {}), workers: 1, deadAfter: 1000 });
    expect((await pool.search(13, 15)).cost).toBe(2);
    expect(made).toBe(2);
    pool.close();
  });

  test('pathWorker passes data to its script', async () => {
    const pool = poolOf(new Grid(9, 9), { worker: () => pathWorker(mortal, { fails: 14 }) });
    await expect(pool.search(14, 15)).rejects.toThrow('this start is not liked');
    expect((await pool.search(13, 15)).cost).toBe(2);
    pool.close();
  });

  test('a CommonJS bundle, in which a script cannot be found, gets the reason', async () => {
    const file = join(folder, 'starters.cjs');
    const contents = `export { pathWorker } from './node/index.ts'; export { nodeWorker } from '@pf/preprocess/node';`;
    await build({ stdin: { contents, resolveDir: fileURLToPath(new URL('../src', import.meta.url)) }, outfile: file, bundle: true, platform: 'node', format: 'cjs', conditions: ['@pf/source'], logLevel: 'error' });
    const starters = createRequire(import.meta.url)(file) as Record<'pathWorker' | 'nodeWorker', () => unknown>;
    expect(starters.pathWorker).toThrow('pathWorker cannot find its script from a CommonJS bundle, which has no import.meta.url: pass the path of the script, pathWorker(path).');
    expect(starters.nodeWorker).toThrow('nodeWorker cannot find its script from a CommonJS bundle');
  });

  test('a script that does not start ends the pool with its reason', async () => {
    const pool = poolOf(new Grid(9, 9), { worker: () => pathWorker(join(folder, 'missing.mjs')), workers: 1 });
    await expect(pool.search(12, 13)).rejects.toThrow('3 workers died before they had the grid');
    await expect(pool.search(12, 13)).rejects.toThrow('missing.mjs');
  });

  test('a bundle without its script, in which no worker starts, says what to do', async () => {
    const file = join(folder, 'starters.mjs');
    const contents = `export { pathWorker } from './node/index.ts'; export { nodeWorker } from '@pf/preprocess/node';`;
    const resolveDir = fileURLToPath(new URL('../src', import.meta.url));
    await build({ stdin: { contents, resolveDir }, outfile: file, bundle: true, platform: 'node', format: 'esm', conditions: ['@pf/source'] });
    const starters = await import(/* @vite-ignore */ pathToFileURL(file).href) as Record<'pathWorker' | 'nodeWorker', () => AnyWorker>;
    for (const [worker, missing] of [[starters.pathWorker, 'path-worker.js'], [starters.nodeWorker, 'worker.js']] as const) {
      const reason = `Cannot find module '${join(folder, missing)}'. In a bundled program, pass the path of the worker's script: nodeWorker(path), or pathWorker(path)`;
      await expect(poolOf(new Grid(9, 9), { worker, workers: 1 }).search(12, 13)).rejects.toThrow(reason);
    }
    // Other errors keep their text, also those of a script that misses a module.
    const broken = join(folder, 'broken.mjs');
    await writeFile(broken, `import './not-there.mjs';`);
    const answer = await poolOf(new Grid(9, 9), { worker: () => pathWorker(broken), workers: 1 }).search(12, 13).catch(String);
    expect(answer).toMatch(/Cannot find module '.*not-there\.mjs' imported from .*broken\.mjs$/);
  });

  test.each(['"no data for this map"', '7', 'undefined', 'null', 'new RangeError("no data")'])('a script that throws %s ends the pool with that reason', async (thrown) => {
    const file = join(folder, 'throws.mjs');
    await writeFile(file, `throw ${thrown};`);
    const pool = poolOf(new Grid(9, 9), { worker: () => pathWorker(file), workers: 1 });
    const { message } = await pool.search(12, 13).then(() => new Error('answered'), (error: unknown) => error as Error);
    expect(message).toBe(`3 workers died before they had the grid; last reason: ${thrown.replace(/^.*"(.*)".*$/u, '$1')}`);
  });
});

/** Alternates queries and edits; afterwards compares each answer with the oracle's in the world of its version. */
async function checkAgainstOracle(pool: Pick<PoolGrid, 'search'>, grid: Grid, random: () => number, rounds: number, starts: readonly number[] = []): Promise<void> {
  const worlds = new Map([[grid.version, grid.clone()]]);
  const answers: { start: number; goal: number; since: number; answer: PathAnswer }[] = [];
  const pending: Promise<void>[] = [];
  const anyCell = (): number => grid.vertex(below(random, grid.width), below(random, grid.height));
  for (let round = 0; round < rounds; round++) {
    for (let k = below(random, 12); k >= 0; k--) {
      const [start, goal, since] = [starts.length > 0 && random() < 0.2 ? starts[0] : anyCell(), anyCell(), grid.version];
      pending.push(pool.search(start, goal).then((answer) => void answers.push({ start, goal, since, answer })));
    }
    const v = anyCell();
    grid.setRectangle(grid.x(v), grid.y(v), 1 + below(random, Math.min(4, grid.width - grid.x(v))), 1, Math.max(0, below(random, 5) - 1));
    worlds.set(grid.version, grid.clone());
    if (random() < 0.7) await turn();
  }
  await Promise.all(pending);
  expect(answers).toHaveLength(pending.length);
  for (const { start, goal, since, answer } of answers) {
    const world = worlds.get(answer.version)!;
    expect(answer.version).toBeGreaterThanOrEqual(since);
    const least = oracleDistances(world, start, { until: goal })[goal];
    expect(answer.cost).toBeCloseTo(least, 9);
    if (least === Infinity) expect(answer.path).toHaveLength(0);
    else expect([answer.path[0], answer.path.at(-1), Math.abs(pathCost(world, answer.path) - least) < 1e-9]).toEqual([start, goal, true]);
  }
}
