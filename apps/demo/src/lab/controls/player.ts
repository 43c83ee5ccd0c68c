import { choice, element, iconButton, icon } from '../../element.ts';

/** Steps a second; `fit` takes as many as show the whole run in seven seconds. */
const speeds = [['fit', 'all in 7 s'], ['5', '5 a second'], ['30', '30 a second'], ['150', '150 a second'], ['1000', '1000 a second']] as const;
const PLAY = 'M4 2.5v11l9-5.5z';
const PAUSE = 'M3.5 2.5h3v11h-3zM9.5 2.5h3v11h-3z';

/** Runs, pauses, steps forwards and back, and scrubs. It holds the current step, and notifies when it changes. */
export class Player {
  readonly root: HTMLElement;
  step = 0;
  longest = 0;
  playing = false;
  private readonly scrub = element('input', { type: 'range', min: '0', value: '0', 'aria-label': 'Step' });
  private readonly count = element('output', { class: 'count', 'aria-live': 'off' });
  private readonly play: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  /** The step that was last chosen or played to, Infinity for the end. A shorter run shows its own end, and leaves this as it is. */
  private wanted = Infinity;
  /** Where it is between two steps while it plays. */
  private exact = 0;
  private before = 0;
  /** The frame of the screen that it waits for while it plays. */
  private frame = 0;

  /** `brief` leaves out all but what runs and scrubs; a page can have several of those. */
  constructor(private readonly changed: () => void, brief = false) {
    this.play = iconButton('Run', PLAY, () => this.setPlaying(!this.playing), { class: 'icon main', ...(brief ? {} : { id: 'play' }) });
    const speed = choice('Speed', speeds, 'fit', () => {});
    this.speed = speed.querySelector('select')!;
    this.scrub.addEventListener('input', () => this.seek(Number(this.scrub.value)));
    this.root = element('div', { class: brief ? 'scrubber' : 'player', role: 'group', 'aria-label': 'Playback' });
    if (brief) {
      this.root.append(this.play, this.scrub, this.count);
      return;
    }
    this.root.append(
      iconButton('Start over', 'M3 2.5h2v11h-2zM13 2.5v11l-7.5-5.5z', () => this.seek(0), { id: 'first' }),
      iconButton('Step back', 'M11.5 2.5v11l-8-5.5z', () => this.seek(this.step - 1), { id: 'back' }),
      this.play,
      iconButton('Step', 'M4.5 2.5v11l8-5.5z', () => this.seek(this.step + 1), { id: 'forward' }),
      iconButton('To the end', 'M11 2.5h2v11h-2zM3 2.5v11l7.5-5.5z', () => this.seek(this.longest), { id: 'last' }),
      this.scrub, this.count, speed,
    );
  }

  /** Whether the end was chosen or played to. A run that has only become shorter than the step does not count. */
  get isAtEnd(): boolean {
    return this.wanted === Infinity;
  }

  /** Another run is played from now on, at the same step, or at the end. */
  load(longest: number): void {
    this.longest = longest;
    this.scrub.max = String(longest);
    this.show(this.wanted);
    if (this.step === longest) this.setPlaying(false);
  }

  seek(step: number): void {
    this.setPlaying(false);
    this.go(step);
  }

  faster(by: number): void {
    const next = this.speed.options[this.speed.selectedIndex + by];
    if (next !== undefined) this.speed.value = next.value;
  }

  setPlaying(on: boolean): void {
    if (on && this.step === this.longest) this.go(0);
    const begins = on && !this.playing;
    this.playing = on;
    this.play.replaceChildren(icon(on ? PAUSE : PLAY));
    this.play.title = on ? 'Pause' : 'Run';
    this.play.setAttribute('aria-label', this.play.title);
    if (!on) cancelAnimationFrame(this.frame);
    if (!begins) return;
    this.before = performance.now();
    this.next();
  }

  private go(step: number): void {
    this.show(step);
    this.wanted = this.step === this.longest ? Infinity : this.step;
  }

  private show(step: number): void {
    this.step = Math.max(0, Math.min(this.longest, Math.floor(step)));
    // A changed run leaves it between the same two steps.
    if (Math.floor(this.exact) !== this.step) this.exact = this.step;
    this.scrub.value = String(this.step);
    this.count.textContent = `${this.step} / ${this.longest}`;
    this.changed();
  }

  private tick(now: number): void {
    const rate = this.speed.value === 'fit' ? Math.max(4, this.longest / 7) : Number(this.speed.value);
    const exact = this.exact + (Math.min(100, Math.max(0, now - this.before)) * rate) / 1000;
    this.before = now;
    if (Math.floor(exact) > this.step) this.go(exact);
    this.exact = Math.min(exact, this.longest);
    if (this.step === this.longest) this.setPlaying(false);
    else if (this.playing) this.next();
  }

  private next(): void {
    this.frame = requestAnimationFrame((now) => this.tick(now));
  }
}
