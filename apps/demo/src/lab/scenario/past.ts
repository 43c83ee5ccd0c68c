/** How many changes can be taken back. */
const MOST = 100;

/** What there was before each change. */
export class Past<T> {
  private readonly states: T[] = [];

  /** Call before a change, even before one that may come to nothing. */
  remember(state: T): void {
    const { states } = this;
    if (states[states.length - 1] !== state) states.push(state);
    if (states.length > MOST) states.shift();
  }

  /** What there was before this, if that is remembered. */
  before(state: T): T | undefined {
    let found = this.states.pop();
    while (found === state) found = this.states.pop();
    return found;
  }
}
