/**
 * Contraction hierarchies: R. Geisberger, P. Sanders, D. Schultes, D. Delling, "Contraction Hierarchies: Faster and Simpler Hierarchical Routing in
 * Road Networks", WEA 2008; R. Geisberger et al., "Exact Routing in Large Road Networks Using Contraction Hierarchies", Transportation Science 46(3),
 * 2012.
 *
 * Departure: the priority of a vertex is its level, plus the ratio of added shortcuts to removed arcs. The same ratio is added once more, counted in
 * arcs of the graph. These are the paper's terms as quotients instead of weighted differences, as in RoutingKit, so that no weights must be tuned for each
 * network. A priority is updated when a neighbour is contracted, as in the paper; but if there are many neighbours, only when the vertex is next, and
 * the shortcuts found for it then serve for the contraction. Until then it is a guess.
 */
import { BinaryHeap } from '@pf/queues';
import type { ProgressCallbacks } from '../progress-callbacks.ts';
import { reportProgress } from '../progress-callbacks.ts';
import type { ArcList } from './arc-list.ts';
import { levelOrder } from './level-order.ts';
import { RemainingGraph } from './remaining-graph.ts';
import { ShortcutFinder } from './shortcuts.ts';

/** Vertices that a witness search may settle: fewer if the contraction is only simulated, to update its priority. */
const SIMULATED = 60;
const CONTRACTED = 500;
/** Priorities of vertices with more neighbours, which take longest, are updated late: on maps with hubs this takes a third of the time, for hardly more arcs. */
const AT_ONCE = 8;
/** The first priority of such a vertex, for each neighbour: as if one pair in six needed a shortcut. */
const GUESS = 0.25;
/** A vertex whose new priority is higher than the next one by at most this factor is contracted, rather than queued once more. */
const SLACK = 1.03;
/** A vertex with more neighbours is contracted when it is next: in dense parts, where each contraction changes all priorities, it would be queued again and again. */
const HUB = 96;
/** Number of progress reports. */
const STEPS = 256;

/** Each row as it was when its vertex was contracted, and the order of contraction. */
export interface Contracted {
  readonly rows: RemainingGraph;
  readonly order: Uint32Array;
}

/** Contracts all vertices, least important first. */
export function contract(arcs: ArcList, callbacks: ProgressCallbacks = {}): Contracted {
  const rows = new RemainingGraph(arcs);
  const vertexCount = rows.first.length;
  const finder = new ShortcutFinder(rows);
  const level = new Uint32Array(vertexCount);
  const queue = new BinaryHeap(vertexCount);
  /** By vertex: whether its priority must be computed again before it is contracted. */
  const isOutdated = new Uint8Array(vertexCount);
  for (let v = 0; v < vertexCount; v++) {
    isOutdated[v] = rows.degree[v] > AT_ONCE ? 1 : 0;
    queue.push(v, isOutdated[v] === 1 ? GUESS * rows.degree[v] : priority(rows, finder, level, v, SIMULATED));
  }
  const step = Math.max(1, Math.floor(vertexCount / STEPS));
  for (let done = 0; done < vertexCount; ) {
    const x = queue.pop();
    if (isOutdated[x] === 1) {
      isOutdated[x] = 0;
      const now = priority(rows, finder, level, x, CONTRACTED);
      if (rows.degree[x] <= HUB && queue.size > 0 && now > SLACK * queue.peekKey()) {
        queue.push(x, now);
        continue;
      }
    } else finder.find(x, CONTRACTED);
    done++;
    insertShortcuts(rows, finder, x);
    rows.detach(x);
    for (let i = rows.first[x], end = i + rows.degree[x]; i < end; i++) {
      const u = rows.head[i];
      level[u] = Math.max(level[u], level[x] + 1);
      if (rows.degree[u] > AT_ONCE) isOutdated[u] = 1;
      else {
        isOutdated[u] = 0;
        queue.update(u, priority(rows, finder, level, u, SIMULATED));
      }
    }
    if (done % step === 0 || done === vertexCount) reportProgress(callbacks, done, vertexCount);
  }
  return { rows, order: levelOrder(rows, level) };
}

/** Finds the shortcuts of `x`, and rates them. */
function priority(rows: RemainingGraph, finder: ShortcutFinder, level: Uint32Array, x: number, limit: number): number {
  const { forth, back, forthHops, backHops } = rows;
  finder.find(x, limit);
  const { count, from, to } = finder;
  if (count === 0) return level[x];
  let insertedHops = 0;
  for (let k = 0; k < count; k++) insertedHops += backHops[from[k]] + forthHops[to[k]];
  let removed = 0;
  let removedHops = 0;
  for (let i = rows.first[x], end = i + rows.degree[x]; i < end; i++) {
    if (forth[i] < Infinity) {
      removed++;
      removedHops += forthHops[i];
    }
    if (back[i] < Infinity && !rows.symmetric) {
      removed++;
      removedHops += backHops[i];
    }
  }
  return level[x] + count / removed + insertedHops / removedHops;
}

function insertShortcuts(rows: RemainingGraph, finder: ShortcutFinder, x: number): void {
  const { count, from, to, cost } = finder;
  for (let k = 0; k < count; k++) {
    const { head, forthHops, backHops } = rows;
    const u = head[from[k]];
    const w = head[to[k]];
    rows.add(u, w, cost[k], x, backHops[from[k]] + forthHops[to[k]]);
    if (rows.symmetric) rows.add(w, u, cost[k], x, backHops[to[k]] + forthHops[from[k]]);
  }
}
