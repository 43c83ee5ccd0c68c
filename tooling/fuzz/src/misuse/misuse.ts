import type { Call, Kind } from './kinds.ts';

/** An invalid call that was not rejected with a sentence of these packages. */
export interface Fault {
  readonly call: string;
  /** 'silent' if it was accepted, 'raw' if the engine threw, far from the cause. */
  readonly kind: 'silent' | 'raw';
  readonly message: string;
}

/** The wording of engine errors, which are thrown far from the mistake, in Node and Chromium. */
export const RAW =
  /Cannot (read|set|convert|destructure|mix|add|use 'in'|access|assign)|is not (a function|iterable|a constructor|defined)|undefined is not|Invalid (array|typed array|array buffer|string) length|Reduce of empty|call stack|Class constructor|offset is out of bounds|cannot be converted|Array buffer allocation|Object prototype|non-object/;

/**
 * Makes every call with each of its arguments, and each of its options, replaced by invalid values. Returns the calls that were not rejected
 * properly.
 */
export function misuse(calls: readonly Call[]): { readonly tried: number; readonly faults: readonly Fault[] } {
  const faults: Fault[] = [];
  let tried = 0;
  const attempt = ({ name, call, kinds }: Call, i: number, value: unknown, what: string): void => {
    tried++;
    const args = kinds.map(({ right, optional }, k) => (k === i ? value : optional === true && k > i ? undefined : right()));
    const shown = `${name}, ${what}`;
    try {
      (call as (...args: unknown[]) => unknown)(...args);
      faults.push({ call: shown, kind: 'silent', message: '' });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (!(error instanceof Error) || RAW.test(message)) faults.push({ call: shown, kind: 'raw', message });
    }
  };
  for (const call of calls) {
    call.kinds.forEach((kind, i) => {
      for (const value of kind.wrong) attempt(call, i, value, `argument ${i} ${shownWrong(value)}`);
      if (kind.options === undefined) return;
      attempt(call, i, { ...(kind.right() as object), noSuchOption: 1 }, 'an option that it does not have');
      for (const [name, option] of Object.entries(kind.options)) {
        for (const value of optionValues(option)) attempt(call, i, { ...(kind.right() as object), [name]: value }, `${name}: ${shownWrong(value)}`);
      }
    });
  }
  return { tried, faults };
}

function optionValues(option: Kind): readonly unknown[] {
  if (option.options === undefined) return option.wrong;
  return [...option.wrong, { ...(option.right() as object), noSuchOption: 1 }];
}

function shownWrong(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  return typeof value === 'number' || value === undefined ? String(value) : JSON.stringify(value);
}

/** Valid calls that fail: errors of the table itself. */
export function failing(calls: readonly Call[]): readonly string[] {
  return calls.flatMap(({ name, call, kinds }) => {
    try {
      (call as (...args: unknown[]) => unknown)(...kinds.map(({ right, optional }) => (optional === true ? undefined : right())));
      return [];
    } catch (error) {
      return [`${name}: ${String(error)}`];
    }
  });
}
