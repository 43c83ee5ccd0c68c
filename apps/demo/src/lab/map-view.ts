import type { Grid } from '@pf/grid';
import { palette } from '../palette.ts';
import type { Recording } from './recording.ts';
import { CLOSED, NOTHING, OPEN } from './recording.ts';

/** Draws one map, with what an algorithm has done up to some step. Both views of the lab share the scenario, not the recording. */
export class MapView {
  private readonly context: CanvasRenderingContext2D;
  private scale = 10;
  private state = new Uint8Array(0);
  private known = new Uint8Array(0);
  private at = 0;
  private grid: Grid | undefined;
  private recording: Recording | undefined;

  constructor(readonly canvas: HTMLCanvasElement) {
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This browser gives no canvas to draw on.');
    this.context = context;
  }

  show(grid: Grid, recording: Recording): void {
    this.grid = grid;
    this.recording = recording;
    this.rewind();
    const scale = Math.max(4, Math.floor(1000 / grid.width));
    this.scale = scale;
    this.canvas.width = grid.width * scale;
    this.canvas.height = grid.height * scale;
  }

  /** Brings the picture to the moment after `step` steps; going back starts over, which is quick enough. */
  draw(step: number, start: number, goal: number, pointed: number): void {
    const { grid, recording } = this;
    if (grid === undefined || recording === undefined) return;
    if (step < this.at) this.rewind();
    for (; this.at < step; this.at++) {
      const { changes, known = [] } = recording.steps[this.at];
      for (let i = 0; i < changes.length; i += 2) this.state[changes[i]] = changes[i + 1];
      for (const v of known) this.known[v] = 1;
    }
    this.paintCells(grid, recording);
    const moment = recording.steps[step - 1];
    if (moment?.edges !== undefined) this.paintEdges(moment.edges);
    const last = step === recording.steps.length;
    const way = last && recording.path.length > 0 ? recording.path : (moment?.way ?? []);
    this.paintLine(way.flatMap((v) => [grid.x(v) + 0.5, grid.y(v) + 0.5]), palette().path, last ? 0.36 : 0.18);
    if (last && recording.points !== undefined) this.paintLine(recording.points, palette().path, 0.36);
    if (pointed >= 0) for (const [x0, y0, x1, y1] of recording.boxesOf?.(pointed) ?? []) this.paintBox(x0, y0, x1, y1);
    for (const v of recording.landmarks) this.paintMark(grid.x(v), grid.y(v), palette().landmark, 'diamond');
    this.paintMark(grid.x(start), grid.y(start), palette().start, 'disc');
    this.paintMark(grid.x(goal), grid.y(goal), palette().goal, 'ring');
    if (moment?.agent !== undefined) this.paintMark(grid.x(moment.agent), grid.y(moment.agent), palette().agent, 'disc');
  }

  /** The cell under a pointer; undefined beside the map. */
  cellAt(event: PointerEvent): { readonly x: number; readonly y: number } | undefined {
    if (this.grid === undefined) return undefined;
    const area = this.canvas.getBoundingClientRect();
    const x = Math.floor(((event.clientX - area.left) / area.width) * this.grid.width);
    const y = Math.floor(((event.clientY - area.top) / area.height) * this.grid.height);
    return this.grid.contains(x, y) ? { x, y } : undefined;
  }

  private rewind(): void {
    const n = this.grid?.vertexCount ?? 0;
    this.state = new Uint8Array(n);
    this.known = new Uint8Array(n);
    this.at = 0;
  }

  private paintCells(grid: Grid, recording: Recording): void {
    const { context, scale, state, known } = this;
    const colours = palette();
    const { width, height } = this.canvas;
    context.fillStyle = colours.free;
    context.fillRect(0, 0, width, height);
    const gap = scale >= 8 ? 1 : 0;
    for (let y = 0; y < grid.height; y++) {
      for (let x = 0; x < grid.width; x++) {
        const v = grid.vertex(x, y);
        const cost = grid.cells[v];
        const hidden = recording.fog && known[v] === 0;
        const colour =
          hidden ? colours.unknown
          : cost === 0 ? colours.wall
          : state[v] === CLOSED ? colours.closed
          : state[v] === OPEN ? colours.open
          : state[v] === NOTHING && cost > 1 ? colours.terrain
          : colours.free;
        context.fillStyle = colour;
        context.fillRect(x * scale, y * scale, scale - gap, scale - gap);
        // A wall that the character does not know of is only outlined.
        if (hidden && cost === 0) {
          context.strokeStyle = colours.wall;
          context.globalAlpha = 0.35;
          context.strokeRect(x * scale + 0.5, y * scale + 0.5, scale - 2, scale - 2);
          context.globalAlpha = 1;
        }
      }
    }
  }

  private paintLine(points: readonly number[], colour: string, width: number): void {
    if (points.length < 4) return;
    const { context, scale } = this;
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(points[i] * scale, points[i + 1] * scale);
    context.strokeStyle = colour;
    context.lineWidth = width * scale;
    context.lineJoin = context.lineCap = 'round';
    context.stroke();
  }

  private paintEdges(edges: ArrayLike<number>): void {
    const { context, scale } = this;
    context.beginPath();
    for (let i = 0; i < edges.length; i += 4) {
      context.moveTo(edges[i] * scale, edges[i + 1] * scale);
      context.lineTo(edges[i + 2] * scale, edges[i + 3] * scale);
    }
    context.strokeStyle = palette().edge;
    context.lineWidth = 1;
    context.stroke();
  }

  private paintBox(x0: number, y0: number, x1: number, y1: number): void {
    const { context, scale } = this;
    context.strokeStyle = palette().box;
    context.lineWidth = 2;
    context.strokeRect(x0 * scale + 1, y0 * scale + 1, (x1 - x0) * scale - 2, (y1 - y0) * scale - 2);
  }

  private paintMark(x: number, y: number, colour: string, shape: 'disc' | 'ring' | 'diamond'): void {
    const { context, scale } = this;
    const [cx, cy, r] = [(x + 0.5) * scale, (y + 0.5) * scale, Math.max(4, 0.48 * scale)];
    context.beginPath();
    if (shape === 'diamond') {
      for (const [dx, dy] of [[0, -r], [r, 0], [0, r], [-r, 0]]) context.lineTo(cx + dx, cy + dy);
      context.closePath();
    } else context.arc(cx, cy, r, 0, 2 * Math.PI);
    context.lineWidth = 0.28 * scale;
    context.fillStyle = context.strokeStyle = colour;
    if (shape === 'ring') context.stroke();
    else context.fill();
  }
}
