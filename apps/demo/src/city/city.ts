import { button, choice, element, showColours, showFacts, tools } from '../element.ts';
import { arrows, isMain, isShortcut } from '../keys.ts';
import type { Face } from '../lab/lab.ts';
import { onceAFrame } from '../once-a-frame.ts';
import { palette } from '../palette.ts';
import { makeCity } from './city-map.ts';
import { CityModel, inMinutes, JAM } from './city-model.ts';
import type { Route } from './city-model.ts';
import { BANDS, bandColours, CityView } from './city-view.ts';

const pointers = [['ends', 'Move the ends'], ['jam', 'Draw a jam'], ['clear', 'Clear a jam']] as const;
type Pointer = (typeof pointers)[number][0];

/** Metres: how far a jam reaches around the pointer, and how far an arrow key moves. */
const REACH = 170;
const STEP = 220;

/** The city: routes over a road network that answer while one drags, as traffic comes and goes. */
export function showCity(root: HTMLElement): Face {
  let model: CityModel | undefined;
  let view: CityView | undefined;
  let seed = 1;
  let pointer: Pointer = 'ends';
  let minutes = 0;
  let from = 0;
  let to = 0;
  let route: Route | undefined;
  let held: 'from' | 'to' | 'traffic' | undefined;
  /** Where a stroke of traffic has got to. */
  let last: { x: number; y: number } | undefined;
  /** The cursor of the keyboard, in metres. */
  let cursor: { x: number; y: number } | undefined;
  let isCursorShown = false;
  let seconds = new Float64Array(0);
  let sweepTime = 0;
  let shown = false;
  const request = onceAFrame(draw);

  const canvas = element('canvas', {
    tabindex: '0', role: 'application',
    'aria-label': 'The city. Keys: s and g put start and goal at the cursor, j jams and c clears the roads there, the arrows move it.',
  });
  const facts = element('dl', { class: 'facts', id: 'city-facts' });
  const legend = element('ul', { class: 'legend', 'aria-label': 'Colours' });
  const note = element('p', { class: 'note', role: 'status' }, 'The city is being built …');
  const choose = tools('Pointer', pointers, pointer, (value) => (pointer = value as Pointer));
  root.append(
    element('div', { class: 'bar' },
      choose.bar,
      choice('Within reach', [['0', 'Do not show'], ['5', '5 minutes'], ['10', '10 minutes'], ['20', '20 minutes']], String(minutes), (value) => { minutes = Number(value); answer(); }),
      button('Clear all jams', () => { model?.clearTraffic(); answer(); }, { id: 'clear-jams' }),
      button('New city', () => { seed++; begin(); }),
    ),
    element('div', { class: 'field' },
      element('div', { class: 'view' }, element('div', { class: 'map city' }, canvas), legend),
      element('aside', { 'aria-label': 'What it takes' },
        element('div', { class: 'view' }, element('h2', {}, 'This route'), facts, note),
        element('div', { class: 'view' }, element('h2', {}, 'What to do here'),
          element('p', { class: 'note' }, 'Drag both ends. Draw a jam over the motorway: only the part of the hierarchy that depends on those roads is computed again.'),
          element('p', { class: 'note' }, '“Within reach” colours the roads by their minutes from the start. Where a figure has an arrow, Dijkstra is on its left, the hierarchy on its right.')))),
  );

  canvas.addEventListener('pointerdown', (event) => {
    if (!isMain(event) || model === undefined || view === undefined) return;
    canvas.setPointerCapture(event.pointerId);
    isCursorShown = false;
    const { x, y } = view.at(event);
    if (pointer !== 'ends') held = 'traffic';
    else held = distanceTo(from, x, y) <= distanceTo(to, x, y) ? 'from' : 'to';
    drag(x, y);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (held === undefined || view === undefined || !event.isPrimary) return;
    if ((event.buttons & 1) === 0) return void (held = last = undefined);
    const { x, y } = view.at(event);
    drag(x, y);
  });
  for (const end of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(end, ({ isPrimary }) => { if (isPrimary) held = last = undefined; });
  canvas.addEventListener('blur', () => { isCursorShown = false; later(); });
  canvas.addEventListener('keydown', (event) => {
    if (model === undefined || isShortcut(event)) return;
    const { width, height } = model.city;
    const at = (cursor ??= { x: width / 2, y: height / 2 });
    const arrow = arrows[event.key];
    if (arrow !== undefined) cursor = { x: Math.max(0, Math.min(width, at.x + STEP * arrow[0])), y: Math.max(0, Math.min(height, at.y + STEP * arrow[1])) };
    else if (event.key === 's') from = model.nearest(at.x, at.y);
    else if (event.key === 'g') to = model.nearest(at.x, at.y);
    else if (event.key === 'j' || event.key === 'c') model.setTraffic(at.x, at.y, REACH, event.key === 'j');
    else return;
    event.preventDefault();
    isCursorShown = true;
    note.textContent = `Cursor: ${(cursor.x / 1000).toFixed(1)} km east, ${(cursor.y / 1000).toFixed(1)} km south.`;
    answer();
  });
  new ResizeObserver(() => later()).observe(root);

  function distanceTo(v: number, x: number, y: number): number {
    const { graph } = model!.city;
    return Math.hypot(graph.x(v) - x, graph.y(v) - y);
  }

  function drag(x: number, y: number): void {
    if (model === undefined) return;
    if (held === 'from') from = model.nearest(x, y);
    else if (held === 'to') to = model.nearest(x, y);
    else {
      const before = last ?? { x, y };
      const steps = Math.max(1, Math.ceil(Math.hypot(x - before.x, y - before.y) / REACH));
      let changed = 0;
      for (let i = 1; i <= steps; i++) changed += model.setTraffic(before.x + ((x - before.x) * i) / steps, before.y + ((y - before.y) * i) / steps, REACH, pointer === 'jam');
      last = { x, y };
      if (changed === 0) return;
    }
    answer();
  }

  function begin(): void {
    note.textContent = 'The city is being built …';
    // The sentence is seen first.
    setTimeout(() => {
      const city = makeCity(seed);
      const before = performance.now();
      model = new CityModel(city);
      note.textContent = `${city.graph.vertexCount.toLocaleString('en')} crossings, ${city.kinds.length.toLocaleString('en')} roads; hierarchy built in ${Math.round(performance.now() - before)} ms.`;
      view = new CityView(canvas, city);
      seconds = new Float64Array(city.graph.vertexCount);
      cursor = undefined;
      from = model.nearest(0.12 * city.width, 0.2 * city.height);
      to = model.nearest(0.86 * city.width, 0.85 * city.height);
      answer();
    });
  }

  /** Answers at once; draws with the next frame of the screen. */
  function answer(): void {
    if (model === undefined) return;
    route = model.route(from, to);
    if (minutes > 0) sweepTime = model.secondsFrom(from, seconds);
    later();
  }

  function later(): void {
    if (shown && view !== undefined) request();
  }

  function draw(): void {
    if (view === undefined || model === undefined || route === undefined) return;
    view.draw({ from, to, route: route.vertices, seconds: minutes > 0 ? seconds : undefined, most: 60 * minutes, jammed: model.jammed, cursor: isCursorShown && cursor !== undefined ? { ...cursor, reach: REACH } : undefined });
    const count = (value: number): string => Math.round(value).toLocaleString('en');
    const found = route;
    showFacts(facts, [
      ['time', found.seconds === Infinity ? 'no road leads there' : inMinutes(found.seconds)],
      ['crossings', count(found.vertices.length)],
      ['looked at', `${count(found.dijkstra)} → ${count(found.expanded)}`],
      ['answered in', `${count(found.dijkstraMicroseconds)} → ${count(found.microseconds)} µs`],
      ...(minutes > 0 ? [['all that is in reach', `${count(sweepTime)} µs`] as const] : []),
      ['jammed roads', count(model.jammed.reduce((sum, one) => sum + one, 0))],
      ['last jam: edges', `${count(model.recomputed)} of ${count(model.edges)}`],
      ['recomputed in', `${count(model.recomputedIn)} µs`],
    ]);
    showLegend();
  }

  function showLegend(): void {
    const colours = palette();
    const bands = minutes === 0 ? [] : [[`linear-gradient(to right, ${bandColours().slice(0, BANDS).join(', ')})`, `0 to ${minutes} minutes from the start`]];
    const items = [[colours.start, 'start'], [colours.goal, 'goal'], [colours.path, 'fastest route'], [colours.landmark, `jammed: ${JAM} times the time`], [colours.terrain, 'motorway'], [colours.closed, 'river'], ...bands];
    showColours(legend, items);
  }

  return {
    address: () => '#/city',
    setShown: (on) => {
      shown = on;
      if (on && model === undefined) begin();
      else later();
    },
    redraw: () => later(),
  };
}
