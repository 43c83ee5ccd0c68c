import type { Graph, Located } from '@pf/graph';
import { checkOptions, checkVertex, shown } from '@pf/graph/kit';

/** A step between two cells that are not neighbours: stairs, a portal, a jump down. */
export interface GridLink {
  /** The cell where it begins. */
  readonly from: number;
  /** The cell where it ends. */
  readonly to: number;
  /** What it costs, whatever the terrain. Planners such as `DStarLite` and agents of @pf/realtime need more than 0. */
  readonly cost: number;
  /** True: only from `from` to `to`. Default false. */
  readonly oneWay?: boolean | undefined;
  /** For `costOf` of the `LinkedGrid`s that share it, such as 'ladder'. */
  readonly kind?: string | undefined;
}

/** Throws unless it is a link between cells of the world. */
export function checkLink(world: Graph & Located, link: GridLink): void {
  if (typeof link !== 'object' || (link as GridLink | null) === null) throw new TypeError(`A link is { from, to, cost }, got ${shown(link)}.`);
  checkOptions(link, ['from', 'to', 'cost', 'oneWay', 'kind'], 'A link');
  const { from, to, cost, oneWay = false, kind } = link;
  checkVertex(world, from, 'start of a link');
  checkVertex(world, to, 'end of a link');
  if (from === to) throw new RangeError(`A link must lead to another cell, got ${from} twice.`);
  if (!isLinkCost(cost)) throw new RangeError(`A link costs a number from 0 to 10¹², got ${shown(cost)}.`);
  if (typeof oneWay !== 'boolean') throw new TypeError(`oneWay must be true or false, got ${shown(oneWay)}.`);
  if (kind !== undefined && typeof kind !== 'string') throw new TypeError(`The kind of a link is a string, got ${shown(kind)}.`);
}

export function isLinkCost(cost: unknown): boolean {
  return typeof cost === 'number' && cost >= 0 && cost <= 1e12;
}
