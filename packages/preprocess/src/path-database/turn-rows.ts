/**
 * Rows at jump points: for each target the first jump point at which a cheapest path turns. Y. Hu, D. Harabor, L. Qin and Q. Yin, "Regarding goal bounding and jump
 * point search", JAIR 2021 (Topping+), after M. Salvetti et al., "Two-oracle optimal path planning on grid maps", ICAPS 2018 (TOPS).
 *
 * Departure: TOPS stores the first move, and in a second table how often it is repeated. Here a row names the end of the whole stretch of diagonal and
 * then straight steps. So cells at which a diagonal turns into one of its own straight parts need no row.
 */
import type { Graph } from '@pf/graph';
import { CanonicalFlood, followsCanonicalOrder, OTHER_TURN, TURNS } from '../canonical-flood.ts';
import { jumpPoints } from '../jump-table/jump-points.ts';
import type { WordList } from './word-list.ts';

/** Symbol of targets in sight: diagonal and then straight steps lead there. The turns of a row follow from 1 on. */
export const IN_SIGHT = 0;

/** Number of bits of a run that hold a symbol; the others hold the position of its first target. The highest symbol means that there is no path. */
export function symbolBits(targets: number): number {
  return Math.clz32(targets);
}

/** A row is its number of turns, its turns, and runs of symbols. Cells that are not jump points have none. */
export function turnRows(graph: Graph, order: Uint32Array): (source: number, words: WordList) => void {
  if (!followsCanonicalOrder(graph)) {
    throw new RangeError("Rows at jump points need an 8-connected grid with exact costs, without terrain costs and one-way cells: build rows 'all' for this world.");
  }
  const marks = jumpPoints(graph);
  const flood = new CanonicalFlood(graph);
  const { turns } = flood;
  const symbols = new Uint32Array(order.length);
  const bits = symbolBits(order.length);
  const unreachable = 2 ** bits - 1;
  return (source, words) => {
    if (marks[source] === 0) return;
    for (let first = 0; first === 0 || first < turns.length; first += TURNS) {
      flood.runToTurns(source, first);
      const { labels } = flood;
      for (let place = 0; place < order.length; place++) {
        const word = labels[order[place]];
        const label = word & 0xff;
        if (label !== OTHER_TURN) symbols[place] = word === 0 ? unreachable : label === 0 ? IN_SIGHT : first + label;
      }
    }
    if (turns.length >= unreachable) throw new RangeError(`A row holds at most ${unreachable - 1} turns on a map of ${order.length} cells, vertex ${source} has ${turns.length}: build rows 'all'.`);
    words.push(turns.length);
    for (const turn of turns) words.push(turn);
    let last = -1;
    for (let place = 0; place < symbols.length; place++) {
      // The symbol of the source itself is never read.
      if (symbols[place] === last || order[place] === source) continue;
      last = symbols[place];
      words.push(((place << bits) | last) >>> 0);
    }
  };
}
