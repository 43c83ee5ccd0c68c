/** The formats of the 9th DIMACS Implementation Challenge, Shortest Paths, 2006: `.gr` for arcs, `.co` for coordinates. */
import { CompressedGraph } from '../compressed-graph.ts';
import { checkOptions } from '../check-options.ts';
import { isCost } from '../checks.ts';
import { TextCursor } from './text-cursor.ts';

/** Options of `parseDimacs`. */
export interface DimacsOptions {
  /** The `.co` file of the same network. */
  readonly coordinates?: string | Uint8Array | undefined;
}

const MOST_VERTICES = 0x7fffffff;
/** The minimum number of bytes of an arc's line. A file that announces more arcs than it can hold is rejected before memory is allocated. */
const SHORTEST_LINE = 4;

/**
 * Reads a network of the DIMACS challenge: lines `p sp NODES ARCS` and `a FROM TO COST`, nodes from 1, comments `c`. Vertex v is node v + 1. A million arcs take about
 * a second. Throws for invalid input, with line and column.
 *
 * @example
 * ```ts
 * import { parseDimacs } from '@pf/graph';
 *
 * const roads = parseDimacs('c two towns\np sp 2 1\na 1 2 7\n', { coordinates: 'p aux sp co 2\nv 1 0 0\nv 2 3 4\n' });
 * [roads.vertexCount, roads.arcCount, roads.x(1)]; // → [2, 1, 3]
 * ```
 */
export function parseDimacs(text: string | Uint8Array, options: DimacsOptions = {}): CompressedGraph {
  checkOptions(options, ['coordinates'], 'parseDimacs');
  const cursor = new TextCursor(text, 'The .gr file');
  const [vertexCount, arcCount] = readProblem(cursor, ['sp'], 2, text.length);
  const tails = new Uint32Array(arcCount);
  const heads = new Uint32Array(arcCount);
  const costs = new Float64Array(arcCount);
  let n = 0;
  for (; !cursor.isDone; cursor.nextLine()) {
    if (!cursor.hasMore()) continue;
    const kind = cursor.word();
    if (kind === 'c') continue;
    if (kind !== 'a') throw cursor.wrong(`a line begins with 'a' for an arc or 'c' for a comment, got '${kind}'`);
    if (n === arcCount) throw cursor.wrong(`the file announced ${arcCount} arcs, and this is one more`);
    tails[n] = cursor.whole('the tail', 1, vertexCount) - 1;
    heads[n] = cursor.whole('the head', 1, vertexCount) - 1;
    const cost = cursor.number('the cost');
    if (!isCost(cost)) throw cursor.wrong(`the cost must be from 0 to 10¹², got ${cost}`);
    costs[n++] = cost;
    cursor.expectEnd();
  }
  if (n < arcCount) throw cursor.wrong(`the file announced ${arcCount} arcs, and ends after ${n}`);
  const coordinates = options.coordinates === undefined ? undefined : readCoordinates(options.coordinates, vertexCount);
  return new CompressedGraph(vertexCount, { tails, heads, costs }, { coordinates });
}

function readCoordinates(text: string | Uint8Array, vertexCount: number): Float64Array {
  const cursor = new TextCursor(text, 'The .co file');
  const [count] = readProblem(cursor, ['aux', 'sp', 'co'], 1, text.length);
  if (count !== vertexCount) throw cursor.wrong(`the file has coordinates of ${count} nodes, and the network has ${vertexCount}`);
  const coordinates = new Float64Array(2 * vertexCount).fill(NaN);
  for (; !cursor.isDone; cursor.nextLine()) {
    if (!cursor.hasMore()) continue;
    const kind = cursor.word();
    if (kind === 'c') continue;
    if (kind !== 'v') throw cursor.wrong(`a line begins with 'v' for a node or 'c' for a comment, got '${kind}'`);
    const v = cursor.whole('the node', 1, vertexCount) - 1;
    coordinates[2 * v] = cursor.number('x');
    coordinates[2 * v + 1] = cursor.number('y');
    cursor.expectEnd();
  }
  for (let v = 0; v < vertexCount; v++) if (Number.isNaN(coordinates[2 * v])) throw cursor.wrong(`the file ends without node ${v + 1}`);
  return coordinates;
}

/** The counts of the problem line, the first line that is not empty or a comment. */
function readProblem(cursor: TextCursor, words: readonly string[], counts: number, length: number): number[] {
  for (; !cursor.isDone; cursor.nextLine()) {
    if (!cursor.hasMore()) continue;
    const kind = cursor.word();
    if (kind === 'c') continue;
    if (kind !== 'p') throw cursor.wrong(`the file begins with the line 'p ${words.join(' ')} …', got '${kind}'`);
    for (const word of words) {
      const found = cursor.word();
      if (found !== word) throw cursor.wrong(`the problem must be '${words.join(' ')}', got '${found}'`);
    }
    const found = Array.from({ length: counts }, (_, i) => cursor.whole(i === 0 ? 'the number of nodes' : 'the number of arcs', 0, MOST_VERTICES));
    cursor.expectEnd();
    const last = found[counts - 1];
    if (last * SHORTEST_LINE > length) throw cursor.wrong(`the file announces ${last} lines, for which its ${length} bytes are too few`);
    if (found[0] > 4 * length + 1024) throw cursor.wrong(`the file announces ${found[0]} nodes, for which its ${length} bytes are too few`);
    return found;
  }
  throw cursor.wrong(`the file has no line 'p ${words.join(' ')} …'`);
}
