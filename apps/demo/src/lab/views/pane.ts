import type { Grid } from '@pf/grid';
import { choice, element, showFacts } from '../../element.ts';
import type { Algorithm } from '../recordings/algorithms.ts';
import { algorithmOf, algorithms } from '../recordings/algorithms.ts';
import { reasonOf } from '../recordings/reasons.ts';
import type { Marks } from './map-view.ts';
import { MapView } from './map-view.ts';
import { Playback } from './playback.ts';
import type { Estimates, Question, Recording } from '../recordings/recording.ts';
import { blank } from '../recordings/recording.ts';
import type { Place } from '../scenario/scenario.ts';
import { Scatter } from './scatter.ts';
import { BeingBuilt } from '../recordings/tables.ts';

export type Side = 'left' | 'right';

/** The message shown while a table is being built. */
function waitingFor({ message, share }: BeingBuilt): Recording {
  return { ...blank, noWay: 'not yet', note: message, get facts() { return [['built', `${Math.floor(100 * share())} %`]] as const; } };
}

/** One algorithm on the map: its choice, its picture, its figures. */
export class Pane {
  readonly canvas: HTMLCanvasElement;
  readonly root: HTMLElement;
  readonly playback = new Playback();
  private readonly view: MapView;
  private readonly scatter: Scatter;
  private readonly select: HTMLSelectElement;
  private readonly facts = element('dl', { class: 'facts' });
  private readonly compared = element('p', { class: 'compared' });
  private readonly note = element('p', { class: 'note' });
  private readonly page = element('a', { class: 'how' });
  private readonly tip = element('div', { class: 'tip', hidden: '' });
  private readonly plot = element('figure', { class: 'plot' });
  private readonly caption = element('figcaption');
  private readonly map: HTMLElement;
  private readonly shown: HTMLElement;
  private readonly empty: HTMLElement;
  private grid: Grid | undefined;
  private algorithm: Algorithm | undefined;
  private estimates: Estimates | undefined;

  constructor(readonly side: Side, choose: (id: string) => void) {
    this.canvas = element('canvas', {
      tabindex: '0', role: 'application',
      'aria-label': `Map, ${side} algorithm. The arrow keys move a cursor, space paints, s, g and l put start, goal and landmark there.`,
    });
    this.view = new MapView(this.canvas);
    const plotCanvas = element('canvas', { role: 'img', 'aria-label': 'Estimates plotted against true costs' });
    this.scatter = new Scatter(plotCanvas);
    this.plot.append(plotCanvas, this.caption);
    const none = side === 'right' ? [['', 'nothing'] as const] : [];
    const options = [...none, ...algorithms.map(({ id, name, group }) => [id, name, group] as const)];
    const label = choice(side === 'left' ? 'Algorithm' : 'Beside it', options, '', choose);
    this.select = label.querySelector('select')!;
    this.map = element('div', { class: 'map' }, this.canvas, this.tip);
    this.shown = element('div', {}, this.map, this.facts, this.compared, this.note, this.page, this.plot);
    this.empty = element('p', { class: 'empty' }, 'Nothing is shown here. Choose a second algorithm above, and both run on the same map, step by step.');
    this.root = element('article', { class: 'view' }, element('div', { class: 'bar' }, label), this.shown, this.empty);
  }

  get recording(): Recording {
    return this.playback.recording;
  }

  /** Whether a character is walking at this step, so that cells painted now appear during its walk. */
  isWalking(step: number): boolean {
    return this.algorithm?.walks === true && step > 0 && step < this.recording.steps.length;
  }

  /** Runs the algorithm; returns an error message, empty if there is none. */
  record(id: string, question: () => Question, plot: boolean): string {
    this.algorithm = algorithmOf(id);
    this.select.value = id;
    this.link(this.algorithm?.page ?? '');
    this.shown.hidden = this.algorithm === undefined;
    this.empty.hidden = this.algorithm !== undefined;
    // Asked twice, since a walker's map changes as it walks.
    const { first, grid } = question();
    this.grid = this.algorithm?.walks === true ? first : grid;
    this.map.style.setProperty('--aspect', String(grid.width / grid.height));
    this.estimates = undefined;
    this.plot.hidden = !plot || this.algorithm === undefined;
    let recording: Recording;
    let reason = '';
    try {
      recording = this.algorithm?.record(question()) ?? blank;
    } catch (error) {
      this.plot.hidden = true;
      recording = error instanceof BeingBuilt ? waitingFor(error) : { ...blank, noWay: 'cannot run here' };
      if (!(error instanceof BeingBuilt)) reason = `${this.algorithm?.name ?? ''} cannot run here. ${reasonOf(error, grid)}`;
    }
    this.playback.show(this.grid, recording);
    if (plot) this.estimates = recording.estimates?.();
    this.scatter.canvas.hidden = this.estimates === undefined;
    this.caption.textContent = 'Nothing to plot: this algorithm makes no estimates.';
    return reason;
  }

  draw(step: number, marks: Marks): void {
    const { grid, playback, recording } = this;
    if (grid === undefined || this.algorithm === undefined) return;
    playback.seek(step);
    this.view.draw(grid, playback, marks);
    showFacts(this.facts, this.figures());
    this.note.textContent = playback.done && recording.cost === Infinity && recording.noWay === undefined && recording.steps.length > 0
      ? 'No path leads from start to goal on this map. Open a wall, or drag one of the two.' : recording.note || this.algorithm.sees;
    this.compare(recording);
    this.showTip(grid, marks.pointed);
    const pointed = marks.pointed === undefined ? -1 : grid.vertex(...marks.pointed);
    if (this.estimates === undefined) return;
    const goal = playback.moment?.goal;
    this.caption.textContent = this.scatter.draw(playback, goal === undefined ? this.estimates : recording.estimates!(goal), pointed);
  }

  /** The cell under a pointer, which may be beyond the rim. */
  cellAt(event: PointerEvent | Touch): Place {
    return this.grid === undefined ? [-1, -1] : this.view.cellAt(this.grid, event);
  }

  /** The number of cells in a row that this many pixels of the screen touch. */
  cellsIn(pixels: number): number {
    return this.grid === undefined ? 0 : Math.ceil((pixels * this.grid.width) / this.canvas.getBoundingClientRect().width);
  }

  /** A description of a cell, for screen readers. */
  describe(place: Place): string {
    const { grid, playback } = this;
    if (grid === undefined) return '';
    const v = grid.vertex(...place);
    const cost = playback.cells[v];
    return [`${place[0]}, ${place[1]}`, cost === 0 ? 'wall' : cost > 1 ? `cost ${cost}` : '', playback.about(v)].filter((part) => part !== '').join(' · ');
  }

  private figures(): readonly (readonly [string, string])[] {
    const { at, done, moment, recording } = this.playback;
    const { steps, cost, milliseconds, tallied, facts = [], noWay = 'no path', counted = 'expanded' } = recording;
    const soFar = done ? cost : (moment?.cost ?? Infinity);
    const time = milliseconds < 0.1 ? `${(1000 * milliseconds).toFixed(1)} µs` : `${milliseconds.toFixed(2)} ms`;
    return [
      ['step', `${at} of ${steps.length}`],
      [counted, String(moment?.expanded ?? 0)],
      ...(tallied === undefined ? [] : [[tallied, String(moment?.tally ?? 0)] as const]),
      ...facts,
      ['cost', soFar < Infinity ? soFar.toFixed(3) : done ? noWay : '…'],
      [this.algorithm?.walks === true ? 'time a step' : 'time', time],
    ];
  }

  /** Articles are on every site, pages of the API only on the whole one. */
  private link(page: string): void {
    const isArticle = page.startsWith('articles/');
    this.page.hidden = !isArticle && import.meta.env.MODE !== 'site';
    this.page.textContent = isArticle ? 'How it works, with figures to play with' : 'In the reference: what it promises, and the paper';
    this.page.href = page;
  }

  /** The number that sets this run apart from the natural alternative. */
  private compare({ comparison, cost }: Recording): void {
    // Empty, it keeps its room: what is dragged must not move under the pointer.
    this.compared.replaceChildren();
    if (comparison === undefined || cost === Infinity) return;
    const { than, before, after, what } = comparison;
    const text = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: Number.isInteger(before) && Number.isInteger(after) ? 0 : 2 });
    this.compared.replaceChildren(`Against ${than}: `, element('b', {}, `${text(before)} → ${text(after)}`), ` ${what}`);
  }

  private showTip(grid: Grid, pointed: Place | undefined): void {
    this.tip.hidden = pointed === undefined;
    if (pointed === undefined) return;
    const [x, y] = [(pointed[0] + 0.5) / grid.width, (pointed[1] + 0.5) / grid.height];
    this.tip.textContent = this.describe(pointed);
    // Towards the middle of the map, so that it is never cut off.
    const aside = (at: number, gap: string): string => (at > 0.5 ? `calc(-100% - ${gap})` : gap);
    this.tip.style.cssText = `left:${100 * x}%;top:${100 * y}%;transform:translate(${aside(x, '0.9em')},${aside(y, '0.5em')})`;
  }
}
