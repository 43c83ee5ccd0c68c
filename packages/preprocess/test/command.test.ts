import { spawn, spawnSync } from 'node:child_process';
import { link, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { formatMap, rooms, seededRandom } from '@pf/grid';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BuildWorker, PartStore } from '../src/index.ts';
import { buildInParallel, GoalBounds, PathDatabase } from '../src/index.ts';
import { folderStore } from '../src/node/folder-store.ts';
import { nodeWorker } from '../src/node/node-worker.ts';

const grid = rooms(26, 20, 7, seededRandom(3));
const paths = new Uint8Array(PathDatabase.build(grid).save());
const bounds = new Uint8Array(GoalBounds.build(grid).save());

describe('pf-preprocess', () => {
  let folder = '';

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pf-preprocess-'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    const entryPoints = ['worker', 'cli'].map((name) => fileURLToPath(new URL(`../src/node/${name}.ts`, import.meta.url)));
    await build({ entryPoints, outdir: folder, bundle: true, platform: 'node', format: 'esm', conditions: ['@pf/source'] });
  });
  afterAll(() => rm(folder, { recursive: true }));

  const worker = (): BuildWorker => nodeWorker(join(folder, 'worker.js'));

  function run(...words: string[]): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
    return spawnSync(process.execPath, [join(folder, 'cli.js'), ...words], { encoding: 'utf8' });
  }

  test.each([
    [['nowhere.map', '--kind', 'paths'], 'There is no file nowhere.map.'],
    [[], 'Name one map file, got 0.'],
    [['nowhere.map', '--kind', 'boxes'], '--kind must be one of goal-bounds, jump-point-bounds, paths, jump-point-paths, subgoal-trees, hierarchy, customizable, corner-hierarchy, got "boxes".'],
    [['nowhere.map', '--kind', 'paths', '--workers', '0'], '--workers must be a whole number of at least 1, got 0.'],
    [['nowhere.map', '--kind', 'paths', '--corners', 'sometimes'], '--corners must be one of never, one, always, got "sometimes".'],
    [['nowhere.map', '--fast'], "Unknown option '--fast'"],
    [['nowhere.map', '--kind', 'paths', '--out', ''], '--out must name a file, got "".'],
    [['nowhere.map', '--kind', 'paths', '--out', tmpdir()], '--out must name a file, got the folder'],
    [['nowhere.map', '--kind', 'paths', '--out', 'no/where/a.paths'], 'There is no folder no/where for --out no/where/a.paths'],
  ])('names what is wrong with %j', (words, sentence) => {
    const { status, stderr } = run(...words);
    expect(stderr).toContain(sentence);
    expect(status).toBe(2);
  });

  test('never writes over the map, by whatever name', async () => {
    const map = join(folder, 'kept.map');
    await writeFile(map, formatMap(grid));
    await symlink(map, join(folder, 'soft.map'));
    await link(map, join(folder, 'hard.map'));
    for (const out of [map, `${folder}/./kept.map`, join(folder, 'soft.map'), join(folder, 'hard.map')]) {
      const { status, stderr } = run(map, '--kind', 'paths', '--out', out);
      expect(stderr).toContain(`--out ${out} is the map itself`);
      expect(status).toBe(2);
      expect(await readFile(map, 'utf8')).toBe(formatMap(grid));
    }
  });

  test('writes beside the old file and then replaces it, also through a link', async () => {
    const map = join(folder, 'twice.map');
    const out = join(folder, 'twice.out');
    await writeFile(map, formatMap(grid));
    const built = (kind: string, to: string): unknown => run(map, '--kind', kind, '--workers', '1', '--out', to).status;
    expect(built('paths', out)).toBe(0);
    await link(out, `${out}.before`);
    await symlink(out, `${out}.soft`);
    expect(built('goal-bounds', `${out}.soft`)).toBe(0);
    expect(new Uint8Array(await readFile(`${out}.before`))).toEqual(paths);
    expect(new Uint8Array(await readFile(out))).toEqual(bounds);
    expect((await readdir(folder)).filter((name) => name.startsWith('twice'))).toEqual(['twice.map', 'twice.out', 'twice.out.before', 'twice.out.soft']);
    expect(built('paths', '/dev/null')).toBe(0);
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
  });

  test('a killed build loses only the parts in progress', async () => {
    const large = rooms(70, 70, 9, seededRandom(5));
    const map = join(folder, 'large.map');
    await writeFile(map, formatMap(large));
    const child = spawn(process.execPath, [join(folder, 'cli.js'), map, '--kind', 'goal-bounds', '--workers', '1'], { stdio: 'ignore' });
    const gone = new Promise((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
    const parts = `${map}.goal-bounds.parts`;
    const whole = async (): Promise<number> => (await readdir(parts).catch(() => [])).filter((name) => !name.endsWith('.partial')).length;
    while ((await whole()) < 20) await wait(5);
    child.kill('SIGKILL');
    expect(await gone).toBe('SIGKILL');
    const kept = await whole();
    let built = 0;
    const store = folderStore(parts);
    const artifact = await buildInParallel(large, 'goal-bounds', { worker, workers: 1, store, onProgress: () => built++ });
    expect(built).toBe(Math.ceil(large.vertexCount / Math.ceil(large.vertexCount / 256)) - kept);
    expect(new Uint8Array(artifact)).toEqual(new Uint8Array(GoalBounds.build(large).save()));
  });

  test('a missing, unreadable or invalid file gives an error with its name, and exit code 2', async () => {
    const [text, absent] = [join(folder, 'text.map'), join(folder, 'absent.map')];
    await writeFile(text, 'nonsense\n');
    const cases = [
      [text, `${text} is not a map: Map, line 1, column 1: expected "type octile", got "nonsense"`],
      [folder, `The file ${folder} cannot be read (EISDIR).`],
      [absent, `There is no file ${absent}.`],
    ];
    for (const [file, sentence] of cases) {
      expect(run(file, '--kind', 'paths', '--out', join(folder, 'none'))).toMatchObject({ status: 2, stderr: `\n${sentence}\n` });
    }
  });

  test('other files in the folder of its parts stay: files of the user, and parts of other builds', async () => {
    const [map, out] = [join(folder, 's.map'), join(folder, 'arena')];
    await writeFile(map, formatMap(grid));
    const parts = `${out}.parts`;
    await mkdir(parts);
    await writeFile(join(parts, 'precious.txt'), 'of the user');
    const other = await begun('goal-bounds', parts);
    const own = await begun('paths', parts);
    expect((await readdir(parts)).sort()).toEqual([...other, ...own, 'precious.txt'].sort());
    expect(run(map, '--kind', 'paths', '--out', out)).toMatchObject({ status: 0 });
    expect(new Uint8Array(await readFile(out))).toEqual(paths);
    expect((await readdir(parts)).sort()).toEqual([...other, 'precious.txt'].sort());

    await rm(join(parts, 'precious.txt'));
    expect(run(map, '--kind', 'goal-bounds', '--out', out)).toMatchObject({ status: 0 });
    expect(new Uint8Array(await readFile(out))).toEqual(bounds);
    expect((await readdir(folder)).filter((name) => name.startsWith('arena'))).toEqual(['arena']);
  });

  /** The names of the three parts left by an interrupted build. */
  async function begun(kind: 'goal-bounds' | 'paths', parts: string): Promise<string[]> {
    const all = folderStore(parts);
    const names: string[] = [];
    const store: PartStore = {
      read: (name) => all.read(name),
      write: async (name, part) => {
        if (names.length < 3) await all.write(names[names.push(name) - 1], part);
      },
    };
    await buildInParallel(grid, kind, { worker, workers: 1, store });
    return names;
  }

  test('reports how many workers ran: no more than there are parts, and none if all were kept', async () => {
    const [map, out] = [join(folder, 'tiny.map'), join(folder, 'tiny')];
    const tiny = rooms(4, 2, 3, seededRandom(1));
    await writeFile(map, formatMap(tiny));
    const said = (workers: string): string => run(map, '--kind', 'paths', '--out', out, '--workers', workers).stdout;
    expect(said('1e9')).toMatch(new RegExp(`, built by ${tiny.vertexCount} workers in [\\d.]+ s\\.\\n$`));
    expect(said('2')).toContain(', built by 2 workers in ');
    expect(said('1')).toContain(', built by one worker in ');
    await buildInParallel(tiny, 'paths', { worker, workers: 1, store: folderStore(`${out}.parts`) });
    expect(said('2')).toContain(', joined from the stored parts in ');
  });
});
