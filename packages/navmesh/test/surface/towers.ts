/**
 * Towers: floors of unit cells above one another, with ramps, links and areas; and shortest paths over them, which share no code with the package.
 * Cells are glued side by side where both ends of a side are the same in space. Sight goes from cell to cell along exact lines: coordinates are
 * doubled, so that corners are even and centres odd, and a line with a corner on it is two lines.
 */
import type { Link, Surface } from '../../src/index.ts';
import { seeded } from '../worlds.ts';

/** A cell from (x, y) to (x + 1, y + 1), with the heights of its corners: SW, SE, NE, NW. */
export interface Cell {
  readonly x: number;
  readonly y: number;
  readonly heights: readonly [number, number, number, number];
  readonly area: number;
}

const CORNERS = [[0, 0], [1, 0], [1, 1], [0, 1]] as const;
/** Sides in the order S, E, N, W: side i leads from corner i to corner i + 1. */
const STEPS = [[0, -1], [1, 0], [0, 1], [-1, 0]] as const;

/** A node of the oracle: a corner of cells that are connected around it, or a centre. Coordinates are doubled. */
interface Node { readonly x: number; readonly y: number; readonly z: number; readonly cells: readonly number[] }

export class Cells {
  /** By cell and side: the cell beyond, −1 where there is none. */
  readonly beside: number[][];
  readonly nodes: Node[] = [];
  private readonly edges: { to: number; length: number }[][];

  constructor(readonly cells: readonly Cell[], readonly links: readonly Link[], isOpen: (area: number) => boolean = () => true) {
    const bySide = new Map<string, [number, number][]>();
    cells.forEach((cell, c) => {
      for (let i = 0; i < 4; i++) {
        const name = [corner(cell, i), corner(cell, (i + 1) % 4)].map((p) => p.join()).sort().join(' ');
        bySide.set(name, [...bySide.get(name) ?? [], [c, i]]);
      }
    });
    this.beside = cells.map(() => [-1, -1, -1, -1]);
    for (const pair of bySide.values()) {
      if (pair.length !== 2) continue;
      const [[c, i], [d, j]] = pair;
      if (!isOpen(cells[c].area) || !isOpen(cells[d].area)) continue;
      this.beside[c][i] = d;
      this.beside[d][j] = c;
    }
    this.addNodes(isOpen);
    this.edges = this.nodes.map(() => []);
    for (const [i, node] of this.nodes.entries()) {
      for (let j = 0; j < i; j++) {
        const other = this.nodes[j];
        if (!this.sees(node, other)) continue;
        const length = Math.hypot(node.x - other.x, node.y - other.y) / 2;
        this.edges[i].push({ to: j, length });
        this.edges[j].push({ to: i, length });
      }
    }
    for (const { from, to, cost = NaN, oneWay = false } of links) {
      for (const i of this.at(from.x, from.y, from.z!)) {
        for (const j of this.at(to.x, to.y, to.z!)) {
          const length = Number.isNaN(cost) ? Math.hypot(from.x - to.x, from.y - to.y, from.z! - to.z!) : cost;
          this.edges[i].push({ to: j, length });
          if (!oneWay) this.edges[j].push({ to: i, length });
        }
      }
    }
  }

  /** The nodes at a corner or centre: several where cells touch in a point. */
  at(x: number, y: number, z: number): number[] {
    return [...this.nodes.keys()].filter((i) => this.nodes[i].x === 2 * x && this.nodes[i].y === 2 * y && Math.abs(this.nodes[i].z - z) < 1e-9);
  }

  /** The lengths of shortest paths from some nodes to all, by Dijkstra's algorithm. */
  distances(from: readonly number[]): number[] {
    const distance = this.nodes.map((_, i) => (from.includes(i) ? 0 : Infinity));
    const open = new Set(this.nodes.keys());
    while (open.size > 0) {
      let least = -1;
      for (const i of open) if (least < 0 || distance[i] < distance[least]) least = i;
      open.delete(least);
      for (const { to, length } of this.edges[least]) distance[to] = Math.min(distance[to], distance[least] + length);
    }
    return distance;
  }

  private addNodes(isOpen: (area: number) => boolean): void {
    const { cells, beside } = this;
    const seen = new Set<string>();
    cells.forEach((cell, c) => {
      if (!isOpen(cell.area)) return;
      this.nodes.push({ x: 2 * cell.x + 1, y: 2 * cell.y + 1, z: cell.heights.reduce((sum, z) => sum + z / 4, 0), cells: [c] });
      for (let i = 0; i < 4; i++) {
        if (seen.has(`${c} ${i}`)) continue;
        const around = new Set<number>();
        const [x, y, z] = corner(cell, i);
        for (const stack = [[c, i]]; stack.length > 0;) {
          const [d, k] = stack.pop()!;
          if (around.has(d)) continue;
          around.add(d);
          seen.add(`${d} ${k}`);
          // The corner's two sides in this cell: k begins there, k − 1 ends there.
          for (const side of [k, (k + 3) % 4]) {
            const e = beside[d][side];
            if (e >= 0) stack.push([e, CORNERS.findIndex(([dx, dy]) => cells[e].x + dx === x && cells[e].y + dy === y)]);
          }
        }
        this.nodes.push({ x: 2 * x, y: 2 * y, z, cells: [...around] });
      }
    });
  }

  /** Whether a straight line joins two nodes with no corner in between. */
  private sees(from: Node, to: Node): boolean {
    const dx = to.x - from.x, dy = to.y - from.y, steps = gcd(Math.abs(dx), Math.abs(dy));
    for (let k = 1; k < steps; k++) if ((from.x + (k * dx) / steps) % 2 === 0 && (from.y + (k * dy) / steps) % 2 === 0) return false;
    // Two nodes at one point, not connected around it.
    if (steps === 0) return false;
    return from.cells.some((cell) => this.leads(cell, from, dx, dy, to));
  }

  private leads(cell: number, from: Node, dx: number, dy: number, to: Node): boolean {
    const { cells, beside } = this;
    // The line must enter this cell, or run along one of its sides.
    const startX = from.x - 2 * cells[cell].x, startY = from.y - 2 * cells[cell].y;
    if ((startX === 0 && dx < 0) || (startX === 2 && dx > 0) || (startY === 0 && dy < 0) || (startY === 2 && dy > 0)) return false;
    for (let c = cell; ;) {
      if (to.cells.includes(c)) return true;
      // The side by which the line leaves: its ends lie on different sides of the line, ahead.
      let exit = -1;
      for (let i = 0; i < 4; i++) {
        const [ax, ay] = CORNERS[i], [bx, by] = CORNERS[(i + 1) % 4];
        const onA = dx * (2 * (cells[c].y + ay) - from.y) - dy * (2 * (cells[c].x + ax) - from.x);
        const onB = dx * (2 * (cells[c].y + by) - from.y) - dy * (2 * (cells[c].x + bx) - from.x);
        if (onA < 0 && onB > 0) exit = i;
      }
      if (exit < 0) return false;
      const [sx, sy] = STEPS[exit];
      if (sx * dx + sy * dy <= 0) return false;
      // Not beyond the goal.
      const ahead = sx !== 0 ? sx * (to.x - 2 * cells[c].x - (sx > 0 ? 2 : 0)) : sy * (to.y - 2 * cells[c].y - (sy > 0 ? 2 : 0));
      if (ahead < 0 || beside[c][exit] < 0) return false;
      c = beside[c][exit];
    }
  }
}

export class Tower {
  readonly cells: Cell[] = [];
  readonly links: Link[] = [];
  readonly random: () => number;

  /** `touches`: corners at which two floors are bent to meet in a point, at most. */
  constructor(readonly seed: number, { size = 4, levels = 3, areas = 1, links = 0, touches = 0 }: { size?: number; levels?: number; areas?: number; links?: number; touches?: number } = {}) {
    const random = (this.random = seeded(seed));
    const ramps: Cell[] = [], taken = new Set<string>(), heights = [0];
    for (let level = 1; level < levels; level++) heights.push(heights[level - 1] + 1 + this.int(3));
    for (let level = 0; level + 1 < levels; level++) {
      for (let tries = 0; tries < 3; tries++) {
        const [dx, dy] = STEPS[this.int(4)], x = this.int(size), y = this.int(size), length = 1 + this.int(2), low = heights[level], high = heights[level + 1];
        const run = Array.from({ length }, (_, k): Cell => {
          const at = (i: number): number => {
            const along = dx + dy > 0 ? (dx !== 0 ? CORNERS[i][0] : CORNERS[i][1]) : 1 - (dx !== 0 ? CORNERS[i][0] : CORNERS[i][1]);
            return low + ((high - low) * (k + along)) / length;
          };
          return { x: x + k * dx, y: y + k * dy, heights: [at(0), at(1), at(2), at(3)], area: this.int(areas) };
        });
        // Ramps that lie over each other between two levels could have a side of three.
        if (run.some((cell) => taken.has(`${level} ${cell.x} ${cell.y}`) || cell.x < 0 || cell.y < 0 || cell.x >= size || cell.y >= size)) continue;
        for (const cell of run) for (const beside of [level, level + 1, level - 1]) taken.add(`${beside} ${cell.x} ${cell.y}`);
        ramps.push(...run);
      }
    }
    for (let level = 0; level < levels; level++) {
      for (let x = 0; x < size; x++) {
        for (let y = 0; y < size; y++) {
          if (taken.has(`${level} ${x} ${y}`) || random() < 0.12) continue;
          this.cells.push({ x, y, heights: [heights[level], heights[level], heights[level], heights[level]], area: this.int(areas) });
        }
      }
    }
    this.cells.push(...ramps);
    this.bend(touches, size, heights);
    for (let i = 0; i < links; i++) {
      const [from, to] = [this.place(), this.place()];
      if (from.x === to.x && from.y === to.y && from.z === to.z) continue;
      const kind = random();
      this.links.push({ from, to, oneWay: random() < 0.5, area: this.int(areas), ...(kind < 0.3 ? { cost: 3 * random() } : kind < 0.6 ? { cost: Math.hypot(from.x - to.x, from.y - to.y) + random() } : {}) });
    }
  }

  /** Moves corners of two floors to one point, at no height where cuts begin or end. Such points are two sides apart, so that no sides become one. */
  private bend(touches: number, size: number, heights: readonly number[]): void {
    const points: number[][] = [];
    for (let i = 0; i < touches; i++) {
      const x = this.int(size + 1), y = this.int(size + 1), level = this.int(heights.length - 1), [low, high] = heights.slice(level);
      if (points.some(([px, py]) => Math.max(Math.abs(px - x), Math.abs(py - y)) < 2)) continue;
      const bent = this.cells.map((cell): Cell => {
        const [a, b, c, d] = cell.heights.map((z, k) => (cell.x + CORNERS[k][0] === x && cell.y + CORNERS[k][1] === y && (z === low || z === high) ? low + 0.4 * (high - low) : z));
        return { ...cell, heights: [a, b, c, d] };
      });
      const sides = bent.flatMap((cell) => CORNERS.map((_, k) => [corner(cell, k), corner(cell, (k + 1) % 4)].map((p) => p.join()).sort().join(' ')));
      const counts = new Map<string, number>();
      for (const side of sides) counts.set(side, (counts.get(side) ?? 0) + 1);
      if ([...counts.values()].some((n) => n > 2)) continue;
      points.push([x, y]);
      this.cells.splice(0, bent.length, ...bent);
    }
  }

  int(n: number): number {
    return Math.floor(n * this.random());
  }

  /** A corner or the centre of a cell. */
  place(): { x: number; y: number; z: number } {
    const cell = this.cells[this.int(this.cells.length)];
    const [sw, se, ne, nw] = cell.heights;
    if (this.random() < 0.4 && sw + ne === se + nw) return { x: cell.x + 0.5, y: cell.y + 0.5, z: cell.heights.reduce((sum, z) => sum + z / 4, 0) };
    const [x, y, z] = corner(cell, this.int(4));
    return { x, y, z };
  }

  /** The cells as polygons: squares, pairs of triangles, or rows of floor, so that corners lie on sides; in any order. */
  get surface(): Surface {
    const vertices: number[][] = [], polygons: number[][] = [], areas: number[] = [];
    const add = (corners: number[][], area: number): void => {
      const turned = this.random() < 0.5 ? corners : [...corners].reverse();
      polygons.push(turned.map((p) => vertices.push(p) - 1));
      areas.push(area);
    };
    const done = new Set<number>();
    this.cells.forEach((cell, c) => {
      if (done.has(c)) return;
      let last = cell;
      for (;;) {
        const next = this.cells.findIndex((other, d) => d > c && !done.has(d) && other.x === last.x + 1 && other.y === cell.y && other.area === cell.area && other.heights.join() === cell.heights.join() && new Set(cell.heights).size === 1);
        if (next < 0 || this.random() < 0.5) break;
        done.add(next);
        last = this.cells[next];
      }
      const [a, b, e, f] = [corner(cell, 0), corner(last, 1), corner(last, 2), corner(cell, 3)];
      if (this.random() < 0.5) add([a, b, e, f], cell.area);
      else {
        add([a, b, e], cell.area);
        add([a, e, f], cell.area);
      }
    });
    const order = polygons.map((_, i) => i).sort(() => this.random() - 0.5);
    return { vertices, polygons: order.map((i) => polygons[i]), areas: order.map((i) => areas[i]), links: this.links };
  }

  /** Whether a point lies on the surface. */
  has(x: number, y: number, z: number): boolean {
    return this.cells.some((cell) => {
      const u = x - cell.x, v = y - cell.y, [sw, se, ne, nw] = cell.heights;
      // A bent cell is divided along one of its diagonals.
      const first = u > v ? sw + u * (se - sw) + v * (ne - se) : sw + v * (nw - sw) + u * (ne - nw);
      const second = u + v < 1 ? sw + u * (se - sw) + v * (nw - sw) : ne + (1 - u) * (nw - ne) + (1 - v) * (se - ne);
      return u > -1e-6 && u < 1 + 1e-6 && v > -1e-6 && v < 1 + 1e-6 && z > Math.min(first, second) - 1e-4 && z < Math.max(first, second) + 1e-4;
    });
  }
}

function corner(cell: Cell, i: number): [number, number, number] {
  return [cell.x + CORNERS[i][0], cell.y + CORNERS[i][1], cell.heights[i]];
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}
