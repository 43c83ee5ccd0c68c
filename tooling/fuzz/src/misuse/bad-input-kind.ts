import { Grid } from '@pf/grid';
import { DStarExtraLite, DStarLite, LPAStar, MultipathAdaptiveAStar, RepeatedAStar } from '@pf/incremental';
import { AStar, BidirectionalAStar, Dijkstra, JumpPointSearch, NBAStar } from '@pf/search';

/** A kind of mistake, and calls that make it. */
export interface BadInput {
  readonly kind: string;
  /** 'throws': each call throws a sentence. 'right': each call is handled correctly nevertheless, and returns true. */
  readonly answer: 'throws' | 'right';
  readonly calls: readonly (() => unknown)[];
}

export const grid = (): Grid => Grid.fromRows(['.....', '.....', '.....', '.....'], { movement: 'four' });
/** A value from a caller without types. */
export const loose = (value: unknown): never => value as never;
export const searches = [AStar, BidirectionalAStar, NBAStar, JumpPointSearch, Dijkstra];
export const planners = [DStarLite, DStarExtraLite, LPAStar, MultipathAdaptiveAStar, RepeatedAStar];
