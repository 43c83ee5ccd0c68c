import { VertexIndex } from '@pf/graph';
import { CustomizableHierarchy, EliminationQuery, HierarchySweep } from '@pf/preprocess';
import type { CustomMetric } from '@pf/preprocess';
import { Dijkstra } from '@pf/search';
import type { City } from './city-map.ts';

/** How much longer a jammed road takes. */
export const JAM = 8;

export interface Route {
  /** Its crossings; none where no road leads there. */
  readonly vertices: Uint32Array;
  readonly seconds: number;
  /** Vertices expanded by the hierarchy, and by Dijkstra's algorithm for the same query. */
  readonly expanded: number;
  readonly dijkstra: number;
  /** Microseconds that both took. */
  readonly microseconds: number;
  readonly dijkstraMicroseconds: number;
}

/** The roads of a city, their traffic, and route queries on them. Does not use the browser. */
export class CityModel {
  /** By road: whether it is jammed. */
  readonly jammed: Uint8Array;
  /** Edges of the hierarchy that the last traffic report recomputed, and the microseconds that it took. */
  recomputed = 0;
  recomputedIn = 0;
  readonly edges: number;
  private readonly metric: CustomMetric;
  private readonly query: EliminationQuery;
  private readonly sweep: HierarchySweep;
  private readonly dijkstra: Dijkstra;
  private readonly index: VertexIndex;
  private readonly buffer: Uint32Array;
  /** By vertex: its roads. */
  private readonly roadsAt: readonly number[][];

  constructor(readonly city: City) {
    const { graph, ends } = city;
    const hierarchy = CustomizableHierarchy.build(graph);
    this.edges = hierarchy.edges.head.length;
    this.metric = hierarchy.customise();
    this.query = new EliminationQuery(this.metric);
    this.sweep = new HierarchySweep(this.metric);
    this.dijkstra = new Dijkstra(graph);
    this.index = new VertexIndex(graph);
    this.buffer = new Uint32Array(graph.vertexCount);
    this.jammed = new Uint8Array(city.kinds.length);
    const roadsAt = Array.from({ length: graph.vertexCount }, (): number[] => []);
    for (let i = 0; i < ends.length; i++) roadsAt[ends[i]].push(i >> 1);
    this.roadsAt = roadsAt;
  }

  /** The crossing nearest to a point. */
  nearest(x: number, y: number): number {
    return this.index.nearest(x, y);
  }

  route(from: number, to: number): Route {
    const { query, dijkstra, buffer } = this;
    const microseconds = timed(() => {
      query.search(from, to);
      query.path(buffer);
    });
    const seconds = query.cost;
    const vertices = buffer.slice(0, query.path(buffer));
    const dijkstraMicroseconds = timed(() => dijkstra.search(from, to));
    return { vertices, seconds, expanded: query.counters.expanded, dijkstra: dijkstra.counters.expanded, microseconds, dijkstraMicroseconds };
  }

  /** Seconds from a crossing to every one, by vertex; returns the microseconds that they took. */
  secondsFrom(from: number, out: Float64Array): number {
    const microseconds = timed(() => this.sweep.flood(from));
    this.sweep.distances(out);
    return microseconds;
  }

  /** Jams or clears the roads near a point; returns how many. */
  setTraffic(x: number, y: number, radius: number, isJammed: boolean): number {
    const { city: { graph, ends, seconds }, jammed, roadsAt } = this;
    const near = new Set<number>();
    for (let v = 0; v < graph.vertexCount; v++) {
      if (Math.hypot(graph.x(v) - x, graph.y(v) - y) < radius) for (const road of roadsAt[v]) near.add(road);
    }
    const changed = [...near].filter((road) => (jammed[road] !== 0) !== isJammed);
    // The figures of the last report stay if nothing changes.
    if (changed.length === 0) return 0;
    this.recomputed = this.recomputedIn = 0;
    // The graph remembers 512 edits: two for each road. All arcs are recomputed if more come at once, which is faster for very many.
    const piece = changed.length > 2048 ? changed.length : 256;
    for (let first = 0; first < changed.length; first += piece) {
      const tails: number[] = [];
      for (const road of changed.slice(first, first + piece)) {
        jammed[road] = isJammed ? 1 : 0;
        const [a, b] = [ends[2 * road], ends[2 * road + 1]];
        const cost = seconds[road] * (isJammed ? JAM : 1);
        graph.setCost(a, b, cost);
        graph.setCost(b, a, cost);
        tails.push(a, b);
      }
      this.report(tails);
    }
    return changed.length;
  }

  /** The end of all jams. */
  clearTraffic(): void {
    this.setTraffic(0, 0, Infinity, false);
  }

  private report(tails: readonly number[]): void {
    const unique = [...new Set(tails)];
    const begin = performance.now();
    this.recomputed += this.metric.arcsChanged(unique, unique.length);
    this.recomputedIn += 1000 * (performance.now() - begin);
  }
}

/** Seconds as minutes and whole seconds. */
export function inMinutes(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** Microseconds of a call. Browsers have coarse clocks: it is called until two milliseconds are over. */
function timed(run: () => void): number {
  const begin = performance.now();
  for (let calls = 1; ; calls++) {
    run();
    const took = performance.now() - begin;
    if (took > 2) return (1000 * took) / calls;
  }
}
