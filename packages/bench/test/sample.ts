import { column, Recorder, silent } from '../src/index.ts';
import type { Result } from '../src/index.ts';
import { drawMap } from '../src/write/picture.ts';

/** A result with every part that a result can have; `change` alters its figures. */
export function sample(change: { readonly expanded?: number; readonly time?: number; readonly cpu?: string; readonly seed?: number } = {}): Result {
  const { expanded = 100, time = 10, cpu = 'a machine', seed = 7 } = change;
  const record = new Recorder({ name: 'sample', title: 'A <sample>', reproduces: 'Nothing, "quoted".' }, { seed, effort: 'quick', command: 'pnpm bench sample' }, silent);
  record.table('times', 'Times', {
    map: column.key('map'), time: column.time('time', 'µs'), expanded: column.count('expanded'),
    speed: column.ratio('speed'), remark: column.text('remark'),
  });
  record.table('empty', 'Nothing here', { map: column.key('map') });
  record.row('times', { map: 'maze, 8', time: { value: time, low: time * 0.98, high: time * 1.02 }, expanded, speed: 2.5, remark: 'a "good" one' });
  record.row('times', { map: 'rooms', time: { value: 2000, low: 1990, high: 2010 }, expanded: 12345, speed: null, remark: 'a|b' });
  record.claim({ name: 'faster', source: 'the paper', reference: 2, atLeast: 2, unit: '×', ours: { value: 2.5, low: 2.4, high: 2.6, n: 9 }, anySize: true });
  record.claim({ name: 'smaller', source: 'the peer', atMost: 24, unit: 'bytes', ours: 32, remark: 'because <it> grew', anySize: true });
  record.claim({ name: 'seen', source: 'nobody', unit: 'µs', ours: 3 });
  record.note('One sentence.');
  record.version('peer', '1.2.3');
  record.figure({ kind: 'lines', title: 'Growth', x: { label: 'side', log: true }, y: { label: 'ms', log: true }, series: [{ name: 'A*', points: [[64, 1, 0.9, 1.1], [128, 4, 3.5, 4.2]] }, { name: 'JPS', points: [[64, 0.1], [128, 0.3]] }] });
  record.figure({ kind: 'scatter', title: 'Heuristic', x: { label: 'true' }, y: { label: 'estimate' }, series: [{ name: 'octile', points: [[10, 8], [20, 11]] }], diagonal: true });
  record.figure({ kind: 'bars', title: 'Bars', y: { label: 'ns' }, categories: ['a', 'b'], series: [{ name: 'x', values: [1, null] }, { name: 'y', values: [2, 3] }] });
  record.figure({ kind: 'boxes', title: 'Boxes', x: { label: 'µs', log: true }, boxes: [{ name: 'A*', five: [1, 2, 3, 4, 50] }] });
  record.figure({ kind: 'maps', title: 'Maps', panels: [drawMap({ title: 'rooms', width: 8, height: 6, cost: (x, y) => (x === 4 && y !== 2 ? 0 : 1), order: (x, y) => (x < 4 ? y * 4 + x : -1), last: 24, paths: [[[0.5, 0.5], [4.5, 2.5], [7.5, 5.5]]] })] });
  const result = record.result();
  return { ...result, started: '2026-01-02T03:04:05.000Z', seconds: 1.5, machine: { cpu, cores: 2, memoryGigabytes: 8, system: 'linux 6', node: 'v20.0.0' }, versions: { node: 'v20.0.0', peer: '1.2.3' } };
}
