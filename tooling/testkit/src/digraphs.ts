import fc from 'fast-check';

/** A directed graph as plain data: the arguments of `new CompressedGraph(vertexCount, arcs)`. */
export interface Digraph {
  readonly vertexCount: number;
  readonly arcs: readonly (readonly [from: number, to: number, cost: number])[];
}

export interface DigraphsOptions {
  /** Default 20. */
  readonly maxVertices?: number;
  /** Only 'whole' costs, only 'real' ones, or either kind. Default 'either'. */
  readonly costs?: 'whole' | 'real' | 'either';
  /** Whether arcs may cost 0. Default true. */
  readonly free?: boolean;
}

/** Sparse directed graphs: about two arcs a vertex, loops, parallel arcs, unreachable parts. */
export function digraphs(options: DigraphsOptions = {}): fc.Arbitrary<Digraph> {
  const { maxVertices = 20, costs = 'either', free = true } = options;
  const whole = fc.integer({ min: free ? 0 : 1, max: 9 });
  const real = fc.integer({ min: free ? 0 : 1, max: 4096 }).map((sixteenths) => sixteenths / 16 + (sixteenths === 0 ? 0 : Math.SQRT2 / 97));
  const kind = costs === 'either' ? fc.constantFrom(whole, real) : fc.constant(costs === 'whole' ? whole : real);
  return fc.tuple(fc.integer({ min: 1, max: maxVertices }), kind).chain(([vertexCount, cost]) => {
    const vertex = fc.nat(vertexCount - 1);
    const arcs = fc.array(fc.tuple(vertex, vertex, cost), { maxLength: 2 * vertexCount + 2, size: 'max' });
    return arcs.map((arcs) => ({ vertexCount, arcs }));
  });
}
