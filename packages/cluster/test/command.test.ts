import { copyFile, mkdir, mkdtemp, open, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompressedGraph } from '@pf/graph';
import { formatMap, Grid, parseMap, rooms, seededRandom } from '@pf/grid';
import { GoalBounds, jumpPoints, PathDatabase } from '@pf/preprocess';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Cluster, folderBlobs } from '../src/index.ts';
import { selfSigned } from './certificate.ts';
import { bundle, freePort, hasRedis, Process, RedisServer, until } from './fleet.ts';

const PASSWORD = 'sesame-7f3c9a';

let folder = '';
let command: Awaited<ReturnType<typeof bundle>>;
let map = '';
const started: Process[] = [];

beforeAll(async () => {
  command = await bundle();
});
afterAll(() => command.remove());
// One folder for each attempt: otherwise the next attempt finds what a failed one had built.
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pf-command-'));
  map = join(folder, 'arena.map');
  await writeFile(map, formatMap(rooms(30, 20, 7, seededRandom(3))));
});
afterEach(async () => {
  for (const each of started.splice(0)) each.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/** Of each process: its exit code, and that its output never holds the password. */
async function finish(each: Process): Promise<{ readonly code: number | null; readonly output: string }> {
  const code = await each.over;
  expect(each.output).not.toContain(PASSWORD);
  return { code, output: each.output };
}

function start(env: Record<string, string>, ...words: string[]): Process {
  const each = new Process(command.cli, words, { PF_BLOBS: join(folder, 'blobs'), ...env });
  started.push(each);
  return each;
}

const run = (env: Record<string, string>, ...words: string[]): ReturnType<typeof finish> => finish(start(env, ...words));

describe.skipIf(!hasRedis)('pf-cluster and a Redis with a password', () => {
  let redis: RedisServer;
  beforeEach(async () => {
    redis = await RedisServer.start(['--requirepass', PASSWORD]);
  });
  afterEach(() => redis.stop());

  test('submit, work, status and collect give the result of a build on one machine', async () => {
    const right = { PF_REDIS: redis.address.replace('//', `//:${PASSWORD}@`) };
    const kinds = { 'goal-bounds': 3, 'jump-point-bounds': 4, paths: 5 };
    for (const [kind, shards] of Object.entries(kinds)) {
      const submitted = await run(right, 'submit', map, '--kind', kind, '--shards', String(shards), '--corners', 'one');
      expect(submitted).toMatchObject({ code: 0, output: expect.stringMatching(new RegExp(`^\\w{16}  arena.map  ${kind}  0 of ${shards} shards done \\(0 %\\)\\n$`)) as string });
    }
    // The password by itself, as secrets are often passed to a process.
    const working = start({ PF_REDIS: redis.address, PF_REDIS_PASSWORD: PASSWORD }, 'work', '--workers', '2', '--dead-after', '5');
    await until('all is built', () => working.count(/^built/) === 12);
    expect((await run(right, 'status')).output).toMatch(/^1 workers; 0 shards wait, 0 are in progress, 0 will be retried\.\n(\w{16} {2}arena.map {2}\S+ {2}(\d) of \2 shards done \(100 %\)\n){3}$/);
    expect((await run(right, 'collect', '--out', folder)).code).toBe(0);

    // A connection that is lost and made again logs in again.
    await redis.restart(100);
    await until('the worker has come back', async () => (await run(right, 'status')).output.startsWith('1 workers; 0 shards wait, 0 are in progress, 0 will be retried.'));
    working.kill('SIGTERM');
    expect(await finish(working)).toMatchObject({ code: 0, output: expect.stringMatching(/Finishing the shards in progress\.\nStopped after 12 shards\.\n$/) as string });

    const grid = parseMap(await readFile(map, 'utf8'), { corners: 'one' });
    const serial: Record<string, ArrayBuffer> = {
      'goal-bounds': GoalBounds.build(grid).save(),
      'jump-point-bounds': GoalBounds.build(grid, jumpPoints(grid)).save(),
      paths: PathDatabase.build(grid).save(),
    };
    for (const kind of Object.keys(kinds)) expect((await readFile(join(folder, `arena.map.${kind}`))).equals(new Uint8Array(serial[kind])), kind).toBe(true);
  });

  test('forget cancels builds by name or id, and leaves the others', async () => {
    const right = { PF_REDIS: redis.address.replace('//', `//:${PASSWORD}@`) };
    for (const kind of ['goal-bounds', 'paths']) await run(right, 'submit', map, '--kind', kind);
    const other = join(folder, 'other.map');
    await writeFile(other, formatMap(new Grid(5, 4)));
    const id = (await run(right, 'submit', other, '--kind', 'paths')).output.slice(0, 16);
    expect(await run(right, 'forget', 'no.map', id)).toMatchObject({ code: 2, output: expect.stringContaining('No build "no.map" is in progress') as string });
    expect(await run(right, 'forget', 'arena.map')).toMatchObject({ code: 0, output: expect.stringMatching(/^(\w{16} {2}arena.map {2}\S+ {2}forgotten\n){2}$/) as string });
    expect((await run(right, 'status')).output.split('\n').slice(1)).toEqual([expect.stringContaining(`${id}  other.map`), '']);
    expect(await run(right, 'forget', id)).toMatchObject({ code: 0 });
    expect((await run(right, 'status')).output).toBe('0 workers; 0 shards wait, 0 are in progress, 0 will be retried.\n');
  });

  test('whatever its name, a build is collected into the folder, and none over another', async () => {
    const right = { PF_REDIS: redis.address.replace('//', `//:${PASSWORD}@`) };
    const cluster = await Cluster.connect({ address: redis.address, password: PASSWORD, blobs: folderBlobs(join(folder, 'blobs')) });
    const long = 'arena'.repeat(80);
    const names = ['maps/arena', 'maps\\arena', 'maps_arena', '../../escaped', '..', '.hidden', long, `${long}s`, 'ĉambro 2 (ñ).map'];
    const ids: string[] = [];
    for (const [i, name] of names.entries()) ids.push((await cluster.submit(new Grid(2, i + 1), 'paths', { name })).id);
    const empty = await cluster.submit(new CompressedGraph(0, [], { coordinates: [] }), 'paths', { name: 'empty' });
    expect((await run(right, 'status')).output).toContain(`${empty.id}  empty  paths  0 of 0 shards done (100 %)\n`);
    await cluster.close();
    const working = start(right, 'work', '--workers', '1');
    const around = join(folder, 'around');
    const out = join(around, 'far/artifacts');
    expect(await run(right, 'collect', '--wait', '--out', out)).toMatchObject({ code: 0 });
    working.kill('SIGTERM');
    await finish(working);
    expect(await readdir(around)).toEqual(['far']);
    expect(await readdir(join(around, 'far'))).toEqual(['artifacts']);
    const files = [
      `maps_arena.${ids[0]}.paths`,
      `maps_arena.${ids[1]}.paths`,
      'maps_arena.paths',
      `_._.._escaped.${ids[3]}.paths`,
      `_..${ids[4]}.paths`,
      `_hidden.${ids[5]}.paths`,
      `${long.slice(0, 170)}.${ids[6]}.paths`,
      `${long.slice(0, 170)}.${ids[7]}.paths`,
      'ĉambro 2 (ñ).map.paths',
    ];
    expect((await readdir(out)).sort()).toEqual([...files, 'empty.paths'].sort());
    for (const [i, file] of files.entries()) expect((await readFile(join(out, file))).equals(new Uint8Array(PathDatabase.build(new Grid(2, i + 1)).save())), file).toBe(true);
  });

  test('collect replaces a file as a whole, also behind a link: who reads the former one reads it to its end', async () => {
    const right = { PF_REDIS: redis.address.replace('//', `//:${PASSWORD}@`) };
    const cluster = await Cluster.connect({ address: redis.address, password: PASSWORD, blobs: folderBlobs(join(folder, 'blobs')) });
    const none = new CompressedGraph(0, [], { coordinates: [] });
    await cluster.submit(none, 'paths', { name: 'none' });
    await cluster.close();
    const [out, disk] = [join(folder, 'out'), join(folder, 'disk')];
    await Promise.all([mkdir(out), mkdir(disk)]);
    await writeFile(join(disk, 'former'), 'the former artifact');
    await symlink('../disk/former', join(out, 'none.paths'));
    const reader = await open(join(out, 'none.paths'));
    expect(await run(right, 'collect', '--out', out)).toMatchObject({ code: 0 });
    expect(await reader.readFile('utf8')).toBe('the former artifact');
    await reader.close();
    expect((await readFile(join(disk, 'former'))).equals(new Uint8Array(PathDatabase.build(none).save()))).toBe(true);
    expect([await readdir(out), await readdir(disk)]).toEqual([['none.paths'], ['former']]);
  });

  test('an empty variable counts as none', async () => {
    const right = { PF_REDIS: redis.address.replace('//', `//:${PASSWORD}@`) };
    expect(await run({ ...right, PF_REDIS_PASSWORD: '' }, 'status')).toMatchObject({ code: 0 });
    for (const words of [['work'], ['submit', map, '--kind', 'paths'], ['collect', '--blobs', '']]) {
      expect(await run({ ...right, PF_BLOBS: '' }, ...words)).toEqual({ code: 2, output: 'Give the folder of maps and results by --blobs or PF_BLOBS. All machines must share it.\n' });
    }
  });

  test('a wrong password, a missing one and one on the command line give an error, exit code 2, and show no password', async () => {
    const wrong = redis.address.replace('//', '//:guess-81d2@');
    const outcomes = await Promise.all([
      run({ PF_REDIS: wrong }, 'status'),
      run({ PF_REDIS: wrong }, 'work'),
      run({}, 'submit', map, '--kind', 'paths', '--redis', wrong),
      run({ PF_REDIS: redis.address }, 'collect'),
      run({ PF_REDIS: redis.address.replace('//', `//nobody:${PASSWORD}@`) }, 'collect'),
    ]);
    for (const { code, output } of outcomes) {
      expect(output).toBe(`Redis at ${redis.address} rejects the password, or none was given: set it as redis://USER:PASSWORD@HOST in PF_REDIS, or in PF_REDIS_PASSWORD.\n`);
      expect(code).toBe(2);
    }
  });

  test('a missing, unreadable or invalid map gives an error and exit code 2', async () => {
    const right = { PF_REDIS: redis.address.replace('//', `//:${PASSWORD}@`) };
    const [absent, text] = [join(folder, 'absent.map'), join(folder, 'text.map')];
    await writeFile(text, 'type octile\nheight two\n');
    const cases: [string, string][] = [
      [absent, `There is no file ${absent}.\n`],
      [folder, `The file ${folder} cannot be read (EISDIR).\n`],
      [text, `${text} is not a map: Map, line 2, column 8: the height must be a whole number from 1, got "two"\n`],
    ];
    const outcomes = await Promise.all(cases.map(([file]) => run(right, 'submit', file, '--kind', 'paths')));
    expect(outcomes).toEqual(cases.map(([, output]) => ({ code: 2, output })));
  });

  test('after SIGTERM, shards in progress are finished, and none is left in progress', async () => {
    const right = { PF_REDIS: redis.address.replace('//', `//:${PASSWORD}@`) };
    const wide = join(folder, 'wide.map');
    await writeFile(wide, formatMap(rooms(70, 60, 9, seededRandom(4))));
    await run(right, 'submit', wide, '--kind', 'paths', '--shards', '16');
    const working = start(right, 'work', '--workers', '2');
    await until('two are built', () => working.count(/^built/) >= 2);
    working.kill('SIGTERM');
    await until('it stops', () => working.output.includes('Finishing'));
    // As npm does with a signal that both have received.
    working.kill('SIGINT');
    const { code, output } = await finish(working);
    expect(code).toBe(0);
    const built = working.count(/^built/);
    expect(output).toContain(`Finishing the shards in progress.`);
    expect(output).toMatch(new RegExp(`Stopped after ${built} shards\\.\\n$`));
    expect(built).toBeLessThan(16);
    const { output: status } = await run(right, 'status');
    expect(status).toContain(`0 workers; ${16 - built} shards wait, 0 are in progress, 0 will be retried.`);
    expect(status).toContain(`wide.map  paths  ${built} of 16 shards done`);
    const early = await run(right, 'collect', 'wide.map');
    expect(early).toMatchObject({ code: 1, output: `${built} of 16 shards of wide.map (paths) are done: collect it later, or wait for it.\n` });
  });

  test('a second SIGTERM, more than a second after the first, ends a worker at once', async () => {
    const working = start({ PF_REDIS: redis.address, PF_REDIS_PASSWORD: PASSWORD }, 'work', '--workers', '1');
    await until('it works', () => working.output === 'Working.\n');
    // Without Redis it cannot finish.
    await redis.stop();
    working.kill('SIGTERM');
    await until('it stops', () => working.output.includes('Finishing'));
    await new Promise((resolve) => setTimeout(resolve, 1200));
    working.kill('SIGTERM');
    expect((await finish(working)).code).toBe(1);
  });

  test('a map is collected under all its names, also those under which it is submitted meanwhile', async () => {
    const right = { PF_REDIS: redis.address, PF_REDIS_PASSWORD: PASSWORD };
    const copy = join(folder, 'copy.map');
    await copyFile(map, copy);
    await run(right, 'submit', map, '--kind', 'paths', '--shards', '3');
    const collecting = start(right, 'collect', '--wait', '--out', join(folder, 'out'));
    await until('it waits', () => readdir(join(folder, 'out')).then(() => true, () => false));
    await run(right, 'submit', copy, '--kind', 'paths', '--shards', '3');
    const working = start(right, 'work', '--workers', '1');
    expect(await finish(collecting)).toMatchObject({ code: 0 });
    expect((await readdir(join(folder, 'out'))).sort()).toEqual(['arena.map.paths', 'copy.map.paths']);
    working.kill('SIGTERM');
    await finish(working);
  });

  test('two maps that are submitted meanwhile under the same name are collected into two files', async () => {
    const right = { PF_REDIS: redis.address, PF_REDIS_PASSWORD: PASSWORD };
    const [other, x, y] = ['other.map', 'x', 'y'].map((name) => join(folder, name));
    await writeFile(other, formatMap(rooms(20, 20, 7, seededRandom(4))));
    await Promise.all([mkdir(x), mkdir(y)]);
    await Promise.all([copyFile(map, join(x, 'copy.map')), copyFile(other, join(y, 'copy.map'))]);
    const { output } = await run(right, 'submit', map, other, '--kind', 'paths', '--shards', '3');
    const ids = output.split('\n').slice(0, 2).map((line) => line.split(' ')[0]);
    const collecting = start(right, 'collect', '--wait', '--out', join(folder, 'out'));
    await until('it waits', () => readdir(join(folder, 'out')).then(() => true, () => false));
    await run(right, 'submit', join(x, 'copy.map'), join(y, 'copy.map'), '--kind', 'paths', '--shards', '3');
    const working = start(right, 'work', '--workers', '1');
    expect(await finish(collecting)).toMatchObject({ code: 0 });
    const files = ['arena.map.paths', 'other.map.paths', ...ids.map((id) => `copy.map.${id}.paths`)];
    expect((await readdir(join(folder, 'out'))).sort()).toEqual(files.sort());
    working.kill('SIGTERM');
    await finish(working);
  });
});

describe.skipIf(!hasRedis)('pf-cluster and a Redis behind TLS', () => {
  test('rediss:// connects if the certificate is trusted, and fails if it is not', async () => {
    const { certificate, key } = selfSigned();
    const [cert, keyFile] = [join(folder, 'redis.crt'), join(folder, 'redis.key')];
    await Promise.all([writeFile(cert, certificate), writeFile(keyFile, key)]);
    const port = await freePort();
    const words = ['--port', '0', '--tls-port', String(port), '--tls-cert-file', cert, '--tls-key-file', keyFile, '--tls-ca-cert-file', cert, '--tls-auth-clients', 'no', '--requirepass', PASSWORD];
    const redis = await RedisServer.start(words, port);
    try {
      const env = { PF_REDIS: `rediss://:${PASSWORD}@127.0.0.1:${port}` };
      const [trusting, wary, wrong] = await Promise.all([
        run({ ...env, NODE_EXTRA_CA_CERTS: cert }, 'submit', map, '--kind', 'paths', '--shards', '2'),
        run(env, 'status'),
        run({ PF_REDIS: `rediss://:guess-81d2@127.0.0.1:${port}`, NODE_EXTRA_CA_CERTS: cert }, 'status'),
      ]);
      expect(trusting.output).toMatch(/arena.map {2}paths {2}\d of 2 shards done/);
      expect(trusting.code).toBe(0);
      expect(wary).toEqual({ code: 1, output: expect.stringMatching(/^Redis at rediss:\/\/127\.0\.0\.1:\d+ cannot be reached: self-signed certificate/) as string });
      expect(wrong).toEqual({ code: 2, output: expect.stringMatching(/rejects the password/) as string });
    } finally {
      await redis.stop();
    }
  });
});

test('wrong arguments give an error and exit code 2', async () => {
  const cases: [string[], RegExp][] = [
    [['forget'], /^Give the names or ids of the builds to forget\.\nUsage: /],
    [[], /^The command must be submit, work, status, collect or forget, got ""\.\nUsage: /],
    [['toString'], /^The command must be .*, got "toString"/],
    [['submit', '--kind', 'paths'], /^Give the map files/],
    [['submit', map, '--kind', 'flags'], /^--kind must be one of goal-bounds, jump-point-bounds, paths, jump-point-paths, subgoal-trees, hierarchy, customizable, corner-hierarchy, got "flags"\.$/m],
    [['submit', map, '--kind', 'paths', '--corners', 'sometimes'], /^--corners must be one of never, one, always, got "sometimes"\.$/m],
    [['submit', map, '--kind', 'paths', '--shards', '0'], /^--shards must be a whole number of at least 1, got 0\.$/m],
    [['submit', map, '--kind', 'paths', '--priority=0.5'], /^--priority must be a whole number from -1000000 to 1000000, got 0\.5\.$/m],
    [['work', '--dead-after', '0'], /^--dead-after must be from 0\.1 to 4294967\.294 seconds, got 0\.$/m],
    [['work', '--dead-after', '5000000'], /^--dead-after must be from 0\.1 to 4294967\.294 seconds, got 5000000\.$/m],
    [['collect', '--kind', 'paths'], /^collect has no option --kind\.\nUsage: /],
    [['status', 'arena.map'], /^status takes no arguments, got "arena\.map"\.\nUsage: /],
    [['work', '--quickly'], /^Unknown option '--quickly'/],
    [['status', '--redis', `:${PASSWORD}@127.0.0.1`], /^The address of Redis must look like redis:\/\/HOST:6379 .*; the given one does not\.$/m],
    [['status', '--redis', `http://:${PASSWORD}@127.0.0.1`], /^The address of Redis must begin with redis:\/\/ or, over TLS, rediss:\/\/, got http:\/\/\.$/m],
    [['status', '--redis', 'redis://:100%@127.0.0.1'], /^A % in the user or the password of the address of Redis must be written as %25\.$/m],
  ];
  const outcomes = await Promise.all(cases.map(([words]) => run({}, ...words)));
  outcomes.forEach(({ code, output }, i) => {
    expect(output).toMatch(cases[i][1]);
    expect(code).toBe(2);
  });
  expect(await run({ PF_REDIS: `redis://:${PASSWORD}@127.0.0.1:${await freePort()}` }, 'status')).toEqual({
    code: 1,
    output: expect.stringMatching(/^Redis at redis:\/\/127\.0\.0\.1:\d+ cannot be reached: connect ECONNREFUSED .*\. Start it, or give its address by PF_REDIS or --redis\.\n$/) as string,
  });
});
