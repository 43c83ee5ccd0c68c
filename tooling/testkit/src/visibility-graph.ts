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

export class VisibilityGraph {
  private readonly ax: number[] = [];
  private readonly ay: number[] = [];
  private readonly bx: number[] = [];
  private readonly by: number[] = [];
  private readonly corners: [number, number][] = [];
  private readonly nodes: Node[] = [];
  /** Lengths between mutually visible nodes, row by row; Infinity elsewhere. */
  private readonly lengths: Float64Array;

  constructor(private readonly world: PolygonWorld) {
    for (const ring of [...world.outlines, ...world.holes]) {
      ring.forEach(([x, y], i) => {
        const [nextX, nextY] = ring[(i + 1) % ring.length];
        if (x === nextX && y === nextY) return;
        this.ax.push(x); this.ay.push(y); this.bx.push(nextX); this.by.push(nextY);
      });
    }
    this.findCorners();
    for (const [x, y] of this.corners) {
      // A shortest path turns or passes only where half a turn is free.
      for (const node of this.sectors(x, y)) if (node.sweep >= Math.PI - EPSILON) this.nodes.push(node);
    }
    const n = this.nodes.length;
    this.lengths = new Float64Array(n * n).fill(Infinity);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < i; j++) this.lengths[i * n + j] = this.lengths[j * n + i] = this.sees(this.nodes[i], this.nodes[j]);
    }
  }

  /** Whether the point is inside, not on an edge. Exact except within rounding of an edge. */
  isInside(x: number, y: number): boolean {
    const within = (ring: Ring): boolean => {
      let odd = false;
      for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
        const [xi, yi] = ring[i], [xj, yj] = ring[j];
        if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
      }
      return odd;
    };
    return this.world.outlines.some(within) && !this.world.holes.some(within);
  }

  /** Whether the point is walkable: inside or on the boundary. */
  isWalkable(x: number, y: number): boolean {
    return this.sectors(x, y).length > 0;
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
    let best = Infinity;
    for (const start of starts) {
      for (const goal of goals) best = Math.min(best, this.sees(start, goal));
      this.nodes.forEach((node, i) => { g[i] = Math.min(g[i], this.sees(start, node)); });
    }
    const closed = new Uint8Array(n);
    for (let round = 0; round < n; round++) {
      let u = -1;
      for (let i = 0; i < n; i++) if (closed[i] === 0 && g[i] < (u < 0 ? Infinity : g[u])) u = i;
      if (u < 0 || g[u] >= best) break;
      closed[u] = 1;
      for (const goal of goals) best = Math.min(best, g[u] + this.sees(this.nodes[u], goal));
      for (let i = 0; i < n; i++) g[i] = Math.min(g[i], g[u] + this.lengths[u * n + i]);
    }
    return best;
  }

  /** All corners of rings, and the points where edges cross. */
  private findCorners(): void {
    const add = (x: number, y: number): void => {
      if (!this.corners.some(([cx, cy]) => Math.abs(cx - x) < EPSILON && Math.abs(cy - y) < EPSILON)) this.corners.push([x, y]);
    };
    for (let i = 0; i < this.ax.length; i++) {
      add(this.ax[i], this.ay[i]);
      for (let j = 0; j < i; j++) {
        const t = this.crossing(this.ax[i], this.ay[i], this.bx[i], this.by[i], j);
        if (!Number.isNaN(t)) add(this.ax[i] + t * (this.bx[i] - this.ax[i]), this.ay[i] + t * (this.by[i] - this.ay[i]));
      }
    }
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
    const length = Math.hypot(dx, dy);
    const along = ((x - ax) * dx + (y - ay) * dy) / length;
    return Math.abs((x - ax) * dy - (y - ay) * dx) / length < EPSILON && along > -EPSILON && along < length + EPSILON;
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
    for (const [cx, cy] of this.corners) {
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
      if (this.ax.some((_, e) => this.isOnEdge(x, y, e))) {
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
