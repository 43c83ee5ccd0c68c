import { expect as full } from 'vitest';

// What passes costs as little as an `if`: the `expect` of vitest takes some 30 µs, and property tests expect millions of things. What may not pass,
// and all but the matchers below, goes to the `expect` of vitest, which says what is wrong.
export * from 'vitest';

/** @type {typeof full} */
export const expect = Object.setPrototypeOf((value, message) => new Quick(value, message), full);

class Quick {
  constructor(value, message) {
    this.value = value;
    this.message = message;
  }

  get not() {
    return new QuickNot(this.value, this.message);
  }

  toBe(other) {
    if (!Object.is(this.value, other)) this.full.toBe(other);
  }

  toEqual(other) {
    if (!isSame(this.value, other)) this.full.toEqual(other);
  }

  toBeCloseTo(other, precision = 2) {
    const { value } = this;
    if (!(areNumbers(value, other) && Math.abs(value - other) < 10 ** -precision / 2)) this.full.toBeCloseTo(other, precision);
  }

  toBeGreaterThan(other) {
    if (!(areNumbers(this.value, other) && this.value > other)) this.full.toBeGreaterThan(other);
  }

  toBeGreaterThanOrEqual(other) {
    if (!(areNumbers(this.value, other) && this.value >= other)) this.full.toBeGreaterThanOrEqual(other);
  }

  toBeLessThan(other) {
    if (!(areNumbers(this.value, other) && this.value < other)) this.full.toBeLessThan(other);
  }

  toBeLessThanOrEqual(other) {
    if (!(areNumbers(this.value, other) && this.value <= other)) this.full.toBeLessThanOrEqual(other);
  }

  toBeUndefined() {
    if (this.value !== undefined) this.full.toBeUndefined();
  }

  toBeDefined() {
    if (this.value === undefined) this.full.toBeDefined();
  }

  toContain(item) {
    if (!(Array.isArray(this.value) && this.value.includes(item))) this.full.toContain(item);
  }

  toHaveLength(length) {
    if (!(Array.isArray(this.value) && this.value.length === length)) this.full.toHaveLength(length);
  }
}

class QuickNot {
  constructor(value, message) {
    this.value = value;
    this.message = message;
  }

  toBe(other) {
    if (Object.is(this.value, other)) this.full.toBe(other);
  }
}

/**
 * Gives `type` whatever an assertion of vitest has and it has not. A matcher is that of the full assertion, called on this one, which takes over its flags: a
 * call between would hide from vitest where an inline snapshot is written.
 */
function complete(type, fullOf) {
  Object.defineProperties(type.prototype, { full: { get: fullOf }, _obj: { get() { return this.value; } } });
  const known = new Set(Object.getOwnPropertyNames(type.prototype));
  for (let from = full(0); from !== Object.prototype; from = Object.getPrototypeOf(from)) {
    for (const name of Object.getOwnPropertyNames(from)) {
      if (known.has(name) || name.startsWith('_')) continue;
      known.add(name);
      Object.defineProperty(type.prototype, name, {
        get() {
          const assertion = this.full;
          this.__flags ??= assertion.__flags;
          return assertion[name];
        },
      });
    }
  }
}

complete(Quick, function () {
  return full(this.value, this.message);
});
complete(QuickNot, function () {
  return full(this.value, this.message).not;
});

function areNumbers(a, b) {
  return typeof a === 'number' && typeof b === 'number';
}

/** Whether two values are surely equal: numbers, texts, and lists, buffers and plain objects of such. */
function isSame(a, b) {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const prototype = Object.getPrototypeOf(a);
  if (prototype !== Object.getPrototypeOf(b)) return false;
  if (Array.isArray(a) || (ArrayBuffer.isView(a) && !(a instanceof DataView))) {
    if (a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) if (!isSame(a[i], b[i])) return false;
    return true;
  }
  if (prototype !== Object.prototype) return false;
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length || Object.getOwnPropertySymbols(a).length + Object.getOwnPropertySymbols(b).length > 0) return false;
  for (const name of names) if (!Object.hasOwn(b, name) || !isSame(a[name], b[name])) return false;
  return true;
}
