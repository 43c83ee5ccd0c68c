import { mkdir, mkdtemp, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompressedGraph } from '@pf/graph';
import { Grid, rooms, seededRandom } from '@pf/grid';
import { AStar } from '@pf/search';
import { expect, test, vi } from 'vitest';
import type { BuildWorker, ToWorker } from '../../src/index.ts';
import { assembleParts, buildInParallel, ContractionHierarchy, CornerHierarchy, CornerSearch, CustomizableHierarchy, describeWorld, EliminationQuery, GoalBounds, isBuiltWhole, PathDatabase, partBuilder, restoreWorld } from '../../src/index.ts';
import { readWorld } from '../../src/node/index.ts';
import { workerLoop } from '../../src/parallel/worker-loop.ts';

const arcs = [[0, 1, 3], [1, 2, 4], [2, 0, 5], [0, 3, Infinity], [3, 2, 1.5]] as const;
const roads = new CompressedGraph(4, arcs, { coordinates: [0, 0, 1, 0, 1, 1, 0, 1] });

function local(): BuildWorker {
  let handle: (message: ToWorker) => void = () => undefined;
  return {
    post: (message) => void setTimeout(() => handle(structuredClone(message)), 0),
    listen: (answer) => (handle = workerLoop((message) => answer(message))),
    end: () => undefined,
  };
}

test.each(['hierarchy', 'customizable'] as const)('%s is built whole by one worker, with the bytes of a build on this thread', async (kind) => {
  const serial = kind === 'hierarchy' ? ContractionHierarchy.build(roads).save() : CustomizableHierarchy.build(roads).save();
  expect(isBuiltWhole(kind)).toBe(true);
  const built = await buildInParallel(roads, kind, { worker: local, workers: 3 });
  expect(new Uint8Array(built)).toEqual(new Uint8Array(serial));
  expect(() => partBuilder(roads, kind)(0, 2)).toThrow(`A build of '${kind}' has one part, the vertices from 0 to 4, got 0 to 2.`);
  expect(() => assembleParts(roads, kind, [0, 2], [serial, serial])).toThrow(`A build of '${kind}' has one part, got 2.`);
  expect(() => assembleParts(roads, kind, [0], [new ArrayBuffer(8)])).toThrow('This is not an artifact');
});

test.each(['hierarchy', 'customizable'] as const)('%s: graphs that differ in a closed arc only may share a store', async (kind) => {
  const parts = new Map<string, ArrayBuffer>();
  const store = { read: (name: string) => Promise.resolve(parts.get(name)), write: (name: string, part: ArrayBuffer) => Promise.resolve(void parts.set(name, part)) };
  const without = new CompressedGraph(4, arcs.filter(([, , cost]) => cost < Infinity), { coordinates: [0, 0, 1, 0, 1, 1, 0, 1] });
  for (const graph of [roads, without, roads]) {
    const built = await buildInParallel(graph, kind, { worker: local, workers: 1, store });
    expect(new Uint8Array(built)).toEqual(new Uint8Array((kind === 'hierarchy' ? ContractionHierarchy : CustomizableHierarchy).build(graph).save()));
  }
});

test('costs that change during a build do not matter to a customizable hierarchy, which is for all costs', async () => {
  const graph = new CompressedGraph(4, arcs, { coordinates: [0, 0, 1, 0, 1, 1, 0, 1] });
  const onProgress = (): void => void graph.setCost(0, 3, 2);
  const built = await buildInParallel(graph, 'customizable', { worker: local, workers: 1, onProgress });
  expect(new EliminationQuery(CustomizableHierarchy.load(graph, built).customise()).search(0, 3)).toBe(2);
  const another = (): void => void graph.setCost(0, 3, 3);
  await expect(buildInParallel(graph, 'hierarchy', { worker: local, workers: 1, onProgress: another })).rejects.toThrow('edited during the build');
});

test('corner-hierarchy is built whole by one worker; a world without corners is refused here and not there', async () => {
  const grid = rooms(26, 20, 7, seededRandom(3));
  expect(isBuiltWhole('corner-hierarchy')).toBe(true);
  const built = await buildInParallel(grid, 'corner-hierarchy', { worker: local, workers: 3 });
  expect(new Uint8Array(built)).toEqual(new Uint8Array(CornerHierarchy.build(grid).save()));
  const search = new CornerSearch(CornerHierarchy.load(grid, built));
  const [start, goal] = [grid.vertex(1, 1), grid.vertex(24, 18)];
  expect(search.search(start, goal)).toBeCloseTo(new AStar(grid).search(start, goal), 9);
  const begun = vi.fn(local);
  for (const world of [new Grid(3, 3, { movement: 'four' }), roads]) {
    await expect(buildInParallel(world, 'corner-hierarchy', { worker: begun, workers: 1 })).rejects.toThrow(/CornerHierarchy takes (8-connected grids|a Grid)/);
  }
  expect(begun).not.toHaveBeenCalled();
});

test('a whole may take longer than the first of many parts, since nobody knows how long', async () => {
  vi.useFakeTimers();
  try {
    let made = 0;
    const slow = (): BuildWorker => {
      const worker = local();
      made++;
      return { ...worker, post: (message) => void setTimeout(() => worker.post(message), 'world' in message ? 0 : 3_600_000) };
    };
    const building = buildInParallel(roads, 'hierarchy', { worker: slow, workers: 1 });
    await vi.advanceTimersByTimeAsync(4_000_000);
    expect(made).toBe(1);
    expect(new Uint8Array(await building)).toEqual(new Uint8Array(ContractionHierarchy.build(roads).save()));
  } finally {
    vi.useRealTimers();
  }
});

const alone = { hierarchy: ContractionHierarchy, customizable: CustomizableHierarchy, paths: PathDatabase, 'goal-bounds': GoalBounds };
test.each(Object.keys(alone) as (keyof typeof alone)[])('%s of a graph without vertices is built as on this thread', async (kind) => {
  const empty = new CompressedGraph(0, [], { coordinates: [] });
  const built = await buildInParallel(empty, kind, { worker: local, workers: 2 });
  expect(new Uint8Array(built)).toEqual(new Uint8Array(alone[kind].build(empty).save()));
});

test('worlds keep their closed arcs when sent to a worker', () => {
  const restored = restoreWorld(describeWorld(roads)) as CompressedGraph;
  const to = new Uint32Array(restored.maxDegree);
  const cost = new Float64Array(restored.maxDegree);
  expect([restored.allSuccessors(0, to, cost), [...to], [...cost]]).toEqual([2, [1, 3], [3, Infinity]]);
});

test('readWorld reads networks with their coordinates, and maps', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pf-worlds-'));
  try {
    const file = join(folder, 'town.gr');
    await writeFile(file, 'p sp 2 1\na 1 2 7\n');
    expect(((await readWorld(file)) as CompressedGraph).x(0)).toBe(NaN);
    await mkdir(join(folder, 'town.co'));
    await expect(readWorld(file)).rejects.toThrow('town.co cannot be read (EISDIR)');
    await rmdir(join(folder, 'town.co'));
    await symlink('elsewhere.co', join(folder, 'town.co'));
    await expect(readWorld(file)).rejects.toThrow(`There is no file ${join(folder, 'town.co')}.`);
    await rm(join(folder, 'town.co'));
    await writeFile(join(folder, 'town.co'), 'p aux sp co 2\nv 1 5 6\nv 2 7 8\n');
    expect(((await readWorld(file)) as CompressedGraph).x(1)).toBe(7);
    await writeFile(join(folder, 'arena.map'), 'type octile\nheight 1\nwidth 2\nmap\n..\n');
    expect('terrain' in (await readWorld(join(folder, 'arena.map')))).toBe(true);
    await writeFile(file, 'p sp 2 1\na 1 3 7\n');
    await expect(readWorld(file)).rejects.toThrow(`${file} is not a network: The .gr file, line 2, column 5`);
    await expect(readWorld(join(folder, 'none.gr'))).rejects.toThrow('There is no file');
  } finally {
    await rm(folder, { recursive: true });
  }
});
