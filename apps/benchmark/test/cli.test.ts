import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { column, experiments, readResult, Recorder, silent } from '@pf/bench';
import type { Result } from '@pf/bench';
import { describe, expect, it } from 'vitest';
import { bench, newFolder } from './command.ts';

const read = (path: string): Result => readResult(JSON.parse(readFileSync(path, 'utf8')), path);

const MAP = ['type octile', 'height 12', 'width 16', 'map', ...Array.from({ length: 12 }, (_, y) => (y === 6 ? '.......@@@@@@@@@' : '................')), ''].join('\n');

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = newFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** A result of two rows and a claim that holds. */
function sample(experiment: string): Result {
  const record = new Recorder({ name: experiment, title: experiment, reproduces: 'nothing' }, { seed: 1, effort: 'tiny' }, silent);
  record.table('t', 'T', { map: column.key('map'), expanded: column.count('expanded') });
  for (const map of ['maze', 'rooms']) record.row('t', { map, expanded: 10 });
  record.claim({ name: 'faster', source: 'the paper', atLeast: 2, unit: '×', ours: 3, anySize: true });
  return record.result();
}

describe('information about the command', () => {
  it('lists every experiment', async () => {
    const { code, out } = await bench(['list']);
    expect(code).toBe(0);
    for (const { name, title } of experiments) expect(out).toMatch(new RegExp(`^${name} +${title.replace('*', '\\*')}`, 'm'));
  });

  it('prints help', async () => {
    const { code, out } = await bench(['--help']);
    expect(code).toBe(0);
    expect(out).toContain('pnpm bench compare A.json B.json');
  });
});

describe('bad input gives an error and exit code 2', () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, 'text');
  const wrong = join(newFolder(), 'wrong.json');
  writeFileSync(wrong, '{"schema": 7}');
  const page = join(newFolder(), 'page.md');
  writeFileSync(page, '# A page\n\nof two\nlines\n');
  const torn = join(newFolder(), 'torn.json');
  writeFileSync(torn, '{"schema":\n');
  const empty = join(newFolder(), 'empty.json');
  writeFileSync(empty, '[]');
  const good = join(newFolder(), 'good.json');
  writeFileSync(good, JSON.stringify(sample('sample')));

  it.each([
    ['an unknown experiment', ['nonesuch'], /^There is no experiment "nonesuch": there are queues, peers,.*\.$/],
    ['one unknown among known', ['queues', 'nonesuch'], /^There is no experiment "nonesuch"/],
    ['an unknown option', ['--fast'], /^Unknown option '--fast'\./],
    ['a seed that is no number', ['queues', '--seed', 'x'], /^--seed must be a whole number .*"x"\.$/],
    ['a seed below zero', ['queues', '--seed', '-1'], /^--seed takes a value, and "-1" looks like an option: if it is meant, write --seed=-1\.$/],
    ['a negative seed with an equals sign', ['queues', '--seed=-1'], /^--seed must be a whole number .*"-1"\.$/],
    ['no seed', ['queues', '--seed'], /^Option '--seed <value>' argument missing\. 'pnpm bench --help' shows what there is\.$/],
    ['a missing folder of maps', ['queues', '--maps', '/no/such/folder'], /^There is no folder \/no\/such\/folder: --maps takes a folder/],
    ['a file for a folder of maps', ['queues', '--maps', file], /^There is no folder/],
    ['a folder below a file', ['queues', '--maps', join(file, 'below')], /^There is no folder/],
    ['a missing folder of roads', ['roads', '--roads', '/no/such/folder'], /^There is no folder \/no\/such\/folder: --roads takes a folder of road networks/],
    ['a missing folder of levels, for everything', ['all', '--meshes', '/no/such/folder'], /^There is no folder \/no\/such\/folder: --meshes takes a folder of levels/],
    ['a missing folder of dynamic sets', ['dynamic', '/no/such/folder'], /^There is no folder \/no\/such\/folder: pnpm bench dynamic takes a folder of dynamic problem sets/],
    ['a folder for an experiment that reads none', ['tour', newFolder()], /^tour reads no folder of data, got .*\.$/],
    ['two folders of one kind', ['roads', newFolder(), '--roads', newFolder()], /^--roads names .*: give one of them\.$/],
    ['a folder without maps', ['queues', '--maps', newFolder()], /^There is no map that can be read in/],
    ['a folder without maps for everything', ['all', '--maps', newFolder()], /^There is no map that can be read in/],
    ['a report folder that cannot be', ['queues', '--report', join(file, 'below')], /^Nothing can be written to .*below \(ENOTDIR\)/],
    ['a JSON file that cannot be', ['queues', '--json', join(file, 'x.json')], /^Nothing can be written to/],
    ['a folder for a JSON file', ['queues', '--json', newFolder()], /is a folder: --json takes the file that the results go to\.$/],
    ['an empty path', ['queues', '--report', ''], /^--report takes the path of a folder, got an empty one\.$/],
    ['an option of another verb', ['list', '--check'], /^--check means nothing to 'pnpm bench list'\./],
    ['a quick run of what is published', ['all', '--quick'], /^--quick means nothing to 'pnpm bench all'\./],
    ['an option for measuring in compare', ['compare', file, file, '--quick'], /^--quick means nothing to 'pnpm bench compare'\./],
    ['a word too many', ['tables', 'extra'], /^tables takes nothing more, got "extra"\.$/],
    ['claims of something', ['claims', 'queues'], /^claims takes no experiment, got "queues"/],
    ['one file to compare', ['compare', file], /^compare takes two files of results, got 1/],
    ['a file that is not there', ['compare', '/no/a.json', '/no/b.json'], /^\/no\/a\.json cannot be read \(ENOENT\)\.$/],
    ['a file that is no JSON', ['compare', file, file], /file is not JSON\.$/],
    ['a page that is no JSON', ['compare', page, page], /page\.md is not JSON\.$/],
    ['a file that was cut off', ['report', torn], /torn\.json is not JSON\.$/],
    ['files without a result', ['compare', empty, empty], /^There is nothing to compare: neither file holds a result\.$/],
    ['a result of another version', ['report', wrong], /wrong\.json: schema is 7, this version reads 1\.$/],
    ['no file to report', ['report'], /^report takes one or more files/],
    ['a result twice in a report', ['report', good, good], /^report shows each experiment once, and sample is in .*good\.json and in .*good\.json\.$/],
  ])('%s', async (_, words, sentence) => {
    const { code, err, out } = await bench(words);
    expect(err.trim()).toMatch(sentence);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err).not.toMatch(/ at .*:\d+:\d+/);
  });
});

it('finds the pages and results of the repository from a folder below it', async () => {
  const root = folderOf({
    'docs/results/README.md': '', 'README.md': '<!-- results:peers -->\n| a | b |\n<!-- /results -->', 'apps/benchmark/package.json': '{}',
  });
  const { code, err } = await bench(['tables', '--check'], { cwd: join(root, 'apps/benchmark') });
  expect(err.trim()).toMatch(/^README\.md: .*docs\/results\/peers\.json is missing/);
  expect(code).toBe(2);
});

describe('compare', () => {
  const [peers, bounds] = [sample('peers'), sample('goal-bounding')];
  const { rows, claims } = peers;
  const stopped = 'stopped by Ctrl-C';
  const failing = claims.map((claim) => ({ ...claim, ours: 1, pass: false }));

  it.each<[string, Result | readonly Result[], Result | readonly Result[], number, readonly RegExp[]]>([
    ['finds nothing wrong between a run and itself', peers, peers, 0, [/^peers: 2 figures compared, 0 differ beyond noise; .*\.$/]],
    ['finds nothing wrong in a new experiment', peers, [peers, bounds], 0, [/^peers: 2 figures/, /^goal-bounding: only in .*after\.json\.$/]],
    ['names a missing experiment', [peers, bounds], peers, 1, [/^peers: 2 figures/, /^goal-bounding: only in .*before\.json\.$/]],
    ['names a missing experiment if it was the only one', peers, [], 1, [/^peers: only in .*before\.json\.$/]],
    ['reports that the second was stopped', peers, { ...peers, failure: stopped }, 1, [/2 figures/, /^ {2}not finished in .*after\.json: stopped by Ctrl-C$/]],
    ['reports that the first was stopped', { ...peers, failure: stopped }, peers, 1, [/2 figures/, /^ {2}not finished in .*before\.json: stopped by Ctrl-C$/]],
    ['names missing rows', peers, { ...peers, rows: rows.slice(0, 1) }, 1, [/^peers: 1 figures compared/, /^ {2}gone {4}rooms$/]],
    ['names missing claims', peers, { ...peers, claims: [] }, 1, [/2 figures/, /^ {2}gone {4}faster \(claim\)$/]],
    ['shows the claims that fail now', peers, { ...peers, claims: failing }, 1, [/2 figures/, /^ {2}held before, and now:$/, /^ {2}claim .* verdict$/, /^ {2}─+$/, /^ {2}faster .* ≥ 2× .* fails$/]],
    ['lets a claim fail that failed before', { ...peers, claims: failing }, { ...peers, claims: failing }, 0, [/2 figures/]],
  ])('%s', async (_, before, after, code, lines) => {
    const folder = newFolder();
    for (const [name, results] of Object.entries({ before, after })) writeFileSync(join(folder, `${name}.json`), JSON.stringify(results));
    const ended = await bench(['compare', join(folder, 'before.json'), join(folder, 'after.json')]);
    const said = ended.out.trimEnd().split('\n');
    expect(ended.err).toBe('');
    expect(said).toEqual(lines.map((line) => expect.stringMatching(line) as string));
    expect(ended.code).toBe(code);
  });
});

it('a report of recorded results leaves measured ones as they are', async () => {
  const folder = newFolder();
  const own = ['peers.json', 'peers.csv'].map((name) => join(folder, name));
  for (const file of own) writeFileSync(file, 'measured');
  const recorded = join(newFolder(), 'peers.json');
  writeFileSync(recorded, JSON.stringify(sample('peers')));
  expect((await bench(['report', recorded, '--report', folder])).code).toBe(0);
  expect(own.map((file) => readFileSync(file, 'utf8'))).toEqual(['measured', 'measured']);
  expect(readFileSync(join(folder, 'peers.html'), 'utf8')).toContain('<html');
});

describe('a run', () => {
  it('of an experiment that is named twice measures it once', async () => {
    const json = join(newFolder(), 'twice.json');
    const { code, out } = await bench(['terrain', 'terrain', '--json', json]);
    expect(code).toBe(0);
    expect(out.match(/^terrain: .* s$/gm)).toHaveLength(1);
    expect(read(json).experiment).toBe('terrain');
  });

  it('of one writes JSON to the given file, a second one of the same seed has equal counts, and one that expands more is named', async () => {
    const [a, b] = [join(newFolder(), 'deep', 'a.json'), join(newFolder(), 'b.json')];
    await bench(['terrain', '--json', a]);
    await bench(['terrain', '--json', b]);
    const counts = (path: string) => read(path).rows.flatMap((row) => (row['expanded'] as number | undefined) ?? []);
    expect(counts(a).length).toBeGreaterThan(10);
    expect(counts(a)).toEqual(counts(b));
    const { code, out } = await bench(['compare', a, b]);
    expect(out).toMatch(/^terrain: \d+ figures compared/);
    expect(out).not.toMatch(/ more | less /);
    expect([0, 1]).toContain(code);

    const result = read(a);
    writeFileSync(b, JSON.stringify({ ...result, rows: result.rows.map((row, i) => (i === 3 ? { ...row, expanded: (row['expanded'] as number) + 1 } : row)) }));
    const worse = await bench(['compare', a, b]);
    expect(worse.code).toBe(1);
    expect(worse.out.match(/^ {2}more/gm)).toHaveLength(1);
  });

  it('on a folder of maps skips and reports the broken one, measures the others, and ends with 2', async () => {
    const maps = folderOf({ 'good/a.map': MAP, 'good/b.map': MAP, 'bad/c.map': MAP.replace('height 12', 'height 99'), 'bad/d.map': MAP, 'bad/d.map.scen': 'version 1\nnonsense\n' });
    const folder = newFolder();
    const { code, err } = await bench(['bidirectional', '--maps', maps, '--report', folder]);
    expect(err).toMatch(/^bad\/c\.map is left out: Map, line 5, .*\.$/m);
    expect(err).toMatch(/^bad\/d\.map\.scen is left out: Scenario, line 2, .*\.$/m);
    expect(code).toBe(2);
    expect(read(join(folder, 'bidirectional.json')).notes).toEqual(expect.arrayContaining([expect.stringMatching(/^bad\/c\.map is left out: /), expect.stringMatching(/^bad\/d\.map\.scen is left out: /)]));
    const worlds = new Set(read(join(folder, 'bidirectional.json')).rows.map((row) => row['world'] as string));
    expect([...worlds]).toEqual(expect.arrayContaining(['good/a', 'good/b']));
    expect([...worlds].join(' ')).not.toContain('bad/');
  });

  it('takes a folder of data after the name of an experiment, and names what it leaves out', async () => {
    const roads = folderOf({ 'odd.gr': 'p sp 3 5\na 1 2 3\na 1 2 2\na 2 2 1\na 2 1 0\na 3 3 1\n', 'bad.gr': 'p sp 2 1\na 1 9 3\n', 'none.gr': 'p sp 2 0\n' });
    const folder = newFolder();
    const { code, err } = await bench(['roads', roads, '--report', folder]);
    expect([code, err.includes('did not finish')]).toEqual([0, false]);
    const result = read(join(folder, 'roads.json'));
    expect(new Set(result.rows.map((row) => row['network']))).toEqual(new Set(['odd']));
    expect(result.claims.find(({ name }) => name === 'Wrong answers')?.ours).toBe(0);
    expect(result.notes.filter((note) => note.startsWith('Left out'))).toEqual(['Left out: none.gr has no arcs.', 'Left out: bad.gr: The .gr file, line 2, column 5: the head must be a whole number from 1 to 2, got 9.']);
    const empty = await bench(['roads', newFolder(), '--report', newFolder()]);
    expect([empty.code, empty.err]).toEqual([1, expect.stringMatching(/^roads did not finish: There is no network in .*: a network is a \.gr\.bin with a \.co\.bin/m)]);
  });

  it('says that an option means nothing to an experiment, and leaves it out of the command', async () => {
    const [maps, roads, folder] = [folderOf({ 'a.map': MAP }), newFolder(), newFolder()];
    const { code } = await bench(['trajectory', 'metrics', '--maps', maps, '--roads', roads, '--report', folder]);
    expect(code).toBe(0);
    const [generated, given] = ['trajectory', 'metrics'].map((name) => read(join(folder, `${name}.json`)));
    expect([generated.command, given.command]).toEqual(['pnpm bench trajectory', `pnpm bench metrics --maps ${maps}`]);
    expect(generated.notes).toEqual(expect.arrayContaining([`--maps ${maps} means nothing to trajectory.`, `--roads ${roads} means nothing to trajectory.`]));
    expect(given.notes.filter((note) => note.includes('means nothing'))).toEqual([`--roads ${roads} means nothing to metrics.`]);
  });

  it('that is stopped by Ctrl-C keeps its results, and reports that it was stopped', async () => {
    const folder = newFolder();
    let stopped = false;
    const { code, err, out } = await bench(['bidirectional', '--quick', '--report', folder], {
      effort: 'quick',
      watch(said, pid) {
        if (stopped || (said.match(/%/g) ?? []).length < 4) return;
        stopped = true;
        // Like a terminal: to the whole group.
        process.kill(-pid, 'SIGINT');
      },
    });
    expect(stopped).toBe(true);
    expect(code).toBe(130);
    expect(err).toContain('bidirectional did not finish: stopped by Ctrl-C.');
    expect(out).toContain('Not finished: stopped by Ctrl-C');
    const result = read(join(folder, 'bidirectional.json'));
    expect(result.failure).toBe('stopped by Ctrl-C');
    expect(result.rows.length).toBeGreaterThan(0);
    expect(readdirSync(folder)).toContain('bidirectional.html');
  });

  it.each([['tour'], ['bidirectional']])('of %s that is stopped before its first figure leaves the report of the last run as it is', async (name) => {
    const folder = newFolder();
    const files = ['html', 'json', 'csv'].map((kind) => join(folder, `${name}.${kind}`));
    for (const file of files) writeFileSync(file, 'the last run');
    let stopped = false;
    const { code, err, out } = await bench([name, '--quick', '--report', folder], {
      effort: 'quick',
      watch(_, pid) {
        if (!stopped) process.kill(-pid, 'SIGINT');
        stopped = true;
      },
    });
    expect([stopped, code]).toEqual([true, 130]);
    expect(err).toContain(`${name} did not finish: stopped by Ctrl-C.`);
    expect(out.trim()).toBe('No report was written; an earlier one is unchanged.');
    expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual(files.map(() => 'the last run'));
  });
});
