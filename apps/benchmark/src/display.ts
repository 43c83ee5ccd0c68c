const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';
const BAR = 18;
const INTERVAL = 100;

/** A line with the current measurement; without a terminal, a line for each step. */
export class Display {
  readonly #stream: NodeJS.WriteStream;
  #timer: NodeJS.Timeout | undefined;
  #started = 0;
  #frame = 0;
  #title = '';
  #share = 0;
  #doing = '';

  constructor(stream: NodeJS.WriteStream = process.stderr) {
    this.#stream = stream;
  }

  start(title: string): void {
    this.#title = title;
    this.#share = 0;
    this.#doing = '';
    this.#started = Date.now();
    if (!this.#stream.isTTY) return;
    this.#timer = setInterval(() => this.#draw(), INTERVAL);
  }

  update(share: number, doing: string): void {
    if (!this.#stream.isTTY && doing !== this.#doing) this.#stream.write(`${this.#title}  ${Math.round(share * 100)}%  ${doing}\n`);
    this.#share = Math.min(1, Math.max(0, share));
    this.#doing = doing;
  }

  stop(): void {
    clearInterval(this.#timer);
    if (this.#stream.isTTY) this.#stream.write('\r\u001b[2K');
  }

  #draw(): void {
    const full = Math.round(this.#share * BAR);
    const seconds = Math.floor((Date.now() - this.#started) / 1000);
    const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    const line = `${FRAMES[this.#frame++ % FRAMES.length]} ${this.#title}  ${'█'.repeat(full)}${'░'.repeat(BAR - full)} ${time}  ${this.#doing}`;
    this.#stream.write(`\r\u001b[2K${line.slice(0, Math.max(20, this.#stream.columns - 1))}`);
  }
}
