import type { Grid } from '@pf/grid';
import { Dijkstra } from '@pf/search';
import { palette } from '../palette.ts';
import type { Recording, SteppedSearch } from '../lab/recordings/recording.ts';
import { blank, freeCells, recordSearch } from '../lab/recordings/recording.ts';
import type { Playback } from '../lab/views/playback.ts';
import type { Asked } from './plan.ts';

/** Runs a search from start to goal and keeps every step of it. */
export function searched({ grid, start, goal, looks }: Asked, search: SteppedSearch, extra: Partial<Recording> = {}): Recording {
  return { ...blank, ...recordSearch(grid, search, start, goal, looks), ...extra };
}

/** How many cells a recording expanded in all, or up to a step. */
export function expansions({ steps }: Recording, step = steps.length): number {
  return steps[Math.min(step, steps.length) - 1]?.expanded ?? 0;
}

/** The true cost from every cell to `goal`. */
export function costsTo(grid: Grid, goal: number): (v: number) => number {
  const dijkstra = new Dijkstra(grid, { direction: 'backward' });
  dijkstra.flood(goal);
  return (v) => dijkstra.distance(v);
}

/** The middles of cells as points: x and y in turn. */
export function middles(grid: Grid, cells: ArrayLike<number>): number[] {
  return Array.from(cells).flatMap((v) => [grid.x(v) + 0.5, grid.y(v) + 0.5]);
}

/** Pixels of a line: wider ones would hide what stands in large cells. */
const WIDEST = 6;

/** A dashed line over a map, through points in cells. */
export function dashed(context: CanvasRenderingContext2D, scale: number, points: readonly number[], colour: string): void {
  context.beginPath();
  for (let i = 0; i < points.length; i += 2) context.lineTo(points[i] * scale, points[i + 1] * scale);
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1.5, Math.min(0.2 * scale, WIDEST));
  context.setLineDash([0.7 * scale, 0.5 * scale]);
  context.stroke();
  context.setLineDash([]);
}

/** An arrow in each cell, to the neighbour that is its next step. */
export function drawArrows(context: CanvasRenderingContext2D, scale: number, grid: Grid, steps: Int32Array): void {
  context.beginPath();
  for (const v of freeCells(grid)) {
    const next = steps[v];
    if (next < 0 || next === v) continue;
    const [x, y] = [(grid.x(v) + 0.5) * scale, (grid.y(v) + 0.5) * scale];
    const [dx, dy] = [grid.x(next) - grid.x(v), grid.y(next) - grid.y(v)];
    const size = (0.3 * scale) / Math.hypot(dx, dy);
    const [tipX, tipY] = [x + dx * size, y + dy * size];
    context.moveTo(x - dx * size, y - dy * size);
    context.lineTo(tipX, tipY);
    context.lineTo(tipX - 0.7 * size * (dx + dy), tipY - 0.7 * size * (dy - dx));
    context.moveTo(tipX, tipY);
    context.lineTo(tipX - 0.7 * size * (dx - dy), tipY - 0.7 * size * (dy + dx));
  }
  context.strokeStyle = palette().edge;
  context.lineWidth = Math.max(1, 0.07 * scale);
  context.stroke();
}

/** Writes a text into each free cell, if there is room: the first line above, the second below. */
export function writeCells(context: CanvasRenderingContext2D, scale: number, { known, recording: { fog } }: Playback, { grid }: Asked, textOf: (v: number) => readonly string[]): void {
  const size = scale * 0.3;
  if (size < 7) return;
  context.font = `${size}px system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = palette().agent;
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      const v = grid.vertex(x, y);
      if (grid.isBlocked(x, y) && (!fog || known[v] === 1)) continue;
      const lines = textOf(v);
      lines.forEach((line, i) => context.fillText(line, (x + 0.5) * scale, (y + (lines.length === 1 ? 0.5 : 0.3 + 0.42 * i)) * scale));
    }
  }
}

/** "8.2 times fewer", or the like. */
export function fewer(before: number, after: number): string {
  const ratio = Math.max(before, after) / Math.max(1, Math.min(before, after));
  if (ratio < 1.05) return after === before ? 'the same' : 'about the same';
  return `${ratio < 10 ? ratio.toFixed(1) : Math.round(ratio)} times ${after < before ? 'fewer' : 'more'}`;
}
