import { formatNumber } from '@pf/bench';
import type { Cell, Result, Row } from '@pf/bench';

const figure = (cell: Cell | undefined): number => (typeof cell === 'number' ? cell : typeof cell === 'object' && cell !== null ? cell.value : NaN);

/** Microseconds for readers. */
function formatTime(microseconds: number): string {
  if (Number.isNaN(microseconds)) return '';
  if (microseconds < 1000) return `${formatNumber(microseconds)} µs`;
  return microseconds < 1e6 ? `${formatNumber(microseconds / 1000)} ms` : `${formatNumber(microseconds / 1e6)} s`;
}

const times = (ratio: number): string => (Number.isNaN(ratio) ? '' : ratio < 10 ? `${ratio.toFixed(1)}×` : `${Math.round(ratio)}×`);

const text = (cell: Cell | undefined): string => (typeof cell === 'string' && cell !== '–' ? cell : '');

const line = ({ question, ours, time, beside, besideTime, faster }: Row): string[] =>
  [text(question), text(ours), formatTime(figure(time)), text(beside), formatTime(figure(besideTime)), times(figure(faster))];

/** The results of the tour in ten lines: for each question its answer, whether it was correct, and where the pictures are. */
export function summary(result: Result, page: string): string[] {
  const lines = [['', '@pf', '', 'beside it', '', 'faster'], ...result.rows.filter(({ table }) => table === 'answers').map(line)];
  const widths = lines[0].map((_, k) => Math.max(...lines.map((cells) => cells[k].length)));
  const right = [false, false, true, false, true, true];
  const wrong = result.claims.find(({ name }) => name.startsWith('Wrong'))?.ours;
  const { cpu, cores } = result.machine;
  return [
    ...lines.map((cells) => cells.map((cell, k) => (right[k] ? cell.padStart(widths[k]) : cell.padEnd(widths[k]))).join('  ').trimEnd()),
    '',
    wrong === 0 ? `Every answer of @pf was checked: paths on known grids are the cheapest, all others are legal. ${result.seconds} s on ${cpu}, ${cores} cores.` : `Answers of @pf that are wrong: ${formatNumber(wrong ?? NaN)}.`,
    `Pictures and all figures: ${page}`,
  ];
}

/** Suggestions for further commands. */
export const NEXT: readonly string[] = [
  'Next:',
  '  npm run demo                 the page: a lab, a battlefield, a city',
  '  npm run bench                every experiment of the papers in its short form, about five minutes',
  '  npm run bench -- --help      one of them in full, other worlds, your own maps',
  '  docs/choosing.md             which algorithm for which situation',
];
