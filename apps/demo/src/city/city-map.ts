import { CompressedGraph } from '@pf/graph';
import { seededRandom } from '@pf/grid';

/** Speeds by kind of road, in metres a second. */
const SPEEDS = { street: 8, avenue: 14, motorway: 28 } as const;
export type RoadKind = keyof typeof SPEEDS;
const KINDS = Object.keys(SPEEDS) as RoadKind[];

/** Blocks are about so long, in metres. */
const BLOCK = 110;
const COLUMNS = 120;
const ROWS = 80;
/** Number of streets per avenue, and of avenues per bridge. */
const AVENUE = 6;
const BRIDGE = 3;

/** A city that was never built: streets, avenues, a river with bridges, a motorway around the centre. Roads lead both ways. */
export interface City {
  readonly graph: CompressedGraph;
  /** Metres. */
  readonly width: number;
  readonly height: number;
  /** By road: its two ends, its kind, and its travel time without traffic, in seconds. */
  readonly ends: Uint32Array;
  readonly kinds: readonly RoadKind[];
  readonly seconds: Float64Array;
  /** The middle of the river by column of the city, and how wide it is. */
  readonly river: readonly (readonly [x: number, y: number])[];
  readonly riverWidth: number;
}

export function makeCity(seed: number): City {
  const random = seededRandom(seed);
  const jitter = (): number => 0.35 * BLOCK * (random() - 0.5);
  const [width, height] = [(COLUMNS - 1) * BLOCK, (ROWS - 1) * BLOCK];
  const riverAt = riverOf(random, width, height);
  const riverWidth = 2.2 * BLOCK;
  const isWet = (x: number, y: number): boolean => Math.abs(y - riverAt(x)) < riverWidth / 2;

  const ring = ringOf();
  const onRing = new Set(ring);

  const x: number[] = [];
  const y: number[] = [];
  const crossing = new Int32Array(COLUMNS * ROWS).fill(-1);
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const [px, py] = [column * BLOCK + jitter(), row * BLOCK + jitter()];
      if (isWet(px, py) && !isBridge(column) && !onRing.has(row * COLUMNS + column)) continue;
      crossing[row * COLUMNS + column] = x.length;
      x.push(px);
      y.push(py);
    }
  }
  const roads: { from: number; to: number; kind: RoadKind }[] = [];
  const join = (from: number, to: number, kind: RoadKind): void => {
    if (from >= 0 && to >= 0) roads.push({ from, to, kind });
  };
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      const from = crossing[row * COLUMNS + column];
      if (from < 0) continue;
      const inWater = isWet(x[from], y[from]);
      for (const [toColumn, toRow, line] of [[column + 1, row, row], [column, row + 1, column]] as const) {
        if (toColumn >= COLUMNS || toRow >= ROWS) continue;
        // A bridge has no side streets.
        if (toColumn > column && (inWater || isWet((toColumn * BLOCK), toRow * BLOCK))) continue;
        const kind: RoadKind = line % AVENUE === 0 ? 'avenue' : 'street';
        // Some blocks are parks, yards and dead ends.
        if (kind === 'street' && random() < 0.24) continue;
        join(from, crossing[toRow * COLUMNS + toColumn], kind);
      }
    }
  }
  ring.forEach((cell, i) => join(crossing[cell], crossing[ring[(i + 1) % ring.length]], 'motorway'));
  const number = connected(x.length, roads);
  const [kept, keptRoads] = [[...x.keys()].filter((v) => number[v] >= 0), roads.filter(({ from }) => number[from] >= 0)];
  const arcs = keptRoads.map(({ from, to, kind }) => [number[from], number[to], Math.hypot(x[from] - x[to], y[from] - y[to]) / SPEEDS[kind]] as const);
  const coordinates = Float64Array.from(kept.flatMap((v) => [x[v], y[v]]));
  return {
    graph: new CompressedGraph(kept.length, arcs, { directed: false, coordinates }),
    width, height, riverWidth,
    ends: Uint32Array.from(arcs.flatMap(([from, to]) => [from, to])),
    kinds: keptRoads.map(({ kind }) => kind),
    seconds: Float64Array.from(arcs, ([, , cost]) => cost),
    river: Array.from({ length: COLUMNS }, (_, column) => [column * BLOCK, riverAt(column * BLOCK)] as const),
  };
}

/** Roads of a kind, to be drawn together. */
export function roadsOf(city: City, kind: RoadKind): number[] {
  return city.kinds.flatMap((each, road) => (each === kind ? [road] : []));
}

export { KINDS as ROAD_KINDS };

/** The cells of a motorway around the centre, each beside the one before: an octagon. */
function ringOf(): number[] {
  const corner = (x: number, y: number): readonly [number, number] => [Math.round(x * COLUMNS), Math.round(y * ROWS)];
  const corners = [[0.34, 0.16], [0.66, 0.16], [0.84, 0.36], [0.84, 0.66], [0.66, 0.86], [0.34, 0.86], [0.16, 0.66], [0.16, 0.36]].map(([x, y]) => corner(x, y));
  const cells: number[] = [];
  corners.forEach(([fromColumn, fromRow], i) => {
    const [toColumn, toRow] = corners[(i + 1) % corners.length];
    const [across, down] = [Math.abs(toColumn - fromColumn), Math.abs(toRow - fromRow)];
    let [column, row, columns, rows] = [fromColumn, fromRow, 0, 0];
    while (columns < across || rows < down) {
      cells.push(row * COLUMNS + column);
      // Whichever lags behind.
      if (columns * down < rows * across || rows === down) {
        column += Math.sign(toColumn - fromColumn);
        columns++;
      } else {
        row += Math.sign(toRow - fromRow);
        rows++;
      }
    }
  });
  return cells;
}

/** New numbers for the crossings of the largest part that hangs together; −1 for all others. */
function connected(count: number, roads: readonly { readonly from: number; readonly to: number }[]): Int32Array {
  const leader = Int32Array.from({ length: count }, (_, v) => v);
  const find = (v: number): number => {
    let root = v;
    while (leader[root] !== root) root = leader[root] = leader[leader[root]];
    return root;
  };
  for (const { from, to } of roads) leader[find(from)] = find(to);
  const sizes = new Int32Array(count);
  for (let v = 0; v < count; v++) sizes[find(v)]++;
  const largest = sizes.indexOf(Math.max(...sizes));
  let next = 0;
  return Int32Array.from({ length: count }, (_, v) => (find(v) === largest ? next++ : -1));
}

function isBridge(column: number): boolean {
  return column % (AVENUE * BRIDGE) === 0;
}

/** A river from left to right that winds. */
function riverOf(random: () => number, width: number, height: number): (x: number) => number {
  const waves = [0.5, 1.3, 2.6].map((turns, i) => ({ turns, phase: 2 * Math.PI * random(), size: (0.09 * height) / (i + 1) }));
  return (x) => height * 0.55 + waves.reduce((sum, { turns, phase, size }) => sum + size * Math.sin(phase + (2 * Math.PI * turns * x) / width), 0);
}
