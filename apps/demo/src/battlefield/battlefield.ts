import { button, choice, element, showColours, tools } from '../element.ts';
import { arrows, isMain, isRight, isShortcut } from '../keys.ts';
import type { Face } from '../lab/lab.ts';
import { onceAFrame } from '../once-a-frame.ts';
import { palette } from '../palette.ts';
import { stroke } from '../stroke.ts';
import { FieldView } from './field-view.ts';
import type { Box } from './field-view.ts';
import type { Collisions, FromWorker, PlannerName, ToWorker } from './messages.ts';
import { collisionRules, planners } from './messages.ts';
import { MeterView } from './meter-view.ts';

const pointers = [['select', 'Select'], ['wall', 'Build'], ['blast', 'Blow up']] as const;
type Pointer = (typeof pointers)[number][0];

/** The battlefield: orders for a thousand characters in fog, planned in a worker so that the page never waits. */
export function showBattlefield(root: HTMLElement): Face {
  /** How one sends with what is at hand. */
  const press = matchMedia('(pointer: coarse)').matches ? 'tap' : 'press the right button';
  const how = `Drag a box around some of them, then ${press} where they are to go.`;
  const small = matchMedia('(max-width: 699px)').matches;
  let worker: Worker | undefined;
  let size = small ? 256 : 512;
  let characters = small ? 300 : 1000;
  let planner: PlannerName = 'jps-shared';
  let budget = 4;
  let collisions: Collisions = 'avoid';
  let seed = 1;
  let pointer: Pointer = 'select';
  let shown = false;
  /** Starts paused for users who prefer reduced motion. */
  let paused = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let places: Uint16Array = new Uint16Array(0);
  let selected: ReadonlySet<number> = new Set();
  let dragged: Box | undefined;
  /** Which pointer selects or builds: a second finger does neither. */
  let holder: number | undefined;
  /** Where a stroke of walls or blasts has got to, while one is drawn. */
  let last: readonly [x: number, y: number] | undefined;
  let target: { readonly x: number; readonly y: number } | undefined;

  const canvas = element('canvas', {
    tabindex: '0', role: 'application',
    'aria-label': 'The battlefield. Keys: a selects everybody, the arrows move a target, Enter sends the selected there, b builds and x blows up walls at it.',
  });
  const view = new FieldView(canvas);
  const meter = new MeterView();
  const request = onceAFrame(draw);
  const hint = element('p', { class: 'hint', role: 'status' }, 'The map is being made …');
  const legend = element('ul', { class: 'legend', 'aria-label': 'Colours' });
  const pause = button('', () => setPaused(!paused), { id: 'pause' });
  const choose = tools('Pointer', pointers, pointer, (value) => (pointer = value as Pointer));
  root.append(
    element('div', { class: 'bar' },
      choice('Map', [['128', '128 × 128'], ['256', '256 × 256'], ['512', '512 × 512']], String(size), (value) => { size = Number(value); begin(); }),
      choice('Characters', ['100', '300', '1000', '2000', '3000'].map((n) => [n, n] as const), String(characters), (value) => { characters = Number(value); begin(); }),
      choice('Planner', planners, planner, (value) => { planner = value as PlannerName; send({ kind: 'planner', planner }); }),
      choice('Collisions', collisionRules, collisions, (value) => { collisions = value as Collisions; send({ kind: 'collisions', collisions }); }),
      choice('Budget a frame', ['1', '2', '4', '8'].map((n) => [n, `${n} ms`] as const), String(budget), (value) => {
        budget = Number(value);
        send({ kind: 'budget', budget });
      }),
      choose.bar,
      pause,
      button('Select all', selectAll, { id: 'select-all' }),
      button('Scatter', scatter, { id: 'scatter' }),
      button('New map', () => { seed++; begin(); }),
    ),
    element('div', { class: 'field' },
      element('div', { class: 'view' }, element('div', { class: 'map' }, canvas, hint), legend),
      element('aside', { 'aria-label': 'What it takes' }, meter.root,
        element('div', { class: 'view' }, element('h2', {}, 'What to do here'),
          element('p', { class: 'note' }, 'Click a unit or drag a box to select; right-click or tap to send.'),
          element('p', { class: 'note' }, 'Build walls in front of units, or blow walls up: units only know what they have seen.'),
          element('p', { class: 'note' }, 'Keys: p run or pause, a all, arrows and Enter send, b build, x blow up, 1 2 3 pointers.')))),
  );

  canvas.addEventListener('contextmenu', (event) => event.preventDefault());
  canvas.addEventListener('pointerdown', (event) => {
    const { x, y } = cellAt(event);
    if (isRight(event)) return order(x, y);
    if (!isMain(event)) return;
    canvas.setPointerCapture(event.pointerId);
    holder = event.pointerId;
    if (pointer === 'select') dragged = { x, y, toX: x, toY: y };
    else {
      last = [x, y];
      build(x, y, pointer === 'wall');
    }
  });
  canvas.addEventListener('pointermove', (event) => {
    if (isAnother(event)) return;
    // It may have been let go of where the page does not hear of it.
    if ((event.buttons & 1) === 0) return letGo();
    const { x, y } = cellAt(event);
    if (dragged !== undefined) dragged = { ...dragged, toX: x, toY: y };
    else if (last !== undefined) {
      if (pointer !== 'select') for (const [atX, atY] of stroke(last, [x, y])) build(atX, atY, pointer === 'wall');
      last = [x, y];
    }
    later();
  });
  canvas.addEventListener('pointercancel', (event) => {
    if (!isAnother(event)) letGo();
  });
  canvas.addEventListener('pointerup', (event) => {
    if (isAnother(event)) return;
    if (dragged === undefined) return letGo();
    const { x, y, toX, toY } = dragged;
    letGo();
    const click = Math.max(Math.abs(toX - x), Math.abs(toY - y)) <= size / 200;
    // As near as a finger or a mouse can be expected to come.
    const slack = click ? Math.ceil(((event.pointerType === 'mouse' ? 6 : 14) * size) / canvas.clientWidth) : 0;
    const found = among(Math.min(x, toX) - slack, Math.max(x, toX) + slack, Math.min(y, toY) - slack, Math.max(y, toY) + slack);
    // On a touch screen there is no right button: a tap beside all sends.
    if (click && found.size === 0 && selected.size > 0 && event.pointerType !== 'mouse') return order(x, y);
    select(found);
  });
  canvas.addEventListener('keydown', (event) => {
    if (isShortcut(event)) return;
    const arrow = arrows[event.key];
    const at = target ?? { x: size >> 1, y: size >> 1 };
    const far = size / 32;
    if (arrow !== undefined) target = { x: clamp(at.x + far * arrow[0]), y: clamp(at.y + far * arrow[1]) };
    else if (event.key === 'Enter') order(at.x, at.y);
    else if (event.key === 'b' || event.key === 'x') {
      target = at;
      build(at.x, at.y, event.key === 'b');
    } else return;
    event.preventDefault();
    later();
  });
  document.addEventListener('keydown', (event) => {
    if (root.hidden || event.repeat || isShortcut(event) || event.target instanceof HTMLSelectElement) return;
    const next = pointers[Number(event.key) - 1];
    if (event.key === 'a') selectAll();
    else if (event.key === 'p') setPaused(!paused);
    else if (next !== undefined) choose.choose(next[0]);
  });
  document.addEventListener('visibilitychange', run);
  new ResizeObserver(() => later()).observe(root);

  const clamp = (x: number): number => Math.max(0, Math.min(size - 1, Math.floor(x)));

  function cellAt(event: PointerEvent): { x: number; y: number } {
    const area = canvas.getBoundingClientRect();
    return { x: clamp(((event.clientX - area.left) / area.width) * size), y: clamp(((event.clientY - area.top) / area.height) * size) };
  }

  /** Nothing is dragged any more, and no box is seen. */
  function letGo(): void {
    if (dragged !== undefined) later();
    dragged = last = holder = undefined;
  }

  function isAnother({ pointerId }: PointerEvent): boolean {
    return holder !== undefined && pointerId !== holder;
  }

  /** The characters in a box. */
  function among(left: number, right: number, top: number, bottom: number): ReadonlySet<number> {
    const found = new Set<number>();
    for (let i = 0; i < places.length; i += 2) {
      const [x, y] = [places[i], places[i + 1]];
      if (x >= left && x <= right && y >= top && y <= bottom) found.add(i >> 1);
    }
    return found;
  }

  function send(message: ToWorker): void {
    worker?.postMessage(message);
  }

  function begin(): void {
    worker?.terminate();
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => take(data);
    worker.onerror = (event) => tellWhatNext(`The worker has failed: ${event.message || 'it could not be loaded. Reload the page.'}`);
    meter.clear();
    places = new Uint16Array(0);
    selected = new Set();
    target = undefined;
    tellWhatNext('The map is being made …');
    send({ kind: 'begin', size, seed, characters, planner, budget, collisions });
    run();
  }

  /** It rests while it is paused or not seen. */
  function run(): void {
    send({ kind: 'run', on: shown && !paused && !document.hidden });
  }

  function setPaused(on: boolean): void {
    paused = on;
    pause.textContent = on ? 'Run' : 'Pause';
    run();
    if (!on && places.length > 0 && selected.size === 0) tellWhatNext(how);
  }

  function take(message: FromWorker): void {
    if (message.kind === 'map') {
      view.show(message.size, message.looks);
      tellWhatNext(`${paused ? 'Five companies set out when you press Run.' : 'Five companies have set out.'} ${how}`);
    } else {
      ({ places } = message);
      view.change(message.changes);
      meter.count(message.meter);
      if (message.kind === 'frame') {
        view.age(places);
        meter.addTime(message.meter.milliseconds);
      }
    }
    later();
  }

  function select(who: ReadonlySet<number>): void {
    selected = who;
    if (who.size === 0) tellWhatNext('Nobody is selected. Drag a box around some of them, or select all.');
    else tellWhatNext(`${who.size} selected. Now ${press} where they are to go.`);
    later();
  }

  function scatter(): void {
    send({ kind: 'scatter' });
    tellWhatNext('Everybody goes somewhere else: the hardest case, for nobody shares a goal.');
  }

  function selectAll(): void {
    select(new Set(Array.from({ length: places.length / 2 }, (_, i) => i)));
  }

  function order(x: number, y: number): void {
    if (selected.size === 0) return tellWhatNext('Nobody is selected who could be sent. Drag a box around some of them, or select all.');
    target = { x, y };
    send({ kind: 'order', characters: [...selected], x, y });
    tellWhatNext('');
  }

  function build(x: number, y: number, wall: boolean): void {
    send({ kind: 'build', x, y, radius: wall ? 2 : 5, wall });
    tellWhatNext('');
  }

  function tellWhatNext(sentence: string): void {
    hint.textContent = sentence;
    hint.hidden = sentence === '';
  }

  function later(): void {
    if (shown) request();
  }

  function draw(): void {
    const before = performance.now();
    view.draw({ places, apart: collisions === 'avoid', selected, dragged, target });
    meter.draw(budget, selected.size);
    meter.addDrawn(performance.now() - before);
  }

  function showLegend(): void {
    const colours = palette();
    const items = [
      [colours.start, 'character'], [colours.path, 'selected'], [colours.goal, 'where they were sent'],
      [colours.free, 'seen'], [colours.wall, 'wall'], [colours.unknown, 'not seen, taken for free'], [colours.unseenWall, 'wall that nobody has seen'],
    ];
    showColours(legend, items);
  }

  showLegend();
  setPaused(paused);
  return {
    address: () => '#/battlefield',
    setShown: (on) => {
      shown = on;
      if (on && worker === undefined) begin();
      else run();
    },
    redraw: () => { showLegend(); view.repaint(); later(); },
  };
}
