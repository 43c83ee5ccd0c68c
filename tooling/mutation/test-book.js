import { chai, expect, vi } from 'vitest';

let current;

// The first run has no mutant, so its snapshots are right: the unit tests compare them with the files.
for (const name of ['toMatchSnapshot', 'toMatchInlineSnapshot']) {
  chai.util.addMethod(chai.Assertion.prototype, name, function () {
    current.hold(JSON.stringify(chai.util.flag(this, 'object')));
  });
}

/** Records the tests of a script. Supports the part of vitest that the tests of the algorithms use. */
export class TestBook {
  tests = [];
  #path = [];
  #snapshots;
  #id;
  #shown = 0;
  #hooks = { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] };

  constructor(snapshots) {
    this.#snapshots = snapshots;
    this.describe.each = each(this.describe);
    this.describe.skipIf = (condition) => (condition ? () => {} : this.describe);
    this.test.each = each(this.test);
    this.test.skipIf = (condition) => (condition ? () => {} : this.test);
  }

  expect = expect;
  vi = vi;

  beforeAll = (body) => this.#hook('beforeAll', body);
  beforeEach = (body) => this.#hook('beforeEach', body);
  afterEach = (body) => this.#hook('afterEach', body);
  afterAll = (body) => this.#hook('afterAll', body);

  describe = (name, body) => {
    this.#path.push(name);
    body();
    this.#path.pop();
  };

  test = (name, ...rest) => {
    // Names may repeat; the number distinguishes them.
    const id = [...this.#path, name, `#${this.tests.length}`].join(' ');
    this.tests.push({ id, path: [...this.#path], body: rest.find((part) => typeof part === 'function') });
  };

  /** Runs a test with its beforeEach and afterEach hooks; `call` calls all of these functions. */
  async run({ id, path, body }, call) {
    current = this;
    this.#id = id;
    this.#shown = 0;
    for (const hook of this.#around('beforeAll', path)) {
      if (hook.done !== true) await call(hook.body);
      hook.done = true;
    }
    for (const hook of this.#around('beforeEach', path)) await call(hook.body);
    try {
      await call(body);
    } finally {
      for (const hook of this.#around('afterEach', path)) await call(hook.body);
    }
  }

  /** The afterAll hooks of blocks of which a test was run. */
  async end() {
    const begun = this.#hooks.beforeAll.filter(({ done }) => done).map(({ path }) => path.join(' '));
    for (const { path, body } of this.#hooks.afterAll) if (begun.includes(path.join(' '))) await body();
  }

  #hook(when, body) {
    this.#hooks[when].push({ path: [...this.#path], body });
  }

  /** The hooks of the blocks around a test. */
  #around(when, path) {
    return this.#hooks[when].filter((hook) => hook.path.every((part, i) => part === path[i]));
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
