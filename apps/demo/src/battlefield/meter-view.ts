import { element, showFacts } from '../element.ts';
import { palette } from '../palette.ts';
import type { Counts } from './messages.ts';

/** Frames that are remembered: two seconds. */
const REMEMBERED = 120;
/** Milliseconds of a frame at 60 frames a second. */
const FRAME = 1000 / 60;

/** The value below which a share of all lies. */
function at(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return (sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1);
}

/** The last two seconds, as bars against what a frame may take, and in figures. */
export class MeterView {
  readonly root: HTMLElement;
  private readonly facts = element('dl', { class: 'facts', id: 'meter' });
  private readonly canvas = element('canvas', { role: 'img', 'aria-label': 'Milliseconds of the last frames, against the budget' });
  private last: Counts | undefined;
  /** Milliseconds of the last frames. */
  private readonly times: number[] = [];
  private readonly drawn: number[] = [];

  constructor() {
    this.root = element('div', { class: 'view' }, element('h2', {}, 'Frame by frame'), this.facts, this.canvas,
      element('p', { class: 'note' }, 'Bars: planning, moving and looking around, in a worker.'),
      element('p', { class: 'note' }, 'Line: what a frame may take at 60 a second; dashes: the budget for planning.'));
  }

  clear(): void {
    this.last = undefined;
    this.times.length = 0;
  }

  count(counts: Counts): void {
    this.last = counts;
  }

  /** How long a frame took. */
  addTime(milliseconds: number): void {
    this.times.push(milliseconds);
    if (this.times.length > REMEMBERED) this.times.shift();
  }

  /** How long the page itself took to draw. */
  addDrawn(milliseconds: number): void {
    this.drawn.push(milliseconds);
    if (this.drawn.length > REMEMBERED) this.drawn.shift();
  }

  draw(budget: number, selected: number): void {
    const { last, times } = this;
    const count = (value: number | undefined): string => (value ?? 0).toLocaleString('en');
    showFacts(this.facts, [
      ['frame work', `${at(times, 0.5)} ms`],
      ['p95', `${at(times, 0.95)} ms of ${FRAME.toFixed(1)}`],
      ['drawing', `${at(this.drawn, 0.5)} ms`],
      ['expanded', count(last?.expanded)],
      ['replans', count(last?.replans)],
      ['repairing planners', count(last?.repairing)],
      ['moving', count(last?.moved)],
      ['waiting', count(last?.waiting)],
      ['selected', count(selected)],
    ]);
    this.drawBars(times, budget);
  }

  private drawBars(times: readonly number[], budget: number): void {
    const { canvas } = this;
    const context = canvas.getContext('2d');
    if (context === null) return;
    const colours = palette();
    const ratio = Math.min(2, devicePixelRatio);
    const width = Math.max(1, Math.round(canvas.clientWidth * ratio));
    const height = Math.round(90 * ratio);
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
    const y = (milliseconds: number): number => height * (1 - Math.min(1, milliseconds / (1.5 * FRAME)));
    context.clearRect(0, 0, width, height);
    const step = width / REMEMBERED;
    times.forEach((time, i) => {
      context.fillStyle = time > FRAME ? colours.landmark : colours.edge;
      context.fillRect(i * step, y(time), Math.max(1, step - 1), height - y(time));
    });
    context.strokeStyle = colours.path;
    context.lineWidth = ratio;
    for (const [level, dash] of [[FRAME, []], [budget, [4 * ratio, 3 * ratio]]] as const) {
      context.setLineDash([...dash]);
      context.beginPath();
      context.moveTo(0, y(level));
      context.lineTo(width, y(level));
      context.stroke();
    }
  }
}
