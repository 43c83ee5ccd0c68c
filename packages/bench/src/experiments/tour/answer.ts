import type { Estimate } from '../../measure/statistics.ts';

/** A line of the summary; times in microseconds. */
export interface Answer {
  readonly question: string;
  readonly ours: string;
  readonly time: number | Estimate;
  readonly beside?: string;
  readonly besideTime?: number | Estimate;
  /** Time of the fastest library over ours. */
  readonly faster?: Estimate;
}
