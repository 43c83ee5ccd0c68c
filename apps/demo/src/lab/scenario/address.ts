/** Milliseconds after a change until the address bar leads to it: some browsers throttle more frequent changes. */
const REST = 500;

/** The address bar leads to what is seen, for a reload, and for anyone who comes back to it. */
export class AddressBar {
  private resting: ReturnType<typeof setTimeout> | undefined;

  /** `now` is the hash that leads to what is seen; nothing where something else is seen than what it leads to. */
  constructor(private readonly now: () => string | undefined) {}

  keep(): void {
    this.leave();
    const hash = this.now();
    if (hash !== undefined) history.replaceState(null, '', hash);
  }

  /** Within `REST`, however much changes until then. */
  keepSoon(): void {
    this.resting ??= setTimeout(() => this.keep(), REST);
  }

  /** Other parts of the address are kept. */
  leave(): void {
    clearTimeout(this.resting);
    this.resting = undefined;
  }

  /** Something else takes the place of what was seen, to which the browser's back button leads. */
  goOn(): void {
    const hash = this.now();
    if (hash !== undefined) history.pushState(null, '', hash);
  }
}
