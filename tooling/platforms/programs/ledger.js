/**
 * What a program found, as lines: a name, how many numbers it covers, and a digest of all their bits. Two runtimes that agree on a line agree on
 * each of its numbers.
 */
export class Ledger {
  lines = {};
  #bytes = new DataView(new ArrayBuffer(8));
  #states = new Map();

  /** Adds numbers, or lists of them, to the line of this name. */
  add(name, ...values) {
    const state = this.#states.get(name) ?? { count: 0, hash: 0x811c9dc5 };
    this.#states.set(name, state);
    for (const value of values) {
      if (typeof value !== 'number') for (const each of value) this.#number(state, each);
      else this.#number(state, value);
    }
    this.lines[name] = `${state.count} numbers, ${(state.hash >>> 0).toString(16)}`;
  }

  /** Adds a text to the line of this name. */
  text(name, text) {
    this.add(name, new TextEncoder().encode(text));
  }

  #number(state, value) {
    // All NaN are one.
    this.#bytes.setFloat64(0, Number.isNaN(value) ? NaN : value, true);
    for (let i = 0; i < 8; i++) state.hash = Math.imul(state.hash ^ this.#bytes.getUint8(i), 0x01000193);
    state.count++;
  }
}
