import type { Grid } from '@pf/grid';
import { contextOf } from '../../element.ts';
import { blend, palette, pixel } from '../../palette.ts';
import type { Playback } from './playback.ts';
import type { Step } from '../recordings/recording.ts';
import { CLOSED, NOTHING, OPEN } from '../recordings/recording.ts';
import type { Place } from '../scenario/scenario.ts';

/** The layers that are drawn over the map for every algorithm. */
export interface Marks {
  readonly start: Place;
  readonly goal: Place;
  readonly landmarks: readonly Place[];
  /** Cells that were painted since the algorithm ran, by vertex, and their costs. */
  readonly painted: ReadonlyMap<number, number>;
  /** The cell under the pointer, or under the cursor of the keys. */
  readonly pointed: Place | undefined;
}

type Points = ArrayLike<number>;

const TRAIL = 80;
/** The number of steps that are seen ahead of units, and how far a step rises, in cells. */
const AHEAD = 48;
const RISE = 0.3;
/** Pixels of the page. */
const PEN = 26;

/** Draws one map, with what an algorithm has done up to some step. */
export class MapView {
  private readonly context: CanvasRenderingContext2D;
  /** The cells, a pixel each: scaled up by the canvas. */
  private readonly ground = document.createElement('canvas');
  private scale = 10;
  /** What strokes are measured in: the scale, but of few large cells less, whose texts they would hide. */
  private pen = 10;

  constructor(readonly canvas: HTMLCanvasElement) {
    this.context = contextOf(canvas);
  }

  draw(grid: Grid, playback: Playback, { start, goal, landmarks, painted, pointed }: Marks): void {
    const { context, canvas } = this;
    const colours = palette();
    const { recording, moment, done } = playback;
    this.fit(grid);
    this.paintCells(grid, playback, painted);
    this.paintBefore(grid, recording.before);
    recording.mesh.forEach((outline, face) => this.paintFace(outline, playback.faces[face]));
    this.paintEdges(recording.tree, colours.landmark, 0.14);
    for (let i = 0; i < recording.tree.length; i += 4) this.paintMark([recording.tree[i] - 0.5, recording.tree[i + 1] - 0.5], colours.landmark, 'dot');
    if (moment?.edges !== undefined) this.paintEdges(moment.edges, colours.edge, 0.08);
    for (const { cone } of recording.steps.slice(0, playback.at)) if (cone !== undefined) this.paintCone(cone, 0.1);
    if (moment?.cone !== undefined && !done) this.paintWindow(moment.cone);
    if (moment?.funnel !== undefined) for (const side of moment.funnel) this.paintLine(side, colours.landmark, 0.22);
    // Over heights only the end of a trail, which would hide them.
    this.paintLine(recording.heights ? playback.trail.slice(-2 * TRAIL) : playback.trail, colours.agent, 0.14);
    const path = done && moment?.agent === undefined ? recording.path : (moment?.planned ?? []);
    this.paintLine(Array.from(path, (v) => [grid.x(v) + 0.5, grid.y(v) + 0.5]).flat(), colours.path, done ? 0.34 : 0.2);
    const points = done ? recording.points : moment?.points;
    if (points !== undefined) this.paintLine(points, colours.path, done ? 0.34 : 0.2);
    if (pointed !== undefined) {
      for (const box of recording.boxesOf?.(grid.vertex(...pointed)) ?? []) this.paintBox(box);
      this.paintBox([pointed[0], pointed[1], pointed[0] + 1, pointed[1] + 1]);
    }
    this.paintUnits(playback);
    for (const landmark of landmarks) this.paintMark(landmark, colours.landmark, 'diamond');
    this.paintMark(start, colours.start, 'disc');
    this.paintMark(moment?.goal === undefined ? goal : [grid.x(moment.goal), grid.y(moment.goal)], colours.goal, 'ring');
    if (moment?.agent !== undefined) this.paintMark([grid.x(moment.agent), grid.y(moment.agent)], colours.agent, 'disc');
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    context.strokeRect(0.5, 0.5, canvas.width - 1, canvas.height - 1);
  }

  /** The cell under a pointer, which may be beyond the rim. */
  cellAt(grid: Grid, event: PointerEvent | Touch): Place {
    const area = this.canvas.getBoundingClientRect();
    const x = Math.floor(((event.clientX - area.left) / area.width) * grid.width);
    const y = Math.floor(((event.clientY - area.top) / area.height) * grid.height);
    return [x, y];
  }

  /** As many pixels as the screen has where the canvas is, so that nothing is blurred. */
  private fit(grid: Grid): void {
    const { canvas } = this;
    canvas.style.aspectRatio = `${grid.width} / ${grid.height}`;
    const area = canvas.getBoundingClientRect();
    // By the longer side: the shorter one of a strip is so few pixels that it may be far from whole.
    const longest = Math.max(1, Math.round(Math.max(area.width, area.height) * Math.min(2, devicePixelRatio)));
    this.scale = longest / Math.max(grid.width, grid.height);
    this.pen = Math.min(this.scale, PEN * Math.min(2, devicePixelRatio));
    const width = Math.max(1, Math.round(this.scale * grid.width));
    const height = Math.max(1, Math.round(this.scale * grid.height));
    if (canvas.width !== width) canvas.width = width;
    if (canvas.height !== height) canvas.height = height;
  }

  private paintCells(grid: Grid, { recording, state, age, known, cells, values, highest }: Playback, painted: Marks['painted']): void {
    const { context, ground, canvas, scale } = this;
    const { width, height } = grid;
    const colours = palette();
    const names = ['free', 'wall', 'unknown', 'unseenWall', 'terrain', 'open', 'closed', 'closedLate', 'low', 'high'] as const;
    const [free, wall, unknown, unseenWall, terrain, open, early, late, low, high] = names.map((name) => pixel(colours[name]));
    const initial = recording.heights ? recording.estimates?.().plain : undefined;
    const image = new ImageData(width, height);
    const pixels = new Uint32Array(image.data.buffer);
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const v = grid.vertex(x, y);
        const fresh = painted.get(v);
        const cost = fresh ?? cells[v];
        const now = fresh === undefined ? state[v] : NOTHING;
        const rise = initial !== undefined && fresh === undefined && values[0][v] < Infinity ? values[0][v] - initial[v] : 0;
        let colour =
          cost === 0 ? wall
          : initial !== undefined && rise > 0 ? blend(low, high, Math.sqrt(rise / highest))
          : initial !== undefined && now !== NOTHING ? low
          : now === OPEN ? open
          : now === CLOSED ? blend(early, late, age[v])
          : cost > 1 ? terrain
          : free;
        if (cost > 1 && now !== NOTHING) colour = blend(colour, terrain, 0.4);
        // The viewer may see walls that the character has not seen: they are a shade darker than unseen ground.
        if (recording.fog && known[v] === 0) colour = cost === 0 ? unseenWall : blend(unknown, colour, now === NOTHING ? 0 : 0.45);
        pixels[i] = colour;
      }
    }
    ground.width = width;
    ground.height = height;
    ground.getContext('2d')?.putImageData(image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(ground, 0, 0, canvas.width, canvas.height);
    if (scale < 7) return;
    context.fillStyle = colours.line;
    context.globalAlpha = 0.55;
    for (let x = 1; x < width; x++) context.fillRect(Math.round(x * scale), 0, 1, canvas.height);
    for (let y = 1; y < height; y++) context.fillRect(0, Math.round(y * scale), canvas.width, 1);
    context.globalAlpha = 1;
  }

  /** Hatches what would have been explored. */
  private paintBefore(grid: Grid, vertices: readonly number[]): void {
    if (vertices.length === 0) return;
    const { context, scale } = this;
    context.beginPath();
    for (const v of vertices) {
      const [x, y] = [grid.x(v) * scale, grid.y(v) * scale];
      context.moveTo(x, y + scale);
      context.lineTo(x + scale, y);
    }
    context.strokeStyle = palette().edge;
    context.globalAlpha = 0.55;
    context.lineWidth = Math.max(1, 0.08 * scale);
    context.stroke();
    context.globalAlpha = 1;
  }

  private trace(points: Points): void {
    const { context, scale } = this;
    context.beginPath();
    for (let i = 0; i < points.length; i += 2) context.lineTo(points[i] * scale, points[i + 1] * scale);
  }

  private paintLine(points: Points, colour: string, width: number): void {
    if (points.length < 4) return;
    const { context, pen } = this;
    this.trace(points);
    context.lineJoin = context.lineCap = 'round';
    // A rim in the colour of the page keeps the line apart from whatever it crosses.
    context.strokeStyle = palette().halo;
    context.lineWidth = width * pen + Math.max(2, 0.16 * pen);
    context.stroke();
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1.5, width * pen);
    context.stroke();
  }

  /** Units of two teams, and lines that rise to where they will be: a step later is a little higher. */
  private paintUnits({ recording: { steps, rising }, at }: Playback): void {
    const now = Math.max(0, at - 1);
    const units = steps[now]?.units;
    if (units === undefined) return;
    const { context, scale } = this;
    const colours = palette();
    const count = units.length / 2;
    const teams = count === 1 ? [[0, 1, colours.start]] as const : [[0, count / 2, colours.start], [count / 2, count, colours.goal]] as const;
    if (rising === true) {
      context.globalAlpha = 0.6;
      context.lineWidth = Math.max(1, 0.12 * scale);
      for (const [from, to, colour] of teams) {
        context.strokeStyle = colour;
        context.beginPath();
        for (let i = from; i < to; i++) {
          context.moveTo(units[2 * i] * scale, units[2 * i + 1] * scale);
          for (let k = 1; k <= AHEAD && now + k < steps.length; k++) {
            const later = steps[now + k].units ?? units;
            context.lineTo(later[2 * i] * scale, (later[2 * i + 1] - RISE * k) * scale);
          }
        }
        context.stroke();
      }
      context.globalAlpha = 1;
    }
    context.lineWidth = Math.max(1, 0.1 * scale);
    context.strokeStyle = colours.halo;
    for (const [from, to, colour] of teams) {
      context.fillStyle = colour;
      for (let i = from; i < to; i++) {
        context.beginPath();
        context.arc(units[2 * i] * scale, units[2 * i + 1] * scale, Math.max(2, 0.36 * scale), 0, 2 * Math.PI);
        context.fill();
        context.stroke();
      }
    }
  }

  private paintFace(outline: Points, state: number): void {
    if (outline.length === 0) return;
    const { context } = this;
    const colours = palette();
    this.trace(outline);
    context.closePath();
    if (state === OPEN || state === CLOSED) {
      context.fillStyle = state === OPEN ? colours.open : colours.closedLate;
      context.globalAlpha = 0.6;
      context.fill();
      context.globalAlpha = 1;
    }
    context.strokeStyle = colours.edge;
    context.lineWidth = 1;
    context.stroke();
  }

  private paintCone(cone: NonNullable<Step['cone']>, alpha: number): void {
    const { context } = this;
    this.trace(cone);
    context.closePath();
    context.fillStyle = palette().cone;
    context.globalAlpha = alpha;
    context.fill();
    context.globalAlpha = 1;
  }

  /** The interval that is looked through now. */
  private paintWindow(cone: NonNullable<Step['cone']>): void {
    const [x, y, leftX, leftY, rightX, rightY] = cone;
    this.paintCone(cone, 0.55);
    this.paintLine([leftX, leftY, rightX, rightY], palette().box, 0.25);
    this.paintMark([x - 0.5, y - 0.5], palette().box, 'dot');
  }

  private paintEdges(edges: Points, colour: string, width: number): void {
    const { context, scale } = this;
    context.beginPath();
    for (let i = 0; i < edges.length; i += 4) {
      context.moveTo(edges[i] * scale, edges[i + 1] * scale);
      context.lineTo(edges[i + 2] * scale, edges[i + 3] * scale);
    }
    context.strokeStyle = colour;
    context.lineWidth = Math.max(1, width * scale);
    context.stroke();
  }

  private paintBox([x0, y0, x1, y1]: readonly [number, number, number, number]): void {
    const { context, scale } = this;
    context.strokeStyle = palette().box;
    context.lineWidth = Math.max(1.5, 0.18 * scale);
    context.strokeRect(x0 * scale, y0 * scale, (x1 - x0) * scale, (y1 - y0) * scale);
  }

  private paintMark([x, y]: Place, colour: string, shape: 'disc' | 'ring' | 'diamond' | 'dot'): void {
    const { context, canvas, scale, pen } = this;
    // Of a cell less, the larger it is: on a map of few cells a mark would hide its neighbours.
    const r = Math.min(shape === 'dot' ? Math.max(2, 0.26 * scale) : Math.max(5, Math.min(0.6 * scale, 12 + 0.24 * pen)), 0.4 * canvas.width, 0.4 * canvas.height);
    // At the rim of the map a mark moves inwards, so that all of it is seen.
    const within = (at: number, size: number): number => Math.max(1.25 * r, Math.min(size - 1.25 * r, (at + 0.5) * scale));
    const [cx, cy] = [within(x, canvas.width), within(y, canvas.height)];
    context.beginPath();
    if (shape === 'diamond') {
      for (const [dx, dy] of [[0, -1.2 * r], [1.2 * r, 0], [0, 1.2 * r], [-1.2 * r, 0]]) context.lineTo(cx + dx, cy + dy);
      context.closePath();
    } else context.arc(cx, cy, shape === 'ring' ? 0.85 * r : r, 0, 2 * Math.PI);
    context.strokeStyle = palette().halo;
    context.lineWidth = Math.max(2, (shape === 'ring' ? 0.6 : 0.25) * pen);
    context.stroke();
    context.fillStyle = context.strokeStyle = colour;
    if (shape === 'ring') {
      context.lineWidth = Math.max(2.5, 0.36 * pen);
      context.stroke();
    } else context.fill();
  }
}
