import { checkWorld } from './check-world.ts';
import type { Graph, Located } from './graph.ts';
import { isLattice } from './graph.ts';

/**
 * Sixteen hexadecimal digits that identify a world. Saved artifacts contain them, so that none is used with another map.
 * They depend on all arcs and costs; with `places`, on the coordinates of vertices too.
 *
 * Reads a lattice as bytes, at about a nanosecond a cell, and other graphs arc by arc. The two forms of the same arcs have different fingerprints.
 * Detects mistakes, not forgery: it is not a cryptographic hash.
 *
 * @example
 * ```ts
 * import { CompressedGraph, fingerprint } from '@pf/graph';
 *
 * const graph = new CompressedGraph(2, [[0, 1, 3]]);
 * const before = fingerprint(graph);
 * graph.setCost(0, 1, 4);
 * fingerprint(graph) === before; // → false
 * ```
 */
export function fingerprint(graph: Graph, places?: Located): string {
  checkWorld(graph, 'fingerprint');
  const digest = new Digest();
  digest.number(graph.vertexCount);
  if (isLattice(graph)) {
    for (const offset of graph.offsets) digest.number(offset);
    for (const length of graph.lengths) digest.number(length);
    digest.bytes(graph.moves);
    if (graph.weighted) digest.bytes(graph.weights);
  } else {
    const to = new Uint32Array(graph.maxDegree);
    const cost = new Float64Array(graph.maxDegree);
    for (let v = 0; v < graph.vertexCount; v++) {
      const n = graph.successors(v, to, cost);
      digest.word(n);
      for (let i = 0; i < n; i++) {
        digest.word(to[i]);
        digest.number(cost[i]);
      }
    }
  }
  for (let v = 0; places !== undefined && v < graph.vertexCount; v++) {
    digest.number(places.x(v));
    digest.number(places.y(v));
  }
  return digest.hex();
}

/** Two 32-bit lanes. Every step is invertible, so a single changed word always changes the digest. */
class Digest {
  private a = 0x9e3779b9;
  private b = 0x85ebca6b;
  private readonly float = new Float64Array(1);
  private readonly halves = new Uint32Array(this.float.buffer);

  word(w: number): void {
    const a = Math.imul(this.a ^ w, 0x01000193);
    this.a = (a << 13) | (a >>> 19);
    const b = Math.imul(this.b + w, 0xcc9e2d51);
    this.b = b ^ (b >>> 15);
  }

  number(x: number): void {
    this.float[0] = x;
    this.word(this.halves[0]);
    this.word(this.halves[1]);
  }

  bytes(bytes: Uint8Array): void {
    const whole = bytes.length & ~3;
    for (let i = 0; i < whole; i += 4) {
      this.word(bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24));
    }
    for (let i = whole; i < bytes.length; i++) this.word(bytes[i]);
  }

  hex(): string {
    for (let i = 0; i < 4; i++) this.word(i);
    return [this.a, this.b].map((lane) => (lane >>> 0).toString(16).padStart(8, '0')).join('');
  }
}
