import { formatNumber, geometricMean } from '@pf/bench';
import type { Result } from '@pf/bench';
import { bar, lines, svg, text } from './svg.ts';

const SHOWN = [
  { search: 'jump point search', label: '@pf, jump points', ours: true }, { search: 'A*', label: '@pf, A*', ours: true },
  { search: 'PathFinding.js JPS', label: 'PathFinding.js, jump points' }, { search: 'ngraph.path NBA*', label: 'ngraph.path, NBA*' },
  { search: 'PathFinding.js A*', label: 'PathFinding.js, A*' }, { search: 'ngraph.path A*', label: 'ngraph.path, A*' },
];
const [WIDTH, LEFT, RIGHT, TOP, STEP, THICK] = [720, 204, 110, 44, 30, 18];

const duration = (microseconds: number): string => (microseconds < 1000 ? `${formatNumber(microseconds)} µs` : `${formatNumber(microseconds / 1000)} ms`);

/** Time of a query with its path, the geometric mean over the maps of the recorded run of `peers`, on a logarithmic scale. */
export function peersChart(result: Result): string {
  const timeOf = (search: string): number => {
    const times = result.rows.filter((row) => row.table === 'times' && row['search'] === search).map((row) => (row['time'] as { readonly value: number }).value);
    return geometricMean(times);
  };
  const bars = SHOWN.map((one) => ({ ...one, time: timeOf(one.search) })).filter(({ time }) => time > 0).sort((a, b) => a.time - b.time);
  const maps = new Set(result.rows.filter((row) => row['search'] === 'A*').map((row) => row['map'])).size;
  const [least, most] = [Math.min(...bars.map(({ time }) => time)), Math.max(...bars.map(({ time }) => time))];
  const first = Math.floor(Math.log10(least));
  const scale = (WIDTH - LEFT - RIGHT) / (Math.log10(most) - first);
  const x = (time: number): number => LEFT + (Math.log10(time) - first) * scale;
  const height = TOP + STEP * bars.length + 40;
  const decades = Array.from({ length: Math.floor(Math.log10(most)) - first + 1 }, (_, k) => 10 ** (first + k));
  const { cpu, node } = result.machine;
  return svg(`Time of a query: ${bars.map(({ label, time }) => `${label} ${duration(time)}`).join(', ')}`, WIDTH, height, [
    text(`Time of a query with its path, on ${maps} game maps, mazes and rooms (log scale, shorter is better)`, 16, 26),
    ...decades.map((decade) => lines('line', [[[x(decade), TOP - 4], [x(decade), height - 34]]])),
    ...decades.map((decade) => text(duration(decade), x(decade) + 3, height - 38, 'soft small')),
    ...bars.flatMap(({ label, time, ours }, k) => [
      text(label, LEFT - 10, TOP + STEP * k + 14, 'ink', 'end'), bar(ours === true ? 'ours' : 'other', LEFT, TOP + STEP * k, x(time) - LEFT, THICK),
      text(duration(time), x(time) + 6, TOP + STEP * k + 14, 'ink'),
    ]),
    text(`Geometric means. ${result.command.replace(/ --maps .*/, ' --maps DIR')}, ${cpu}, Node ${node.replace(/^v/, '')}, ${result.started.slice(0, 10)}`, 16, height - 12, 'soft small'),
  ]);
}
