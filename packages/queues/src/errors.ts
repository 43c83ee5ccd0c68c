/** Messages for misuse. Thrown from here, so that hot methods contain one branch and no text. */

export function throwShrinking(capacity: number, present: number): never {
  throw new RangeError(`A queue only grows: its capacity is ${present}, got ${capacity}.`);
}

export function throwBadId(id: number, capacity: number): never {
  throw new RangeError(`The id must be a whole number from 0 to ${capacity - 1} (the capacity less one), got ${id}; grow(capacity) makes room for more.`);
}

export function throwAnyId(id: number): never {
  throw new RangeError(`The id must be a whole number from 0 to 2147483647, got ${id}.`);
}

export function throwPresent(id: number): never {
  throw new Error(`The id ${id} is in the queue already; update(id, …) gives it another key.`);
}

export function throwAbsent(id: number): never {
  throw new Error(`The id ${id} is not in the queue; push it, or check has(id) first.`);
}

export function throwBadKey(key: number): never {
  throw new RangeError(`A key must be a number and not NaN, got ${key}.`);
}

export function throwGreatKey(key: number, greatest: number): never {
  throw new RangeError(`A key must be a number from ${-greatest} to ${greatest}, got ${key}.`);
}

export function throwKeyChange(id: number, old: number, key: number, verb: 'decrease' | 'increase'): never {
  if (!(key <= Infinity)) throwBadKey(key);
  throw new RangeError(`The key of ${id} is ${old}, so ${verb}(${id}, ${key}) is in the wrong direction; update(id, key) allows both.`);
}

export function throwBadSpan(priority: number, lowest: number, highest: number, buckets: number): never {
  throw new RangeError(`The priority ${priority} is too far from those in the queue (${lowest} to ${highest}): they may span ${buckets} buckets; use a heap.`);
}

/** Throws unless `capacity` is a size that the arrays of a queue can have. */
export function checkCapacity(capacity: number, most = 0x7fffffff): void {
  if (Number.isInteger(capacity) && capacity >= 0 && capacity <= most) return;
  throw new RangeError(`The capacity must be a whole number from 0 to ${most}, got ${capacity}.`);
}

/** Throws unless `priority` is allowed in a bucket queue. */
export function checkPriority(priority: number): void {
  if (Number.isSafeInteger(priority) && priority >= 0) return;
  throw new RangeError(`A priority must be a whole number from 0 to 9007199254740991, got ${priority}; for fractional ones use a heap.`);
}

/** Throws unless options are an object with these names only. */
export function checkOptionNames(options: object, names: readonly string[]): void {
  const given: unknown = options;
  const wrong = typeof given === 'object' && given !== null ? Object.keys(given).find((name) => !names.includes(name)) : typeof given;
  if (wrong !== undefined) throw new TypeError(`A queue has no option '${wrong}': it takes ${names.join(', ')}.`);
}

/** Throws for a `push` of a bad id, with a bad priority, or of an id that is in the queue. */
export function throwBadPush(id: number, priority: number, capacity: number): never {
  if ((id | 0) !== id || id < 0 || id >= capacity) throwBadId(id, capacity);
  checkPriority(priority);
  throwPresent(id);
}
