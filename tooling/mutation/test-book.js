import { chai, expect } from 'vitest';

let current;

// The first run has no mutant, and the unit tests hold it against the files: what it shows is right.
for (const name of ['toMatchSnapshot', 'toMatchInlineSnapshot']) {
  chai.util.addMethod(chai.Assertion.prototype, name, function () {
    current.hold(JSON.stringify(chai.util.flag(this, 'object')));
  });
}

/** Takes down the tests that a script describes. It knows of vitest what the tests of the algorithms use. */
export class TestBook {
  tests = [];
  #path = [];
  #snapshots;
  #id;
  #shown = 0;

  constructor(snapshots) {
    this.#snapshots = snapshots;
    this.describe.each = each(this.describe);
    this.describe.skipIf = (condition) => (condition ? () => {} : this.describe);
    this.test.each = each(this.test);
  }

  expect = expect;

  describe = (name, body) => {
    this.#path.push(name);
    body();
    this.#path.pop();
  };

  test = (name, ...rest) => {
    // The same name may come twice: the number tells them apart.
    const id = [...this.#path, name, `#${this.tests.length}`].join(' ');
    this.tests.push({ id, body: rest.find((part) => typeof part === 'function') });
  };

  begin(id) {
    current = this;
    this.#id = id;
    this.#shown = 0;
  }

  hold(shown) {
    const key = `${this.#id} ${this.#shown++}`;
    if (!this.#snapshots.has(key)) this.#snapshots.set(key, shown);
    else expect(shown).toBe(this.#snapshots.get(key));
  }
}

function each(make) {
  return (cases) => (name, body, ...rest) => {
    for (const one of cases) make(`${name} ${String(Array.isArray(one) ? one[0] : one)}`, () => (Array.isArray(one) ? body(...one) : body(one)), ...rest);
  };
}
