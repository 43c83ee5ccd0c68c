import { inspect } from 'node:util';

/** A number that is compared in the digits of its text. */
class About {
  constructor(text) {
    this.text = text;
  }

  holds(value) {
    const [mantissa, exponent = '0'] = this.text.toLowerCase().split('e');
    const decimals = mantissa.split('.')[1]?.length ?? 0;
    const unit = 10 ** (Number(exponent) - decimals);
    return typeof value === 'number' && Math.abs(value - Number(this.text)) <= unit / 2 * (1 + 1e-9);
  }

  [inspect.custom]() {
    return `≈ ${this.text}`;
  }
}

export function about(text) {
  return new About(text);
}

/** Throws unless `actual` equals the literal `expected`; a typed array equals an array of its numbers. */
export function is(actual, expected, place) {
  if (!equal(actual, expected)) throw new Error(`${place} states ${show(expected)}, but the result is ${show(actual)}.`);
}

/** Throws unless `run` throws an error of that name and message, or rejects with one. A `…` stands for the rest of a message. */
export function throws(run, name, message, place) {
  const judge = (error) => {
    if (error === undefined) throw new Error(`${place} states that it throws, but it does not.`);
    if (name !== '' && error.name !== name) throw new Error(`${place} states that it throws ${name}, but it throws ${error.name}: ${error.message}`);
    if (message.endsWith('…') ? !error.message.startsWith(message.slice(0, -1)) : error.message !== message) throw new Error(`${place} states that the message is "${message}", but it is "${error.message}".`);
  };
  try {
    const outcome = run();
    if (outcome instanceof Promise) return outcome.then(() => undefined, (error) => error).then(judge);
  } catch (error) {
    return judge(error);
  }
  return judge(undefined);
}

function equal(actual, expected) {
  if (expected instanceof About) return expected.holds(actual);
  if (typeof expected !== 'object' || expected === null) return actual === expected || Object.is(actual, expected);
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(expected)) {
    const isList = Array.isArray(actual) || (ArrayBuffer.isView(actual) && 'length' in actual);
    return isList && actual.length === expected.length && expected.every((each, i) => equal(actual[i], each));
  }
  const names = Object.keys(expected);
  return !Array.isArray(actual) && Object.keys(actual).length === names.length && names.every((name) => Object.hasOwn(actual, name) && equal(actual[name], expected[name]));
}

function show(value) {
  return inspect(value, { depth: 4, breakLength: Infinity });
}
