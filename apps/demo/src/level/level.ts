import { button, element, showColours, showFacts, tools } from '../element.ts';
import { arrows, isDragged, isMain, isShortcut } from '../keys.ts';
import type { Face } from '../lab/lab.ts';
import { onceAFrame } from '../once-a-frame.ts';
import { palette } from '../palette.ts';
import { LevelModel, SIZE, STOREY, type Place } from './level-model.ts';
import type { LevelView } from './level-view.ts';

const pointers = [['walk', 'Walk there'], ['hole', 'Cut or fill a hole']] as const;
type Pointer = (typeof pointers)[number][0];

/** Metres a second. */
const SPEED = 4;

/** A level with two floors, in space: click to walk, close a door, cut holes, take the ladder away. */
export function showLevel(root: HTMLElement): Face {
  const model = new LevelModel();
  let view: LevelView | undefined;
  let isLoading = false;
  let pointer: Pointer = 'walk';
  let shown = false;
  let last = 0;
  let pressed: { readonly event: PointerEvent; readonly angle: number; isDrag: boolean } | undefined;
  /** Why nothing is drawn yet. */
  let missing = '';
  let cursor: Place = { x: SIZE.x / 2, y: 2, z: 0 };
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const request = onceAFrame(draw);

  const canvas = element('canvas', {
    tabindex: '0', role: 'application', 'aria-label': 'The level. Keys: arrows move the cursor, u changes its floor, g walks there, h cuts or fills a hole there, r turns the camera.',
  });
  const facts = element('dl', { class: 'facts', id: 'level-facts' });
  const legend = element('ul', { class: 'legend', 'aria-label': 'Colours' });
  const note = element('p', { class: 'note', role: 'status' });
  const door = button('Close the door', () => { model.setDoor(!model.isDoorOpen); answer(); }, { id: 'level-door' });
  const ladder = button('Take the ladder away', () => { model.setLadder(!model.isLadderUp); answer(); }, { id: 'level-ladder' });
  root.append(
    element('div', { class: 'bar' }, tools('Pointer', pointers, pointer, (value) => (pointer = value as Pointer)).bar, door, ladder,
      button('Fill all holes', () => { for (const { at } of [...model.holes]) model.toggleHole(at); answer(); }, { id: 'level-fill' })),
    element('div', { class: 'field' },
      element('div', { class: 'view' }, element('div', { class: 'map level' }, canvas), legend),
      element('aside', { 'aria-label': 'What it takes' },
        element('div', { class: 'view' }, element('h2', {}, 'This path'), facts, note),
        element('div', { class: 'view' }, element('h2', {}, 'What to do here'),
          element('p', { class: 'note' }, 'Click on a floor to walk there; drag to look from elsewhere. The ladder counts as 5 m, the jump as 1. Close the door, take the ladder away, cut holes: only the faces beside a hole are rebuilt. Floors above and below stay as they are.')))),
  );

  canvas.addEventListener('pointerdown', (event) => {
    if (!isMain(event) || view === undefined) return;
    canvas.setPointerCapture(event.pointerId);
    pressed = { event, angle: view.angle, isDrag: false };
    showCursor(false);
  });
  canvas.addEventListener('pointermove', (event) => {
    if (pressed === undefined || view === undefined || !event.isPrimary) return;
    if ((event.buttons & 1) === 0) return letGo();
    if (!(pressed.isDrag ||= isDragged(pressed.event, event))) return;
    view.angle = pressed.angle - (event.clientX - pressed.event.clientX) / 200;
    later();
  });
  canvas.addEventListener('pointerup', (event) => {
    if (!event.isPrimary) return;
    const place = pressed?.isDrag === false ? view?.at(event) : undefined;
    letGo();
    if (place === undefined) return;
    cursor = place;
    use(pointer);
  });
  canvas.addEventListener('pointercancel', ({ isPrimary }) => { if (isPrimary) letGo(); });
  canvas.addEventListener('blur', () => showCursor(false));
  canvas.addEventListener('keydown', (event) => {
    const arrow = arrows[event.key];
    // Held down, a key would cut a hole and fill it again, in turn.
    if (isShortcut(event) || (event.repeat && arrow === undefined && event.key !== 'r')) return;
    if (arrow !== undefined) cursor = { ...cursor, x: Math.max(0, Math.min(SIZE.x, cursor.x + arrow[0])), y: Math.max(0, Math.min(SIZE.y, cursor.y - arrow[1])) };
    else if (event.key === 'u') cursor = { ...cursor, z: cursor.z > STOREY / 2 ? 0 : STOREY };
    else if (event.key === 'g') use('walk');
    else if (event.key === 'h') use('hole');
    else if (event.key === 'r' && view !== undefined) view.angle += 0.3;
    else return;
    event.preventDefault();
    if (arrow !== undefined || event.key === 'u') note.textContent = `Cursor: ${cursor.x.toFixed(0)} m right, ${cursor.y.toFixed(0)} m back, ${cursor.z > STOREY / 2 ? 'upstairs' : 'downstairs'}.`;
    if (event.key !== 'r') showCursor(true);
    later();
  });
  new ResizeObserver(() => later()).observe(root);

  /** The camera stays, and the walk goes on. */
  function letGo(): void {
    pressed = undefined;
    later();
  }

  function use(what: Pointer): void {
    if (what === 'walk') {
      // Without motion the last walk ends at once, when the next one begins.
      if (calm.matches) model.step(Infinity);
      model.goTo(cursor);
    } else model.toggleHole(cursor);
    answer();
  }

  function showCursor(isShown: boolean): void {
    if (view === undefined) return;
    view.cursor = isShown ? cursor : undefined;
    later();
  }

  function answer(): void {
    const { cost } = model.walk;
    const path = cost < Infinity ? 'The path is the shortest there is: Polyanya over all floors and links.' : 'No path leads there: open the door, put the ladder back or fill holes.';
    note.textContent = [path, ...(view === undefined ? [missing] : [])].join(' ');
    showAnswer();
  }

  function showAnswer(): void {
    door.textContent = model.isDoorOpen ? 'Close the door' : 'Open the door';
    ladder.textContent = model.isLadderUp ? 'Take the ladder away' : 'Put the ladder back';
    const { cost, pointCount, by, microseconds, expanded } = model.walk;
    showFacts(facts, [
      ['length', cost === Infinity ? 'there is no path' : `${cost.toFixed(1)} m`],
      ['points', cost === Infinity ? '–' : String(pointCount)],
      ['by', cost === Infinity ? '–' : by],
      ['expanded', String(expanded)],
      ['found in', `${Math.round(microseconds).toLocaleString('en')} µs`],
      ['faces', String(model.mesh.faceCount)],
      ['holes', String(model.holes.length)],
    ]);
    const colours = palette();
    const items = [[colours.start, 'walks'], [colours.goal, 'goal'], [colours.path, 'path'], [colours.closed, 'downstairs'], [colours.low, 'upstairs'], [colours.open, 'doorway'], [colours.terrain, 'ladder'], [`color-mix(in srgb, ${colours.agent} 35%, ${colours.closed})`, 'jump down']];
    showColours(legend, items);
    later();
  }

  function load(): void {
    if (isLoading) return;
    isLoading = true;
    // three.js is loaded by this page alone.
    import('./level-view.ts').then((loaded) => {
      view = new loaded.LevelView(canvas, model);
      answer();
    }, () => {
      isLoading = false;
      missing = 'The view could not be loaded: paths are found, and not drawn. Reload the page to try again.';
      answer();
    }).catch(() => {
      missing = 'This browser gives no WebGL: paths are found, and not drawn.';
      answer();
    });
    missing = 'The view is being loaded …';
    answer();
  }

  function later(): void {
    if (shown && view !== undefined) request();
  }

  function draw(now: number): void {
    const seconds = Math.min(0.05, last === 0 ? 0 : (now - last) / 1000);
    const isMoving = !calm.matches && pressed === undefined && model.step(SPEED * seconds);
    last = isMoving ? now : 0;
    view?.draw();
    if (isMoving) later();
  }

  return {
    address: () => '#/level',
    setShown: (on) => {
      shown = on;
      if (on) load();
      later();
    },
    redraw: () => showAnswer(),
  };
}
