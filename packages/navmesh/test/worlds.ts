import { VisibilityGraph, type PolygonWorld, type Ring } from '@pf/testkit';

/** Mulberry32: a seeded source for the tests, separate from that of the package. */
export function seeded(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export type Pair = readonly [x: number, y: number];

/** A small world with whole-number corners, most of them degenerate in some form, and points for queries. */
export class RandomWorld implements PolygonWorld {
  readonly size: number;
  readonly outlines: Ring[];
  readonly holes: Ring[];
  private oracle: VisibilityGraph | undefined;

  constructor(readonly seed: number, readonly random = seeded(seed), holes = 7) {
    this.size = 6 + this.int(25);
    const { size } = this;
    this.outlines = [random() < 0.7 ? [[0, 0], [size, 0], [size, size], [0, size]] : this.ring(3 + this.int(8), size >> 1, size >> 1, size)];
    if (random() < 0.2) this.outlines.push(this.rectangle(this.int(size), this.int(size), size));
    this.holes = Array.from({ length: this.int(holes) }, () => this.hole());
  }

  hole(): Ring {
    return this.ring(3 + this.int(4), this.int(this.size), this.int(this.size), 1 + this.int(this.size / 3));
  }

  int(n: number): number {
    return Math.floor(this.random() * n);
  }

  /** A corner, a lattice point, the middle of two corners of a ring, or any point. */
  point(): Pair {
    const kind = this.random();
    const rings = [...this.outlines, ...this.holes];
    const ring = rings[this.int(rings.length)];
    const i = this.int(ring.length);
    if (kind < 0.25) return ring[i];
    if (kind < 0.35) return [(ring[i][0] + ring[(i + 1) % ring.length][0]) / 2, (ring[i][1] + ring[(i + 1) % ring.length][1]) / 2];
    if (kind < 0.55) return [this.int(this.size + 1), this.int(this.size + 1)];
    return [this.random() * this.size, this.random() * this.size];
  }

  get visibility(): VisibilityGraph {
    return (this.oracle ??= new VisibilityGraph(this));
  }

  toString(): string {
    return `seed ${this.seed}: ${JSON.stringify({ outlines: this.outlines, holes: this.holes })}`;
  }

  private rectangle(x: number, y: number, most: number): Ring {
    const w = 1 + this.int(most), h = 1 + this.int(most);
    return [[x, y], [x + w, y], [x + w, y + h], [x, y + h]];
  }

  /** A rectangle, a star-shaped polygon, or random corners whose sides cross. */
  private ring(corners: number, x: number, y: number, radius: number): Ring {
    const kind = this.random();
    if (kind < 0.3) return this.rectangle(x, y, radius);
    if (kind < 0.8) {
      return Array.from({ length: corners }, () => this.random() * 2 * Math.PI).sort((a, b) => a - b).map((angle) => {
        const away = 1 + this.random() * radius;
        return [Math.round(x + away * Math.cos(angle)), Math.round(y + away * Math.sin(angle))] as const;
      });
    }
    return Array.from({ length: corners }, () => [x + this.int(2 * radius) - radius, y + this.int(2 * radius) - radius] as const);
  }
}
