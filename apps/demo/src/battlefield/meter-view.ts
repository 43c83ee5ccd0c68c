import { element, showFacts } from '../element.ts';
import { palette } from '../palette.ts';
import type { Counts, Meter } from './messages.ts';
import { RecentMean } from './recent-mean.ts';

/** Frames that are remembered: two seconds. */
const REMEMBERED = 120;
/** Frames over which the moving characters are averaged: half a second. */
const AVERAGED = 30;
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
  private readonly moving = new RecentMean(AVERAGED);
  /** Milliseconds of the last frames. */
  private readonly times: number[] = [];
  private readonly drawn: number[] = [];

  constructor() {
    this.root = element('div', { class: 'view' }, element('h2', {}, 'Frame by frame'), this.facts, this.canvas,
      element('p', { class: 'note' }, 'Bars: planning, moving and looking around, in a worker.'),
      element('p', { class: 'note' }, 'Line: what a frame may take at 60 a second; dashes: the budget for planning.'),
      element('p', { class: 'note' }, 'Moving: mean of half a second. Characters without a path head straight for their goals meanwhile, and count as moving too.'));
  }

  clear(): void {
    this.last = undefined;
    this.moving.clear();
    this.times.length = 0;
  }

  /** Takes the counts of a frame, or those of a paused battle, which have no time. */
  count(counts: Counts | Meter): void {
    this.last = counts;
    if ('milliseconds' in counts) this.moving.add(counts.moved);
    else this.moving.clear();
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
      ['paths planned', count(last?.planned)],
      ['repairing planners', count(last?.repairing)],
      ['moving', count(this.moving.mean)],
      ['without a path', count(last?.waiting)],
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
