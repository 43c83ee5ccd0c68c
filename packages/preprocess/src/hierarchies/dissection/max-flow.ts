import type { Part } from './part.ts';

/** Values of `terminal`. */
export const SOURCE = 1;
export const SINK = 2;

/**
 * Maximum flow with unit capacities (E. A. Dinic, 1970), from all sources to all sinks of a part. Paths are walked with an explicit stack of arcs, so
 * that long ones do not overflow the call stack.
 */
export class MaxFlow {
  /** By vertex of the part: SOURCE, SINK or 0. */
  readonly terminal: Uint8Array;
  /** By vertex, after a run: 1 on the source side of the cut nearest to the sources, or on the sink side of the cut nearest to the sinks. */
  readonly nearSource: Uint8Array;
  readonly nearSink: Uint8Array;
  private readonly flow: Int8Array;
  private readonly cursor: Uint32Array;
  private readonly path: Uint32Array;

  constructor(
    private readonly part: Part,
    vertexCount: number,
  ) {
    this.terminal = new Uint8Array(vertexCount);
    this.nearSource = new Uint8Array(vertexCount);
    this.nearSink = new Uint8Array(vertexCount);
    this.flow = new Int8Array(part.head.length);
    this.cursor = new Uint32Array(vertexCount);
    this.path = new Uint32Array(vertexCount + 1);
  }

  /** Finds the flow and marks both sides. Stops and returns `limit` when the flow reaches it. */
  run(limit: number): number {
    const { part, flow, nearSource, nearSink } = this;
    const { count, first, level } = part;
    flow.fill(0, 0, first[count]);
    let total = 0;
    while (this.layer()) {
      total = this.block(total, limit);
      if (total >= limit) return limit;
    }
    for (let v = 0; v < count; v++) nearSource[v] = level[v] >= 0 ? 1 : 0;
    nearSink.fill(0, 0, count);
    this.floodBack();
    return total;
  }

  /** Levels from the sources along arcs with residual capacity. Returns whether a sink was reached. */
  private layer(): boolean {
    const { part, flow, terminal } = this;
    const { count, first, head, level, queue } = part;
    level.fill(-1, 0, count);
    let reached = 0;
    for (let v = 0; v < count; v++) {
      if (terminal[v] !== SOURCE) continue;
      level[v] = 0;
      queue[reached++] = v;
    }
    let found = false;
    for (let done = 0; done < reached; done++) {
      const v = queue[done];
      for (let a = first[v]; a < first[v + 1]; a++) {
        const w = head[a];
        if (level[w] >= 0 || flow[a] === 1) continue;
        level[w] = level[v] + 1;
        if (terminal[w] === SINK) found = true;
        else queue[reached++] = w;
      }
    }
    return found;
  }

  /** Finds a blocking flow along arcs that lead one level on. */
  private block(total: number, limit: number): number {
    const { part, flow, terminal, cursor, path } = this;
    const { count, first, head, twin, level } = part;
    for (let v = 0; v < count; v++) cursor[v] = first[v];
    for (let source = 0; source < count; source++) {
      if (terminal[source] !== SOURCE) continue;
      let length = 0;
      for (let v = source; ; ) {
        if (terminal[v] === SINK) {
          for (let i = 0; i < length; i++) {
            flow[path[i]]++;
            flow[twin[path[i]]]--;
          }
          if (++total >= limit) return total;
          length = 0;
          v = source;
          continue;
        }
        let a = cursor[v];
        while (a < first[v + 1] && (flow[a] === 1 || level[head[a]] !== level[v] + 1)) a++;
        cursor[v] = a;
        if (a < first[v + 1]) {
          path[length++] = a;
          v = head[a];
        } else if (length > 0) {
          v = head[twin[path[--length]]];
          cursor[v]++;
        } else break;
      }
    }
    return total;
  }

  /** Marks all vertices that can still reach a sink. */
  private floodBack(): void {
    const { part, flow, terminal, nearSink } = this;
    const { count, first, head, queue } = part;
    let reached = 0;
    for (let v = 0; v < count; v++) {
      if (terminal[v] !== SINK) continue;
      nearSink[v] = 1;
      queue[reached++] = v;
    }
    for (let done = 0; done < reached; done++) {
      const v = queue[done];
      for (let a = first[v]; a < first[v + 1]; a++) {
        const w = head[a];
        if (nearSink[w] === 1 || flow[a] === -1) continue;
        nearSink[w] = 1;
        queue[reached++] = w;
      }
    }
  }
}
