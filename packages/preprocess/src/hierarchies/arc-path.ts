import { checkBuffer } from '@pf/graph/kit';

/** Below this share of a path's cost, an arc may be lost in the rounding of sums. */
const ROUNDING = 2 ** -50;

/** The arcs of a path as they are unpacked, from which its vertices follow. */
export class ArcPath {
  arcs: Uint32Array = new Uint32Array(256);
  length = 0;
  private start = 0;
  /** By vertex: where it was last written; made when it is first needed. */
  private position: Uint32Array | undefined;

  /** `arcHead` says where an arc leads, and `least` what the cheapest one costs. */
  constructor(
    private readonly arcHead: Uint32Array,
    private readonly vertexCount: number,
    private readonly least: () => number,
  ) {}

  /**
   * Takes a path of this cost from `start` that `write` writes: into a buffer, and returns how long it is, even where that is longer than the buffer.
   * Where arcs cost nothing, a path put together from shortcuts may run in a circle: that is cut out.
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

  /** Writes the vertices and returns how many there are. */
  vertices(out: Uint32Array): number {
    const { arcs, arcHead, length } = this;
    checkBufferLength(out, length + 1, 'vertices');
    out[0] = this.start;
    for (let i = 0; i < length; i++) out[i + 1] = arcHead[arcs[i]];
    return length + 1;
  }

  /** Writes the arcs and returns how many there are. */
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
      // What stands there from an earlier path is found out by looking whether `v` is there.
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
