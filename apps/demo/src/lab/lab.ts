import { button, element } from '../element.ts';
import { arrows, isShortcut } from '../keys.ts';
import { AddressBar } from './scenario/address.ts';
import { algorithmOf } from './recordings/algorithms.ts';
import type { Grip } from './controls/gestures.ts';
import { gripAt, led } from './controls/gestures.ts';
import { help } from './controls/help.ts';
import { encode, hashOf, linked } from './scenario/link.ts';
import type { Pane } from './views/pane.ts';
import { Past } from './scenario/past.ts';
import { listenTo } from './controls/pointing.ts';
import type { Generator, Place, Scenario } from './scenario/scenario.ts';
import { ends, generate, gridOf, rowsFromPicture, rowsFromText } from './scenario/scenario.ts';
import { Setup } from './controls/setup.ts';
import { Stage } from './views/stage.ts';
import type { Story } from './scenario/stories.ts';
import { stories } from './scenario/stories.ts';

/** A face of the lab, as the page uses it. */
export interface Face {
  /** The hash that leads to what it shows. */
  address(): string;
  setShown(shown: boolean): void;
  redraw(): void;
}

/** How far from a mark a finger may come down and still take hold of it, in pixels. */
const FINGER = 14;

/** The lab: one map, one or two algorithms, every step of them. */
export function showLab(root: HTMLElement): Face {
  let scenario = told(stories[0]);
  const past = new Past<Scenario>();
  let seed = 1;
  /** How often a map was asked for: a file that is read meanwhile comes too late. */
  let asked = 0;
  /** The first time that it is seen, something moves. */
  let unseen = true;

  const error = element('p', { class: 'error', role: 'alert', hidden: '' });
  const bar = new AddressBar(() => (root.hidden ? undefined : address()));
  const stage = new Stage(scenario, {
    choose: (side, id) => { change({ [side]: id }); stage.fromTheStart(); },
    moved: noteStep,
    complain,
  });
  const { player } = stage;
  const setup = new Setup({ change, drag, newMap, another, open: (file) => void openFile(file), keep: () => bar.keep() });
  const tales = element('div', { class: 'stories', role: 'group', 'aria-label': 'Things to see' });
  tales.append(...stories.map((story) => button(story.title, () => tell(story))));
  // Where there is no room for all of them, a browser shows one that is tabbed to no further than it happens to be seen.
  tales.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  root.append(tales, setup.root, error, stage.views, stage.legend, help(), stage.spoken, player.root);

  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const [file] = event.dataTransfer?.files ?? [];
    if (!root.hidden && file !== undefined) void openFile(file);
  });
  document.addEventListener('keydown', (event) => {
    if (root.hidden || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (event.key !== 'z') return;
      event.preventDefault();
      return takeBack();
    }
    if (event.target instanceof HTMLSelectElement) return;
    if (event.key === ',') return player.seek(player.step - 1);
    if (event.key === '.') return player.seek(player.step + 1);
    // Held down, a key steps on and on; all else it does once.
    if (event.repeat) return;
    if (event.key === 'p') player.setPlaying(!player.playing);
    else if (event.key === '<') player.seek(0);
    else if (event.key === '>') player.seek(player.longest);
    else if (event.key === '-') player.faster(-1);
    else if (event.key === '+') player.faster(1);
    else if (event.key === 'n') another();
    else if (event.key === 'v') setup.pressPlot();
    else setup.take(Number(event.key));
  });
  // Not the present address, which may have been written anew since.
  window.addEventListener('hashchange', ({ newURL }) => follow(new URL(newURL).hash));
  stage.panes.forEach(listen);

  function listen(pane: Pane): void {
    const { canvas } = pane;
    // An object under the pointer is dragged; otherwise the brush paints. Painting is exact to the cell, even by finger.
    const grasp = (place: Place, byFinger: boolean): Grip | undefined =>
      gripAt(scenario, stage.landmarksOn(pane), place, byFinger && setup.brush === 'look' ? pane.cellsIn(FINGER) : 0) ?? brushOn(pane, place);
    const lead = (grip: Grip, cells: readonly Place[]): void => {
      const next = led(scenario, grip, cells, { landmarks: stage.landmarks, step: stage.isWalking ? player.step : undefined });
      if (next !== scenario) take(next, true);
    };
    const put = (grip: Grip, place: Place): void => {
      past.remember(scenario);
      lead(grip, [place]);
    };
    // Without a brush, an object does not move before the finger does, which may have touched next to it.
    const press = (grip: Grip, place: Place): void => (setup.brush === 'look' ? past.remember(scenario) : put(grip, place));
    listenTo(canvas, { cellAt: (at) => pane.cellAt(at), gripAt: grasp, press, lead, hover: (place) => stage.point(place) });
    canvas.addEventListener('keydown', (event) => {
      if (isShortcut(event)) return;
      const arrow = arrows[event.key];
      const { pointed } = stage;
      const at = pointed ?? scenario.start;
      const grips: Readonly<Record<string, Grip | undefined>> = { s: 'start', g: 'goal', l: 'landmark', ' ': brushOn(pane, at) };
      const held = grips[event.key];
      if (arrow !== undefined) stage.point(pointed === undefined ? at : within(at[0] + arrow[0], at[1] + arrow[1]));
      else if (held === undefined) return;
      else if (!event.repeat) put(held, at);
      stage.speakOf(pane, stage.pointed ?? at);
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** The cell, or the one on the rim that is nearest. */
  function within(x: number, y: number): Place {
    const { width, height } = stage.grid;
    return [Math.max(0, Math.min(width - 1, x)), Math.max(0, Math.min(height - 1, y))];
  }

  /** A wall pressed on with the wall brush is taken away. */
  function brushOn(pane: Pane, place: Place): Grip | undefined {
    const grid = gridOf(scenario, pane.isWalking(player.step) ? player.step : Infinity);
    const { brush } = setup;
    if (brush === 'look' || !grid.contains(...place)) return undefined;
    return brush === 'wall' && grid.isBlocked(...place) ? 'free' : brush;
  }

  function told({ left, right, rows, plot: plotted = false, ends: given }: Story): Scenario {
    const made = rows();
    return { rows: made, movement: 'eight', corners: 'never', ...(given ?? ends(made)), landmarks: [], edits: [], left, right, plot: plotted };
  }

  function tell(story: Story): void {
    asked++;
    replace(told(story), '');
  }

  function another(): void {
    seed++;
    newMap(setup.listed || 'caves');
  }

  function newMap(name: Generator): void {
    asked++;
    takeMap(generate(name, seed), name);
  }

  function takeMap(rows: readonly string[], name: Generator | ''): void {
    replace({ rows, ...ends(rows), landmarks: [], edits: [] }, name);
  }

  /** Another map takes the place of this one, to which the browser's back button leads. */
  function replace(changes: Partial<Scenario>, name: Generator | ''): void {
    bar.keep();
    change(changes);
    setup.listed = name;
    stage.fromTheStart();
    bar.goOn();
  }

  async function openFile(file: File): Promise<void> {
    const mine = ++asked;
    try {
      const rows = file.type.startsWith('image/') ? await rowsFromPicture(file) : rowsFromText(await file.text());
      if (mine === asked) takeMap(rows, '');
    } catch (reason) {
      if (mine === asked) complain(`${file.name} cannot be shown: ${reason instanceof Error ? reason.message : String(reason)}`);
    }
  }

  function complain(sentence: string): void {
    error.textContent = sentence;
    error.hidden = sentence === '';
  }

  function address(): string {
    return hashOf(scenario, player.step);
  }

  /** An address that leads here leads to the step that is seen, too; not while all wait for a table, and their step with them. */
  function noteStep(): void {
    if (player.longest > 0 && location.hash.startsWith('#lab=')) bar.keepSoon();
  }

  function takeBack(): void {
    const before = past.before(scenario);
    if (before === undefined) return;
    asked++;
    setup.listed = '';
    take(before);
  }

  function change(changes: Partial<Scenario>): void {
    past.remember(scenario);
    take({ ...scenario, ...changes });
  }

  function drag(changes: Partial<Scenario>, begins: boolean): void {
    if (begins) past.remember(scenario);
    take({ ...scenario, ...changes }, true);
  }

  /** Takes a change in; where it comes from a pointer that may bring more, the algorithms need not run at once. */
  function take(next: Scenario, soon = false): void {
    scenario = next;
    complain('');
    setup.show(scenario);
    bar.keepSoon();
    stage.show(scenario, soon);
  }

  /** Shows the scenario of an address. If it has none, or an invalid one, nothing changes. */
  function follow(hash: string): boolean {
    let found: ReturnType<typeof linked>;
    try {
      found = linked(hash, (id) => algorithmOf(id) !== undefined);
    } catch (reason) {
      complain(`The link could not be read, so what is shown is something else. ${reason instanceof Error ? reason.message : String(reason)}`);
      return false;
    }
    if (found === undefined) return false;
    asked++;
    const { scenario: wanted, step } = found;
    if (!unseen && encode(wanted) !== encode(scenario)) past.remember(scenario);
    unseen = false;
    setup.listed = '';
    take(wanted);
    // Should the step have to wait for a table, the address keeps it.
    bar.leave();
    stage.ask(() => player.seek(step));
    return true;
  }

  follow(location.hash);

  return {
    address,
    setShown: (shown) => {
      // Not before: recording takes a quarter of a second, by which another view would start later.
      if (shown && unseen) stage.record();
      stage.setShown(shown);
      if (shown && unseen) stage.fromTheStart();
      if (shown) unseen = false;
    },
    redraw: () => { stage.explain(); stage.draw(); },
  };
}
