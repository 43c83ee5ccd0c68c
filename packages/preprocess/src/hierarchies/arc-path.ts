import { checkBuffer } from '@pf/graph/kit';

/** An arc cheaper than this share of the path's cost may be lost in rounding. */
const ROUNDING = 2 ** -50;

/** The arcs of an unpacked path, and its vertices. */
export class ArcPath {
  arcs: Uint32Array = new Uint32Array(256);
  length = 0;
  private start = 0;
  /** By vertex: its last position in the path. Allocated on first use. */
  private position: Uint32Array | undefined;

  /** `arcHead` is the head of each arc, `least` the cost of the cheapest arc. */
  constructor(
    private readonly arcHead: Uint32Array,
    private readonly vertexCount: number,
    private readonly least: () => number,
  ) {}

  /**
   * Stores a path of this cost from `start`. `write` fills a buffer and returns the path's length, which may exceed the buffer. Where arcs cost
   * nothing, unpacked shortcuts may contain a cycle, which is cut out.
   */
  fill(start: number, cost: number, write: (out: Uint32Array) => number): void {
    this.start = start;
    this.length = write(this.arcs);
    if (this.length > this.arcs.length) {
      this.arcs = new Uint32Array(2 * this.length);
      write(this.arcs);
    }
    if (this.least() <= cost * ROUNDING) this.cutCircles();
  }

  /** Writes the vertices and returns their number. */
  vertices(out: Uint32Array): number {
    const { arcs, arcHead, length } = this;
    checkBufferLength(out, length + 1, 'vertices');
    out[0] = this.start;
    for (let i = 0; i < length; i++) out[i + 1] = arcHead[arcs[i]];
    return length + 1;
  }

  /** Writes the arcs and returns their number. */
  copy(out: Uint32Array): number {
    const { arcs, length } = this;
    checkBufferLength(out, length, 'arcs');
    for (let i = 0; i < length; i++) out[i] = arcs[i];
    return length;
  }

  private cutCircles(): void {
    const { arcs, arcHead, start, length } = this;
    const position = (this.position ??= new Uint32Array(this.vertexCount));
    let n = 0;
    for (let i = 0; i < length; i++) {
      const arc = arcs[i];
      const v = arcHead[arc];
      // An entry of an earlier path is stale: it counts only if `v` is at that position.
      if (v === start) n = 0;
      else if (position[v] < n && arcHead[arcs[position[v]]] === v) n = position[v] + 1;
      else {
        position[v] = n;
        arcs[n++] = arc;
      }
    }
    this.length = n;
  }
}

function checkBufferLength(out: Uint32Array, length: number, what: string): void {
  checkBuffer(out);
  if (length <= out.length) return;
  throw new RangeError(`The path has ${length} ${what}, but the buffer holds ${out.length}: pass one of up to vertexCount entries.`);
}
