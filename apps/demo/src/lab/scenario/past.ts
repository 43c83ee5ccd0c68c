/** Maximum number of undo steps. */
const MOST = 100;

/** The undo history: the state before each change. */
export class Past<T> {
  private readonly states: T[] = [];

  /** Call before a change, even if it may have no effect. */
  remember(state: T): void {
    const { states } = this;
    if (states[states.length - 1] !== state) states.push(state);
    if (states.length > MOST) states.shift();
  }

  /** The state before this one, if the history has it. */
  before(state: T): T | undefined {
    let found = this.states.pop();
    while (found === state) found = this.states.pop();
    return found;
  }
}
