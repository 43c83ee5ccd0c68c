import { checkOptions, checkVertex, shown } from '@pf/graph/kit';
import { Landmarks } from './landmarks.ts';

/**
 * The rule of A. Patel's page, which moves landmarks during a game: once searches have expanded `interval` vertices, the least used one to the last goal.
 *
 * @example
 * ```ts
 * import { Grid } from '@pf/grid';
 * import { AdaptivePlacement, Landmarks } from '@pf/preprocess';
 *
 * const grid = new Grid(9, 9);
 * const landmarks = new Landmarks(grid, [grid.vertex(0, 0)]);
 * const placement = new AdaptivePlacement(landmarks, { interval: 100 });
 * placement.searched(grid.vertex(8, 8), 60); // → false
 * placement.searched(grid.vertex(8, 8), 60); // → true
 * landmarks.vertices[0] === grid.vertex(8, 8); // → true
 * ```
 */
export class AdaptivePlacement {
  private readonly landmarks: Landmarks;
  private readonly interval: number;
  private explored = 0;

  /** `interval`: the number of expansions between two moves. A usual value is a few times the size of a flood. */
  constructor(landmarks: Landmarks, options: { readonly interval: number }) {
    if (!(landmarks instanceof Landmarks)) throw new TypeError(`AdaptivePlacement moves Landmarks, got ${shown(landmarks)}.`);
    checkOptions(options, ['interval'], 'AdaptivePlacement');
    const interval = (options as { readonly interval: number } | undefined)?.interval;
    if (!(typeof interval === 'number' && interval > 0)) throw new RangeError(`interval must be above 0, got ${shown(interval)}: it is how many expansions pass between two moves.`);
    this.landmarks = landmarks;
    this.interval = interval;
  }

  /** Call with each search's goal and expansions. Returns true if a landmark was moved to that goal. Goals without incoming arcs are skipped. */
  searched(goal: number, expanded: number): boolean {
    const { graph, vertices, uses } = this.landmarks;
    checkVertex(graph, goal, 'goal');
    if (!(typeof expanded === 'number' && expanded >= 0)) throw new RangeError(`What a search expanded must be a number of 0 or more, got ${shown(expanded)}.`);
    this.explored += expanded;
    if (vertices.length === 0 || this.explored < this.interval || vertices.includes(goal)) return false;
    if (graph.predecessors(goal, new Uint32Array(graph.maxDegree), new Float64Array(graph.maxDegree)) === 0) return false;
    this.explored = 0;
    let least = 0;
    for (let i = 1; i < uses.length; i++) if (uses[i] < uses[least]) least = i;
    this.landmarks.move(least, goal);
    // Counts decay with each goal.
    for (let i = 0; i < uses.length; i++) uses[i] /= 2;
    return true;
  }
}
