import { contextOf } from '../../element.ts';
import { palette } from '../../palette.ts';
import type { Playback } from './playback.ts';
import type { Estimates } from '../recordings/recording.ts';

/** Plots estimates against true costs, a dot a cell: on the diagonal an estimate is exact, and the lower the dot, the weaker it is. */
export class Scatter {
  private readonly context: CanvasRenderingContext2D;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.context = contextOf(canvas);
  }

  /** Returns in a sentence what the plot shows. */
  draw(playback: Playback, estimates: Estimates, pointed: number): string {
    const { context, canvas } = this;
    const colours = palette();
    const style = getComputedStyle(canvas);
    const ratio = Math.min(2, devicePixelRatio);
    const size = Math.max(1, Math.round(canvas.clientWidth * ratio));
    if (canvas.width !== size) canvas.width = size;
    const height = Math.round(size * 0.62);
    if (canvas.height !== height) canvas.height = height;
    const { truth, plain } = estimates;
    const learned = learnedBy(playback);
    const better = estimates.better ?? (learned === undefined ? undefined : Float64Array.from(plain, (h, v) => Math.max(h, learned(v))));
    let farthest = 1;
    for (const cost of truth) if (cost < Infinity) farthest = Math.max(farthest, cost);
    const [left, bottom] = [30 * ratio, 22 * ratio];
    const scaleX = (size - left - 8 * ratio) / farthest;
    const scaleY = (height - bottom - 8 * ratio) / farthest;
    const place = (cost: number, estimate: number): readonly [number, number] =>
      [left + cost * scaleX, height - bottom - Math.min(estimate, farthest) * scaleY];

    context.clearRect(0, 0, size, height);
    context.strokeStyle = style.color;
    context.fillStyle = style.color;
    context.lineWidth = ratio;
    context.font = `${11 * ratio}px system-ui, sans-serif`;
    context.globalAlpha = 0.6;
    context.beginPath();
    context.moveTo(...place(0, farthest));
    context.lineTo(...place(0, 0));
    context.lineTo(...place(farthest, 0));
    context.moveTo(...place(0, 0));
    context.lineTo(...place(farthest, farthest));
    context.stroke();
    context.globalAlpha = 1;
    context.textAlign = 'right';
    context.fillText('true cost', size - 8 * ratio, height - 6 * ratio);
    context.fillText(String(Math.round(farthest)), left - 4 * ratio, 16 * ratio);
    context.textAlign = 'left';
    context.fillText('estimate', left + 6 * ratio, 16 * ratio);

    const dot = Math.max(2, 2.2 * ratio);
    const dots = (values: Float64Array, colour: string, alpha: number): number => {
      let [sum, n] = [0, 0];
      context.fillStyle = colour;
      context.globalAlpha = alpha;
      for (let v = 0; v < truth.length; v++) {
        if (!(truth[v] < Infinity) || truth[v] === 0) continue;
        const [x, y] = place(truth[v], values[v]);
        context.fillRect(x - dot / 2, y - dot / 2, dot, dot);
        sum += Math.min(1, values[v] / truth[v]);
        n++;
      }
      context.globalAlpha = 1;
      return n === 0 ? 0 : Math.round((100 * sum) / n);
    };
    const plainShare = dots(plain, colours.wall, 0.45);
    const betterShare = better === undefined ? undefined : dots(better, colours.high, 0.7);
    if (pointed >= 0 && truth[pointed] < Infinity) {
      context.strokeStyle = colours.path;
      context.lineWidth = 2 * ratio;
      context.beginPath();
      context.arc(...place(truth[pointed], (better ?? plain)[pointed]), 5 * ratio, 0, 2 * Math.PI);
      context.stroke();
    }
    const words = `Geometry knows ${plainShare}% of the true cost on average`;
    const source = estimates.better === undefined ? 'with what was learned so far' : 'with landmarks';
    return betterShare === undefined ? `${words}.` : `${words} (grey); ${source} it is ${betterShare}% (violet).`;
  }
}

/** The estimates that an algorithm has learned by now, in cells. */
function learnedBy({ recording: { labels, unit }, values }: Playback): ((v: number) => number) | undefined {
  const at = labels.indexOf('h');
  return at === -1 ? undefined : (v) => (values[at][v] < Infinity ? values[at][v] / unit : 0);
}
