import { describe, expect, it } from 'vitest';
import { claimsTable, compare, formatNumber, toCsv, toHtml, toMarkdown, toPng, toTerminal } from '../src/index.ts';
import { sample } from './sample.ts';

describe('formatNumber', () => {
  it.each([[0, '0'], [1, '1'], [1.005, '1.00'], [9.994, '9.99'], [99.95, '100'], [123.4, '123'], [1234.5, '1,235'], [1e6, '1,000,000'], [0.00123, '0.00123'], [-3.14159, '−3.14'.replace('−', '-')], [Infinity, '∞'], [NaN, '–'], [1e-9, '1.0e-9']])('writes %d as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });
});

describe('CSV', () => {
  it('quotes what needs it and gives intervals three columns', () => {
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

  it('colours verdicts only when asked to', () => {
    expect(claimsTable(sample().claims).join('')).not.toContain('\u001b');
    expect(claimsTable(sample().claims, { colour: true }).join('')).toContain('\u001b[31mfails');
  });
});

describe('Markdown', () => {
  it('shows chosen columns and rows, and where they come from', () => {
    expect(toMarkdown(sample(), { table: 'times', columns: ['map', 'expanded'], where: { map: 'rooms' } })).toEqual([
      '| map | expanded |', '| --- | ---: |', '| rooms | 12,345 |', '', 'Measured by `pnpm bench sample` on a machine, Node 20.0.0, 2026-01-02.',
    ]);
    expect(toMarkdown(sample(), { table: 'claims' })).toHaveLength(7);
    expect(toMarkdown(sample(), { table: 'times', columns: ['remark'] })[3]).toBe('| a\\|b |');
  });

  it('names what is missing', () => {
    expect(() => toMarkdown(sample(), { table: 'none' })).toThrow('has no table none: it has times, empty');
    expect(() => toMarkdown(sample(), { table: 'times', columns: ['none'] })).toThrow('has no column none');
  });
});

describe('HTML', () => {
  it('is one page: no script, nothing fetched, every figure drawn, words escaped', async () => {
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

  it('finds nothing between a run and itself', () => {
    expect(compare(sample(), sample())).toMatchObject({ changes: [], compared: 4, drift: 1, sameMachine: true });
  });

  it('names every count that differs, and only times beyond noise', () => {
    expect(verdicts({}, { expanded: 101 })).toEqual(['expanded more']);
    expect(verdicts({}, { expanded: 99 })).toEqual(['expanded less']);
    expect(verdicts({}, { time: 10.9 })).toEqual([]);
    expect(verdicts({}, { time: 14 })).toEqual(['time slower']);
    expect(verdicts({}, { time: 7 })).toEqual(['time faster']);
  });

  it('does not take touching intervals for a change', () => {
    const wide = sample({ time: 12 });
    const rows = wide.rows.map((row) => (row['map'] === 'maze, 8' ? { ...row, time: { value: 12, low: 10.1, high: 13 } } : row));
    expect(compare(sample(), { ...wide, rows }).changes).toEqual([]);
  });

  it('judges another machine relative to how it went altogether', () => {
    const twice = sample({ time: 20, cpu: 'another' });
    const rows = twice.rows.map((row) => (row['map'] === 'rooms' ? { ...row, time: { value: 4000, low: 3990, high: 4010 } } : row));
    expect(compare(sample(), { ...twice, rows })).toMatchObject({ changes: [], drift: 2, sameMachine: false });
  });

  it('refuses runs of different work', () => {
    expect(() => compare(sample(), sample({ seed: 8 }))).toThrow('did not do the same work: sample, seed 7, quick form and sample, seed 8');
  });
});
