import type { Grid } from '@pf/grid';
import { element } from '../../element.ts';
import { showLegend } from './legend.ts';
import type { Side } from './pane.ts';
import { Pane } from './pane.ts';
import { Player } from '../controls/player.ts';
import type { Question } from '../recordings/recording.ts';
import type { Place, Scenario } from '../scenario/scenario.ts';
import { gridOf, LONGER } from '../scenario/scenario.ts';
import { Tables } from '../recordings/tables.ts';

/** Milliseconds: a slower recording is not repeated while the pointer moves. */
const SLOW = 250;
/** Milliseconds without a change after which the pointer rests. */
const REST = 300;
/** Milliseconds for which a query is timed: while something is dragged, and otherwise long enough for the browser to compile its code. */
const HURRIED = 4;
const PATIENT = 50;

/** Callbacks for what happens on a stage. */
interface House {
  /** The user chose another algorithm. */
  readonly choose: (side: Side, id: string) => void;
  /** Another step of the run is shown. */
  readonly moved: () => void;
  readonly complain: (sentence: string) => void;
}

/** The view of a scenario: one or two algorithms on its map, and the player of their steps. */
export class Stage {
  readonly panes: readonly Pane[];
  readonly player = new Player(() => { this.draw(); this.house.moved(); });
  readonly views: HTMLElement;
  readonly legend = element('ul', { class: 'legend', 'aria-label': 'Colours' });
  readonly spoken = element('p', { class: 'spoken', 'aria-live': 'polite' });
  grid: Grid;
  /** The cell under the pointer, or under the cursor of the keys. */
  pointed: Place | undefined;
  private shown = false;
  private readonly tables = new Tables(() => this.draw(), () => this.tableEnded());
  /** The map that the algorithms ran on last. */
  private recorded: Grid;
  /** Where keys have done something that is still to be spoken of. */
  private acted: { readonly pane: Pane; readonly place: Place } | undefined;
  /** Whether the next frame draws, and whether it lets the algorithms run before. */
  private drawing = false;
  private waiting = false;
  /** Milliseconds of the last recording, and the timer of the next. */
  private took = 0;
  private rest: ReturnType<typeof setTimeout> | undefined;
  /** The last command to the player, and the step at which it left off. */
  private asked = { play: (): void => this.fromTheStart(), left: 0 };

  constructor(private scenario: Scenario, private readonly house: House) {
    this.panes = (['left', 'right'] as const).map((side) => new Pane(side, (id) => house.choose(side, id)));
    this.views = element('div', { class: 'views' }, ...this.panes.map((pane) => pane.root));
    this.recorded = this.grid = gridOf(scenario);
    const resized = new ResizeObserver(() => this.draw());
    resized.observe(this.views);
    for (const { canvas } of this.panes) resized.observe(canvas);
  }

  setShown(on: boolean): void {
    this.shown = on;
    if (on) this.draw();
    else this.player.setPlaying(false);
  }

  /** Takes a change in. Where it comes from a pointer that may bring more, it is recorded with the next frame, or when the pointer rests. */
  show(scenario: Scenario, soon: boolean): void {
    this.scenario = scenario;
    this.grid = gridOf(scenario);
    if (this.pointed !== undefined && !this.grid.contains(...this.pointed)) this.pointed = undefined;
    clearTimeout(this.rest);
    if (!soon) return this.record();
    if (this.took > SLOW) this.rest = setTimeout(() => this.record(), REST);
    else this.waiting = true;
    this.later();
  }

  /** Shows what there is now as it comes about; to those who want nothing to move, as it ends. Behind another view it does not play. */
  fromTheStart(): void {
    const { player } = this;
    this.ask(() => {
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
      player.seek(still ? Infinity : 0);
      player.setPlaying(!still && this.shown);
    });
  }

  /** Lets the player show something; what waits for its table, it shows when that is there. */
  ask(play: () => void): void {
    play();
    this.asked = { play, left: this.player.step };
  }

  /** Whether a character is walking, and will meet what is painted now. */
  get isWalking(): boolean {
    return this.panes.some((pane) => pane.isWalking(this.player.step));
  }

  /** The landmarks placed by the user, otherwise those of the library. */
  get landmarks(): readonly Place[] {
    const { grid, scenario, panes } = this;
    const put = scenario.landmarks.filter((place) => !grid.isBlocked(...place));
    const chosen = panes.map(({ recording }) => recording.landmarks).find(({ length }) => length > 0) ?? [];
    return put.length > 0 ? put : chosen.map((v): Place => [grid.x(v), grid.y(v)]);
  }

  /** The landmarks that a pane shows. */
  landmarksOn({ recording }: Pane): readonly Place[] {
    return recording.landmarks.length === 0 ? [] : this.landmarks;
  }

  point(place: Place | undefined): void {
    const before = this.pointed;
    this.pointed = place !== undefined && this.grid.contains(...place) ? place : undefined;
    if (this.pointed?.[0] !== before?.[0] || this.pointed?.[1] !== before?.[1]) this.later();
  }

  /** Describes a cell to screen readers, once it is drawn. */
  speakOf(pane: Pane, place: Place): void {
    this.acted = { pane, place };
    this.later();
  }

  /** Runs the algorithms again. The player stays at its step, or at the end if it was put there. */
  record(patience = PATIENT): void {
    const { scenario, player, panes } = this;
    this.waiting = false;
    this.recorded = this.grid;
    const before = performance.now();
    const { longest } = player;
    const toTheEnd = player.isAtEnd;
    const question = (): Question => {
      const [all, first] = [gridOf(scenario), gridOf(scenario, -Infinity)];
      const { start, goal, landmarks, edits, longer = LONGER } = scenario;
      return { grid: all, longer, first, start: all.vertex(...start), goal: all.vertex(...goal), landmarks, edits, table: this.tables.get, patience };
    };
    for (const pane of panes) {
      const reason = pane.record(scenario[pane.side], question, scenario.plot);
      if (reason !== '') this.house.complain(reason);
    }
    this.explain();
    const now = Math.max(...panes.map(({ recording }) => recording.steps.length));
    player.load(now);
    if (now === 0 && longest > 0) this.asked = { play: () => (toTheEnd ? player.seek(Infinity) : this.fromTheStart()), left: 0 };
    this.took = performance.now() - before;
  }

  /** The legend. */
  explain(): void {
    showLegend(this.legend, this.panes.map(({ recording }) => recording), /[^.#]/.test(this.scenario.rows.join('')));
  }

  draw(): void {
    if (!this.shown) return;
    const { grid, recorded, player, pointed, acted } = this;
    const { start, goal } = this.scenario;
    const painted = new Map<number, number>();
    if (grid !== recorded) grid.cells.forEach((cost, v) => { if (cost !== recorded.cells[v]) painted.set(v, cost); });
    for (const pane of this.panes) pane.draw(player.step, { start, goal, landmarks: this.landmarksOn(pane), painted, pointed });
    // Of what has been painted, only when the algorithms have run: before, they say how it was.
    if (acted === undefined || grid !== recorded) return;
    if (grid.contains(...acted.place)) this.spoken.textContent = acted.pane.describe(acted.place);
    this.acted = undefined;
  }

  private later(): void {
    if (this.drawing) return;
    this.drawing = true;
    requestAnimationFrame(() => {
      this.drawing = false;
      if (!this.waiting) return this.draw();
      this.record(HURRIED);
      // Only the time is measured anew: not behind another view, which it would delay.
      this.rest = setTimeout(() => { if (this.shown) this.record(); }, REST);
    });
  }

  private tableEnded(): void {
    const { asked, player } = this;
    const untouched = asked.left === player.step && (!player.playing || player.longest === 0);
    this.record();
    if (untouched) asked.play();
  }
}
