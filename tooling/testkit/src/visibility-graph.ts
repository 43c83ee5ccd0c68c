/**
 * The oracle of polygon worlds: shortest paths by a visibility graph, directly from the outlines. Shares no code with the packages and uses no
 * triangles. Slow (every pair of corners against every edge); for small worlds with whole-number corners.
 *
 * The walkable area is the closure of the inside of the outlines less the holes. Each ring follows the even-odd rule, so a ring without area is
 * ignored. A single point where two walls touch is not passable: a node is therefore a corner with one of its free sectors.
 */

export type Ring = readonly (readonly [x: number, y: number])[];

export interface PolygonWorld {
  /** Rings whose insides are walkable; their union is used. */
  readonly outlines: readonly Ring[];
  /** Rings whose insides are not walkable, and override outlines. */
  readonly holes: readonly Ring[];
}

/** A corner and one of its sectors, as angles: free from `from` counter-clockwise to `from + sweep`. */
interface Node { readonly x: number; readonly y: number; readonly from: number; readonly sweep: number }

const TURN = 2 * Math.PI;
const EPSILON = 1e-9;
/** Distance at which the surroundings of a point are tested: far less than between two features of a small world. */
const BESIDE = 1e-6;
/** The greatest absolute and relative difference between two sums of the same lengths. */
const SLACK = 1e-9;

/** A ring as x, y, x, y, … */
type FlatRing = Float64Array;

function flat(ring: Ring): FlatRing {
  return Float64Array.from(ring.flat());
}

/** Whether a point is inside one of the rings. */
function isWithinAny(rings: readonly FlatRing[], x: number, y: number): boolean {
  for (const ring of rings) {
    let odd = false;
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const xi = ring[i], yi = ring[i + 1], xj = ring[j], yj = ring[j + 1];
      if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
    }
    if (odd) return true;
  }
  return false;
}

export class VisibilityGraph {
  /** Edges from (ax, ay) to (bx, by), and how long they are. */
  private readonly ax: Float64Array;
  private readonly ay: Float64Array;
  private readonly bx: Float64Array;
  private readonly by: Float64Array;
  private readonly long: Float64Array;
  /** Corners of rings, and points where edges cross. */
  private readonly cx: Float64Array;
  private readonly cy: Float64Array;
  private readonly nodes: Node[] = [];
  /** Lengths between mutually visible nodes, row by row; Infinity if they do not see each other, NaN if not computed yet. */
  private readonly lengths: Float64Array;
  private readonly outlines: readonly FlatRing[];
  private readonly holes: readonly FlatRing[];

  constructor(world: PolygonWorld) {
    const edges = [...world.outlines, ...world.holes].flatMap((ring) =>
      ring.map(([x, y], i) => [x, y, ...ring[(i + 1) % ring.length]] as const).filter(([x, y, nextX, nextY]) => x !== nextX || y !== nextY));
    this.ax = Float64Array.from(edges, ([x]) => x);
    this.ay = Float64Array.from(edges, ([, y]) => y);
    this.bx = Float64Array.from(edges, ([, , x]) => x);
    this.by = Float64Array.from(edges, ([, , , y]) => y);
    this.long = Float64Array.from(edges, ([x, y, nextX, nextY]) => Math.hypot(nextX - x, nextY - y));
    this.outlines = world.outlines.map(flat);
    this.holes = world.holes.map(flat);
    const corners = this.findCorners();
    this.cx = Float64Array.from(corners, ([x]) => x);
    this.cy = Float64Array.from(corners, ([, y]) => y);
    for (const [x, y] of corners) {
      // A shortest path turns or passes only where half a turn is free.
      for (const node of this.sectors(x, y)) if (node.sweep >= Math.PI - EPSILON) this.nodes.push(node);
    }
    this.lengths = new Float64Array(this.nodes.length ** 2).fill(NaN);
  }

  /** Whether the point is inside, not on an edge. Exact except within rounding of an edge. */
  isInside(x: number, y: number): boolean {
    return isWithinAny(this.outlines, x, y) && !isWithinAny(this.holes, x, y);
  }

  /** Whether the point is walkable: inside or on the boundary. */
  isWalkable(x: number, y: number): boolean {
    return this.sectors(x, y).length > 0;
  }

  /** Whether walkable areas touch in this point alone: no path leads through it from one to the other. */
  isPinch(x: number, y: number): boolean {
    return this.sectors(x, y).length > 1;
  }

  /** Whether the straight segment between two points is walkable. */
  isStraight(fromX: number, fromY: number, toX: number, toY: number): boolean {
    return this.distance(fromX, fromY, toX, toY) <= Math.hypot(toX - fromX, toY - fromY) * (1 + 1e-12) + 1e-12;
  }

  /** The length of the shortest path; Infinity if there is none or an end is not walkable. */
  distance(fromX: number, fromY: number, toX: number, toY: number): number {
    const starts = this.sectors(fromX, fromY);
    const goals = this.sectors(toX, toY);
    if (starts.length === 0 || goals.length === 0) return Infinity;
    if (fromX === toX && fromY === toY) return 0;
    const n = this.nodes.length;
    const g = new Float64Array(n).fill(Infinity);
    const left = Float64Array.from(this.nodes, (node) => Math.hypot(toX - node.x, toY - node.y));
    let best = Infinity;
    // A straight line that would be no improvement is not checked, because most of the time goes into these checks.
    const isBetter = (i: number, least: number): boolean => least < g[i] && least + left[i] <= best * (1 + SLACK) + SLACK;
    for (const start of starts) for (const goal of goals) best = Math.min(best, this.sees(start, goal));
    for (const start of starts) {
      for (let i = 0; i < n; i++) {
        if (isBetter(i, Math.hypot(this.nodes[i].x - fromX, this.nodes[i].y - fromY))) g[i] = Math.min(g[i], this.sees(start, this.nodes[i]));
      }
    }
    const closed = new Uint8Array(n);
    for (;;) {
      let u = -1;
      for (let i = 0; i < n; i++) if (closed[i] === 0 && g[i] + left[i] < (u < 0 ? Infinity : g[u] + left[u])) u = i;
      if (u < 0 || g[u] + left[u] > best * (1 + SLACK) + SLACK) return best;
      closed[u] = 1;
      const { x, y } = this.nodes[u];
      for (const goal of goals) best = Math.min(best, g[u] + this.sees(this.nodes[u], goal));
      for (let i = 0; i < n; i++) {
        if (!isBetter(i, g[u] + Math.hypot(this.nodes[i].x - x, this.nodes[i].y - y))) continue;
        const length = g[u] + this.between(u, i);
        if (length >= g[i]) continue;
        g[i] = length;
        closed[i] = 0;
      }
    }
  }

  /** What two nodes see of each other. */
  private between(u: number, v: number): number {
    const n = this.nodes.length;
    if (Number.isNaN(this.lengths[u * n + v])) this.lengths[u * n + v] = this.lengths[v * n + u] = this.sees(this.nodes[Math.max(u, v)], this.nodes[Math.min(u, v)]);
    return this.lengths[u * n + v];
  }

  /** All corners of rings, and the points where edges cross. */
  private findCorners(): readonly (readonly [number, number])[] {
    const corners: [number, number][] = [];
    const add = (x: number, y: number): void => {
      for (const [cx, cy] of corners) if (Math.abs(cx - x) < EPSILON && Math.abs(cy - y) < EPSILON) return;
      corners.push([x, y]);
    };
    for (let i = 0; i < this.ax.length; i++) {
      add(this.ax[i], this.ay[i]);
      for (let j = 0; j < i; j++) {
        const t = this.crossing(this.ax[i], this.ay[i], this.bx[i], this.by[i], j);
        if (!Number.isNaN(t)) add(this.ax[i] + t * (this.bx[i] - this.ax[i]), this.ay[i] + t * (this.by[i] - this.ay[i]));
      }
    }
    return corners;
  }

  /** The position of the intersection with edge `e` on the segment, 0 … 1; NaN if there is none or they are collinear. */
  private crossing(px: number, py: number, qx: number, qy: number, e: number): number {
    const ax = this.ax[e], ay = this.ay[e], dx = this.bx[e] - ax, dy = this.by[e] - ay;
    const rx = qx - px, ry = qy - py;
    const determinant = rx * dy - ry * dx;
    if (Math.abs(determinant) < EPSILON) return NaN;
    const t = ((ax - px) * dy - (ay - py) * dx) / determinant;
    const s = ((ax - px) * ry - (ay - py) * rx) / determinant;
    return t >= -EPSILON && t <= 1 + EPSILON && s >= -EPSILON && s <= 1 + EPSILON ? t : NaN;
  }

  private isOnEdge(x: number, y: number, e: number): boolean {
    const ax = this.ax[e], ay = this.ay[e], dx = this.bx[e] - ax, dy = this.by[e] - ay;
    const length = this.long[e];
    const along = ((x - ax) * dx + (y - ay) * dy) / length;
    return Math.abs((x - ax) * dy - (y - ay) * dx) / length < EPSILON && along > -EPSILON && along < length + EPSILON;
  }

  private isOnAnyEdge(x: number, y: number): boolean {
    for (let e = 0; e < this.ax.length; e++) if (this.isOnEdge(x, y, e)) return true;
    return false;
  }

  /** The free sectors at a point: a full turn inside, none outside. */
  private sectors(x: number, y: number): Node[] {
    const angles: number[] = [];
    for (let e = 0; e < this.ax.length; e++) {
      if (!this.isOnEdge(x, y, e)) continue;
      for (const [ex, ey] of [[this.ax[e], this.ay[e]], [this.bx[e], this.by[e]]] as const) {
        if (Math.abs(ex - x) < EPSILON && Math.abs(ey - y) < EPSILON) continue;
        const angle = (Math.atan2(ey - y, ex - x) + TURN) % TURN;
        if (!angles.some((other) => Math.abs(((angle - other + Math.PI + TURN) % TURN) - Math.PI) < EPSILON)) angles.push(angle);
      }
    }
    if (angles.length === 0) return this.isInside(x, y) ? [{ x, y, from: 0, sweep: TURN }] : [];
    angles.sort((a, b) => a - b);
    const sweeps = angles.map((angle, i) => (i + 1 < angles.length ? angles[i + 1] : angles[0] + TURN) - angle);
    const free = angles.map((angle, i) => {
      const middle = angle + sweeps[i] / 2;
      return this.isInside(x + BESIDE * Math.cos(middle), y + BESIDE * Math.sin(middle));
    });
    if (free.every(Boolean)) return [{ x, y, from: 0, sweep: TURN }];
    const nodes: Node[] = [];
    for (let i = 0; i < angles.length; i++) {
      if (!free[i] || free[(i + angles.length - 1) % angles.length]) continue;
      let sweep = 0;
      for (let k = i; free[k % angles.length]; k++) sweep += sweeps[k % angles.length];
      nodes.push({ x, y, from: angles[i], sweep });
    }
    return nodes;
  }

  /** The distance of two nodes that see each other without a node between them, or Infinity. */
  private sees(u: Node, v: Node): number {
    const dx = v.x - u.x, dy = v.y - u.y, length = Math.hypot(dx, dy);
    if (length < EPSILON || !looksInto(u, dx, dy) || !looksInto(v, -dx, -dy)) return Infinity;
    for (let c = 0; c < this.cx.length; c++) {
      const cx = this.cx[c], cy = this.cy[c];
      const along = ((cx - u.x) * dx + (cy - u.y) * dy) / length;
      if (along > EPSILON && along < length - EPSILON && Math.abs((cx - u.x) * dy - (cy - u.y) * dx) / length < EPSILON) return Infinity;
    }
    const cuts = [0, 1];
    for (let e = 0; e < this.ax.length; e++) {
      const t = this.crossing(u.x, u.y, v.x, v.y, e);
      if (t > 0 && t < 1) cuts.push(t);
    }
    cuts.sort((a, b) => a - b);
    for (let i = 1; i < cuts.length; i++) {
      if (cuts[i] - cuts[i - 1] < 1e-8) continue;
      const t = (cuts[i] + cuts[i - 1]) / 2;
      const x = u.x + t * dx, y = u.y + t * dy;
      // Along an edge one free side suffices.
      if (this.isOnAnyEdge(x, y)) {
        const nx = (-dy / length) * BESIDE, ny = (dx / length) * BESIDE;
        if (!this.isInside(x + nx, y + ny) && !this.isInside(x - nx, y - ny)) return Infinity;
      } else if (!this.isInside(x, y)) return Infinity;
    }
    return length;
  }
}

function looksInto(node: Node, dx: number, dy: number): boolean {
  if (node.sweep >= TURN) return true;
  const turned = (Math.atan2(dy, dx) - node.from + 2 * TURN) % TURN;
  return turned <= node.sweep + EPSILON || turned >= TURN - EPSILON;
}
