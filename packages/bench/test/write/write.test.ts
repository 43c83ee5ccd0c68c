import { describe, expect, it } from 'vitest';
import { claimsTable, column, compare, formatNumber, Recorder, silent, toCsv, toHtml, toMarkdown, toPng, toTerminal } from '../../src/index.ts';
import type { Claim, Result } from '../../src/index.ts';
import { sample } from '../sample.ts';

describe('formatNumber', () => {
  it.each([[0, '0'], [1, '1'], [1.005, '1.00'], [9.994, '9.99'], [99.95, '100'], [123.4, '123'], [999.4, '999'], [999.6, '1,000'], [1234.5, '1,235'], [1e6, '1,000,000'], [0.00123, '0.00123'], [-3.14159, '−3.14'.replace('−', '-')], [Infinity, '∞'], [NaN, '–'], [1e-9, '1.0e-9']])('writes %d as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });
});

describe('CSV', () => {
  it('quotes fields if needed, and gives intervals three columns', () => {
    const lines = toCsv(sample()).split('\r\n');
    expect(lines[0]).toBe('table,map,time,time_low,time_high,expanded,speed,remark');
    expect(lines[1]).toBe('times,"maze, 8",10,9.8,10.2,100,2.5,"a ""good"" one"');
    expect(lines).toHaveLength(4);
    expect(lines[3]).toBe('');
  });
});

describe('the terminal', () => {
  it('aligns columns and names claims with their verdicts', () => {
    const lines = toTerminal(sample());
    const [head, , first, second] = lines.slice(lines.indexOf('Times') + 1);
    expect(head).toContain('time (µs)');
    expect(first.indexOf('100')).toBeGreaterThan(0);
    expect(first.search(/100(?= )/) + 3).toBe(second.indexOf('12,345') + 6);
    expect(lines.join('\n')).toMatch(/faster +2× +≥ 2× +2\.50× \(2\.40 to 2\.60\) +holds/);
    expect(lines.join('\n')).toMatch(/smaller +24 bytes +≤ 24 bytes +32 bytes +fails/);
    expect(lines.join('\n')).toMatch(/seen +– +reported +3 µs +reported/);
    expect(lines.join('\n')).not.toContain('Nothing here');
  });

  it('colours verdicts only on request', () => {
    expect(claimsTable(sample().claims).join('')).not.toContain('\u001b');
    expect(claimsTable(sample().claims, { colour: true }).join('')).toContain('\u001b[31mfails');
  });
});

describe('Markdown', () => {
  it('shows the chosen columns and rows, and their origin', () => {
    expect(toMarkdown(sample(), { table: 'times', columns: ['map', 'expanded'], where: { map: 'rooms' } })).toEqual([
      '| map | expanded |', '| --- | ---: |', '| rooms | 12,345 |', '', 'Measured by `pnpm bench sample` on a machine, Node 20.0.0, 2026-01-02.',
    ]);
    expect(toMarkdown(sample(), { table: 'claims' })).toHaveLength(7);
    expect(toMarkdown(sample(), { table: 'times', columns: ['remark'] })[3]).toBe('| a\\|b |');
  });

  it('names what is missing', () => {
    expect(() => toMarkdown(sample(), { table: 'none' })).toThrow('has no table none: it has times, empty');
    expect(() => toMarkdown(sample(), { table: 'times', columns: ['none'] })).toThrow('has no column none');
    expect(() => toMarkdown(sample(), { table: 'times', where: { place: 'rooms' } })).toThrow('has no column place: it has map, time, expanded, speed, remark');
    expect(() => toMarkdown(sample(), { table: 'times', where: { map: 'caves' } })).toThrow('The table times has no row with map caves.');
    expect(toMarkdown(sample(), { table: 'empty' })).toHaveLength(4);
  });
});

describe('HTML', () => {
  it('is one page: no script, no request, every figure drawn, text escaped', async () => {
    const page = await toHtml([sample(), { ...sample(), experiment: 'other', failure: 'it broke' }]);
    expect(page).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)|<link/);
    expect(page.match(/<figure/g)).toHaveLength(10);
    expect(page.match(/<svg[^>]*viewBox="0 0 600/g)).toHaveLength(8);
    expect(page.match(/src="data:image\/png/g)).toHaveLength(2);
    expect(page).toContain('A &lt;sample&gt;');
    expect(page).not.toContain('<sample>');
    expect(page).toContain('Not finished: it broke');
    expect(page).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('names the place and time of each measurement, if they are not the same for all', async () => {
    const where = (cpu: string): string => `${cpu}, 2 cores, 8 GB, linux 6, Node v20.0.0`;
    const facts = async (...results: Result[]): Promise<string[]> => [...(await toHtml(results)).matchAll(/<p class="soft">(.*?)<\/p>/g)].map(([, text]) => text);
    const other = { ...sample({ cpu: 'another' }), experiment: 'other', started: '2026-01-01T22:00:00.000Z' };

    expect((await facts(sample()))[0]).toBe(`${where('a machine')}. 2026-01-02 03:04 UTC.`);
    const two = await facts(sample(), other);
    expect(two[0]).toBe(`Measured on 2 machines: see each experiment. 2026-01-01 22:00 to 2026-01-02 03:04 UTC.`);
    expect(two.filter((text) => text.includes(`1.5 s. ${where('a machine')}, 2026-01-02 03:04 UTC.`))).toHaveLength(1);
    expect(two.filter((text) => text.includes(`1.5 s. ${where('another')}, 2026-01-01 22:00 UTC.`))).toHaveLength(1);

    const again = await facts(sample(), { ...sample(), experiment: 'again', started: '2026-01-03T00:00:00.000Z' });
    expect(again[0]).toBe(`${where('a machine')}. 2026-01-02 03:04 to 2026-01-03 00:00 UTC.`);
    expect(again.filter((text) => text.endsWith('1.5 s. 2026-01-03 00:00 UTC.'))).toHaveLength(1);
  });

  it('begins every bar at the end of a logarithmic axis, including values below 1', async () => {
    const figure = { kind: 'bars', title: 'Bars', y: { label: 'µs', log: true }, categories: ['a', 'b'], series: [{ name: 'x', values: [0.2, 20] }] } as const;
    const page = await toHtml([{ ...sample(), figures: [figure] }]);
    const bars = [...page.matchAll(/<path d="([^"]*)" fill="var\(--series-1\)"/g)];
    const ends = bars.map(([, path]) => Math.max(...[...path.matchAll(/[ML]\S+ ([\d.]+)/g)].map(([, y]) => Number(y))));
    expect(ends).toHaveLength(2);
    expect(ends[0]).toBe(ends[1]);
  });

  it('turns bars horizontal if their labels would not fit below them, and breaks no word', async () => {
    const page = async (categories: readonly string[]): Promise<string> => {
      const series = [{ name: 'x', values: categories.map((_, i) => i + 1) }, { name: 'y', values: [7] }];
      return toHtml([{ ...sample(), figures: [{ kind: 'bars', title: 'Bars', y: { label: 'µs', log: true }, categories, series }] }]);
    };
    const many = Array.from({ length: 21 }, (_, i) => `bg512/AR00${10 + i}SR, sight 10`);
    const lying = await page(many);
    for (const name of many) expect(lying).toContain(`>${name}</text>`);
    expect(Number(/viewBox="0 0 480 (\d+)"/.exec(lying)![1])).toBeGreaterThan(21 * 14);
    const few = await page(['random 33 %', 'whole-number costs of a graph', 'rooms']);
    expect(few).toContain('viewBox="0 0 600 350"');
    expect(few).toContain('>random 33 %</text>');
    expect(await page(['a', 'b', 'c', 'd', 'e', 'f', 'whole-number costs', 'g'])).toContain('>whole-number costs</text>');
    const long = await page([...many, 'the roads of a town, each way at its own speed']);
    for (const line of ['the roads of a town, each way', 'at its own speed']) expect(long).toContain(`>${line}</text>`);
  });
});

describe('PNG', () => {
  it('has the signature, the size and its chunks', () => {
    const bytes = Buffer.from(toPng(3, 2, Uint8Array.of(0, 1, 0, 1, 0, 1), [[0, 0, 0, 0], [255, 0, 0, 255]]).split(',')[1], 'base64');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([3, 2]);
    expect(bytes.toString('latin1')).toMatch(/IHDR.*PLTE.*tRNS.*IDAT.*IEND/s);
  });
});

describe('compare', () => {
  const verdicts = (a: object, b: object) => compare(sample(a), sample(b)).changes.map(({ column, verdict }) => `${column} ${verdict}`);

  it('finds no difference between a run and itself', () => {
    expect(compare(sample(), sample())).toMatchObject({ changes: [], compared: 4, drift: 1, sameMachine: true });
  });

  it('names every count that differs, and only times beyond noise', () => {
    expect(verdicts({}, { expanded: 101 })).toEqual(['expanded more']);
    expect(verdicts({}, { expanded: 99 })).toEqual(['expanded less']);
    expect(verdicts({}, { time: 10.9 })).toEqual([]);
    expect(verdicts({}, { time: 14 })).toEqual(['time slower']);
    expect(verdicts({}, { time: 7 })).toEqual(['time faster']);
  });

  it('calls a fall of a gain worse, and a rise of any other count', () => {
    const run = (found: number, share: number, expanded: number): Result => {
      const record = new Recorder({ name: 'x', title: 'X', reproduces: 'y' }, { seed: 1, effort: 'tiny' }, silent);
      record.table('t', 'T', { map: column.key('map'), found: column.gain('found'), share: column.gain('share'), expanded: column.count('expanded') });
      record.row('t', { map: 'maze', found, share, expanded });
      return record.result();
    };
    const judged = (before: Result, after: Result) => compare(before, after).changes.map(({ column, verdict, worse }) => `${column} ${verdict}${worse ? ', worse' : ''}`);
    expect(judged(run(20, 0.9, 10), run(3, 0.93, 9))).toEqual(['found less, worse', 'share more', 'expanded less']);
    expect(judged(run(3, 0.93, 9), run(20, 0.9, 10))).toEqual(['found more', 'share less, worse', 'expanded more, worse']);
    // Results of earlier versions call a gain a count.
    const old = run(20, 0.9, 10);
    const tables = old.tables.map((table) => ({ ...table, columns: table.columns.map(({ key, label, kind }) => ({ key, label, kind })) }));
    expect(judged({ ...old, tables }, run(3, 0.9, 10))).toEqual(['found less, worse']);
  });

  it('finds no difference between nothing and nothing', () => {
    const run = (bytes: number): Result => {
      const record = new Recorder({ name: 'x', title: 'X', reproduces: 'y' }, { seed: 1, effort: 'tiny' }, silent);
      record.table('t', 'T', { map: column.key('map'), kept: column.bytes('kept'), time: column.time('time') });
      record.row('t', { map: 'maze', kept: bytes, time: 0 });
      return record.result();
    };
    expect(compare(run(0), run(0))).toMatchObject({ changes: [], compared: 2 });
    expect(compare(run(0), run(64)).changes.map(({ verdict }) => verdict)).toEqual(['more']);
  });

  it('does not count touching intervals as a change', () => {
    const wide = sample({ time: 12 });
    const rows = wide.rows.map((row) => (row['map'] === 'maze, 8' ? { ...row, time: { value: 12, low: 10.1, high: 13 } } : row));
    expect(compare(sample(), { ...wide, rows }).changes).toEqual([]);
  });

  it('judges another machine relative to its overall speed', () => {
    const twice = sample({ time: 20, cpu: 'another' });
    const rows = twice.rows.map((row) => (row['map'] === 'rooms' ? { ...row, time: { value: 4000, low: 3990, high: 4010 } } : row));
    expect(compare(sample(), { ...twice, rows })).toMatchObject({ changes: [], drift: 2, sameMachine: false });
  });

  it('names what the second run lacks: rows, figures of a row, claims', () => {
    const before = sample();
    const { rows, claims } = before;
    expect(compare(before, { ...before, rows: [], claims: [] })).toMatchObject({ compared: 0, gone: ['times maze, 8', 'times rooms', 'faster (claim)'] });
    expect(compare(before, { ...before, rows: rows.slice(1) })).toMatchObject({ compared: 2, gone: ['times maze, 8'] });
    expect(compare(before, { ...before, tables: [], rows: [] }).gone).toEqual(['times maze, 8', 'times rooms']);
    expect(compare(before, { ...before, rows: [{ ...rows[0], time: null }, rows[1]] })).toMatchObject({ compared: 3, gone: ['times maze, 8, time'] });
    expect(compare(before, { ...before, claims: claims.map((claim) => ({ ...claim, ours: null, pass: null })) }).gone).toEqual(['faster (claim)']);
    // Entries that only the second has are not losses, and neither is a missing claim that did not hold.
    expect(compare({ ...before, rows: rows.slice(1), claims: [] }, before)).toMatchObject({ compared: 2, gone: [], failed: [] });
    expect(compare(before, { ...before, claims: claims.slice(0, 1) }).gone).toEqual([]);
  });

  it('recognises a claim with another name', () => {
    const before = sample();
    const [held] = before.claims;
    const anew = (...claims: Claim[]) => compare(before, { ...before, claims });
    expect(anew({ ...held, name: 'quicker', source: 'the same paper' })).toMatchObject({ gone: [], failed: [] });
    expect(anew({ ...held, name: 'quicker', pass: false })).toMatchObject({ gone: [], failed: [{ name: 'quicker' }] });
    // Another bound is another claim, and of two candidates neither is certain.
    expect(anew({ ...held, name: 'quicker', bounds: [1000, null] }).gone).toEqual(['faster (claim)']);
    expect(anew({ ...held, name: 'quicker' }, { ...held, name: 'swifter' }).gone).toEqual(['faster (claim)']);
  });

  it('names claims that held and fail now, and no others', () => {
    const fail = (result: Result): Result => ({ ...result, claims: result.claims.map((claim) => ({ ...claim, pass: false })) });
    expect(compare(sample(), fail(sample())).failed.map(({ name }) => name)).toEqual(['faster']);
    expect(compare(fail(sample()), sample()).failed).toEqual([]);
    expect(compare(sample(), sample()).failed).toEqual([]);
  });

  it('rejects runs of different work', () => {
    expect(() => compare(sample(), sample({ seed: 8 }))).toThrow('did not do the same work: sample, seed 7, quick form and sample, seed 8');
  });
});
