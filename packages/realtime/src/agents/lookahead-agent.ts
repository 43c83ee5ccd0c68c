import type { Graph } from '@pf/graph';
import { checkOptions, LAST_STAMP, lastingHeuristic, nextStamp, shown } from '@pf/graph/kit';
import { TupleHeap } from '@pf/queues';
import type { AgentOptions } from '../agent.ts';
import { LearnedHeuristic } from '../learned-heuristic.ts';
import { EpisodeAgent } from './episode-agent.ts';

/** An agent that makes a local search, learns from it, and follows a path to its frontier. */
export abstract class LookaheadAgent extends EpisodeAgent {
  protected readonly learned: LearnedHeuristic;
  protected readonly lookahead: number;
  /** By f, then by larger g. */
  protected readonly open: TupleHeap;
  protected readonly g: Float64Array;
  protected readonly parent: Int32Array;
  /** By vertex: the local search that set g and parent, and the one that expanded it. */
  protected readonly generated: Uint32Array;
  protected readonly expanded: Uint32Array;
  protected search = 0;
  /** All generated vertices. */
  protected readonly touched: Int32Array;
  protected touchedCount = 0;
  /** The path to follow, last vertex first, and the number of vertices left of it. */
  protected readonly route: Int32Array;
  protected left = 0;

  /** `names`: those of the other options of `agent`. */
  constructor(graph: Graph, options: AgentOptions & { readonly lookahead?: number | undefined }, agent: string, names: readonly string[]) {
    super(graph);
    checkOptions(options, ['heuristic', 'costBound', 'lookahead', ...names], agent);
    const { heuristic = lastingHeuristic(graph), lookahead = 32, costBound } = options;
    if (!Number.isInteger(lookahead) || lookahead < 1) {
      throw new RangeError(`lookahead must be a whole number of at least 1, got ${shown(lookahead)}: it is the number of vertices that a step may expand.`);
    }
    const n = graph.vertexCount;
    this.learned = new LearnedHeuristic(graph, heuristic, costBound);
    this.lookahead = lookahead;
    this.open = new TupleHeap(n, 2);
    this.g = new Float64Array(n);
    this.parent = new Int32Array(n);
    this.generated = new Uint32Array(n);
    this.expanded = new Uint32Array(n);
    this.touched = new Int32Array(Math.min(n, lookahead * graph.maxDegree + 1));
    // A path to the frontier has at most one arc for each expanded vertex.
    this.route = new Int32Array(Math.min(n, lookahead));
  }

  protected advance(): void {
    if (this.costAhead() === Infinity) {
      this.left = 0;
      if (!this.plan()) {
        this.state = 'unreachable';
        return;
      }
      if (this.left === 0) return;
    }
    const cost = this.costAhead();
    this.moveTo(this.route[--this.left], cost);
  }

  /** Makes a local search, learns from it, and sets the path to follow. Returns false if the goal is unreachable. */
  protected abstract plan(): boolean;

  /** Begins a local search, and returns its number. */
  protected nextSearch(): number {
    if (this.search === LAST_STAMP) this.expanded.fill(0);
    return (this.search = nextStamp(this.generated, this.search));
  }

  /** Sets the path to `target` in the tree of the local search. */
  protected follow(target: number): void {
    for (let v = target; v !== this.at; v = this.parent[v]) this.route[this.left++] = v;
  }

  /** The cost of the next arc of the path; Infinity at its end, or if the arc is closed. */
  private costAhead(): number {
    return this.left === 0 ? Infinity : this.arcs.costOf(this.at, this.route[this.left - 1]);
  }
}
