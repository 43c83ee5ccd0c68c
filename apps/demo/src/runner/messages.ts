import type { ContenderName, DrawnName } from '../which/advice.ts';
import type { Measured, PostedMap } from '../which/measuring.ts';
import type { Recording } from '../lab/recordings/recording.ts';
import type { Printed } from './run-code.ts';

/** What the page asks of the worker, and what it answers: parts on the way, then the result. */
export interface Jobs {
  readonly run: { readonly asked: { readonly code: string }; readonly part: Printed; readonly result: undefined };
  readonly measure: {
    readonly asked: { readonly map: PostedMap; readonly contenders: readonly ContenderName[]; readonly queries: number; readonly crowd: boolean };
    readonly part: readonly Measured[];
    readonly result: readonly Measured[];
  };
  readonly record: { readonly asked: { readonly map: PostedMap; readonly contender: DrawnName; readonly start: number; readonly goal: number }; readonly part: never; readonly result: Recording };
}

export type Job = keyof Jobs;
export type ToWorker = { readonly [J in Job]: { readonly job: J } & Jobs[J]['asked'] }[Job];
/** `begun`: the packages of a sample are loaded. */
export type FromWorker = { readonly begun: true } | { readonly part: unknown } | { readonly result: unknown } | { readonly error: string };
