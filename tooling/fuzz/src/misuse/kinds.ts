/** The kind of an argument: a valid value, created for each call, and invalid ones that must be rejected with a sentence. */
export interface Kind {
  readonly right: () => unknown;
  readonly wrong: readonly unknown[];
  /** Whether it may be omitted. */
  readonly optional?: boolean;
  /** For an options object: the kinds of its properties. */
  readonly options?: Readonly<Record<string, Kind>>;
}

/** An exported function, constructor or method, and a valid call. */
export interface Call {
  readonly name: string;
  readonly call: (...args: never[]) => unknown;
  readonly kinds: readonly Kind[];
}

const aFunction = (): number => 0;

/** An object of these packages with methods: a graph, a grid, a mesh. */
export function world(right: () => unknown): Kind {
  return { right, wrong: [undefined, null, {}, [], 'text', NaN, 7, aFunction] };
}

export function vertex(right = 0): Kind {
  return { right: () => right, wrong: [undefined, null, {}, 'text', '0', NaN, -1, 0.5, 1e9] };
}

/** A number that may be a fraction; `wrong` are invalid numbers. Its text, as inputs and JSON give it, is invalid too: it would be joined, not added. */
export function number(right: number, ...wrong: readonly number[]): Kind {
  return { right: () => right, wrong: [undefined, null, {}, 'text', String(right), NaN, ...wrong] };
}

/** A number whose text counts as the number. */
export function looseNumber(right: number, ...wrong: readonly number[]): Kind {
  return { right: () => right, wrong: [undefined, null, {}, 'text', NaN, ...wrong] };
}

export function whole(right: number, ...wrong: readonly number[]): Kind {
  return number(right, 0.5, ...wrong);
}

export function func(right: (...args: never[]) => unknown): Kind {
  return { right: () => right, wrong: [undefined, null, {}, 'text', NaN, 7] };
}

/** A list of numbers, of vertices for example. */
export function list(right: () => unknown, ...wrong: readonly unknown[]): Kind {
  return { right, wrong: [undefined, null, {}, 'text', NaN, ['text'], ...wrong] };
}

/** A buffer that results are written to. */
export function buffer(right: () => unknown): Kind {
  return { right, wrong: [undefined, null, {}, 'text', NaN, 7] };
}

export function text(right: string): Kind {
  return { right: () => right, wrong: [undefined, null, {}, NaN, 7, aFunction] };
}

export function choice(right: string): Kind {
  return { right: () => right, wrong: [null, {}, 'text', NaN, 7] };
}

/** A buffer for fractions or for −1: unsigned whole numbers would change them. */
export function signed(right: () => unknown): Kind {
  return { right, wrong: [...buffer(right).wrong, new Uint32Array(99)] };
}

/** True or false. A text, such as 'false' from a form, would count as true. */
export const flag: Kind = { right: () => false, wrong: [null, {}, 'false', '', 0, 1, NaN] };

export function maybe(kind: Kind): Kind {
  return { ...kind, wrong: kind.wrong.filter((value) => value !== undefined), optional: true };
}

/** Options that are all optional. */
export function options(kinds: Readonly<Record<string, Kind>>): Kind {
  return maybe(given(kinds));
}

/** Options, some of which are required. */
export function given(kinds: Readonly<Record<string, Kind>>): Kind {
  const right = (): unknown => Object.fromEntries(Object.entries(kinds).filter(([, kind]) => kind.optional !== true).map(([name, kind]) => [name, kind.right()]));
  return { right, wrong: [undefined, null, 'text', 7, NaN, aFunction], options: kinds };
}
