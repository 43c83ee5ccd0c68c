import { boxOf } from './outline.ts';

/** A cell that more edges than this cross is divided again, */
const CROWD = 48;
/** at most this many times: edges through a common point cannot be separated. */
const DEPTH = 6;

/**
 * A spatial index of edges: a grid with as many cells as edges; each cell lists the edges that cross it, with a margin, and the points in it. Crowded
 * cells are grids themselves, so that a distant or surrounding edge does not put a whole town into one cell.
 */
export class EdgeGrid {
  private readonly edgeLists: number[][] = [];
  private readonly pointLists: number[][] = [];

  constructor(
    private readonly xs: readonly number[],
    private readonly ys: readonly number[],
    private readonly from: readonly number[],
    private readonly to: readonly number[],
    private readonly margin: number,
  ) {
    const points = [...new Set([...from, ...to])];
    const { left, right, low, high } = boxOf(xs, ys, points);
    if (points.length > 0) this.divide(from.map((_, e) => e), points, left, low, right - left, high - low, DEPTH);
  }

  get count(): number {
    return this.edgeLists.length;
  }

  edges(cell: number): readonly number[] {
    return this.edgeLists[cell];
  }

  points(cell: number): readonly number[] {
    return this.pointLists[cell];
  }

  private divide(edges: readonly number[], points: readonly number[], left: number, low: number, width: number, height: number, depth: number): void {
    const { xs, ys, from, to, margin } = this;
    const size = Math.max(Math.sqrt((width * height) / edges.length), (width + height) / edges.length, margin * 4);
    const columns = Math.floor(width / size) + 1, rows = Math.floor(height / size) + 1;
    const column = (x: number): number => Math.floor((x - left) / size);
    const row = (y: number): number => Math.floor((y - low) / size);
    const edgeLists = Array.from({ length: columns * rows }, (): number[] => []);
    const pointLists = Array.from({ length: columns * rows }, (): number[] => []);
    // Flat edges make x below uncertain by far more than rounding; part of a cell is more than that.
    const pad = margin + size / 64;
    for (const e of edges) {
      const a = from[e], b = to[e];
      const upper = ys[a] > ys[b] ? a : b, lower = upper === a ? b : a;
      const slope = (xs[upper] - xs[lower]) / (ys[upper] - ys[lower]);
      const last = Math.min(rows - 1, row(ys[upper] + margin));
      for (let r = Math.max(0, row(ys[lower] - margin)); r <= last; r++) {
        // The x range of the edge within this row, with the margin.
        const bottom = low + r * size - margin * 2, top = low + (r + 1) * size + margin * 2;
        const first = bottom <= ys[lower] ? xs[lower] : xs[lower] + (bottom - ys[lower]) * slope;
        const second = top >= ys[upper] ? xs[upper] : xs[lower] + (top - ys[lower]) * slope;
        const end = Math.min(columns - 1, column(Math.max(first, second) + pad));
        for (let c = Math.max(0, column(Math.min(first, second) - pad)); c <= end; c++) edgeLists[r * columns + c].push(e);
      }
    }
    const within = (place: number, count: number): number => Math.max(0, Math.min(count - 1, place));
    for (const p of points) pointLists[within(row(ys[p]), rows) * columns + within(column(xs[p]), columns)].push(p);
    edgeLists.forEach((list, cell) => {
      if (list.length > CROWD && depth > 0 && size > 8 * margin) {
        const [r, c] = [Math.floor(cell / columns), cell % columns];
        this.divide(list, pointLists[cell], left + c * size, low + r * size, size, size, depth - 1);
      } else if (list.length > 0) {
        this.edgeLists.push(list);
        this.pointLists.push(pointLists[cell]);
      }
    });
  }
}
